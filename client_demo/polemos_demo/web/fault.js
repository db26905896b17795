// What is shown where there is nothing to show: one sentence, and a way on.

import { element } from "./element.js";
import { say } from "./messages.js";

/** Build the page of a wrong address or a refused watch. */
export function faultPage(sentence = say("unknown_text")) {
  return element(
    "section",
    { class: "panel notice" },
    element("h1", { text: say("unknown_title") }),
    element("p", { role: "alert", text: sentence }),
    element("a", { class: "button is-main", href: "/", text: say("open_title") }),
  );
}
