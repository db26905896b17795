// Before the cards are dealt: who sits, what they committed to, what was shown of it, and whether the
// deal is what all of that leads to. An attempt that came to nothing stays in the list of attempts.

import { fromBase64url, toBase64url } from "../base64url.js";
import { deckOf } from "./cards.js";
import {
  botEntropy, dealOf, dealt, firstSeat, firstSeatKey, rooted, rulesDigest, seatCommitment,
  serverCommitment,
} from "./fair.js";
import { Fault } from "./fault.js";
import { wrongRule } from "./ruleset.js";

const ENDS_BY_COMMAND = new Set(["abandoned", "closed_by_host", "stopped"]);
const NOTHING_PLAYED = { winner: null, places: [], rounds: 0, wars: 0 };

/** The lobby of one game, from its opening to its deal or its end. */
export class Lobby {
  /**
   * @param {object} opening the `GameOpened`; its line's `game` counts.
   * @param {Map<string, string>} secrets every secret that the export shows, by what it opens.
   */
  constructor(opening, secrets) {
    const wrong = wrongRule(opening.rules);
    if (wrong) throw refused("rules", { rule: wrong, value: opening.rules[wrong] });
    const digest = toBase64url(rulesDigest(opening.rules));
    if (digest !== opening.rules_digest) throw refused("rules_digest", { digest });
    this.opening = opening;
    this.game = opening.game;
    this.secrets = secrets;
    this.attempts = [];
    this.spent = new Set();
    this.open(opening.commitment, Array(opening.rules.players).fill(null));
  }

  /** The attempt that goes on: the server's commitment and what each seat has to do with it. */
  get attempt() {
    return this.attempts.at(-1);
  }

  /** Begin an attempt at the deal with the seats as they are. */
  open(commitment, seats) {
    this.isLocked = false;
    this.attempts.push({ commitment, secret: null, seats, aborted: null });
  }

  /** Move on by an event, or throw why it cannot stand here; gives the deal once there is one. */
  follow(event) {
    switch (event.type) {
      case "SeatTaken": return this.take(event);
      case "SeatReleased": return this.release(event);
      case "SeatsLocked": return this.lock(event);
      case "EntropyRevealed": return this.reveal(event);
      case "CardsDealt": return this.deal(event);
      case "GameEnded": return this.end(event);
      case "GameOpened": throw refused("opened_twice");
      default: throw refused("not_dealt", { type: event.type });
    }
  }

  take({ seat, kind, player, commitment }) {
    const isPublic = commitment === seatCommitment(this.game, seat, botEntropy(this.game, seat));
    if (kind === "bot" && !isPublic) throw new Fault("bot_not_public", { seat });
    this.mustExist(seat);
    if (this.isLocked) throw refused("locked");
    const { seats } = this.attempt;
    const holder = seats[seat];
    const isItsHolder = holder?.commitment === null && holder.kind === kind && holder.player === player;
    if (holder && !isItsHolder) throw refused("seat_taken", { seat });
    const isUsed = commitment === this.attempt.commitment ||
      seats.some((other) => other?.commitment === commitment);
    // A bot's entropy is public anyway, so it alone may come back with the same.
    if (isUsed || (kind === "human" && this.spent.has(commitment))) {
      throw refused("commitment_repeated", { seat });
    }
    seats[seat] = { kind, player, commitment, entropy: null, isPublic };
  }

  release({ seat, reason, secret, commitment }) {
    if (secret !== null) this.mustOpen(secret);
    this.mustExist(seat);
    const { attempt } = this;
    if (!attempt.seats[seat]) throw refused("seat_free", { seat });
    if (!this.isLocked) {
      if (secret !== null || commitment !== null) throw otherDue("not_locked");
      attempt.seats[seat] = null;
      return;
    }
    if (secret === null) throw otherDue("secret_kept");
    if (commitment === null || commitment === attempt.commitment) throw refused("no_new_commitment");
    attempt.secret = secret;
    attempt.aborted = { seat, reason };
    for (const taken of attempt.seats) this.spent.add(taken.commitment);
    this.open(commitment, attempt.seats.map((taken, number) => number === seat ? null : {
      ...taken, commitment: null, entropy: null,
    }));
  }

  lock({ players }) {
    if (this.isLocked) throw refused("locked");
    const waiting = this.attempt.seats.findIndex((seat) => !seat?.commitment);
    if (waiting >= 0) throw refused("seat_uncommitted", { seat: waiting });
    const due = this.attempt.seats.length;
    if (players !== due) throw otherDue("players", { players, due });
    this.isLocked = true;
  }

  reveal({ seat: number, entropy }) {
    this.mustExist(number);
    const seat = this.attempt.seats[number];
    if (!seat) throw refused("seat_free", { seat: number });
    if (!this.isLocked) throw refused("not_locked");
    if (seat.entropy !== null) throw refused("revealed_twice", { seat: number });
    if (seatCommitment(this.game, number, fromBase64url(entropy)) !== seat.commitment) {
      throw new Fault("entropy_unopened", { seat: number });
    }
    seat.entropy = entropy;
  }

  /** Deal: with the secret every pile is known, without it only how many cards lie in it. */
  deal({ counts, first_seat: first, set_aside: aside }) {
    const { rules } = this.opening;
    if (!this.isLocked) throw refused("not_locked");
    const hiding = this.attempt.seats.findIndex((seat) => seat.entropy === null);
    if (hiding >= 0) throw refused("seat_unrevealed", { seat: hiding });
    this.mustExist(first);
    const root = this.rootOfAttempt();
    const due = root ? firstSeat(rules.players, firstSeatKey(root.root)) : first;
    if (first !== due) throw new Fault("deal_differs", { first, due });
    const faceless = dealt(deckOf(rules.deck).map(() => null), rules, first);
    const dueCounts = faceless.piles.map((pile) => pile.length);
    const isRight = String(counts) === String(dueCounts) && aside === faceless.setAside.length;
    if (!isRight) {
      throw new Fault("deal_differs", { counts, aside, dueCounts, dueAside: faceless.setAside.length });
    }
    return { first, ...faceless, ...(root ? { ...root, ...dealOf(root.root, rules) } : {}) };
  }

  end(event) {
    if (!ENDS_BY_COMMAND.has(event.reason)) throw refused("not_dealt", { type: event.type });
    mustSay(event, NOTHING_PLAYED);
    this.close(event);
  }

  /** Take the secret that ends the game. */
  close({ secret }) {
    this.mustOpen(secret);
    this.attempt.secret = secret;
  }

  /** Hold a revealed secret against the commitment of the attempt. */
  mustOpen(secret) {
    const { commitment } = this.attempt;
    if (serverCommitment(this.opening.deal, this.game, secret) !== commitment) {
      throw new Fault("secret_unopened", { commitment });
    }
  }

  mustExist(seat) {
    const { players } = this.opening.rules;
    if (seat >= players) throw refused("seat_unknown", { seat, players });
  }

  rootOfAttempt() {
    const { commitment, seats } = this.attempt;
    const secret = this.secrets.get(commitment);
    if (secret === undefined) return null;
    const entropies = seats.map((seat) => fromBase64url(seat.entropy));
    const { deal: scheme, rules } = this.opening;
    return rooted({ scheme, game: this.game, rules, commitment, secret, entropies });
  }
}

/** The rules do not allow the event here. */
export function refused(why, values = {}) {
  return new Fault("refused", { why, ...values });
}

/** An end by command: hold what it says against what was played. */
export function isByCommand(event) {
  return event.type === "GameEnded" && ENDS_BY_COMMAND.has(event.reason);
}

/** Hold an event's fields against what they must be. */
export function mustSay(event, due) {
  for (const [field, value] of Object.entries(due)) {
    const said = event[field];
    if (said === value || (Array.isArray(value) && String(said) === String(value))) continue;
    throw new Fault("other_due", { why: "value", type: event.type, field, said, due: value });
  }
}

function otherDue(why, values = {}) {
  return new Fault("other_due", { why, ...values });
}
