// My own seat: who I am, the link to go on elsewhere, another name, and the way out.

import { element, write } from "./element.js";
import { seatLink } from "./links.js";
import { say, seatName } from "./messages.js";
import { linkField } from "./share.js";

/** Shows the panel of my seat; `onLeave()` and `onRename(name)` ask, and reject with `Refused`. */
export class MySeat {
  #linked = null;
  #isDealt = false;

  constructor({ room, onLeave, onRename }) {
    this.room = room;
    this.line = element("p", { class: "mine-line" });
    this.link = element("div");
    this.fault = element("p", { class: "fault", role: "alert", hidden: true });
    this.rename = this.#renameForm(onRename);
    const leave = element("button", {
      type: "button", class: "button is-quiet", "data-do": "leave", text: say("leave_seat"),
      onclick: () => {
        if (confirm(say(this.#isDealt ? "leave_in_play" : "leave_confirm"))) this.#try(onLeave);
      },
    });
    this.node = element(
      "section",
      { class: "panel mine", hidden: true },
      element("h2", { text: say("mine_title") }),
      this.line,
      this.rename,
      element("details", {}, element("summary", { text: say("seat_link_summary") }), this.link),
      this.fault,
      element("div", { class: "buttons" }, leave),
    );
  }

  /** Draw my seat, `kept` as this browser keeps it, under the seats' names. */
  draw(kept, names, isDealt) {
    this.#isDealt = isDealt;
    this.node.className = `panel mine seat-${kept.number}`;
    write(this.line, say("mine_line", { name: seatName(kept.number, names) }));
    const link = seatLink(this.room, kept);
    if (link === this.#linked) return;
    this.#linked = link;
    this.link.replaceChildren(linkField({ id: "seat-link", label: say("seat_link_label"), value: link }));
  }

  #renameForm(onRename) {
    const field = element("input", { id: "new-name", type: "text", required: true, maxlength: 64, dir: "auto" });
    const details = element(
      "details",
      {},
      element("summary", { text: say("change_name") }),
      element(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            this.#try(async () => {
              await onRename(field.value);
              details.open = false;
            });
          },
        },
        element("label", { for: "new-name", text: say("new_name") }),
        element("div", { class: "share-row" }, field, element("button", { type: "submit", class: "button", text: say("save_name") })),
      ),
    );
    return details;
  }

  async #try(deed) {
    this.fault.hidden = true;
    try {
      await deed();
    } catch (refused) {
      write(this.fault, refused.message);
      this.fault.hidden = false;
    }
  }
}
