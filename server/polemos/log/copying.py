"""Copies a log and its vault from one place to another, event by event and byte by byte.

Rules that this file keeps:
1. The target is always a prefix of the source, in the order of the whole log. So whatever stops a
   copy, it goes on after the target's last position.
2. No event arrives that does not follow from the one before it in its game: each line is decoded,
   and its seq and its `prev` are held against what the target has.
3. Secrets arrive before the events that commit to them, as they were kept before those.
4. Nothing is held in memory but a page of events and the vault.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from polemos.log.chain import linked
from polemos.log.requests import ends_game
from polemos.log.store import (
    Append,
    Appended,
    EventStore,
    GameHead,
    LogEntry,
    StoreCorrupt,
    StoreError,
)
from polemos.log.vault import Vault
from polemos.log.vault_contents import VaultContents

EVENTS_A_BATCH = 1_000
GAMES_A_PAGE = 1_000
PROBES = 100
"""Positions at which the two logs are compared before a copy goes on, evenly over the target."""


class Diverged(StoreError):  # noqa: N818  what has become of the two logs
    """The target holds something that the source does not."""

    def __init__(self, difference: str) -> None:
        super().__init__(difference)
        self.difference = difference

    def __str__(self) -> str:
        return (
            f"The target is no copy of the source: {self.difference}. Nothing of it was changed; "
            "name an empty target."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A log and its vault.

    Args:
        events: the log.
        vault: the vault.
    """

    events: EventStore
    vault: Vault


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """How far a copy has come.

    Args:
        start: the target's last position before it.
        position: the target's last position now.
        end: the source's last position when the copy began.
        kept: what the target's vault keeps; the secrets of a game count as one.
    """

    start: int
    position: int
    end: int
    kept: int


def copy(source: Place, target: Place, *, events_a_batch: int = EVENTS_A_BATCH) -> Iterator[Copied]:
    """Bring a target level with its source, as that is when the copy begins.

    Args:
        source: is only read; servers may write to it meanwhile.
        target: is written by this copy alone.
        events_a_batch: events in one transaction.

    Yields:
        How far it has come: at the beginning, and after each batch, which is durable then.

    Raises:
        Diverged: the target has something else; nothing was changed.
        StoreCorrupt: the source is damaged; the events before the damage may have been copied.
        StoreError: one of the two failed, or somebody else writes to the target.
    """
    position = _refuse_other(source.events, target.events)
    contents, end = _at_one_moment(source)
    target.vault.replace(contents)
    yield (copied := Copied(start=position, position=position, end=end, kept=contents.count))
    while copied.position < end:
        entries = _read(source.events, copied.position, min(events_a_batch, end - copied.position))
        requests = _requests(source.events, target.events, entries)
        _append(target.events, requests, copied.position)
        yield (
            copied := Copied(
                start=position,
                position=entries[-1].position,
                end=end,
                kept=contents.count,
            )
        )


def _refuse_other(source: EventStore, target: EventStore) -> int:
    """Check that the target is a prefix of the source, and tell where it ends.

    Its games must end in events of the source. As each of those names the hash of the one before
    it, the events before them are the same, too. That they lie in the same order is probed, which
    finds any log that was made by something else than a copy.
    """
    position, end = target.last_position(), source.last_position()
    if position > end:
        raise Diverged(f"it has {position} events, and the source has {end}")
    for probe in range(position, 0, -max(1, position // PROBES)):
        if target.read(probe - 1, events_max=1) != source.read(probe - 1, events_max=1):
            raise Diverged(f"its event at position {probe} is another one")
    game, count = "", 0
    while page := target.games(game, games_max=GAMES_A_PAGE):
        known = {head.game: head for head in source.heads([head.game for head in page])}
        for head in page:
            if head != known.get(head.game):
                _refuse_other_game(source, target, head)
            count += head.seq
        game = page[-1].game
    if count != position:
        raise StoreCorrupt(
            f"The target's games have {count} events and its log has {position}: it is damaged; "
            "name an empty target."
        )
    return position


def _refuse_other_game(source: EventStore, target: EventStore, head: GameHead) -> None:
    """Compare a game's last event, where the source has gone on."""
    lines = target.load(head.game, head.seq - 1, events_max=1)
    if not lines or lines != source.load(head.game, head.seq - 1, events_max=1):
        raise Diverged(f"event {head.seq} of its game {head.game} is not in the source")


def _at_one_moment(source: Place) -> tuple[VaultContents, int]:
    """Read the vault, and where the log ends for which it has every secret.

    A server may open games meanwhile, whose secrets come first, and end games, whose secrets go
    last: so the secrets of before the look at the log count with those of after it. Lost is only
    the secret of a game that opens and ends between the two looks at the vault.
    """
    earlier = source.vault.contents()
    end = source.events.last_position()
    return source.vault.contents().with_secrets_of(earlier), end


def _read(source: EventStore, position: int, events_max: int) -> list[LogEntry]:
    """Read the next events, and where one is missing tell which."""
    try:
        entries = source.read(position, events_max=events_max)
    except StoreCorrupt:
        # The store names the page; a reading of one event after the other names the place.
        while entries := source.read(position, events_max=1):
            position = entries[-1].position
        raise
    if not entries:
        raise StoreCorrupt(
            f"The source ends at position {position} and says that it goes on: take its backup."
        )
    return entries


def _append(target: EventStore, requests: Sequence[Append], position: int) -> None:
    """Append requests so that their events have the positions from after `position` on."""
    for request, result in zip(requests, target.append(requests), strict=True):
        position += len(request.lines)
        if not isinstance(result, Appended) or result.position != position:
            raise StoreError(
                f"Somebody else writes to the target, where event {request.expected_seq + 1} of "
                f"game {request.game} was to come: stop its servers and name an empty target."
            )


def _requests(source: EventStore, target: EventStore, entries: Sequence[LogEntry]) -> list[Append]:
    """Turn a page of the source into appends, verified against what is before and after it."""
    heads = _heads(target, entries)
    requests: list[Append] = []
    for game, run in groupby(entries, key=lambda entry: entry.game):
        request = _request(heads[game], list(run))
        heads[game] = GameHead(
            game=game,
            seq=request.expected_seq + len(request.lines),
            head=request.head,
            is_ended=ends_game(request),
        )
        requests.append(request)
    # Asked after the events were read, so where a game has not gone on its last one is among them.
    for end in source.heads([*heads]):
        if end.seq <= heads[end.game].seq and end != heads[end.game]:
            raise StoreCorrupt(
                f"Event {heads[end.game].seq} of game {end.game} is not the one that its log "
                "says the game ends with: it was changed or damaged; take its backup."
            )
    return requests


def _heads(target: EventStore, entries: Sequence[LogEntry]) -> dict[str, GameHead]:
    games = {entry.game for entry in entries}
    heads = {game: GameHead(game=game, seq=0, head="", is_ended=False) for game in games}
    return heads | {head.game: head for head in target.heads([*games])}


def _request(head: GameHead, run: Sequence[LogEntry]) -> Append:
    """Verify events of one game that follow each other in the log.

    Raises:
        StoreCorrupt: one does not follow from the event before it; it is named.
    """
    game, types, last = head.game, [], head.head
    for entry, (event, line_hash) in zip(
        run,
        linked((entry.line for entry in run), game=game, seq=head.seq, head=head.head),
        strict=True,
    ):
        if entry.seq != event.seq:
            raise StoreCorrupt(
                f"Event {event.seq} of game {game} is filed as its event {entry.seq}: "
                "the log was changed or damaged; take its backup."
            )
        types.append(type(event.event).__name__)
        last = line_hash
    return Append(
        command_id=f"copy/{run[0].position}",
        game=game,
        expected_seq=head.seq,
        lines=tuple(entry.line for entry in run),
        types=tuple(types),
        head=last,
    )
