// The words for seats, cards, presets, tempos, numbers and durations, in the page's language. Texts
// stand in `locales/*/*.ftl`.

import { LANGUAGE, say } from "./language/language.js";

export { say };

/** The presets, in the order in which they are offered; `players` are the allowed numbers. */
export const PRESETS = [
  { name: "war", players: [2, 3, 4] },
  { name: "bataille", players: [2] },
  { name: "one-hidden", players: [2, 3, 4] },
  { name: "peace", players: [2, 3, 4] },
  { name: "pyanitsa", players: [2, 3, 4] },
  { name: "tod-und-leben", players: [2, 3, 4] },
].map(({ name, players }) => {
  const key = `preset_${name.replaceAll("-", "_")}`;
  return { name, players, title: say(key), text: say(`${key}_text`) };
});

/** The tempos from slow to lightning, as they stand on the wire. */
export const TEMPOS = ["0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "lightning"];

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Name a seat by whoever sits there, else by its number, which people count from 1. */
export function seatName(seat, names = []) {
  return names[seat] ?? say("seat", { number: seat + 1 });
}

/** Name several seats: "Maria and Seat 2". */
export function seatNames(seats, names = []) {
  return listText(seats.map((seat) => seatName(seat, names)));
}

/** Join texts to a list: "Maria, Niko and Seat 3", with no comma before the "and". */
export function listText(texts) {
  return new Intl.ListFormat(LANGUAGE === "en" ? "en-GB" : LANGUAGE).format(texts);
}

/** Show a rank as it stands on the cards of whoever speaks the language: T is 10, K may be R. */
export function rankText(rank) {
  return say("rank_letter", { rank: rankValue(rank) });
}

/** Give a rank as texts take it: a letter, or a number. */
export function rankValue(rank) {
  return Number(rank) || rank;
}

/** Show a card in short: "10♥". */
export function cardText([rank, suit]) {
  return rankText(rank) + SUITS[suit];
}

/** Name a card as players say it: "king of hearts". */
export function cardName([rank, suit]) {
  return say("card_name", { rank: rankValue(rank), suit });
}

/** Tell a tempo in words. */
export function tempoText(tempo) {
  if (tempo === "lightning") return say("tempo_lightning");
  return say("tempo_beats", { tempo: Number(tempo) });
}

/** Give a preset its title; an unknown one keeps its name. */
export function presetTitle(name) {
  return PRESETS.find((preset) => preset.name === name)?.title ?? name;
}

/** Tell why a game ended. */
export function reasonText(ended) {
  return say(`reason_${ended.reason}`);
}

/** Tell how many people and bots play: "1 person and 3 bots". */
export function companyText(people, bots) {
  if (people === 0) return say("people_none");
  const some = say("people_some", { count: people });
  return bots === 0 ? some : say("people_and_bots", { people: some, bots: say("bots_some", { count: bots }) });
}

/** Group a whole number's digits. */
export function numberText(number) {
  return new Intl.NumberFormat(LANGUAGE).format(number);
}

/** Write a change with its sign: "+4", "−4". */
export function signedText(number) {
  return new Intl.NumberFormat(LANGUAGE, { signDisplay: "exceptZero" }).format(number).replace("-", "−");
}

/** Show how long a finished game took; a very short one to the tenth of a second. */
export function spanText(milliseconds) {
  if (milliseconds >= 10_000) return durationText(milliseconds);
  return say("span_seconds", { seconds: milliseconds / 1_000 });
}

/** Show a moment, in Unix milliseconds, as the time of day. */
export function timeText(at) {
  return new Intl.DateTimeFormat(LANGUAGE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

/** Show a duration as minutes and seconds, with hours where there are any. */
export function durationText(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => String(n).padStart(2, "0"));
  const hours = Math.floor(seconds / 3_600);
  return hours ? `${hours}:${parts.join(":")}` : parts.join(":");
}
