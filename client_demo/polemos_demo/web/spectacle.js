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
import { Reader } from "./reader.js";
import { Result } from "./result.js";
import { describeLast } from "./sentences.js";
import { Summing } from "./summary.js";
import { roundShown } from "./table.js";

const REDRAW_MS = 100;

/**
 * Who sits at a table of which no company was told: `names` by seat, `seats` as pushed, `mine` the
 * number of my seat or null, `words` to be said in place of what happened last or null.
 */
const STRANGERS = Object.freeze({ names: [], seats: [], mine: null, words: null });

/** Shows a game; `onDraw(view)` lets a page draw its own parts in the same frame. */
export class Spectacle {
  #isAwaitingFrame = false;
  #summing = new Summing();

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
    this.audience = element("p", { class: "audience fine" });
    this.reader = new Reader({ onAgain: () => this.#ask(), isShown: () => this.main.isConnected });
    this.main = element(
      "div",
      { class: "game-main" },
      element("div", { class: "game-head" }, element("div", {}, this.title, this.rules, this.audience), this.counters.node),
      this.result.node,
      this.words,
      this.reader.spoken,
      this.board.node,
      this.reader.answer,
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

  /** Learn how many watch, or null where it is not known. */
  count(spectators) {
    write(this.audience, spectators ? say("audience", { count: spectators }) : "");
  }

  /** Learn what my hand is to do, for those who hear the game. */
  prompt(text) {
    this.reader.prompt(text);
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
    this.#drawWords(view, now);
    this.counters.draw(view);
    this.result.draw(view);
    this.onDraw(view);
    this.reader.draw(view, now); // last: the page's own parts tell it what the person is to do
    if (waiting.includes(true)) setTimeout(() => this.#ask(), REDRAW_MS);
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
    const isSummed = isTooFast(view);
    this.main.classList.toggle("is-war", view.tie !== null && !isSummed);
    if (isSummed) return write(this.words, this.#summing.tell(view, now));
    this.#summing.rest();
    return write(this.words, view.people.words ?? describeLast(view.told, view.people.names));
  }
}

/** Whether the game goes on faster than its moments can be told one by one. */
function isTooFast({ table, replay, people, pace }) {
  if (!isFast(pace) || people.words !== null || table.dealt_at === null) return false;
  if (replay?.isPast) return !replay.isResting;
  return table.is_autoplay_on && table.ended === null;
}

/** Lay out a watched game: the table, what comes first beside it, the chart, and the rest. */
export function layOut(spectacle, first, ...rest) {
  const others = element("div", { class: "game-rest" }, ...rest, spectacle.events.node);
  first.classList.add("game-first");
  return element("div", { class: "game" }, spectacle.main, first, spectacle.chart.node, others);
}

function titleText({ table, people }) {
  const round = roundShown(table);
  if (round === null) return say(lobbyTitleKey(table));
  if (table.is_autoplay_on || table.ended) return say("round_label", { round });
  const isByHand = people.seats.some(({ kind, standing }) => kind === "human" && standing === "taken");
  return say(isByHand ? "round_by_hand" : "round_paused", { round });
}

function lobbyTitleKey({ ended, seats, players }) {
  if (ended) return "lobby_closed";
  return seats.length === players ? "lobby_full" : "lobby_waiting";
}

function rulesText(table) {
  const { preset, deck, hidden_cards: hidden } = table.rules;
  const line = say("rules_line", { preset: presetTitle(preset), deck, hidden });
  return table.deal === "seeded/1" ? `${line}, ${say("seeded_mark")}` : line;
}
