// Cards as two letters, a rank and a suit; which of them are in a deck, and which is the best.

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
const ACE = "A";
const LOWEST_OF_DECK = { 52: "2", 36: "6", 32: "7" };

/** How many cards a deck may have. */
export const DECKS = Object.keys(LOWEST_OF_DECK).map(Number);

/** List an unshuffled deck: ranks ascending, within a rank the suits in their order. */
export function deckOf(size) {
  const ranks = RANKS.slice(RANKS.indexOf(LOWEST_OF_DECK[size]));
  return [...ranks].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
}

/** Tell the rank that wins among ranks that lie there together; never two at a time. */
export function bestRank(ranks, rules) {
  const places = ranks.map((rank) => RANKS.indexOf(rank));
  if (rules.best === "lowest") return RANKS[Math.min(...places)];
  const best = RANKS[Math.max(...places)];
  const lowest = LOWEST_OF_DECK[rules.deck];
  return rules.six_beats_ace && best === ACE && ranks.includes(lowest) ? lowest : best;
}
