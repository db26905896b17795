// What a player has reached, by preset and tempo class, and their newest games. Pure but for elements.

import { element } from "./element.js";
import { momentText } from "./figures.js";
import { say } from "./language/records.js";
import { numberText, presetTitle, spanText } from "./messages.js";

/** Build the part from what `/players/PLAYER` tells, and `fault`, a sentence or null. */
export function ownPart({ player, statistics, games, fault }) {
  if (fault !== null) return [element("p", { class: "fault", role: "alert", text: `${say("own_failed")} ${fault}` })];
  if (statistics.length === 0 && games.length === 0) {
    return [
      element("p", { text: say("own_none") }),
      element("p", { class: "buttons" }, element("a", { class: "button is-main", href: "/", text: say("open_title") })),
    ];
  }
  return [
    ...(statistics.length > 0 ? [totals(statistics), table(statistics)] : [element("p", { text: say("own_uncounted") })]),
    element("p", { class: "fine", text: say("own_counts") }),
    ...(games.length > 0 ? [element("h3", { text: say("own_games") }), newest(games, player)] : []),
  ];
}

/** Tell how a game went for a player: won, lost, drawn or no result. */
export function outcomeOf({ seats, result }, player) {
  if (result === null || result.places.length === 0) return "none";
  const own = seats.filter((seat) => seat.player === player).map(({ seat }) => seat);
  if (result.winner !== null) return own.includes(result.winner) ? "won" : "lost";
  return own.some((seat) => result.places[seat] === 1) ? "drawn" : "lost";
}

function totals(statistics) {
  const sum = (key) => statistics.reduce((total, row) => total + row[key], 0);
  const facts = [
    ["own_played", numberText(sum("games_played"))],
    ["own_won", numberText(sum("games_won"))],
    ["own_best_streak", numberText(Math.max(...statistics.map((row) => row.best_streak)))],
  ];
  return element(
    "dl",
    { class: "facts is-large" },
    ...facts.map(([key, value]) => element("div", {}, element("dt", { text: say(key) }), element("dd", { text: value }))),
  );
}

const COLUMNS = [
  ["own_tempo", (row) => say(`tempo_class_${row.tempo_class}`)],
  ["own_played", (row) => numberText(row.games_played)],
  ["own_won", (row) => numberText(row.games_won)],
  ["own_streak", (row) => numberText(row.streak)],
  ["own_best_streak", (row) => numberText(row.best_streak)],
  ["own_best_time", (row) => (row.best_time_ms === null ? "–" : spanText(row.best_time_ms))],
  ["own_fewest_rounds", (row) => (row.fewest_rounds === null ? "–" : numberText(row.fewest_rounds))],
];

function table(statistics) {
  const heads = ["preset_label", ...COLUMNS.map(([key]) => key)];
  const rows = statistics.map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", text: presetTitle(row.preset) }),
      ...COLUMNS.map(([key, tell]) => element("td", { "data-label": say(key), text: tell(row) })),
    ),
  );
  return element(
    "table",
    { class: "numbers is-stacked" },
    element("caption", { class: "unseen", text: say("own_title") }),
    element("thead", {}, element("tr", {}, ...heads.map((key) => element("th", { scope: "col", text: say(key) })))),
    element("tbody", {}, ...rows),
  );
}

function newest(games, player) {
  const rows = games.map((game) => {
    const parts = [game.result ? say("listed_rounds", { count: game.result.rounds }) : "", momentText(game.ended_at)];
    return element(
      "li",
      {},
      element(
        "a",
        { href: `/games/${game.game}` },
        element("strong", { text: presetTitle(game.preset) }),
        element("span", { class: "games-figures", text: parts.filter(Boolean).join(" · ") }),
        element("span", { class: "games-last", text: say(`outcome_${outcomeOf(game, player)}`) }),
      ),
    );
  });
  return element("ul", { class: "games" }, ...rows);
}
