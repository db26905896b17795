// The page's language, and its texts: they are asked for before the modules that say them are here.

import { chosenLanguage, keptLanguage } from "./choice.js";

// Where the server keeps the texts; a page without the mark has them where they stand in the wheel.
const FOLDER = document.querySelector('meta[name="texts"]')?.content ?? "/language/";

/** The language's code: "fr". */
export const LANGUAGE = chosenLanguage(keptLanguage(), navigator.languages);

/** What every page says, as it arrives. */
export const everywhere = loadTexts(`${LANGUAGE}.json`);

/** Load one file of texts. */
export async function loadTexts(file) {
  const response = await fetch(FOLDER + file);
  if (!response.ok) throw new Error(`${file} could not be loaded: ${response.status}.`);
  return response.json();
}
