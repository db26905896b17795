"""What an export itself shows of its secrets, and whether they open what was committed to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from polemos.audit.findings import Fault
from polemos.audit.form import Line, read
from polemos.fairness.commitments import (
    SECRET_BYTES,
    bot_entropy,
    commit_seat,
    commit_secret,
    commit_seed,
    seat_opens,
)
from polemos.fairness.dealers import Fair, Seeded
from polemos.rules.chance import Chance, Dealer, Transcript
from polemos.rules.encoding import from_b64url
from polemos.rules.events import DealScheme, GameEnded, GameOpened, SeatKind, SeatReleased
from polemos.rules.state import Setup

_REVEALS = b'"secret":"'


@dataclass(frozen=True, slots=True)
class Revealed:
    """Deals with whatever was revealed; with nothing, it is as sealed as anybody.

    Args:
        dealers: one for every revealed secret, by the commitment that it opens. There may be as
            many as attempts at the deal, so none is looked for by trying all.
    """

    dealers: Mapping[str, Dealer] = field(repr=False)

    def seat_opens(self, game: str, seat: int, entropy: str, commitment: str) -> bool:
        """Tell whether this entropy opens this commitment of this seat."""
        return seat_opens(game, seat, entropy, commitment)

    def chance(self, transcript: Transcript) -> Chance | None:
        """Derive the deal's keys by the secret that opens the commitment."""
        dealer = self.dealers.get(transcript.commitment)
        return None if dealer is None else dealer.chance(transcript)

    def secret(self, game: str, commitment: str) -> str:
        """Give the text of the secret that opens the commitment, or an empty one."""
        dealer = self.dealers.get(commitment)
        return "" if dealer is None else dealer.secret(game, commitment)


def revealed_by(lines: Iterable[bytes]) -> Revealed:
    """Collect every secret that an export shows; lines that cannot be read show none."""
    scheme = DealScheme.FAIR
    dealers: dict[str, Dealer] = {}
    for number, raw in enumerate(lines):
        if number and _REVEALS not in raw:
            continue
        line = _line_of(raw)
        if line is None:
            continue
        match line.event:
            case GameOpened(deal=deal):
                scheme = deal
            case GameEnded(secret=secret) | SeatReleased(secret=str(secret)):
                dealers |= _dealers(scheme, line.game, secret)
            case _:
                pass
    return Revealed(dealers)


def opens(scheme: DealScheme, game: str, secret: str, commitment: str) -> bool:
    """Tell whether a revealed secret opens a commitment of its game."""
    match scheme:
        case DealScheme.SEEDED:
            return commit_seed(game, secret) == commitment
        case DealScheme.FAIR:
            raw = _secret_bytes(secret)
            return raw is not None and commit_secret(game, raw) == commitment


def is_public(game: str, seat: int, commitment: str) -> bool:
    """Tell whether a bot committed to the public entropy that a bot must have."""
    return commitment == commit_seat(game, seat, bot_entropy(game, seat))


def kinds_by_entropy(setup: Setup) -> tuple[SeatKind, ...]:
    """Tell who sat by what they brought, not by what the export calls them.

    Whoever committed to a bot's public entropy kept nothing from the server, person or not.
    """
    return tuple(
        SeatKind.BOT if is_public(setup.game, number, seat.commitment) else seat.kind
        for number, seat in enumerate(setup.seats)
    )


def _dealers(scheme: DealScheme, game: str, secret: str) -> dict[str, Dealer]:
    match scheme:
        case DealScheme.SEEDED:
            return {commit_seed(game, secret): Seeded(secret)}
        case DealScheme.FAIR:
            raw = _secret_bytes(secret)
            return {} if raw is None else {commit_secret(game, raw): Fair((raw,))}


def _secret_bytes(secret: str) -> bytes | None:
    try:
        raw = from_b64url(secret)
    except ValueError:
        return None
    return raw if len(raw) == SECRET_BYTES else None


def _line_of(raw: bytes) -> Line | None:
    try:
        return read(raw)
    except Fault:
        return None
