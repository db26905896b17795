"""The rules asked again: every event must be what they answer at its place.

With the secret that the export reveals, they answer with every face. Without it they answer with
unknown cards, and a face that nobody could know is taken from the event.
"""

from dataclasses import replace

from polemos.audit.commanding import command_of
from polemos.audit.conservation import CardCount
from polemos.audit.derivation import check_public
from polemos.audit.explaining import contradiction, named
from polemos.audit.findings import Code, Fault
from polemos.rules.cards import UNKNOWN
from polemos.rules.chance import Dealer
from polemos.rules.commands import PlayBeat
from polemos.rules.decide import decide
from polemos.rules.errors import ImpossibleEvent, RuleCode, RuleViolation
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    CardsDealt,
    Event,
    TempoChanged,
)
from polemos.rules.evolve import evolve
from polemos.rules.state import Ended, Playing, State, initial_state

_PLAY_BEAT = PlayBeat()


class Replay:
    """Follows one game.

    Args:
        game: the game's id.
        dealer: what is known of its secrets.
    """

    __slots__ = ("_beat", "_cards", "_played", "state")

    def __init__(self, game: str, dealer: Dealer) -> None:
        self.state: State = initial_state(game, dealer)
        self._beat: tuple[Event, ...] = ()
        self._played = 0
        self._cards = CardCount()

    def due(self) -> Event | None:
        """Tell which event the cards bring next, or none outside the play."""
        if not self._beat and isinstance(self.state, Playing):
            self._beat = decide(self.state, _PLAY_BEAT)
        return self._beat[self._played] if self._beat else None

    def missing_count(self) -> int:
        """Count the events that are missing of a beat that was begun."""
        return len(self._beat) - self._played if self._played else 0

    def take(self, event: Event) -> None:
        """Move on by an event that is the one that is due."""
        self._cards.follow(event)
        self.state = evolve(self.state, event)
        self._played += 1
        if self._played >= len(self._beat):
            self._beat = ()
            self._played = 0

    def judge(self, event: Event) -> None:
        """Ask the rules about an event and move on by it.

        Raises:
            Fault: it cannot stand here; the replay must not be used any more.
        """
        if isinstance(self.state, Ended):
            raise Fault(Code.AFTER_END, f"The game is over, but {named(event)} follows.")
        check_public(self.state, event)
        try:
            self._expect(event)
            self.take(event)
        except RuleViolation as violation:
            raise Fault(
                _REFUSALS.get(violation.code, Code.REFUSED),
                f"The rules refuse this {type(event).__name__}. {violation}",
            ) from None
        except ImpossibleEvent as impossible:
            raise Fault(Code.REFUSED, str(impossible)) from None

    def _expect(self, event: Event) -> None:
        due = self.due()
        if due is not None and _is_answer(due, event):
            return
        if self._played and due is not None:
            raise _inside_beat(due, event)
        answer = self._answer(event)
        if not _is_answer(answer[0], event):
            # What cannot lie there is said as such, before what should lie there instead.
            self._cards.follow(event)
            raise contradiction(answer[0], event)
        self._beat = answer

    def _answer(self, event: Event) -> tuple[Event, ...]:
        try:
            return decide(self.state, command_of(event))
        except ValueError:
            if isinstance(event, CardsDealt):
                # Only the secret tells the first seat; `evolve` judges the rest.
                return (event,)
            raise


_REFUSALS = {RuleCode.ENTROPY_MISMATCH: Code.ENTROPY_UNOPENED}


def _is_answer(due: Event, event: Event) -> bool:
    if isinstance(due, CardFlipped) and due.card == UNKNOWN and isinstance(event, CardFlipped):
        return replace(due, card=event.card) == event
    return due == event


def _inside_beat(due: Event, event: Event) -> Fault:
    if isinstance(event, AutoplayStarted | AutoplayPaused | TempoChanged):
        return Fault(
            Code.INSIDE_BEAT,
            f"There is {named(event)} inside a beat, of which {named(due)} is still due.",
        )
    return contradiction(due, event)
