// Cards are turned by hand and somebody is not there: the host is asked whether the game shall run by
// itself, so that nobody sits and waits.

import { awayFrom, namesText } from "./company.js";
import { element, write } from "./element.js";
import { say } from "./messages.js";

/** Asks the host; `onStart()` starts the auto-play. */
export class AwayNotice {
  constructor(onStart) {
    this.text = element("p");
    this.button = element("button", {
      type: "button", class: "button is-main", "data-do": "autoplay", text: say("away_autoplay"), onclick: onStart,
    });
    this.node = element("section", { class: "seat-notice", role: "status", hidden: true }, this.text, this.button);
  }

  /** Draw a scene in which cards are turned by hand, or null where none are. */
  draw(scene) {
    const away = scene === null || !scene.isHost ? [] : awayFrom(scene.company, scene.table);
    this.node.hidden = away.length === 0;
    if (this.node.hidden) return;
    this.button.disabled = !scene.isLive;
    write(this.text, say("away_host", { count: away.length, names: namesText(scene.company, away) }));
  }
}
