// Before the deal: who sits where, a seat to take, and the host's start.

import { freeSeats, whyNotStart } from "./company.js";
import { element, write } from "./element.js";
import { say } from "./messages.js";

/** Shows the lobby, made of a seat list and the form to sit down; `onStart()` is the host's. */
export class Lobby {
  constructor({ list, form, onStart }) {
    this.form = form;
    this.list = list;
    this.reason = element("p", { class: "reason" });
    this.start = element("button", {
      type: "button", class: "button is-main is-wide", "data-do": "start", text: say("start_game"), onclick: onStart,
    });
    this.node = element(
      "section",
      { class: "lobby", "aria-label": say("lobby_title"), hidden: true },
      form.node,
      element("div", { class: "panel" }, element("h2", { text: say("lobby_title") }), list.node, this.start),
      this.reason,
    );
  }

  /** Draw a scene of the room. */
  draw({ company, mine, isHost, isLive, canSit, isFirstGame, deal }) {
    this.list.draw(company, { mine, isHost, isOpen: !deal.isLocked });
    this.form.node.hidden = !canSit;
    if (canSit) this.form.draw(company);
    this.start.hidden = !isHost || !isFirstGame || deal.isLocked;
    this.start.disabled = !isLive || whyNotStart(company) !== null;
    this.reason.hidden = canSit || mine !== null || isHost;
    write(this.reason, say("spectator_reason"));
  }
}

/** Tell in a sentence what the lobby waits for. */
export function lobbyWords({ company, isHost, isFirstGame, deal }) {
  if (deal.isLocked) return say("lobby_words_locked");
  const now = waitingWords({ company, isHost, isFirstGame });
  return deal.released?.reason === "unrevealed" ? `${say("lobby_words_again")} ${now}` : now;
}

function waitingWords({ company, isHost, isFirstGame }) {
  const free = freeSeats(company).length;
  if (free > 0 && !isHost) return say("waiting_players", { count: free });
  return whyNotStart(company) ?? say(isFirstGame && !isHost ? "start_host" : "start_ready");
}
