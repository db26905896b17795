"""What a writer is asked to do: a command of the rules, or a deed of which commands are a part.

A deed is planned in the writer's turn, so nothing can come between what it saw and what it does.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from polemos.rules.commands import Command
from polemos.rules.state import State

Draw = Callable[[], str]
"""Draws the secret of the next attempt at the deal and gives its commitment."""


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a deed comes to in a certain state.

    Args:
        commands: decided one after the other, stored as one append; none where nothing changes in
            the game.
        keep: makes durable beside the log what has to be there before the events; blocks.
        undo: takes back what was kept, where the events could not be stored; blocks, and harms
            nobody where it fails.
        remember: changes what is remembered, once all is durable.
        tidy: brings what is kept beside the log up to date; blocks, and harms nobody where it
            fails or where a kill comes before it.
    """

    commands: Iterable[Command] = ()
    keep: Callable[[], None] | None = None
    undo: Callable[[], None] | None = None
    remember: Callable[[], None] = _nothing
    tidy: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that somebody asks for.

    Args:
        plan: tells what it comes to; raises `RuleViolation` or `Refusal` where it may not be done,
            and is called at most once.
    """

    plan: Callable[[State, Draw], Plan]


Wish = Command | Deed
"""What a writer can be asked."""


def plan_of(wish: Wish, state: State, draw: Draw) -> Plan:
    """Tell what a wish comes to."""
    return wish.plan(state, draw) if isinstance(wish, Deed) else Plan(commands=(wish,))
