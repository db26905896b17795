"""The NATS protocol as functions of bytes."""

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.cluster.nats import protocol
from polemos.cluster.nats.protocol import (
    LINE_BYTES_MAX,
    MESSAGE_BYTES_MAX,
    Info,
    Message,
    NotNats,
    Ping,
    Pong,
    Reader,
    Refused,
    Step,
)

INFO = b'INFO {"max_payload":1024,"tls_required":true,"auth_required":true,"other":[1]} \r\n'

words = st.text("abcXYZ019_-", min_size=1, max_size=8)
subjects = st.lists(words, min_size=1, max_size=4).map(".".join)


@st.composite
def said(draw: st.DrawFn) -> tuple[bytes, Step | None]:
    """Draw something that a server may say, and the step that it is."""
    match draw(st.integers(0, 6)):
        case 0:
            return b"PING\r\n", Ping()
        case 1:
            return b"PONG\r\n", Pong()
        case 2:
            return b"+OK\r\n", None
        case 3:
            return b"-ERR 'Stale Connection'\r\n", Refused("Stale Connection")
        case 4:
            return INFO, Info(
                payload_bytes_max=1024,
                offers_encryption=True,
                demands_encryption=True,
                demands_credentials=True,
            )
        case kind:
            return _said_message(draw, has_head=kind == 5)


def _said_message(draw: st.DrawFn, *, has_head: bool) -> tuple[bytes, Message]:
    subject, number = draw(subjects), draw(words)
    reply = draw(st.one_of(st.just(""), subjects))
    payload = draw(st.binary(max_size=40))
    head = draw(st.sampled_from([b"NATS/1.0 503\r\n\r\n", b"NATS/1.0\r\nA: b\r\n\r\n"]))
    if not has_head:
        head = b""
    sizes = f"{len(head)} {len(head) + len(payload)}" if has_head else f"{len(payload)}"
    verb = "HMSG" if has_head else "MSG"
    line = " ".join(word for word in (verb, subject, number, reply, sizes) if word)
    message = Message(
        subscription=number,
        subject=subject,
        reply=reply,
        payload=payload,
        is_unheard=head.startswith(b"NATS/1.0 503"),
    )
    return line.encode() + b"\r\n" + head + payload + b"\r\n", message


@given(st.lists(said(), max_size=8), st.lists(st.integers(0, 600), max_size=12))
def test_however_the_bytes_are_cut_the_same_steps_come_out(sayings, cuts):
    """What a server says is read alike, whether it comes in one piece or in single bytes."""
    stream = b"".join(data for data, _ in sayings)
    steps = [step for _, step in sayings if step is not None]
    places = sorted({0, len(stream), *(min(cut, len(stream)) for cut in cuts)})
    reader = Reader()
    pieces = [reader.receive(stream[start:end]) for start, end in pairwise(places)]
    assert [step for piece in pieces for step in piece] == steps
    single = Reader()
    assert [step for byte in stream for step in single.receive(bytes((byte,)))] == steps


@given(st.lists(st.one_of(st.binary(max_size=60), st.sampled_from([b"MSG ", b"INFO {", b"\r\n"]))))
def test_whatever_comes_is_a_step_or_no_nats(pieces):
    """No bytes raise anything but the refusal that the connection heeds."""
    reader = Reader()
    with suppress(NotNats):
        for piece in pieces:
            reader.receive(piece)


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 400 Bad Request\r\n",
        b"INFO \r\n",
        b"INFO []\r\n",
        b'INFO {"max_payload":"many"}\r\n',
        b"INFO {}\r\n",
        b"MSG a 1\r\n",
        b"MSG a 1 2 3 4 5\r\n",
        b"MSG a 1 -1\r\n",
        b"MSG a 1 one\r\n",
        b"MSG a 1 %d\r\n" % (MESSAGE_BYTES_MAX + 1),
        b"HMSG a 1 5 4\r\n",
        b"MSG a 1 3\r\nabcd\r\n",
        b"x" * (LINE_BYTES_MAX + 1),
    ],
)
def test_what_no_server_says_is_refused(data):
    """Wrong forms, and lines and messages beyond their bounds, are no NATS."""
    with pytest.raises(NotNats):
        Reader().receive(data)


def test_a_publication_is_one_line_and_its_payload():
    """The forms are those of the protocol's documentation."""
    assert protocol.publish("a.b", b"hey") == b"PUB a.b  3\r\nhey\r\n"
    assert protocol.publish("a.b", b"", "c") == b"PUB a.b c 0\r\n\r\n"
    assert protocol.subscribe("a.>", "7") == b"SUB a.> 7\r\n"
    assert protocol.unsubscribe("7") == b"UNSUB 7\r\n"


def test_only_a_missing_right_leaves_the_connection_open():
    """The server says by its words whether it goes on."""
    assert Refused('Permissions Violation for Publish to "a"').is_a_missing_right
    assert not Refused("Authorization Violation").is_a_missing_right
