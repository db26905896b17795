// Requests that wait for their answers: every one gets exactly one, or "disconnected".

import { refusalText } from "./language/refusals.js";
import { say } from "./messages.js";

/** A request that was not carried out; `code` is the wire's, or "disconnected". */
export class Refused extends Error {
  constructor(code, sentence, retryAfterMs = null) {
    super(sentence);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A request that cannot be sent, or whose answer will never come. */
export function disconnected() {
  return new Refused("disconnected", say("disconnected"));
}

/** Keeps the requests of one page by their ids. */
export class Requests {
  #waiting = new Map();
  #nextId = 1;

  /** Send a request with `send(text)`; resolves with `accepted`, rejects with `Refused`. */
  ask(send, type, fields) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      send(JSON.stringify({ ...fields, id, type }));
    });
  }

  /** Take an answer to whoever waits for it. */
  answer(push) {
    const waiting = this.#waiting.get(push.id);
    this.#waiting.delete(push.id);
    if (push.type === "accepted") waiting?.resolve(push);
    else waiting?.reject(new Refused(push.code, refusalText(push.code, push.sentence), push.retry_after_ms ?? null));
  }

  /** Give up on all of them, because their connection is gone. */
  drop() {
    for (const { reject } of this.#waiting.values()) reject(disconnected());
    this.#waiting.clear();
  }
}
