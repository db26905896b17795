// What games by a preset are like: how long they were, the records, how many ended at the cap.

import { element } from "./element.js";
import { meanText, shareText } from "./figures.js";
import { histogram } from "./histogram.js";
import { say } from "./language/records.js";
import { PRESETS, numberText, presetTitle } from "./messages.js";

/** As many games tell what is usual; fewer tell only what has happened. */
export const GAMES_TELLING_MIN = 30;

/** Build a section for each preset and number of players of which there are games. */
export function presetParts({ length_edges: edges, statistics }, ownGames) {
  if (statistics.length === 0) return [element("p", { class: "panel", text: say("records_none") })];
  const order = PRESETS.map(({ name }) => name);
  const sorted = [...statistics].sort(
    (one, other) => order.indexOf(one.preset) - order.indexOf(other.preset) || one.players - other.players,
  );
  return sorted.map((row) => presetPart(row, edges, lastOwn(ownGames, row)));
}

/** The rounds of the person's last game that counts as one of the row's, or null. Pure. */
export function lastOwn(games, { preset, players }) {
  const last = games.find(
    (game) => game.preset === preset && game.players === players && !game.has_changed_rules && game.result?.is_counted,
  );
  return last?.result.rounds ?? null;
}

function presetPart(row, edges, mark) {
  const title = say("records_preset", { preset: presetTitle(row.preset), players: row.players });
  const isTelling = row.games >= GAMES_TELLING_MIN;
  return element(
    "section",
    { class: "panel record", "aria-label": title, "data-preset": row.preset, "data-players": row.players },
    element("h2", { text: title }),
    element("p", { class: "fine", text: say(isTelling ? "records_many" : "records_few", { count: row.games, needed: GAMES_TELLING_MIN }) }),
    isTelling ? histogram({ edges, games: row.games_by_length, mark, label: say("histogram_label", { title }) }) : null,
    facts(row, isTelling, mark),
    element("p", {}, element("a", { href: `/rules/${row.preset}`, text: say("rules_of", { preset: presetTitle(row.preset) }) })),
  );
}

function facts(row, isTelling, mark) {
  const usual = [
    ["records_median", numberText(row.median_rounds)],
    ["records_long", numberText(row.percentile_95_rounds)],
    ["records_wars", meanText(row.mean_wars)],
  ];
  const happened = [
    ["records_longest", recordLink(row.longest, row.longest?.rounds)],
    ["records_shortest", recordLink(row.shortest, row.shortest?.rounds)],
    ["records_longest_war", recordLink(row.longest_war, row.longest_war?.steps)],
    ["records_cap", shareText(row.games_at_cap, row.games)],
    ["records_drawn", shareText(row.games_drawn, row.games)],
  ];
  return element("dl", { class: "facts" }, ...[...(isTelling ? usual : ownLast(mark)), ...happened].map(fact));
}

// The chart marks it, where there is one.
function ownLast(mark) {
  return mark === null ? [] : [["records_own_last", numberText(mark)]];
}

function fact([key, value]) {
  return element("div", {}, element("dt", { text: say(key) }), element("dd", {}, value));
}

function recordLink(record, figure) {
  if (record === null) return "–";
  return element("a", { href: `/games/${record.game}`, text: numberText(figure) });
}
