// The fields of every event and what each may hold (docs/audit.md, schemas/events.json). A kind is a
// question that is asked of a JSON value.

import { RANKS, SUITS } from "./cards.js";

const SEATS_MAX = 4;

const whole = (least, most = Number.MAX_SAFE_INTEGER) => (value) =>
  Number.isInteger(value) && value >= least && value <= most;
const among = (...texts) => (value) => texts.includes(value);
const orNull = (kind) => (value) => value === null || kind(value);
const listOf = (kind) => (value) =>
  Array.isArray(value) && value.length <= SEATS_MAX && value.every(kind);
const matching = (pattern) => (value) => typeof value === "string" && pattern.test(value);

// Thirty-two bytes are 42 letters of six bits and one whose last two bits are zero.
const isHash = matching(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/);
const isGame = matching(/^[a-z0-9]{1,32}-[1-9][0-9]{0,8}$/);
const isText = (value) => typeof value === "string" && !HALF_A_CHARACTER.test(value);
const HALF_A_CHARACTER = /\p{Surrogate}/u;
const isSwitch = (value) => value === true || value === false;
const isCount = whole(0);
const isOrdinal = whole(1);
const isSeat = whole(0, SEATS_MAX - 1);
const isTempo = among("0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "lightning");

const RULES = {
  at_cap: among("draw", "most_cards"),
  best: among("highest", "lowest"),
  cap: orNull(isCount),
  deal: among("all", "equal"),
  deck: isCount,
  hidden_cards: isCount,
  players: isCount,
  preset: isText,
  return_order: among("shuffled", "winner_first", "loser_first", "table"),
  short_in_war: among("last_card_up", "out"),
  six_beats_ace: isSwitch,
  war_joined_by: among("everybody", "tied"),
};
const RULE_NAMES = Object.keys(RULES);

const isRules = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) &&
  Object.keys(value).length === RULE_NAMES.length &&
  RULE_NAMES.every((name) => Object.hasOwn(value, name) && RULES[name](value[name]));

const ENVELOPE = {
  at: isCount,
  game: isGame,
  prev: (value) => value === "" || isHash(value),
  seq: isOrdinal,
};

const EVENTS = {
  GameOpened: {
    rules: isRules,
    rules_digest: isHash,
    deal: among("fair/1", "seeded/1"),
    commitment: isHash,
    tempo: isTempo,
    opened_by: isText,
  },
  SeatTaken: { seat: isSeat, kind: among("human", "bot"), player: isText, commitment: isHash },
  SeatReleased: {
    seat: isSeat,
    reason: among("left", "removed", "unrevealed"),
    secret: orNull(isText),
    commitment: orNull(isHash),
  },
  SeatsLocked: { players: isCount },
  EntropyRevealed: { seat: isSeat, entropy: isHash },
  CardsDealt: { counts: listOf(isCount), first_seat: isSeat, set_aside: isCount },
  CardFlipped: {
    round: isOrdinal,
    step: isCount,
    seat: isSeat,
    card: matching(new RegExp(`^[${RANKS}][${SUITS}]$`)),
  },
  TieDeclared: {
    round: isOrdinal,
    step: isCount,
    rank: matching(new RegExp(`^[${RANKS}]$`)),
    seats: listOf(isSeat),
    participants: listOf(isSeat),
  },
  CardHidden: { round: isOrdinal, step: isOrdinal, seat: isSeat },
  PileReturned: { round: isOrdinal, seat: isSeat, count: isCount },
  SeatEliminated: { round: isOrdinal, seat: isSeat, place: isOrdinal },
  AutoplayStarted: {},
  AutoplayPaused: {},
  TempoChanged: { tempo: isTempo },
  GameEnded: {
    reason: among(
      "all_cards", "cap", "exhausted", "endless", "abandoned", "closed_by_host", "stopped",
    ),
    winner: orNull(isSeat),
    places: listOf(isOrdinal),
    rounds: isCount,
    wars: isCount,
    secret: isText,
  },
};

/** Every type by its name: `kinds`, a pair for each field, and `order`, all names in a line's order. */
export const SHAPES = new Map(
  Object.entries(EVENTS).map(([type, fields]) => {
    const kinds = Object.entries({ ...ENVELOPE, ...fields });
    const names = [...kinds.map(([name]) => name), "type"];
    return [type, { kinds, order: (fields.rules ? [...names, ...RULE_NAMES] : names).sort() }];
  }),
);

/** The fields of a type that are its own. */
export const OWN_FIELDS = new Map(
  Object.entries(EVENTS).map(([type, fields]) => [type, Object.keys(fields)]),
);

/** Tell whether a text spells 32 bytes in base64url. */
export const isHashText = isHash;

/** Write a rule set in its only form. */
export function canonicalRules(rules) {
  return JSON.stringify(rules, [...RULE_NAMES].sort());
}
