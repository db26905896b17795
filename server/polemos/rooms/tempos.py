"""When the next beat is due."""

from polemos.rules.events import Tempo

LIGHTNING_BEATS_MAX = 64
"""Beats that one append carries at `lightning`: about 2 ms of deciding between two looks around."""


def seconds_per_beat(tempo: Tempo) -> float:
    """Tell the pause between two beats, 0 at `lightning`."""
    match tempo:
        case Tempo.LIGHTNING:
            return 0.0
        case _:
            return 1.0 / float(tempo.value)


def next_due_seconds(previous_due: float, now: float, tempo: Tempo) -> float:
    """Schedule the beat after the one that was due at `previous_due`.

    A beat that was late does not delay the ones after it, but a stall is not made up for by a
    burst: whoever is a whole beat behind starts again from now.

    Args:
        previous_due: steady seconds.
        now: steady seconds.
    """
    interval = seconds_per_beat(tempo)
    due = previous_due + interval
    return due if due > now - interval else now
