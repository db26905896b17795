"""The secrets of a game: one for each attempt at its deal, and the dealer that knows them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from polemos.fairness.commitments import commit_secret, commit_seed
from polemos.fairness.dealers import Fair, Seeded
from polemos.log.vault import Vault
from polemos.rules.chance import Dealer
from polemos.rules.events import DealScheme
from polemos.rules.state import Lobby, State


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


def dealer_of(deal: DealScheme, secrets: Sequence[GameSecret]) -> Dealer:
    """Build the dealer that knows the secrets of all attempts at one deal, at least one."""
    match deal:
        case DealScheme.FAIR:
            return Fair(tuple(secret.secret for secret in secrets))
        case DealScheme.SEEDED:
            return secrets[0].dealer()


ATTEMPTS_MAX = 64
"""Attempts at the deal of one game; the next abort ends it, so that nobody can go on for ever."""


def is_last_attempt(state: Lobby) -> bool:
    """Tell whether the deal may not begin anew once more."""
    return isinstance(state.dealer, Fair) and len(state.dealer.secrets) >= ATTEMPTS_MAX


class NextSecrets:
    """Secrets for further attempts at a `fair/1` deal, drawn while a request is decided.

    Args:
        game: the game's id.
        draw: draws 32 bytes.
    """

    def __init__(self, game: str, draw: Callable[[], bytes]) -> None:
        self._game = game
        self._draw = draw
        self._drawn: list[GameSecret] = []

    @property
    def is_empty(self) -> bool:
        """Whether none was drawn."""
        return not self._drawn

    @property
    def drawn(self) -> str | None:
        """The commitment to the one that was drawn last, or none."""
        return self._drawn[-1].commitment(self._game) if self._drawn else None

    def draw(self) -> str:
        """Draw one and give its commitment."""
        secret = GameSecret(deal=DealScheme.FAIR, secret=self._draw())
        self._drawn.append(secret)
        return secret.commitment(self._game)

    def keep(self, vault: Vault) -> None:
        """Make them durable before their commitments are; blocks."""
        for secret in self._drawn:
            vault.keep_secret(self._game, secret.commitment(self._game), secret.secret)

    def known_to(self, state: State) -> State:
        """Let a lobby's dealer know them."""
        if self.is_empty or not isinstance(state, Lobby) or not isinstance(state.dealer, Fair):
            return state
        secrets = (*state.dealer.secrets, *(secret.secret for secret in self._drawn))
        return replace(state, dealer=Fair(secrets))
