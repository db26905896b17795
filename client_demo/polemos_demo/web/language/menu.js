// The menu of languages in the header; each is named in itself.

import { element } from "../element.js";
import { LANGUAGES, keepLanguage } from "./choice.js";
import { LANGUAGE, say } from "./language.js";

/** Build the menu; a choice is kept and loads the page anew. */
export function languageMenu() {
  const select = element(
    "select",
    { class: "language", "aria-label": say("language_label"), autocomplete: "off" },
    ...LANGUAGES.map(({ code, name }) =>
      element("option", { value: code, lang: code, text: name, selected: code === LANGUAGE }),
    ),
  );
  select.addEventListener("change", () => {
    if (keepLanguage(select.value)) location.reload();
    else select.value = LANGUAGE;
  });
  return select;
}
