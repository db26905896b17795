"""A game from nothing to its first card: which commands open it, in which order.

Pure: ids and secrets are passed in. With bots alone the whole lobby is one append; the order of
the events is the one that people at several phones would cause.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret, commit_seed
from polemos.fairness.dealers import Fair, Seeded
from polemos.rules.chance import Dealer
from polemos.rules.commands import (
    Command,
    DealCards,
    LockSeats,
    OpenGame,
    RevealEntropy,
    StartAutoplay,
    TakeSeat,
)
from polemos.rules.encoding import b64url, rules_digest
from polemos.rules.events import DealScheme, SeatKind, Tempo
from polemos.rules.rule_set import RuleSet

BOT = "bot"
"""The public player id of every bot: bots have no history to follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSecret:
    """What the vault keeps until the reveal.

    Args:
        deal: the scheme that it belongs to.
        secret: 32 bytes, or for `seeded/1` the seed's text in UTF-8.
    """

    deal: DealScheme
    secret: bytes = field(repr=False)

    def commitment(self, game: str) -> str:
        """Commit to it for one game."""
        match self.deal:
            case DealScheme.FAIR:
                return commit_secret(game, self.secret)
            case DealScheme.SEEDED:
                return commit_seed(game, self.secret.decode())

    def opens(self, game: str, commitment: str) -> bool:
        """Tell whether it is the secret that a commitment was made to."""
        try:
            return self.commitment(game) == commitment
        except ValueError:
            return False  # of the wrong length, or no text: nothing was ever committed to it

    def dealer(self) -> Dealer:
        """Build the dealer that knows it."""
        match self.deal:
            case DealScheme.FAIR:
                return Fair((self.secret,))
            case DealScheme.SEEDED:
                return Seeded(self.secret.decode())


def opening(
    game: str, rules: RuleSet, secret: GameSecret, *, tempo: Tempo, is_autoplay_wanted: bool
) -> Iterator[Command]:
    """List the commands that open a game of bots and deal it."""
    yield OpenGame(
        rules=rules,
        rules_digest=rules_digest(rules),
        deal=secret.deal,
        commitment=secret.commitment(game),
        tempo=tempo,
        opened_by="",
    )
    entropies = [bot_entropy(game, seat) for seat in range(rules.players)]
    for seat, entropy in enumerate(entropies):
        commitment = commit_seat(game, seat, entropy)
        yield TakeSeat(seat=seat, kind=SeatKind.BOT, player=BOT, commitment=commitment)
    yield LockSeats()
    for seat, entropy in enumerate(entropies):
        yield RevealEntropy(seat=seat, entropy=b64url(entropy))
    yield DealCards()
    if is_autoplay_wanted:
        yield StartAutoplay()
