// The piles over time: one line a seat, with its own colour, dash and mark; below it where wars began
// and where the lead changed. Plain SVG in pixels of its own width, so that nothing is stretched. In a
// replay it also shows the present moment, and can be moved along by hand and by keys.

import { drawing, element, write } from "./element.js";
import { listText, say, seatName } from "./messages.js";
import { thinned } from "./replay/thinning.js";

const DRAWN_MS_MIN = 150;
const TOP = 6;
const STRIP_HEIGHT = 28;
const MARKS_A_LINE = 4;
const LEAP_SHARE = 0.1; // of the game, by Page Up and Page Down
const WAR_HEIGHTS = [6, 9, 12]; // of one, two, more steps
const SHAPES = [
  "m-3.5 0a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0z",
  "m-3.2-3.200h6.400v6.400h-6.400z",
  "m0-4.200l4 7.200h-8z",
  "m0-4.600l4.200 4.600l-4.200 4.600l-4.200-4.600z",
];

/** Shows the piles after each round; `onSeek(round)`, where there is one, moves the replay. */
export class Chart {
  #drawnAt = 0;
  #key = "";
  #lines = [];
  #size = { width: 600, height: 196 };
  #course = null;
  #round = 0;

  /** `onResize()` is called when it has to be drawn anew. */
  constructor(onResize = () => {}) {
    this.onResize = onResize;
    this.onSeek = null;
    this.plot = drawing("svg", { class: "chart-plot", role: "img", "aria-label": say("chart_label") });
    this.layers = drawing("g");
    this.wars = drawing("path", { class: "chart-wars" });
    this.future = drawing("rect", { class: "chart-future", y: 0 });
    this.head = drawing("path", { class: "chart-head" });
    this.plot.append(this.layers, this.wars, this.future, this.head);
    this.top = element("span", { class: "chart-top" });
    this.last = element("span", { class: "chart-last" });
    this.handle = element("div", { class: "chart-handle" }, this.plot);
    this.legend = element("div", { class: "chart-legend" });
    this.replay = element("a", { class: "chart-replay", target: "_blank", rel: "noopener", text: say("replay_new_tab") });
    this.summary = element("p", { class: "chart-summary fine" });
    this.node = element(
      "section",
      { class: "panel chart", hidden: true },
      element("div", { class: "chart-title" }, element("h2", { text: say("chart_title") }), this.replay),
      element("div", { class: "chart-frame" }, this.top, this.handle),
      element("div", { class: "chart-foot" }, this.legend, this.last),
      this.summary,
    );
    new ResizeObserver(([{ contentRect }]) => this.#resize(contentRect)).observe(this.plot);
  }

  /** Let the chart be moved along: it becomes a slider. */
  allowSeeking(onSeek) {
    this.onSeek = onSeek;
    this.plot.setAttribute("aria-hidden", "true");
    this.replay.hidden = true;
    const attributes = {
      role: "slider", tabindex: "0", "aria-label": say("chart_slider"), "aria-orientation": "horizontal", "aria-valuemin": "0",
    };
    for (const [name, value] of Object.entries(attributes)) this.handle.setAttribute(name, value);
    this.handle.addEventListener("keydown", (event) => this.#press(event));
    this.handle.addEventListener("pointerdown", (event) => this.#grasp(event));
    this.handle.addEventListener("pointermove", (event) => {
      if (this.handle.hasPointerCapture(event.pointerId)) this.#point(event);
    });
  }

  /** Draw a view's course; says whether the lines are older than the view. */
  draw(view, now) {
    const { course, people } = view;
    this.#course = course;
    this.node.hidden = course.rounds.length === 0;
    if (this.node.hidden) return false;
    const key = keyOf(course, view.table.game, people.names, this.#size);
    const isSame = key === this.#key;
    const isEarly = !isSame && now - this.#drawnAt < DRAWN_MS_MIN && course.end === null;
    if (!isSame && !isEarly) {
      this.#key = key;
      this.#drawnAt = now;
      this.#drawCourse(view.table.game, people.names);
    }
    this.#drawHead(view, people.names);
    return isEarly;
  }

  #drawCourse(game, names) {
    const course = this.#course;
    const { width, height } = this.#size;
    this.plot.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (this.#lines.length !== course.players) this.#seat(course.players);
    this.grid.setAttribute("d", [0, 0.25, 0.5, 0.75, 1].map((share) => `M0 ${this.#y(share * course.deck)}H${width}`).join(""));
    this.#lines.forEach((line, seat) => this.#drawLine(line, seat));
    this.wars.setAttribute("d", this.#warsPath());
    this.#legend(names);
    write(this.top, String(course.deck));
    this.replay.href = `/games/${game}`;
    write(this.summary, summaryText(course, names));
  }

  #seat(players) {
    this.#lines = Array.from({ length: players }, (_, seat) => ({
      path: drawing("path", { class: `chart-line seat-${seat}` }),
      marks: drawing("path", { class: `chart-mark seat-${seat}` }),
      leads: drawing("path", { class: `chart-leads seat-${seat}` }),
      outs: drawing("path", { class: `chart-outs seat-${seat}` }),
    }));
    this.grid = drawing("path", { class: "chart-grid" });
    const layers = ["path", "marks", "outs", "leads"].flatMap((name) => this.#lines.map((line) => line[name]));
    this.layers.replaceChildren(this.grid, ...layers);
  }

  #drawLine(line, seat) {
    const { rounds, leads, outs } = this.#course;
    const valueAt = (point) => this.#course.countAt(point, seat);
    const at = (point) => `${this.#x(rounds.at(point))} ${this.#y(valueAt(point))}`;
    const out = outs.find((gone) => gone.seat === seat);
    const length = out === undefined ? rounds.length : rounds.countUpTo(out.round); // it ends there
    const points = thinned(length, (point) => Math.floor(this.#x(rounds.at(point))), valueAt);
    line.path.setAttribute("d", `M${points.map(at).join("L")}`);
    const places = markPlaces(rounds.length, seat, this.#course.players).filter((point) => point < length);
    line.marks.setAttribute("d", places.map((point) => `M${at(point)}${SHAPES[seat]}`).join(""));
    const y = this.#size.height - 9;
    const led = new Set(leads.filter((lead) => lead.seat === seat).map(({ round }) => Math.round(this.#x(round))));
    line.leads.setAttribute("d", [...led].map((x) => `M${x} ${y - 3}l3 6h-6z`).join(""));
    line.outs.setAttribute("d", out === undefined ? "" : `M${this.#x(out.round) - 5} ${this.#y(0) - 5}l10 10m0-10l-10 10`);
  }

  /** One tick a column, as high as its longest war. */
  #warsPath() {
    const columns = new Map();
    for (const { round, steps } of this.#course.wars) {
      const x = Math.round(this.#x(round));
      columns.set(x, Math.max(columns.get(x) ?? 0, steps));
    }
    const base = this.#size.height - 14;
    return [...columns].map(([x, steps]) => `M${x} ${base}v-${WAR_HEIGHTS[Math.min(steps, WAR_HEIGHTS.length) - 1]}`).join("");
  }

  #legend(names) {
    const seats = Array.from({ length: this.#course.players }, (_, seat) =>
      element("span", { class: `key seat-${seat}` }, keySwatch(seat), seatName(seat, names)),
    );
    const marks = [["wars", "chart_wars"], ["leads", "chart_leads"], ["outs", "chart_outs"]];
    const others = marks
      .filter(([kind]) => this.#course[kind].length > 0)
      .map(([kind, key]) => element("span", { class: "key" }, markSwatch(kind), say(key)));
    this.legend.replaceChildren(...seats, ...others);
  }

  #drawHead({ table, replay }, names) {
    const isShown = this.onSeek !== null && replay !== undefined;
    this.future.toggleAttribute("hidden", !isShown);
    this.head.toggleAttribute("hidden", !isShown);
    write(this.last, say("chart_round", { round: this.#course.lastRound }));
    if (!isShown) return;
    const { width, height } = this.#size;
    this.#round = table.rounds_completed;
    const isWithin = table.round > table.rounds_completed;
    const x = this.#x(table.rounds_completed + (isWithin ? 0.5 : 0));
    this.head.setAttribute("d", `M${x} 0V${height}M${x - 4} 0h8l-4 6z`);
    this.future.setAttribute("x", x);
    this.future.setAttribute("width", Math.max(0, width - x));
    this.future.setAttribute("height", height);
    this.handle.setAttribute("aria-valuemax", this.#course.lastRound);
    this.handle.setAttribute("aria-valuenow", this.#round);
    this.handle.setAttribute("aria-valuetext", momentText(table, this.#course, names));
  }

  #x(round) {
    const share = round / Math.max(1, this.#course.lastRound);
    return Number((Math.min(1, share) * this.#size.width).toFixed(1));
  }

  #y(count) {
    const height = this.#size.height - STRIP_HEIGHT - TOP;
    return Number((TOP + height * (1 - count / this.#course.deck)).toFixed(1));
  }

  #resize({ width, height }) {
    if (width === 0 || height === 0) return;
    this.#size = { width: Math.round(width), height: Math.round(height) };
    this.#drawnAt = -Infinity; // lines of another size would be seen distorted
    this.onResize();
  }

  #grasp(event) {
    if (event.button !== 0) return;
    this.handle.setPointerCapture(event.pointerId);
    this.#point(event);
  }

  #point({ clientX }) {
    const { left, width } = this.plot.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - left) / width));
    this.onSeek(Math.round(share * this.#course.lastRound));
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.#course.lastRound;
    const leap = Math.max(1, Math.round(last * LEAP_SHARE));
    const goals = {
      ArrowLeft: this.#round - 1, ArrowDown: this.#round - 1, ArrowRight: this.#round + 1, ArrowUp: this.#round + 1,
      PageDown: this.#round - leap, PageUp: this.#round + leap, Home: 0, End: last,
    };
    if (!(event.key in goals)) return;
    event.preventDefault();
    this.onSeek(Math.max(0, Math.min(last, goals[event.key])));
  }
}

function keyOf({ rounds, wars, leads, outs, end }, game, names, { width, height }) {
  const counts = [rounds.length, wars.length, wars.at(-1)?.steps, leads.length, outs.length, end?.seq];
  return [game, width, height, ...counts, ...names].join("\n");
}

/** Where a line bears its mark: seats take turns, so that lines which lie together can be told apart. */
function markPlaces(length, seat, players) {
  const shares = Array.from({ length: MARKS_A_LINE }, (_, index) => (index + (seat + 0.5) / players) / MARKS_A_LINE);
  return [...new Set(shares.map((share) => Math.round(share * (length - 1))))];
}

function keySwatch(seat) {
  return drawing(
    "svg",
    { class: `key-swatch seat-${seat}`, viewBox: "0 0 30 12", "aria-hidden": "true" },
    drawing("path", { class: `key-line seat-${seat}`, d: "M0 6H30" }),
    drawing("path", { class: `key-mark seat-${seat}`, d: `M15 6${SHAPES[seat]}` }),
  );
}

function markSwatch(kind) {
  const d = { wars: "M6 11v-9", leads: "M6 2l4 8h-8z", outs: "M2 2l8 8m0-8l-8 8" }[kind];
  return drawing(
    "svg",
    { class: "key-swatch is-small", viewBox: "0 0 12 12", "aria-hidden": "true" },
    drawing("path", { class: `key-${kind}`, d }),
  );
}

function momentText(table, course, names) {
  const piles = table.piles.map((count, seat) => `${seatName(seat, names)}: ${count}`);
  return say("chart_moment", {
    round: table.rounds_completed, last: course.lastRound, piles: piles.join(", "),
  });
}

/** Tell what the chart shows to whoever does not see it. */
function summaryText(course, names) {
  const parts = [
    say("chart_sum_rounds", { count: course.lastRound }),
    say("chart_sum_wars", { count: course.wars.length }),
  ];
  const longest = course.wars.reduce((most, { steps }) => Math.max(most, steps), 0);
  if (longest > 0) parts.push(say("chart_sum_longest", { count: longest }));
  parts.push(say("chart_sum_leads", { count: course.leads.length }));
  const piles = course.countsAt(course.rounds.length - 1).map((count, seat) => `${seatName(seat, names)} ${count}`);
  parts.push(say("chart_sum_piles", { piles: listText(piles) }));
  for (const { seat, round } of course.outs) {
    parts.push(say("chart_sum_out", { seat: seatName(seat, names), round }));
  }
  if (course.unseen !== null) {
    const [first, last] = course.unseen;
    parts.push(say("chart_sum_unseen", { first, last }));
  }
  return parts.join(" ");
}
