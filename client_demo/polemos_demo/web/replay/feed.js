// Brings a game into a recording: the export first, then what comes live. Where the live connection
// skips events (a snapshot), the export is read again for what is missing; nothing is recorded twice.

import { readExport } from "../exported.js";

const RETRY_MS = 2_000;

/** Keeps `recording()` whole; `onGrow()` is called after every batch. */
export class Feed {
  #waiting = [];
  #isReading = false;

  constructor(game, recording, onGrow) {
    this.game = game;
    this.recording = recording;
    this.onGrow = onGrow;
    this.onEnd = () => {};
  }

  /** Read the export; rejects where there is none. */
  read() {
    return readExport(this.game, (events) => this.#record(events));
  }

  /** Take events that came live. */
  async take(events) {
    this.#waiting.push(...events);
    if (this.#isReading) return;
    if (this.#waiting[0].seq > this.recording().seq + 1) await this.fill();
    else this.#flush();
  }

  /** Read what was skipped. */
  async fill() {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      await this.read();
    } catch {
      // The connection says that it is lost; what is missing is still there when it comes back.
      setTimeout(() => this.fill(), RETRY_MS);
    }
    this.#isReading = false;
    this.#flush();
  }

  #flush() {
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length > 0 && events[0].seq <= this.recording().seq + 1) this.#record(events);
  }

  #record(events) {
    this.recording().append(events);
    this.onGrow();
    if (this.recording().isEnded) this.onEnd();
  }
}
