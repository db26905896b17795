// The one place that owns the page's keys. The parts of a page own sections of keys; a key goes to
// the first section that has a use for it, and the help page lists all of them.

const WRITING = 'input:not([type="range"], [type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
const SLIDING = 'input[type="range"], [role="slider"]';
const CHOOSING = 'input[type="radio"]';
const PRESSING = 'a, button, summary, label, input[type="radio"], input[type="checkbox"], [role="button"]';
const MOVING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

const sections = [];

/**
 * Own some keys: `title` and `keys` [{keys, text}] are for the help page; `press(key)` is given the
 * name of a key and tells whether it had a use for it; `isListed()` whether the help page shows it.
 */
export function ownKeys({ title, keys, press, isListed = () => true }) {
  sections.push({ title, keys, press, isListed });
}

/** The sections that the help page lists now, those with the same title as one. */
export function listedKeys() {
  const found = new Map();
  for (const { title, keys, isListed } of sections) {
    if (isListed()) found.set(title, [...(found.get(title) ?? []), ...keys]);
  }
  return found;
}

/** Begin to listen. */
export function listenToKeys() {
  addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (key === null || document.querySelector("dialog[open]") !== null) return;
    if (sections.some(({ press }) => press(key, event))) event.preventDefault();
  });
}

/**
 * The name of the key that was pressed, or null where it means nothing here or belongs to what has
 * the focus: "p", "P", "[", " ", "Home", "Shift+ArrowLeft". A letter of another script has the name
 * that is on most keyboards in its place, so that π is p.
 */
export function keyOf(event) {
  if (event.defaultPrevented || event.isComposing || isCommand(event)) return null;
  const key = nameOf(event);
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(WRITING)) return null;
  if (MOVING.has(key) && target.closest(`${SLIDING}, ${CHOOSING}`)) return null;
  if ((key === " " || key === "Enter") && target.closest(PRESSING)) return null;
  return key;
}

/** A letter with Ctrl or Alt is the browser's; a sign may need them to be typed, as [ on AZERTY. */
function isCommand({ key, ctrlKey, altKey, metaKey }) {
  if (altKey && /^[^\p{L}\p{N}\s]$/u.test(key)) return false;
  return ctrlKey || altKey || metaKey;
}

function nameOf({ key, code, shiftKey }) {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined && /^[^\p{Script=Latin}]$/u.test(key)) return shiftKey ? letter : letter.toLowerCase();
  return shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key;
}
