"""What the commitments demand of an event, whatever the rules say.

The faces themselves are compared in `replay`: with a secret that opens, the rules answer with them.
"""

from polemos.audit.findings import Code, Fault
from polemos.audit.reveals import is_public, opens
from polemos.rules.events import Event, GameEnded, GameOpened, SeatKind, SeatReleased, SeatTaken
from polemos.rules.state import Ended, Lobby, Playing, State, Unopened


def check_public(state: State, event: Event) -> None:
    """Check a bot's commitment, and a secret against the commitment that it must open.

    Raises:
        Fault: a bot has entropy of its own, or the secret opens nothing.
    """
    match event:
        case SeatTaken(kind=SeatKind.BOT):
            _check_bot(state, event)
        case SeatReleased(secret=str(secret)) | GameEnded(secret=secret):
            _check_secret(state, secret)
        case _:
            pass


def _check_bot(state: State, event: SeatTaken) -> None:
    if isinstance(state, Lobby) and not is_public(state.game, event.seat, event.commitment):
        raise Fault(
            Code.BOT_NOT_PUBLIC,
            f"The bot on seat {event.seat} did not commit to a bot's public entropy.",
        )


def _check_secret(state: State, secret: str) -> None:
    match state:
        case Lobby(game=game, opening=opening, commitment=commitment):
            _check_opens(opening, game, commitment, secret)
        case Playing(setup=setup):
            _check_opens(setup.opening, setup.game, setup.commitment, secret)
        case Unopened() | Ended():
            pass


def _check_opens(opening: GameOpened, game: str, commitment: str, secret: str) -> None:
    if not opens(opening.deal, game, secret, commitment):
        raise Fault(
            Code.SECRET_UNOPENED,
            f"The revealed secret does not open the commitment {commitment} of the {opening.deal} "
            "deal, so no card can be derived from it.",
        )
