// One sentence for each event; its words are in `messages.js`.

import { cardName, reasonText, say, seatName, seatNames, tempoText } from "./messages.js";

/** Tell an event in words. */
export function describe(event) {
  const sentence = SENTENCES[event.type];
  return sentence ? sentence(event) : event.type;
}

/** Tell the cards that were turned together. */
export function describeTurn(flips) {
  return say("cards_turned", { cards: flips.map(({ card }) => cardName(card)).join(", ") });
}

/** Tell how a game ended and why: a headline and a reason. */
export function describeEnd(ended) {
  const first = ended.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (ended.winner !== null) {
    return { headline: say("wins", { seat: seatName(ended.winner) }), reason: reasonText(ended) };
  }
  if (ended.places.length === 0) {
    return { headline: say("no_result"), reason: reasonText(ended) };
  }
  return { headline: say("draw", { seats: seatNames(first) }), reason: reasonText(ended) };
}

const SENTENCES = {
  GameOpened: (event) => say("game_opened", { preset: event.rules.preset }),
  SeatTaken: (event) => say("seat_taken", { seat: seatName(event.seat), kind: event.kind }),
  SeatReleased: (event) => say("seat_released", { seat: seatName(event.seat) }),
  SeatsLocked: (event) => say("seats_locked", { players: event.players }),
  EntropyRevealed: (event) => say("entropy_revealed", { seat: seatName(event.seat) }),
  CardsDealt: (event) =>
    say("cards_dealt", { counts: event.counts.join(", "), seat: seatName(event.first_seat) }),
  CardFlipped: (event) =>
    say("card_flipped", { seat: seatName(event.seat), card: cardName(event.card) }),
  TieDeclared: (event) =>
    say(event.step === 0 ? "war_begins" : "war_goes_on", {
      seats: seatNames(event.seats),
      rank: event.rank,
    }),
  CardHidden: (event) => say("card_hidden", { seat: seatName(event.seat) }),
  PileReturned: (event) =>
    say("pile_returned", { seat: seatName(event.seat), count: event.count, round: event.round }),
  SeatEliminated: (event) =>
    say("seat_eliminated", { seat: seatName(event.seat), place: event.place }),
  AutoplayStarted: () => say("autoplay_started"),
  AutoplayPaused: () => say("autoplay_paused"),
  TempoChanged: (event) => say("tempo_changed", { tempo: tempoText(event.tempo) }),
  GameEnded: (event) => {
    const { headline, reason } = describeEnd(event);
    return `${headline} ${reason}`;
  },
};
