// The proof to keep: what went in, what followed, what it says and what it does not. Whoever has it and
// the export can repeat every step; the deal is spelled as the vectors of docs/fair-deal.md are.

import { hexOfText } from "./account.js";
import { sayFinding, sayReason, sayStatus, sayUnproved } from "./sentences.js";

export const PROOF_FORM = "polemos proof/1";
export const IMPLEMENTATION = { name: "polemos_demo/web/verify", version: 1 };

/**
 * Compose the proof of a report, a value for JSON.
 *
 * @param {object} report of `verify`.
 */
export function proofDocument(report) {
  const { account } = report;
  return {
    form: PROOF_FORM,
    implementation: IMPLEMENTATION,
    specification: ["docs/fair-deal.md", "docs/audit.md"],
    game: report.game,
    events: report.events,
    head: report.head,
    expected_head: report.expectedHead,
    verdict: report.verdict,
    verdicts: Object.fromEntries(Object.entries(report.verdicts).map(([name, verdict]) => [
      name,
      { status: verdict.status, says: sayStatus(verdict.status), reasons: verdict.reasons.map(sayReason) },
    ])),
    findings: report.findings.map((finding) => ({
      line: finding.line, seq: finding.seq, code: finding.code, sentence: sayFinding(finding),
    })),
    unproved: report.unproved.map(sayUnproved),
    attempts_aborted: account ? account.attempts.slice(0, -1).map((attempt) => attemptOf(attempt, account)) : [],
    deal: account && dealOf(account),
  };
}

/** Write the proof as the text of a file. */
export function proofText(report) {
  return `${JSON.stringify(proofDocument(report), null, 2)}\n`;
}

/** Name the proof's file. */
export const proofName = (report) => `polemos-proof-${report.game}.json`;

// A vector of the fair deal, and beside it who sat where.
function dealOf(account) {
  const { game, rules, rules_digest, scheme, rounds, wars } = account;
  const attempt = attemptOf(account.attempts.at(-1), account);
  return { game, scheme, rules, rules_digest, rounds, wars, ...attempt, ...account.deal };
}

function attemptOf({ commitment, secret, seats, aborted }, { isChosen }) {
  const shown = isChosen ? { seed: secret } : { secret: secret && hexOfText(secret) };
  return { commitment, ...shown, seats: seats.map(seatOf), ...(aborted ? { aborted } : {}) };
}

function seatOf(seat) {
  if (!seat) return null;
  const { kind, player, commitment, entropy, isPublic } = seat;
  return { kind, player, commitment, entropy: entropy && hexOfText(entropy), is_public: isPublic };
}
