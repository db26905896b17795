// The replay's controls: a scrubber, play and steps, tempo, and jumps from moment to moment. Draws a
// state; what is pressed is told by name, as keys are.

import { drawing, element, write } from "../element.js";
import { TEMPOS, say, tempoText } from "../messages.js";
import { roundShown } from "../table.js";
import { KINDS, beatOfJump, placeOf } from "./jumps.js";

const ICONS = {
  toStart: "M5 4v16M19 4L8 12l11 8z",
  beatBack: "M16 5L7 12l9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 4h4v16h-4zM14 4h4v16h-4z",
  beatOn: "M8 5l9 7-9 7z",
  toEnd: "M19 4v16M5 4l11 8-11 8z",
  back: "M15 5l-8 7 8 7",
  on: "M9 5l8 7-8 7",
};

/** Shows the controls; `onDeed(deed)` hears of buttons, `onScrub(beat)` and `onRound(round)` of goals. */
export class Transport {
  #onDeed;
  #jumps = {};
  #parts;

  constructor({ onDeed, onScrub, onRound }) {
    this.#onDeed = onDeed;
    this.scrubber = element("input", {
      type: "range", id: "scrubber", class: "scrubber", min: 0, max: 0, step: 1, "aria-label": say("replay_scrubber"),
      oninput: () => onScrub(Number(this.scrubber.value)),
    });
    this.#parts = [element("span"), element("span"), element("span", { class: "replay-behind" })];
    this.position = element("p", { class: "replay-position" }, ...this.#parts);
    this.start = this.#button("toStart", "replay_start");
    this.back = this.#button("beatBack", "replay_beat_back");
    this.toggle = this.#button("toggle", "replay_play", "button is-main");
    this.on = this.#button("beatOn", "replay_beat_on");
    this.end = this.#button("toEnd", "replay_end");
    this.tempo = this.#pair("tempo", "slower", "faster");
    for (const kind of KINDS) this.#jumps[kind] = this.#pair(kind, `${kind}Back`, `${kind}On`);
    this.node = element(
      "section",
      { class: "panel replay", "aria-label": say("replay_title") },
      this.position,
      this.scrubber,
      element("div", { class: "replay-steps" }, this.start, this.back, this.toggle, this.on, this.end),
      element(
        "div",
        { class: "replay-pairs" },
        this.tempo.node,
        ...KINDS.map((kind) => this.#jumps[kind].node),
        roundForm(onRound),
      ),
    );
  }

  /** Draw where a replay stands. */
  draw(state, recording, table) {
    const { lastBeat, isEnded } = recording;
    this.scrubber.max = lastBeat;
    this.scrubber.value = state.beat;
    const texts = positionTexts(state, recording, table);
    const text = texts.join(", ");
    this.#parts.forEach((part, index) => write(part, texts[index] ?? ""));
    this.scrubber.setAttribute("aria-valuetext", text);
    const isGoing = state.mode !== "paused";
    icon(this.toggle, isGoing ? "pause" : "play");
    label(this.toggle, say(isGoing ? "replay_pause" : "replay_play"));
    const isAtEnd = state.mode === "live" || (isEnded && state.beat === lastBeat);
    for (const button of [this.start, this.back]) allow(button, state.beat > 0);
    for (const button of [this.on, this.end]) allow(button, !isAtEnd);
    this.#drawEnd(state, recording);
    write(this.tempo.text, tempoText(state.tempo));
    allow(this.tempo.before, state.tempo !== TEMPOS[0]);
    allow(this.tempo.after, state.tempo !== TEMPOS.at(-1));
    for (const kind of KINDS) this.#drawJump(kind, state, recording, table);
  }

  #drawEnd({ mode }, { isEnded }) {
    this.end.classList.toggle("is-live", mode === "live");
    this.end.classList.toggle("has-text", !isEnded);
    if (isEnded) {
      icon(this.end, "toEnd");
      label(this.end, say("replay_end"));
    } else if (this.end.dataset.icon !== "live") {
      this.end.dataset.icon = "live";
      this.end.replaceChildren(say("replay_live"));
      label(this.end, say("replay_live_label"));
    }
  }

  #drawJump(kind, { beat }, recording, table) {
    const { number, count } = placeOf(recording, kind, beat);
    const { text, before, after } = this.#jumps[kind];
    write(text, kind === "round" ? roundText(table, recording) : say(`replay_${kind}`, { number, count }));
    allow(before, beatOfJump(recording, kind, beat, -1) !== null);
    allow(after, beatOfJump(recording, kind, beat, 1) !== null);
  }

  #pair(name, back, on) {
    const text = element("span", { class: "pair-text" });
    const before = this.#button(back, `replay_${name}_back`, "button is-step", "back");
    const after = this.#button(on, `replay_${name}_on`, "button is-step", "on");
    return { text, before, after, node: element("div", { class: "pair" }, before, text, after) };
  }

  #button(deed, key, className = "button", drawn = deed) {
    const button = element("button", { type: "button", class: className, "data-do": deed, onclick: () => this.#onDeed(deed) });
    label(button, say(key));
    if (drawn in ICONS) icon(button, drawn);
    return button;
  }
}

/** Say whether a button does anything now; one that does nothing keeps the focus all the same. */
function allow(button, isAllowed) {
  button.setAttribute("aria-disabled", String(!isAllowed));
}

function icon(button, name) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  const className = name === "back" || name === "on" ? "icon is-open" : "icon";
  button.replaceChildren(
    drawing("svg", { class: className, viewBox: "0 0 24 24", "aria-hidden": "true" }, drawing("path", { d: ICONS[name] })),
  );
}

function label(button, text) {
  if (button.title === text) return;
  button.title = text;
  button.setAttribute("aria-label", text);
}

function roundForm(onRound) {
  const field = element("input", {
    id: "round", type: "text", inputmode: "numeric", pattern: "[0-9]{1,6}", maxlength: 6, autocomplete: "off", required: true,
  });
  return element(
    "form",
    {
      class: "replay-round",
      onsubmit: (event) => {
        event.preventDefault();
        onRound(Number(field.value));
        field.select();
      },
    },
    element("label", { for: "round", text: say("replay_goto") }),
    field,
    element("button", { type: "submit", class: "button", text: say("replay_go") }),
  );
}

/** Tell the round as the title does, and how many there are. */
function roundText(table, { course }) {
  const round = roundShown(table);
  if (round === null) return say("replay_before_deal");
  return say("replay_at_round", { round, last: Math.max(round, course.lastRound) });
}

function positionTexts({ mode, beat }, recording, table) {
  const { lastBeat, isEnded } = recording;
  const parts = [
    roundText(table, recording),
    say("replay_at_beat", { beat: beat + 1, last: lastBeat + 1 }),
  ];
  if (mode === "live") parts.push(say("live"));
  else if (!isEnded) parts.push(say("replay_behind", { count: lastBeat - beat }));
  return parts;
}
