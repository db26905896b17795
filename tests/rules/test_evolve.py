"""Folding: what cannot follow is refused, and whoever lacks the secret folds the same counts."""

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from kit.table import GAME, UNKNOWN, cards, given, piles
from polemos.cli.simulation import deal_game
from polemos.fairness.dealers import Sealed
from polemos.rules.beats import next_beat
from polemos.rules.commands import PlayBeat
from polemos.rules.decide import decide
from polemos.rules.errors import ImpossibleEvent
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    EndReason,
    PileReturned,
    SeatEliminated,
    SeatKind,
    SeatsLocked,
    SeatTaken,
    TieDeclared,
)
from polemos.rules.evolve import evolve
from polemos.rules.play import play_out
from polemos.rules.presets import rule_set
from polemos.rules.quick import make_card_flipped
from polemos.rules.state import Ended, Playing, initial_state

WAR = given("9s 2c Ks 5c | 9d 2d Qd 5d | 4s 4c 4h 4d", "one-hidden")

IMPOSSIBLE = [
    (0, CardFlipped(round=1, step=0, seat=1, card="9d"), "not this seat's turn"),
    (0, CardFlipped(round=2, step=0, seat=0, card="9s"), "another round"),
    (0, CardFlipped(round=1, step=1, seat=0, card="9s"), "another step"),
    (0, CardFlipped(round=1, step=0, seat=0, card="2c"), "not the top card"),
    (0, CardFlipped(round=1, step=0, seat=0, card="1x"), "no card"),
    (0, PileReturned(round=1, seat=0, count=0), "nothing on the table"),
    (0, TieDeclared(round=1, step=0, rank="9", seats=(0, 1), participants=(0, 1)), "no faces"),
    (0, CardHidden(round=1, step=1, seat=0), "no war"),
    (0, SeatEliminated(round=1, seat=0, place=2), "nobody leaves"),
    (1, PileReturned(round=1, seat=0, count=2), "not the whole pot"),
    (1, PileReturned(round=1, seat=3, count=3), "no such seat"),
    (1, PileReturned(round=2, seat=0, count=3), "another round"),
    (1, TieDeclared(round=1, step=0, rank="9", seats=(0, 1), participants=(0, 1)), "not all"),
    (2, CardHidden(round=1, step=1, seat=0), "all are hidden"),
    (2, CardFlipped(round=1, step=1, seat=0, card="2c"), "the hidden card"),
    (0, SeatsLocked(players=3), "a lobby event"),
]


@pytest.mark.parametrize(("beats", "event", "why"), IMPOSSIBLE)
def test_an_event_that_cannot_follow_is_refused(beats, event, why):
    state = WAR.when(beats).state
    with pytest.raises(ImpossibleEvent):
        evolve(state, event)


def test_hidden_cards_are_laid_in_their_order_and_only_as_many():
    state = WAR.when(1).state
    declared, *hidden = decide(state, PlayBeat())
    state = evolve(state, declared)
    with pytest.raises(ImpossibleEvent):
        evolve(state, hidden[1])
    with pytest.raises(ImpossibleEvent):
        evolve(state, CardFlipped(round=1, step=1, seat=0, card="2c"))
    for event in hidden:
        state = evolve(state, event)
    with pytest.raises(ImpossibleEvent):
        evolve(state, hidden[-1])


def test_seats_leave_in_their_order_and_at_their_place():
    state = given("9s 2s | 5d | 4c").when(1).state
    returned, first, second = decide(state, PlayBeat())
    state = evolve(state, returned)
    for wrong in (second, replace(first, place=3), replace(first, round=2)):
        with pytest.raises(ImpossibleEvent):
            evolve(state, wrong)
    assert evolve(evolve(state, first), second).standing.places == (None, 2, 2)


def test_nothing_follows_an_end_and_only_an_opening_begins():
    ended = given("9s | 5d").when(3).state
    with pytest.raises(ImpossibleEvent, match="after the end"):
        evolve(ended, PileReturned(round=1, seat=0, count=2))
    with pytest.raises(ImpossibleEvent, match="first event"):
        evolve(initial_state(GAME, Sealed()), SeatsLocked(players=2))


def test_an_opening_with_rules_that_cannot_be_played_is_refused():
    opening = deal_game(rule_set("war"), "opening").setup.opening
    crowd = replace(opening, rules=replace(opening.rules, players=10**9))
    with pytest.raises(ImpossibleEvent, match="choose 2 to 4"):
        evolve(initial_state(GAME, Sealed()), crowd)


def test_a_message_shows_only_the_beginning_of_a_long_event():
    opening = deal_game(rule_set("war"), "opening").setup.opening
    lobby = evolve(initial_state(GAME, Sealed()), opening)
    long = SeatTaken(seat=7, kind=SeatKind.HUMAN, player="x" * 60_000, commitment="c")
    with pytest.raises(ImpossibleEvent, match=r"SeatTaken\(seat=7") as refusal:
        evolve(lobby, long)
    assert len(str(refusal.value)) < 400


def test_a_card_cannot_lie_on_the_table_twice_even_where_no_face_is_known():
    sealed = sealed_from(given("9s 2c | 9d 2d").state)
    state = evolve(sealed, CardFlipped(round=1, step=0, seat=0, card="9s"))
    with pytest.raises(ImpossibleEvent, match="on the table already"):
        evolve(state, CardFlipped(round=1, step=0, seat=1, card="9s"))


def test_a_card_of_another_deck_cannot_be_turned():
    sealed = sealed_from(given("9s 6c | 9d 6d", "pyanitsa").state)
    with pytest.raises(ImpossibleEvent, match="no card of a deck of 36"):
        evolve(sealed, CardFlipped(round=1, step=0, seat=0, card="2s"))


@pytest.mark.parametrize("is_sealed", [True, False])
def test_a_face_that_nobody_knows_was_never_turned(is_sealed):
    state = given("9s 2c | 9d 2d").state
    (foreseen, _) = decide(sealed_from(state), PlayBeat())
    assert foreseen.card == UNKNOWN
    with pytest.raises(ImpossibleEvent, match="'\\?\\?' is no card"):
        evolve(sealed_from(state) if is_sealed else state, foreseen)


def test_without_the_secret_a_turned_card_lies_face_up_and_goes_back_unknown():
    played = given("9s 2c | 5d 2d")
    state = sealed_from(played.state)
    for event in played.when(1).events:
        state = evolve(state, event)
    assert [card for _, card in state.table] == list(cards("9s 5d"))
    state = evolve(state, PileReturned(round=1, seat=0, count=2))
    assert state.piles == piles("?? ?? ?? | ??")


@pytest.mark.parametrize("preset", ["bataille", "peace", "pyanitsa", "one-hidden"])
@pytest.mark.parametrize("players", [2, 4])
def test_without_the_secret_the_fold_agrees_in_every_count_and_foresees_every_kind(preset, players):
    players = 2 if preset == "bataille" else players
    rules = rule_set(preset, players, {"cap": 150})
    known = deal_game(rules, "sealed")
    sealed = sealed_from(known)
    while isinstance(known, Playing):
        beat = decide(known, PlayBeat())
        foreseen = decide(sealed, PlayBeat())
        assert [unseen(event) for event in foreseen] == [unseen(event) for event in beat]
        for event in beat:
            known, sealed = evolve(known, event), evolve(sealed, event)
        assert list(map(len, known.piles)) == list(map(len, sealed.piles))
        assert [seat for seat, _ in known.table] == [seat for seat, _ in sealed.table]
    assert isinstance(sealed, Ended)


def test_a_fixed_order_of_returns_is_not_called_endless_where_no_face_is_known():
    state = sealed_from(given("9s 3s | 2d 8d", return_order="table").state)
    assert state.standing.anchors == ()
    for beat, _ in play_out(given("9s 3s | 2d 8d", return_order="table").state):
        foreseen = next_beat(state)
        if beat[0].__class__.__name__ == "GameEnded":
            assert beat[0].reason is EndReason.ENDLESS
            assert isinstance(foreseen[0], CardFlipped)
        for event in beat:
            state = evolve(state, event)


def test_replaying_the_events_gives_the_same_state_as_playing_them():
    live = deal_game(rule_set("war", 3), "replay")
    replayed = live
    events = []
    for beat, after in play_out(live):
        events += beat
        live = after
    for event in events:
        replayed = evolve(replayed, event)
    assert replayed == live


def test_a_refused_event_leaves_the_state_as_it_was():
    state = WAR.when(1).state
    before = pickle.dumps(state)
    with pytest.raises(ImpossibleEvent):
        evolve(state, PileReturned(round=1, seat=0, count=99))
    assert pickle.dumps(state) == before


def test_a_quickly_made_value_is_an_ordinary_frozen_one():
    quick = make_card_flipped(round=1, step=0, seat=0, card="As")
    plain = CardFlipped(round=1, step=0, seat=0, card="As")
    assert type(quick) is CardFlipped
    assert quick == plain
    assert hash(quick) == hash(plain)
    assert pickle.loads(pickle.dumps(quick)) == replace(quick) == plain  # noqa: S301  our own
    assert repr(quick) == repr(plain)
    with pytest.raises(FrozenInstanceError):
        quick.card = "Ks"


def sealed_from(state):
    """Take the secret away: the faces of piles and of the keys."""
    setup = replace(state.setup, dealer=Sealed(), chance=None)
    hidden = tuple((UNKNOWN,) * len(pile) for pile in state.piles)
    return replace(state, setup=setup, piles=hidden, standing=replace(state.standing, anchors=()))


def unseen(event):
    """Forget what only the holder of the secret could foresee."""
    if isinstance(event, CardFlipped):
        return replace(event, card=UNKNOWN)
    if hasattr(event, "secret"):
        return replace(event, secret="")
    return event
