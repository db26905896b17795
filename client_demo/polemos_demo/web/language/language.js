// The language of this page: chosen once, before anything is shown. Another choice loads the page anew.

import { chosenLanguage, keptLanguage } from "./choice.js";
import { speaker } from "./pattern.js";

/** The language's code: "fr". */
export const LANGUAGE = chosenLanguage(keptLanguage(), navigator.languages);

/** Give a text in the page's language, with its places filled in: `say("counter", { count: 2 })`. */
export const say = await speech();

document.documentElement.lang = LANGUAGE;

/** Load the texts of some pages only: `await speech("verify")` gives their `say`. */
export async function speech(name = "") {
  const file = name ? `${LANGUAGE}.${name}.json` : `${LANGUAGE}.json`;
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file} could not be loaded: ${response.status}.`);
  return speaker(LANGUAGE, await response.json());
}
