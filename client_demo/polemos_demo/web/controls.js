// The host's controls: pause, a round by hand, tempo, the end. Watchers see why they have none.

import { element, write } from "./element.js";
import { say, tempoText } from "./messages.js";
import { tempoSlider } from "./tempo.js";

/** Shows the controls; `ask(type, fields)` sends a request of the room. */
export class Controls {
  #isHost = false;
  #isOn = false;
  #ask;

  constructor(ask) {
    this.#ask = ask;
    this.pause = button("pause", "button is-main", () => this.#toggle());
    this.next = button("next_round", "button", () => this.#send("play_round"));
    this.close = button("close_game", "button is-quiet", () => this.#close());
    this.slider = tempoSlider("2", (tempo) => this.#send("change_tempo", { tempo }));
    this.reason = element("p", { class: "reason", text: say("watching_reason") });
    this.fault = element("p", { class: "fault", role: "alert", hidden: true });
    this.hands = element(
      "fieldset",
      { class: "hands", hidden: true },
      element("div", { class: "buttons" }, this.pause, this.next),
      this.slider.node,
      element("div", { class: "buttons" }, this.close),
    );
    this.now = element("p", { class: "tempo-now" });
    this.node = element(
      "section",
      { class: "panel controls" },
      element("h2", { text: say("controls_title") }),
      this.hands,
      this.now,
      this.reason,
      this.fault,
    );
  }

  /** Say whether this page has the host's controls, and why not where it lost them. */
  setHost(isHost, refused = null) {
    this.#isHost = isHost;
    this.hands.hidden = !isHost;
    this.now.hidden = isHost;
    const reason = isHost ? "host_reason" : refused ? "host_refused" : "watching_reason";
    write(this.reason, say(reason));
  }

  /** Draw a view; the controls of a finished game are gone. */
  draw(view, state) {
    const { table } = view;
    this.node.hidden = table.ended !== null;
    if (table.tempo === null) return;
    this.#isOn = table.is_autoplay_on;
    this.slider.tempo = table.tempo;
    const tempo = tempoText(table.tempo);
    write(this.now, this.#isOn ? `${say("tempo_label")}: ${tempo}` : `${tempo}, ${say("paused_mark")}`);
    write(this.pause, say(this.#isOn ? "pause" : "resume"));
    this.hands.disabled = state !== "live";
    this.next.disabled = this.#isOn;
    this.next.title = this.#isOn ? say("next_round_hint") : "";
  }

  #toggle() {
    this.#send(this.#isOn ? "pause_autoplay" : "start_autoplay");
  }

  #close() {
    if (confirm(say("close_game_confirm"))) this.#send("close_game");
  }

  async #send(type, fields = {}) {
    if (!this.#isHost) return;
    this.fault.hidden = true;
    try {
      await this.#ask(type, fields);
    } catch (refused) {
      // Somebody else's request, or a beat, came first: the table shows what is so now.
      if (STALE.has(refused.code)) return;
      write(this.fault, refused.message);
      this.fault.hidden = false;
    }
  }
}

const STALE = new Set(["tempo_unchanged", "autoplay_is_on", "autoplay_is_off", "game_is_over"]);

function button(key, className, onclick) {
  return element("button", { type: "button", class: className, "data-do": key, text: say(key), onclick });
}
