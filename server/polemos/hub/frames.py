"""Frames prepared once: the bytes that every connection of a channel gets are the same object."""

import struct
from collections.abc import Iterable

TEXT_FIN = 0x81
"""A final text frame (RFC 6455, section 5.2); a server never masks (section 5.1)."""


def text_frame(payload: bytes) -> bytes:
    """Put a server's header before a text message."""
    length = len(payload)
    if length < 126:
        return bytes((TEXT_FIN, length)) + payload
    if length < 65_536:
        return struct.pack("!BBH", TEXT_FIN, 126, length) + payload
    return struct.pack("!BBQ", TEXT_FIN, 127, length) + payload


def events_frame(game: str, first_seq: int, lines: Iterable[bytes]) -> bytes:
    """Frame stored lines as an `events` push, without encoding them again.

    Args:
        game: an id, which needs no escaping.
        first_seq: the first line's seq.
        lines: canonical bytes, contiguous.
    """
    head = f'{{"type":"events","game":"{game}","first_seq":{first_seq},"events":['
    return text_frame(b"%b%b]}" % (head.encode(), b",".join(lines)))


def snapshot_frame(
    *, game: str, seq: int, caught_up_at: int, skipped_events: int, table: bytes
) -> bytes:
    """Frame a table, encoded once for all, as a `snapshot` push."""
    head = (
        f'{{"type":"snapshot","game":"{game}","seq":{seq},"caught_up_at":{caught_up_at},'
        f'"skipped_events":{skipped_events},"table":'
    )
    return text_frame(b"%b%b}" % (head.encode(), table))


def heartbeat_frame(game: str, seq: int, head: str) -> bytes:
    """Frame a `heartbeat` push."""
    return text_frame(
        f'{{"type":"heartbeat","game":"{game}","seq":{seq},"head":"{head}"}}'.encode()
    )
