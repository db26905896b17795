// What happened over several rounds in one sentence, for tempos at which no single one can be told.

import { listText, say, seatName, signedText } from "./messages.js";
import { countUpTo } from "./replay/growing.js";

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
