// The page's one socket: one watched game at a time, back-off, resume, silence noticed. What a push
// means for the game is `cursor.js`'s word; this file only moves bytes and waits.

import { delayMs } from "./backoff.js";
import { START, advance } from "./cursor.js";
import { Requests, disconnected } from "./requests.js";
import { takeSocket } from "./socket.js";

const SILENCE_MS_MAX = 60_000; // the server's heartbeat comes every 15 to 25 seconds
const ASK_AGAIN_MS_MIN = 1_000;
const SEAT_TAKEN_OVER = 4001;

/**
 * Keeps a game watched until it is told to end.
 *
 * `target` is {room} or {game}, or null to send requests only; `listener` has, each if it likes,
 * `onOpen()` before anything else is asked on a new connection, `onEvents(events)`, `onTable(table)`,
 * `onReset()`, `onCompany(company)`, `onAudience(audience)`, `onTakenOver()`, `onLost()`,
 * `onState(state)` and `onFault(refused)`. States: connecting, live, reconnecting, ended, closed.
 */
export class Connection {
  #socket = null;
  #cursor = START;
  #requests = new Requests();
  #attempt = 0;
  #timer = null;
  #heardAt = 0;
  #askedAt = 0;
  #byeDelayMs = null;

  constructor({ target = null, listener = {}, afterSeq = 0 }) {
    this.target = target;
    this.listener = listener;
    this.state = "connecting";
    if (target?.game) this.#cursor = { game: target.game, seq: afterSeq };
    this.#open();
    setInterval(() => this.#listenForSilence(), 5_000);
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#sever());
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
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(disconnected());
    return this.#requests.ask((text) => this.#socket.send(text), type, fields);
  }

  /** Watch another game in place of the present one, from its first event on. */
  follow(game) {
    const before = this.game;
    if (before === game) return;
    this.#cursor = { game, seq: 0 };
    this.listener.onReset?.();
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (before !== null) this.request("unwatch", { game: before }).catch(() => {});
    this.#watch();
  }

  /** Say that nothing more will come, so that a lost socket is not missed. */
  end() {
    this.#setState("ended");
    clearTimeout(this.#timer);
  }

  #open() {
    const socket = takeSocket();
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onopen = () => this.#begin();
    socket.onmessage = (message) => this.#hear(message.data);
    socket.onclose = (event) => {
      if (event.code === SEAT_TAKEN_OVER) this.listener.onTakenOver?.();
      this.#lose(socket);
    };
    // Whoever makes a connection learns of it after that, from an open socket too.
    if (socket.readyState === WebSocket.OPEN) queueMicrotask(() => this.#begin());
  }

  #begin() {
    this.listener.onOpen?.();
    if (this.target) this.#watch();
    else this.#settle();
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
    switch (push.type) {
      case "accepted":
      case "refused":
        return this.#requests.answer(push);
      case "company":
        return this.listener.onCompany?.(push);
      case "audience":
        return this.listener.onAudience?.(push);
      case "bye":
        this.#byeDelayMs = push.reconnect_after_ms;
        return undefined;
      default:
        return this.#advance(push);
    }
  }

  #advance(push) {
    const step = advance(this.#cursor, push);
    this.#cursor = step.cursor;
    if (push.type === "welcome" && push.game === this.game) this.#settle();
    if (step.isReset) this.listener.onReset?.();
    if (step.table) this.listener.onTable?.(step.table);
    if (step.events.length) this.listener.onEvents?.(step.events);
    if (step.isBehind && Date.now() - this.#askedAt > ASK_AGAIN_MS_MIN) this.#watch();
  }

  #settle() {
    this.#attempt = 0;
    if (this.state !== "ended") this.#setState("live");
  }

  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#requests.drop();
    if (this.state === "ended" || this.state === "closed") return;
    this.listener.onLost?.();
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

  /** Without a network an open socket says nothing for long: whoever looks is told now. */
  #sever() {
    if (this.state === "live" && this.#socket.readyState === WebSocket.OPEN) this.#abandon();
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
