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

/** What the courts wear, around the middle of its lower edge: gold, and what has the suit's colour. */
const COURTS = {
  K: {
    gold: "M-10 0L-11-9L-5.500-5L0-11.500L5.500-5L11-9L10 0ZM-1-16h2v2h2v2h-2v2h-2v-2h-2v-2h2Z",
    suit: "M-10 1.200h20v3.200h-20Z",
  },
  Q: {
    gold: "M-10 0C-10.500-4-12-7-12-7L-6.500-4.500L-4-10L0-5.500L4-10L6.500-4.500L12-7C12-7 10.500-4 10 0Z" + beads(),
    suit: "M-10 1.200q10 2 20 0v3q-10 2-20 0Z",
  },
  J: {
    gold: "M5-4C5-10 9-14 14-14C13-9 11-5 7-2.500Z",
    suit: "M-11 4.400C-12-1-8-7-1-7C5-7 10-4 11 4.400Q0 1.500-11 4.400Z",
  },
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
    drawing("text", { class: text.length > 1 ? "card-rank is-wide" : "card-rank", x: 8.5, y: 14.5, text }),
    pip(suit, 8.5, 22, 0.46),
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
    court(rank, suit),
    drawing("g", { transform: `rotate(180 ${MIDDLE} 42)` }, court(rank, suit)),
    drawing("text", { class: "card-court", x: MIDDLE, y: 49.5, text: rankText(rank) }),
  );
}

function court(rank, suit) {
  const at = `translate(${MIDDLE} 27) scale(.72)`;
  return drawing(
    "g",
    {},
    drawing("path", { class: "card-gold", d: COURTS[rank].gold, transform: at }),
    drawing("path", { d: COURTS[rank].suit, transform: at }),
    pip(suit, 19.5, 15.5, 0.3),
  );
}

function beads() {
  return [[-12, -8.5], [-4, -11.5], [4, -11.5], [12, -8.5]]
    .map(([x, y]) => `M${x - 1.5} ${y}a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0Z`)
    .join("");
}

function pip(suit, x, y, scale, isUpsideDown = false) {
  const turn = isUpsideDown ? " rotate(180)" : "";
  return drawing("path", { d: SUIT_PATHS[suit], transform: `translate(${x} ${y}) scale(${scale})${turn}` });
}

function corners() {
  return [[LEFT, TOP], [RIGHT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]];
}
