// The host's controls: pause or hands, a round by hand, tempo, patience, the end. Watchers see why
// they have none.

import { element, write } from "./element.js";
import { ownKeys } from "./keys.js";
import { TEMPOS, say, tempoText } from "./messages.js";
import { tempoSlider } from "./tempo.js";

const KEYS = [
  { keys: [" "], text: "key_pause" },
  { keys: ["ArrowRight"], text: "next_round" },
  { keys: ["["], text: "replay_tempo_back" },
  { keys: ["]"], text: "replay_tempo_on" },
];
const TURN_SECONDS = [5, 10, 20, 30, 60, 120, 600];

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
    this.patience = patienceChoice((seconds) => this.#send("change_turn_seconds", { turn_seconds: seconds }));
    this.reason = element("p", { class: "reason", text: say("watching_reason") });
    this.fault = element("p", { class: "fault", role: "alert", hidden: true });
    this.going = element("div", { class: "buttons" }, this.pause, this.next);
    this.hands = element(
      "fieldset",
      { class: "hands", hidden: true },
      this.going,
      this.slider.node,
      this.patience.node,
      element("div", { class: "buttons" }, this.close),
    );
    ownKeys({
      title: say("controls_title"),
      keys: KEYS,
      isListed: () => this.#isHost && !this.node.hidden,
      press: (key) => this.#press(key),
    });
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

  /** Draw a scene of the room; the controls of a finished game are gone. */
  draw({ table, company, isHost, isHostRefused, isForPeople, mine, isLive }) {
    this.#isHost = isHost;
    const isDealt = table.dealt_at !== null;
    this.node.hidden = table.ended !== null || (!isHost && isForPeople && (!isDealt || mine !== null));
    this.hands.hidden = !isHost;
    this.hands.disabled = !isLive;
    this.now.hidden = isHost;
    write(this.reason, say(isHost ? "host_reason" : isHostRefused ? "host_refused" : "watching_reason"));
    if (table.tempo === null) return;
    this.#isOn = table.is_autoplay_on;
    this.slider.tempo = table.tempo;
    this.slider.node.hidden = !isDealt;
    this.going.hidden = !isDealt;
    this.patience.node.hidden = !isForPeople;
    this.patience.show(company.turn_seconds);
    write(this.now, this.#nowText(table, isForPeople));
    const [on, off] = isForPeople ? ["autoplay_off", "autoplay_on"] : ["pause", "resume"];
    write(this.pause, say(this.#isOn ? on : off));
    this.next.hidden = isForPeople;
    this.next.disabled = this.#isOn;
    this.next.title = this.#isOn ? say("next_round_hint") : "";
  }

  /** With people at the table Space is theirs: it turns a card. */
  #press(key) {
    if (!this.#isHost || this.node.hidden || this.hands.disabled) return false;
    const isGoing = !this.going.hidden && !this.next.hidden;
    if (key === " " && isGoing) return this.pause.click() ?? true;
    if (key === "ArrowRight" && isGoing && !this.#isOn) return this.next.click() ?? true;
    const step = { "[": -1, "]": 1 }[key];
    const tempo = TEMPOS[TEMPOS.indexOf(this.slider.tempo) + step];
    if (tempo === undefined || this.slider.node.hidden) return false;
    this.#send("change_tempo", { tempo });
    return true;
  }

  #nowText(table, isForPeople) {
    const tempo = tempoText(table.tempo);
    if (this.#isOn) return `${say("tempo_label")}: ${tempo}`;
    return isForPeople ? `${say("turning_label")}: ${say("turning_hand")}` : `${tempo}, ${say("paused_mark")}`;
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

function patienceChoice(onchange) {
  const select = element("select", { id: "patience", onchange: () => onchange(Number(select.value)) });
  let shown = null;
  return {
    node: element("div", { class: "field" }, element("label", { for: "patience", text: say("turn_seconds_label") }), select),
    show(seconds) {
      if (seconds === shown) return;
      shown = seconds;
      const offered = [...new Set([...TURN_SECONDS, seconds])].sort((a, b) => a - b);
      select.replaceChildren(
        ...offered.map((value) => element("option", { value, text: say("turn_seconds_text", { seconds: value }) })),
      );
      select.value = seconds;
    },
  };
}
