"""Real games as stored lines, and appends of them: what the tests of the log feed to a store."""

from collections.abc import Iterator
from itertools import chain as joined
from itertools import repeat

from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret, commit_seed
from polemos.fairness.dealers import Fair, Seeded
from polemos.log.canonical import encode
from polemos.log.store import Append
from polemos.rules.commands import (
    Command,
    DealCards,
    LockSeats,
    OpenGame,
    PlayBeat,
    RevealEntropy,
    StartAutoplay,
    TakeSeat,
)
from polemos.rules.decide import decide
from polemos.rules.encoding import b64url, digest, rules_digest
from polemos.rules.events import CardHidden, DealScheme, Event, GameEnded, SeatKind, Tempo
from polemos.rules.evolve import evolve
from polemos.rules.presets import rule_set
from polemos.rules.state import initial_state

OPENED_AT_MS = 1_790_000_000_000


def opening(
    game: str, preset: str, players: int, *, secret: bytes, seed: str | None, people: dict[int, str]
) -> Iterator[Command]:
    """Open, seat and deal a game; `people` are the seats that are human, with their players."""
    rules = rule_set(preset, players)
    deal = DealScheme.FAIR if seed is None else DealScheme.SEEDED
    commitment = commit_secret(game, secret) if seed is None else commit_seed(game, seed)
    yield OpenGame(
        rules=rules,
        rules_digest=rules_digest(rules),
        deal=deal,
        commitment=commitment,
        tempo=Tempo.TWO,
        opened_by="",
    )
    entropies = [bot_entropy(game, seat) for seat in range(players)]
    for seat, entropy in enumerate(entropies):
        kind = SeatKind.HUMAN if seat in people else SeatKind.BOT
        player = people.get(seat, "bot")
        commitment = commit_seat(game, seat, entropy)
        yield TakeSeat(seat=seat, kind=kind, player=player, commitment=commitment)
    yield LockSeats()
    for seat, entropy in enumerate(entropies):
        yield RevealEntropy(seat=seat, entropy=b64url(entropy))
    yield DealCards()
    yield StartAutoplay()


def beats(
    game: str,
    preset: str = "war",
    players: int = 2,
    *,
    secret: bytes = bytes(32),
    seed: str | None = None,
    people: dict[int, str] | None = None,
    commands: tuple[Command, ...] = (),
    beats_max: int = 1_000_000,
) -> Iterator[tuple[Event, ...]]:
    """Play a game to its end; each item is what one command caused.

    `commands` follow the deal, before the first beat.
    """
    state = initial_state(game, Fair((secret,)) if seed is None else Seeded(seed))

    def follow(command: Command) -> tuple[Event, ...]:
        nonlocal state
        events = decide(state, command)
        for event in events:
            state = evolve(state, event)
        return events

    lobby = opening(game, preset, players, secret=secret, seed=seed, people=people or {})
    for command in joined(lobby, commands, repeat(PlayBeat(), beats_max)):
        events = follow(command)
        yield events
        if isinstance(events[-1], GameEnded):
            return


def chain(
    game: str, groups: Iterator[tuple[Event, ...]], *, at: int = OPENED_AT_MS, beat_ms: int = 500
) -> Iterator[Append]:
    """Turn events into appends, one a group, chained from the beginning of the game."""
    seq, head = 0, ""
    for number, group in enumerate(groups):
        expected_seq, lines = seq, []
        for event in group:
            seq += 1
            lines.append(encode(event, game=game, seq=seq, at=at, prev=head))
            head = digest(lines[-1])
        at += beat_ms
        yield Append(
            command_id=f"{game}/{number}",
            game=game,
            expected_seq=expected_seq,
            lines=tuple(lines),
            types=tuple(type(event).__name__ for event in group),
            head=head,
        )


def played(game: str, preset: str = "war", players: int = 2, **options) -> list[Append]:
    """Play a whole game and give its appends."""
    return list(chain(game, beats(game, preset, players, **options)))


def lines_of(appends: list[Append]) -> list[bytes]:
    """Join the lines of appends."""
    return [line for append in appends for line in append.lines]


def laid_cards(
    game: str, count: int, *, expected_seq: int = 0, head: str = "", name: str = ""
) -> Append:
    """Append `count` cards that nobody will judge: for tests that only store and read."""
    event = CardHidden(round=1, step=1, seat=0)
    seq, lines = expected_seq, []
    for _ in range(count):
        seq += 1
        lines.append(encode(event, game=game, seq=seq, at=OPENED_AT_MS, prev=head))
        head = digest(lines[-1])
    return Append(
        command_id=name or f"{game}/{expected_seq}",
        game=game,
        expected_seq=expected_seq,
        lines=tuple(lines),
        types=("CardHidden",) * count,
        head=head,
    )
