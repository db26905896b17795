"""The names of rooms and games: a game is the n-th of its room, `<room>-<n>`, n from 1.

Everything that reads a name takes it from here, except the audit, which writes the whole form of a
line down a second time on purpose.
"""

ROOM_PATTERN = r"[a-z0-9]{1,32}"
"""What a room's id is, in full. The rooms of a server are narrower: ten letters of base32."""

GAME_PATTERN = rf"{ROOM_PATTERN}-[1-9][0-9]{{0,8}}"
"""What a game's id is, in full."""


def room_of(game: str) -> str:
    """Tell the room of a game.

    Args:
        game: an id that matches `GAME_PATTERN`.
    """
    return game.rpartition("-")[0]


def number_of(game: str) -> int:
    """Tell which game of its room a game is, counting from 1.

    Args:
        game: an id that matches `GAME_PATTERN`.
    """
    return int(game.rpartition("-")[2])
