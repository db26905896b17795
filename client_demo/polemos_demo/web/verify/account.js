// What an export told about the deal: who brought what, what followed from it, and what that leaves open.

import { fromBase64url } from "../base64url.js";
import { deckKey, firstSeatKey, SEEDED } from "./fair.js";

/**
 * Collect what was opened, by whom, and what was dealt. Null before a game was opened. Texts are spelled
 * as in the events; derived bytes are in hexadecimal, as in the vectors of docs/fair-deal.md.
 *
 * `attempts` are all attempts at the deal, the last one last: `commitment` and `secret` of the server,
 * `aborted` (`seat`, `reason`) or null, and `seats`, each null or `kind`, `player`, `commitment`,
 * `entropy` and `isPublic` (known to everybody, as a bot's). `deal` is null until cards are dealt, and
 * tells only the `first_seat` until the secret is known.
 */
export function accountOf({ lobby, deal, play, isEnded }) {
  if (!lobby) return null;
  const { opening, attempts } = lobby;
  return {
    game: opening.game,
    rules: opening.rules,
    rules_digest: opening.rules_digest,
    scheme: opening.deal,
    isChosen: opening.deal === SEEDED,
    isEnded,
    rounds: play?.tally.rounds ?? 0,
    wars: play?.tally.wars ?? 0,
    attempts,
    deal: deal && dealTold(deal),
  };
}

/** What was dealt, as the vectors of docs/fair-deal.md spell it. */
export function dealTold({ first, transcript, root, deck, piles, setAside }) {
  if (!root) return { first_seat: first };
  return {
    transcript: hex(transcript),
    root: hex(root),
    keys: { deck: hex(deckKey(root)), first_seat: hex(firstSeatKey(root)) },
    deck,
    first_seat: first,
    piles,
    set_aside: setAside,
  };
}

/**
 * Tell what even an export without a fault does not prove (docs/audit.md). Behind a wrong line nobody
 * knows whether the game goes on.
 */
export function unproved(account, expectedHead, isStopped) {
  const notes = [];
  const note = (code, values = {}) => notes.push({ code, values });
  const aborted = account?.attempts.filter((attempt) => attempt.aborted).length ?? 0;
  if (!account?.isEnded && !isStopped) note("goes_on");
  if (account?.isChosen) note("seed_chosen");
  else if (account?.deal && account.attempts.at(-1).seats.every((seat) => seat.isPublic)) {
    note("entropy_all_public");
  }
  if (aborted) note("attempts_aborted", { count: aborted });
  note("server_knew");
  if (!expectedHead) note("head_to_compare");
  note("times_are_the_servers");
  note("who_sat_there");
  return notes;
}

/** Spell bytes in hexadecimal. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Spell in hexadecimal what an event spells in base64url. */
export const hexOfText = (text) => hex(fromBase64url(text));
