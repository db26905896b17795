// What the codes of a report say, in the page's language; a test holds that none is missing.

import { speech } from "../language/language.js";

const say = await speech("verify");

/** Say a verdict's status. */
export const sayStatus = (status) => say(`verify_status_${status}`);

/** Say what is wrong with a line. */
export const sayFinding = ({ line, code, values }) =>
  say("verify_finding", { line, finding: findingText(code, values) });

/** Say why a verdict is what it is. */
export function sayReason(reason) {
  const key = `verify_reason_${reason.code}`;
  return say.has(key) ? say(key, reason.values) : sayFinding(reason);
}

/** Say what is not proved. */
export const sayUnproved = ({ code, values }) => say(`verify_unproved_${code}`, values);

function findingText(code, values) {
  if (code === "refused") {
    return say("verify_finding_refused", { refusal: say(`verify_refusal_${values.why}`, values) });
  }
  if (code === "other_due") return otherText(values);
  return say(`verify_finding_${nameOf(code, values)}`, shownOf(code, values));
}

function nameOf(code, { counts }) {
  if (code !== "deal_differs") return code;
  return counts ? "piles_differ" : "first_differs";
}

function shownOf(code, values) {
  if (code === "time_fell") return { before: String(values.before), at: String(values.at) };
  if (code !== "prev_broken") return values;
  const nothing = say("verify_nothing");
  return { prev: values.prev || nothing, hash: values.hash || nothing };
}

function otherText(values) {
  const { why, said, due } = values;
  if (why !== "value") return say(`verify_other_${why}`, values);
  return say("verify_other_value", { ...values, said: JSON.stringify(said), due: JSON.stringify(due) });
}
