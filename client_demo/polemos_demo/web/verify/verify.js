// Checks an exported game in the page, by an implementation of its own: nothing here comes from the
// server's code, only from docs/fair-deal.md, docs/audit.md and the rules.
//
//   import { exportOf, verify } from "/verify/verify.js";
//   const report = await verify(await exportOf(game), { head, onProgress });
//   report.verdicts.unbroken.status   // "right", "wrong", "so_far" or "stopped"
//
// `verify` works in slices and lets the page breathe between them; `verifying` is the same as a plain
// generator, and neither touches the document. `sentences.js` says what a report's codes
// mean, `proof.js` makes the document to keep.

import { accountOf, unproved } from "./account.js";
import { links } from "./chain.js";
import { followed } from "./game.js";
import { cut } from "./lines.js";

/** Read a game's export, byte for byte. */
export async function exportOf(game, fetching = fetch) {
  const response = await fetching(`/games/${game}/events.jsonl`);
  if (!response.ok) throw new Error(await response.text());
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Check an export; the same as `verifying`, in slices.
 *
 * @param {Uint8Array|string} exported the bytes of `events.jsonl`, or the text that they are.
 * @param {object} [options] `head`: the hash that the last line must have, noted elsewhere;
 *   `onProgress`: told the share that is done, 0 to 1; `signal`: an AbortSignal that gives up.
 */
export async function verify(exported, { head = null, onProgress = null, signal = null } = {}) {
  const steps = verifying(exported, { head });
  const { breath, close } = breather();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = steps.next();
      if (done) return value;
      onProgress?.(value);
      await breath();
    }
  } finally {
    close();
  }
}

/**
 * Check an export; yields the share that is done, returns the report:
 *
 * - `verdict`: "verified", "verified so far" (the game goes on) or "wrong", as `polemos audit` says;
 * - `verdicts`: `unbroken`, `dealt` and `played`, each with a `status` and `reasons` (`code`, `values`,
 *   and `line` where a line is wrong). A status is "right"; "wrong"; "so_far": right as far as it can be
 *   known before the end; or "stopped": right up to a line that another verdict found wrong;
 * - `findings`: what is wrong, by line, the first wrong event first;
 * - `unproved`: what even three right verdicts do not prove, as `code` and `values`;
 * - `game`, `events` (lines), `followed` (lines that the rules were asked about), `head`, and
 *   `account`: what was opened, by whom, and what was dealt (see `account.js`).
 *
 * Null where there is no line at all.
 */
export function* verifying(exported, { head: expectedHead = null } = {}) {
  const bytes = typeof exported === "string" ? new TextEncoder().encode(exported) : exported;
  const lines = cut(bytes);
  if (lines.length === 0) return null;
  const share = function* (steps, from) {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      yield from + value / lines.length / 2;
    }
  };
  const chain = yield* share(links(lines, expectedHead), 0);
  const course = yield* share(followed(chain.events, chain.sound), 0.5);
  return reportOf(chain, course, expectedHead);
}

function reportOf(chain, course, expectedHead) {
  const found = course.finding ? [course.finding] : [];
  const findings = [...found, ...chain.findings].sort((one, other) => one.line - other.line);
  const { isEnded } = course.game;
  const account = accountOf(course.game);
  return {
    verdict: findings.length ? "wrong" : isEnded ? "verified" : "verified so far",
    verdicts: {
      unbroken: unbroken(chain, expectedHead),
      dealt: dealt(course, chain, account),
      played: played(course, chain),
    },
    findings,
    unproved: unproved(account, expectedHead, stoppingLine(course, chain) !== null),
    game: chain.events.find((event) => event)?.game ?? null,
    events: chain.events.length,
    followed: course.followed,
    head: chain.head,
    expectedHead,
    account,
  };
}

function unbroken({ events, findings, head }, expectedHead) {
  if (findings.length) return verdict("wrong", findings);
  const values = { events: events.length, head };
  return verdict("right", [reason(expectedHead ? "chain_to_noted_head" : "chain_whole", values)]);
}

function dealt(course, chain, account) {
  if (course.isOfTheDeal) return verdict("wrong", [course.finding]);
  const stopping = stoppingLine(course, chain);
  if (stopping) return verdict("stopped", [stopping]);
  const { isEnded, deal, lobby } = course.game;
  if (!isEnded) return verdict("so_far", [reason(deal ? "secret_kept" : "not_dealt_yet")]);
  if (!deal) return verdict("right", [reason("never_dealt")]);
  const scheme = lobby.opening.deal;
  return verdict("right", [reason(account.isChosen ? "deal_of_seed" : "deal_derived", { scheme })]);
}

function played(course, chain) {
  const { finding: found, isOfTheDeal } = course;
  if (found && !isOfTheDeal) return verdict("wrong", [found]);
  const stopping = stoppingLine(course, chain);
  if (stopping) return verdict("stopped", [stopping]);
  const { isEnded, play } = course.game;
  const values = { events: course.followed, ...(play?.tally ?? { rounds: 0, wars: 0 }) };
  return isEnded
    ? verdict("right", [reason("rules_kept", values)])
    : verdict("so_far", [reason("rules_kept_so_far", values)]);
}

// The line at which the rules stopped because the chain, or the rules themselves, found it wrong.
function stoppingLine({ finding: found }, { sound, events }) {
  if (found) return stoppedAt(found.line);
  return sound < events.length ? stoppedAt(sound + 1) : null;
}

const stoppedAt = (line) => ({ code: "stopped", line, values: { line } });
const verdict = (status, reasons) => ({ status, reasons });
const reason = (code, values = {}) => ({ code, values });

// A message to oneself comes after whatever else waits, and is not slowed down as a timer is.
function breather() {
  const { port1, port2 } = new MessageChannel();
  const breath = () => new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  return { breath, close: () => port1.close() };
}
