"""Seats, commitments, reveals, the aborted deal; control and ends by command."""

import pytest

from kit.table import GAME, Played, TextDealer, given
from polemos.rules.commands import (
    ChangeTempo,
    DealCards,
    EndGame,
    LockSeats,
    OpenGame,
    PauseAutoplay,
    PlayBeat,
    ReleaseSeat,
    RevealEntropy,
    StartAutoplay,
    TakeSeat,
)
from polemos.rules.decide import decide
from polemos.rules.encoding import rules_digest
from polemos.rules.errors import RuleCode
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    DealScheme,
    EndReason,
    EntropyRevealed,
    GameEnded,
    ReleaseReason,
    SeatKind,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
    Tempo,
    TempoChanged,
)
from polemos.rules.presets import rule_set
from polemos.rules.state import Ended, Lobby, Playing, initial_state

RULES = rule_set("war")
OPEN = OpenGame(
    rules=RULES,
    rules_digest=rules_digest(RULES),
    deal=DealScheme.FAIR,
    commitment="C1",
    tempo=Tempo.TWO,
    opened_by="ann",
)


def take(seat, entropy, player=None, kind=SeatKind.HUMAN):
    return TakeSeat(
        seat=seat, kind=kind, player=player or f"player-{seat}", commitment=f"sealed {entropy}"
    )


def reveal(seat, entropy):
    return RevealEntropy(seat=seat, entropy=entropy)


def release(seat, reason=ReleaseReason.UNREVEALED, commitment=None):
    return ReleaseSeat(seat=seat, reason=reason, commitment=commitment)


def unopened():
    return Played(initial_state(GAME, TextDealer()))


def opened():
    return unopened().when(OPEN)


def locked():
    return opened().when(take(0, "a"), take(1, "b"), LockSeats())


def dealt():
    return locked().when(reveal(0, "a"), reveal(1, "b"), DealCards())


def test_a_lobby_fills_locks_reveals_and_deals():
    played = dealt()
    names = [type(event).__name__ for event in played.events]
    assert names == [
        "GameOpened",
        "SeatTaken",
        "SeatTaken",
        "SeatsLocked",
        "EntropyRevealed",
        "EntropyRevealed",
        "CardsDealt",
    ]
    assert played.events[1] == SeatTaken(
        seat=0, kind=SeatKind.HUMAN, player="player-0", commitment="sealed a"
    )
    assert played.events[3] == SeatsLocked(players=2)
    assert played.events[5] == EntropyRevealed(seat=1, entropy="b")
    assert played.events[6].counts == (26, 26)
    assert isinstance(played.state, Playing)
    assert played.state.control.tempo is Tempo.TWO
    assert not played.state.control.is_autoplay_on


def test_a_seat_released_before_the_lock_shows_no_secret():
    played = opened().when(take(0, "a"), release(0, ReleaseReason.LEFT))
    assert played.events[-1] == SeatReleased(
        seat=0, reason=ReleaseReason.LEFT, secret=None, commitment=None
    )
    assert played.state.seats == (None, None)


def test_a_seat_released_after_the_lock_shows_the_secret_and_starts_over():
    played = locked().when(reveal(0, "a"), release(1, commitment="C2"))
    assert played.events[-1] == SeatReleased(
        seat=1, reason=ReleaseReason.UNREVEALED, secret="secret of C1", commitment="C2"
    )
    assert isinstance(played.state, Lobby)
    assert not played.state.is_locked
    assert played.state.entropies == (None, None)
    assert played.state.commitment == "C2"
    assert played.state.seats[0].commitment == ""
    played.when(take(1, "c"), LockSeats()).then_refused(RuleCode.ENTROPY_MISSING)


def test_after_an_aborted_deal_a_holder_commits_anew_and_nobody_takes_the_seat():
    aborted = locked().when(release(1, commitment="C2"))
    aborted.when(take(0, "c", player="thief")).then_refused(RuleCode.SEAT_IS_TAKEN)
    again = aborted.when(
        take(0, "c"), take(1, "d"), LockSeats(), reveal(0, "c"), reveal(1, "d"), DealCards()
    )
    assert again.state.setup.commitment == "C2"


def test_a_person_may_not_commit_again_to_what_everybody_may_have_seen():
    aborted = locked().when(reveal(0, "a"), release(1, commitment="C2"))
    aborted.when(take(0, "a")).then_refused(RuleCode.COMMITMENT_REPEATED)


def test_what_was_spent_in_any_earlier_attempt_stays_spent():
    once = locked().when(reveal(0, "a"), release(1, commitment="C2"))
    twice = once.when(take(0, "c"), take(1, "d"), LockSeats(), release(1, commitment="C3"))
    twice.when(take(0, "a")).then_refused(RuleCode.COMMITMENT_REPEATED)


def test_a_bot_keeps_its_public_entropy():
    bot = take(0, "a", kind=SeatKind.BOT)
    aborted = opened().when(bot, take(1, "b"), LockSeats(), release(1, commitment="C2"))
    assert aborted.when(bot).state.seats[0].commitment == "sealed a"


@pytest.mark.parametrize(
    ("played", "command", "code"),
    [
        (unopened(), PlayBeat(), RuleCode.GAME_NOT_OPEN),
        (unopened(), take(0, "a"), RuleCode.GAME_NOT_OPEN),
        (opened(), OPEN, RuleCode.GAME_IS_OPEN),
        (opened(), take(2, "a"), RuleCode.SEAT_UNKNOWN),
        (opened(), take(-1, "a"), RuleCode.SEAT_UNKNOWN),
        (opened().when(take(0, "a")), take(0, "b"), RuleCode.SEAT_IS_TAKEN),
        (opened().when(take(0, "a")), take(1, "a"), RuleCode.COMMITMENT_REPEATED),
        (opened(), release(0), RuleCode.SEAT_IS_FREE),
        (opened(), release(7), RuleCode.SEAT_UNKNOWN),
        (opened().when(take(0, "a")), LockSeats(), RuleCode.SEAT_IS_FREE),
        (opened().when(take(0, "a")), reveal(0, "a"), RuleCode.SEATS_NOT_LOCKED),
        (opened(), DealCards(), RuleCode.SEATS_NOT_LOCKED),
        (opened(), PlayBeat(), RuleCode.GAME_NOT_DEALT),
        (opened(), StartAutoplay(), RuleCode.GAME_NOT_DEALT),
        (opened(), PauseAutoplay(), RuleCode.GAME_NOT_DEALT),
        (opened(), ChangeTempo(tempo=Tempo.ONE), RuleCode.GAME_NOT_DEALT),
        (locked(), LockSeats(), RuleCode.SEATS_ARE_LOCKED),
        (locked(), take(0, "z"), RuleCode.SEATS_ARE_LOCKED),
        (locked(), release(0), RuleCode.COMMITMENT_REPEATED),
        (locked(), release(0, commitment="C1"), RuleCode.COMMITMENT_REPEATED),
        (locked(), reveal(0, "b"), RuleCode.ENTROPY_MISMATCH),
        (locked(), reveal(5, "b"), RuleCode.SEAT_UNKNOWN),
        (locked().when(reveal(0, "a")), reveal(0, "a"), RuleCode.ENTROPY_REVEALED),
        (locked().when(reveal(0, "a")), DealCards(), RuleCode.ENTROPY_MISSING),
        (dealt(), OPEN, RuleCode.GAME_IS_OPEN),
        (dealt(), take(0, "a"), RuleCode.GAME_IS_DEALT),
        (dealt(), release(0), RuleCode.GAME_IS_DEALT),
        (dealt(), LockSeats(), RuleCode.GAME_IS_DEALT),
        (dealt(), reveal(0, "a"), RuleCode.GAME_IS_DEALT),
        (dealt(), DealCards(), RuleCode.GAME_IS_DEALT),
        (dealt(), PauseAutoplay(), RuleCode.AUTOPLAY_IS_OFF),
        (dealt().when(StartAutoplay()), StartAutoplay(), RuleCode.AUTOPLAY_IS_ON),
        (dealt(), ChangeTempo(tempo=Tempo.TWO), RuleCode.TEMPO_UNCHANGED),
        (dealt().when(EndGame(reason=EndReason.STOPPED)), PlayBeat(), RuleCode.GAME_IS_OVER),
        (dealt().when(EndGame(reason=EndReason.STOPPED)), OPEN, RuleCode.GAME_IS_OVER),
    ],
)
def test_what_cannot_be_done_now_is_refused(played, command, code):
    played.when(command).then_refused(code)


def test_a_game_is_not_opened_with_rules_that_contradict_themselves_or_their_digest():
    from dataclasses import replace

    wrong = replace(RULES, hidden_cards=9)
    unopened().when(replace(OPEN, rules=wrong)).then_refused(RuleCode.BAD_RULE_VALUE)
    unopened().when(replace(OPEN, rules_digest="other")).then_refused(RuleCode.BAD_RULE_VALUE)


def test_tempo_and_autoplay_change_at_any_beat_in_mid_war_too():
    controls = (StartAutoplay(), ChangeTempo(tempo=Tempo.FOUR), PauseAutoplay())
    for beats in range(6):
        played = given("9s 2c Ks 5c | 9d 2d Qd 5d", "one-hidden").when(beats)
        events = played.when(*controls).events[len(played.events) :]
        assert events == (AutoplayStarted(), TempoChanged(tempo=Tempo.FOUR), AutoplayPaused())
        quiet, changed = played.when(1), played.when(*controls).when(1)
        assert changed.events[-1] == quiet.events[-1]
        assert changed.state.piles == quiet.state.piles


@pytest.mark.parametrize(
    "reason", [EndReason.ABANDONED, EndReason.CLOSED_BY_HOST, EndReason.STOPPED]
)
def test_a_game_that_is_ended_reveals_its_secret_and_has_no_result(reason):
    for played, rounds in ((opened(), 0), (locked(), 0), (dealt(), 0), (dealt().when(2), 1)):
        ended = played.when(EndGame(reason=reason))
        result = ended.state.result
        assert isinstance(ended.state, Ended)
        assert result == GameEnded(
            reason=reason,
            winner=None,
            places=(),
            rounds=result.rounds,
            wars=result.wars,
            secret="secret of C1",
        )
        assert result.rounds <= rounds


def test_a_game_cannot_be_ended_by_command_for_a_reason_of_the_cards():
    for played in (opened(), dealt()):
        with pytest.raises(ValueError, match="all_cards"):
            decide(played.state, EndGame(reason=EndReason.ALL_CARDS))
