// Links to be given away, each with a button that copies it.

import { element, write } from "./element.js";
import { isHereOnly } from "./links.js";
import { say } from "./messages.js";

/** Build the panel for a path of this server. */
export function sharePanel(path) {
  return element(
    "section",
    { class: "panel share" },
    element("h2", { text: say("share_title") }),
    hereOnlyNote(),
    linkField({ id: "share", label: say("share_label"), value: location.origin + path }),
    shareButton(location.origin + path),
    embedField(path),
  );
}

/** Build the note that no other device can open the links of this page; null where others can. */
export function hereOnlyNote() {
  return isHereOnly(location.hostname) ? element("p", { class: "here-only", text: say("here_only") }) : null;
}

/** Build the button for the device's own way to share, where it has one. */
function shareButton(url) {
  if (navigator.share === undefined) return null;
  const button = element("button", {
    type: "button", class: "button share-with", "data-do": "share", text: say("share_with"),
    // Whoever closes the device's dialogue has changed their mind, which is no fault.
    onclick: () => navigator.share({ title: document.title, url }).catch(() => {}),
  });
  return button;
}

/** Build the HTML that shows the table in somebody else's page. */
function embedField(path) {
  const source = location.origin + path.replace(/^\/games\//, "/embed/").replace(/^\/rooms\//, "/embed/rooms/");
  const value = `<iframe src="${source}" title="Polemos" width="480" height="560" loading="lazy" style="border:0;max-width:100%"></iframe>`;
  return element(
    "details",
    { class: "embed-code" },
    element("summary", { text: say("embed_summary") }),
    linkField({ id: "embed", label: say("embed_label"), value, copy: "copy_embed" }),
  );
}

/** Build a link's field: its label, the link to be read, and the button. */
export function linkField({ id, label, value, copy: copyKey = "copy" }) {
  const field = element("input", { id, type: "text", readonly: true, onfocus: () => field.select() });
  field.value = value; // no attribute, so that a saved page holds no secret
  const button = element("button", {
    type: "button", class: "button", "data-do": "copy", text: say(copyKey), onclick: () => copy(field, button, copyKey),
  });
  return element(
    "div",
    { class: "link" },
    element("label", { for: id, text: label }),
    element("div", { class: "share-row" }, field, button),
  );
}

async function copy(field, button, copyKey) {
  write(button, say((await isCopied(field)) ? "copied" : "copy_by_hand"));
  setTimeout(() => write(button, say(copyKey)), 2_000);
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
