// Rules in plain words, from the values of `/presets`. Pure.

import { choiceText } from "./figures.js";
import { say } from "./language/rules.js";

const LOWEST = { 52: "2", 36: "6", 32: "7" };

/** The rows in which rules are told; `at_cap` belongs to `cap`, and the war of two follows from both. */
export const ROWS = [
  "players", "deck", "deal", "best", "six_beats_ace", "hidden_cards", "war_cards", "war_joined_by",
  "short_in_war", "return_order", "cap",
];

const CHANGED_BY = { at_cap: ["cap"], hidden_cards: ["hidden_cards", "war_cards"] };

/** The rows in which a preset differs, in their order. */
export function changedRows({ differences }) {
  const changed = new Set(differences.flatMap(({ dimension }) => CHANGED_BY[dimension] ?? [dimension]));
  return ROWS.filter((row) => changed.has(row));
}

/** The rows worth telling of a preset: what is off everywhere is told by nobody. */
export function toldRows({ rules, players }) {
  return ROWS.filter((row) => {
    if (row === "six_beats_ace") return rules.six_beats_ace;
    return row !== "war_joined_by" || players.length > 1;
  });
}

/** Tell a preset's value of a row in a sentence. */
export function ruleText({ rules, players }, row) {
  switch (row) {
    case "players":
      return say("rule_players", { players: choiceText(players.map(String)) });
    case "deck":
      return say("rule_deck", { count: rules.deck, lowest: LOWEST[rules.deck] });
    case "hidden_cards":
      return hiddenText(rules.hidden_cards);
    case "war_cards":
      return say("rule_war_cards", { count: 2 * (2 + rules.hidden_cards), hidden: rules.hidden_cards });
    case "cap":
      return rules.cap === null ? say("rule_cap_none") : say(`rule_cap_${rules.at_cap}`, { count: rules.cap });
    case "six_beats_ace":
      return say(rules.six_beats_ace ? "rule_six_on" : "rule_six_off");
    default:
      return say(`rule_${row}_${rules[row]}`);
  }
}

function hiddenText(count) {
  if (count === 0) return say("rule_hidden_none");
  return count === 1 ? say("rule_hidden_one") : say("rule_hidden_some", { count });
}
