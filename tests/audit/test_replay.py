"""The rules asked again: with the secret about every face, without it about everything else."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.exports import GAME, abandoned, bytes_of, chained, controlled, dealt, never_dealt, people
from kit.exports import seeded as seeded_game
from polemos.audit.audit import audit
from polemos.audit.findings import Code
from polemos.audit.report import Verdict
from polemos.fairness.commitments import bot_entropy, commit_seat, commit_seed
from polemos.rules.cards import deck
from polemos.rules.encoding import b64url
from polemos.rules.events import (
    AutoplayStarted,
    CardFlipped,
    CardsDealt,
    EntropyRevealed,
    GameEnded,
    PileReturned,
    SeatEliminated,
    SeatReleased,
    SeatTaken,
)

RUNNING = dealt("war", 3, number=9, deck=36).play(40).events
PEOPLE = people().events


def place_of(events, kind, number=0):
    return [place for place, event in enumerate(events) if isinstance(event, kind)][number]


def changed(events, place, **values):
    return chained([*events[:place], replace(events[place], **values), *events[place + 1 :]])


def first(lines):
    report = audit(lines)
    assert report.verdict is Verdict.WRONG
    return report.findings[0].line, report.findings[0].code


@pytest.mark.parametrize("preset", ["war", "pyanitsa", "peace", "tod-und-leben", "one-hidden"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_every_kind_are_verified_whole_and_at_the_end_of_every_beat(preset, players):
    recorder = dealt(preset, players, number=players, cap=40)
    while True:
        ended = isinstance(recorder.events[-1], GameEnded)
        if ended or len(recorder.events) % 7 == 0:
            verdict = audit(chained(recorder.events)).verdict
            assert verdict is (Verdict.VERIFIED if ended else Verdict.VERIFIED_SO_FAR)
        if ended:
            return
        recorder.play(1)


@pytest.mark.parametrize(
    "rules",
    [
        {"return_order": "table"},
        {"return_order": "loser_first", "short_in_war": "out"},
        {"war_joined_by": "tied", "hidden_cards": "5"},
        {"deal": "equal", "six_beats_ace": "on"},
    ],
)
@pytest.mark.parametrize("number", range(5))
def test_games_with_other_rules_are_verified(rules, number):
    events = dealt("pyanitsa", 4, number, **rules, cap=3_000).play().events
    assert audit(chained(events)).verdict is Verdict.VERIFIED


@pytest.mark.parametrize("recorder", [abandoned(), never_dealt(), seeded_game("x", cap=9).play()])
def test_games_that_end_otherwise_are_verified(recorder):
    assert audit(chained(recorder.events)).verdict is Verdict.VERIFIED


@settings(max_examples=150)
@given(st.permutations(PEOPLE + controlled().events + RUNNING), st.integers(1, 60))
def test_right_lines_in_any_order_give_a_report(events, length):
    opened = [PEOPLE[0], *events[:length]]
    assert audit(chained(opened)).events == length + 1


def test_without_the_secret_any_card_that_may_lie_there_passes():
    place = place_of(RUNNING, CardFlipped)
    card = RUNNING[place].card
    other = next(
        other
        for other in deck(36)
        if other[0] == card[0] and other not in [event.card for event in RUNNING[place:][:3]]
    )
    assert audit(changed(RUNNING, place, card=other)).verdict is Verdict.VERIFIED_SO_FAR


def test_without_the_secret_a_card_that_lies_on_the_table_is_found():
    place = place_of(RUNNING, CardFlipped, 1)
    forged = changed(RUNNING, place, card=RUNNING[place - 1].card)
    assert first(forged) == (place + 1, Code.CARD_REPEATED)


def test_without_the_secret_a_card_of_another_deck_is_found():
    place = place_of(RUNNING, CardFlipped)
    assert first(changed(RUNNING, place, card="2c")) == (place + 1, Code.NOT_CONSERVED)


def test_without_the_secret_a_wrong_winner_is_found():
    place = place_of(RUNNING, PileReturned)
    other = (RUNNING[place].seat + 1) % 3
    assert first(changed(RUNNING, place, seat=other)) == (place + 1, Code.OTHER_DUE)


def test_with_the_secret_a_wrong_card_is_told_from_the_right_one():
    events = controlled().events
    place = place_of(events, CardFlipped, 2)
    # The right card of another suit, so that nothing but the derivation can tell.
    card = next(card for card in deck(52) if card[0] == events[place].card[0])
    card = card if card != events[place].card else card[0] + "s"
    report = audit(changed(events, place, card=card))
    assert report.findings[0].code is Code.CARD_DIFFERS
    assert card in report.findings[0].sentence
    assert events[place].card in report.findings[0].sentence


def test_a_deal_to_another_first_seat_is_found():
    events = dealt("war", 3, cap=5).play().events
    place = place_of(events, CardsDealt)
    seat = (events[place].first_seat + 1) % 3
    assert first(changed(events, place, first_seat=seat)) == (place + 1, Code.DEAL_DIFFERS)


def test_without_the_secret_counts_that_no_first_seat_gives_are_found():
    events = dealt("war", 3).play(3).events
    place = place_of(events, CardsDealt)
    counts = tuple(sorted(events[place].counts))
    counts = counts if counts != events[place].counts else counts[::-1]
    assert first(changed(events, place, counts=counts)) == (place + 1, Code.REFUSED)


def test_a_bot_with_entropy_of_its_own_is_found():
    place = place_of(PEOPLE, SeatTaken, 1)
    commitment = commit_seat(GAME, 1, bytes_of("a bot's own"))
    assert first(changed(PEOPLE, place, commitment=commitment)) == (place + 1, Code.BOT_NOT_PUBLIC)


def test_entropy_that_does_not_open_its_commitment_is_found():
    place = place_of(PEOPLE, EntropyRevealed, 2)
    entropy = b64url(bot_entropy(GAME, 0))
    assert first(changed(PEOPLE, place, entropy=entropy)) == (place + 1, Code.ENTROPY_UNOPENED)


@pytest.mark.parametrize("secret", ["", "x", b64url(bytes(32)), b64url(bytes(31)), "?" * 43])
def test_a_secret_that_does_not_open_the_commitment_is_found(secret):
    place = len(PEOPLE) - 1
    assert first(changed(PEOPLE, place, secret=secret)) == (place + 1, Code.SECRET_UNOPENED)


def test_the_secret_of_an_aborted_attempt_must_open_its_commitment_too():
    place = place_of(PEOPLE, SeatReleased)
    forged = changed(PEOPLE, place, secret=PEOPLE[-1].secret)
    assert first(forged) == (place + 1, Code.SECRET_UNOPENED)


def test_another_seed_is_found():
    events = seeded_game("x", cap=5).play().events
    place = len(events) - 1
    assert first(changed(events, place, secret="y")) == (place + 1, Code.SECRET_UNOPENED)
    # With a commitment that the other seed opens, the cards are the wrong ones.
    opened = [replace(events[0], commitment=commit_seed(GAME, "y")), *events[1:-1]]
    forged = chained([*opened, replace(events[-1], secret="y")])
    assert first(forged)[1] in (Code.DEAL_DIFFERS, Code.CARD_DIFFERS)


def test_rules_that_do_not_have_their_digest_are_refused():
    assert first(changed(PEOPLE, 0, rules_digest="A" * 43)) == (1, Code.REFUSED)


def test_rules_that_contradict_themselves_are_refused():
    rules = replace(PEOPLE[0].rules, deck=13)
    assert first(changed(PEOPLE, 0, rules=rules)) == (1, Code.REFUSED)


def test_a_game_begins_with_its_opening():
    assert first(chained(PEOPLE[1:])) == (1, Code.REFUSED)
    assert first(chained([AutoplayStarted()])) == (1, Code.REFUSED)


def test_two_openings_are_refused():
    assert first(chained([PEOPLE[0], *PEOPLE])) == (2, Code.REFUSED)


def test_an_elimination_that_no_round_led_to_is_found():
    place = place_of(RUNNING, PileReturned)
    out = SeatEliminated(round=1, seat=0, place=3)
    forged = chained([*RUNNING[: place + 1], out, *RUNNING[place + 1 :]])
    assert first(forged) == (place + 2, Code.OTHER_DUE)
