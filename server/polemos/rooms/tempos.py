"""When the next beat is due."""

from polemos.rules.events import Tempo

LIGHTNING_BEATS_MAX = 64
"""Beats that one append carries at `lightning`: about 2 ms of deciding between two looks around."""

LIGHTNING_GAMES_MAX = 4
"""Games that decide and store such appends at the same time; the others wait their turn."""


def seconds_per_beat(tempo: Tempo) -> float:
    """Tell the pause between two beats, 0 at `lightning`."""
    match tempo:
        case Tempo.LIGHTNING:
            return 0.0
        case _:
            return 1.0 / float(tempo.value)


def kept_beat_seconds(due: float, now: float, tempo: Tempo) -> float:
    """Tell the moment from which the next beat is counted, after a beat that was due at `due`.

    A beat that was late does not delay the ones after it, but a stall is not made up for by a
    burst: whoever is a whole beat behind counts from now.

    Args:
        due: steady seconds.
        now: steady seconds.
    """
    return due if 0 <= now - due < seconds_per_beat(tempo) else now
