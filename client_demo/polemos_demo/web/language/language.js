// The language of this page: chosen once, before anything is shown. Another choice loads the page anew.

import { LANGUAGE, everywhere, loadTexts } from "./loading.js";
import { speaker } from "./pattern.js";

export { LANGUAGE };

const texts = await everywhere.catch(tellFailure);

/** Give a text in the page's language, with its places filled in: `say("counter", { count: 2 })`. */
export const say = speaker(LANGUAGE, texts);

document.documentElement.lang = LANGUAGE;

/** Load what only some pages say: `await speech("rules")` gives a `say` that has it too. */
export async function speech(name) {
  return speaker(LANGUAGE, { ...texts, ...(await loadTexts(`${LANGUAGE}.${name}.json`)) });
}

// The only words that stand in no file of texts: those for when there are none.
function tellFailure(error) {
  document.getElementById("page")?.append(
    "The page could not be loaded: try again. · La page n’a pas pu être chargée : réessayez. · " +
      "Η σελίδα δεν φορτώθηκε: δοκιμάστε ξανά.",
  );
  throw error;
}
