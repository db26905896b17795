// Rounds, wars, elapsed time and the size of the pot.

import { element, write } from "./element.js";
import { durationText, numberText, say, spanText } from "./messages.js";

/** Shows a game's counters; the time goes on by itself while the game does. */
export class Counters {
  #table = null;
  #isPast = false;

  /** `clock` is the server's. */
  constructor(clock) {
    this.clock = clock;
    this.values = {};
    const cells = ["rounds", "wars", "pot", "time"].map((name) => this.#cell(name));
    this.node = element("dl", { class: "counters" }, ...cells);
    setInterval(() => this.#tick(), 250);
  }

  /** Draw a view. */
  draw(view) {
    const { table } = view;
    this.#table = table;
    this.#isPast = view.replay?.isPast ?? false;
    write(this.values.rounds, numberText(table.rounds_completed));
    write(this.values.wars, numberText(table.wars));
    write(this.values.pot, numberText(table.table.length));
    this.#tick();
  }

  #cell(name) {
    this.values[name] = element("dd", { "data-counter": name, text: "–" });
    return element("div", {}, element("dt", { text: say(`counter_${name}`) }), this.values[name]);
  }

  #tick() {
    const table = this.#table;
    if (!table?.dealt_at) return;
    if (table.ended || this.#isPast) {
      write(this.values.time, spanText(table.last_at - table.dealt_at));
      return;
    }
    const now = Math.max(table.last_at, this.clock.now());
    write(this.values.time, durationText(now - table.dealt_at));
  }
}
