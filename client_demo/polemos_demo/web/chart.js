// The piles over time: one line a seat, wars as marks below. Plain SVG with a bounded number of
// points; drawn anew at most a few times a second.

import { drawing, element } from "./element.js";
import { numberText, say, seatName } from "./messages.js";

const DRAWN_MS_MIN = 150;
const WIDTH = 600;
const HEIGHT = 180;
const MARKS_HEIGHT = 10;

/** Shows a game's piles after each round. */
export class Chart {
  #drawnAt = 0;
  #key = "";
  #lines = [];

  constructor() {
    this.plot = drawing("svg", {
      class: "chart-plot", viewBox: `0 0 ${WIDTH} ${HEIGHT + MARKS_HEIGHT}`,
      preserveAspectRatio: "none", role: "img", "aria-label": say("chart_label"),
    });
    this.wars = drawing("path", { class: "chart-wars" });
    this.top = element("span", { class: "chart-top" });
    this.last = element("span", { class: "chart-last" });
    this.legend = element("div", { class: "chart-legend" });
    this.node = element(
      "section",
      { class: "panel chart" },
      element("h2", { text: say("chart_title") }),
      element("div", { class: "chart-frame" }, this.top, this.plot),
      element("div", { class: "chart-foot" }, this.legend, this.last),
    );
  }

  /** Draw a view; says whether the chart is older than the view. */
  draw(view, now) {
    const { table } = view;
    const { names } = view.people;
    const key = [table.game, table.rounds_completed, view.warRounds.length, ...names].join("\n");
    if (key === this.#key) return false;
    if (now - this.#drawnAt < DRAWN_MS_MIN && table.ended === null) return true;
    this.#key = key;
    this.#drawnAt = now;
    if (this.#lines.length !== table.players) this.#seat(table.players);
    this.#legend(table.players, names);
    this.#plot(view);
    return false;
  }

  #seat(players) {
    const range = [...Array(players).keys()];
    this.#lines = range.map((seat) => drawing("path", { class: `chart-line seat-${seat}` }));
    const grid = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      drawing("path", { class: "chart-grid", d: `M0 ${HEIGHT * share}H${WIDTH}` }),
    );
    this.plot.replaceChildren(...grid, this.wars, ...this.#lines);
  }

  #legend(players, names) {
    this.legend.replaceChildren(
      ...Array.from({ length: players }, (_, seat) =>
        element("span", { class: `key seat-${seat}`, text: seatName(seat, names) }),
      ),
      element("span", { class: "key key-wars", text: say("chart_wars") }),
    );
  }

  #plot(view) {
    const { table } = view;
    const deck = table.rules?.deck ?? 52;
    const points = view.lastPoint ? [...table.history, view.lastPoint] : table.history;
    const last = Math.max(1, points.at(-1)?.[0] ?? 1, view.warRounds.at(-1) ?? 1);
    const x = (round) => ((round / last) * WIDTH).toFixed(1);
    this.#lines.forEach((line, seat) => {
      const steps = points.map((point) => `${x(point[0])} ${(HEIGHT * (1 - point[seat + 1] / deck)).toFixed(1)}`);
      line.setAttribute("d", steps.length ? `M${steps.join("L")}` : "");
    });
    this.wars.setAttribute("d", view.warRounds.map((round) => `M${x(round)} ${HEIGHT + 2}v${MARKS_HEIGHT}`).join(""));
    this.top.textContent = String(deck);
    this.last.textContent = say("chart_round", { round: numberText(points.at(-1)?.[0] ?? 0) });
  }
}
