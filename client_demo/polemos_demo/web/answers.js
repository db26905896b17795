// What can be asked of a game by keys: the piles, the last round, who leads, the cards on the table.

import { describe } from "./sentences.js";
import { cardName, listText, say, seatName, seatNames } from "./messages.js";
import { isOut } from "./table.js";

/** The questions, in the order of the help page: the key, its text there, and its answer of a view. */
export const QUESTIONS = [
  { keys: ["p"], text: "ask_piles", answer: pilesText },
  { keys: ["r"], text: "ask_round", answer: lastRoundText },
  { keys: ["a"], text: "ask_leader", answer: leaderText },
  { keys: ["c"], text: "ask_cards", answer: cardsText },
];

/** Tell turned cards with whose they are, hidden ones by their number. */
export function spokenCards(cards, names) {
  const seats = [...new Set(cards.map(({ seat }) => seat))];
  return listText(seats.map((seat) => spokenLane(cards.filter((laid) => laid.seat === seat), seatName(seat, names))));
}

function spokenLane(cards, seat) {
  const faces = cards.filter(({ card }) => card !== null).map(({ card }) => cardName(card));
  const hidden = cards.length - faces.length;
  if (hidden > 0) faces.push(say("hidden_some", { count: hidden }));
  return say("spoken_cards", { seat, cards: faces.join(", ") });
}

function pilesText({ table, people }) {
  if (table.dealt_at === null) return say("answer_undealt");
  const piles = table.piles.flatMap((count, seat) =>
    isOut(table, seat) ? [] : [say("answer_pile", { seat: seatName(seat, people.names), count })],
  );
  return say("answer_piles", { piles: listText(piles) });
}

function lastRoundText({ taken, people }) {
  if (taken === null) return say("answer_no_round");
  const sentence = describe({ type: "PileReturned", ...taken }, people.names);
  return say("answer_round", { sentence, cards: spokenCards(taken.cards, people.names) });
}

/** Tell who holds the most cards, and how far ahead. */
export function leaderText({ table, people }) {
  if (table.dealt_at === null) return say("answer_undealt");
  const most = Math.max(...table.piles);
  const leaders = table.piles.flatMap((count, seat) => (count === most ? [seat] : []));
  const seats = seatNames(leaders, people.names);
  if (leaders.length > 1) return say("answer_level", { seats, count: most });
  const next = Math.max(...table.piles.filter((_, seat) => seat !== leaders[0]));
  return say("answer_leader", { seat: seats, count: most, ahead: most - next });
}

function cardsText({ table, people }) {
  if (table.table.length === 0) return say("answer_no_cards");
  return say("answer_cards", { cards: spokenCards(table.table, people.names) });
}
