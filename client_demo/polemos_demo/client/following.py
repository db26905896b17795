"""Follows a game, and a room from game to game: what a push brings and what to ask for. Pure.

`hear` is shared with `playing`; `react` is the whole of what a spectator's client does.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from polemos.wire.requests import AnyRequest, Unwatch, Watch
from polemos_demo.client.addresses import Address
from polemos_demo.client.answers import Accepted, Answer, Refused, answer_of
from polemos_demo.client.asking import (
    NO_ID,
    Asked,
    answered,
    ask,
    changed,
    reconnected,
    waited,
)
from polemos_demo.client.company import Company, company_of
from polemos_demo.client.conversation import (
    Connected,
    Counted,
    Ending,
    Finished,
    Followed,
    Happening,
    Joined,
    Met,
    Moved,
    Pause,
    Pushed,
    Reaction,
    Requested,
    Restarted,
    Rested,
    Update,
    Waited,
    Wished,
    refused,
)
from polemos_demo.client.cursor import Cursor, Step, advance
from polemos_demo.client.facts import Facts, facts_of, learn


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """What a client knows of what it follows.

    Args:
        address: what to follow; a room is followed from game to game.
        cursor: what is held of the game.
        facts: what its events told.
        company: the people of its room, or none before they were told.
        is_company_new: whether they were told on this connection.
        is_watching: whether this connection watches the game.
        known_seq: events that the game is known to have; before they are here, what is held is
            the past.
        former_game: a game that is not to be watched any more, or none.
        asked: the requests on their way.
    """

    address: Address
    cursor: Cursor
    facts: Facts = field(default_factory=Facts)
    company: Company | None = None
    is_company_new: bool = False
    is_watching: bool = False
    known_seq: int = 0
    former_game: str | None = None
    asked: Asked = field(default_factory=Asked)

    @property
    def is_current(self) -> bool:
        """Whether everything is held that the game is known to have."""
        return self.is_watching and self.cursor.seq >= self.known_seq > 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and nobody is here who might ask for another one."""
        is_followed_on = self.address.room is not None and self.facts.has_people
        is_anybody_here = self.company is not None and self.company.is_anybody_here
        return self.facts.is_over and not (is_followed_on and is_anybody_here)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a happening means for whoever follows.

    Args:
        following: the next state.
        updates: what to show.
        pauses: what to wait for.
        request: the request that was answered, or none.
        answer: its answer, or none.
    """

    following: Following
    updates: tuple[Update, ...] = ()
    pauses: tuple[Pause, ...] = ()
    request: AnyRequest | None = None
    answer: Answer | None = None


def begin(address: Address) -> Following:
    """Give the state before the first connection."""
    return Following(address=address, cursor=Cursor(game=address.game))


def react(following: Following, happening: Happening) -> Reaction[Following]:
    """Follow as a spectator does, until nothing more can come."""
    heard = hear(following, happening)
    was_over, following, updates = following.facts.is_over, heard.following, heard.updates
    is_refused = any(isinstance(update, Finished) for update in updates)
    if following.is_over and not is_refused:
        updates = (*updates, Finished(ending=Ending.OVER))
    elif following.facts.is_over and not was_over:
        updates = (*updates, Rested())
    asked, requests = ask(following.asked, wanted(following))
    return Reaction(
        state=replace(following, asked=asked),
        updates=updates,
        requests=requests,
        pauses=heard.pauses,
    )


def wanted(following: Following) -> Iterable[AnyRequest]:
    """Say what following needs."""
    if following.former_game is not None:
        yield Unwatch(id=NO_ID, game=following.former_game)
    if not following.is_watching:
        cursor, room = following.cursor, following.address.room
        if cursor.game is None:
            yield Watch(id=NO_ID, room=room)
        else:
            yield Watch(id=NO_ID, game=cursor.game, after_seq=cursor.seq)


def hear(following: Following, happening: Happening) -> Heard:
    """Take a happening in."""
    match happening:
        case Connected():
            # A new connection watches nothing.
            asked = reconnected(following.asked)
            joining = replace(
                following, asked=asked, is_watching=False, is_company_new=False, former_game=None
            )
            return Heard(following=joining)
        case Waited(request_id=request_id):
            return Heard(following=replace(following, asked=waited(following.asked, request_id)))
        case Wished() | Requested():
            return Heard(following=following)
        case Pushed(push=push):
            answer = answer_of(push)
            if answer is not None:
                return _hear_answer(following, answer)
            return _move_on(_hear_push(following, push))


def _hear_answer(following: Following, answer: Answer) -> Heard:
    asked, request, pauses = answered(following.asked, answer)
    following = replace(following, asked=asked)
    updates: tuple[Update, ...] = ()
    match request, answer:
        case (Unwatch(), _):
            following = replace(following, former_game=None)
        case (Watch(), Accepted()):
            following = replace(following, is_watching=True)
        case (Watch(), Refused()) if not pauses:
            updates = (refused(answer),)
        case _:
            pass
    if isinstance(answer, Accepted) and answer.game == following.cursor.game:
        following = _know(following, answer.seq or 0)
    return Heard(
        following=following, updates=updates, pauses=pauses, request=request, answer=answer
    )


def _hear_push(following: Following, push: dict[str, Any]) -> Heard:
    match push["type"]:
        case "company":
            company = company_of(push)
            met = replace(
                following,
                company=company,
                is_company_new=True,
                asked=changed(following.asked),
            )
            return Heard(following=met, updates=(Met(company=company),))
        case "audience" if push["game"] == following.cursor.game:
            return Heard(following=following, updates=(Counted(spectators=push["spectators"]),))
        case _:
            return _hear_game(following, push)


def _hear_game(following: Following, push: dict[str, Any]) -> Heard:
    is_welcome = push["type"] == "welcome" and following.cursor.game in (None, push["game"])
    step = advance(following.cursor, push)
    following = _step(following, step)
    updates: list[Update] = []
    if is_welcome:
        following = replace(_know(following, push["seq"]), is_watching=True)
        updates.append(Joined(game=push["game"]))
    if step.is_reset or step.table is not None:
        updates.append(Restarted(table=step.table))
    if step.entries:
        updates.append(Followed(entries=step.entries))
    return Heard(following=following, updates=tuple(updates))


def _step(following: Following, step: Step) -> Following:
    facts = following.facts
    if step.table is not None:
        facts = facts_of(step.table)
    elif step.is_reset:
        facts = Facts()
    for entry in step.entries:
        facts = learn(facts, entry.event)
    is_change = bool(step.entries) or step.table is not None or step.is_behind or step.is_reset
    return replace(
        following,
        cursor=step.cursor,
        facts=facts,
        asked=changed(following.asked) if is_change else following.asked,
        known_seq=0 if step.is_reset else following.known_seq,
        is_watching=following.is_watching and not step.is_behind,
    )


def _know(following: Following, seq: int) -> Following:
    return replace(following, known_seq=max(following.known_seq, seq))


def _move_on(heard: Heard) -> Heard:
    """Follow the room to its next game once the old one has been seen to its end."""
    following = heard.following
    company, game = following.company, following.cursor.game
    if following.address.room is None or company is None or not following.facts.is_over:
        return heard
    if company.game == game:
        return heard
    moved = replace(
        following,
        cursor=Cursor(game=company.game),
        facts=Facts(),
        is_watching=False,
        known_seq=0,
        former_game=game,
    )
    return replace(heard, following=moved, updates=(*heard.updates, Moved(game=company.game)))
