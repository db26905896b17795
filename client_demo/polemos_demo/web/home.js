// `/`: open a room, or watch a game that is being played.

import { Connection } from "./connection.js";
import { element, write } from "./element.js";
import { gamesPanel } from "./games.js";
import { keepHostSecret } from "./host.js";
import { PRESETS, say } from "./messages.js";
import { tempoSlider } from "./tempo.js";

/** Show the start page. */
export function homePage(page) {
  const connection = new Connection({});
  page.replaceChildren(
    element("p", { class: "tagline", text: say("tagline") }),
    element("div", { class: "home" }, openingForm(connection), gamesPanel()),
  );
}

function openingForm(connection) {
  const presets = presetChoice();
  const players = playersChoice();
  const slider = tempoSlider("2");
  const seed = element("input", { id: "seed", name: "seed", type: "text", maxlength: 200, autocomplete: "off" });
  const button = element("button", { type: "submit", class: "button is-main is-wide", text: say("open_button") });
  const fault = element("p", { class: "fault", role: "alert", hidden: true });
  const form = element(
    "form",
    { class: "panel opening" },
    element("h1", { text: say("open_title") }),
    presets.node,
    players.node,
    slider.node,
    element(
      "details",
      {},
      element("summary", { text: say("seed_summary") }),
      element("label", { for: "seed", text: say("seed_label") }),
      seed,
      element("p", { class: "fine", text: say("seed_hint") }),
    ),
    fault,
    button,
  );
  form.addEventListener("change", () => players.allow(presets.chosen()));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    write(button, say("opening"));
    fault.hidden = true;
    try {
      const fields = { preset: presets.chosen().name, players: players.chosen(), tempo: slider.tempo };
      if (seed.value) fields.seed = seed.value;
      const { room, host_secret: secret } = await connection.request("open_room", fields);
      keepHostSecret(room, secret);
      location.assign(`/rooms/${room}`);
    } catch (refused) {
      write(fault, refused.message);
      fault.hidden = false;
      button.disabled = false;
      write(button, say("open_button"));
    }
  });
  return form;
}

function presetChoice() {
  const inputs = PRESETS.map((preset, index) =>
    element("input", { type: "radio", name: "preset", value: preset.name, checked: index === 0 }),
  );
  const options = PRESETS.map((preset, index) =>
    element(
      "label",
      { class: "choice" },
      inputs[index],
      element("span", {}, element("strong", { text: preset.title }), element("small", { text: preset.text })),
    ),
  );
  return {
    node: element("fieldset", { class: "choices presets" }, element("legend", { text: say("preset_label") }), ...options),
    chosen: () => PRESETS[inputs.findIndex((input) => input.checked)],
  };
}

function playersChoice() {
  const inputs = [2, 3, 4].map((count) =>
    element("input", { type: "radio", name: "players", value: count, checked: count === 2 }),
  );
  const options = inputs.map((input) =>
    element("label", { class: "choice is-small" }, input, element("span", { text: input.value })),
  );
  const note = element("p", { class: "fine", hidden: true });
  return {
    node: element(
      "fieldset",
      { class: "choices players" },
      element("legend", { text: say("players_label") }),
      ...options,
      note,
    ),
    chosen: () => Number(inputs.find((input) => input.checked).value),
    /** Leave only what the preset allows. */
    allow(preset) {
      for (const input of inputs) input.disabled = !preset.players.includes(Number(input.value));
      if (inputs.find((input) => input.checked).disabled) inputs[0].checked = true;
      note.hidden = preset.players.length > 1;
      write(note, say("players_only", { preset: preset.title }));
    },
  };
}
