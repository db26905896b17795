// What this browser keeps: who plays here, under which name, and each room's secrets. It survives a
// closed tab, because a seat must; only as many rooms are kept as are ever likely to be come back to.

import { toBase64url } from "./base64url.js";

const PLAYER = "polemos player";
const NAME = "polemos name";
const ROOMS = "polemos rooms";
const HERE = "polemos here";
export const ROOMS_KEPT_MAX = 64;
const SECRET_BYTES = 32;

/** Draw a secret of 32 bytes, as 43 letters. */
export function drawSecret() {
  return toBase64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** Open what this browser keeps; where it may keep nothing, this page remembers until it goes. */
export function openSecrets() {
  return new Secrets(usable("localStorage"), usable("sessionStorage"));
}

/** Keeps secrets in `storage`, and what only this tab may know in `tab`. */
export class Secrets {
  #storage;
  #tab;

  constructor(storage, tab) {
    this.#storage = storage;
    this.#tab = tab;
  }

  /** The secret that this browser's player id is derived from, drawn once. */
  player() {
    const kept = this.#storage.getItem(PLAYER);
    if (/^[A-Za-z0-9_-]{43}$/.test(kept ?? "")) return kept;
    const drawn = drawSecret();
    this.#storage.setItem(PLAYER, drawn);
    return drawn;
  }

  /** Whether there is such a secret yet: nobody has played in this browser before it is drawn. */
  get hasPlayer() {
    return this.#storage.getItem(PLAYER) !== null;
  }

  /** The name that was used last, or an empty text. */
  get name() {
    return this.#storage.getItem(NAME) ?? "";
  }

  set name(name) {
    this.#storage.setItem(NAME, name);
  }

  /** What is kept of a room: `host`, `invite`, `seat` {number, secret, key}, each or null. */
  room(room) {
    const { host = null, invite = null, seat = null } = new Map(this.#rooms()).get(room) ?? {};
    return { host, invite, seat };
  }

  /** Keep some of a room's secrets; null forgets one. The rooms touched longest ago go first. */
  keep(room, changes) {
    const others = this.#rooms().filter(([other]) => other !== room);
    const rooms = [...others, [room, { ...this.room(room), ...changes }]];
    this.#storage.setItem(ROOMS, JSON.stringify(rooms.slice(-ROOMS_KEPT_MAX)));
  }

  /** Note, as the page goes, that this tab held the room's seat. */
  leaveMark(room) {
    this.#tab.setItem(HERE, room);
  }

  /** Tell once whether this tab held the room's seat when its page went; a copied tab never did. */
  takeMark(room) {
    const isMarked = this.#tab.getItem(HERE) === room;
    this.#tab.removeItem(HERE);
    return isMarked;
  }

  #rooms() {
    try {
      return JSON.parse(this.#storage.getItem(ROOMS)) ?? [];
    } catch {
      return [];
    }
  }
}

function usable(name) {
  try {
    window[name].getItem(PLAYER);
    return window[name];
  } catch {
    return memory();
  }
}

function memory() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
}
