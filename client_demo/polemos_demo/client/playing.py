"""Plays one seat: takes it, commits, reveals, turns cards, goes along with a rematch. Pure.

What is asked for follows from what is known (`seat_requests`), so a push that comes twice asks for
nothing twice.
"""

from dataclasses import replace

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
from polemos_demo.client import following as followed
from polemos_demo.client.answers import Accepted, Answer, Refused
from polemos_demo.client.asking import ask, repeatable, unnumbered, waited
from polemos_demo.client.conversation import (
    Connected,
    Due,
    Early,
    Ending,
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
    refused,
    taken_over,
)
from polemos_demo.client.following import Heard
from polemos_demo.client.seat_requests import wanted
from polemos_demo.client.seat_state import Hold, Playing, awaited_card, candidate

_SEAT_GONE = (RuleCode.SEAT_IS_TAKEN, WireCode.SEAT_IS_RESERVED, RuleCode.SEAT_UNKNOWN)
"""Refusals of a seat after which another one may do."""

_SEAT_LOST = (WireCode.WRONG_SECRET, WireCode.SEATED_ALREADY, RuleCode.SEAT_IS_TAKEN)
"""Refusals after which the seat that was held is somebody else's."""


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


# What comes in.


def _take_in(
    playing: Playing, happening: Happening, heard: Heard
) -> tuple[Playing, tuple[Update, ...]]:
    match happening:
        case Connected():
            hold = Hold.UNASKED if playing.may_hold else Hold.NOT_HELD
            return replace(playing, hold=hold, shown_again_for=None, due=None), ()
        case Wished(wish=wish):
            return _hear_wish(playing, wish)
        case Pushed(push={"type": "bye", "code": WireCode.SEAT_TAKEN_OVER, "sentence": sentence}):
            return playing, (taken_over(str(sentence)),)
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
                return playing, (refused(answer),)
            # The server never got the request for the seat, or has released it meanwhile: the
            # events tell, and the invitation may open it again.
            return replace(playing, hold=Hold.NOT_HELD, may_hold=False), ()
        case (TakeSeat(), Refused()):
            return _miss(playing, request, answer)
        case (_, Refused(code=WireCode.NOT_SEATED)) if not _was_shown_for(playing, request):
            return _show_again(playing, request), ()
        case (RevealEntropy(), Refused(retry=Retry.NEVER)):
            return playing, _told(answer)
        case _ if isinstance(answer, Refused) and _is_repeated(answer):
            return playing, ()
        case _:
            return _hear_answer_to_person(playing, request, answer)


def _show_again(playing: Playing, request: AnyRequest) -> Playing:
    """Have the seat's secret shown once more, and then the request sent again.

    A seat is lost without its connection where its room has moved to another server that has not
    heard of it.
    """
    following = playing.following
    asked = repeatable(following.asked, ResumeSeat, type(request))
    return replace(
        playing,
        following=replace(following, asked=asked),
        hold=Hold.UNASKED,
        shown_again_for=unnumbered(request),
    )


def _was_shown_for(playing: Playing, request: AnyRequest) -> bool:
    return playing.shown_again_for == unnumbered(request)


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
            ended = (Finished(ending=Ending.GIVEN_UP),)
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
    playing: Playing, request: TakeSeat, answer: Refused
) -> tuple[Playing, tuple[Update, ...]]:
    """Do without a seat that was refused: take another one, wait, or give up."""
    if playing.seat is None and answer.code in _SEAT_GONE:
        # Another seat is asked for at once, whenever this one may be free.
        following = playing.following
        following = replace(following, asked=waited(following.asked, request.id))
        passed_over = playing.passed_over | {request.seat}
        return replace(playing, following=following, passed_over=passed_over), ()
    if playing.seat is None and answer.retry is Retry.NEVER:
        return playing, (refused(answer),)
    if playing.seat is not None and answer.code in _SEAT_LOST:
        return playing, (refused(answer),)
    return playing, _told(answer) if answer.retry is Retry.NEVER else ()


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
        return (_lost(playing, seat),)
    is_rematch_near = playing.wants_rematch or playing.is_rematch_coming
    if facts.is_over and playing.is_mute and not is_rematch_near:
        return (Finished(ending=Ending.OVER),)
    return ()


def _lost(playing: Playing, seat: int) -> Finished:
    if playing.wants_leave:
        return Finished(ending=Ending.GIVEN_UP)
    is_removed = playing.following.facts.release_of(seat) is ReleaseReason.REMOVED
    return Finished(ending=Ending.REMOVED if is_removed else Ending.RELEASED, seat=seat)


def _finish_unseated(playing: Playing) -> tuple[Finished, ...]:
    facts = playing.following.facts
    is_waiting = playing.following.asked.is_waiting(TakeSeat)
    if is_waiting or facts.players == 0:
        return ()
    if facts.is_over:
        return (Finished(ending=Ending.TOO_LATE),)
    if facts.is_dealt or candidate(playing) is None:
        return (Finished(ending=Ending.NO_SEAT),)
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
    if not isinstance(answer, Refused):
        return ()
    return (Told(code=answer.code, sentence=answer.sentence),)
