// Finds the page for the address. What shows it is loaded only where it is asked for.

import { faultPage } from "./fault.js";
import { showHelp } from "./help.js";
import { listenToKeys } from "./keys.js";
import { showLanguage } from "./language/menu.js";
import { showNav } from "./nav.js";
import { applySettings } from "./settings.js";

// The server has the same table in `hub/routes.py`, which tells the browser early what it will need.
const ROUTES = [
  [/^\/(?:index\.html)?$/, async (page) => (await import("./home.js")).homePage(page)],
  [/^\/rooms\/([a-z0-9]{1,32})\/?$/, async (page, room) => (await import("./room.js")).roomPage(page, room)],
  [/^\/games\/([a-z0-9]{1,32}-[1-9][0-9]{0,8})\/?$/, async (page, game) => (await import("./game.js")).gamePage(page, game)],
  [/^\/rules\/?$/, async (page) => (await import("./rules.js")).rulesPage(page)],
  [/^\/rules\/([a-z0-9-]{1,32})\/?$/, async (page, preset) => (await import("./rules.js")).presetPage(page, preset)],
  [/^\/records\/?$/, async (page) => (await import("./records.js")).recordsPage(page)],
  [/^\/tv\/?$/, async (page) => (await import("./tv.js")).tvPage(page)],
  [/^\/embed\/rooms\/([a-z0-9]{1,32})\/?$/, async (page, room) => (await import("./embed.js")).embeddedRoom(page, room)],
  [/^\/embed\/([a-z0-9]{1,32}-[1-9][0-9]{0,8})\/?$/, async (page, game) => (await import("./embed.js")).embeddedGame(page, game)],
];

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
