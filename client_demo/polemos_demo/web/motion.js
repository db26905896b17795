// Whether and how things move. Nothing here knows the game: elements and milliseconds in, Web
// Animations out. Who asked for reduced motion gets none.

const FAST = new Set(["8", "16", "32", "64", "lightning"]);
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

const HIDDEN_DELAY_MS = 60;

/** How often cards on the table may change at tempos too fast to follow: under three a second. */
export const FAST_CARDS_MS_MIN = 340;

/** The pace of a jump: everything lies at once where it belongs. */
export const STILL = "still";

/** Whether a tempo is too fast to follow card by card. */
export function isFast(tempo) {
  return FAST.has(tempo);
}

/** How long a movement may take within one beat, or 0 where nothing should move. */
export function movementMs(tempo) {
  if (tempo === STILL || REDUCED.matches || isFast(tempo) || document.hidden) return 0;
  return Math.min(420, 550 / Number(tempo));
}

/** Lay cards one after another, each from its pile; `laid` are {card, pile, isHidden}. */
export function deal(laid, milliseconds) {
  const ways = laid.map(({ card, pile }) => wayBetween(card, pile)); // read all before anything moves
  const hidden = laid.filter(({ isHidden }) => isHidden).length;
  const delay = Math.min(HIDDEN_DELAY_MS, milliseconds / (2 * Math.max(1, hidden)));
  laid.forEach(({ card, isHidden }, place) => {
    const duration = milliseconds * (isHidden ? 0.5 : 0.8);
    card.animate(
      [{ transform: `translate(${ways[place]})` }, { transform: "none" }],
      { duration, delay: isHidden ? place * delay : 0, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
    );
    if (!isHidden) turnOver(card, milliseconds);
  });
}

function turnOver(card, milliseconds) {
  card.firstElementChild.animate(
    [{ transform: "rotateY(180deg)" }, { transform: "rotateY(180deg)", offset: 0.3 }, { transform: "rotateY(0deg)" }],
    { duration: milliseconds, easing: "ease-in-out", fill: "backwards" },
  );
}

/** Let cards fly to the pile that takes them, one after another, and vanish there. */
export function gather(cards, pile, milliseconds) {
  const ways = cards.map((card) => wayBetween(card, pile));
  const spread = milliseconds * 0.35;
  cards.forEach((card, index) => {
    const goal = `translate(${ways[index]}) scale(.7)`;
    card.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: goal, opacity: 0.9, offset: 0.9 },
        { transform: goal, opacity: 0 },
      ],
      {
        duration: milliseconds - spread, delay: (spread * index) / cards.length,
        easing: "cubic-bezier(.5,0,.3,1)", fill: "forwards",
      },
    );
  });
}

/** How far a card's middle lies from a pile's, as a translation. */
function wayBetween(card, pile) {
  const [from, to] = [card, pile].map((node) => node.getBoundingClientRect());
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  return `${dx}px, ${dy}px`;
}
