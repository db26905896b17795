"""Answer a command with the events that it causes, or refuse it."""

from typing import assert_never

from polemos.rules.beats import next_beat
from polemos.rules.commands import (
    ChangeTempo,
    Command,
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
from polemos.rules.decide_lobby import (
    deal_cards,
    end_lobby,
    lock_seats,
    open_game,
    release_seat,
    reveal_entropy,
    take_seat,
)
from polemos.rules.endings import end_without_result
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    EndReason,
    Event,
    TempoChanged,
)
from polemos.rules.state import Ended, Lobby, Playing, State, Unopened

ENDS_BY_COMMAND = frozenset({EndReason.ABANDONED, EndReason.CLOSED_BY_HOST, EndReason.STOPPED})
"""The reasons that `EndGame` may give; the cards give the others."""


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Answer a command; the state stays as it is.

    Returns:
        The events, at least one, to be appended as a whole. `PlayBeat` gives exactly one beat.

    Raises:
        RuleViolation: the rules do not allow the command now.
    """
    match state:
        case Playing():
            return _decide_play(state, command)
        case Lobby():
            return _decide_lobby(state, command)
        case Unopened():
            return _decide_unopened(state, command)
        case Ended():
            raise RuleViolation(
                RuleCode.GAME_IS_OVER, f"Game {state.game} is over: open another one."
            )
        case _:
            assert_never(state)


def _decide_unopened(state: Unopened, command: Command) -> tuple[Event, ...]:
    if isinstance(command, OpenGame):
        return (open_game(command),)
    raise RuleViolation(
        RuleCode.GAME_NOT_OPEN, f"Game {state.game} is not open yet: open it first."
    )


def _decide_lobby(state: Lobby, command: Command) -> tuple[Event, ...]:
    match command:
        case TakeSeat():
            return (take_seat(state, command),)
        case ReleaseSeat():
            return (release_seat(state, command),)
        case LockSeats():
            return (lock_seats(state),)
        case RevealEntropy():
            return (reveal_entropy(state, command),)
        case DealCards():
            return (deal_cards(state),)
        case EndGame():
            _check_reason(command)
            return (end_lobby(state, command),)
        case OpenGame():
            raise _is_open(state.game)
        case PlayBeat() | StartAutoplay() | PauseAutoplay() | ChangeTempo():
            raise RuleViolation(
                RuleCode.GAME_NOT_DEALT,
                f"The cards of {state.game} are not dealt yet: fill and lock the seats first.",
            )
        case _:
            assert_never(command)


def _decide_play(state: Playing, command: Command) -> tuple[Event, ...]:
    match command:
        case PlayBeat():
            return next_beat(state)
        case StartAutoplay():
            return (_start(state),)
        case PauseAutoplay():
            return (_pause(state),)
        case ChangeTempo():
            return (_change_tempo(state, command),)
        case EndGame():
            _check_reason(command)
            return (end_without_result(state, command.reason),)
        case OpenGame():
            raise _is_open(state.setup.game)
        case TakeSeat() | ReleaseSeat() | LockSeats() | RevealEntropy() | DealCards():
            raise RuleViolation(
                RuleCode.GAME_IS_DEALT,
                f"The cards of {state.setup.game} are dealt: its seats no longer change.",
            )
        case _:
            assert_never(command)


def _start(state: Playing) -> AutoplayStarted:
    if state.control.is_autoplay_on:
        raise RuleViolation(RuleCode.AUTOPLAY_IS_ON, "Auto-play is on already.")
    return AutoplayStarted()


def _pause(state: Playing) -> AutoplayPaused:
    if not state.control.is_autoplay_on:
        raise RuleViolation(RuleCode.AUTOPLAY_IS_OFF, "Auto-play is paused already.")
    return AutoplayPaused()


def _change_tempo(state: Playing, command: ChangeTempo) -> TempoChanged:
    if command.tempo == state.control.tempo:
        raise RuleViolation(
            RuleCode.TEMPO_UNCHANGED, f"The tempo is {command.tempo} already: choose another."
        )
    return TempoChanged(tempo=command.tempo)


def _check_reason(command: EndGame) -> None:
    if command.reason not in ENDS_BY_COMMAND:
        raise ValueError(f"A game ends as {command.reason} by its cards, not by a command.")


def _is_open(game: str) -> RuleViolation:
    return RuleViolation(RuleCode.GAME_IS_OPEN, f"Game {game} is open already.")
