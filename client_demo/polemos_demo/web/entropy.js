// A seat's part in the fair deal. Its key never leaves this browser but in the seat's own link; the
// entropy of each attempt is derived from it, so every device that has the link knows the same, and
// the commitment is what the server sees until the seats are locked (docs/fair-deal.md).

import { toBase64url } from "./base64url.js";
import { hmacSha256, joined, sha256 } from "./sha256.js";

const ENTROPY_TAG = "polemos entropy";
const WORDS_TAG = "polemos words";
const SEAT_TAG = "fair/1 seat";
const WHITE_AT_ENDS = /^\p{White_Space}+|\p{White_Space}+$/gu; // `trim` has a list of its own

/** Make a seat's key of the seed words that somebody typed; null where there are none. */
export function keyOfWords(words) {
  const trimmed = words.normalize("NFC").replace(WHITE_AT_ENDS, "");
  return trimmed === "" ? null : sha256(joined(tag(WORDS_TAG), utf8(trimmed)));
}

/** Derive the entropy for one attempt at a deal, of which `commitment` is the server's. */
export function seatEntropy(key, game, commitment) {
  return hmacSha256(key, joined(tag(ENTROPY_TAG), tag(game), utf8(commitment)));
}

/** Commit a seat to its entropy: the 43 letters that `take_seat` shows. */
export function commitSeat(game, seat, entropy) {
  return toBase64url(taggedHash(SEAT_TAG, utf8(game), utf8(String(seat)), entropy));
}

/** Hash fields of bytes under a tag, each behind its length: `H` of the fair deal. */
export function taggedHash(name, ...fields) {
  return sha256(joined(tag(name), ...fields.flatMap((field) => [lengthOf(field), field])));
}

function tag(text) {
  return joined(utf8(text), Uint8Array.of(0));
}

function lengthOf(field) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, field.length);
  return bytes;
}

function utf8(text) {
  return new TextEncoder().encode(text);
}
