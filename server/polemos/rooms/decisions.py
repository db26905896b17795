"""Commands decided one after the other, and the state that they lead to. Pure."""

from collections import deque
from collections.abc import Iterable

from polemos.rooms.lobbies import follow_up
from polemos.rules.commands import Command, PlayBeat
from polemos.rules.decide import decide
from polemos.rules.events import Event
from polemos.rules.evolve import evolve
from polemos.rules.state import Playing, State

Decision = tuple[State, tuple[Event, ...]]
"""Events that were decided, and the state after them."""


def decided(state: State, commands: Iterable[Command]) -> Decision:
    """Decide commands, each after what the one before it caused.

    Raises:
        RuleViolation: the rules do not allow one of them; then none has happened.
    """
    events = list[Event]()
    for command in commands:
        caused = decide(state, command)
        for event in caused:
            state = evolve(state, event)
        events.extend(caused)
    return state, tuple(events)


def decided_with_follow_ups(
    state: State, commands: Iterable[Command], *, is_autoplay_wanted: bool
) -> Decision:
    """Decide commands, and then what follows them by itself; see `lobbies.follow_up`.

    Raises:
        RuleViolation: the rules do not allow one of them; then none has happened.
    """
    waiting, events = deque(commands), list[Event]()
    while waiting:
        before = state
        state, caused = decided(state, [waiting.popleft()])
        events.extend(caused)
        if not waiting:
            following = follow_up(before, state, is_autoplay_wanted=is_autoplay_wanted)
            waiting.extend([] if following is None else [following])
    return state, tuple(events)


def beats(state: State, beats_max: int) -> Decision:
    """Decide so many beats, fewer where the game ends."""
    events = list[Event]()
    for _ in range(beats_max):
        state, caused = decided(state, [PlayBeat()])
        events.extend(caused)
        if not isinstance(state, Playing):
            break
    return state, tuple(events)
