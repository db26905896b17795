// The link that lets others watch, with a button that copies it.

import { element, write } from "./element.js";
import { say } from "./messages.js";

/** Build the panel for a path of this server. */
export function sharePanel(path) {
  const field = element("input", {
    id: "share", type: "text", readonly: true, value: location.origin + path, onfocus: () => field.select(),
  });
  const button = element("button", {
    type: "button", class: "button", "data-do": "copy", text: say("copy"), onclick: () => copy(field, button),
  });
  return element(
    "section",
    { class: "panel share" },
    element("h2", { text: say("share_title") }),
    element("label", { for: "share", text: say("share_label") }),
    element("div", { class: "share-row" }, field, button),
  );
}

async function copy(field, button) {
  write(button, say((await isCopied(field)) ? "copied" : "copy_by_hand"));
  setTimeout(() => write(button, say("copy")), 2_000);
}

// `navigator.clipboard` does not exist on plain http in a home network; the old command does.
async function isCopied(field) {
  field.focus();
  field.select();
  try {
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
