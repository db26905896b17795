// What a player has reached, told in a line.

import { presetTitle, say, spanText } from "./messages.js";

/** Read a player's statistics; none where they are not to be had. */
export async function readStatistics(player) {
  try {
    const response = await fetch(`/players/${player}`);
    return response.ok ? ((await response.json()).statistics ?? []) : [];
  } catch {
    return [];
  }
}

/** Tell the statistics of one preset over all tempos, or null where there are none. */
export function statisticsText(statistics, preset) {
  const rows = statistics.filter((row) => row.preset === preset && row.games_played > 0);
  if (rows.length === 0) return null;
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const line = say("statistics_line", {
    preset: presetTitle(preset),
    played: say("statistics_played", { count: sum("games_played") }),
    won: say("statistics_won", { count: sum("games_won") }),
    streak: Math.max(...rows.map((row) => row.best_streak)),
  });
  const fewest = least(rows, "fewest_rounds");
  const fastest = least(rows, "best_time_ms");
  const parts = [line];
  if (fewest !== null) parts.push(say("statistics_fewest", { count: fewest }));
  if (fastest !== null) parts.push(say("statistics_fastest", { time: spanText(fastest) }));
  return parts.join(" ");
}

function least(rows, key) {
  const values = rows.map((row) => row[key]).filter((value) => value !== null && value !== undefined);
  return values.length === 0 ? null : Math.min(...values);
}
