// `/tv`: the busiest game on a large screen that nobody touches, one game after another.

import { drawing, element, write } from "./element.js";
import { Follower } from "./following.js";
import { isPlayed } from "./listing.js";
import { say } from "./messages.js";
import { poll } from "./polling.js";
import { readJson } from "./reading.js";
import { Spectacle } from "./spectacle.js";
import { keepAwake } from "./wake.js";

const LOOK_MS = 3_000;
export const RESULT_MS = 8_000;

/** Show the page. */
export function tvPage(page) {
  document.documentElement.dataset.view = "tv";
  document.title = `${say("tv_title")} · Polemos`;
  new Television(page).begin();
}

/** The game to be shown next: of those that are played the most watched, but not the one before. */
export function busiest(games, before) {
  return games.find((game) => isPlayed(game) && game.game !== before) ?? null;
}

class Television {
  #follower = null;
  #game = null;
  #before = null;

  constructor(page) {
    this.spectacle = new Spectacle();
    this.spectacle.result.page.parentElement.remove(); // nobody is there to follow its links
    this.stage = element("div", { class: "tv-stage", hidden: true }, this.spectacle.main, this.spectacle.chart.node);
    this.text = element("p", { class: "tv-text", role: "status", text: say("tv_looking") });
    this.waiting = element(
      "section",
      { class: "tv-waiting" },
      element("span", { class: "tv-mark", "aria-hidden": "true" }),
      element("h1", { text: say("tv_waiting_title") }),
      this.text,
      element("p", { class: "tv-address", text: location.host }),
    );
    page.replaceChildren(this.stage, this.waiting, fullscreenButton(), document.getElementById("state"));
  }

  /** Look for a game now, and whenever none is shown. */
  begin() {
    keepAwake();
    this.look = poll(() => this.#look(), LOOK_MS);
  }

  async #look() {
    if (this.#game !== null) return;
    try {
      const next = busiest((await readJson("/games")).games, this.#before);
      if (next !== null) this.#show(next.game);
      else this.#wait(say("tv_waiting_text"));
    } catch {
      this.#wait(say("games_failed"));
    }
  }

  #wait(text) {
    this.stage.hidden = true;
    this.waiting.hidden = false;
    write(this.text, text);
  }

  #show(game) {
    this.#game = game;
    this.stage.dataset.game = game;
    this.waiting.hidden = true;
    this.stage.hidden = false;
    if (this.#follower !== null) return this.#follower.follow(game);
    this.spectacle.forget();
    this.#follower = new Follower({
      spectacle: this.spectacle,
      target: { game },
      onEnd: (table) => this.#end(table.game),
      onFault: () => this.#lose(),
    });
    return undefined;
  }

  #end(game) {
    if (game !== this.#game || game === this.#before) return;
    this.#before = game;
    setTimeout(() => this.#free(), RESULT_MS);
  }

  /** The server does not let the game be watched: look for another, on another connection. */
  #lose() {
    this.#before = this.#game;
    this.#follower = null;
    this.#free();
  }

  #free() {
    this.#game = null;
    this.look();
  }
}

function cornersMark() {
  return drawing(
    "svg",
    { class: "tv-corners", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" }),
  );
}

function fullscreenButton() {
  const button = element("button", {
    type: "button", class: "button tv-full", "aria-label": say("tv_fullscreen"), title: say("tv_fullscreen"),
    hidden: !document.fullscreenEnabled,
    onclick: () => document.documentElement.requestFullscreen().catch(() => {}),
  }, cornersMark());
  document.addEventListener("fullscreenchange", () => {
    button.hidden = document.fullscreenElement !== null;
  });
  return button;
}
