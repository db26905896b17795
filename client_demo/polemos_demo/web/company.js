// The people of a room, told from the newest company push and the table. Pure.

import { listText, say, seatName, timeText } from "./messages.js";
import { isOut } from "./table.js";

/** The company of a room of which nothing was told yet. */
export const NOBODY = Object.freeze({
  game: null, is_rematch_possible: false, turn_seconds: 0, turned_at: null, reserved_until: null,
  seats: Object.freeze([]),
});

/** The name to show for each seat; undefined where there is none, told apart where two are the same. */
export function namesOf({ seats }) {
  const names = seats.map((seat) => seat.name || undefined);
  return names.map((name, seat) =>
    name !== undefined && names.indexOf(name) !== names.lastIndexOf(name)
      ? say("name_of_two", { name, number: seat + 1 })
      : name,
  );
}

/** Whether people sit there or may, so that there is a lobby and hands. */
export function isForPeople({ seats }) {
  return seats.some(({ kind }) => kind !== "bot");
}

/** The seats that the next beat waits for. */
export function awaited({ seats }) {
  return seats.filter((seat) => seat.is_due && !seat.has_turned).map(({ seat }) => seat);
}

/** Whether the seat's card waits for its holder. */
export function isAwaited(company, seat) {
  return awaited(company).includes(seat);
}

/** The seats whose people are not here, though they still have cards to turn. */
export function awayFrom({ seats }, table) {
  return seats
    .filter(({ seat, standing, kind, is_here: isHere }) => standing === "taken" && kind === "human" && !isHere && !isOut(table, seat))
    .map(({ seat }) => seat);
}

/** The seats that nobody has, and that are kept for nobody. */
export function freeSeats({ seats }) {
  return seats.filter(({ standing }) => standing === "free").map(({ seat }) => seat);
}

/** The seats that anybody with the invitation may take now, by the server's clock. */
export function takeableSeats(company, now) {
  return isKept(company, now) ? freeSeats(company) : company.seats.filter(isVacant).map(({ seat }) => seat);
}

/** Whether a person or a bot has every seat. */
export function isFull({ seats }) {
  return !seats.some(isVacant);
}

/** How long reserved seats still wait for their holders alone; 0 where none does. */
export function keptMs({ reserved_until: until }, now) {
  return until === null ? 0 : Math.max(0, until - now);
}

/** The seats that wait for whoever held them in the game before. */
export function reservedSeats({ seats }) {
  return seats.filter(({ standing }) => standing === "reserved").map(({ seat }) => seat);
}

/** Why the game cannot start yet, in a sentence; null when it can. */
export function whyNotStart(company, now) {
  const free = freeSeats(company).length;
  const reserved = reservedSeats(company);
  if (free > 0) return say("start_free", { count: free });
  if (reserved.length > 0) return keptText(company, reserved, now);
  return null;
}

/** Name seats: "Maria and Seat 3". */
export function namesText(company, seats) {
  const names = namesOf(company);
  return listText(seats.map((seat) => seatName(seat, names)));
}

/** Tell in a word or two how a seat of the company stands. */
export function standingText(company, { standing, kind, is_here: isHere }, now) {
  if (standing === "taken") return kind === "bot" ? say("bot") : say(isHere ? "here" : "away");
  const isStillKept = standing === "reserved" && isKept(company, now);
  return isStillKept ? say("standing_kept", { time: timeText(company.reserved_until) }) : say(`standing_${standing}`);
}

function isVacant({ standing }) {
  return standing === "free" || standing === "reserved";
}

function isKept(company, now) {
  return keptMs(company, now) > 0;
}

function keptText(company, reserved, now) {
  const said = { count: reserved.length, names: namesText(company, reserved) };
  if (!isKept(company, now)) return say("kept_no_more", said);
  return say("kept_until", { ...said, time: timeText(company.reserved_until) });
}
