"""The read model of rooms: series of games by the same company. Pure."""

from dataclasses import dataclass, replace

from polemos.projections.games import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """One room.

    Args:
        room: the public id.
        games: how many were opened.
        latest_game: the newest one.
        opened_at: Unix milliseconds of its first game.
        latest_opened_at: Unix milliseconds of its newest game.
    """

    room: str
    games: int
    latest_game: str
    opened_at: int
    latest_opened_at: int


def fold_room(room: Room | None, game: Game) -> Room:
    """Give a room's row after a game was opened in it."""
    if room is None:
        return Room(
            room=game.room,
            games=1,
            latest_game=game.game,
            opened_at=game.opened_at,
            latest_opened_at=game.opened_at,
        )
    return replace(
        room, games=room.games + 1, latest_game=game.game, latest_opened_at=game.opened_at
    )
