"""Why an event is not the one that was due, with the values."""

from dataclasses import replace

import pytest

from polemos.audit.explaining import contradiction
from polemos.audit.findings import Code
from polemos.rules.cards import UNKNOWN, Card
from polemos.rules.events import (
    AutoplayPaused,
    CardFlipped,
    CardsDealt,
    EndReason,
    GameEnded,
    PileReturned,
)


def flip(card, seat=0):
    return CardFlipped(round=3, step=0, seat=seat, card=Card(card))


def take(seat, count=2):
    return PileReturned(round=3, seat=seat, count=count)


def deal(first_seat):
    return CardsDealt(counts=(26, 26), first_seat=first_seat, set_aside=0)


def end(winner):
    return GameEnded(
        reason=EndReason.CAP, winner=winner, places=(1, 2), rounds=9, wars=0, secret="s"
    )


def test_a_text_of_any_length_and_kind_is_shown_shortly_on_one_line():
    shown = replace(end(0), secret="\x1b[2J\n" * 9_000)
    for due in (end(0), take(1)):
        fault = contradiction(due, shown)
        assert fault.sentence.isprintable()
        assert len(fault.sentence) < 400


@pytest.mark.parametrize(
    ("due", "event", "code", "told"),
    [
        (flip("9h"), flip("8d"), Code.CARD_DIFFERS, ("Seat 0 turned 8d", "9h lay on top")),
        (deal(0), deal(1), Code.DEAL_DIFFERS, ("first_seat is 1 instead of 0",)),
        (take(0), take(1, 3), Code.OTHER_DUE, ("seat is 1 instead of 0", "count is 3 instead")),
        (end(None), end(0), Code.OTHER_DUE, ("winner is 0 instead of none",)),
        (flip("9h"), flip("9h", seat=1), Code.OTHER_DUE, ("seat is 1 instead of 0",)),
        (flip(UNKNOWN), take(1), Code.OTHER_DUE, ("a PileReturned (round 3", "card of any face")),
        (take(1), AutoplayPaused(), Code.OTHER_DUE, ("is an AutoplayPaused, but",)),
    ],
)
def test_a_contradiction_names_both_sides(due, event, code, told):
    fault = contradiction(due, event)
    assert fault.code is code
    for words in told:
        assert words in fault.sentence
