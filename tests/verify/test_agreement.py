"""The page's verifier and the audit share no line of code, and agree about every game."""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from kit.corpus import EDGES, edges_of, every_preset, recorded
from kit.exports import chained, dealt, never_dealt
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.rules.events import (
    DealScheme,
    EndReason,
    GameEnded,
    GameOpened,
    SeatReleased,
)

pytestmark = pytest.mark.browser

GAMES = int(os.environ.get("TEST_VERIFY_GAMES", "90"))
GAMES_A_BATCH = 100
STOPPED_GAMES = int(os.environ.get("TEST_VERIFY_STOPPED", "0"))
"""Games of 300,000 events each, so only the long form has any."""


AN_ABORTED_DEAL = "an aborted deal"
NOTES = {"goes_on", "seed_chosen", "entropy_all_public", "attempts_aborted"}
RARE = {
    "nobody goes on: last_card_up",
    "nobody goes on: out",
    "one goes on: last_card_up",
    "one goes on: out",
    "one goes on: out, short",
    "a dead pot stays",
    "a dead pot for the sole survivor",
    "exhausted by all",
}


def batches(numbers: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(numbers), GAMES_A_BATCH):
        yield numbers[start : start + GAMES_A_BATCH]


def assert_agreed(verifier, exports):
    reports = verifier.verify([b"".join(lines) for lines in exports])
    for lines, report in zip(exports, reports, strict=True):
        judged = audit(lines)
        assert judged.verdict is not Verdict.WRONG
        assert (report["findings"], report["followed"]) == ([], len(lines))
        assert (report["verdict"], report["game"]) == (judged.verdict, judged.game)
        assert (report["events"], report["head"]) == (judged.events, judged.head)
        assert len(report["verdicts"]) == 3
        due = {"right"} if judged.verdict is Verdict.VERIFIED else {"right", "so_far"}
        assert {verdict["status"] for verdict in report["verdicts"].values()} == due
    return reports


def test_every_preset_with_every_number_of_players_is_verified(verifier):
    games = [
        recorded(1_000_000 + number, rules, beats_max=100_000)
        for number, rules in enumerate(every_preset())
    ]
    assert len(games) == 16
    assert_agreed(verifier, [game.lines() for game in games])


def test_games_of_every_kind_are_verified(verifier):
    seen = Counter()
    for numbers in batches([*EDGES, *range(GAMES)]):
        games = [recorded(number) for number in numbers]
        reports = assert_agreed(verifier, [game.lines() for game in games])
        for game in games:
            seen.update(edges_of(game))
            seen.update(kinds_of(game.events))
        seen.update(note["code"] for report in reports for note in report["unproved"])
    for export in islice(stopped_exports(), STOPPED_GAMES):
        assert_agreed(verifier, [export])
    # A corpus that never met something could not be wrong about it.
    assert set(seen) >= {*EndReason, *RARE, *NOTES, *DealScheme, AN_ABORTED_DEAL}


def stopped_exports():
    for number in range(99):
        events = dealt("pyanitsa", number=number, return_order="table").play().events
        if events[-1].reason is EndReason.STOPPED:
            yield chained(events)


def kinds_of(events):
    for event in events:
        match event:
            case GameOpened(deal=deal):
                yield deal
            case GameEnded(reason=reason):
                yield reason
            case SeatReleased(secret=str()):
                yield AN_ABORTED_DEAL
            case _:
                pass


def test_a_game_that_was_never_dealt_is_verified(verifier):
    [report] = assert_agreed(verifier, [chained(never_dealt().events)])
    assert report["verdicts"]["dealt"]["reasons"][0]["code"] == "never_dealt"
