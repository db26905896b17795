// What is said aloud of a game, to those who hear it: at most one sentence every few seconds, and
// always of the newest moment, so that nothing queues. Rounds that could not be told are summed up.
// Wars and the end are said at once; so is what a key asks for, and where a replay comes to rest.

import { QUESTIONS, spokenCards } from "./answers.js";
import { element, write } from "./element.js";
import { ownKeys } from "./keys.js";
import { say } from "./messages.js";
import { isFast } from "./motion.js";
import { describeEnd, describeLast } from "./sentences.js";
import { summaryText } from "./summary.js";

/** How long a sentence stands before the next may be said. */
export const SPOKEN_MS_MIN = 4_000;
/** How long a replay must rest at a moment before it is said: a key that is held down says nothing. */
export const REST_MS = 400;
const ANSWER_MS = 8_000;
const ROUNDS_UNTOLD_MAX = 2; // from here on a summary says more than the newest round alone

/** Says a game aloud; `onAgain()` asks to be drawn again, and `isShown()` tells whether it is seen. */
export class Reader {
  #view = null;
  #told = { game: null, key: "", rounds: 0, wars: 0 };
  #prompt = "";
  #promptTold = "";
  #spokenAt = -Infinity;
  #restedAt = 0;
  #restedKey = "";
  #timer = null;
  #answerTimer = null;

  constructor({ onAgain, isShown }) {
    this.onAgain = onAgain;
    this.spoken = element("p", { class: "unseen", "aria-live": "polite", "data-spoken": true });
    this.answer = element("p", { class: "answer", role: "status" });
    ownKeys({
      title: say("keys_ask"),
      keys: QUESTIONS,
      isListed: isShown,
      press: (key) => isShown() && this.#ask(key),
    });
  }

  /** Learn what the person is to do next: said after what happened, or alone. */
  prompt(text) {
    this.#prompt = text;
  }

  /** Say what is to be said of a view, now or when its time has come. */
  draw(view, now) {
    this.#view = view;
    clearTimeout(this.#timer);
    const { table } = view;
    // Another game, or a replay that went back: what was told before counts for nothing.
    if (table.game !== this.#told.game || table.rounds_completed < this.#told.rounds) this.#note(view, "");
    const key = keyOf(view);
    if (key === this.#told.key && this.#prompt === this.#promptTold) return;
    const waitMs = this.#dueAt(view, key, now) - now;
    if (waitMs > 0) {
      this.#timer = setTimeout(this.onAgain, waitMs);
      return;
    }
    this.#say(view, key, now);
  }

  #dueAt(view, key, now) {
    if (view.replay?.isResting) {
      if (key !== this.#restedKey) this.#restedAt = now;
      this.#restedKey = key;
      return this.#restedAt + REST_MS;
    }
    const isNew = key !== this.#told.key;
    return isNew && (view.table.ended !== null || isWar(view)) ? now : this.#spokenAt + SPOKEN_MS_MIN;
  }

  #say(view, key, now) {
    const sentence = key === this.#told.key ? "" : this.#sentence(view);
    const text = [sentence, this.#prompt].filter((part) => part !== "").join(" ");
    const { rounds } = this.#told;
    this.#note(view, key);
    if (isWar(view)) this.#told.rounds = rounds; // the rounds before it are still to be told
    this.#promptTold = this.#prompt;
    if (text === "") return;
    this.#spokenAt = now;
    this.spoken.replaceChildren(text); // a new text, though it may be the same words: it is said again
  }

  #note({ table }, key) {
    this.#told = { game: table.game, key, rounds: table.rounds_completed, wars: table.wars };
  }

  #sentence(view) {
    const { table, people, told } = view;
    const { names } = people;
    if (people.words !== null) return people.words;
    if (table.ended !== null && !view.replay?.isPast) {
      const { headline, reason } = describeEnd(table.ended, names);
      return `${headline} ${reason}`;
    }
    if (!view.replay?.isResting && this.#isSummed(view)) {
      return summaryText(view.course, this.#told.rounds, table.rounds_completed, names);
    }
    if (told[0]?.type === "CardFlipped") return say("cards_turned", { cards: spokenCards(told, names) });
    const sentence = describeLast(told, names);
    if (!this.#isWithCards(view)) return sentence;
    return say("answer_round", { sentence, cards: spokenCards(view.taken.cards, names) });
  }

  /** Whether the cards of a round without a war could not be told when they were turned. */
  #isWithCards({ told, taken, table }) {
    const { type, seq } = told.at(-1) ?? {};
    if (type !== "PileReturned" || taken === null || taken.cards.length > table.players) return false;
    return this.#told.key !== `${seq - 1}`;
  }

  #isSummed(view) {
    const rounds = view.table.rounds_completed - this.#told.rounds;
    if (this.#told.key === "" || rounds === 0 || isWar(view)) return false;
    const isMissed = view.table.wars > this.#told.wars;
    return rounds > ROUNDS_UNTOLD_MAX || isMissed || isFast(view.pace);
  }

  #ask(key) {
    if (key === "Escape") return this.#hush();
    // With Shift or Caps Lock too: as capitals these letters mean nothing else.
    const question = QUESTIONS.find(({ keys }) => keys.includes(key.toLowerCase()));
    if (question === undefined || this.#view === null) return false;
    this.#spokenAt = performance.now();
    const text = question.answer(this.#view);
    this.answer.replaceChildren(); // so that the same answer is said again
    requestAnimationFrame(() => write(this.answer, text));
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(() => write(this.answer, ""), ANSWER_MS);
    return true;
  }

  #hush() {
    const hasAnswer = this.answer.textContent !== "";
    write(this.answer, "");
    return hasAnswer;
  }
}

/** Tells one moment from another. */
function keyOf({ told, people, table, replay }) {
  const isEnd = table.ended !== null && !replay?.isPast;
  return people.words ?? (isEnd ? "end" : `${told.at(-1)?.seq ?? ""}`);
}

/** Whether a war is begun or goes on, at a pace at which it can be told. */
function isWar({ told, pace }) {
  return told.at(-1)?.type === "TieDeclared" && !isFast(pace);
}
