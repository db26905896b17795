// Checks a game in the page: three verdicts in plain words, what they do not prove, who brought which
// entropy, and the proof to keep. The verifier is loaded when somebody asks for it.

import { fromBase64url } from "./base64url.js";
import { element, write } from "./element.js";
import { say, seatName } from "./messages.js";
import { openSecrets } from "./secrets.js";

const VERDICTS = ["unbroken", "dealt", "played"];
const FINDINGS_SHOWN_MAX = 10;
const ROOM = /^([a-z0-9]+)-/;

/** Build the part of a game's page that checks it; `game` is its id. */
export function checkPart(game) {
  const button = element("button", {
    type: "button", class: "button is-main", "data-do": "check", text: say("check_button"),
    onclick: async () => run(async ({ exportOf }) => exportOf(game)),
  });
  const file = element("input", {
    id: "check-file", type: "file", accept: ".jsonl",
    onchange: async () => file.files.length && run(async () => bytesOf(file.files[0])),
  });
  const progress = element("progress", { max: 1, value: 0, hidden: true, "aria-label": say("check_running") });
  const report = element("div", { class: "check-report", role: "status" });

  async function run(read) {
    button.disabled = true;
    progress.hidden = false;
    report.replaceChildren();
    try {
      const verifier = await import("./verify/verify.js");
      const onProgress = (share) => { progress.value = share; };
      const found = await verifier.verify(await read(verifier), { onProgress });
      report.replaceChildren(...(await reportParts(found)));
    } catch (error) {
      report.replaceChildren(element("p", { class: "fault", text: say("check_failed", { reason: error.message }) }));
    } finally {
      button.disabled = false;
      progress.hidden = true;
      write(button, say("check_again"));
    }
  }

  return element(
    "div",
    { class: "check" },
    element("p", { class: "buttons" }, button),
    progress,
    report,
    element(
      "details",
      {},
      element("summary", { text: say("check_file_summary") }),
      element("label", { for: "check-file", text: say("check_file_label") }),
      file,
    ),
  );
}

async function bytesOf(file) {
  return new Uint8Array(await file.arrayBuffer());
}

async function reportParts(found) {
  if (found === null) return [element("p", { class: "fault", text: say("check_empty") })];
  const [sentences, own] = await Promise.all([import("./verify/sentences.js"), import("./verify/own.js")]);
  return [
    element("p", { class: "check-game", text: say("check_game", { game: found.game ?? "?" }) }),
    element("dl", { class: "verdicts" }, ...VERDICTS.flatMap((name) => verdictParts(name, found.verdicts[name], sentences))),
    findingList(found.findings, sentences),
    entropyList(found, own),
    element("h3", { text: say("check_unproved") }),
    element("ul", { class: "fine" }, ...found.unproved.map((note) => element("li", { text: sentences.sayUnproved(note) }))),
    proofButton(found),
  ].filter((part) => part !== null);
}

function verdictParts(name, { status, reasons }, sentences) {
  return [
    element("dt", { text: say(`check_${name}`) }),
    element(
      "dd",
      { class: `verdict is-${status}` },
      element("strong", { text: sentences.sayStatus(status) }),
      ...reasons.slice(0, 1).map((reason) => element("span", { class: "fine", text: ` ${sentences.sayReason(reason)}` })),
    ),
  ];
}

function findingList(findings, sentences) {
  if (findings.length === 0) return null;
  const shown = findings.slice(0, FINDINGS_SHOWN_MAX);
  return element(
    "div",
    { class: "findings" },
    element("h3", { text: say("check_findings") }),
    element("ol", {}, ...shown.map((finding) => element("li", { text: sentences.sayFinding(finding) }))),
  );
}

function entropyList({ game, account }, own) {
  const attempt = account?.attempts.at(-1);
  const seats = attempt?.seats.map((seat, number) => ({ ...seat, number })).filter(({ entropy }) => entropy) ?? [];
  if (seats.length === 0) return null;
  const kept = openSecrets().room(ROOM.exec(game)?.[1]).seat;
  const isMine = ({ number }) => kept !== null && own.isOfKey(fromBase64url(kept.key), game, attempt, number);
  return element(
    "details",
    { class: "entropies" },
    element("summary", { text: say("check_entropy") }),
    element("ul", {}, ...seats.map((seat) => element(
      "li",
      {},
      `${seatName(seat.number)}${seat.isPublic ? ` (${say("check_public")})` : ""}: `,
      element("code", { text: seat.entropy }),
      isMine(seat) ? element("strong", { text: ` ${say("check_yours")}` }) : null,
    ))),
  );
}

function proofButton(found) {
  return element("p", { class: "buttons" }, element("button", {
    type: "button", class: "button", "data-do": "proof", text: say("check_proof"),
    onclick: async () => {
      const { proofName, proofText } = await import("./verify/proof.js");
      const address = URL.createObjectURL(new Blob([proofText(found)], { type: "application/json" }));
      element("a", { href: address, download: proofName(found) }).click();
      URL.revokeObjectURL(address);
    },
  }));
}
