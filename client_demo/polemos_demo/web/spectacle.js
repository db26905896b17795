// One watched game on the page: folds what comes, and draws once a frame however much that was.
// A page feeds it events or a table and places its parts.

import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { ServerClock } from "./clock.js";
import { Counters } from "./counters.js";
import { element, write } from "./element.js";
import { EventList } from "./events.js";
import { presetTitle, say } from "./messages.js";
import { emptyView, foldView, viewOf } from "./moments.js";
import { isFast } from "./motion.js";
import { Course } from "./replay/course.js";
import { Result } from "./result.js";
import { describeLast } from "./sentences.js";

const REDRAW_MS = 100;
const SPOKEN_MS_MIN = 1_500; // a screen reader needs time for a sentence

/**
 * Who sits at a table of which no company was told: `names` by seat, `seats` as pushed, `mine` the
 * number of my seat or null, `words` to be said in place of what happened last or null.
 */
const STRANGERS = Object.freeze({ names: [], seats: [], mine: null, words: null });

/** Shows a game; `onDraw(view)` lets a page draw its own parts in the same frame. */
export class Spectacle {
  #isAwaitingFrame = false;
  #spokenAt = 0;
  #speaking = null;

  constructor(onDraw = () => {}) {
    this.view = emptyView();
    this.course = new Course();
    this.people = STRANGERS;
    this.clock = new ServerClock();
    this.onDraw = onDraw;
    this.board = new Board();
    this.chart = new Chart(() => this.#ask());
    this.counters = new Counters(this.clock);
    this.events = new EventList();
    this.result = new Result();
    this.title = element("h1", { class: "game-title", text: say("waiting_game") });
    this.rules = element("p", { class: "game-rules" });
    this.words = element("p", { class: "words", "data-words": true });
    this.spoken = element("p", { class: "unseen", "aria-live": "polite" });
    this.main = element(
      "div",
      { class: "game-main" },
      element("div", { class: "game-head" }, element("div", {}, this.title, this.rules), this.counters.node),
      this.result.node,
      this.words,
      this.spoken,
      this.board.node,
    );
  }

  /** Fold events that just came. */
  apply(events, isLive = true) {
    this.view = foldView(this.view, events);
    for (const event of events) this.course.append(event);
    if (isLive) this.clock.hear(events.at(-1).at);
    this.#ask();
  }

  /** Begin anew from a table, for example after a snapshot. */
  begin(table) {
    const { warRounds, recent } = this.view;
    this.view = { ...viewOf(table), warRounds, recent };
    this.course.begin(table);
    this.#ask();
  }

  /** Forget everything. */
  forget() {
    this.view = emptyView();
    this.course = new Course();
    this.#ask();
  }

  /** Show a moment of a replay: its view brings its own `course`, and `replay` {isPast, pace}. */
  show(view) {
    this.view = view;
    this.#ask();
  }

  /** Learn who sits at the table. */
  meet(people) {
    this.people = people;
    this.#ask();
  }

  /** Draw soon, for a reason of the page's own. */
  redraw() {
    this.#ask();
  }

  #ask() {
    if (this.#isAwaitingFrame) return;
    this.#isAwaitingFrame = true;
    requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now) {
    this.#isAwaitingFrame = false;
    const pace = this.view.replay?.pace ?? this.view.table.tempo;
    const view = { course: this.course, ...this.view, people: this.people, pace };
    const waiting = [this.board, this.chart, this.events].map((part) => part.draw(view, now));
    this.#drawHead(view);
    // At a fast tempo the words go with the cards that are shown, not faster.
    if (!waiting[0] || !isFast(view.pace)) this.#drawWords(view, now);
    this.counters.draw(view);
    this.result.draw(view);
    this.onDraw(view);
    if (waiting.includes(true)) setTimeout(() => this.#ask(), REDRAW_MS);
  }

  /** Say the newest words, at a rate at which they can be heard. */
  #speak(words, now, isLast) {
    clearTimeout(this.#speaking);
    const waitMs = isLast ? 0 : this.#spokenAt + SPOKEN_MS_MIN - now;
    if (waitMs > 0) {
      this.#speaking = setTimeout(() => this.#ask(), waitMs);
      return;
    }
    if (this.spoken.textContent !== words) this.#spokenAt = now;
    write(this.spoken, words);
  }

  #drawHead(view) {
    const { table } = view;
    if (table.rules === null) return;
    write(this.title, titleText(view));
    this.main.classList.toggle("is-undealt", table.dealt_at === null);
    this.words.hidden = table.ended !== null && view.replay === undefined; // the banner says it
    write(this.rules, rulesText(table));
  }

  #drawWords(view, now) {
    this.main.classList.toggle("is-war", view.tie !== null);
    const words = view.people.words ?? describeLast(view.told, view.people.names);
    write(this.words, words);
    this.#speak(words, now, view.table.ended !== null);
  }
}

/** Lay out a watched game: the table, what comes first beside it, the chart, and the rest. */
export function layOut(spectacle, first, ...rest) {
  const others = element("div", { class: "game-rest" }, ...rest, spectacle.events.node);
  first.classList.add("game-first");
  return element("div", { class: "game" }, spectacle.main, first, spectacle.chart.node, others);
}

function titleText({ table, people }) {
  const round = Math.max(table.round, table.rounds_completed);
  if (table.dealt_at === null) return say(table.ended ? "lobby_closed" : "lobby_waiting");
  if (table.is_autoplay_on || table.ended) return say("round_label", { round });
  const isByHand = people.seats.some(({ kind, standing }) => kind === "human" && standing === "taken");
  return say(isByHand ? "round_by_hand" : "round_paused", { round: Math.max(1, round) });
}

function rulesText(table) {
  const { preset, deck, hidden_cards: hidden } = table.rules;
  const line = say("rules_line", { preset: presetTitle(preset), deck, hidden });
  return table.deal === "seeded/1" ? `${line}, ${say("seeded_mark")}` : line;
}
