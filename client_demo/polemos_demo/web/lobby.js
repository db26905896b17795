// Before the deal: who sits where, a seat to take, and the host's start.

import { freeSeats, isFull, whyNotStart } from "./company.js";
import { element, write } from "./element.js";
import { ownKeys } from "./keys.js";
import { say } from "./messages.js";

/** Shows the lobby, made of a seat list and the form to sit down; `onStart()` is the host's. */
export class Lobby {
  #isMine = false;
  #isArriving = false;

  constructor({ list, form, onStart }) {
    this.form = form;
    this.list = list;
    this.title = element("h2", { text: say("lobby_title"), tabindex: "-1" });
    this.reason = element("p", { class: "reason" });
    this.start = element("button", {
      type: "button", class: "button is-main is-wide", "data-do": "start", text: say("start_game"), onclick: onStart,
    });
    this.again = element("p", { class: "fine lobby-again", text: say("lobby_rematch") });
    this.node = element(
      "section",
      { class: "lobby", "aria-label": say("lobby_title"), hidden: true },
      form.node,
      element("div", { class: "panel" }, this.title, list.node, this.start, this.again),
      this.reason,
    );
    // Whoever sits turns cards by Space soon: until then it does nothing, and scrolls nothing either.
    ownKeys({
      title: say("lobby_title"), keys: [], isListed: () => false,
      press: (key) => key === " " && this.#isMine && !this.node.hidden,
    });
  }

  /** Give the focus of the form to what comes next, once the seat is seen to be taken. */
  arrive() {
    this.#isArriving = true;
  }

  /** Draw a scene of the room. */
  draw({ company, mine, isHost, isLive, canSit, isInvited, isFirstGame, deal, now }) {
    this.list.draw(company, { mine, isHost, isOpen: !deal.isLocked, now });
    this.form.node.hidden = !canSit;
    if (canSit) this.form.draw(company, now);
    this.again.hidden = !isFirstGame || deal.isLocked;
    this.start.hidden = !isHost || !isFirstGame || deal.isLocked;
    this.start.disabled = !isLive || whyNotStart(company, now) !== null;
    // Where a seat is kept for somebody else, the lobby's words say until when.
    this.reason.hidden = canSit || mine !== null || isHost || (isInvited && !isFull(company));
    write(this.reason, say(isInvited ? "full_reason" : "spectator_reason"));
    this.#isMine = mine !== null;
    if (this.#isArriving && company.seats[mine]?.standing === "taken") this.#settle();
  }

  /** A focus that the person has moved meanwhile stays where it is. */
  #settle() {
    this.#isArriving = false;
    const { activeElement } = document;
    if (activeElement !== document.body && !this.form.node.contains(activeElement)) return;
    const canStart = !this.start.hidden && !this.start.disabled;
    (canStart ? this.start : this.title).focus({ preventScroll: !canStart });
  }
}

/** Tell in a sentence what the lobby waits for. */
export function lobbyWords({ company, isHost, isFirstGame, deal, now }) {
  if (deal.isLocked) return say("lobby_words_locked");
  const words = waitingWords({ company, isHost, isFirstGame, now });
  return deal.released?.reason === "unrevealed" ? `${say("lobby_words_again")} ${words}` : words;
}

function waitingWords({ company, isHost, isFirstGame, now }) {
  const free = freeSeats(company).length;
  if (free > 0 && !isHost) return say("waiting_players", { count: free });
  return whyNotStart(company, now) ?? say(isFirstGame && !isHost ? "start_host" : "start_ready");
}
