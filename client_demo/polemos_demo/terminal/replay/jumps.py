"""From one moment of a game to the next, in both directions. Pure."""

from bisect import bisect_left, bisect_right
from enum import Enum

from polemos_demo.terminal.replay.recordings import Recording


class Kind(Enum):
    """What can be jumped to."""

    ROUND = "round"
    WAR = "war"
    LEAD = "lead"
    OUT = "out"


def moments(recording: Recording, kind: Kind) -> list[int]:
    """The places after all moments of a kind, ascending."""
    course = recording.course
    match kind:
        case Kind.ROUND:
            seqs = [point.seq for point in course.points]
        case Kind.WAR:
            seqs = [war.seq for war in course.wars]
        case Kind.LEAD:
            seqs = [lead.seq for lead in course.leads]
        case Kind.OUT:
            seqs = [out.seq for out in course.outs]
    return [recording.place_of(seq) for seq in seqs]


def jump(recording: Recording, kind: Kind, place: int, steps: int) -> int | None:
    """Find the next moment after a place, or the one before it, or none where there is none.

    Args:
        steps: 1 for the next one, -1 for the one before.
    """
    places = moments(recording, kind)
    index = bisect_right(places, place) if steps > 0 else bisect_left(places, place) - 1
    return places[index] if 0 <= index < len(places) else None


def place_of_round(recording: Recording, number: int) -> int:
    """The place at which a round is completed, 0 being the deal; the nearest one there is."""
    points = recording.course.points
    if not points or number > points[-1].round:
        return recording.last
    index = bisect_right(points, number, key=lambda point: point.round) - 1
    return recording.place_of(points[max(0, index)].seq)
