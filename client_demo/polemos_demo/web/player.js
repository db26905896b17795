// The public id of whoever plays in this browser, derived as by the server's `rooms/players`.

import { fromBase64url, toBase64url } from "./base64url.js";
import { joined, sha256 } from "./sha256.js";

const TAG = new TextEncoder().encode("polemos player\0");
const LETTERS = 22;

/** Derive the id from the player's secret of 43 letters; nobody finds the secret from it. */
export function playerOf(secret) {
  return toBase64url(sha256(joined(TAG, fromBase64url(secret)))).slice(0, LETTERS);
}
