// The keys of this page in the person's language, and the few settings of the table: one dialog,
// opened by `?` or by the button in the header.

import { cardElement } from "./cards.js";
import { element } from "./element.js";
import { listedKeys, ownKeys } from "./keys.js";
import { say } from "./messages.js";
import { hasFourColours, setFourColours } from "./settings.js";

const SIGNS = { ArrowLeft: "←", ArrowRight: "→", "Shift+ArrowLeft": "⇧ ←", "Shift+ArrowRight": "⇧ →" };
const SAMPLE = ["As", "Kh", "Qd", "Jc"];

/** Put the button into the header, and own the key. */
export function showHelp() {
  const dialog = helpDialog();
  const open = () => {
    dialog.replaceChildren(...content(dialog));
    dialog.showModal();
  };
  const button = element("button", {
    type: "button", class: "help-button", "aria-label": say("help_title"), title: say("help_title"),
    "aria-keyshortcuts": "?", text: "?", onclick: open,
  });
  document.querySelector(".bar").append(button);
  document.body.append(dialog);
  ownKeys({
    title: say("keys_everywhere"),
    keys: [{ keys: ["?"], text: "help_title" }, { keys: ["Tab"], text: "keys_tab" }, { keys: ["Escape"], text: "keys_escape" }],
    press: (key) => {
      if (key === "?") open();
      return key === "?";
    },
  });
}

function helpDialog() {
  const dialog = element("dialog", { class: "help", "aria-labelledby": "help-title" });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // outside of it
  });
  return dialog;
}

function content(dialog) {
  const close = element("button", { type: "button", class: "button", text: say("help_close"), onclick: () => dialog.close() });
  return [
    element(
      "div",
      { class: "help-content" },
      element("div", { class: "help-head" }, element("h2", { id: "help-title", text: say("help_title") }), close),
      coloursChoice(),
      ...[...listedKeys()].map(([title, keys]) => section(title, keys)),
    ),
  ];
}

function coloursChoice() {
  const box = element("input", {
    type: "checkbox", checked: hasFourColours(), onchange: () => setFourColours(box.checked),
  });
  const text = element(
    "span", {}, element("strong", { text: say("four_colours") }), element("small", { text: say("four_colours_hint") }),
  );
  const sample = element("span", { class: "help-sample", "aria-hidden": "true" }, ...SAMPLE.map(cardElement));
  return element("label", { class: "choice" }, box, text, sample);
}

function section(title, keys) {
  const rows = keys.map(({ keys: names, text }) =>
    element(
      "div", {},
      element("dt", {}, ...names.map((name) => element("kbd", { text: keyText(name) }))),
      element("dd", { text: say(text) }),
    ),
  );
  return element("section", {}, element("h3", { text: title }), element("dl", { class: "help-keys" }, ...rows));
}

/** Write a key as it stands on keyboards. */
export function keyText(name) {
  if (name === " ") return say("key_space");
  const words = { Enter: "key_enter", Home: "key_home", End: "key_end", Escape: "key_escape", Tab: "key_tab" };
  if (name in words) return say(words[name]);
  return SIGNS[name] ?? (/^[A-Z]$/.test(name) ? `⇧ ${name}` : name.toUpperCase());
}
