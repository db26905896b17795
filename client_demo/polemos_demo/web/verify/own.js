// A person's own part: what their key or their words must have brought to the deal (docs/fair-deal.md,
// "A person's entropy"). The page shows it beside what the events say.

import { toBase64url } from "../base64url.js";
import { hmacSha256, joined, sha256 } from "../sha256.js";

const WHITE_SPACE_AT_ENDS = /^\p{White_Space}+|\p{White_Space}+$/gu;
const encoder = new TextEncoder();

/** Make the key of seed words. */
export function keyOfWords(words) {
  const typed = words.normalize("NFC").replace(WHITE_SPACE_AT_ENDS, "");
  return sha256(encoder.encode(`polemos words\0${typed}`));
}

/** Derive the entropy of one attempt; `commitment` is the server's, as text. */
export function entropyOfKey(key, game, commitment) {
  return hmacSha256(key, joined(encoder.encode(`polemos entropy\0${game}\0${commitment}`)));
}

/** Tell whether a key is what a seat of an attempt brought; see `account.js` for attempts. */
export function isOfKey(key, game, { commitment, seats }, seat) {
  const { entropy } = seats[seat] ?? {};
  return Boolean(entropy) && entropy === toBase64url(entropyOfKey(key, game, commitment));
}
