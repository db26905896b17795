// Which key does what in a replay, and when a key is left to whatever has the focus.

/** What a replay does by keys, in the order of a help page: keys as `KeyboardEvent.key`, the deed, its text. */
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
const WRITING = 'input:not([type="range"]), textarea, select, [contenteditable]';
const SLIDING = 'input[type="range"], [role="slider"]';
const PRESSING = "button, a, summary, [role=button]";

/** What a key press means, or null where it means nothing here or belongs to what has the focus. */
export function deedOf(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const isArrow = event.key.startsWith("Arrow");
  const deed = DEEDS.get(event.shiftKey && isArrow ? `Shift+${event.key}` : event.key) ?? null;
  if (deed === null || !(event.target instanceof Element)) return deed;
  if (event.target.closest(WRITING)) return null;
  const isMoving = isArrow || event.key === "Home" || event.key === "End";
  if (isMoving && !event.shiftKey && event.target.closest(SLIDING)) return null;
  return event.key === " " && event.target.closest(PRESSING) ? null : deed;
}
