"""Which command an event answers, so that the rules can be asked again."""

from typing import assert_never

from polemos.rules.commands import (
    ChangeTempo,
    Command,
    DealCards,
    EndGame,
    LockSeats,
    OpenGame,
    PauseAutoplay,
    PlayBeat,
    ReleaseSeat,
    RevealEntropy,
    StartAutoplay,
    TakeSeat,
)
from polemos.rules.decide import ENDS_BY_COMMAND
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    CardHidden,
    CardsDealt,
    EntropyRevealed,
    Event,
    GameEnded,
    GameOpened,
    PileReturned,
    SeatEliminated,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
    TempoChanged,
    TieDeclared,
)


def command_of(event: Event) -> Command:
    """Tell which command can have led to an event."""
    match event:
        case CardFlipped() | TieDeclared() | CardHidden() | PileReturned() | SeatEliminated():
            return PlayBeat()
        case GameEnded(reason=reason):
            return EndGame(reason=reason) if reason in ENDS_BY_COMMAND else PlayBeat()
        case AutoplayStarted():
            return StartAutoplay()
        case AutoplayPaused():
            return PauseAutoplay()
        case TempoChanged(tempo=tempo):
            return ChangeTempo(tempo=tempo)
        case _:
            return _lobby_command_of(event)


def _lobby_command_of(
    event: GameOpened | SeatTaken | SeatReleased | SeatsLocked | EntropyRevealed | CardsDealt,
) -> Command:
    match event:
        case GameOpened():
            return OpenGame(
                rules=event.rules,
                rules_digest=event.rules_digest,
                deal=event.deal,
                commitment=event.commitment,
                tempo=event.tempo,
                opened_by=event.opened_by,
            )
        case SeatTaken():
            return TakeSeat(
                seat=event.seat,
                kind=event.kind,
                player=event.player,
                commitment=event.commitment,
            )
        case SeatReleased():
            return ReleaseSeat(seat=event.seat, reason=event.reason, commitment=event.commitment)
        case SeatsLocked():
            return LockSeats()
        case EntropyRevealed():
            return RevealEntropy(seat=event.seat, entropy=event.entropy)
        case CardsDealt():
            return DealCards()
        case _:
            assert_never(event)
