"""What a hub has done since it started, for `/metrics`."""

from dataclasses import dataclass, fields


@dataclass(slots=True, kw_only=True)
class Counters:
    """Counts that only rise.

    Args:
        connections_accepted: sockets that were accepted.
        connections_turned_away: sockets beyond the bound.
        handshakes: sockets that became websockets.
        requests_accepted: requests that were carried out.
        requests_refused: requests that were refused.
        events_published: events that reached the hub.
        flushes: frames that were prepared for a whole channel.
        frames_written: frames of events that were written, over all connections.
        events_delivered: events in them.
        bytes_written: bytes in them.
        pauses: times that a connection's buffer was full.
        snapshots: tables that were sent in place of events.
        events_skipped: events in whose place they were sent.
        aborts_stalled: connections dropped because they did not read.
        aborts_silent: connections dropped because nothing came from them.
        aborts_shed: connections dropped because all buffers together were too large.
        aborts_late: connections dropped because they did not open or close in time.
        floods: connections closed because they sent too fast.
        watchers_refused: watches refused because the game had as many watchers as it may.
        notices_told: company and audience pushes that were told to a whole channel.
        notices_written: company and audience pushes that were written, over all connections.
        seats_gained: seats that connections came to hold.
        seats_lost: seats that connections ceased to hold.
        take_overs: connections closed because another one came to hold their seat.
    """

    connections_accepted: int = 0
    connections_turned_away: int = 0
    handshakes: int = 0
    requests_accepted: int = 0
    requests_refused: int = 0
    events_published: int = 0
    flushes: int = 0
    frames_written: int = 0
    events_delivered: int = 0
    bytes_written: int = 0
    pauses: int = 0
    snapshots: int = 0
    events_skipped: int = 0
    aborts_stalled: int = 0
    aborts_silent: int = 0
    aborts_shed: int = 0
    aborts_late: int = 0
    floods: int = 0
    watchers_refused: int = 0
    notices_told: int = 0
    notices_written: int = 0
    seats_gained: int = 0
    seats_lost: int = 0
    take_overs: int = 0

    @property
    def seats_held(self) -> int:
        """How many seats connections hold now."""
        return self.seats_gained - self.seats_lost

    def count_answer(self, *, is_accepted: bool) -> None:
        """Count one answer."""
        if is_accepted:
            self.requests_accepted += 1
        else:
            self.requests_refused += 1

    def count_frames(self, frames: int, events: int, size_bytes: int) -> None:
        """Count frames of events that were written, with all that is in them."""
        self.frames_written += frames
        self.events_delivered += events
        self.bytes_written += size_bytes

    def text(self, **gauges: int) -> str:
        """Show counters and gauges as one `polemos_name value` a line."""
        shown = {field.name: getattr(self, field.name) for field in fields(self)}
        lines = [f"polemos_{name}_total {count}" for name, count in shown.items()]
        lines += [f"polemos_{name} {value}" for name, value in gauges.items()]
        return "\n".join(lines) + "\n"
