// The invitation: its link, and the same as a QR code for the phones at the table.

import { element } from "./element.js";
import { inviteLink } from "./links.js";
import { say } from "./messages.js";
import { codeDrawing } from "./qr.js";
import { hereOnlyNote, linkField } from "./share.js";

/** Shows the invitation of a room; `request(type, fields)` has the code drawn. */
export class Invite {
  #shown = null;
  #drawn = null;

  constructor(room, request) {
    this.room = room;
    this.request = request;
    this.link = element("div");
    this.code = element("figure", { class: "code-frame", hidden: true });
    this.summary = element("summary", { text: say("invite_again"), hidden: true });
    this.more = element("details", { open: true }, this.summary, hereOnlyNote(), this.code, this.link);
    this.unknown = element("p", { class: "reason", text: say("invite_unknown") });
    this.node = element(
      "section",
      { class: "panel invite", hidden: true },
      element("h2", { text: say("invite_title") }),
      this.unknown,
      this.more,
    );
  }

  /** Draw the invitation with its secret, or say where it is known; folded where nobody can use it. */
  draw(secret, { isLive, isFull }) {
    this.unknown.hidden = secret !== null;
    this.more.hidden = secret === null;
    if (this.summary.hidden === isFull) {
      this.summary.hidden = !isFull;
      this.more.open = !isFull;
    }
    if (secret !== this.#shown) {
      this.#shown = secret;
      const field = secret === null ? [] : [linkField({
        id: "invite", label: say("invite_label"), value: inviteLink(this.room, secret), copy: "copy_invite",
      })];
      this.link.replaceChildren(...field);
    }
    if (secret !== null && secret !== this.#drawn && isLive) this.#drawCode(secret);
  }

  async #drawCode(secret) {
    this.#drawn = secret;
    try {
      const { modules } = await this.request("draw_code", { text: inviteLink(this.room, secret) });
      const caption = element("figcaption", { class: "fine", text: say("invite_code_hint") });
      this.code.replaceChildren(codeDrawing(modules, say("invite_code")), caption);
      this.code.hidden = false;
    } catch {
      this.#drawn = null; // the link stays; the next drawing asks again
    }
  }
}
