// What binds each line to the one before it, whatever the events mean: form, one game, no gap, the hash
// of the line before, time that never falls, and a head that was noted elsewhere.

import { toBase64url } from "../base64url.js";
import { sha256 } from "../sha256.js";
import { Fault } from "./fault.js";
import { hashed, read } from "./lines.js";

/** Lines between two yields, so that a page breathes. */
export const LINES_A_SLICE = 200;

/**
 * Read every line and hold it against the one before it; yields now and then how many were read.
 *
 * Returns `events` (null for a line that cannot be read), `head`, `findings`, and `sound`: how many
 * lines there are before the first one that is broken, which are those that may be judged further.
 */
export function* links(lines, expectedHead) {
  const events = [];
  const hashes = [];
  const breaks = []; // by line: null, or the Fault that it has against its predecessor
  let before = { seq: 0, at: 0, game: null };
  for (const line of lines) {
    const [event, fault] = readOrFault(line);
    events.push(event);
    breaks.push(fault ?? againstBefore(event, before, hashes.at(-1) ?? ""));
    hashes.push(toBase64url(sha256(hashed(line))));
    before = event ?? { ...before, seq: before.seq + 1 };
    if (events.length % LINES_A_SLICE === 0) yield events.length;
  }
  const sound = breaks.findIndex((fault) => fault !== null);
  const findings = blamed(events, hashes, breaks, expectedHead);
  const head = hashes.at(-1);
  if (findings.length === 0 && expectedHead && expectedHead !== head) {
    findings.push(finding(events.length, events, "head_differs", { expected: expectedHead, head }));
  }
  return { events, head, findings, sound: sound < 0 ? events.length : sound };
}

function readOrFault(line) {
  try {
    return [read(line), null];
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return [null, fault];
  }
}

// The hash comes before the game: of two lines of which one was moved to another game, it tells which.
function againstBefore(event, before, hash) {
  const due = before.seq + 1;
  if (event.seq !== due) return new Fault("seq_broken", { due, seq: event.seq });
  if (event.prev !== hash) return new Fault("prev_broken", { prev: event.prev, hash });
  if (before.game !== null && event.game !== before.game) {
    return new Fault("game_differs", { game: event.game, first: before.game });
  }
  if (event.at < before.at) return new Fault("time_fell", { at: event.at, before: before.at });
  return null;
}

// A broken link names two lines. If the next line (or a head from elsewhere) vouches for the later one,
// the earlier one was changed; otherwise the later one is named, unless the earlier one is known to be bad.
function blamed(events, hashes, breaks, expectedHead) {
  const findings = [];
  const named = new Set();
  const name = (number, code, values) => {
    named.add(number);
    findings.push(finding(number, events, code, values));
  };
  breaks.forEach((fault, index) => {
    if (fault === null) return;
    const number = index + 1;
    const vouching = number === events.length ? expectedHead : events[number]?.prev;
    if (fault.code !== "prev_broken" || number === 1) name(number, fault.code, fault.values);
    else if (vouching === hashes[index]) name(number - 1, "line_changed", { by: number });
    else if (!named.has(number - 1)) name(number, fault.code, fault.values);
  });
  return findings.sort((one, other) => one.line - other.line);
}

/** Compose a finding; `line` counts from 1. */
export function finding(line, events, code, values) {
  return { line, seq: events[line - 1]?.seq ?? null, code, values };
}
