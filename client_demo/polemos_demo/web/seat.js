// My seat as a state machine. Pure: what happened goes in, and `wanted` tells the one request that
// should be sent now, derived from what is so and not from what was done. So a lost answer, a double
// click, an aborted deal, a rematch and a new connection all end in the same place.

import { fromBase64url, toBase64url } from "./base64url.js";
import { dealOf, emptyDeal, foldDeal } from "./deal.js";
import { commitSeat, seatEntropy } from "./entropy.js";

/**
 * The seat of a page that has just opened.
 *
 * `kept` is null or {number, secret, key} with `number` null where it is not known yet. `mayHold`
 * says whether to take the seat over from another connection without being asked.
 *
 * `hold` is `none`, `held` (by this connection) or `yielded` (another took it, and this page waits to
 * be asked). `lost` is null, or why the seat is no longer mine: `wrong_secret`, `left`, `removed`,
 * `unrevealed`.
 */
export function openSeat(room, kept, mayHold) {
  return {
    room, kept, mayHold, hold: "none", player: null, heldSince: null, newcomer: null, lost: null,
    deal: emptyDeal(), isConnected: false, asked: null, spent: null, isElsewhere: false,
    shownFor: null,
  };
}

/** Choose a free seat; `newcomer` is {invite_secret, player_secret, name}. */
export function chooseSeat(seat, kept, newcomer) {
  return { ...seat, kept, newcomer, mayHold: true, hold: "none", lost: null, spent: null };
}

/** Learn of a seat that this browser keeps, which another of its pages took. */
export function learnSeat(seat, kept) {
  if (kept?.secret === seat.kept?.secret) return seat;
  return { ...openSeat(seat.room, kept, false), deal: seat.deal, isConnected: seat.isConnected };
}

/** Take the seat over from wherever it is played, because the person asked. */
export function insist(seat) {
  return { ...seat, hold: "none", mayHold: true, isElsewhere: false, spent: null };
}

/** Note a new connection, which holds nothing yet. */
export function connected(seat) {
  return { ...disconnected(seat), isConnected: true, shownFor: null };
}

/** Note that the connection is gone; a seat that was held is held again by the next. */
export function disconnected(seat) {
  const hold = seat.hold === "held" ? "none" : seat.hold;
  return { ...seat, hold, isConnected: false, asked: null, spent: null };
}

/** Note that the server misses the seat, whose room has moved to another node: its secret is shown again. */
export function missed(seat) {
  return seat.hold === "held" ? { ...seat, hold: "none", mayHold: true, spent: null } : seat;
}

/** Note that another connection holds the seat from now on. */
export function yielded(seat) {
  return { ...seat, hold: "yielded", mayHold: false, isElsewhere: true, asked: null };
}

/** Begin anew with another game of the room. */
export function follow(seat, game) {
  return { ...seat, deal: emptyDeal(game), spent: null };
}

/** Fold events of the watched game. */
export function happened(seat, events) {
  const next = { ...seat, deal: foldDeal(seat.deal, events), spent: events.length ? null : seat.spent };
  const { released, game } = next.deal;
  if (released === null || next.heldSince === null || next.kept?.number !== released.seat) return next;
  const isMine = next.heldSince.game === game && released.seq > next.heldSince.seq;
  return isMine ? lose(next, released.reason) : next;
}

/** Begin with a table, for example a snapshot's. */
export function beheld(seat, table) {
  return { ...seat, deal: dealOf(table), spent: null };
}

/** Look at the company: whether the seat is still mine, and whether it is played elsewhere. */
export function looked(seat, company) {
  if (seat.kept === null || seat.hold === "held") return leftBehind(seat, company);
  const mine = company.seats[seat.kept.number];
  if (mine === undefined || seat.mayHold || seat.newcomer !== null) return seat;
  if (seat.hold === "yielded") return { ...seat, isElsewhere: mine.is_here };
  return { ...seat, isElsewhere: mine.is_here, mayHold: !mine.is_here };
}

/** The request that should be sent now, as {type, fields}, or null. */
export function wanted(seat) {
  if (!seat.isConnected || seat.asked !== null) return null;
  const request = nextRequest(seat);
  return request === null || keyOf(request) === seat.spent ? null : request;
}

/** Note that a request was sent. */
export function asked(seat, request) {
  return { ...seat, asked: keyOf(request) };
}

/** Note its acceptance. */
export function accepted(seat, request, answer) {
  const next = { ...seat, asked: null, spent: keyOf(request) };
  if (request.type === "reveal_entropy" || seat.kept === null) return next;
  const kept = { ...seat.kept, number: answer.seat ?? seat.kept.number };
  return {
    ...next, kept, newcomer: null, hold: "held", mayHold: true, isElsewhere: false,
    player: answer.player ?? seat.player, heldSince: { game: answer.game, seq: answer.seq },
  };
}

/**
 * Note its refusal: the same is not asked again before something changes. Only where the server
 * misses the seat it is asked once more, behind the seat's secret.
 */
export function refused(seat, request, code) {
  const next = { ...seat, asked: null, spent: keyOf(request) };
  if (code === "disconnected") return { ...next, spent: null };
  if (seat.newcomer !== null) return { ...next, kept: null, newcomer: null };
  if (code === "not_seated" && seat.shownFor !== next.spent) {
    return { ...missed(next), shownFor: next.spent };
  }
  return code === "wrong_secret" ? lose(next, code) : next;
}

/** Give the seat up. */
export function lose(seat, reason) {
  return { ...seat, kept: null, newcomer: null, hold: "none", heldSince: null, lost: reason };
}

/** Let a refused request be asked again. */
export function retried(seat) {
  return { ...seat, spent: null };
}

// Once the cards are dealt no event tells that a seat was given up: its cards turn by themselves.
function leftBehind(seat, company) {
  if (seat.hold !== "held" || !seat.deal.isDealt || seat.deal.game !== company.game) return seat;
  const standing = company.seats[seat.kept.number]?.standing;
  return standing === "left" || standing === "free" ? lose(seat, "removed") : seat;
}

function nextRequest(seat) {
  if (seat.kept === null || seat.hold === "yielded") return null;
  if (seat.hold === "held") return dealRequest(seat);
  if (seat.newcomer !== null) return newcomersRequest(seat);
  return seat.mayHold ? resumption(seat) : null;
}

// The seat may be ours already, where only the answer was lost.
function newcomersRequest(seat) {
  if (seat.deal.commitment === null) return null;
  const request = dealRequest(seat);
  return request?.type === "take_seat" ? request : resumption(seat);
}

function resumption({ room, kept }) {
  return { type: "resume_seat", fields: { room, seat_secret: kept.secret } };
}

function dealRequest({ room, kept, newcomer, deal }) {
  if (deal.commitment === null || deal.isDealt || deal.isEnded) return null;
  if (deal.isLocked) return reveal(room, kept, deal);
  const { commitment } = partOf(kept, deal, deal.commitment);
  if (deal.taken[kept.number] === commitment) return null;
  const fields = { game: deal.game, seat: kept.number, seat_secret: kept.secret, commitment };
  return { type: "take_seat", fields: { ...fields, ...newcomer } };
}

// Where a deal was aborted while a commitment was under way, the one that was locked is of the
// attempt before.
function reveal(room, kept, deal) {
  if (deal.revealed.includes(kept.number)) return null;
  const parts = deal.attempts.map((attempt) => partOf(kept, deal, attempt));
  const part = parts.find(({ commitment }) => commitment === deal.taken[kept.number]);
  if (part === undefined) return null;
  return { type: "reveal_entropy", fields: { room, entropy: toBase64url(part.entropy) } };
}

function partOf(kept, { game }, serverCommitment) {
  const entropy = seatEntropy(fromBase64url(kept.key), game, serverCommitment);
  return { entropy, commitment: commitSeat(game, kept.number, entropy) };
}

function keyOf(request) {
  return JSON.stringify(request);
}
