// What the header has of languages: the menu, in which each is named in itself.

import { element } from "../element.js";
import { LANGUAGES, keepLanguage } from "./choice.js";
import { LANGUAGE, say } from "./language.js";

/** Put the menu into the header, and the words that stand there before any page is shown. */
export function showLanguage() {
  document.querySelector(".skip").textContent = say("skip_to_page");
  document.querySelector(".bar").append(languageMenu());
}

/** Build the menu; a choice is kept and loads the page anew. */
export function languageMenu() {
  const options = LANGUAGES.map(({ code, name }) =>
    element("option", { value: code, lang: code, text: name, selected: code === LANGUAGE }),
  );
  const select = element("select", { class: "language", "aria-label": say("language_label"), autocomplete: "off" }, ...options);
  select.addEventListener("change", () => {
    if (keepLanguage(select.value)) location.reload();
    else select.value = LANGUAGE;
  });
  return select;
}
