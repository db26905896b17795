// A game that can be looked at as it lay after any of its beats. A seek folds from the nearest
// keyframe before it, so its cost is bounded however long the game is, and so is the memory: when
// there are too many keyframes, every second one goes and the next ones stand twice as far apart.

import { emptyView, foldView, RECENT_EVENTS_MAX } from "../moments.js";
import { countUpTo } from "./growing.js";
import { Beats } from "./beats.js";
import { Course } from "./course.js";
import { Tape } from "./tape.js";

export const KEYFRAME_EVENTS = 512;
export const KEYFRAMES_MAX = 256;

/** Records a game's events and shows the table after any beat. */
export class Recording {
  #tape = new Tape();
  #frames;
  #near = null;

  constructor(game, { keyframeEvents = KEYFRAME_EVENTS, keyframesMax = KEYFRAMES_MAX } = {}) {
    this.game = game;
    this.beats = new Beats();
    this.course = new Course();
    this.keyframeEvents = keyframeEvents;
    this.keyframesMax = keyframesMax;
    /** How many events the latest look folded. */
    this.foldedEvents = 0;
    this.#frames = [{ seq: 0, view: emptyView(game) }];
  }

  /** The last event that is recorded. */
  get seq() {
    return this.#tape.length;
  }

  /** The last beat, or -1 before the first event. */
  get lastBeat() {
    return this.beats.count - 1;
  }

  /** Whether nothing can follow. */
  get isEnded() {
    return this.course.end !== null;
  }

  /** How many keyframes are kept. */
  get keyframes() {
    return this.#frames.length;
  }

  /** Record what follows; events that are recorded already are passed over. */
  append(events) {
    for (const event of events) {
      if (event.seq <= this.seq) continue;
      if (event.seq > this.seq + 1) throw new RangeError(`event ${event.seq} came after ${this.seq}`);
      this.beats.append(event);
      this.#tape.append(event);
      this.course.append(event);
      // The beat before this one is whole now.
      if (this.beats.firstSeq(this.lastBeat) === event.seq) this.#keep(event.seq - 1);
    }
  }

  /** The events from one seq up to another, both included. */
  read(first, last) {
    return this.#tape.read(first, last);
  }

  /** The view after a beat. */
  viewAt(beat) {
    const seq = this.beats.lastSeq(beat);
    const from = this.#nearest(seq);
    const view = foldView(from.view, this.read(from.seq + 1, seq));
    this.foldedEvents = seq - from.seq;
    // Cards that are turned together are told together: nothing goes on from within a beat.
    if (beat < this.lastBeat || this.isEnded) this.#near = { seq, view: lean(view) };
    return { ...view, recent: this.read(seq - RECENT_EVENTS_MAX + 1, seq), warRounds: [], course: this.course };
  }

  #nearest(seq) {
    const frame = this.#frames[countUpTo(this.#frames.length, (index) => this.#frames[index].seq, seq) - 1];
    return this.#near !== null && this.#near.seq <= seq && this.#near.seq > frame.seq ? this.#near : frame;
  }

  #keep(seq) {
    const last = this.#frames.at(-1);
    if (seq - last.seq < this.keyframeEvents) return;
    this.#frames.push({ seq, view: lean(foldView(last.view, this.read(last.seq + 1, seq))) });
    if (this.#frames.length <= this.keyframesMax) return;
    this.#frames = this.#frames.filter((_, index) => index % 2 === 0);
    this.keyframeEvents *= 2;
  }
}

// What the tape and the course know anyway.
function lean(view) {
  return { ...view, recent: [], warRounds: [] };
}
