// What the codes of a report say in English. A page in another language has its own sentences for the
// same codes and values; a test holds that none is missing here.

const VERDICTS = {
  right: "yes",
  wrong: "no",
  so_far: "yes, as far as it can be known before the end",
  stopped: "yes up to a line that is wrong, and nobody can tell beyond",
};

const REASONS = {
  chain_whole: ({ events, head }) => `All ${events} lines are bound to each other; the head is ${head}.`,
  chain_to_noted_head: ({ events, head }) =>
    `All ${events} lines are bound to each other and end at the head that was noted elsewhere, ${head}.`,
  secret_kept: () => "The cards and pots can be derived only when the end reveals the server's secret.",
  not_dealt_yet: () => "Nobody was dealt to yet.",
  never_dealt: () => "The game ended before anybody was dealt to; its secret opens what was committed to.",
  deal_derived: () =>
    "Every secret opens what was committed to before, and every card and pot follows from them.",
  deal_of_seed: () =>
    "Every card and pot follows from the seed. The seed was chosen, so this was no fair game.",
  rules_kept: ({ events, rounds, wars }) =>
    `All ${events} events are what the rules lead to: ${rounds} rounds, ${wars} wars and the end.`,
  rules_kept_so_far: ({ events }) =>
    `All ${events} events so far are what the rules lead to, by the faces that everybody saw.`,
  stopped: ({ line }) => `Line ${line} is wrong, and nobody knows what a wrong event leads to.`,
};

const FINDINGS = {
  line_cut: () => "The line does not end with a newline: the export was cut off here.",
  line_too_long: ({ most }) => `The line has more than ${most} bytes.`,
  not_utf8: () => "The line is not UTF-8.",
  not_json: () => "The line is not JSON.",
  not_an_object: ({ value }) => `The line is ${value}, not a JSON object.`,
  type_unknown: ({ value }) => `There is no event of the type ${value}.`,
  field_missing: ({ type, field }) => `The ${type} has no ${field}.`,
  field_unknown: ({ type }) => `The ${type} has a field that it must not have.`,
  value_bad: ({ type, field, value }) => `The ${field} of the ${type} cannot be ${value}.`,
  not_canonical: () => "The line says what it may say, but is not written in the only allowed form.",
  game_differs: ({ game, first }) => `The line belongs to game ${game}, not to ${first}.`,
  seq_broken: ({ due, seq }) =>
    `Event ${due} was due, but this is ${seq}: lines are missing, repeated or out of order.`,
  prev_broken: ({ prev, hash }) =>
    `The line follows a line with the hash ${prev || "(none)"}, but the line before it has ${hash || "(none)"}.`,
  line_changed: ({ by }) => `The line was changed after it was recorded: line ${by} holds another hash.`,
  time_fell: ({ at, before }) => `Time fell from ${before} to ${at} ms.`,
  head_differs: ({ expected }) =>
    `The last line does not have the hash ${expected}: it was changed, or lines after it are missing.`,
  refused: (values) => `The rules do not allow this. ${REFUSALS[values.why](values)}`,
  other_due: (values) => OTHERS[values.why](values),
  inside_beat: ({ type }) => `The ${type} stands inside a beat, where no command can have come.`,
  beat_cut: ({ due }) => `The export ends inside a beat: ${article(due)} is still due.`,
  after_end: ({ type }) => `The game is over, but ${article(type)} follows.`,
  not_conserved: ({ card }) => `${card} was turned, which is not in the deck.`,
  card_repeated: ({ card }) => `${card} was turned, but lies on the table already.`,
  bot_not_public: ({ seat }) => `The bot on seat ${seat} did not commit to a bot's public entropy.`,
  entropy_unopened: ({ seat }) => `The entropy does not open what seat ${seat} committed to.`,
  secret_unopened: ({ commitment }) => `The revealed secret does not open the commitment ${commitment}.`,
  deal_differs: ({ first, due, counts, dueCounts, aside, dueAside }) => counts
    ? `Piles of ${counts} and ${aside} set aside were dealt instead of ${dueCounts} and ${dueAside}.`
    : `Seat ${first} got the first card, but the derivation gives it to seat ${due}.`,
  card_differs: ({ seat, round, card, due }) =>
    `Seat ${seat} turned ${card} in round ${round}, but ${due} lay on top of its pile.`,
};

const REFUSALS = {
  rules: ({ rule, value }) => `In this rule set ${rule} cannot be ${value}.`,
  rules_digest: ({ digest }) => `The digest of the rules is ${digest}.`,
  not_opened: ({ type }) => `The game begins with ${article(type)} instead of its opening.`,
  opened_twice: () => "The game is open already.",
  not_dealt: ({ type }) => `${capital(article(type))} stands before the deal.`,
  dealt: ({ type }) => `${capital(article(type))} stands after the deal.`,
  locked: () => "The seats are locked already.",
  not_locked: () => "The seats are not locked yet.",
  seat_unknown: ({ seat, players }) => `There is no seat ${seat} in a game of ${players}.`,
  seat_taken: ({ seat }) => `Somebody sits on seat ${seat}.`,
  seat_free: ({ seat }) => `Nobody sits on seat ${seat}.`,
  seat_uncommitted: ({ seat }) => `Seat ${seat} has committed to nothing.`,
  seat_unrevealed: ({ seat }) => `Seat ${seat} has not revealed its entropy.`,
  commitment_repeated: ({ seat }) => `What seat ${seat} committed to was used before.`,
  no_new_commitment: () => "The next attempt has no commitment of its own.",
  revealed_twice: ({ seat }) => `Seat ${seat} has revealed its entropy already.`,
  autoplay_on: () => "Auto-play is on already.",
  autoplay_off: () => "Auto-play is paused already.",
  tempo_unchanged: ({ tempo }) => `The tempo is ${tempo} already.`,
};

const OTHERS = {
  type: ({ type, due }) => `The line is ${article(type)}, but ${article(due)} was due.`,
  value: ({ type, field, said, due }) =>
    `The ${field} of the ${type} is ${told(said)}, but the rules lead to ${told(due)}.`,
  not_locked: () => "A seat that leaves before the lock shows no secret and no commitment.",
  secret_kept: () => "The secret of an attempt that was given up is not shown.",
  players: ({ players, due }) => `${players} seats were locked instead of ${due}.`,
};

const UNPROVED = {
  goes_on: () =>
    "The game goes on: what its secret decides cannot be derived yet, and later events may be missing.",
  seed_chosen: () => "The seed was chosen: whoever chose it knew the deal.",
  entropy_all_public: () =>
    "The entropy of all seats was public: nothing proves that the server did not try many secrets before.",
  attempts_aborted: ({ count }) =>
    `${count === 1 ? "1 attempt" : `${count} attempts`} at the deal came to nothing: whoever refused to ` +
    "reveal, together with the server, could have thrown away a deal that way.",
  server_knew: () => "The server could know the cards before they were turned.",
  head_to_compare: () =>
    "Whoever writes a whole game can write another: compare the head with one noted during the game, or " +
    "with somebody else's.",
  times_are_the_servers: () => "When anything happened is the server's word.",
  who_sat_there: () => "Nothing tells who sat there, nor whether a pause was really asked for.",
};

/** Say a verdict's status. */
export const sayStatus = (status) => VERDICTS[status];

/** Say what is wrong with a line. */
export const sayFinding = ({ line, code, values }) => `Line ${line}: ${FINDINGS[code](values)}`;

/** Say why a verdict is what it is. */
export const sayReason = (reason) =>
  reason.code in REASONS ? REASONS[reason.code](reason.values) : sayFinding(reason);

/** Say what is not proved. */
export const sayUnproved = ({ code, values }) => UNPROVED[code](values);

const article = (type) => `${"AE".includes(type[0]) ? "an" : "a"} ${type}`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const told = (value) => JSON.stringify(value);
