// Reads a game's export: one event a line, in pieces as they arrive.

import { say } from "./messages.js";

/** Read `/games/GAME/events.jsonl` and hand over batches of events in order. */
export async function readExport(game, onEvents) {
  const response = await fetch(`/games/${game}/events.jsonl`);
  if (!response.ok) throw new Error(response.status === 404 ? say("unknown_text") : await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    if (lines.length) onEvents(lines.map((line) => JSON.parse(line)));
  }
}
