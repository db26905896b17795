// Finds the page for the address.

import { faultPage } from "./fault.js";
import { gamePage } from "./game.js";
import { homePage } from "./home.js";
import { showLanguage } from "./language/menu.js";
import { roomPage } from "./room.js";

const ROUTES = [
  [/^\/(?:index\.html)?$/, homePage],
  [/^\/rooms\/([a-z0-9]{1,32})\/?$/, roomPage],
  [/^\/games\/([a-z0-9]{1,32}-[1-9][0-9]{0,8})\/?$/, gamePage],
];

function show(page, path) {
  for (const [pattern, open] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return open(page, found[1]);
  }
  return page.replaceChildren(faultPage());
}

showLanguage();
show(document.getElementById("page"), location.pathname);
