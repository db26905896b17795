"""Folds events into the rows of all read models, wherever those are kept."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from polemos.log.entries import Entry
from polemos.log.store import StoreCorrupt
from polemos.projections.games import Game, fold_game, open_game
from polemos.projections.player_games import PlayerGame, player_games
from polemos.projections.player_statistics import (
    PlayerStatistics,
    counted_players,
    fold_statistics,
)
from polemos.projections.preset_statistics import (
    PresetStatistics,
    counts_for_preset,
    fold_preset,
)
from polemos.projections.results import Result, result_of
from polemos.projections.rooms import Room, fold_room
from polemos.projections.views_schema import KEYS, Key, Row
from polemos.rules.events import GameEnded, GameOpened

R = TypeVar("R", Game, Result, Room, PlayerStatistics, PlayerGame, PresetStatistics)


class KeptRows(Protocol):
    """The rows as they were before."""

    def get(self, kind: type[Row], key: Key) -> Row | None:
        """Give a row, or none for one that is not there."""
        ...


def fold_entries(
    kept: KeptRows, entries: Iterable[tuple[int, Entry]]
) -> dict[type[Row], list[Row]]:
    """Fold events, in order, and give the rows that have changed.

    Args:
        kept: the rows before.
        entries: position and event; those that no fold needs may be left out.

    Raises:
        StoreCorrupt: a game has an event before it was opened.
    """
    folding = _Folding(kept)
    for position, entry in entries:
        folding.fold(position, entry)
    return folding.changed()


class _Folding:
    def __init__(self, kept: KeptRows) -> None:
        self._kept = kept
        self._rows: dict[tuple[type[Row], Key], Row] = {}

    def changed(self) -> dict[type[Row], list[Row]]:
        by_kind: dict[type[Row], list[Row]] = {}
        for (kind, _), row in self._rows.items():
            by_kind.setdefault(kind, []).append(row)
        return by_kind

    def fold(self, position: int, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, GameOpened):
            game = open_game(entry, event, position)
            self._put(fold_room(self._get(Room, (game.room,)), game))
        else:
            game = fold_game(self._game(entry.game), entry, position)
        self._put(game)
        if isinstance(event, GameEnded):
            self._end(game, event, position)

    def _end(self, game: Game, ended: GameEnded, position: int) -> None:
        result = result_of(game, ended)
        self._put(result)
        for player in counted_players(game, result):
            self._put(fold_statistics(self._statistics(player, game), game, result))
        for played in player_games(game, position):
            self._put(played)
        if counts_for_preset(game, result):
            self._put(fold_preset(self._preset_statistics(game), game, result))

    def _put(self, row: Row) -> None:
        kind = type(row)
        self._rows[kind, tuple(getattr(row, name) for name in KEYS[kind])] = row

    def _get(self, kind: type[R], key: Key) -> R | None:
        row = self._rows.get((kind, key)) or self._kept.get(kind, key)
        return row if isinstance(row, kind) else None

    def _game(self, game: str) -> Game:
        row = self._get(Game, (game,))
        if row is None:
            raise StoreCorrupt(f"Game {game} has an event before it was opened.")
        return row

    def _statistics(self, player: str, game: Game) -> PlayerStatistics:
        row = self._get(PlayerStatistics, (player, game.preset, str(game.tempo_class)))
        return row or PlayerStatistics(
            player=player, preset=game.preset, tempo_class=game.tempo_class
        )

    def _preset_statistics(self, game: Game) -> PresetStatistics:
        row = self._get(PresetStatistics, (game.preset, game.players))
        return row or PresetStatistics(preset=game.preset, players=game.players)
