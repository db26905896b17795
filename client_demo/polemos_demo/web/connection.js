// The page's one socket: requests with ids, one watched game, back-off, resume, silence noticed.
// What a push means for the game is `cursor.js`'s word; this file only moves bytes and waits.

import { delayMs } from "./backoff.js";
import { START, advance } from "./cursor.js";
import { say } from "./messages.js";

const PROTOCOL = "polemos.v1";
const SILENCE_MS_MAX = 60_000; // the server's heartbeat comes every 15 to 25 seconds
const ASK_AGAIN_MS_MIN = 1_000;

/** A request that was not carried out; `code` is the wire's, or "disconnected". */
export class Refused extends Error {
  constructor(code, sentence, retryAfterMs = null) {
    super(sentence);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Keeps a game watched until it ends.
 *
 * `target` is {room} or {game}, or null to send requests only; `listener` has `onEvents(events)`,
 * `onTable(table)`, `onReset()`, `onState(state)`, `onControl(hasControl)` and `onFault(refused)`.
 * States: connecting, live, reconnecting, ended, closed.
 */
export class Connection {
  #socket = null;
  #cursor = START;
  #waiting = new Map();
  #nextId = 1;
  #attempt = 0;
  #timer = null;
  #heardAt = 0;
  #askedAt = 0;
  #byeDelayMs = null;

  constructor({ target = null, hostSecret = null, listener = {}, afterSeq = 0 }) {
    this.target = target;
    this.hostSecret = hostSecret;
    this.listener = listener;
    this.state = "connecting";
    if (target?.game) this.#cursor = { game: target.game, seq: afterSeq };
    this.#open();
    setInterval(() => this.#listenForSilence(), 5_000);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => this.#hurry());
  }

  /** The last event that was applied. */
  get seq() {
    return this.#cursor.seq;
  }

  /** The watched game's id once it is known. */
  get game() {
    return this.#cursor.game;
  }

  /** Send a request; resolves with `accepted`, rejects with `Refused`. */
  request(type, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("disconnected", say("disconnected")));
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...fields, id, type }));
    });
  }

  /** Say that nothing more will come, so that a lost socket is not missed. */
  end() {
    this.#setState("ended");
    clearTimeout(this.#timer);
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/socket`, PROTOCOL);
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onopen = () => this.#begin();
    socket.onmessage = (message) => this.#hear(message.data);
    socket.onclose = () => this.#lose(socket);
  }

  async #begin() {
    if (this.hostSecret && this.target?.room) this.#takeControl();
    if (this.target) this.#watch();
    else this.#settle();
  }

  async #takeControl() {
    try {
      await this.request("take_control", { room: this.target.room, host_secret: this.hostSecret });
      this.listener.onControl?.(true);
    } catch (refused) {
      if (refused.code === "disconnected") return;
      this.listener.onControl?.(false, refused);
    }
  }

  async #watch() {
    this.#askedAt = Date.now();
    const { game, seq } = this.#cursor;
    const fields = game === null ? { ...this.target, after_seq: 0 } : { game, after_seq: seq };
    try {
      await this.request("watch", fields);
    } catch (refused) {
      if (refused.code === "disconnected") return;
      if (refused.retryAfterMs === null) return this.#giveUp(refused);
      this.#timer = setTimeout(() => this.#watch(), refused.retryAfterMs);
    }
  }

  #giveUp(refused) {
    this.#setState("closed");
    this.#socket.close(1000);
    this.listener.onFault?.(refused);
  }

  #hear(text) {
    this.#heardAt = Date.now();
    const push = JSON.parse(text);
    if (push.type === "accepted" || push.type === "refused") return this.#answer(push);
    if (push.type === "bye") {
      this.#byeDelayMs = push.reconnect_after_ms;
      return;
    }
    const step = advance(this.#cursor, push);
    this.#cursor = step.cursor;
    if (push.type === "welcome") this.#settle();
    if (step.isReset) this.listener.onReset?.();
    if (step.table) this.listener.onTable?.(step.table);
    if (step.events.length) this.listener.onEvents?.(step.events);
    if (step.isBehind && Date.now() - this.#askedAt > ASK_AGAIN_MS_MIN) this.#watch();
  }

  #answer(push) {
    const waiting = this.#waiting.get(push.id);
    this.#waiting.delete(push.id);
    if (push.type === "accepted") waiting?.resolve(push);
    else waiting?.reject(new Refused(push.code, push.sentence, push.retry_after_ms ?? null));
  }

  #settle() {
    this.#attempt = 0;
    if (this.state !== "ended") this.#setState("live");
  }

  #lose(socket) {
    if (socket !== this.#socket) return;
    for (const { reject } of this.#waiting.values()) {
      reject(new Refused("disconnected", say("disconnected")));
    }
    this.#waiting.clear();
    if (this.state === "ended" || this.state === "closed") return;
    this.#setState("reconnecting");
    const wait = this.#byeDelayMs ?? delayMs(this.#attempt);
    this.#byeDelayMs = null;
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  /** Try at once when the network or the person comes back, instead of waiting out the delay. */
  #hurry() {
    if (document.visibilityState === "hidden" || this.state !== "reconnecting") return;
    if (this.#socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  #listenForSilence() {
    const isOpen = this.#socket.readyState === WebSocket.OPEN;
    if (this.target && this.state === "live" && isOpen) {
      if (Date.now() - this.#heardAt > SILENCE_MS_MAX) this.#abandon();
    }
  }

  /** A half-open socket reports its close only after minutes: stop listening to it now. */
  #abandon() {
    const silent = this.#socket;
    silent.onmessage = silent.onclose = null;
    silent.close();
    this.#lose(silent);
  }

  #setState(state) {
    this.state = state;
    this.listener.onState?.(state);
  }
}
