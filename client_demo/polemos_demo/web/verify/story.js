// A dealt game told event by event from RULES.md: a generator that says which event is due and is
// answered with the one that came. It needs the answer only where a face is not known.
//
// Each due event has `opens`: whether it begins a beat, before which a command may stand.

import { bestRank } from "./cards.js";
import { warStep } from "./war.js";

const ROUNDS_MAX = 100_000;

/**
 * @param {object} rules the rule set.
 * @param {(string|null)[][]} dealtPiles by seat, top first; null where a face is not known.
 * @param {((pot: string[], round: number) => string[])|null} shuffle puts a pot in the order of its
 *   return; null if the keys are not known.
 * @param {{rounds: number, wars: number}} tally completed rounds and wars so far, kept up to date.
 */
export function* story(rules, dealtPiles, shuffle, tally) {
  const piles = dealtPiles.map((pile) => [...pile]);
  const table = { piles, pot: [], places: piles.map(() => null), rules, shuffle, tally };
  const isRepeated = repetitions(table);
  for (;;) {
    const end = endBetweenRounds(table, isRepeated);
    if (end) {
      yield due(true, "GameEnded", end);
      return;
    }
    const leaders = yield* round(table, tally.rounds + 1);
    tally.rounds += 1;
    if (leaders) {
      yield due(true, "GameEnded", result(table, "exhausted", placesOfLeaders(table, leaders)));
      return;
    }
  }
}

function due(opens, type, fields) {
  return { opens, type, fields };
}

// Gives null, or the seats that share the first place because nobody can play on.
function* round(table, number) {
  const { rules, piles } = table;
  let turners = inGame(table);
  for (let step = 0; ; step += 1) {
    const faces = yield* turn(table, number, step, turners);
    const rank = bestRank(faces.map((card) => card[0]), rules);
    const tied = turners.filter((_, index) => faces[index][0] === rank);
    if (tied.length === 1) {
      yield* takePot(table, number, tied[0]);
      return null;
    }
    const war = warStep(rules, piles.map((pile) => pile.length), tied);
    yield due(true, "TieDeclared", {
      round: number, step, rank, seats: tied, participants: war.participants,
    });
    table.tally.wars += step === 0 ? 1 : 0;
    yield* hide(table, number, step + 1, war.hiding);
    if (war.participants.length < 2) return yield* endWithoutTurning(table, number, war);
    turners = war.participants;
  }
}

function* turn({ piles, pot }, round, step, turners) {
  const faces = [];
  for (const seat of turners) {
    const [card] = piles[seat];
    const { card: face } = yield due(faces.length === 0, "CardFlipped", { round, step, seat, card });
    piles[seat].shift();
    pot.push({ seat, card: face });
    faces.push(face);
  }
  return faces;
}

function* hide({ piles, pot }, round, step, hiding) {
  for (const seat of hiding) {
    yield due(false, "CardHidden", { round, step, seat });
    pot.push({ seat, card: piles[seat].shift() });
  }
}

// Edge cases 2 to 4: one can still play, or nobody of the war can, or nobody at all.
function* endWithoutTurning(table, number, { participants, leaders }) {
  const holding = [...table.piles.keys()].filter((seat) => table.piles[seat].length > 0);
  if (participants.length === 1) yield* takePot(table, number, participants[0]);
  else if (holding.length === 0) return leaders;
  else if (holding.length === 1) yield* takePot(table, number, holding[0]);
  else yield* leave(table, number, true);
  return null;
}

function* takePot(table, round, seat) {
  const { pot, piles } = table;
  yield due(true, "PileReturned", { round, seat, count: pot.length });
  piles[seat].push(...inOrderOfReturn(table, round, seat));
  pot.length = 0;
  yield* leave(table, round, false);
}

// Edge case 6: seats that leave in one round share their place.
function* leave(table, round, opens) {
  const staying = inGame(table);
  const leaving = staying.filter((seat) => table.piles[seat].length === 0);
  const place = staying.length - leaving.length + 1;
  for (const [index, seat] of leaving.entries()) {
    yield due(opens && index === 0, "SeatEliminated", { round, seat, place });
    table.places[seat] = place;
  }
}

function inOrderOfReturn({ pot, rules, shuffle }, round, winner) {
  const cards = (layers) => layers.map(({ card }) => card);
  if (!shuffle) return pot.map(() => null); // nobody may track a won card
  const own = cards(pot.filter(({ seat }) => seat === winner));
  const others = cards(pot.filter(({ seat }) => seat !== winner));
  switch (rules.return_order) {
    case "winner_first": return [...own, ...others];
    case "loser_first": return [...others, ...own];
    case "table": return cards(pot);
    default: return shuffle(cards(pot), round);
  }
}

function inGame({ places }) {
  return [...places.keys()].filter((seat) => places[seat] === null);
}

function endBetweenRounds(table, isRepeated) {
  const { rules, piles, tally } = table;
  const staying = inGame(table);
  const shareFirst = () => table.places.map((place) => place ?? 1);
  if (staying.length === 1) return result(table, "all_cards", shareFirst());
  if (rules.cap !== null && tally.rounds >= rules.cap) {
    if (rules.at_cap === "draw") return result(table, "cap", shareFirst());
    const more = (seat) => staying.filter((other) => piles[other].length > piles[seat].length);
    const places = table.places.map((place, seat) => place ?? 1 + more(seat).length);
    return result(table, "cap", places);
  }
  if (isRepeated()) return result(table, "endless", shareFirst());
  return tally.rounds >= ROUNDS_MAX ? result(table, "stopped", []) : null;
}

function placesOfLeaders(table, leaders) {
  return table.places.map((place, seat) => place ?? (leaders.includes(seat) ? 1 : leaders.length + 1));
}

function result({ tally }, reason, places) {
  const firsts = places.filter((place) => place === 1).length;
  const winner = firsts === 1 ? places.indexOf(1) : null;
  return { reason, winner, places, rounds: tally.rounds, wars: tally.wars };
}

// Edge case 7, and when it is noticed: all cards lie as they lay after round 0, 1, 2, 4, 8 … A shuffled
// return differs from round to round, a cap ends the game by itself, and unknown cards prove nothing.
function repetitions({ rules, piles, pot, shuffle, tally }) {
  if (rules.return_order === "shuffled" || rules.cap !== null || !shuffle) return () => false;
  const kept = new Set();
  return () => {
    const cards = `${piles.join("/")}|${pot.map(({ seat, card }) => seat + card)}`;
    if (kept.has(cards)) return true;
    if ((tally.rounds & (tally.rounds - 1)) === 0) kept.add(cards);
    return false;
  };
}
