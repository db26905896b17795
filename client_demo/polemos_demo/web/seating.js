// My seat on the page: feeds what happens into `seat.js`, sends what it wants, and keeps its secrets.

import { toBase64url } from "./base64url.js";
import { keyOfWords } from "./entropy.js";
import { Refused } from "./requests.js";
import { drawSecret } from "./secrets.js";
import * as seats from "./seat.js";

const RETRY_MS = 1_000;
const RETRIED = new Set(["rate_limited", "room_busy", "storage_full", "storage_failed", "server_failed"]);

/** Holds a seat as long as it is mine; `onchange()` is called whenever something of it changed. */
export class Seating {
  #applicant = null;
  #missing = [];

  constructor({ room, secrets, kept, mayHold, request, onchange }) {
    this.room = room;
    this.secrets = secrets;
    this.request = request;
    this.onchange = onchange;
    this.seat = seats.openSeat(room, kept, mayHold);
    addEventListener("storage", () => this.#become(seats.learnSeat(this.seat, secrets.room(room).seat)));
    addEventListener("pagehide", () => {
      if (this.isHeld) secrets.leaveMark(room);
    });
  }

  /** Whether this page plays the seat now. */
  get isHeld() {
    return this.seat.hold === "held";
  }

  /** The number of my seat, or null where I have none. */
  get number() {
    return this.seat.kept?.number ?? null;
  }

  opened() {
    this.#become(seats.connected(this.seat));
  }

  lost() {
    this.#become(seats.disconnected(this.seat));
    this.#goOn();
  }

  takenOver() {
    this.#become(seats.yielded(this.seat));
  }

  follow(game) {
    this.#become(seats.follow(this.seat, game));
  }

  happened(events) {
    this.#become(seats.happened(this.seat, events));
  }

  beheld(table) {
    this.#become(seats.beheld(this.seat, table));
  }

  looked(company) {
    this.#become(seats.looked(this.seat, company));
  }

  /** Take the seat over from another tab or device. */
  playHere() {
    this.#become(seats.insist(this.seat));
  }

  /** Take a free seat; resolves when it is mine, rejects with what refused it. */
  sit({ number, name, words }) {
    if (this.seat.kept !== null) return Promise.resolve();
    const key = words ? keyOfWords(words) : null;
    const kept = { number, secret: drawSecret(), key: key === null ? drawSecret() : toBase64url(key) };
    const { invite } = this.secrets.room(this.room);
    const newcomer = { invite_secret: invite, player_secret: this.secrets.player(), name };
    return new Promise((resolve, reject) => {
      this.#applicant = { resolve, reject };
      this.#become(seats.chooseSeat(this.seat, kept, newcomer));
    });
  }

  /** Ask for what only the seat's holder may; where the server misses the seat, once more behind its secret. */
  async ask(type, fields) {
    try {
      return await this.request(type, fields);
    } catch (refused) {
      if (refused.code !== "not_seated" || !this.isHeld) throw refused;
    }
    await new Promise((resolve) => {
      this.#missing.push(resolve);
      this.#become(seats.missed(this.seat));
    });
    return this.request(type, fields);
  }

  /** Give the seat up. */
  async leave() {
    try {
      await this.ask("leave_seat", { room: this.room });
    } catch (refused) {
      if (refused.code !== "not_seated") throw refused;
    }
    this.#become(seats.lose(this.seat, "left"));
  }

  #become(seat) {
    const before = this.seat;
    if (seat === before) return;
    this.seat = seat;
    if (seat.kept !== before.kept) this.secrets.keep(this.room, { seat: seat.kept });
    const request = seats.wanted(seat);
    if (request !== null) {
      this.seat = seats.asked(seat, request);
      this.#send(request);
    }
    this.onchange();
  }

  async #send(request) {
    try {
      const answer = await this.request(request.type, request.fields);
      this.#become(seats.accepted(this.seat, request, answer));
      if (this.isHeld) this.#settle("resolve");
      if (this.isHeld) this.#goOn();
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.#become(seats.refused(this.seat, request, refused.code));
      if (request.type === "resume_seat") this.#goOn();
      if (refused.code === "disconnected") return;
      if (this.seat.kept === null) this.#settle("reject", refused);
      if (RETRIED.has(refused.code)) {
        setTimeout(() => this.#become(seats.retried(this.seat)), refused.retryAfterMs ?? RETRY_MS);
      }
    }
  }

  #goOn() {
    for (const resolve of this.#missing.splice(0)) resolve();
  }

  #settle(how, refused) {
    this.#applicant?.[how](refused);
    this.#applicant = null;
  }
}
