// `/records`: what whoever plays in this browser has reached, and what games by each preset are like.

import { element } from "./element.js";
import { say } from "./language/records.js";
import { ownPart } from "./own.js";
import { playerOf } from "./player.js";
import { presetParts } from "./lengths.js";
import { readJson } from "./reading.js";
import { openSecrets } from "./secrets.js";

/** Show the page. */
export async function recordsPage(page) {
  document.title = `${say("records_title")} · Polemos`;
  const own = element("section", { class: "panel records-own", "aria-label": say("own_title") });
  const presets = element("div", { class: "records" });
  own.replaceChildren(element("h2", { text: say("own_title") }), element("p", { class: "reason", text: say("records_loading") }));
  page.replaceChildren(
    element("div", { class: "page-head" }, element("h1", { text: say("records_title") }), element("p", { class: "tagline", text: say("records_text") })),
    own,
    presets,
  );
  const player = await readOwn();
  own.replaceChildren(element("h2", { text: say("own_title") }), ...ownPart(player));
  try {
    presets.replaceChildren(...presetParts(await readJson("/statistics"), player.games ?? []));
  } catch (error) {
    presets.replaceChildren(faultLine("records_failed", error));
  }
}

/** What the server knows of whoever plays here; a browser in which nobody has played asks nothing. */
async function readOwn() {
  const secrets = openSecrets();
  if (!secrets.hasPlayer) return { games: [], statistics: [], fault: null };
  const id = playerOf(secrets.player());
  try {
    return { ...(await readJson(`/players/${id}`)), fault: null };
  } catch (error) {
    return { games: [], statistics: [], fault: error.message };
  }
}

function faultLine(key, error) {
  return element("p", { class: "fault", role: "alert", text: `${say(key)} ${error.message}` });
}
