// The words for seats, cards, presets, tempos, numbers and durations, in the page's language. Texts
// stand in `locales/*/*.ftl`.

import { LANGUAGE, say as sayTranslated } from "./language/language.js";

const TEXTS = {
  tagline: "The card game War, live. Open a room, send the link to your friends, and let the cards decide.",
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
  lobby_closed: "Closed before the deal",
  game_opened: "The game is opened with the preset {preset}.",
  seat_taken: "{seat} is taken by a {kind}.",
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
  people_label: "Who plays",
  people_and_bots: "{people} and {bots}",
  people_one: "1 person",
  people_some: "{count} people",
  bots_one: "1 bot",
  bots_some: "{count} bots",
  people_none: "Bots only",
  turning_label: "Cards are turned",
  turning_hand: "By hand",
  turning_hand_hint: "Everybody turns their own card.",
  turning_auto: "By themselves",
  turning_auto_hint: "The cards follow each other at the tempo.",
  seed_bots_only: "A chosen deal is for bots only: with people at the table nobody may choose the cards.",
  name_of_two: "{name} (seat {number})",
  here: "here",
  away: "away",
  you: "you",
  standing_free: "free",
  standing_reserved: "reserved",
  standing_left: "left the game",
  free_seat: "Free seat",
  lobby_title: "Who sits where",
  lobby_waiting: "Waiting for players",
  lobby_dealing: "The deal",
  lobby_rematch: "The next game",
  lobby_words: "The cards are dealt once everybody sits and the host starts the game.",
  lobby_words_locked: "Everybody shows their part of the shuffle; then the cards are dealt.",
  lobby_words_again: "Somebody did not show their part of the shuffle in time: the deal begins anew.",
  start_game: "Start the game",
  start_host: "Everybody sits. The host starts the game.",
  waiting_one: "Waiting for one more player.",
  waiting_some: "Waiting for {count} more players.",
  start_ready: "Everybody sits: the game can start.",
  start_one_free: "One seat is still free: invite somebody, or let a bot sit there.",
  start_some_free: "{count} seats are still free: invite somebody, or let bots sit there.",
  waiting_for: "Waiting for {names}.",
  waiting_for_you: "Waiting for you.",
  add_bot: "Add a bot",
  add_bot_label: "Let a bot take seat {number}",
  remove_seat: "Remove",
  remove_seat_label: "Remove {name}",
  remove_seat_confirm: "Take the seat from {name}?",
  remove_seat_in_play: "Take the seat from {name}? The cards stay, and are turned like a bot's.",
  sit_title: "Take a seat",
  sit_seat: "Your seat",
  sit_name: "Your name",
  sit_name_hint: "Everybody in the room sees it.",
  sit_words_summary: "Your own luck",
  sit_words_label: "Seed words",
  sit_words_hint: "Type any words and they become your part of the shuffle, instead of a number that this device draws; whoever knows them knows your part.",
  sit: "Sit down",
  sitting: "Sitting down…",
  sit_raced: "Somebody else was faster: choose another seat.",
  sit_none: "All seats are taken: you can watch.",
  sit_reserved: "The seats are reserved for whoever played before; you can take one when it becomes free.",
  spectator_reason: "You are watching. To play, ask whoever opened the room for the invite link.",
  invite_title: "Invite",
  invite_label: "Whoever has this link can take a free seat",
  invite_code: "The invite link as a QR code",
  invite_code_hint: "Point a phone's camera at it.",
  invite_unknown: "The invite link is known where the room was opened: send it from there.",
  links_title: "Links",
  copy_invite: "Copy the invite",
  host_link_summary: "Your host link",
  host_link_label: "Whoever has this link controls the room. Keep it to yourself.",
  mine_title: "Your seat",
  mine_line: "You are {name}.",
  seat_link_summary: "Play on another device",
  seat_link_label: "Open this link there to go on with your seat. Whoever has it plays for you, so give it to nobody.",
  leave_seat: "Leave the seat",
  leave_confirm: "Give your seat up? Somebody else can take it then.",
  leave_in_play: "Give your seat up for good? Your cards are turned for you from now on.",
  elsewhere: "You play on another tab or device.",
  play_here: "Play here",
  lost_wrong_secret: "The seat that this browser kept is not yours any more, so it has been forgotten.",
  lost_left: "Your seat has been given up: you are watching.",
  lost_unrevealed: "This device did not show its part of the shuffle in time, so your seat has been freed.",
  lost_removed: "The host took your seat: you are watching.",
  seat_link_replaces: "This browser keeps another seat of this room. Go on with the seat of this link instead?",
  change_name: "Change the name",
  save_name: "Save",
  new_name: "New name",
  turn_card: "Turn your card",
  turn_war: "War! Turn your card",
  turn_hint: "Space, Enter or a tap on your pile",
  to_turn: "to turn",
  your_turn: "your turn",
  turned_mark: "✓ turned",
  you_turned: "You have turned.",
  seconds_left: "{seconds} s",
  round_by_hand: "Round {round}, by hand",
  autoplay_on: "Auto-play",
  autoplay_off: "Turn by hand",
  turn_seconds_label: "A card waits for",
  turn_seconds_text: "{seconds} seconds",
  company_title: "In the room",
  audience: "{count} watching",
  rematch: "Play again",
  rematch_hint: "Same seats, a new deal.",
  rematch_host: "Whoever sat at the table can start the next game.",
  statistics_line: "You in {preset}: {played}, {won}, best streak {streak}.",
  statistics_played_one: "1 game",
  statistics_played: "{count} games",
  statistics_won: "{count} won",
  statistics_fewest: "Fewest rounds to win: {count}.",
  statistics_fastest: "Fastest: {time}.",
  seat_sits: "{seat} sits down.",
  seat_left: "{seat} leaves the seat.",
  seat_removed: "{seat} is removed from the seat.",
  seat_unrevealed: "{seat} did not reveal in time: the deal begins anew.",
  replay_title: "Replay",
  replay_new_tab: "Replay (in a new tab)",
  replay_scrubber: "Moment of the game",
  replay_play: "Play",
  replay_pause: "Pause",
  replay_start: "To the start",
  replay_end: "To the end",
  replay_live: "Live",
  replay_live_label: "Go to the live game",
  replay_beat_back: "A beat back",
  replay_beat_on: "A beat on",
  replay_tempo_back: "Slower",
  replay_tempo_on: "Faster",
  replay_round_back: "The round before",
  replay_round_on: "The next round",
  replay_war_back: "The war before",
  replay_war_on: "The next war",
  replay_lead_back: "The change of the lead before",
  replay_lead_on: "The next change of the lead",
  replay_out_back: "The elimination before",
  replay_out_on: "The next elimination",
  replay_round: "Round {number} / {count}",
  replay_war: "War {number} / {count}",
  replay_lead: "Lead change {number} / {count}",
  replay_out: "Elimination {number} / {count}",
  replay_goto: "Go to round",
  replay_go: "Go",
  replay_link: "Whoever opens this link sees the game at this moment",
  replay_link_summary: "Link to this moment",
  replay_link_copy: "Copy the moment",
  replay_at_round: "Round {round} / {last}",
  replay_at_beat: "Beat {beat} / {last}",
  replay_before_deal: "Before the deal",
  replay_behind: "live: {count} beats on",
  chart_slider: "Piles over time: choose a round",
  chart_moment: "After round {round} of {last}. {piles}",
  chart_leads: "changes of the lead",
  chart_outs: "eliminations",
  chart_sum_rounds: "Rounds: {count}.",
  chart_sum_wars: "Wars: {count}.",
  chart_sum_longest: "Steps of the longest war: {count}.",
  chart_sum_leads: "Changes of the lead: {count}.",
  chart_sum_piles: "Cards after the last of them: {piles}.",
  chart_sum_out: "{seat} is out in round {round}.",
  chart_sum_unseen: "Rounds {first} to {last} came as a summary: their wars and changes of the lead are not marked.",
};

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
  return { name, players, title: sayTranslated(key), text: sayTranslated(`${key}_text`) };
});

/** The tempos from slow to lightning, as they stand on the wire. */
export const TEMPOS = ["0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "lightning"];

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Give a text, with its places filled in. */
export function say(key, places = {}) {
  if (sayTranslated.has(key)) return sayTranslated(key, places);
  return TEXTS[key].replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
}

/** Name a seat by whoever sits there, else by its number, which people count from 1. */
export function seatName(seat, names = []) {
  return names[seat] ?? say("seat", { number: seat + 1 });
}

/** Name several seats: "Maria and Seat 2". */
export function seatNames(seats, names = []) {
  return listText(seats.map((seat) => seatName(seat, names)));
}

/** Join texts to a list: "Maria, Niko and Seat 3". */
export function listText(texts) {
  return new Intl.ListFormat(LANGUAGE).format(texts);
}

/** Show a rank as it stands on the cards of whoever speaks the language: T is 10, K may be R. */
export function rankText(rank) {
  return say("rank_letter", { rank: rankValue(rank) });
}

/** Give a rank as texts take it: a letter, or a number. */
export function rankValue(rank) {
  return Number(rank) || rank;
}

/** Name a card: "10♥". */
export function cardName(card) {
  return rankText(card[0]) + SUITS[card[1]];
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

/** Show how long a finished game took; a very short one to the tenth of a second. */
export function spanText(milliseconds) {
  if (milliseconds >= 10_000) return durationText(milliseconds);
  return say("span_seconds", { seconds: milliseconds / 1_000 });
}

/** Show a duration as minutes and seconds, with hours where there are any. */
export function durationText(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => String(n).padStart(2, "0"));
  const hours = Math.floor(seconds / 3_600);
  return hours ? `${hours}:${parts.join(":")}` : parts.join(":");
}
