"""The commands that open a game. Pure: ids and secrets are passed in."""

from collections.abc import Iterable, Iterator

from polemos.rooms.game_secrets import GameSecret
from polemos.rooms.lobbies import bot_seat
from polemos.rules.commands import Command, LockSeats, OpenGame
from polemos.rules.encoding import rules_digest
from polemos.rules.events import Tempo
from polemos.rules.rule_set import RuleSet


def opening(
    game: str, rules: RuleSet, secret: GameSecret, *, tempo: Tempo, bots: Iterable[int]
) -> Iterator[Command]:
    """List the commands that open a game and seat its bots.

    With bots on every seat they are followed by the start, and the whole lobby is one append; the
    order of the events is the one that people at several phones cause.

    Args:
        game: the game's id.
        rules: its rules.
        secret: what deals it.
        tempo: for auto-play.
        bots: the seats of the bots, ascending.
    """
    yield OpenGame(
        rules=rules,
        rules_digest=rules_digest(rules),
        deal=secret.deal,
        commitment=secret.commitment(game),
        tempo=tempo,
        opened_by="",
    )
    taken = [bot_seat(game, seat) for seat in bots]
    yield from taken
    if len(taken) == rules.players:
        yield LockSeats()
