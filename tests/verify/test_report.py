"""What a report says: three verdicts with reasons, what they leave open, and the proof to keep."""

import json
import re
from dataclasses import replace

import pytest

from kit.corpus import recorded
from kit.exports import GAME, abandoned, chained, controlled, dealt, people, seeded
from polemos.fairness.commitments import commit_seat, commit_secret
from polemos.fairness.dealers import Fair
from polemos.hub.files import page_contents
from polemos.rules.chance import Transcript, Use
from polemos.rules.encoding import b64url, digest, rules_digest
from polemos.rules.events import CardFlipped, CardsDealt, EntropyRevealed, PileReturned, SeatTaken
from polemos.rules.presets import rule_set
from polemos.rules.shuffle import shuffle

pytestmark = pytest.mark.browser

PEOPLE = people().events
PROVE = """async ([text, head]) => {
  const { verify } = await import("/verify/verify.js");
  const { proofName, proofText } = await import("/verify/proof.js");
  const report = await verify(text, { head });
  return [proofName(report), proofText(report)];
}"""

SAY = """async (reports) => {
  const { sayFinding, sayReason, sayStatus, sayUnproved } = await import("/verify/sentences.js");
  return reports.flatMap(({ verdicts, findings, unproved }) => [
    ...Object.values(verdicts).flatMap((verdict) => [
      sayStatus(verdict.status), ...verdict.reasons.map(sayReason),
    ]),
    ...findings.map(sayFinding),
    ...unproved.map(sayUnproved),
  ]);
}"""

BREATHE = """async (text) => {
  const { verify } = await import("/verify/verify.js");
  const shares = [];
  let turns = 0;
  let isDone = false;
  const other = new MessageChannel();
  other.port1.onmessage = () => {
    turns += 1;
    if (!isDone) other.port2.postMessage(null);
  };
  other.port2.postMessage(null);
  const report = await verify(text, { onProgress: (share) => shares.push(share) });
  isDone = true;
  return { events: report.events, shares, turns };
}"""

GIVE_UP = """async (text) => {
  const { verify } = await import("/verify/verify.js");
  const giving = new AbortController();
  const shares = [];
  const onProgress = (share) => {
    shares.push(share);
    giving.abort();
  };
  try {
    await verify(text, { onProgress, signal: giving.signal });
  } catch (error) {
    return [error.name, shares.length];
  }
  return ["nothing", shares.length];
}"""


def text_of(events, game=GAME):
    return b"".join(chained(events, game))


def place_of(events, kind, number=0):
    return [place for place, event in enumerate(events) if isinstance(event, kind)][number]


def changed(events, place, **values):
    return text_of([*events[:place], replace(events[place], **values), *events[place + 1 :]])


def statuses(report):
    return [report["verdicts"][name]["status"] for name in ("unbroken", "dealt", "played")]


@pytest.mark.parametrize(
    ("kind", "number", "values", "due"),
    [
        (PileReturned, 1, {"count": 1}, ["right", "stopped", "wrong"]),
        (CardFlipped, 2, {"card": "2c"}, ["right", "wrong", "stopped"]),
        (CardsDealt, 0, {"counts": (27, 25)}, ["right", "wrong", "stopped"]),
        (EntropyRevealed, 2, {"entropy": "A" * 43}, ["right", "wrong", "stopped"]),
        (SeatTaken, 2, {"commitment": "A" * 43}, ["right", "wrong", "stopped"]),
    ],
)
def test_each_fault_has_one_verdict_and_stops_the_others(verifier, kind, number, values, due):
    place = place_of(PEOPLE, kind, number)
    [report] = verifier.verify([changed(PEOPLE, place, **values)])
    assert statuses(report) == due
    lines = [reason.get("line") for v in report["verdicts"].values() for reason in v["reasons"]]
    assert lines == [None, place + 1, place + 1]
    assert report["followed"] == place


def test_a_changed_byte_breaks_the_chain_and_stops_the_others_behind_it(verifier):
    lines = chained(PEOPLE)
    lines[20] = lines[20].replace(b'"at":1', b'"at":2')
    [report] = verifier.verify([b"".join(lines)])
    assert statuses(report) == ["wrong", "stopped", "stopped"]
    assert report["verdicts"]["unbroken"]["reasons"][0]["line"] == 21


def test_another_head_is_a_fault_of_the_chain_alone(verifier):
    [report] = verifier.verify([text_of(PEOPLE)], ["A" * 43])
    assert (report["verdict"], statuses(report)) == ("wrong", ["wrong", "right", "right"])


def test_a_running_game_is_right_as_far_as_it_can_be_known(verifier):
    [report] = verifier.verify([text_of(dealt("war", 3, deck=36).play(40).events)])
    assert statuses(report) == ["right", "so_far", "so_far"]
    assert report["account"]["deal"] == {"first_seat": report["account"]["deal"]["first_seat"]}
    assert "goes_on" in [note["code"] for note in report["unproved"]]


def test_a_seeded_game_is_marked_as_chosen(verifier):
    [report] = verifier.verify([text_of(seeded("x", cap=9).play().events)])
    assert report["verdicts"]["dealt"]["reasons"] == [
        {"code": "deal_of_seed", "values": {"scheme": "seeded/1"}}
    ]
    assert report["account"]["isChosen"] is True
    assert "seed_chosen" in [note["code"] for note in report["unproved"]]


def test_the_entropy_of_every_seat_and_attempt_is_told(verifier):
    [report] = verifier.verify([text_of(PEOPLE)])
    aborted, last = report["account"]["attempts"]
    assert aborted["aborted"] == {"seat": 0, "reason": "unrevealed"}
    assert aborted["seats"][0]["entropy"] is None
    revealed = {event.seat: event.entropy for event in PEOPLE if isinstance(event, EntropyRevealed)}
    assert [seat["entropy"] for seat in last["seats"]] == [revealed[0], revealed[1]]
    assert [seat["isPublic"] for seat in last["seats"]] == [False, True]


def test_nothing_is_no_report(verifier):
    assert verifier.verify([b""]) == [None]


def test_every_code_has_a_sentence(verifier):
    exports = [text_of(recorded(number).events) for number in range(8)]
    exports += [
        changed(PEOPLE, place_of(PEOPLE, CardFlipped), card="2c"),
        b"\n",
        b"{}\n",
        b"\xff\n",
    ]
    reports = verifier.verify(exports)
    for sentence in verifier.call(SAY, reports):
        assert sentence
        assert not re.search("undefined|NaN|\\[object", sentence)


def test_every_code_that_stands_in_the_source_has_a_sentence():
    sources = {
        path: text.decode()
        for path, text in page_contents().items()
        if path.startswith("verify/") and path != "verify/sentences.js"
    }
    keys = json.loads(page_contents()["language/en.verify.json"])
    codes = set()
    for source in sources.values():
        for call in ("new Fault", "refused", "otherDue", "reason", "note", "name"):
            codes |= set(re.findall(rf'\b{call}\(\s*"(\w+)"', source))
        codes |= set(re.findall(r'why: "(\w+)"', source))
    codes |= {"seat_unknown", "autoplay_on", "autoplay_off", "chain_to_noted_head", "line_changed"}
    assert len(codes) > 45
    said_in_parts = {"other_due", "deal_differs"}
    kinds = ("reason", "finding", "refusal", "other", "unproved")
    told = {code for code in codes for kind in kinds if f"verify_{kind}_{code}" in keys}
    assert codes - told == said_in_parts


def test_a_long_game_leaves_the_page_its_turns(verifier):
    text = text_of(dealt("bataille", number=11).play().events).decode()
    told = verifier.call(BREATHE, text)
    assert told["events"] > 600
    assert told["shares"] == sorted(told["shares"])
    assert 0 < told["shares"][0] < told["shares"][-1] <= 1
    assert told["turns"] >= len(told["shares"]) >= 2 * (told["events"] // 200)


def test_it_can_be_given_up(verifier):
    text = text_of(dealt("bataille", number=11).play().events).decode()
    assert verifier.call(GIVE_UP, text) == ["AbortError", 1]


def test_a_proof_can_be_repeated_from_the_fair_deal_alone(verifier):
    text = text_of(PEOPLE).decode()
    head = digest(text_of(PEOPLE).splitlines()[-1])
    name, written = verifier.call(PROVE, [text, head])
    assert name == f"polemos-proof-{GAME}.json"
    proof = json.loads(written)
    assert (proof["form"], proof["game"], proof["events"]) == ("polemos proof/1", GAME, len(PEOPLE))
    assert (proof["head"], proof["expected_head"], proof["verdict"]) == (head, head, "verified")
    assert [verdict["status"] for verdict in proof["verdicts"].values()] == ["right"] * 3
    deal, [aborted] = proof["deal"], proof["attempts_aborted"]
    for attempt in (aborted, deal):
        assert commit_secret(GAME, bytes.fromhex(attempt["secret"])) == attempt["commitment"]
    entropies = [bytes.fromhex(seat["entropy"]) for seat in deal["seats"]]
    for number, seat in enumerate(deal["seats"]):
        assert commit_seat(GAME, number, entropies[number]) == seat["commitment"]
    rules = rule_set("bataille", overrides={"cap": 10})
    assert deal["rules_digest"] == rules_digest(rules)
    keys = Fair((bytes.fromhex(deal["secret"]),)).chance(
        Transcript(
            game=GAME,
            rules_digest=deal["rules_digest"],
            commitment=deal["commitment"],
            entropies=tuple(map(b64url, entropies)),
        )
    )
    assert deal["keys"]["deck"] == keys.key(Use.DECK, 0).hex()
    assert deal["keys"]["first_seat"] == keys.key(Use.FIRST_SEAT, 0).hex()
    ordered = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert deal["deck"] == list(shuffle(ordered, keys.key(Use.DECK, 0)))


@pytest.mark.parametrize("recorder", [controlled(), abandoned(), seeded("x", cap=3).play()])
def test_every_kind_of_end_has_a_proof(verifier, recorder):
    _, written = verifier.call(PROVE, [text_of(recorder.events).decode(), None])
    assert json.loads(written)["verdict"] == "verified"


def test_a_wrong_game_has_a_proof_of_that(verifier):
    place = place_of(PEOPLE, PileReturned)
    _, written = verifier.call(PROVE, [changed(PEOPLE, place, seat=1).decode(), None])
    proof = json.loads(written)
    assert proof["verdict"] == "wrong"
    assert proof["findings"][0]["line"] == place + 1
    assert proof["verdicts"]["played"]["reasons"][0].startswith(f"Line {place + 1}: ")
