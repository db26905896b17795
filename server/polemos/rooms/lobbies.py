"""What follows by itself before the deal: bots commit and reveal, the seats lock, the cards fall.

Pure: the writer decides each of these commands right after what it follows, in the same append.
"""

from polemos.fairness.commitments import bot_entropy, commit_seat
from polemos.rules.commands import (
    Command,
    DealCards,
    LockSeats,
    RevealEntropy,
    StartAutoplay,
    TakeSeat,
)
from polemos.rules.encoding import b64url
from polemos.rules.events import SeatKind
from polemos.rules.names import number_of
from polemos.rules.state import Lobby, Playing, State

BOT = "bot"
"""The public player id of every bot: bots have no history to follow."""


def bot_seat(game: str, seat: int) -> TakeSeat:
    """Seat a bot, whose entropy everybody can compute."""
    commitment = commit_seat(game, seat, bot_entropy(game, seat))
    return TakeSeat(seat=seat, kind=SeatKind.BOT, player=BOT, commitment=commitment)


def follow_up(before: State, state: State, *, is_autoplay_wanted: bool) -> Command | None:
    """Tell what follows by itself, or none when somebody has to ask for something.

    Args:
        before: the state before the newest command.
        state: the state after it.
        is_autoplay_wanted: whether auto-play starts with the deal.
    """
    match state:
        case Lobby(is_locked=False):
            return _recommitment(state) or _lock(state)
        case Lobby():
            return _reveal(state) or _deal(state)
        case Playing() if isinstance(before, Lobby) and is_autoplay_wanted:
            return StartAutoplay()
        case _:
            return None


def is_start_wanted(state: Lobby) -> bool:
    """Tell whether the seats lock as soon as all have committed.

    Somebody asked for the start of this deal already: it was aborted, or it is a rematch's.
    """
    return bool(state.spent) or number_of(state.game) > 1


def unrevealed_seats(state: Lobby) -> tuple[int, ...]:
    """List the seats that hold the deal up, ascending."""
    return tuple([seat for seat, entropy in enumerate(state.entropies) if entropy is None])


def _recommitment(state: Lobby) -> Command | None:
    for number, seat in enumerate(state.seats):
        if seat is not None and seat.kind is SeatKind.BOT and not seat.commitment:
            return bot_seat(state.game, number)
    return None


def _lock(state: Lobby) -> Command | None:
    is_full = all(seat is not None and seat.commitment for seat in state.seats)
    return LockSeats() if is_full and is_start_wanted(state) else None


def _reveal(state: Lobby) -> Command | None:
    for number in unrevealed_seats(state):
        seat = state.seats[number]
        if seat is not None and seat.kind is SeatKind.BOT:
            return RevealEntropy(seat=number, entropy=b64url(bot_entropy(state.game, number)))
    return None


def _deal(state: Lobby) -> Command | None:
    return None if unrevealed_seats(state) else DealCards()
