// Cards turned by hand: my button and keys, whom the table waits for, and for how long still.

import { awaited, awayFrom, isAwaited, namesText } from "./company.js";
import { element, write } from "./element.js";
import { ownKeys } from "./keys.js";
import { say } from "./messages.js";
import { isOut, nextTurn } from "./table.js";

const TICK_MS = 250;
const KEYS = [{ keys: [" ", "Enter"], text: "turn_card" }];

/**
 * Shows the hand; `onTurn({round, step})` sends the turn and rejects with `Refused`, and
 * `onPrompt(text)` hears what the table waits for.
 */
export class Hand {
  #scene = null;
  #sent = "";

  constructor({ onTurn, onPrompt, clock }) {
    this.onTurn = onTurn;
    this.onPrompt = onPrompt;
    this.clock = clock;
    this.button = element("button", {
      type: "button", class: "button is-main hand-button", "data-do": "turn", onclick: () => this.turn(),
    });
    this.waiting = element("span", { class: "hand-waiting" });
    this.seconds = element("span", { class: "hand-seconds", "aria-hidden": "true" });
    this.out = element("p", { class: "hand-out", text: say("out_watching"), hidden: true });
    this.hint = element("p", { class: "hand-hint", text: say("turn_hint") });
    this.fault = element("p", { class: "fault", role: "alert", hidden: true });
    this.node = element(
      "section",
      { class: "hand", "aria-label": say("turning_hand"), hidden: true },
      this.button,
      this.out,
      element("p", { class: "hand-line" }, this.waiting, this.seconds),
      this.hint,
      this.fault,
    );
    setInterval(() => this.#tick(), TICK_MS);
    ownKeys({
      title: say("turning_hand"),
      keys: KEYS,
      isListed: () => this.#scene !== null && this.#isPlaying(),
      press: (key, { repeat }) => this.#press(key, repeat),
    });
  }

  /** Draw a scene, or nothing where no cards are turned by hand. */
  draw(scene) {
    this.#scene = scene;
    this.node.hidden = scene === null;
    if (scene === null) return this.onPrompt("");
    // A server that comes back does not know who had turned: what was sent counts no more.
    if (!scene.isLive) this.#sent = "";
    const { tie } = scene;
    const isPlaying = this.#isPlaying();
    const canTurn = this.#canTurn();
    this.button.hidden = this.hint.hidden = !isPlaying;
    this.out.hidden = scene.mine === null || isPlaying;
    this.node.classList.toggle("is-watching", !isPlaying);
    this.button.setAttribute("aria-disabled", String(!canTurn));
    write(this.button, say(canTurn && tie ? "turn_war" : "turn_card"));
    this.node.classList.toggle("is-mine", canTurn);
    write(this.waiting, this.#waitingText());
    this.onPrompt(canTurn ? this.button.textContent : this.waiting.textContent);
    this.node.classList.toggle("is-counting", scene.company.turned_at !== null);
    return this.#tick();
  }

  /** Turn my card, if it is awaited. */
  async turn() {
    if (!this.#canTurn()) return;
    const place = nextTurn(this.#scene.table);
    this.#sent = this.#key();
    this.fault.hidden = true;
    this.draw(this.#scene);
    try {
      await this.onTurn(place);
    } catch (refused) {
      this.#sent = "";
      // The cards came first, or the game goes by itself now: the table shows what is so.
      const isStale = ["nothing_to_turn", "autoplay_is_on", "game_is_over", "disconnected"].includes(refused.code);
      this.fault.hidden = isStale;
      write(this.fault, refused.message);
      this.draw(this.#scene);
    }
  }

  #isPlaying() {
    const { mine, table } = this.#scene;
    return mine !== null && !isOut(table, mine);
  }

  #key() {
    const { round, step } = nextTurn(this.#scene.table);
    return `${this.#scene.table.game} ${round} ${step}`;
  }

  #canTurn() {
    if (this.#scene === null || !this.#scene.isLive || this.#scene.mine === null) return false;
    return isAwaited(this.#scene.company, this.#scene.mine) && this.#key() !== this.#sent;
  }

  #waitingText() {
    const { company, mine } = this.#scene;
    const waiting = awaited(company);
    const others = waiting.filter((seat) => seat !== mine);
    if (others.length) return this.#waitingForText(others);
    return this.#canTurn() ? say("waiting_for_you") : "";
  }

  #waitingForText(others) {
    const { company, table } = this.#scene;
    const away = awayFrom(company, table);
    const isAway = others.every((seat) => away.includes(seat));
    return say(isAway ? "waiting_for_away" : "waiting_for", { count: others.length, names: namesText(company, others) });
  }

  #tick() {
    if (this.#scene === null) return;
    const { turned_at: turnedAt, turn_seconds: turnSeconds } = this.#scene.company;
    const left = turnedAt === null ? null : Math.ceil((turnedAt - this.clock.now()) / 1_000);
    const text = left === null ? "" : this.#secondsText(Math.max(0, Math.min(turnSeconds, left)));
    write(this.seconds, text);
    this.seconds.classList.toggle("is-short", left !== null && left <= 5);
  }

  #secondsText(seconds) {
    const { company, mine } = this.#scene;
    const waiting = awaited(company);
    if (waiting.length === 0) return "";
    if (waiting.includes(mine)) return say("turned_for_you", { seconds });
    return say("turned_for", { names: namesText(company, waiting), seconds });
  }

  /** Space is whoever's sits here, awaited or not: it never scrolls their cards away. */
  #press(key, isRepeated) {
    if (!KEYS[0].keys.includes(key) || this.#scene === null) return false;
    const isTurned = !isRepeated && this.#canTurn();
    if (isTurned) this.turn();
    return isTurned || (key === " " && this.#scene.mine !== null);
  }
}
