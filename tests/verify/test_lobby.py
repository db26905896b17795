"""Before the deal, every cheat is named at its line, and every rule set is judged alike."""

from dataclasses import asdict, replace
from itertools import product

import pytest

from kit.exports import GAME, bytes_of, chained, never_dealt, people
from polemos.audit.audit import audit
from polemos.fairness.commitments import bot_entropy, commit_seat
from polemos.rules.encoding import b64url, rules_digest
from polemos.rules.errors import RuleViolation
from polemos.rules.events import (
    AutoplayStarted,
    EndReason,
    EntropyRevealed,
    GameEnded,
    ReleaseReason,
    SeatKind,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
)
from polemos.rules.presets import PRESETS, check_rules, rule_set
from polemos.rules.rule_set import AtCap, Best

pytestmark = pytest.mark.browser

EVENTS = people().events
(
    OPENED,
    PERSON,
    BOT,
    LOCKED,
    BOT_REVEALED,
    RELEASED,
    BOT_AGAIN,
    PERSON_AGAIN,
    LOCKED_AGAIN,
    _,
    PERSON_REVEALED,
    DEALT,
) = EVENTS[:12]
SECRET = EVENTS[-1].secret
NO_ENTROPY = b64url(bytes(32))
OTHER_PERSON = SeatTaken(
    seat=1,
    kind=SeatKind.HUMAN,
    player="p2",
    commitment=commit_seat(GAME, 1, bytes_of("other")),
)
LEFT = SeatReleased(seat=0, reason=ReleaseReason.LEFT, secret=None, commitment=None)
OVER = never_dealt().events[-1]
THREE = rule_set("war", 3)

CHEATS = {
    "two seats commit to the same": [OPENED, PERSON, replace(PERSON, seat=1, player="p2")],
    "a seat commits to what the server committed to": [
        OPENED,
        replace(PERSON, commitment=OPENED.commitment),
    ],
    "a person commits to what was opened before": [*EVENTS[:6], PERSON],
    "another seat commits to what was opened before": [
        *EVENTS[:6],
        replace(OTHER_PERSON, player="bot1", commitment=PERSON.commitment),
    ],
    "a bot has entropy of its own": [OPENED, replace(OTHER_PERSON, kind=SeatKind.BOT)],
    "somebody sits where somebody sits": [OPENED, PERSON, replace(PERSON, player="p9")],
    "a holder commits twice": [
        OPENED,
        PERSON,
        replace(PERSON, commitment=OTHER_PERSON.commitment),
    ],
    "another one commits anew for a holder": [*EVENTS[:6], OTHER_PERSON],
    "a bot's seat becomes a person's": [*EVENTS[:6], replace(BOT_AGAIN, kind=SeatKind.HUMAN)],
    "a seat that does not exist is taken": [OPENED, replace(OTHER_PERSON, seat=2)],
    "a seat is taken after the lock": [*EVENTS[:4], OTHER_PERSON],
    "a free seat is released": [OPENED, LEFT],
    "a seat that does not exist is released": [OPENED, PERSON, replace(LEFT, seat=3)],
    "a secret is shown before the lock": [OPENED, PERSON, replace(LEFT, secret=RELEASED.secret)],
    "a wrong secret is shown before the lock": [OPENED, PERSON, replace(LEFT, secret=SECRET)],
    "a new commitment before the lock": [
        OPENED,
        PERSON,
        replace(LEFT, commitment=RELEASED.commitment),
    ],
    "a release after the lock keeps the secret": [*EVENTS[:5], replace(RELEASED, secret=None)],
    "a release after the lock shows another secret": [
        *EVENTS[:5],
        replace(RELEASED, secret=SECRET),
    ],
    "a release after the lock names no next commitment": [
        *EVENTS[:5],
        replace(RELEASED, commitment=None),
    ],
    "the next attempt has the same commitment": [
        *EVENTS[:5],
        replace(RELEASED, commitment=OPENED.commitment),
    ],
    "seats are locked while one is free": [OPENED, PERSON, LOCKED],
    "seats are locked before all commit anew": [*EVENTS[:7], LOCKED],
    "seats are locked twice": [*EVENTS[:4], LOCKED],
    "more seats are locked than there are": [*EVENTS[:3], SeatsLocked(players=3)],
    "a seat reveals before the lock": [*EVENTS[:3], BOT_REVEALED],
    "a seat reveals twice": [*EVENTS[:5], BOT_REVEALED],
    "a free seat reveals": [OPENED, BOT_REVEALED],
    "a seat that does not exist reveals": [*EVENTS[:4], replace(BOT_REVEALED, seat=2)],
    "a seat reveals something else": [*EVENTS[:4], replace(BOT_REVEALED, entropy=NO_ENTROPY)],
    "a seat reveals what it brought to an earlier attempt": [
        *EVENTS[:9],
        EntropyRevealed(seat=0, entropy=b64url(bytes_of("P0", 1))),
    ],
    "a seat reveals a bot's entropy": [
        *EVENTS[:9],
        EntropyRevealed(seat=0, entropy=b64url(bot_entropy(GAME, 0))),
    ],
    "cards are dealt before all reveal": [*EVENTS[:10], DEALT],
    "cards are dealt before the lock": [*EVENTS[:8], DEALT],
    "cards are dealt from a seat that does not exist": [*EVENTS[:11], replace(DEALT, first_seat=2)],
    "cards are dealt twice": [*EVENTS[:12], DEALT],
    "a seat is taken after the deal": [*EVENTS[:12], PERSON],
    "a seat is released after the deal": [*EVENTS[:12], LEFT],
    "a game is opened twice": [OPENED, OPENED],
    "a game is opened again after the deal": [*EVENTS[:12], OPENED],
    "a game begins without its opening": [PERSON],
    "auto-play starts before the deal": [OPENED, AutoplayStarted()],
    "a card is turned before the deal": [OPENED, PERSON, BOT, EVENTS[12]],
    "a game ends by its cards before the deal": [
        *never_dealt().events[:-1],
        replace(OVER, reason=EndReason.ALL_CARDS),
    ],
    "a game that was not dealt had rounds": [*never_dealt().events[:-1], replace(OVER, rounds=1)],
    "a game that was not dealt had wars": [*never_dealt().events[:-1], replace(OVER, wars=1)],
    "a game that was not dealt was won": [
        *never_dealt().events[:-1],
        GameEnded(
            reason=EndReason.ABANDONED,
            winner=0,
            places=(1, 2),
            rounds=0,
            wars=0,
            secret=OVER.secret,
        ),
    ],
    "something follows the end": [*never_dealt().events, OVER],
    "the rules are not those of the digest": [replace(OPENED, rules=THREE)],
    "the digest is not that of the rules": [
        replace(OPENED, rules_digest=rules_digest(THREE)),
    ],
}


def test_every_cheat_before_the_deal_is_named_at_its_line(verifier):
    exports = [chained(events) for events in CHEATS.values()]
    reports = verifier.verify([b"".join(lines) for lines in exports])
    named = {
        name: report["findings"][0]["line"] if report["findings"] else None
        for name, report in zip(CHEATS, reports, strict=True)
    }
    judged = {
        name: audit(lines).findings[0].line for name, lines in zip(CHEATS, exports, strict=True)
    }
    assert named == judged == {name: len(events) for name, events in CHEATS.items()}


def test_what_stands_before_each_cheat_is_right(verifier):
    exports = [b"".join(chained(events[:-1])) for events in CHEATS.values() if len(events) > 1]
    assert {report["verdict"] for report in verifier.verify(exports)} == {
        "verified so far",
        "verified",
    }


def test_a_bot_alone_may_commit_to_the_same_again_and_a_free_seat_may_be_taken_anew(verifier):
    events = [OPENED, PERSON, LEFT, replace(PERSON, player="p9"), OTHER_PERSON]
    reports = verifier.verify([b"".join(chained(events)), b"".join(chained(EVENTS[:7]))])
    assert [report["findings"] for report in reports] == [[], []]


VALUES = {
    "preset": [*PRESETS, "poker"],
    "players": [0, 1, 2, 3, 4, 5],
    "deck": [32, 36, 52, 51],
    "best": list(Best),
    "six_beats_ace": [False, True],
    "hidden_cards": [0, 1, 4, 5, 6],
    "cap": [None, 0, 1, 100_000, 100_001],
    "at_cap": list(AtCap),
}
JUDGE = """async ([rules, values]) => {
  const { wrongRule } = await import("/verify/ruleset.js");
  const names = Object.keys(values);
  const products = (index) => index === names.length ? [{}] : values[names[index]].flatMap(
    (value) => products(index + 1).map((others) => ({ [names[index]]: value, ...others })));
  const isRight = (chosen) => wrongRule({ ...rules, ...chosen }) === null;
  return products(0).map((chosen) => isRight(chosen) ? "1" : "0").join("");
}"""


def is_right(rules):
    try:
        check_rules(rules)
    except RuleViolation:
        return False
    return True


def test_every_combination_of_rules_is_allowed_or_refused_by_both(verifier):
    war = rule_set("war")
    judged = "".join(
        "01"[is_right(replace(war, **dict(zip(VALUES, chosen, strict=True))))]
        for chosen in product(*VALUES.values())
    )
    assert 0 < judged.count("1") < len(judged)
    assert verifier.call(JUDGE, [asdict(war), VALUES]) == judged
