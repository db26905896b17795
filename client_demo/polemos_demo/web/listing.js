// A game of the list, told in words. Pure.

import { namesOf } from "./company.js";
import { companyText, listText, say, seatName, seatNames, tempoText } from "./messages.js";

/** Whether a listed game has ended. */
export function isOver(game) {
  return game.ended_at !== null;
}

/** Whether cards lie on its table. */
export function isPlayed(game) {
  return !isOver(game) && game.dealt_at !== null;
}

/** The names of a listed game's people by seat, as far as they have one. */
export function namesBySeat({ players, seats }) {
  const all = Array.from({ length: players }, (_, seat) => seats.find((taken) => taken.seat === seat) ?? {});
  return namesOf({ seats: all });
}

/** Tell who plays: "Maria, Niko and 1 bot". */
export function whoText(game) {
  const names = namesBySeat(game);
  const people = game.seats.filter(({ kind }) => kind === "human");
  const bots = game.seats.length - people.length;
  if (people.length === 0) return game.seats.length < game.players ? "" : companyText(0, bots);
  const named = people.map(({ seat }) => seatName(seat, names));
  return listText(bots === 0 ? named : [...named, say("bots_some", { count: bots })]);
}

/** Tell how far a running game has come. */
export function progressText(game) {
  if (game.dealt_at === null) return lobbyText(game);
  if (game.standing === undefined) return tempoText(game.tempo);
  const { rounds, is_autoplay_on: isMoving } = game.standing;
  const pace = isMoving ? tempoText(game.tempo) : say("listed_by_hand");
  return [say("listed_rounds", { count: rounds }), leadText(game), pace].join(" · ");
}

function lobbyText({ players, seats }) {
  const free = players - seats.length;
  return free === 0 ? say("lobby_full") : say("listed_lobby", { free });
}

/** Tell whose pile is the largest. */
export function leadText(game) {
  const { piles } = game.standing;
  const most = Math.max(...piles);
  const leaders = piles.flatMap((count, seat) => (count === most ? [seat] : []));
  const seats = seatNames(leaders, namesBySeat(game));
  return say(leaders.length > 1 ? "listed_level" : "listed_leads", { seat: seats, seats, count: most });
}

/** Tell how a game ended. */
export function resultText(game) {
  const { result } = game;
  if (result === null || result.places.length === 0) return say("no_result_mark");
  if (result.winner === null) return say("drawn");
  return say("won_by", { seat: seatName(result.winner, namesBySeat(game)) });
}
