// The language of this page: chosen once, before anything is shown. Another choice loads the page anew.

import { chosenLanguage, keptLanguage } from "./choice.js";
import { speaker } from "./pattern.js";

/** The language's code: "fr". */
export const LANGUAGE = chosenLanguage(keptLanguage(), navigator.languages);

const everywhere = await load(`${LANGUAGE}.json`).catch(tellFailure);

/** Give a text in the page's language, with its places filled in: `say("counter", { count: 2 })`. */
export const say = speaker(LANGUAGE, everywhere);

document.documentElement.lang = LANGUAGE;

/** Load what only some pages say: `await speech("rules")` gives a `say` that has it too. */
export async function speech(name) {
  return speaker(LANGUAGE, { ...everywhere, ...(await load(`${LANGUAGE}.${name}.json`)) });
}

async function load(file) {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file} could not be loaded: ${response.status}.`);
  return response.json();
}

// The only words that stand in no file of texts: those for when there are none.
function tellFailure(error) {
  document.getElementById("page")?.append(
    "The page could not be loaded: try again. · La page n’a pas pu être chargée : réessayez. · " +
      "Η σελίδα δεν φορτώθηκε: δοκιμάστε ξανά.",
  );
  throw error;
}
