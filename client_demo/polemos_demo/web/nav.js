// The links in the header to what is not a game.

import { element } from "./element.js";
import { say } from "./messages.js";

const LINKS = [["/rules", "nav_rules"], ["/records", "nav_records"], ["/tv", "nav_tv"]];

/** Show the links; the one that leads to where we are says so. */
export function showNav(path) {
  const links = LINKS.map(([href, key]) => {
    const isHere = path === href || path.startsWith(`${href}/`);
    return element("a", { href, "aria-current": isHere ? "page" : null, text: say(key) });
  });
  const nav = element("nav", { class: "nav", "aria-label": say("nav_label") }, ...links);
  document.querySelector(".brand").after(nav);
}
