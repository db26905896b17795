// Which key does what in a replay.

/** What a replay does by keys, in the order of a help page: the keys' names, the deed, its text. */
export const KEYS = [
  { keys: [" "], deed: "toggle", text: "replay_play" },
  { keys: ["ArrowLeft"], deed: "beatBack", text: "replay_beat_back" },
  { keys: ["ArrowRight"], deed: "beatOn", text: "replay_beat_on" },
  { keys: [",", "Shift+ArrowLeft"], deed: "roundBack", text: "replay_round_back" },
  { keys: [".", "Shift+ArrowRight"], deed: "roundOn", text: "replay_round_on" },
  { keys: ["Home"], deed: "toStart", text: "replay_start" },
  { keys: ["End"], deed: "toEnd", text: "replay_end" },
  { keys: ["["], deed: "slower", text: "replay_tempo_back" },
  { keys: ["]"], deed: "faster", text: "replay_tempo_on" },
  { keys: ["w"], deed: "warOn", text: "replay_war_on" },
  { keys: ["W"], deed: "warBack", text: "replay_war_back" },
  { keys: ["l"], deed: "leadOn", text: "replay_lead_on" },
  { keys: ["L"], deed: "leadBack", text: "replay_lead_back" },
  { keys: ["x"], deed: "outOn", text: "replay_out_on" },
  { keys: ["X"], deed: "outBack", text: "replay_out_back" },
];

const DEEDS = new Map(KEYS.flatMap(({ keys, deed }) => keys.map((key) => [key, deed])));

/** What a key means, or null where it means nothing here. */
export function deedOf(key) {
  return DEEDS.get(key) ?? null;
}
