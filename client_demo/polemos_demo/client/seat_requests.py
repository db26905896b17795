"""What a seat and its person ask for, by all that is known. Pure.

Rules that this file keeps:
1. Entropy is revealed only for the seat's own commitment of the present attempt, and only after the
   events have locked it.
2. The key goes into no request.
3. On a new connection the seat is asked for before anything else that it is needed for.
"""

from collections.abc import Iterator

from polemos.wire.requests import (
    AnyRequest,
    ChangeName,
    LeaveSeat,
    Rematch,
    ResumeSeat,
    RevealEntropy,
    TakeSeat,
    TurnCard,
)
from polemos_demo.client import following as followed
from polemos_demo.client.asking import NO_ID
from polemos_demo.client.seat_state import Hold, Playing, awaited_card, candidate


def wanted(playing: Playing) -> Iterator[AnyRequest]:
    """Say what the seat and its person need now."""
    if playing.hold is Hold.UNASKED and playing.may_hold:
        secret = playing.player.secrets.seat_secret
        yield ResumeSeat(id=NO_ID, room=playing.player.room, seat_secret=secret)
    yield from followed.wanted(playing.following)
    if playing.hold is Hold.UNASKED or not playing.following.is_current:
        return
    yield from _wanted_for_the_deal(playing)
    if playing.hold is Hold.HELD:
        yield from _wanted_by_the_person(playing)


def _wanted_for_the_deal(playing: Playing) -> Iterator[AnyRequest]:
    facts, game = playing.following.facts, playing.following.cursor.game
    seat = candidate(playing) if playing.seat is None else playing.seat
    if seat is None or game is None or facts.commitment is None or facts.is_over:
        return
    player = playing.player
    commitment = player.secrets.commit(game, seat, facts.commitment)
    holder = facts.holder(seat)
    is_ours = holder is not None and holder.commitment == commitment
    if facts.is_lobby and not (is_ours and playing.hold is Hold.HELD):
        yield TakeSeat(
            id=NO_ID,
            game=game,
            seat=seat,
            seat_secret=player.secrets.seat_secret,
            commitment=commitment,
            invite_secret=player.ticket.invite_secret,
            player_secret=player.player_secret,
            name=player.name,
        )
    is_to_reveal = facts.is_locked and not facts.is_dealt and seat not in facts.revealed
    if is_to_reveal and is_ours and playing.hold is Hold.HELD:
        entropy = player.secrets.entropy(game, facts.commitment)
        yield RevealEntropy(id=NO_ID, room=player.room, entropy=entropy)


def _wanted_by_the_person(playing: Playing) -> Iterator[AnyRequest]:
    room, game = playing.player.room, playing.following.cursor.game
    if playing.player.name is not None and not playing.is_named:
        yield ChangeName(id=NO_ID, room=room, name=playing.player.name)
    if playing.pressed is not None and playing.pressed == awaited_card(playing):
        number, step = playing.pressed
        yield TurnCard(id=NO_ID, room=room, round=number, step=step)
    if playing.wants_rematch and game is not None:
        yield Rematch(id=NO_ID, game=game)
    if playing.wants_leave:
        yield LeaveSeat(id=NO_ID, room=room)
