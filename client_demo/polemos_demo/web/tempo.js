// The tempo slider: from a beat in four seconds to lightning, in the wire's ten steps.

import { element, write } from "./element.js";
import { TEMPOS, say, tempoText } from "./messages.js";

/**
 * Build a slider: `node` to show, `tempo` to read and set, `onchange(tempo)` when let go.
 *
 * While a hand is on it, and until what was chosen is answered, setting the tempo moves nothing.
 */
export function tempoSlider(tempo, onchange = () => {}) {
  let isHeld = false;
  const output = element("output", { class: "tempo-text" });
  const input = element("input", {
    type: "range", id: "tempo", min: 0, max: TEMPOS.length - 1, step: 1, value: TEMPOS.indexOf(tempo),
    oninput: () => {
      isHeld = true;
      show();
    },
    onchange: async () => {
      await onchange(TEMPOS[input.value]);
      isHeld = false;
    },
  });
  const show = () => {
    const text = tempoText(TEMPOS[input.value]);
    write(output, text);
    input.setAttribute("aria-valuetext", text);
  };
  show();
  const node = element(
    "div",
    { class: "field tempo" },
    element("label", { for: "tempo", text: say("tempo_label") }, output),
    input,
    element(
      "div",
      { class: "tempo-ends", "aria-hidden": "true" },
      element("span", { text: say("tempo_slow") }),
      element("span", { text: say("tempo_lightning") }),
    ),
  );
  return {
    node,
    input,
    get tempo() {
      return TEMPOS[input.value];
    },
    set tempo(value) {
      if (isHeld) return;
      input.value = TEMPOS.indexOf(value);
      show();
    },
  };
}
