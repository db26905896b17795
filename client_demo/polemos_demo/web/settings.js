// What a person sets for all tables in this browser: so far, whether each suit has its own colour.

const KEPT = "polemos suits";

/** Whether each suit has its own colour. */
export function hasFourColours() {
  return document.documentElement.dataset.suits === "four";
}

/** Give each suit its own colour or not, from now on. */
export function setFourColours(isOn) {
  document.documentElement.dataset.suits = isOn ? "four" : "two";
  try {
    localStorage.setItem(KEPT, isOn ? "four" : "two");
  } catch {
    // This browser keeps nothing: the choice lasts until the page is left.
  }
}

/** Set what was kept. */
export function applySettings() {
  try {
    if (localStorage.getItem(KEPT) === "four") document.documentElement.dataset.suits = "four";
  } catch {
    // The cards have two colours.
  }
}
