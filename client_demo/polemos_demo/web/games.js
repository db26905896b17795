// The games of the start page: those that are played now, the most watched first, and those that
// have just ended; fresh every few seconds while somebody looks.

import { element, write } from "./element.js";
import { isOver, progressText, resultText, whoText } from "./listing.js";
import { presetTitle, say } from "./messages.js";
import { poll } from "./polling.js";
import { readJson } from "./reading.js";
import { Rows } from "./rows.js";

export const REFRESH_MS = 4_000;
const RUNNING_SHOWN_MAX = 12;
const FINISHED_SHOWN_MAX = 6;

/** Build the panel; it keeps itself fresh. */
export function gamesPanel() {
  const panel = new GamesPanel();
  poll(() => panel.refresh(), REFRESH_MS);
  return panel.node;
}

class GamesPanel {
  constructor() {
    const rows = (build) => new Rows({ class: "games", keyOf: ({ game }) => game, build });
    this.running = rows(runningRow);
    this.finished = rows(finishedRow);
    this.note = element("p", { class: "reason", role: "status", text: say("games_loading") });
    this.finishedHead = element("h2", { text: say("games_finished"), hidden: true });
    this.node = element(
      "section",
      { class: "panel games-panel", "aria-label": say("games_title"), tabindex: "-1" },
      element("h2", { text: say("games_title") }),
      this.note,
      this.running.node,
      this.finishedHead,
      this.finished.node,
    );
  }

  /** Ask for the games and show them; where that fails, what was shown stays, and it is said. */
  async refresh() {
    try {
      this.#draw((await readJson("/games")).games);
    } catch {
      this.#tell(say("games_failed"));
    }
  }

  #draw(games) {
    const [over, live] = [games.filter(isOver), games.filter((game) => !isOver(game))];
    this.running.draw(live.slice(0, RUNNING_SHOWN_MAX));
    this.finished.draw(over.slice(0, FINISHED_SHOWN_MAX));
    this.finishedHead.hidden = over.length === 0;
    const more = live.length - RUNNING_SHOWN_MAX;
    if (more > 0) this.#tell(say("games_more", { count: more }));
    else this.#tell(live.length === 0 ? say("games_none") : "");
  }

  #tell(text) {
    write(this.note, text);
    this.note.hidden = text === "";
  }
}

function runningRow({ room }) {
  return row(`/rooms/${room}`, (game) => ({
    title: titleOf(game),
    who: [whoText(game), room].filter(Boolean).join(" · "),
    figures: progressText(game),
    last: game.spectators > 0 ? say("audience", { count: game.spectators }) : say("watch_live"),
  }));
}

function finishedRow({ game: name }) {
  return row(`/games/${name}`, (game) => ({
    title: titleOf(game),
    who: [whoText(game), game.room].filter(Boolean).join(" · "),
    figures: game.result === null ? "" : say("listed_rounds", { count: game.result.rounds }),
    last: resultText(game),
  }));
}

function titleOf({ preset, has_changed_rules: isChanged }) {
  return isChanged ? say("listed_changed", { preset: presetTitle(preset) }) : presetTitle(preset);
}

function row(href, tell) {
  const parts = {
    title: element("strong"),
    who: element("bdi", { class: "games-who" }),
    figures: element("bdi", { class: "games-figures" }),
    last: element("bdi", { class: "games-last" }),
  };
  return {
    node: element("li", {}, element("a", { href }, ...Object.values(parts))),
    draw(game) {
      for (const [name, text] of Object.entries(tell(game))) write(parts[name], text);
    },
  };
}
