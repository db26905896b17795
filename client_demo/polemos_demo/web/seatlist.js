// Who sits where: one row a seat, with what the host can do about it.

import { namesOf, standingText } from "./company.js";
import { element, write } from "./element.js";
import { say, seatName } from "./messages.js";

/** Shows the seats of a room; `onAddBot(seat)` and `onRemove(seat, name)` are the host's. */
export class SeatList {
  #rows = [];

  constructor({ onAddBot, onRemove }) {
    this.onAddBot = onAddBot;
    this.onRemove = onRemove;
    this.node = element("ol", { class: "seats" });
  }

  /** Draw a company; `mine` is the number of my seat or null. */
  draw(company, { mine, isHost, isOpen, now }) {
    if (this.#rows.length !== company.seats.length) {
      this.#rows = company.seats.map(({ seat }) => this.#build(seat));
      this.node.replaceChildren(...this.#rows.map((row) => row.node));
    }
    const names = namesOf(company);
    company.seats.forEach((seat, number) => {
      const standing = standingText(company, seat, now);
      drawRow(this.#rows[number], seat, names, { mine, isHost, isOpen, standing });
    });
  }

  #build(seat) {
    const row = {
      name: element("bdi", { class: "seats-name" }),
      mark: element("span", { class: "seats-mark" }),
      add: element("button", {
        type: "button", class: "button is-small", text: say("add_bot"),
        "aria-label": say("add_bot_label", { number: seat + 1 }), onclick: () => this.onAddBot(seat),
      }),
      remove: element("button", {
        type: "button", class: "button is-small", text: say("remove_seat"),
        onclick: () => this.onRemove(seat, row.name.textContent),
      }),
    };
    row.node = element(
      "li",
      { class: `seats-row seat-${seat}`, "data-seat": seat },
      element("span", { class: "seats-who" }, row.name, row.mark),
      element("span", { class: "seats-do" }, row.add, row.remove),
    );
    return row;
  }
}

function drawRow(row, seat, names, { mine, isHost, isOpen, standing: told }) {
  const { standing, kind, is_here: isHere } = seat;
  const isFree = standing === "free";
  const isMine = mine === seat.seat;
  write(row.name, isFree ? say("free_seat") : seatName(seat.seat, names));
  write(row.mark, isMine ? `${say("you")} · ${told}` : told);
  row.node.dataset.standing = standing;
  row.node.classList.toggle("is-mine", isMine);
  row.node.classList.toggle("is-away", standing === "taken" && kind === "human" && !isHere);
  row.add.hidden = !isHost || !isOpen || standing === "taken" || isMine;
  row.remove.hidden = !isHost || isFree || standing === "left" || isMine || (kind === "bot" && !isOpen);
  row.remove.setAttribute("aria-label", say("remove_seat_label", { name: row.name.textContent }));
}
