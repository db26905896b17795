// `/rules` and `/rules/PRESET`: what each preset changes, beside the standard, and what is decided
// where players argue; made of what the server tells of its own rules.

import { element } from "./element.js";
import { faultPage } from "./fault.js";
import { say } from "./language/rules.js";
import { presetTitle } from "./messages.js";
import { readJson } from "./reading.js";
import { changedRows, ruleText, toldRows } from "./rulewords.js";

/** Show all presets. */
export function rulesPage(page) {
  return show(page, say("rules_title"), (told) => [
    head(say("rules_title"), say("rules_text")),
    element("ul", { class: "cards" }, ...standardFirst(told).map((preset) => card(preset, told))),
  ]);
}

/** Show one preset. */
export function presetPage(page, name) {
  return show(page, presetTitle(name), (told) => {
    const preset = told.presets.find((one) => one.preset === name);
    if (preset === undefined) return [faultPage(say("rules_unknown"))];
    const standard = told.presets.find((one) => one.preset === told.standard);
    return [
      head(presetTitle(name), say(`source_${preset.source}`)),
      element("p", { class: "buttons page-do" }, openLink(name)),
      element(
        "div",
        { class: "rules" },
        ...(preset === standard ? [] : [differencesPart(preset, standard)]),
        playedPart(preset),
        edgeCasesPart(preset),
      ),
      others(told.presets, name),
    ];
  });
}

async function show(page, title, build) {
  document.title = `${title} · Polemos`;
  page.replaceChildren(element("p", { class: "reason", role: "status", text: say("rules_loading") }));
  try {
    page.replaceChildren(...build(await readJson("/presets")));
  } catch (error) {
    page.replaceChildren(element("p", { class: "panel notice fault", role: "alert", text: `${say("rules_failed")} ${error.message}` }));
  }
}

function head(title, text) {
  return element("div", { class: "page-head" }, element("h1", { text: title }), element("p", { class: "tagline", text }));
}

/** A link to the start page that has the preset chosen there. */
function openLink(name) {
  return element("a", { class: "button is-main", href: `/?preset=${name}`, text: say("rules_open") });
}

function standardFirst({ presets, standard }) {
  return [...presets].sort((one, other) => (other.preset === standard) - (one.preset === standard));
}

function card(preset, told) {
  const title = presetTitle(preset.preset);
  const rows = preset.preset === told.standard ? ["hidden_cards", "cap"] : changedRows(preset);
  const words = rows.filter((row) => row !== "war_cards").map((row) => element("li", {}, element("span", { text: `${say(`row_${row}`)}: ` }), ruleText(preset, row)));
  return element(
    "li",
    { class: "panel card-of-rules" },
    element("h2", {}, element("a", { href: `/rules/${preset.preset}`, text: title })),
    element("p", { class: "fine", text: say(`source_${preset.source}`) }),
    element("ul", {}, ...words),
    element("p", {}, element("a", { href: `/?preset=${preset.preset}`, "aria-label": say("rules_open_named", { preset: title }), text: say("rules_open") })),
  );
}

function differencesPart(preset, standard) {
  const [usual, own] = [say("rules_standard", { preset: presetTitle(standard.preset) }), presetTitle(preset.preset)];
  const rows = changedRows(preset).map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", text: say(`row_${row}`) }),
      element("td", { "data-label": usual, text: ruleText(standard, row) }),
      element("td", { "data-label": own, class: "is-own", text: ruleText(preset, row) }),
    ),
  );
  return element(
    "section",
    { class: "panel", "aria-label": say("rules_differences") },
    element("h2", { text: say("rules_differences") }),
    element(
      "table",
      { class: "numbers is-stacked is-words" },
      element("caption", { class: "unseen", text: say("rules_caption", { preset: own, standard: usual }) }),
      element(
        "thead",
        {},
        element("tr", {}, ...[say("rules_rule"), usual, own].map((text) => element("th", { scope: "col", text }))),
      ),
      element("tbody", {}, ...rows),
    ),
    element("p", { class: "fine", text: say("rules_rest") }),
  );
}

function playedPart(preset) {
  const pairs = toldRows(preset).map((row) => [say(`row_${row}`), ruleText(preset, row)]);
  return wordsPart("rules_played", [element("p", { text: say("rules_round") }), definitions(pairs)]);
}

function edgeCasesPart(preset) {
  const pairs = preset.edge_cases.map((name) => [say(`edge_${name}`), say(`edge_${name}_text`)]);
  return wordsPart("rules_edges", [definitions(pairs)]);
}

function wordsPart(key, content) {
  return element("section", { class: "panel", "aria-label": say(key) }, element("h2", { text: say(key) }), ...content);
}

function definitions(pairs) {
  const rows = pairs.map(([term, text]) => element("div", {}, element("dt", { text: term }), element("dd", { text })));
  return element("dl", { class: "words-list" }, ...rows);
}

function others(presets, name) {
  const links = presets.filter(({ preset }) => preset !== name).map(({ preset }) =>
    element("li", {}, element("a", { class: "button", href: `/rules/${preset}`, text: presetTitle(preset) })),
  );
  return element("nav", { class: "others", "aria-label": say("rules_others") }, element("h2", { text: say("rules_others") }), element("ul", {}, ...links));
}
