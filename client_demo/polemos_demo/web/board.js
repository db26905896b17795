// The table: one lane a seat, its pile at the left and what it laid this round beside it. Cards are
// laid out by style alone: a lane that is too narrow lets them overlap, and never scrolls.

import { cardElement, back } from "./cards.js";
import { element, write } from "./element.js";
import { say, seatName, signedText } from "./messages.js";
import { FAST_CARDS_MS_MIN, deal, gather, isFast, movementMs } from "./motion.js";
import { isOut } from "./table.js";

const PILE_LAYERS_MAX = 6;

/** Shows the seats, their piles and the cards on the table. */
export class Board {
  #lanes = [];
  #shown = { key: "", cards: [] };
  #drawnAt = 0;

  /** `onTurn()` is called when somebody touches my pile. */
  constructor(onTurn = () => {}) {
    this.onTurn = onTurn;
    this.node = element("section", { class: "board", "aria-label": say("table_label") });
  }

  /** Draw a view; says whether cards were held back for a later frame. */
  draw(view, now) {
    const { table } = view;
    if (this.#lanes.length !== table.players) this.#seat(table.players);
    this.node.toggleAttribute("data-has-mine", view.people.mine !== null);
    this.#lanes.forEach((lane, seat) => drawLane(lane, view, seat));
    return this.#drawCards(view, now);
  }

  #seat(players) {
    this.#lanes = Array.from({ length: players }, (_, seat) => buildLane(seat, () => this.onTurn()));
    this.#shown = { key: "", cards: [] };
    this.node.dataset.players = players;
    this.node.replaceChildren(...this.#lanes.map((lane) => lane.node));
  }

  #drawCards(view, now) {
    const { table, taken, pace } = view;
    const isTaken = table.table.length === 0 && taken !== null;
    const cards = isTaken ? taken.cards : table.table;
    const key = `${isTaken ? taken.round : table.round}`;
    const isUndone = !isTaken && this.node.classList.contains("is-taken"); // a replay went back
    const isSame = key === this.#shown.key && cards.length === this.#shown.cards.length && !isUndone;
    if (!isSame && isFast(pace) && table.ended === null) {
      if (now - this.#drawnAt < FAST_CARDS_MS_MIN) return true;
    }
    if (!isSame) this.#lay(cards, key, pace, now);
    this.#mark(view, isTaken);
    return false;
  }

  /** Add the cards that came since the last frame; begin anew where it is another round. */
  #lay(cards, key, pace, now) {
    const before = this.#shown;
    const isMore = key === before.key && cards.length > before.cards.length;
    const start = isMore ? before.cards.length : 0;
    if (!isMore) this.#lanes.forEach((lane) => lane.cards.replaceChildren());
    const isSkipped = !isMore && cards.some(({ step }) => step > 0);
    const milliseconds = isSkipped ? 0 : movementMs(pace);
    const added = cards.slice(start).map((laid) => this.#add(laid));
    if (milliseconds > 0) deal(added, milliseconds);
    this.#shown = { key, cards };
    this.#drawnAt = now;
    this.node.classList.remove("is-taken");
    this.node.toggleAttribute("data-is-crowded", cards.length > this.#lanes.length * 6);
  }

  #add(laid) {
    const isHidden = laid.card === null;
    const card = cardElement(laid.card);
    if (laid.step > 0 && !isHidden) card.classList.add("is-war");
    const lane = this.#lanes[laid.seat];
    lane.cards.append(element("span", { class: isHidden ? "slot is-hidden" : "slot" }, card));
    return { card, pile: lane.top, isHidden };
  }

  #mark(view, isTaken) {
    const { taken, tie, table, pace } = view;
    this.#lanes.forEach((lane, seat) => {
      const isTaking = isTaken && taken.seat === seat;
      lane.node.classList.toggle("is-taking", isTaking);
      write(lane.gain, isTaking ? signedText(taken.count) : "");
      lane.node.classList.toggle("is-tied", tie !== null && tie.seats.includes(seat));
    });
    if (!isTaken || this.node.classList.contains("is-taken")) return;
    this.node.classList.add("is-taken");
    const milliseconds = movementMs(pace);
    if (milliseconds === 0 || table.ended) return;
    const cards = [...this.node.querySelectorAll(".slot > .card")];
    gather(cards, this.#lanes[taken.seat].top, milliseconds);
  }
}

function buildLane(seat, onTurn) {
  const lane = {
    pile: element("span", { class: "pile", "aria-hidden": "true" }),
    top: element("span", { class: "pile-top", "aria-hidden": "true" }),
    count: element("span", { class: "pile-count", role: "img" }),
    gain: element("span", { class: "seat-gain", "aria-hidden": "true" }),
    name: element("bdi", { class: "seat-name", text: seatName(seat) }),
    mark: element("span", { class: "seat-mark" }),
    cards: element("span", { class: "lane-cards" }),
    layers: -1,
  };
  lane.node = element(
    "div",
    { class: `lane seat-${seat}`, "data-seat": seat, role: "group" },
    element("div", { class: "seat" }, lane.name, lane.mark, lane.gain),
    element("div", { class: "stock", onclick: onTurn }, lane.pile, lane.top, lane.count),
    lane.cards,
  );
  return lane;
}

function drawLane(lane, view, seat) {
  const { table } = view;
  const count = table.piles[seat] ?? 0;
  write(lane.count, String(count));
  lane.count.setAttribute("aria-label", say("pile_count", { count }));
  drawPile(lane, count, table.rules?.deck ?? 52);
  const isSeatOut = isOut(table, seat);
  lane.node.classList.toggle("is-out", isSeatOut);
  lane.node.classList.toggle("is-winner", table.ended?.winner === seat);
  drawHolder(lane, view, seat);
  write(lane.mark, markText(view, seat, isSeatOut));
}

/** Show who sits there, and whether the table waits for their card. */
function drawHolder(lane, view, seat) {
  const { names, seats, mine } = view.people;
  const { is_due: isDue = false, has_turned: hasTurned = false } = seats[seat] ?? {};
  const name = seatName(seat, names);
  write(lane.name, name);
  if (lane.node.ariaLabel !== name) lane.node.ariaLabel = name;
  lane.name.title = names[seat] ?? "";
  lane.node.classList.toggle("is-mine", mine === seat);
  lane.node.classList.toggle("is-awaited", isDue && !hasTurned);
  lane.node.classList.toggle("has-turned", isDue && hasTurned);
}

/** Thicken the pile with its count: one layer for each started sixth of the deck. */
function drawPile(lane, count, deck) {
  const layers = Math.ceil((count / deck) * PILE_LAYERS_MAX);
  if (layers === lane.layers) return;
  lane.layers = layers;
  lane.pile.replaceChildren(...Array.from({ length: layers }, back));
}

function markText(view, seat, isSeatOut) {
  const { table } = view;
  if (table.ended?.winner === seat) return say("winner");
  if (isSeatOut) return `${say("out")}, ${say("place", { place: table.places[seat] })}`;
  if (table.ended && table.places[seat]) return say("place", { place: table.places[seat] });
  const person = view.people.seats[seat];
  if (person?.kind === "human") return personText(person, view.people.mine === seat);
  const kind = table.seats.find((taken) => taken.seat === seat)?.kind;
  return kind ? say(kind) : "";
}

function personText(person, isMine) {
  if (person.is_due && isMine) return say(person.has_turned ? "turned_mark" : "your_turn");
  const parts = [];
  if (isMine) parts.push(say("you"));
  if (person.standing === "left") parts.push(say("standing_left"));
  else if (!person.is_here) parts.push(say("away"));
  if (person.is_due) parts.push(say(person.has_turned ? "turned_mark" : "to_turn"));
  return parts.join(" · ");
}
