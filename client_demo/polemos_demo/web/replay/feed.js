// Brings a game into a recording: the export first, then what comes live. Where the live connection
// skips events (a snapshot), the export is read again for what is missing; nothing is recorded twice.

import { readExport } from "../exported.js";

const RETRY_MS = 2_000;
const WAITING_EVENTS_MAX = 20_000;

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
    if (this.#waiting.length > WAITING_EVENTS_MAX) this.#waiting = []; // the export has them too
    if (!this.#isReading) await this.#flush();
  }

  /** Read what was skipped, however often the server has to be asked for it. */
  async fill() {
    if (this.#isReading) return;
    this.#isReading = true;
    while (!(await this.#hasRead())) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    this.#isReading = false;
    await this.#flush();
  }

  async #hasRead() {
    try {
      await this.read();
      return true;
    } catch {
      return false; // the connection says that it is lost; what is missing is there when it is back
    }
  }

  async #flush() {
    if (this.#waiting.length === 0) return;
    if (this.#waiting[0].seq > this.recording().seq + 1) {
      await this.fill();
      return;
    }
    const events = this.#waiting;
    this.#waiting = [];
    this.#record(events);
  }

  #record(events) {
    this.recording().append(events);
    this.onGrow();
    if (this.recording().isEnded) this.onEnd();
  }
}
