// Which language the page speaks: the one that was chosen here, else the browser's first that there
// is, else English.

export const LANGUAGES = [
  { code: "en", name: "English" },
  { code: "fr", name: "Français" },
  { code: "el", name: "Ελληνικά" },
];

const KEPT = "polemos language";

/** Choose by what was kept and what the browser wants, most wanted first: `["fr-CA", "en"]`. */
export function chosenLanguage(kept, wanted) {
  const isSpoken = (code) => LANGUAGES.some((language) => language.code === code);
  if (isSpoken(kept)) return kept;
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]).find(isSpoken) ?? "en";
}

/** The language that was chosen in this browser, or null; a frame reads nothing that is kept. */
export function keptLanguage() {
  if (location.pathname.startsWith("/embed/")) return null;
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Keep the choice of a language; tells whether this browser keeps anything at all. */
export function keepLanguage(code) {
  try {
    localStorage.setItem(KEPT, code);
    return true;
  } catch {
    return false;
  }
}
