// Who goes on when the best card lies there more than once (RULES.md, edge cases 1 to 5).

/**
 * @param {object} rules the rule set.
 * @param {number[]} counts cards that each seat holds after the tied step.
 * @param {number[]} tied the tied seats, ascending.
 *
 * Returns `participants`, who turn a card next; `hiding`, who lays a hidden card, once for each; and
 * `leaders`, who are first if nobody at all can go on.
 */
export function warStep(rules, counts, tied) {
  const joining = rules.war_joined_by === "tied" ? tied : [...counts.keys()];
  const holders = joining.filter((seat) => counts[seat] > 0);
  const step = rules.short_in_war === "out" ? shortAreOut : lastCardIsTurned;
  const { participants, leaders, hides } = step(rules.hidden_cards, counts, holders, tied);
  const hiding = holders.flatMap((seat) => Array(hides(seat)).fill(seat));
  return { participants, leaders, hiding };
}

// Each keeps one card to turn; whoever is alone takes the pot and lays nothing.
function lastCardIsTurned(hidden, counts, holders, tied) {
  const hides = (seat) => holders.length > 1 ? Math.min(hidden, counts[seat] - 1) : 0;
  return { participants: holders, leaders: tied, hides };
}

// Whoever cannot lay all of it loses its cards to the pot; of none that can, the one that holds most wins.
function shortAreOut(hidden, counts, holders, tied) {
  const able = holders.filter((seat) => counts[seat] >= hidden + 1);
  const most = Math.max(...holders.map((seat) => counts[seat]));
  const richest = holders.filter((seat) => counts[seat] === most);
  const participants = able.length === 0 && richest.length === 1 ? richest : able;
  const laid = participants.length > 1 ? hidden : 0;
  const hides = (seat) => participants.includes(seat) ? laid : counts[seat];
  return { participants, leaders: richest.length ? richest : tied, hides };
}
