"""Whatever is changed in an export, page and audit name the same first wrong line."""

import os
import random
from dataclasses import fields, replace

import pytest

from kit.corpus import EDGES, recorded
from kit.exports import GAME, abandoned, chained, controlled, dealt, people, seeded
from polemos.audit.audit import audit
from polemos.audit.findings import Code
from polemos.audit.report import Verdict
from polemos.fairness.commitments import bot_entropy, commit_seat
from polemos.log.canonical import encode
from polemos.rules.cards import RANKS, deck
from polemos.rules.encoding import b64url, digest, rules_digest
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    DealScheme,
    EndReason,
    GameOpened,
    ReleaseReason,
    SeatKind,
    Tempo,
    TempoChanged,
)
from polemos.rules.presets import PRESETS

pytestmark = pytest.mark.browser

FORGERIES = int(os.environ.get("TEST_VERIFY_FORGERIES", "250"))
FORGERIES_A_BATCH = 500
EVENTS_MAX = 220
FORM = frozenset(list(Code)[: list(Code).index(Code.GAME_DIFFERS)])
CHAIN = frozenset(list(Code)[list(Code).index(Code.GAME_DIFFERS) : list(Code).index(Code.REFUSED)])

GAMES = [
    *((GAME, recorder.events) for recorder in (controlled(), people(), abandoned())),
    (GAME, dealt("war", 4, number=3, cap=15, deck=32).play().events),
    (GAME, dealt("pyanitsa", 3, number=4, cap=8, return_order="winner_first").play().events),
    (GAME, dealt("war", 3, number=9, deck=36).play(40).events),
    (GAME, seeded('"é\\\n🂡', cap=3).play().events),
    *(
        (game.name, game.events)
        for game in map(recorded, [*EDGES, *range(60)])
        if len(game.events) <= EVENTS_MAX
    ),
]


SPELLED = {"commitment", "secret", "entropy", "player", "reason"}


def kind(code):
    """Tell codes apart as far as two implementations must: by who of them finds the line wrong."""
    return "form" if code in FORM else code if code in CHAIN else "rules"


def assert_named_alike(verifier, exports, heads=None):
    """Compare the verdicts and the first findings; gives the audit's reports."""
    heads = heads or [None] * len(exports)
    reports = verifier.verify([b"".join(lines) for lines in exports], heads)
    judged = [audit(lines, head) for lines, head in zip(exports, heads, strict=True)]
    for lines, ours, report in zip(exports, judged, reports, strict=True):
        first = [(finding.line, kind(finding.code)) for finding in ours.findings[:1]]
        named = [(finding["line"], kind(finding["code"])) for finding in report["findings"][:1]]
        assert named == first, (ours.findings[:2], report["findings"][:2], lines)
        assert (report["verdict"], report["head"]) == (ours.verdict, ours.head)
    return judged


def batches(make):
    """Make forgeries in batches, each from a chance of its own number."""
    for start in range(0, FORGERIES, FORGERIES_A_BATCH):
        numbers = range(start, min(start + FORGERIES_A_BATCH, FORGERIES))
        yield [make(random.Random(f"{make.__name__} {number}")) for number in numbers]


def chosen_export(chance):
    name, events = chance.choice(GAMES)
    return chained(events, name)


def split(blob):
    return [line + b"\n" for line in blob.split(b"\n")[:-1]] + (
        [] if blob.endswith(b"\n") else [blob.rpartition(b"\n")[2]]
    )


def with_other_bytes(chance):
    lines = chosen_export(chance)
    head = digest(lines[-1][:-1])
    blob = bytearray(b"".join(lines))
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        place = chance.randrange(len(blob))
        noise = chance.choice((bytes([chance.randrange(256)]), b" ", b"\n", b"", b"\xc3\xa9", b"0"))
        blob[place : place + chance.choice((0, 1, 1, 1, 2))] = noise
    return split(bytes(blob)), chance.choice((head, None))


def with_other_lines(chance):
    lines = chosen_export(chance)
    head = digest(lines[-1][:-1])
    for _ in range(chance.choice((1, 1, 2))):
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        change = chance.randrange(5)
        if change == 0 and len(lines) > 1:
            del lines[one]
        elif change == 1:
            lines.insert(one, lines[one])
        elif change == 2:
            lines[one], lines[other] = lines[other], lines[one]
        elif change == 3:
            lines = lines[: one + 1]
        else:
            lines[one] = chance.choice(chosen_export(chance))
    return lines, chance.choice((head, None))


def other_value(chance, name, event, events):
    """Draw a value that a field may have, perhaps one that it has elsewhere in the game."""
    elsewhere = [getattr(other, name) for other in events if hasattr(other, name)]
    if name in SPELLED and chance.random() < 0.6:
        return chance.choice(elsewhere)
    if isinstance(event, GameOpened) and name == "rules":
        key = chance.choice([field.name for field in fields(event.rules)])
        return replace(event.rules, **{key: other_rule(chance, key)})
    thirty_two = [b64url(chance.randbytes(32)), b64url(bot_entropy(GAME, 0)), "A" * 43]
    commitments = [commit_seat(GAME, seat, bot_entropy(GAME, seat)) for seat in range(3)]
    lists = tuple(chance.choices(range(4), k=chance.randrange(5)))
    return {
        "rules_digest": lambda: chance.choice(thirty_two),
        "deal": lambda: chance.choice(list(DealScheme)),
        "commitment": lambda: chance.choice([*thirty_two, *commitments]),
        "tempo": lambda: chance.choice(list(Tempo)),
        "opened_by": lambda: chance.choice(["", "p9", "é"]),
        "player": lambda: chance.choice(["", "p9", "bot1", '"']),
        "kind": lambda: chance.choice(list(SeatKind)),
        "reason": lambda: chance.choice([*EndReason, *ReleaseReason]),
        "secret": lambda: chance.choice([*thirty_two, "", "x"]),
        "entropy": lambda: chance.choice(thirty_two),
        "players": lambda: chance.randrange(6),
        "counts": lambda: tuple(chance.choices((8, 9, 12, 13, 16, 26, 0), k=chance.randrange(5))),
        "card": lambda: chance.choice(deck(52)),
        "rank": lambda: chance.choice(RANKS),
        "seats": lambda: tuple(sorted(set(lists))),
        "participants": lambda: tuple(sorted(set(lists))),
        "places": lambda: tuple(place + 1 for place in lists),
        "winner": lambda: chance.choice([None, 0, 1, 2, 3]),
        "round": lambda: chance.randrange(1, 40),
        "place": lambda: chance.randrange(1, 5),
    }.get(name, lambda: chance.randrange(4))()


def other_rule(chance, key):
    values = {
        "preset": [*PRESETS, "", "poker"],
        "players": [0, 1, 2, 3, 4, 5],
        "deck": [32, 36, 52, 13, 51],
        "hidden_cards": [0, 1, 2, 3, 4, 5, 6],
        "cap": [None, 0, 1, 7, 100_000, 100_001],
        "six_beats_ace": [False, True],
        "best": ["highest", "lowest"],
        "war_joined_by": ["everybody", "tied"],
        "short_in_war": ["last_card_up", "out"],
        "return_order": ["shuffled", "winner_first", "loser_first", "table"],
        "deal": ["all", "equal"],
        "at_cap": ["draw", "most_cards"],
    }
    return chance.choice(values[key])


def chosen_place(chance, events):
    """Choose an event, those before the first card as often as all the others."""
    is_card = [isinstance(event, CardFlipped) for event in events]
    first_card = is_card.index(True) if True in is_card else len(events)
    ends = (1, first_card, first_card, first_card, len(events), len(events), len(events))
    return chance.randrange(chance.choice(ends))


def re_chained(chance):
    """Change, drop, double, insert or move events, and make the whole chain anew."""
    name, events = chance.choice(GAMES)
    events = list(events)
    place = chosen_place(chance, events)
    event = events[place]
    names = [field.name for field in fields(event)]
    change = chance.random()
    if change < 0.6 and names:
        field = chance.choice(names)
        events[place] = replace(event, **{field: other_value(chance, field, event, events)})
        if isinstance(event, GameOpened) and chance.random() < 0.7:
            events[place] = replace(events[place], rules_digest=rules_digest(events[place].rules))
    elif change < 0.7:
        del events[place]
    elif change < 0.8:
        events.insert(chance.randrange(len(events)), event)
    elif change < 0.9:
        control = [AutoplayStarted(), AutoplayPaused(), TempoChanged(tempo=Tempo.FOUR)]
        events.insert(place, chance.choice(control))
    else:
        events.insert(place, chance.choice(chance.choice(GAMES)[1]))
    return (chained(events, name) if events else [b"\n"]), None


@pytest.mark.parametrize("make", [with_other_bytes, with_other_lines, re_chained])
def test_both_name_the_same_first_wrong_line(verifier, make):
    wrong = 0
    for batch in batches(make):
        exports, heads = zip(*batch, strict=True)
        judged = assert_named_alike(verifier, exports, heads)
        wrong += sum(report.verdict is Verdict.WRONG for report in judged)
    assert wrong > FORGERIES / 2


@pytest.mark.parametrize("number", range(len(GAMES[:7])))
def test_the_true_head_is_taken_and_any_other_refused(verifier, number):
    name, events = GAMES[number]
    lines = chained(events, name)
    head = digest(lines[-1][:-1])
    assert_named_alike(verifier, [lines, lines, lines[:-1]], [head, "A" * 43, head])


@pytest.mark.parametrize("is_head_known", [True, False])
def test_whose_time_was_changed_is_told_from_who_follows(verifier, is_head_known):
    name, events = GAMES[0]
    lines = chained(events, name)
    head = digest(lines[-1][:-1]) if is_head_known else None
    exports = [
        [*lines[:place], line.replace(b'"at":17', b'"at":18', 1), *lines[place + 1 :]]
        for place, line in enumerate(lines[:-2])
    ]
    earlier = [line.replace(b'"at":17', b'"at":16', 1) for line in lines]
    exports += [[earlier[0], *lines[1:]], [*lines[:-1], earlier[-1]]]
    judged = assert_named_alike(verifier, exports, [head] * len(exports))
    named = [report.findings[0].line for report in judged]
    assert named == [*range(1, len(lines) - 1), 1, len(lines)]


def test_time_may_stand_still_and_not_fall(verifier):
    exports = []
    for times in ([5, 5, 5], [5, 6, 5], [2**53 - 1] * 3, [2**53] * 3, [0, 0, 0], [-1, 0, 0]):
        lines, prev = [], ""
        for seq, (event, at) in enumerate(zip(people().events, times, strict=False), 1):
            raw = encode(event, game=GAME, seq=seq, at=0, prev=prev).replace(
                b'"at":0', b'"at":%d' % at
            )
            prev = digest(raw)
            lines.append(raw + b"\n")
        exports.append(lines)
    judged = assert_named_alike(verifier, exports)
    assert [report.findings[0].line if report.findings else 0 for report in judged] == [
        0,
        3,
        0,
        1,
        0,
        1,
    ]
