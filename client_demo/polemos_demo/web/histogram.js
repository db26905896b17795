// How long games were, as bars over lengths that double in equal steps; the bars keep their place at
// any width, because all that is across is in percent.

import { drawing, element } from "./element.js";
import { say } from "./language/records.js";
import { numberText } from "./messages.js";

const BARS_MIN = 8;

/**
 * Build a figure of `games` by length; `edges` are the shortest lengths, `mark` a length or null.
 *
 * The numbers stand below it once more as a table, for whoever would rather read them.
 */
export function histogram({ edges, games, mark, label }) {
  const bars = shownBars(edges, games, mark);
  const summary = summaryText(bars, mark, label);
  return element(
    "figure",
    { class: "histogram" },
    picture(bars, mark, summary),
    element("p", { class: "histogram-axis fine", text: say("histogram_axis") }),
    numbersTable(bars, label),
  );
}

/** The bars from the first that holds a game to the last: {from, to or null, games}. Pure. */
export function shownBars(edges, games, mark) {
  const all = edges.map((from, index) => ({ from, to: index + 1 < edges.length ? edges[index + 1] - 1 : null, games: games[index] }));
  const held = all.flatMap((bar, index) => (bar.games > 0 || holds(bar, mark) ? [index] : []));
  if (held.length === 0) return [];
  let [first, last] = [held[0], held.at(-1)];
  while (last - first + 1 < BARS_MIN && (first > 0 || last + 1 < all.length)) {
    first = Math.max(0, first - 1);
    last = Math.min(all.length - 1, last + 1);
  }
  return all.slice(first, last + 1);
}

function holds({ from, to }, length) {
  return length !== null && from <= length && (to === null || length <= to);
}

function picture(bars, mark, summary) {
  const most = Math.max(1, ...bars.map((bar) => bar.games));
  const width = 100 / Math.max(1, bars.length);
  const rects = bars.map((bar, index) => bar.games > 0 && drawing(
    "rect",
    {
      class: holds(bar, mark) ? "histogram-bar is-marked" : "histogram-bar",
      x: `${index * width + width * 0.06}%`, width: `${width * 0.88}%`,
      y: `${100 - (bar.games / most) * 100}%`, height: `${(bar.games / most) * 100}%`,
    },
    drawing("title", { text: `${say("histogram_bar", { length: lengthText(bar) })}: ${numberText(bar.games)}` }),
  ));
  return drawing(
    "svg",
    { class: "histogram-picture", role: "img", "aria-label": summary },
    drawing("svg", { class: "histogram-bars", "aria-hidden": "true", x: 0, y: 26, width: "100%", height: 110 }, ...rects.filter(Boolean)),
    drawing("line", { class: "histogram-line", x1: 0, x2: "100%", y1: 136, y2: 136 }),
    ...ticks(bars, width),
    ...markOf(bars, mark, width),
  );
}

// A tick where the lengths have doubled.
function ticks(bars, width) {
  return bars.flatMap(({ from }, index) => {
    if (from < 1 || !Number.isInteger(Math.log2(from))) return [];
    const x = `${index * width}%`;
    const anchor = index === 0 ? "start" : "middle";
    return [
      drawing("line", { class: "histogram-line", x1: x, x2: x, y1: 136, y2: 141 }),
      drawing("text", { class: "histogram-tick", x, y: 155, "text-anchor": anchor, text: numberText(from) }),
    ];
  });
}

function markOf(bars, mark, width) {
  const index = bars.findIndex((bar) => holds(bar, mark));
  if (index < 0) return [];
  const percent = (index + 0.5) * width;
  const anchor = percent < 30 ? "start" : percent > 70 ? "end" : "middle";
  return [
    drawing("line", { class: "histogram-mark", x1: `${percent}%`, x2: `${percent}%`, y1: 17, y2: 136 }),
    drawing("text", {
      class: "histogram-own", x: `${percent}%`, y: 12, "text-anchor": anchor, text: say("histogram_own", { count: mark }),
    }),
  ];
}

function numbersTable(bars, label) {
  const rows = bars.filter((bar) => bar.games > 0).map((bar) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", text: lengthText(bar) }),
      element("td", { text: numberText(bar.games) }),
    ),
  );
  return element(
    "details",
    { class: "histogram-numbers" },
    element("summary", { text: say("histogram_numbers") }),
    element(
      "table",
      { class: "numbers" },
      element("caption", { class: "unseen", text: label }),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col", text: say("counter_rounds") }),
          element("th", { scope: "col", text: say("records_games") }),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );
}

function lengthText({ from, to }) {
  if (to === null) return say("histogram_and_more", { count: from });
  return from === to ? numberText(from) : say("histogram_range", { from, to });
}

function summaryText(bars, mark, label) {
  const fullest = bars.reduce((most, bar) => (bar.games > most.games ? bar : most), bars[0]);
  const parts = [label, say("histogram_summary", { length: lengthText(fullest), count: fullest.games })];
  if (mark !== null) parts.push(`${say("histogram_own", { count: mark })}.`);
  return parts.join(" ");
}
