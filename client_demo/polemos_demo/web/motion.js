// Whether and how things move. Nothing here knows the game: elements and milliseconds in, Web
// Animations out. Who asked for reduced motion gets none.

const FAST = new Set(["8", "16", "32", "64", "lightning"]);
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

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

/** Turn a card over in its place, coming from its pile. */
export function flip(card, milliseconds) {
  card.firstElementChild.animate(
    [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0deg)" }],
    { duration: milliseconds, easing: "cubic-bezier(.3,.7,.3,1)", fill: "backwards" },
  );
  card.animate(
    [{ transform: "translateX(-2.5rem)", opacity: 0.4 }, { transform: "none", opacity: 1 }],
    { duration: milliseconds * 0.7, easing: "ease-out", fill: "backwards" },
  );
}

/** Slide a hidden card into its place. */
export function slide(card, milliseconds, delay) {
  card.animate(
    [{ transform: "translateX(-2.5rem)", opacity: 0 }, { transform: "none", opacity: 1 }],
    { duration: milliseconds * 0.6, delay, easing: "ease-out", fill: "backwards" },
  );
}

/** Let cards fly to the pile that takes them, and vanish there. */
export function gather(cards, pile, milliseconds) {
  const goal = pile.getBoundingClientRect();
  const origins = cards.map((card) => card.getBoundingClientRect());
  cards.forEach((card, index) => {
    const dx = goal.left + goal.width / 2 - origins[index].left - origins[index].width / 2;
    const dy = goal.top + goal.height / 2 - origins[index].top - origins[index].height / 2;
    card.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px) scale(.7)`, opacity: 0.9, offset: 0.9 },
        { transform: `translate(${dx}px, ${dy}px) scale(.7)`, opacity: 0 },
      ],
      { duration: milliseconds, easing: "ease-in-out", fill: "forwards" },
    );
  });
}
