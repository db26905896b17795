"""What a game is at one moment: a phase, and within the play a stage of the round.

A state is folded from events alone (`evolve`) and holds everything that `decide` needs. With a
dealer that knows the secret it holds every face; without, the piles are `UNKNOWN` cards, of which
only the numbers are true.
"""

from dataclasses import dataclass

from polemos.rules.cards import Card
from polemos.rules.chance import Chance, Dealer
from polemos.rules.comparison import Laid
from polemos.rules.events import GameEnded, GameOpened, SeatKind, Tempo
from polemos.rules.rule_set import RuleSet

Piles = tuple[tuple[Card, ...], ...]
"""Each seat's face-down cards by seat, the top first."""

ROUNDS_MAX = 100_000
"""Completed rounds after which a game is stopped, which is no result; see RULES, edge case 7."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits.

    Args:
        kind: human or bot.
        player: the public player id.
        commitment: to the seat's entropy; empty after an aborted deal, until it commits anew.
    """

    kind: SeatKind
    player: str
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unopened:
    """Nothing has happened yet."""

    game: str
    dealer: Dealer


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """The seats fill, commit and reveal.

    Args:
        game: the game's id.
        dealer: what this holder knows of the secrets.
        opening: how the game was opened.
        commitment: to the secret of the present attempt, which need not be the first.
        seats: by seat, none where nobody sits.
        is_locked: whether seats and commitments are final.
        entropies: revealed entropy by seat, none where it is still to come.
        spent: commitments opened in aborted attempts; a person may not use one again.
    """

    game: str
    dealer: Dealer
    opening: GameOpened
    commitment: str
    seats: tuple[Seat | None, ...]
    is_locked: bool
    entropies: tuple[str | None, ...]
    spent: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What no longer changes once the cards are dealt.

    Args:
        game: the game's id.
        dealer: what this holder knows of the secrets.
        opening: how the game was opened.
        rules: the rule set, as in the opening.
        commitment: to the secret of the deal.
        seats: by seat.
        chance: the keys of the deal, or none without the secret.
        set_aside: the cards of nobody in an equal deal.
    """

    game: str
    dealer: Dealer
    opening: GameOpened
    rules: RuleSet
    commitment: str
    seats: tuple[Seat, ...]
    chance: Chance | None
    set_aside: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """How the beats follow each other."""

    tempo: Tempo
    is_autoplay_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A whole state of the cards, kept to be met again: an exact repetition never ends.

    Args:
        rounds: completed rounds when it was kept.
        piles: all piles, in order.
        table: the carried pot, in order.
    """

    rounds: int
    piles: Piles
    table: tuple[Laid, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the completed rounds left.

    Args:
        rounds: completed rounds.
        wars: wars that began.
        places: the place of each eliminated seat by seat, none for a seat still in the game.
        in_game: the seats that have no place yet, ascending.
        anchors: states met before, oldest first, for the proof that a game is endless; none where
            returns are shuffled, the faces are unknown or a cap ends the game.
    """

    rounds: int
    wars: int
    places: tuple[int | None, ...]
    in_game: tuple[int, ...]
    anchors: tuple[Anchor, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning:
    """Seats turn their top cards; when nobody is left to turn, the faces are compared.

    Args:
        step: 0 for the round's first comparison.
        seats: who has still to turn, ascending.
        faces: what was turned in this step.
    """

    step: int
    seats: tuple[int, ...]
    faces: tuple[Laid, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class War:
    """A tie was declared: cards are laid face down, and who cannot go on is told apart.

    Args:
        step: the war step that begins.
        hiding: who has still to lay a hidden card, in order, a seat once for each card.
        participants: who will turn a card; a single one takes the pot, none leaves it lying.
        leaders: who shares the first place if nobody can go on.
    """

    step: int
    hiding: tuple[int, ...]
    participants: tuple[int, ...]
    leaders: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """The pot is gone; seats without cards leave the game.

    Args:
        seats: who has still to leave, ascending.
    """

    seats: tuple[int, ...]


Stage = Turning | War | Leaving


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """The cards are dealt and nobody has won yet.

    Args:
        setup: what no longer changes.
        control: tempo and auto-play.
        standing: what the completed rounds left.
        piles: by seat, top first.
        table: all cards on the table in the order in which they were laid, hidden ones and a
            carried pot included.
        stage: what happens next in the round.
    """

    setup: Setup
    control: Control
    standing: Standing
    piles: Piles
    table: tuple[Laid, ...]
    stage: Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The game is over.

    Args:
        game: the game's id.
        piles: as they lay at the end, by seat; empty for a game that was never dealt.
        table: what still lay on the table.
        set_aside: the cards of nobody.
        result: how it ended.
    """

    game: str
    piles: Piles
    table: tuple[Laid, ...]
    set_aside: tuple[Card, ...]
    result: GameEnded


State = Unopened | Lobby | Playing | Ended


def initial_state(game: str, dealer: Dealer) -> Unopened:
    """Begin with nothing: the state that the first event is applied to."""
    return Unopened(game=game, dealer=dealer)
