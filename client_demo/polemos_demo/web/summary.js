// What happened over several rounds in one sentence, for tempos at which no single one can be told.

import { leaderText } from "./answers.js";
import { listText, say, seatName, signedText } from "./messages.js";
import { countUpTo } from "./replay/growing.js";

/** How long a summary stands before the next: a sentence that cannot be read is none. */
export const SUMMARY_MS_MIN = 1_000;

/**
 * Sums up a game that goes on too fast for single moments. The first sentence is said at once and
 * tells who leads: whatever was said before is of cards that are gone before a second is over.
 */
export class Summing {
  #game = null;
  #round = 0;
  #at = 0;
  #text = null;

  /** Tell what is true of a view: what was told before, until that has stood long enough. */
  tell(view, now) {
    const { table, course, people } = view;
    const last = table.rounds_completed;
    if (this.#text === null || this.#game !== table.game || last < this.#round) {
      this.#note(view, now, leaderText(view));
    } else if (last > this.#round && now - this.#at >= SUMMARY_MS_MIN) {
      this.#note(view, now, summaryText(course, this.#round, last, people.names));
    }
    return this.#text;
  }

  /** Learn that single moments are told again. */
  rest() {
    this.#text = null;
  }

  #note({ table }, now, text) {
    this.#game = table.game;
    this.#round = table.rounds_completed;
    this.#at = now;
    this.#text = text;
  }
}

/** Tell the rounds after `from` up to `to`: their wars, and what each seat won or lost over them. */
export function summaryText(course, from, to, names = []) {
  const count = to - from;
  const wars = warsUpTo(course, to) - warsUpTo(course, from);
  const rounds = count === 1
    ? say("summary_round", { round: to })
    : say("summary_rounds", { from: from + 1, to });
  const head = wars === 0 ? rounds : say("summary_wars", { rounds, wars: say("wars_count", { count: wars }) });
  const changes = changesOf(course, from, to);
  if (changes === null) return say("summary_plain", { head });
  const moved = changes
    .map((change, seat) => ({ change, seat }))
    .filter(({ change }) => change !== 0)
    .map(({ change, seat }) => say("summary_change", { seat: seatName(seat, names), change: signedText(change) }));
  return moved.length === 0 ? say("summary_even", { head }) : say("summary", { head, changes: listText(moved) });
}

function warsUpTo({ wars }, round) {
  return countUpTo(wars.length, (place) => wars[place].round, round);
}

/** By how many cards each seat's pile grew, or null where either moment is not known exactly. */
function changesOf(course, from, to) {
  const [first, last] = [from, to].map((round) => course.rounds.countUpTo(round) - 1);
  if (first < 0 || course.rounds.at(first) !== from || course.rounds.at(last) !== to) return null;
  return course.countsAt(last).map((count, seat) => count - course.countAt(first, seat));
}
