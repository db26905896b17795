// What happened to my seat that I should know: it is played elsewhere, or it is gone.

import { element, write } from "./element.js";
import { say } from "./messages.js";

/** Shows the notice; `onPlayHere()` takes the seat over. */
export class SeatNotice {
  constructor(onPlayHere) {
    this.text = element("p");
    this.button = element("button", {
      type: "button", class: "button is-main", "data-do": "play-here", text: say("play_here"), onclick: onPlayHere,
    });
    this.node = element("section", { class: "seat-notice", role: "status", hidden: true }, this.text, this.button);
  }

  /** Draw my seat. */
  draw({ kept, hold, mayHold, isElsewhere, lost }) {
    const isOther = kept !== null && (hold === "yielded" || (hold === "none" && !mayHold && isElsewhere));
    this.node.hidden = !isOther && lost === null;
    if (this.node.hidden) return;
    this.button.hidden = !isOther;
    write(this.text, say(isOther ? "elsewhere" : `lost_${lost}`));
  }
}
