// A replay on the page: a recording, where it stands, and everybody who is to know. Whatever is done,
// by button, key, chart, list or link, comes through here; the table is shown by the spectacle.

import { element } from "../element.js";
import { ownKeys } from "../keys.js";
import { say } from "../messages.js";
import { STILL } from "../motion.js";
import { linkField } from "../share.js";
import { beatOfJump, beatOfRound } from "./jumps.js";
import { KEYS, deedOf } from "./keys.js";
import { momentLink, readMoment } from "./moment.js";
import { goLive, goTo, moveTo, pause, pausedAt, play, shiftTempo, tick } from "./player.js";
import { Recording } from "./recording.js";
import { Transport } from "./transport.js";

const STEP_PACE = "4"; // how quickly a single step by hand moves its cards

/** Replays one game on a spectacle. */
export class Replay {
  #pace = null;
  #hasBegun = false;
  #wish = null; // what was last asked for before there was anything to replay
  #isTicking = false;

  constructor(game, spectacle, tempo = "2") {
    this.game = game;
    this.spectacle = spectacle;
    this.recording = new Recording(game);
    this.state = pausedAt(0, tempo);
    this.transport = new Transport({
      onDeed: (deed) => this.perform(deed),
      onScrub: (beat) => this.#move(moveTo(this.state, this.extent, beat)),
      onRound: (round) => this.toRound(round),
    });
    this.link = linkField({
      id: "moment", label: say("replay_link"), value: "", copy: "replay_link_copy",
    });
    this.transport.node.append(
      element("details", {}, element("summary", { text: say("replay_link_summary") }), this.link),
    );
    spectacle.chart.allowSeeking((round) => {
      if (round < this.recording.course.lastRound) this.toRound(round);
      else this.perform("toEnd"); // the chart's right edge is the end, or the live game
    });
  }

  /** Take the place below the table, and listen to keys and to the links of the events. */
  settleIn() {
    const { main, result, chart, events } = this.spectacle;
    // The result comes below the controls, so that these stay where they are when it appears.
    main.append(this.transport.node, result.node, chart.node);
    events.linkOf = (seq) => momentLink(this.game, seq);
    events.list.addEventListener("click", (event) => this.#follow(event));
    events.list.addEventListener("keydown", walk);
    ownKeys({ title: say("replay_title"), keys: KEYS, press: (key) => this.#press(key) });
  }

  #press(key) {
    const deed = deedOf(key);
    if (deed === null) return false;
    this.perform(deed);
    return true;
  }

  /** What there is to be replayed. */
  get extent() {
    const { lastBeat, isEnded, course, beats } = this.recording;
    const isDealt = course.rounds.at(0) === 0;
    return { lastBeat, isEnded, firstBeat: isDealt ? beats.beatOf(course.seqs.at(0)) : 0 };
  }

  /** The seq of the last event that is shown. */
  get seq() {
    return this.recording.lastBeat < 0 ? 0 : this.recording.beats.lastSeq(this.state.beat);
  }

  /** Begin with an empty recording. */
  forget() {
    this.recording = new Recording(this.game);
    this.state = { ...this.state, mode: "live", beat: 0 };
  }

  /** Begin, once what there is has been read: at an event, else a finished game with its deal. */
  begin(seq) {
    this.#hasBegun = true;
    if (seq !== null) this.toSeq(seq);
    else if (this.recording.isEnded) this.#move(goTo(this.state, this.extent, this.extent.firstBeat));
    else this.perform("toEnd");
    this.#wish?.();
    this.#wish = null;
  }

  /** Go on after the recording has grown. */
  grown() {
    this.#pace = null;
    this.#become(tick(this.state, this.extent, performance.now()));
  }

  /** Do what a button or a key asks for. */
  perform(deed) {
    if (!this.#hasBegun) {
      this.#wish = () => this.perform(deed);
      return;
    }
    const { state, extent } = this;
    const now = performance.now();
    switch (deed) {
      case "toggle":
        return this.#move(state.mode === "paused" ? play(state, extent, now) : pause(state));
      case "beatBack":
        return this.#move(goTo(state, extent, state.beat - 1));
      case "beatOn":
        return this.#move(moveTo(state, extent, state.beat + 1), STEP_PACE);
      case "toStart":
        return this.#move(goTo(state, extent, 0));
      case "toEnd":
        return this.#move(goLive(state, extent));
      case "slower":
      case "faster":
        return this.#become(shiftTempo(state, deed === "faster" ? 1 : -1, now));
      default:
        return this.#jump(deed);
    }
  }

  /** Show the moment of an event, and rest there. */
  toSeq(seq) {
    this.#move(goTo(this.state, this.extent, this.recording.beats.beatOf(seq)));
  }

  /** Show the end of a round, and rest there. */
  toRound(round) {
    this.#move(moveTo(this.state, this.extent, beatOfRound(this.recording, round)));
  }

  /** An event's link moves the replay; opened elsewhere, it is an ordinary link. */
  #follow(event) {
    const link = event.target.closest("a.event-seq");
    if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.toSeq(readMoment(link.hash));
    this.spectacle.events.list.focus(); // the link itself may go with the events after this one
  }

  #jump(deed) {
    const [, kind, way] = /^([a-z]+)(Back|On)$/.exec(deed);
    const beat = beatOfJump(this.recording, kind, this.state.beat, way === "On" ? 1 : -1);
    if (beat !== null) this.#move(goTo(this.state, this.extent, beat));
    else if (kind === "round") this.#move(way === "On" ? goLive(this.state, this.extent) : goTo(this.state, this.extent, 0));
  }

  #move(state, pace = STILL) {
    if (this.recording.lastBeat < 0) return;
    this.#pace = state.mode === "paused" ? pace : null;
    this.#become(state);
  }

  #become(state) {
    this.state = state;
    this.#show();
    if (state.mode !== "playing" || this.#isTicking) return;
    this.#isTicking = true;
    requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    this.#isTicking = false;
    const state = tick(this.state, this.extent, now);
    if (state === this.state && state.mode === "playing") {
      this.#isTicking = true;
      requestAnimationFrame((next) => this.#tick(next));
    } else {
      this.#become(state);
    }
  }

  #show() {
    if (this.recording.lastBeat < 0) return;
    const { state } = this;
    const view = this.recording.viewAt(state.beat);
    const isPast = state.mode !== "live";
    const pace = state.mode === "playing" ? state.tempo : this.#pace;
    this.spectacle.show({ ...view, replay: { isPast, isResting: state.mode === "paused", pace } });
    this.transport.draw(state, this.recording, view.table);
    this.link.querySelector("input").value = momentLink(this.game, this.seq);
  }
}

/** Go from link to link in the list of events. */
function walk(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (steps === undefined) return;
  const links = [...event.currentTarget.querySelectorAll("a.event-seq")];
  const next = links[links.indexOf(document.activeElement) + steps] ?? links[0];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
