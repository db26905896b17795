// Shares and moments as the page's language writes them.

import { numberText, say } from "./messages.js";

/** Show a part of a whole, with what it is a part of: "8.6 % (43 of 500)". */
export function shareText(part, whole) {
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 1 });
  return say("share_of", { share: percent.format(part / whole), part: numberText(part), whole: numberText(whole) });
}

/** Show a mean to a tenth. */
export function meanText(mean) {
  return new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 }).format(mean);
}

/** List what may be chosen: "2, 3 or 4". */
export function choiceText(texts) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(texts);
}

/** Show when something was. */
export function momentText(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
