// The server's clock, as far as this machine can tell: it learns from what is told live.

/** Tells the server's time in Unix milliseconds. */
export class ServerClock {
  #aheadMs = 0;

  /** Learn from a moment that the server has just told. */
  hear(at) {
    this.#aheadMs = Date.now() - at;
  }

  /** The time on the server. */
  now() {
    return Date.now() - this.#aheadMs;
  }
}
