// Every event of a game, by seq. Cards and pots, nearly all of a game, are kept as a few numbers each
// and given back as they came, but for `prev`: following a replay needs no hashes.

import { Growing } from "./growing.js";

const PACKED = ["CardFlipped", "CardHidden", "PileReturned"];
const FIELDS = [
  new Set(["game", "seq", "at", "type", "prev", "round", "step", "seat", "card"]),
  new Set(["game", "seq", "at", "type", "prev", "round", "step", "seat"]),
  new Set(["game", "seq", "at", "type", "prev", "round", "seat", "count"]),
];
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const WHOLE = 3; // the kind of an event that is kept as it is
const [SEATS, STEPS, VALUES] = [4, 64, 256];

/** Keeps a game's events from seq 1 on, without a gap. */
export class Tape {
  #game = null;
  #at = new Growing(Float64Array);
  #rounds = new Growing();
  #words = new Growing();
  #whole = new Map();

  /** How many events there are, which is the last one's seq. */
  get length() {
    return this.#words.length;
  }

  append(event) {
    this.#game = event.game;
    const word = pack(event);
    this.#at.push(event.at);
    this.#rounds.push(word === WHOLE ? 0 : event.round);
    this.#words.push(word);
    if (word === WHOLE) this.#whole.set(event.seq, event);
  }

  /** The events from one seq up to another, both included. */
  read(first, last) {
    const events = [];
    for (let seq = Math.max(1, first); seq <= Math.min(last, this.length); seq += 1) {
      events.push(this.#whole.get(seq) ?? this.#unpack(seq));
    }
    return events;
  }

  #unpack(seq) {
    const [kind, seat, step, value] = unpackWord(this.#words.at(seq - 1));
    const event = {
      game: this.#game, seq, at: this.#at.at(seq - 1), type: PACKED[kind], round: this.#rounds.at(seq - 1), seat,
    };
    if (kind === 2) return { ...event, count: value };
    return kind === 1 ? { ...event, step } : { ...event, step, card: cardAt(value) };
  }
}

function pack(event) {
  const kind = PACKED.indexOf(event.type);
  if (kind < 0 || !Object.keys(event).every((key) => FIELDS[kind].has(key))) return WHOLE;
  const { seat, step = 0 } = event;
  const value = [() => numberOf(event.card), () => 0, () => event.count][kind]();
  const fits = isBelow(seat, SEATS) && isBelow(step, STEPS) && isBelow(value, VALUES) && isBelow(event.round, 2 ** 31);
  return fits ? kind + 4 * (seat + SEATS * (step + STEPS * value)) : WHOLE;
}

function unpackWord(word) {
  const rest = word >> 2;
  const further = Math.floor(rest / SEATS);
  return [word & 3, rest % SEATS, further % STEPS, Math.floor(further / STEPS)];
}

function isBelow(number, bound) {
  return Number.isInteger(number) && number >= 0 && number < bound;
}

// A card that has no number is -1, or another one's number: neither fits.
function numberOf(card) {
  const number = RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);
  return number >= 0 && cardAt(number) === card ? number : -1;
}

function cardAt(number) {
  return `${RANKS[number >> 2]}${SUITS[number & 3]}`;
}
