// Finds the page for the address.

import { faultPage } from "./fault.js";
import { gamePage } from "./game.js";
import { showHelp } from "./help.js";
import { homePage } from "./home.js";
import { listenToKeys } from "./keys.js";
import { showLanguage } from "./language/menu.js";
import { showNav } from "./nav.js";
import { roomPage } from "./room.js";
import { applySettings } from "./settings.js";

const ROUTES = [
  [/^\/(?:index\.html)?$/, homePage],
  [/^\/rooms\/([a-z0-9]{1,32})\/?$/, roomPage],
  [/^\/games\/([a-z0-9]{1,32}-[1-9][0-9]{0,8})\/?$/, gamePage],
  [/^\/rules\/?$/, later("rules.js", "rulesPage")],
  [/^\/rules\/([a-z0-9-]{1,32})\/?$/, later("rules.js", "presetPage")],
  [/^\/records\/?$/, later("records.js", "recordsPage")],
  [/^\/tv\/?$/, later("tv.js", "tvPage")],
  [/^\/embed\/rooms\/([a-z0-9]{1,32})\/?$/, later("embed.js", "embeddedRoom")],
  [/^\/embed\/([a-z0-9]{1,32}-[1-9][0-9]{0,8})\/?$/, later("embed.js", "embeddedGame")],
];

/** A page whose modules are loaded only where it is asked for. */
function later(file, name) {
  return async (page, ...found) => (await import(`./${file}`))[name](page, ...found);
}

function show(page, path) {
  for (const [pattern, open] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return open(page, found[1]);
  }
  return page.replaceChildren(faultPage());
}

if (!location.pathname.startsWith("/embed/")) applySettings(); // a frame reads nothing that is kept
listenToKeys();
showNav(location.pathname);
showLanguage();
showHelp();
show(document.getElementById("page"), location.pathname);
