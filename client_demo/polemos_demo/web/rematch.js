// After the end: the next game in one tap, and what the person at this device has reached so far.

import { element, write } from "./element.js";
import { say } from "./messages.js";
import { readStatistics, statisticsText } from "./statistics.js";

/** Shows what follows a result; `onRematch()` opens the next game and rejects with `Refused`. */
export class AfterGame {
  #told = null;

  constructor(onRematch) {
    this.button = element("button", {
      type: "button", class: "button is-main", "data-do": "rematch", text: say("rematch"),
      onclick: () => this.#ask(onRematch),
    });
    this.hint = element("p", { class: "fine" });
    this.statistics = element("p", { class: "fine statistics", hidden: true });
    this.fault = element("p", { class: "fault", role: "alert", hidden: true });
    this.node = element("div", { class: "after-game" }, this.button, this.hint, this.statistics, this.fault);
  }

  /** Draw a scene of a game that has ended. */
  draw({ company, table, canAsk, isLive, player }) {
    const isPossible = company.is_rematch_possible && company.game === table.game;
    this.button.hidden = !canAsk || !isPossible;
    this.button.disabled = !isLive;
    this.hint.hidden = !isPossible;
    write(this.hint, say(canAsk ? "rematch_hint" : "rematch_host"));
    if (player !== null && table.ended.places.length > 0) this.#tell(player, table);
  }

  /** Forget the game before. */
  reset() {
    this.#told = null;
    this.statistics.hidden = true;
    this.fault.hidden = true;
  }

  async #ask(onRematch) {
    this.fault.hidden = true;
    try {
      await onRematch();
    } catch (refused) {
      write(this.fault, refused.message);
      this.fault.hidden = false;
    }
  }

  async #tell(player, table) {
    if (this.#told === table.game) return;
    this.#told = table.game;
    const text = statisticsText(await readStatistics(player), table.preset);
    if (this.#told !== table.game || text === null) return;
    write(this.statistics, text);
    this.statistics.hidden = false;
  }
}
