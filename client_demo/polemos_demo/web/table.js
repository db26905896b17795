// The public table as a fold over events: the same semantics as the server's `projections/tables`,
// and the same keys as a snapshot, so either can be the start of the other. Pure: a batch of events
// gives a new table and leaves the old one as it was.

import { note } from "./history.js";

/** The table of a game of which nothing is known. */
export function emptyTable(game = null) {
  return {
    game, preset: null, rules: null, deal: null, commitment: "", players: 0, seats: [],
    is_locked: false, revealed: [],
    tempo: null, is_autoplay_on: false, round: 0, step: 0, wars: 0, rounds_completed: 0,
    piles: [], table: [], set_aside: 0, first_seat: null, places: [],
    opened_at: 0, dealt_at: null, last_at: 0, history: [], events: 0, ended: null,
  };
}

/** Fold events, in order and without a gap, onto a table. */
export function foldEvents(table, events) {
  if (events.length === 0) return table;
  const next = copy(table);
  for (const event of events) {
    next.game = event.game;
    next.events = event.seq;
    next.last_at = event.at;
    FOLDS[event.type]?.(next, event);
  }
  return next;
}

/** The number of the round that is shown: from the deal on the first is played; null before it. */
export function roundShown(table) {
  return table.dealt_at === null ? null : Math.max(1, table.round, table.rounds_completed);
}

/** Whether a seat was eliminated. */
export function isOut(table, seat) {
  return table.places[seat] !== null && table.places[seat] !== undefined && !isStanding(table, seat);
}

// After the end every seat has a place; who still holds cards, or shares the first, never left.
function isStanding(table, seat) {
  return table.ended !== null && (table.places[seat] === 1 || table.piles[seat] > 0);
}

/**
 * The round and the step of the cards that are turned next.
 *
 * The card that was laid last tells: a hidden one is laid for its step's comparison, a turned one
 * ended its step's.
 */
export function nextTurn(table) {
  const last = table.table.at(-1);
  if (table.round <= table.rounds_completed || last === undefined) {
    return { round: table.rounds_completed + 1, step: 0 };
  }
  return { round: table.round, step: last.card === null ? last.step : last.step + 1 };
}

function copy(table) {
  return {
    ...table, seats: [...table.seats], piles: [...table.piles], table: [...table.table],
    places: [...table.places], history: [...table.history],
  };
}

function lay(table, event, card) {
  table.round = event.round;
  table.step = event.step;
  table.piles[event.seat] -= 1;
  table.table.push({ seat: event.seat, card, step: event.step });
}

function completeRound(table, round) {
  table.rounds_completed = round;
  table.history = note(table.history, round, table.piles);
}

const FOLDS = {
  GameOpened(table, event) {
    Object.assign(table, {
      preset: event.rules.preset, rules: event.rules, deal: event.deal, tempo: event.tempo,
      commitment: event.commitment,
      players: event.rules.players, opened_at: event.at,
      piles: Array(event.rules.players).fill(0), places: Array(event.rules.players).fill(null),
    });
  },
  SeatTaken(table, { seat, kind, player, commitment }) {
    table.seats = table.seats.filter((taken) => taken.seat !== seat);
    table.seats.push({ seat, kind, player, commitment });
    table.seats.sort((a, b) => a.seat - b.seat);
  },
  SeatReleased(table, { seat, commitment }) {
    table.seats = table.seats.filter((taken) => taken.seat !== seat);
    if (commitment === null) return;
    // An aborted deal: all commit anew.
    table.seats = table.seats.map((taken) => ({ ...taken, commitment: "" }));
    Object.assign(table, { commitment, is_locked: false, revealed: [] });
  },
  SeatsLocked(table) {
    table.is_locked = true;
  },
  EntropyRevealed(table, { seat }) {
    table.revealed = [...new Set([...table.revealed, seat])].sort((a, b) => a - b);
  },
  CardsDealt(table, event) {
    table.piles = [...event.counts];
    table.first_seat = event.first_seat;
    table.set_aside = event.set_aside;
    table.dealt_at = event.at;
    table.history = note(table.history, 0, event.counts);
  },
  CardFlipped(table, event) {
    lay(table, event, event.card);
  },
  TieDeclared(table, event) {
    table.step = event.step;
    if (event.step === 0) table.wars += 1; // a tie in a war goes on with the same war
  },
  CardHidden(table, event) {
    lay(table, event, null);
  },
  PileReturned(table, event) {
    table.piles[event.seat] += event.count;
    table.table = [];
    completeRound(table, event.round);
  },
  SeatEliminated(table, event) {
    table.places[event.seat] = event.place;
    // A dead pot: the round is over and its cards stay on the table (edge case 4).
    if (table.rounds_completed !== event.round) completeRound(table, event.round);
  },
  AutoplayStarted(table) {
    table.is_autoplay_on = true;
  },
  AutoplayPaused(table) {
    table.is_autoplay_on = false;
  },
  TempoChanged(table, event) {
    table.tempo = event.tempo;
  },
  GameEnded(table, event) {
    const { reason, winner, places, rounds, wars } = event;
    table.ended = { reason, winner, places: [...places], rounds, wars };
    table.is_autoplay_on = false;
    table.rounds_completed = rounds;
    table.wars = wars;
    if (places.length) table.places = [...places];
  },
};
