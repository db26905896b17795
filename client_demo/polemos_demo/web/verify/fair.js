// The fair deal, step by step as docs/fair-deal.md has it: commitments, transcript, root, keys, shuffle.
// Digests, entropies and keys are bytes here; how events spell them is their readers' business.

import { fromBase64url, toBase64url } from "../base64url.js";
import { hmacSha256, joined, sha256 } from "../sha256.js";
import { deckOf } from "./cards.js";
import { canonicalRules, isHashText } from "./shapes.js";

export const FAIR = "fair/1";
export const SEEDED = "seeded/1";
const BYTE_VALUES = 256;

const encoder = new TextEncoder();
const utf8 = (text) => encoder.encode(text);
const behindZero = (text) => utf8(`${text}\0`);
const decimal = (number) => utf8(String(number));

/** Hash fields under a tag, each behind its length: `H`. */
export function tagged(tag, ...fields) {
  return sha256(joined(behindZero(tag), ...fields.flatMap((field) => [u32(field.length), field])));
}

/** Digest a rule set's canonical JSON. */
export function rulesDigest(rules) {
  return sha256(utf8(canonicalRules(rules)));
}

/** The entropy that everybody knows a bot to have. */
export function botEntropy(game, seat) {
  return tagged("fair/1 bot", utf8(game), decimal(seat));
}

/** What a seat with this entropy must have published when it sat down, as text. */
export function seatCommitment(game, seat, entropy) {
  return toBase64url(tagged("fair/1 seat", utf8(game), decimal(seat), entropy));
}

/** What a server with this secret must have published at the opening, as text; null if it is none. */
export function serverCommitment(scheme, game, secret) {
  if (scheme === SEEDED) return toBase64url(tagged("seeded/1 server", utf8(game), utf8(secret)));
  if (!isHashText(secret)) return null;
  return toBase64url(tagged("fair/1 server", utf8(game), fromBase64url(secret)));
}

/**
 * Derive transcript and root of a deal.
 *
 * @param {object} deal `scheme`, `game`, `rules`, `commitment` and `secret` as in the events, and
 *   `entropies`, bytes by seat.
 */
export function rooted({ scheme, game, rules, commitment, secret, entropies }) {
  const digest = rulesDigest(rules);
  const seats = decimal(entropies.length);
  if (scheme === SEEDED) {
    const transcript = tagged("seeded/1 transcript", digest, seats);
    const seed = tagged("seeded/1 seed", utf8(secret));
    return { transcript, root: labelled(seed, "seeded/1 extract", transcript) };
  }
  const transcript = tagged(
    "fair/1 transcript", utf8(game), digest, seats, fromBase64url(commitment),
    ...entropies.flatMap((entropy, seat) => [decimal(seat), entropy]),
  );
  return { transcript, root: labelled(fromBase64url(secret), "fair/1 extract", transcript) };
}

/** The key that shuffles the deck. */
export const deckKey = (root) => labelled(root, "fair/1 deck", u64(0));

/** The key that draws the seat of the first card. */
export const firstSeatKey = (root) => labelled(root, "fair/1 first seat", u64(0));

/** The key that shuffles the pot of a round, which counts from 1. */
export const returnKey = (root, round) => labelled(root, "fair/1 return", u64(round));

/** Shuffle a list with a key. */
export function shuffled(items, key) {
  const order = [...items];
  const draw = drawing(key);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** Draw the seat that gets the first card. */
export function firstSeat(players, key) {
  return drawing(key)(players);
}

/** Deal a deck, shuffled or not: card k goes to seat (first + k) mod players. */
export function dealt(deck, rules, first) {
  const aside = rules.deal === "equal" ? deck.length % rules.players : 0;
  const piles = Array.from({ length: rules.players }, () => []);
  deck.slice(0, deck.length - aside).forEach((card, k) => piles[(first + k) % rules.players].push(card));
  return { piles, setAside: deck.slice(deck.length - aside) };
}

/** Shuffle and deal what a root leads to. */
export function dealOf(root, rules) {
  const deck = shuffled(deckOf(rules.deck), deckKey(root));
  const first = firstSeat(rules.players, firstSeatKey(root));
  return { deck, first, ...dealt(deck, rules, first) };
}

function labelled(key, label, message) {
  return hmacSha256(key, joined(behindZero(label), message));
}

// Numbers below a bound, read on in the stream of one key; a byte that would favour some is thrown away.
function drawing(key) {
  let [block, place, blocks] = [[], 0, 0];
  const nextByte = () => {
    if (place === block.length) {
      [block, place] = [hmacSha256(key, u64(blocks)), 0];
      blocks += 1;
    }
    place += 1;
    return block[place - 1];
  };
  return (bound) => {
    const limit = BYTE_VALUES - (BYTE_VALUES % bound);
    let byte = nextByte();
    while (byte >= limit) byte = nextByte();
    return byte % bound;
  };
}

function u32(number) {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, number);
  return new Uint8Array(bytes.buffer);
}

function u64(number) {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, BigInt(number));
  return new Uint8Array(bytes.buffer);
}
