// Draws cards as SVG. Faces are drawn once and cloned; colours come from classes, so that a theme
// or four colours need no other drawing. The index in the corner stays visible when cards overlap.

import { element, drawing } from "./element.js";
import { cardName, rankText, say } from "./messages.js";

const WIDTH = 60;
const HEIGHT = 84;

const SUIT_PATHS = {
  h: "M0 8C-6-1-10-3-10-8a5 5 0 0 1 10-1.500a5 5 0 0 1 10 1.500C10-3 6-1 0 8Z",
  d: "M0-11L8-1L0 9L-8-1Z",
  s: "M0-11C6-3 10-1 10 4a5 5 0 0 1-8.500 3c.3 2 1 3 2 4h-7c1-1 1.700-2 2-4A5 5 0 0 1-10 4C-10-1-6-3 0-11Z",
  c: "M0-11a5 5 0 0 1 4 8a5 5 0 1 1-2.500 9.500c.3 2 1 3.500 2 4.500h-7c1-1 1.700-2.500 2-4.500A5 5 0 1 1-4-3a5 5 0 0 1 4-8Z",
};

const LEFT = 21.8;
const MIDDLE = 30;
const RIGHT = 38.2;
const TOP = 16;
const BOTTOM = 68;
const PIPS = {
  2: [[MIDDLE, TOP], [MIDDLE, BOTTOM]],
  3: [[MIDDLE, TOP], [MIDDLE, 42], [MIDDLE, BOTTOM]],
  4: corners(),
  5: [...corners(), [MIDDLE, 42]],
  6: [...corners(), [LEFT, 42], [RIGHT, 42]],
  7: [...corners(), [LEFT, 42], [RIGHT, 42], [MIDDLE, 29]],
  8: [...corners(), [LEFT, 42], [RIGHT, 42], [MIDDLE, 29], [MIDDLE, 55]],
  9: [...corners(), [LEFT, 33.3], [RIGHT, 33.3], [LEFT, 50.7], [RIGHT, 50.7], [MIDDLE, 42]],
  T: [...corners(), [LEFT, 33.3], [RIGHT, 33.3], [LEFT, 50.7], [RIGHT, 50.7], [MIDDLE, 24.5], [MIDDLE, 59.5]],
};

const faces = new Map();

/** Build a card that lies face up, or face down where `card` is null. */
export function cardElement(card) {
  if (card === null) {
    return element("span", { class: "card is-hidden", role: "img", "aria-label": say("hidden_card") }, back());
  }
  const turning = element("span", { class: "card-turning" }, face(card), back());
  return element("span", { class: "card", role: "img", "aria-label": cardName(card), "data-card": card }, turning);
}

/** Build a card's back alone. */
export function back() {
  return element("span", { class: "card-back" });
}

function face(card) {
  if (!faces.has(card)) faces.set(card, drawFace(card));
  return faces.get(card).cloneNode(true);
}

function drawFace(card) {
  const [rank, suit] = card;
  return drawing(
    "svg",
    { class: `card-face suit-${suit}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    drawing("rect", { class: "card-paper", x: 0.5, y: 0.5, width: WIDTH - 1, height: HEIGHT - 1, rx: 5 }),
    middle(rank, suit),
    index(rank, suit),
    drawing("g", { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, index(rank, suit)),
  );
}

function index(rank, suit) {
  const text = rankText(rank);
  return drawing(
    "g",
    {},
    drawing("text", { class: text.length > 1 ? "card-rank is-wide" : "card-rank", x: 8, y: 14.5, text }),
    pip(suit, 8, 22, 0.48),
  );
}

function middle(rank, suit) {
  if (rank === "A") return pip(suit, MIDDLE, 42.5, 1.45);
  if (rank in PIPS) {
    return drawing("g", {}, ...PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.55, y > 43)));
  }
  return drawing(
    "g",
    {},
    drawing("rect", { class: "card-frame", x: 15, y: 10, width: 30, height: 64, rx: 3 }),
    drawing("text", { class: "card-court", x: MIDDLE, y: 49, text: rankText(rank) }),
    pip(suit, MIDDLE, 21, 0.6),
    pip(suit, MIDDLE, 63, 0.6, true),
  );
}

function pip(suit, x, y, scale, isUpsideDown = false) {
  const turn = isUpsideDown ? " rotate(180)" : "";
  return drawing("path", { d: SUIT_PATHS[suit], transform: `translate(${x} ${y}) scale(${scale})${turn}` });
}

function corners() {
  return [[LEFT, TOP], [RIGHT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]];
}
