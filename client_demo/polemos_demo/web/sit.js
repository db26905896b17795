// The form by which somebody with the invitation takes a free seat.

import { takeableSeats } from "./company.js";
import { element, write } from "./element.js";
import { say } from "./messages.js";

const NAME_LENGTH_MAX = 64; // what a name may be is the server's word, told in its own sentence
const WORDS_LENGTH_MAX = 400;

/** Asks for a name and a seat; `onSit({number, name, words})` resolves or rejects with `Refused`. */
export class SitForm {
  #choices = [];

  constructor({ name, onSit }) {
    this.onSit = onSit;
    this.name = element("input", {
      id: "name", type: "text", required: true, maxlength: NAME_LENGTH_MAX, autocomplete: "nickname",
      value: name, dir: "auto", "aria-describedby": "name-hint",
    });
    this.words = element("input", {
      id: "words", type: "text", maxlength: WORDS_LENGTH_MAX, autocomplete: "off", "aria-describedby": "words-hint",
    });
    this.choice = element("fieldset", { class: "choices sit-seats" }, element("legend", { text: say("sit_seat") }));
    this.fault = element("p", { class: "fault", role: "alert", hidden: true });
    this.button = element("button", { type: "submit", class: "button is-main is-wide", text: say("sit") });
    this.node = element(
      "form",
      { class: "panel sit", onsubmit: (event) => this.#submit(event) },
      element("h2", { text: say("sit_title") }),
      element(
        "div",
        { class: "field" },
        element("label", { for: "name", text: say("sit_name") }),
        this.name,
        element("p", { class: "fine", id: "name-hint", text: say("sit_name_hint") }),
      ),
      this.choice,
      element(
        "details",
        {},
        element("summary", { text: say("sit_words_summary") }),
        element("label", { for: "words", text: say("sit_words_label") }),
        this.words,
        element("p", { class: "fine", id: "words-hint", text: say("sit_words_hint") }),
      ),
      this.fault,
      this.button,
    );
  }

  /** Draw a company: only what anybody may take now can be chosen. */
  draw(company, now) {
    if (this.#choices.length !== company.seats.length) this.#build(company.seats.length);
    const free = takeableSeats(company, now);
    this.#choices.forEach(({ node, input }, seat) => {
      input.disabled = !free.includes(seat);
      node.hidden = input.disabled;
      if (input.disabled) input.checked = false;
    });
    if (free.length > 0 && this.#chosen() === -1) this.#choices[free[0]].input.checked = true;
    this.choice.hidden = free.length < 2;
  }

  #build(count) {
    this.#choices = Array.from({ length: count }, (_, seat) => {
      const input = element("input", { type: "radio", name: "seat", value: seat });
      const text = element("span", { class: `sit-seat seat-${seat}`, text: say("seat", { number: seat + 1 }) });
      return { input, node: element("label", { class: "choice is-small" }, input, text) };
    });
    this.choice.append(...this.#choices.map(({ node }) => node));
  }

  #chosen() {
    return this.#choices.findIndex(({ input }) => input.checked);
  }

  async #submit(event) {
    event.preventDefault();
    if (this.button.disabled) return;
    this.button.disabled = true;
    this.fault.hidden = true;
    write(this.button, say("sitting"));
    try {
      await this.onSit({ number: this.#chosen(), name: this.name.value, words: this.words.value });
      this.words.value = "";
    } catch (refused) {
      write(this.fault, refused.code === "seat_is_taken" ? say("sit_raced") : refused.message);
      this.fault.hidden = false;
    }
    this.button.disabled = false;
    write(this.button, say("sit"));
  }
}
