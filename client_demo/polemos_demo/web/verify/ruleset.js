// Which rule sets there are (RULES.md, "Dimensions" and the table of presets).

import { DECKS } from "./cards.js";

const PRESETS = new Set(["bataille", "war", "one-hidden", "peace", "pyanitsa", "tod-und-leben"]);
const PLAYERS = [2, 3, 4];
const HIDDEN_CARDS_MAX = 5;
const CAP_MAX = 100_000;
const PEACE_HIDDEN_CARDS = 5;

/** Tell which rule of a rule set cannot be as it is, or null if they are all right together. */
export function wrongRule(rules) {
  const { preset, players, hidden_cards: hidden, cap } = rules;
  if (!PRESETS.has(preset)) return "preset";
  if (!PLAYERS.includes(players) || (preset === "bataille" && players !== 2)) return "players";
  if (!DECKS.includes(rules.deck)) return "deck";
  if (hidden > HIDDEN_CARDS_MAX) return "hidden_cards";
  if (cap !== null && (cap < 1 || cap > CAP_MAX)) return "cap";
  if (cap === null && rules.at_cap !== "draw") return "at_cap";
  return rules.best === "lowest" ? wrongInPeace(rules) : preset === "peace" ? "best" : null;
}

// Peace always has five hidden cards, and where the lowest is best, no six beats an ace besides.
function wrongInPeace({ preset, hidden_cards: hidden, six_beats_ace: isSixBest }) {
  if (preset !== "peace" && preset !== "war") return "best";
  if (hidden !== PEACE_HIDDEN_CARDS) return "hidden_cards";
  return isSixBest ? "six_beats_ace" : null;
}
