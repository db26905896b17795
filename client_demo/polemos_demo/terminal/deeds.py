"""Which key does what on the screen. Pure; the page's replay has the same keys.

Letters stand for themselves, other keys for their names.
"""

from dataclasses import dataclass
from enum import StrEnum


class Deed(StrEnum):
    """What a person at the screen can do."""

    TURN = "turn"
    REMATCH = "rematch"
    LEAVE = "leave"
    LINK = "link"
    TOGGLE = "toggle"
    BEAT_BACK = "beat_back"
    BEAT_ON = "beat_on"
    ROUND_BACK = "round_back"
    ROUND_ON = "round_on"
    TO_START = "to_start"
    TO_END = "to_end"
    SLOWER = "slower"
    FASTER = "faster"
    WAR_ON = "war_on"
    WAR_BACK = "war_back"
    LEAD_ON = "lead_on"
    LEAD_BACK = "lead_back"
    OUT_ON = "out_on"
    OUT_BACK = "out_back"
    GO_TO_ROUND = "go_to_round"
    FOUR_COLOURS = "four_colours"
    HELP = "help"
    QUIT = "quit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """Keys that do the same.

    Args:
        keys: each a letter, or a key's name.
        deed: what they do.
    """

    keys: tuple[str, ...]
    deed: Deed


SEAT_KEYS = (
    Key(keys=("enter", "space"), deed=Deed.TURN),
    Key(keys=("r",), deed=Deed.REMATCH),
    Key(keys=("l",), deed=Deed.LEAVE),
    Key(keys=("k",), deed=Deed.LINK),
)
"""The keys of whoever plays; of those below they lack the ones that these take."""

REPLAY_KEYS = (
    Key(keys=("space", "p"), deed=Deed.TOGGLE),
    Key(keys=("left",), deed=Deed.BEAT_BACK),
    Key(keys=("right",), deed=Deed.BEAT_ON),
    Key(keys=(",", "shift+left", "up"), deed=Deed.ROUND_BACK),
    Key(keys=(".", "shift+right", "down"), deed=Deed.ROUND_ON),
    Key(keys=("home",), deed=Deed.TO_START),
    Key(keys=("end",), deed=Deed.TO_END),
    Key(keys=("[",), deed=Deed.SLOWER),
    Key(keys=("]",), deed=Deed.FASTER),
    Key(keys=("w",), deed=Deed.WAR_ON),
    Key(keys=("W",), deed=Deed.WAR_BACK),
    Key(keys=("l",), deed=Deed.LEAD_ON),
    Key(keys=("L",), deed=Deed.LEAD_BACK),
    Key(keys=("x",), deed=Deed.OUT_ON),
    Key(keys=("X",), deed=Deed.OUT_BACK),
    Key(keys=("g",), deed=Deed.GO_TO_ROUND),
)

COMMON_KEYS = (
    Key(keys=("c",), deed=Deed.FOUR_COLOURS),
    Key(keys=("?", "h"), deed=Deed.HELP),
    Key(keys=("q",), deed=Deed.QUIT),
)


def keys_for(*, is_seated: bool) -> tuple[Key, ...]:
    """List the keys that do something, each once, in the order of a help page."""
    if not is_seated:
        return (*REPLAY_KEYS, *COMMON_KEYS)
    taken = {name for key in SEAT_KEYS for name in key.keys}
    rest = (
        Key(keys=tuple(name for name in key.keys if name not in taken), deed=key.deed)
        for key in REPLAY_KEYS
    )
    return (*SEAT_KEYS, *(key for key in rest if key.keys), *COMMON_KEYS)


def deed_of(name: str, *, is_seated: bool) -> Deed | None:
    """Tell what a key does, or none."""
    # A terminal that turns Enter into a line feed sends what is Ctrl J elsewhere.
    name = "enter" if name == "ctrl+j" else name
    found = (key.deed for key in keys_for(is_seated=is_seated) if name in key.keys)
    return next(found, None)
