"""An owner tells the other nodes what it has just stored."""

from polemos.cluster.bus import Bus
from polemos.cluster.frames import Publication, encode, split
from polemos.cluster.outages import Outages
from polemos.cluster.subjects import Subjects


class Publications:
    """Publishes events on the bus.

    Args:
        bus: carries them, or loses them, which the store makes good.
        subjects: the cluster's.
    """

    def __init__(self, bus: Bus, subjects: Subjects) -> None:
        self._bus = bus
        self._outages = Outages()
        self._subjects = subjects

    def publish(self, game: str, first_seq: int, lines: tuple[bytes, ...], head: str) -> None:
        """Tell of events that are durable; never blocks.

        Args:
            game: the stream.
            first_seq: the first line's seq.
            lines: canonical bytes, contiguous.
            head: the hash of the last line.
        """
        # They are stored: what goes wrong here must not look as if the game had failed.
        with self._outages.bearing("Events are told to other nodes"):
            publication = Publication(game=game, first_seq=first_seq, lines=lines, head=head)
            for part in split(publication, self._bus.payload_bytes_max):
                self._bus.publish(self._subjects.events(game), encode(part))
