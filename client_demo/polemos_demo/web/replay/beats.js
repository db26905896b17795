// Which events belong to one beat, told from the events alone. Cards turned for one comparison, a
// tie with its hidden cards, and a pot's return with whoever leaves are appended as one; every other
// event stands alone. The terminal tells them apart by the same rules.

import { Growing } from "./growing.js";

/** Whether an event belongs to the beat of the one before it. */
export function continuesBeat(last, event) {
  switch (event.type) {
    case "CardFlipped":
      return last.type === "CardFlipped" && last.round === event.round && last.step === event.step;
    case "CardHidden":
      return last.type === "TieDeclared" || last.type === "CardHidden";
    case "SeatEliminated":
      return last.type === "PileReturned" || last.type === "SeatEliminated";
    default:
      return false;
  }
}

/** The beats of a growing game, counted from 0; its events begin with seq 1. */
export class Beats {
  #starts = new Growing();
  #last = null;

  /** How many there are; the last one may still grow. */
  get count() {
    return this.#starts.length;
  }

  append(event) {
    if (this.#last === null || !continuesBeat(this.#last, event)) this.#starts.push(event.seq);
    this.#last = event;
  }

  /** The seq of a beat's first event. */
  firstSeq(beat) {
    return this.#starts.at(beat);
  }

  /** The seq of a beat's last event so far. */
  lastSeq(beat) {
    return beat + 1 < this.count ? this.#starts.at(beat + 1) - 1 : this.#last.seq;
  }

  /** The beat that an event belongs to; the nearest one where the game has no such event. */
  beatOf(seq) {
    return Math.max(0, this.#starts.countUpTo(seq) - 1);
  }
}
