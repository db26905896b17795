"""Crafted deals as text: `given("As Kd 2c | Ac 3d 4h").when(2).then("0 turns As", …)`.

A pile is written top first, piles are parted by `|`, an empty one is `-`. Won cards go back with
the winner's first unless a test says otherwise, so that the next round can be read off the page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hmac import digest

from kit.telling import tell
from polemos.rules.cards import RANK_OF, UNKNOWN, Card
from polemos.rules.chance import Transcript, Use
from polemos.rules.commands import Command, PlayBeat
from polemos.rules.decide import decide
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import DealScheme, Event, GameOpened, SeatKind, Tempo
from polemos.rules.evolve import evolve
from polemos.rules.evolve_round import begin_round, first_anchors
from polemos.rules.presets import rule_set
from polemos.rules.rule_set import RuleSet
from polemos.rules.state import Control, Ended, Piles, Playing, Seat, Setup, Standing, State

GAME = "table-1"


@dataclass(frozen=True)
class TextChance:
    """The keys of a text: all that a deal given as piles needs."""

    text: str = "table"

    def key(self, use: Use, number: int) -> bytes:
        return digest(self.text.encode(), f"{use} {number}".encode(), "sha256")


@dataclass(frozen=True)
class TextDealer:
    """A dealer whose secrets are the texts `secret of COMMITMENT` and whose seats open by name."""

    text: str = "table"

    def seat_opens(self, game: str, seat: int, entropy: str, commitment: str) -> bool:
        return commitment == f"sealed {entropy}"

    def chance(self, transcript: Transcript) -> TextChance:
        return TextChance(f"{self.text} {transcript}")

    def secret(self, game: str, commitment: str) -> str:
        return f"secret of {commitment}"


def cards(text: str) -> tuple[Card, ...]:
    """Read cards, refusing what is none."""
    read = tuple(Card(word) for word in text.split() if word != "-")
    assert all(card in RANK_OF or card == UNKNOWN for card in read), text
    return read


def piles(text: str) -> Piles:
    """Read piles, parted by `|`."""
    return tuple(cards(pile) for pile in text.split("|"))


def shown(state: Playing | Ended) -> str:
    """Write the piles as `piles` reads them."""
    return " | ".join(" ".join(pile) or "-" for pile in state.piles)


def deal_of(hands: Piles, rules: RuleSet, chance: TextChance | None = TextChance()) -> Playing:
    """Stand before the first round of a deal."""
    opening = GameOpened(
        rules=rules,
        rules_digest="",
        deal=DealScheme.SEEDED,
        commitment="table",
        tempo=Tempo.TWO,
        opened_by="",
    )
    setup = Setup(
        game=GAME,
        dealer=TextDealer(),
        opening=opening,
        rules=rules,
        commitment="table",
        seats=tuple(
            Seat(kind=SeatKind.BOT, player=f"bot-{seat}", commitment=f"sealed {seat}")
            for seat in range(rules.players)
        ),
        chance=chance,
        set_aside=(),
    )
    standing = Standing(
        rounds=0,
        wars=0,
        places=(None,) * rules.players,
        in_game=tuple(range(rules.players)),
        anchors=first_anchors(setup, hands),
    )
    return begin_round(setup, Control(tempo=Tempo.TWO, is_autoplay_on=False), standing, hands, ())


@dataclass(frozen=True)
class Played:
    """What a test looks at: the state and what happened since `given`."""

    state: State
    events: tuple[Event, ...] = ()
    refused: RuleCode | None = None

    def when(self, *asked: int | Command) -> Played:
        """Play so many beats, or ask commands; a refusal is kept for `then_refused`."""
        played = self
        for one in asked:
            commands = [PlayBeat()] * one if isinstance(one, int) else [one]
            for command in commands:
                played = played._ask(command)
        return played

    def _ask(self, command: Command) -> Played:
        assert self.refused is None, f"refused already: {self.refused}"
        try:
            answered = decide(self.state, command)
        except RuleViolation as violation:
            return replace(self, refused=violation.code)
        state = self.state
        for event in answered:
            state = evolve(state, event)
        return Played(state, self.events + answered)

    def then(self, *expected: str | Event) -> Played:
        """Hold all events against events or lines of `tell`; look only at what follows after."""
        assert self.refused is None
        told = [
            tell(event) if isinstance(line, str) else event
            for event, line in zip(self.events, expected, strict=False)
        ]
        rest = [tell(event) for event in self.events[len(expected) :]]
        assert [*told, *rest] == list(expected)
        return replace(self, events=())

    def then_piles(self, text: str) -> Played:
        """Hold the piles against a text."""
        assert isinstance(self.state, Playing | Ended)
        assert self.state.piles == piles(text), f"{shown(self.state)} is not {text}"
        return self

    def then_table(self, text: str) -> Played:
        """Hold the cards on the table against a text."""
        assert isinstance(self.state, Playing | Ended)
        assert tuple(card for _, card in self.state.table) == cards(text)
        return self

    def then_refused(self, code: RuleCode) -> None:
        """Hold the refusal against a code."""
        assert self.refused == code


def given(hands: str, preset: str = "war", **overrides: object) -> Played:
    """Begin with these piles; the number of players is the number of piles."""
    laid = piles(hands)
    chosen = {"return_order": "winner_first", **overrides}
    return Played(deal_of(laid, rule_set(preset, len(laid), chosen)))
