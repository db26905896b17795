// `/`: open a room, or watch a game that is being played.

import { Connection } from "./connection.js";
import { element, write } from "./element.js";
import { gamesPanel } from "./games.js";
import { PRESETS, companyText, say } from "./messages.js";
import { openSecrets } from "./secrets.js";
import { tempoSlider } from "./tempo.js";
import { isWanted } from "./wanted.js";

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
  const people = peopleChoice();
  const turning = turningChoice();
  const slider = tempoSlider("2");
  const seed = element("input", { id: "seed", name: "seed", type: "text", maxlength: 200, autocomplete: "off" });
  const deal = element(
    "details",
    {},
    element("summary", { text: say("seed_summary") }),
    element("label", { for: "seed", text: say("seed_label") }),
    seed,
    element("p", { class: "fine", text: say("seed_hint") }),
  );
  const button = element("button", { type: "submit", class: "button is-main is-wide", text: say("open_button") });
  const fault = element("p", { class: "fault", role: "alert", hidden: true });
  const form = element(
    "form",
    { class: "panel opening" },
    element("h1", { text: say("open_title") }),
    presets.node,
    players.node,
    people.node,
    turning.node,
    slider.node,
    deal,
    fault,
    button,
  );
  const agree = () => {
    players.allow(presets.chosen());
    people.allow(players.chosen());
    const hasPeople = people.chosen() > 0;
    turning.node.hidden = !hasPeople;
    deal.hidden = hasPeople; // with people at the table nobody may choose the cards
    presets.tell();
  };
  agree();
  form.addEventListener("change", agree);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    write(button, say("opening"));
    fault.hidden = true;
    try {
      const fields = {
        preset: presets.chosen().name, players: players.chosen(), people: people.chosen(), tempo: slider.tempo,
      };
      if (fields.people > 0) fields.autoplay = !turning.isByHand();
      else if (seed.value) fields.seed = seed.value;
      const { room, host_secret: host, invite_secret: invite } = await connection.request("open_room", fields);
      openSecrets().keep(room, { host, invite });
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
  const names = PRESETS.map(({ name }) => name);
  const inputs = PRESETS.map((preset) =>
    element("input", { type: "radio", name: "preset", value: preset.name, checked: isWanted(preset.name, names) }),
  );
  const options = PRESETS.map((preset, index) =>
    element(
      "label",
      { class: "choice" },
      inputs[index],
      element("span", {}, element("strong", { text: preset.title }), element("small", { text: preset.text })),
    ),
  );
  const note = element("p", { class: "fine preset-note" }); // on a phone, in place of all the small texts
  const chosen = () => PRESETS[inputs.findIndex((input) => input.checked)];
  return {
    node: element("fieldset", { class: "choices presets" }, element("legend", { text: say("preset_label") }), ...options, note),
    chosen,
    /** Tell about the chosen one. */
    tell: () => write(note, chosen().text),
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

/** How many of the seats are people's: all of them, unless somebody says otherwise. */
function peopleChoice() {
  const rows = [4, 3, 2, 1, 0].map((count) => {
    const input = element("input", { type: "radio", name: "people", value: count });
    const text = element("span");
    return { count, input, text, node: element("label", { class: "choice is-small" }, input, text) };
  });
  let players = 0;
  return {
    node: element(
      "fieldset",
      { class: "choices people" },
      element("legend", { text: say("people_label") }),
      ...rows.map((row) => row.node),
    ),
    chosen: () => rows.find((row) => row.input.checked).count,
    /** Offer what that many seats allow; somebody who chose bots only means it for any number. */
    allow(count) {
      if (count === players) return;
      const isBotsOnly = players > 0 && this.chosen() === 0;
      players = count;
      for (const row of rows) {
        row.node.hidden = row.count > count;
        row.input.checked = row.count === (isBotsOnly ? 0 : count);
        write(row.text, companyText(row.count, count - row.count));
      }
    },
  };
}

function turningChoice() {
  const hand = element("input", { type: "radio", name: "turning", value: "hand", checked: true });
  const auto = element("input", { type: "radio", name: "turning", value: "auto" });
  const choice = (input, key) =>
    element(
      "label",
      { class: "choice" },
      input,
      element("span", {}, element("strong", { text: say(key) }), element("small", { text: say(`${key}_hint`) })),
    );
  return {
    node: element(
      "fieldset",
      { class: "choices turning" },
      element("legend", { text: say("turning_label") }),
      choice(hand, "turning_hand"),
      choice(auto, "turning_auto"),
    ),
    isByHand: () => hand.checked,
  };
}
