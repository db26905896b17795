// One sentence for each event; its words are in `messages.js`.

import {
  cardText, presetTitle, rankValue, reasonText, say, seatName, seatNames, tempoText,
} from "./messages.js";

const TURN_LENGTH_MAX = 64; // characters: two lines on a small phone

/** Tell an event in words; `names` are the seats' where they are known. */
export function describe(event, names = []) {
  const sentence = SENTENCES[event.type];
  return sentence ? sentence(event, names) : event.type;
}

/** Tell what happened together last: one event, or the cards that were turned for one comparison. */
export function describeLast(events, names = []) {
  if (events.length === 0) return "";
  return events[0].type === "CardFlipped" ? describeTurn(events, names) : describe(events[0], names);
}

/** Tell the cards that were turned together, with whose they are where there is room. */
export function describeTurn(flips, names = []) {
  const cards = flips.map(({ card }) => cardText(card));
  const owned = flips.map(({ seat }, place) => say("card_of_seat", { card: cards[place], seat: seatName(seat, names) }));
  const named = say("cards_turned", { cards: owned.join(", ") });
  return named.length <= TURN_LENGTH_MAX ? named : say("cards_turned", { cards: cards.join(", ") });
}

/** Tell how a game ended and why: a headline and a reason. */
export function describeEnd(ended, names = []) {
  const first = ended.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (ended.winner !== null) {
    return { headline: say("wins", { seat: seatName(ended.winner, names) }), reason: reasonText(ended) };
  }
  if (ended.places.length === 0) {
    return { headline: say("no_result"), reason: reasonText(ended) };
  }
  return { headline: say("draw", { seats: seatNames(first, names) }), reason: reasonText(ended) };
}

const SENTENCES = {
  GameOpened: (event) => say("game_opened", { preset: presetTitle(event.rules.preset) }),
  SeatTaken: (event, names) =>
    event.kind === "bot"
      ? say("seat_taken", { seat: seatName(event.seat) })
      : say("seat_sits", { seat: seatName(event.seat, names) }),
  // Whoever had the seat has no name any more when this is read.
  SeatReleased: (event) => say(`seat_${event.reason}`, { seat: seatName(event.seat) }),
  SeatsLocked: (event) => say("seats_locked", { players: event.players }),
  EntropyRevealed: (event, names) => say("entropy_revealed", { seat: seatName(event.seat, names) }),
  CardsDealt: (event, names) =>
    say("cards_dealt", { counts: event.counts.join(", "), seat: seatName(event.first_seat, names) }),
  CardFlipped: (event, names) =>
    say("card_flipped", { seat: seatName(event.seat, names), card: cardText(event.card) }),
  TieDeclared: (event, names) =>
    say(event.step === 0 ? "war_begins" : "war_goes_on", {
      seats: seatNames(event.seats, names),
      rank: rankValue(event.rank),
    }),
  CardHidden: (event, names) => say("card_hidden", { seat: seatName(event.seat, names) }),
  PileReturned: (event, names) =>
    say("pile_returned", { seat: seatName(event.seat, names), count: event.count, round: event.round }),
  SeatEliminated: (event, names) =>
    say("seat_eliminated", { seat: seatName(event.seat, names), place: event.place }),
  AutoplayStarted: () => say("autoplay_started"),
  AutoplayPaused: () => say("autoplay_paused"),
  TempoChanged: (event) => say("tempo_changed", { tempo: tempoText(event.tempo) }),
  GameEnded: (event, names) => {
    const { headline, reason } = describeEnd(event, names);
    return `${headline} ${reason}`;
  },
};
