// Every text of the page, and the words for ranks, suits, tempos and numbers. English only for now:
// another language is another table with the same keys.

const LANGUAGE = "en";

const TEXTS = {
  tagline: "The card game War, live. Open a room, share its link, and watch the cards decide.",
  open_title: "Open a room",
  open_button: "Open the room",
  opening: "Opening…",
  preset_label: "Rules",
  players_label: "Players",
  players_only: "The preset {preset} is for two players.",
  tempo_label: "Tempo",
  seed_summary: "Choose the deal",
  seed_label: "Seed",
  seed_hint: "The same seed deals the same cards. Such a game is marked and kept out of statistics. Leave it empty for a fair deal.",
  games_title: "Games now",
  games_none: "No game is running. Open a room and it appears here.",
  games_finished: "Finished lately",
  games_failed: "The list of games could not be loaded.",
  connecting: "Connecting…",
  live: "Live",
  reconnecting: "Reconnecting…",
  ended: "Ended",
  closed: "Not connected",
  disconnected: "The connection is lost just now: try again when it is back.",
  counter_rounds: "Rounds",
  counter_wars: "Wars",
  counter_time: "Time",
  counter_pot: "Pot",
  pot_title: "Cards on the table",
  seat: "Seat {number}",
  bot: "bot",
  human: "human",
  out: "out",
  place: "place {place}",
  winner: "winner",
  pile_count: "{count} cards in the pile",
  waiting_deal: "The cards are being dealt.",
  waiting_game: "Waiting for the game…",
  table_label: "The table",
  hidden_card: "hidden card",
  chart_title: "Piles over time",
  chart_label: "Cards in each pile after each round; marks below show wars.",
  chart_round: "round {round}",
  chart_wars: "wars",
  events_title: "Events",
  events_bound: "the newest {count}",
  controls_title: "Controls",
  pause: "Pause",
  resume: "Resume",
  next_round: "Next round",
  next_round_hint: "Pause to play a round by hand.",
  close_game: "End the game",
  close_game_confirm: "End this game now? It stays in the log without a result.",
  watching_reason: "You are watching. Only the host, who opened the room, can pause it, play a round or change the tempo.",
  host_reason: "You are the host of this room.",
  host_refused: "This link does not control the room any more: you are watching.",
  share_title: "Share",
  share_label: "Whoever has this link watches along",
  copy: "Copy the link",
  copied: "Copied",
  copy_by_hand: "Press Ctrl+C to copy",
  wins: "{seat} wins.",
  draw: "A draw between {seats}.",
  no_result: "Ended without a result.",
  reason_all_cards: "It holds all the cards.",
  reason_cap: "The game reached its cap of rounds.",
  reason_exhausted: "Nobody could turn another card.",
  reason_endless: "The cards came to lie exactly as before: the game would never end.",
  reason_abandoned: "The game was abandoned.",
  reason_closed_by_host: "The host ended the game.",
  reason_stopped: "The server stopped the game; this is no result.",
  result_title: "Result",
  audit_title: "Check this game yourself",
  audit_text: "Every card movement is an event, chained to the one before, and the deal's secret is now public. The audit derives the whole game anew and names the first event that is wrong. It needs no trust in this server.",
  audit_running: "The game's secret is revealed at its end; until then the form, the chain and the rules can be checked.",
  audit_limits: "What it does not prove: the server knew the cards in advance, and with bots on all seats it could have tried many secrets before it opened the game. Where the seed was chosen, whoever chose it knew the deal.",
  audit_command: "In a terminal",
  export_link: "Export the events",
  game_page: "Result and audit",
  watch_live: "Watch",
  new_room: "Open another room",
  unknown_title: "There is nothing here",
  unknown_text: "No page has this address. Check the link you were given, or open a room.",
  loading_events: "Loading the events…",
  rules_line: "{preset}, {deck} cards, {hidden} hidden in a war",
  seeded_mark: "chosen seed",
  round_label: "Round {round}",
  war_label: "War",
  war_step: "War, step {step}",
  game_opened: "The game is opened with the preset {preset}.",
  seat_taken: "{seat} is taken by a {kind}.",
  seat_released: "{seat} is free again.",
  seats_locked: "The seats are locked: {players} players.",
  entropy_revealed: "{seat} reveals its entropy.",
  cards_dealt: "The cards are dealt: {counts}. {seat} gets the first.",
  card_flipped: "{seat} turns {card}.",
  cards_turned: "Turned: {cards}.",
  round_paused: "Round {round}, paused",
  war_begins: "War! {seats} tie with {rank}.",
  war_goes_on: "The war goes on: {seats} tie with {rank}.",
  card_hidden: "{seat} lays a hidden card.",
  pile_returned: "{seat} takes round {round}: {count} cards.",
  seat_eliminated: "{seat} is out, place {place}.",
  autoplay_started: "The beats follow each other.",
  autoplay_paused: "Paused.",
  tempo_changed: "The tempo is now {tempo}.",
  tempo_beats: "{tempo} beats a second",
  tempo_one: "1 beat a second",
  tempo_lightning: "lightning",
  tempo_slow: "slow",
  paused_mark: "paused",
  won_by: "{seat} won",
  drawn: "draw",
  no_result_mark: "no result",
  players_count: "{count} players",
  rounds_count: "{count} rounds",
};

/** The presets, in the order in which they are offered; `players` are the allowed numbers. */
export const PRESETS = [
  { name: "war", title: "War", text: "The Greek standard: three hidden cards in a war, no cap.", players: [2, 3, 4] },
  { name: "bataille", title: "Bataille", text: "The French one: one hidden card; most cards win at 2,000 rounds.", players: [2] },
  { name: "one-hidden", title: "One hidden", text: "Small wars of one hidden card; a draw at 1,000 rounds.", players: [2, 3, 4] },
  { name: "peace", title: "Peace", text: "The lowest card wins, and a tie lays five hidden cards.", players: [2, 3, 4] },
  { name: "pyanitsa", title: "Pyanitsa", text: "The Russian one: 36 cards, ties decided with none hidden.", players: [2, 3, 4] },
  { name: "tod-und-leben", title: "Tod und Leben", text: "The German one: 32 cards, one hidden in a war.", players: [2, 3, 4] },
];

/** The tempos from slow to lightning, as they stand on the wire. */
export const TEMPOS = ["0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "lightning"];

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Give a text, with its places filled in. */
export function say(key, places = {}) {
  return TEXTS[key].replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
}

/** Name a seat for people, who count from 1. */
export function seatName(seat) {
  return say("seat", { number: seat + 1 });
}

/** Name several seats: "Seat 1 and Seat 2". */
export function seatNames(seats) {
  return new Intl.ListFormat(LANGUAGE).format(seats.map(seatName));
}

/** Show a rank as it stands on the card: T is 10. */
export function rankText(rank) {
  return rank === "T" ? "10" : rank;
}

/** Name a card: "10♥". */
export function cardName(card) {
  return rankText(card[0]) + SUITS[card[1]];
}

/** Tell a tempo in words. */
export function tempoText(tempo) {
  if (tempo === "lightning") return say("tempo_lightning");
  return tempo === "1" ? say("tempo_one") : say("tempo_beats", { tempo });
}

/** Give a preset its title; an unknown one keeps its name. */
export function presetTitle(name) {
  return PRESETS.find((preset) => preset.name === name)?.title ?? name;
}

/** Tell why a game ended. */
export function reasonText(ended) {
  return say(`reason_${ended.reason}`);
}

/** Group a whole number's digits. */
export function numberText(number) {
  return new Intl.NumberFormat(LANGUAGE).format(number);
}

/** Show how long a finished game took; a very short one to the tenth of a second. */
export function spanText(milliseconds) {
  if (milliseconds >= 10_000) return durationText(milliseconds);
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** Show a duration as minutes and seconds, with hours where there are any. */
export function durationText(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => String(n).padStart(2, "0"));
  const hours = Math.floor(seconds / 3_600);
  return hours ? `${hours}:${parts.join(":")}` : parts.join(":");
}
