"""Plays one seat: takes it, commits, reveals, turns cards, goes along with a rematch. Pure.

Rules that this file keeps:
1. Entropy is revealed only for the seat's own commitment of the present attempt, and only after the
   events have locked it.
2. The key goes into no request.
3. What is asked for follows from what is known, so a push that comes twice asks for nothing twice.
4. On a new connection the seat is asked for before anything else that it is needed for.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from polemos.rules.errors import RuleCode
from polemos.rules.events import ReleaseReason
from polemos.wire.codes import Retry, WireCode
from polemos.wire.pushes import SeatStanding
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
from polemos_demo.terminal import following as followed
from polemos_demo.terminal.addresses import Ticket
from polemos_demo.terminal.answers import Accepted, Answer, Refused
from polemos_demo.terminal.asking import NO_ID, ask, waited
from polemos_demo.terminal.conversation import (
    Connected,
    Due,
    Early,
    Exit,
    Finished,
    Happening,
    LeaveAsked,
    LeaveDropped,
    Pushed,
    Reaction,
    Rested,
    Seated,
    Told,
    Turned,
    Update,
    Wish,
    Wished,
)
from polemos_demo.terminal.facts import CardPlace
from polemos_demo.terminal.following import Following, Heard
from polemos_demo.terminal.seats import SeatSecrets
from polemos_demo.terminal.telling import GAME_OVER, NO_SEAT, tell_lost_seat

_SEAT_GONE = (RuleCode.SEAT_IS_TAKEN, WireCode.SEAT_IS_RESERVED, RuleCode.SEAT_UNKNOWN)
"""Refusals of a seat after which another one may do."""

_SEAT_LOST = (WireCode.WRONG_SECRET, WireCode.SEATED_ALREADY, RuleCode.SEAT_IS_TAKEN)
"""Refusals after which the seat that was held is somebody else's."""


class Hold(Enum):
    """Whether this connection holds the seat: not yet asked, yes, or no."""

    UNASKED = auto()
    HELD = auto()
    NOT_HELD = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who plays, which never changes.

    Args:
        ticket: the link that lets them play.
        secrets: of their seat, from the ticket or new.
        player_secret: what their public id is derived from, or none where the seat has one.
        name: to be shown, or none.
        wanted_seat: counts from 0, or none for the first free one.
    """

    ticket: Ticket
    secrets: SeatSecrets
    player_secret: str | None = field(default=None, repr=False)
    name: str | None = None
    wanted_seat: int | None = None

    @property
    def room(self) -> str:
        """The room that they play in."""
        return self.ticket.room


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """What a client knows of its seat.

    Args:
        player: whose seat it is.
        following: the game.
        seat: counts from 0, or none before one is held.
        hold: whether this connection holds it.
        may_hold: whether the server may know the seat by its secret.
        is_told: whether the person knows that they sit.
        is_named: whether the server knows the name.
        passed_over: seats that were asked for in vain.
        pressed: the card that the person wants turned.
        due: the card that the person knows to be waited for.
        wants_rematch: whether the person asked for one.
        is_rematch_coming: whether the server agreed to one that is not followed yet.
        is_leave_asked: whether the person must say yes.
        wants_leave: whether the person said yes.
        is_mute: whether no wish will come any more.
    """

    player: Player
    following: Following
    seat: int | None = None
    hold: Hold = Hold.UNASKED
    may_hold: bool = False
    is_told: bool = False
    is_named: bool = False
    passed_over: frozenset[int] = frozenset()
    pressed: CardPlace | None = None
    due: CardPlace | None = None
    wants_rematch: bool = False
    is_rematch_coming: bool = False
    is_leave_asked: bool = False
    wants_leave: bool = False
    is_mute: bool = False


def begin(player: Player) -> Playing:
    """Give the state before the first connection."""
    return Playing(
        player=player,
        following=followed.begin(player.ticket.address),
        may_hold=player.ticket.seat is not None,
    )


def react(playing: Playing, happening: Happening) -> Reaction[Playing]:
    """Take a happening in, and ask for what follows from it."""
    was_over = playing.following.facts.is_over
    heard = followed.hear(playing.following, happening)
    playing, taken_in = _take_in(replace(playing, following=heard.following), happening, heard)
    playing, noticed = _look_around(playing, was_over=was_over)
    updates = (*heard.updates, *taken_in, *noticed)
    if not any(isinstance(update, Finished) for update in updates):
        updates = (*updates, *_finish(playing))
    asked, requests = ask(playing.following.asked, wanted(playing))
    following = replace(playing.following, asked=asked)
    may_hold = playing.may_hold or asked.is_waiting(TakeSeat)
    return Reaction(
        state=replace(playing, following=following, may_hold=may_hold),
        updates=updates,
        requests=requests,
        pauses=heard.pauses,
    )


# What is asked for.


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


def candidate(playing: Playing) -> int | None:
    """Choose a seat to ask for: the wanted one if it is free, else the first free one."""
    free = [seat for seat in playing.following.facts.free_seats if seat not in playing.passed_over]
    wanted_seat = playing.player.wanted_seat
    return wanted_seat if wanted_seat in free else min(free, default=None)


def awaited_card(playing: Playing) -> CardPlace | None:
    """Tell which card of the seat the next beat waits for, if it does."""
    company, seat = playing.following.company, playing.seat
    if company is None or seat is None or company.game != playing.following.cursor.game:
        return None
    member = company.member(seat)
    is_awaited = member is not None and member.is_awaited
    is_new = playing.following.is_company_new and not playing.following.facts.is_over
    return playing.following.facts.next_card if is_awaited and is_new else None


# What comes in.


def _take_in(
    playing: Playing, happening: Happening, heard: Heard
) -> tuple[Playing, tuple[Update, ...]]:
    match happening:
        case Connected():
            hold = Hold.UNASKED if playing.may_hold else Hold.NOT_HELD
            return replace(playing, hold=hold, due=None), ()
        case Wished(wish=wish):
            return _hear_wish(playing, wish)
        case Pushed(push={"type": "bye", "code": WireCode.SEAT_TAKEN_OVER, "sentence": sentence}):
            return playing, (Finished(code=Exit.TAKEN_OVER, sentence=str(sentence)),)
        case _ if heard.request is not None and heard.answer is not None:
            return _hear_answer(playing, heard.request, heard.answer)
        case _:
            return playing, ()


def _hear_wish(playing: Playing, wish: Wish) -> tuple[Playing, tuple[Update, ...]]:
    if playing.is_leave_asked and wish is not Wish.NOTHING_MORE:
        is_sure = wish is Wish.YES
        answered = replace(playing, is_leave_asked=False, wants_leave=is_sure)
        return answered, () if is_sure else (LeaveDropped(),)
    match wish:
        case Wish.TURN:
            card = awaited_card(playing)
            return replace(playing, pressed=card), (Early(wish=wish),) if card is None else ()
        case Wish.REMATCH:
            is_over = playing.following.facts.is_over
            told = () if is_over else (Early(wish=wish),)
            return replace(playing, wants_rematch=is_over), told
        case Wish.LEAVE if playing.seat is not None:
            return replace(playing, is_leave_asked=True), (LeaveAsked(seat=playing.seat),)
        case Wish.NOTHING_MORE:
            return replace(playing, is_mute=True), ()
        case _:
            return playing, ()


def _hear_answer(
    playing: Playing, request: AnyRequest, answer: Answer
) -> tuple[Playing, tuple[Update, ...]]:
    match request, answer:
        case (ResumeSeat() | TakeSeat(), Accepted()):
            return _sit(playing, request, answer)
        case (ResumeSeat(), Refused(retry=Retry.NEVER)):
            if playing.player.ticket.invite_secret is None:
                return playing, (_refused(answer),)
            # The server never got the request for the seat, or has released it meanwhile: the
            # events tell, and the invitation may open it again.
            return replace(playing, hold=Hold.NOT_HELD, may_hold=False), ()
        case (TakeSeat(), Refused()):
            return _miss(playing, request, answer)
        case (RevealEntropy(), Refused(retry=Retry.NEVER)):
            return playing, _told(answer)
        case _ if isinstance(answer, Refused) and _is_repeated(answer):
            return playing, ()
        case _:
            return _hear_answer_to_person(playing, request, answer)


def _hear_answer_to_person(
    playing: Playing, request: AnyRequest, answer: Answer
) -> tuple[Playing, tuple[Update, ...]]:
    """Take in the answer to what the person wished for; a refusal ends the wish."""
    is_accepted, told = isinstance(answer, Accepted), _told(answer)
    match request:
        case TurnCard() if is_accepted:
            place = (request.round, request.step)
            return replace(playing, pressed=None), (Turned(place=place),)
        case TurnCard() if isinstance(answer, Refused) and answer.retry is Retry.NEVER:
            return replace(playing, pressed=None), told
        case Rematch():
            return replace(playing, wants_rematch=False, is_rematch_coming=is_accepted), told
        case LeaveSeat():
            ended = (Finished(code=Exit.DONE),)
            return (playing, ended) if is_accepted else (replace(playing, wants_leave=False), told)
        case ChangeName():
            return replace(playing, is_named=True), told
        case _:
            return playing, ()


def _sit(
    playing: Playing, request: ResumeSeat | TakeSeat, answer: Accepted
) -> tuple[Playing, tuple[Update, ...]]:
    seat, is_new = answer.seat, isinstance(request, TakeSeat)
    if seat is None:
        return playing, ()
    seated = Seated(
        seat=seat,
        is_new=playing.player.ticket.seat is None,
        wanted=playing.player.wanted_seat if playing.player.wanted_seat != seat else None,
    )
    updates = () if playing.is_told else (seated,)
    is_named = playing.is_named or is_new
    return replace(playing, seat=seat, hold=Hold.HELD, is_told=True, is_named=is_named), updates


def _miss(
    playing: Playing, request: TakeSeat, refused: Refused
) -> tuple[Playing, tuple[Update, ...]]:
    """Do without a seat that was refused: take another one, wait, or give up."""
    if playing.seat is None and refused.code in _SEAT_GONE:
        # Another seat is asked for at once, whenever this one may be free.
        following = playing.following
        following = replace(following, asked=waited(following.asked, request.id))
        passed_over = playing.passed_over | {request.seat}
        return replace(playing, following=following, passed_over=passed_over), ()
    if playing.seat is None and refused.retry is Retry.NEVER:
        return playing, (_refused(refused),)
    if playing.seat is not None and refused.code in _SEAT_LOST:
        return playing, (_refused(refused),)
    return playing, _told(refused) if refused.retry is Retry.NEVER else ()


def _look_around(playing: Playing, *, was_over: bool) -> tuple[Playing, tuple[Update, ...]]:
    """Notice what follows from the state as a whole."""
    card, facts = awaited_card(playing), playing.following.facts
    updates: list[Update] = []
    if card is not None and card != playing.due:
        updates.append(Due(place=card))
    if facts.is_over and not was_over and not playing.is_mute:
        updates.append(Rested())
    pressed = playing.pressed if playing.pressed == facts.next_card else None
    is_coming = playing.is_rematch_coming and facts.is_over
    noticed = replace(playing, due=card, pressed=pressed, is_rematch_coming=is_coming)
    return noticed, tuple(updates)


# What ends it.


def _finish(playing: Playing) -> tuple[Finished, ...]:
    if not playing.following.is_current:
        return ()
    facts, seat = playing.following.facts, playing.seat
    if playing.hold is Hold.NOT_HELD and seat is None:
        return _finish_unseated(playing)
    if seat is not None and _is_given_up(playing, seat):
        if playing.wants_leave:
            return (Finished(code=Exit.DONE),)
        sentence = tell_lost_seat(seat, facts.release_of(seat))
        return (Finished(code=Exit.REFUSED, sentence=sentence),)
    is_rematch_near = playing.wants_rematch or playing.is_rematch_coming
    if facts.is_over and playing.is_mute and not is_rematch_near:
        return (Finished(code=Exit.DONE),)
    return ()


def _finish_unseated(playing: Playing) -> tuple[Finished, ...]:
    facts = playing.following.facts
    is_waiting = playing.following.asked.is_waiting(TakeSeat)
    if is_waiting or facts.players == 0:
        return ()
    if facts.is_over:
        return (Finished(code=Exit.REFUSED, sentence=GAME_OVER),)
    if facts.is_dealt or candidate(playing) is None:
        return (Finished(code=Exit.REFUSED, sentence=NO_SEAT),)
    return ()


def _is_given_up(playing: Playing, seat: int) -> bool:
    """Whether the seat was left from elsewhere, or the host removed its holder."""
    following = playing.following
    if following.facts.is_lobby and not following.asked.is_waiting(TakeSeat):
        return following.facts.release_of(seat) in (ReleaseReason.LEFT, ReleaseReason.REMOVED)
    if playing.hold is Hold.NOT_HELD:
        return following.facts.is_dealt or following.facts.is_over
    company = following.company
    member = None if company is None or not following.facts.is_dealt else company.member(seat)
    return member is not None and member.standing is SeatStanding.LEFT


def _is_repeated(refused: Refused) -> bool:
    """Whether the same request will be sent again by itself."""
    return refused.retry in (Retry.AFTER_A_WHILE, Retry.ON_A_NEW_CONNECTION)


def _told(answer: Answer) -> tuple[Told, ...]:
    return (Told(sentence=answer.sentence),) if isinstance(answer, Refused) else ()


def _refused(answer: Refused) -> Finished:
    return Finished(code=Exit.REFUSED, sentence=answer.sentence)
