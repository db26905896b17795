// How far the deal of a game has come, as a fold over its events: which commitment of the server is
// the present one, who has committed to what, who has revealed. Pure.

const ATTEMPTS_MAX = 8;

/** The deal of a game of which nothing is known. */
export function emptyDeal(game = null) {
  return {
    game, commitment: null, attempts: [], taken: {}, revealed: [], released: null,
    isLocked: false, isDealt: false, isEnded: false,
  };
}

/** The deal as a snapshot's table tells it. */
export function dealOf(table) {
  return {
    ...emptyDeal(table.game),
    commitment: table.commitment || null,
    taken: Object.fromEntries(table.seats.map(({ seat, commitment }) => [seat, commitment])),
    revealed: table.revealed,
    isLocked: table.is_locked,
    isDealt: table.dealt_at !== null,
    isEnded: table.ended !== null,
  };
}

/** Fold events, in order and without a gap. */
export function foldDeal(deal, events) {
  return events.reduce((next, event) => FOLDS[event.type]?.(next, event) ?? next, deal);
}

const FOLDS = {
  GameOpened: (_, event) => attempted(emptyDeal(event.game), event.commitment),
  SeatTaken: (deal, { seat, commitment }) => ({ ...deal, taken: { ...deal.taken, [seat]: commitment } }),
  SeatReleased(deal, { seat, reason, commitment, seq }) {
    const { [seat]: _, ...taken } = deal.taken;
    const next = { ...deal, taken, released: { seat, reason, seq } };
    // After the lock it aborts the deal: the server has a new secret, and nothing revealed counts.
    return commitment === null ? next : { ...attempted(next, commitment), isLocked: false, revealed: [] };
  },
  SeatsLocked: (deal) => ({ ...deal, isLocked: true }),
  EntropyRevealed: (deal, { seat }) => ({ ...deal, revealed: [...deal.revealed, seat] }),
  CardsDealt: (deal) => ({ ...deal, isDealt: true }),
  GameEnded: (deal) => ({ ...deal, isEnded: true }),
};

function attempted(deal, commitment) {
  return { ...deal, commitment, attempts: [commitment, ...deal.attempts].slice(0, ATTEMPTS_MAX) };
}
