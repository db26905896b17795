// One watched game on the page: folds what comes, and draws once a frame however much that was.
// A page feeds it events or a table and places its parts.

import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { Counters } from "./counters.js";
import { element, write } from "./element.js";
import { EventList } from "./events.js";
import { presetTitle, say } from "./messages.js";
import { emptyView, foldView, viewOf } from "./moments.js";
import { isFast } from "./motion.js";
import { Result } from "./result.js";
import { sharePanel } from "./share.js";

const REDRAW_MS = 100;
const SPOKEN_MS_MIN = 1_500; // a screen reader needs time for a sentence

/** Shows a game; `onDraw(view)` lets a page draw its own parts in the same frame. */
export class Spectacle {
  #isAwaitingFrame = false;
  #spokenAt = 0;

  constructor(onDraw = () => {}) {
    this.view = emptyView();
    this.onDraw = onDraw;
    this.board = new Board();
    this.chart = new Chart();
    this.counters = new Counters();
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
    if (isLive) this.counters.hear(events.at(-1).at);
    this.#ask();
  }

  /** Begin anew from a table, for example after a snapshot. */
  begin(table) {
    const { warRounds, recent } = this.view;
    this.view = { ...viewOf(table), warRounds, recent };
    this.#ask();
  }

  /** Forget everything. */
  forget() {
    this.view = emptyView();
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
    const { view } = this;
    const waiting = [this.board, this.chart, this.events].map((part) => part.draw(view, now));
    this.#drawHead(view);
    // At a fast tempo the words go with the cards that are shown, not faster.
    if (!waiting[0] || !isFast(view.table.tempo)) this.#drawWords(view, now);
    this.counters.draw(view);
    this.result.draw(view);
    this.onDraw(view);
    if (waiting.includes(true)) setTimeout(() => this.#ask(), REDRAW_MS);
  }

  #drawHead(view) {
    const { table } = view;
    if (table.rules === null) return;
    const isPaused = !table.is_autoplay_on && table.ended === null && table.dealt_at !== null;
    const round = Math.max(table.round, table.rounds_completed);
    write(this.title, say(isPaused ? "round_paused" : "round_label", { round }));
    this.words.hidden = table.ended !== null; // the banner says it
    write(this.rules, rulesText(table));
  }

  #drawWords(view, now) {
    this.main.classList.toggle("is-war", view.tie !== null);
    write(this.words, view.words);
    if (now - this.#spokenAt < SPOKEN_MS_MIN && view.table.ended === null) return;
    this.#spokenAt = now;
    write(this.spoken, view.words);
  }
}

/** Lay out a watched game: the table, what comes first beside it, the chart, and the rest. */
export function layOut(spectacle, first, path) {
  first.classList.add("game-first");
  const rest = element("div", { class: "game-rest" }, sharePanel(path), spectacle.events.node);
  return element("div", { class: "game" }, spectacle.main, first, spectacle.chart.node, rest);
}

function rulesText(table) {
  const { preset, deck, hidden_cards: hidden } = table.rules;
  const line = say("rules_line", { preset: presetTitle(preset), deck, hidden });
  return table.deal === "seeded/1" ? `${line}, ${say("seeded_mark")}` : line;
}
