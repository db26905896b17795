import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.events import events
from polemos.log.canonical import encode
from polemos.log.codec import BadLine, Codec, decode
from polemos.rules.encoding import canonical
from polemos.rules.events import EVENT_TYPES, SeatKind, SeatTaken

SHAPES = sorted((Path(__file__).parent / "shapes").glob("*.jsonl"))
FLIP = {
    "at": 5,
    "card": "Qs",
    "game": "room-1",
    "prev": "",
    "round": 1,
    "seat": 0,
    "seq": 1,
    "step": 0,
    "type": "CardFlipped",
}


def line_of(**changes) -> bytes:
    return canonical({**FLIP, **changes})


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.stem)
def test_every_shape_that_was_ever_stored_is_still_read(path):
    for line in path.read_bytes().splitlines():
        assert type(decode(line).event).__name__ == json.loads(line)["type"]


def test_the_kept_shapes_show_every_event_type():
    kept = {json.loads(line)["type"] for path in SHAPES for line in path.read_bytes().splitlines()}

    assert kept == set(EVENT_TYPES)


def test_the_kept_shapes_of_this_version_are_still_what_it_writes():
    newest = SHAPES[-1].read_bytes().splitlines()

    for line in newest:
        entry = decode(line)
        again = encode(entry.event, game=entry.game, seq=entry.seq, at=entry.at, prev=entry.prev)
        assert again == line


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "Invalid JSON"),
        (b"{", "Invalid JSON"),
        (b"[]", "should be an object"),
        (b"{}", "type"),
        (line_of(type="CardEaten"), "CardEaten"),
        (line_of(extra=1), "CardFlipped.extra"),
        (canonical({key: value for key, value in FLIP.items() if key != "seat"}), "seat"),
        (line_of(card="1s"), "CardFlipped.card"),
        (line_of(card="??"), "CardFlipped.card"),
        (line_of(round="1"), "CardFlipped.round"),
        (line_of(round=True), "CardFlipped.round"),
        (line_of(round=-1), "CardFlipped.round"),
        (line_of(seq=0), "CardFlipped.seq"),
        (line_of(game=7), "CardFlipped.game"),
        (line_of(prev=None), "CardFlipped.prev"),
        (line_of().replace(b'"round":1', b'"round":1.0'), "CardFlipped.round"),
        (line_of().replace(b'"round":1', b'"round":9007199254740992'), "CardFlipped.round"),
        (b"\xff" + line_of(), "Invalid JSON"),
    ],
)
def test_a_line_that_is_no_event_is_refused_with_its_reason(line, reason):
    with pytest.raises(BadLine) as refusal:
        decode(line)

    assert reason in refusal.value.reason
    assert refusal.value.line == line
    assert str(refusal.value).startswith("This line is no event: ")


REORDERED = json.dumps(dict(reversed(FLIP.items())), separators=(",", ":")).encode()


@pytest.mark.parametrize(
    "line",
    [
        *(line_of().decode().encode(encoding) for encoding in ("utf-16", "utf-32", "utf-8-sig")),
        *(
            line_of().decode().encode(f"utf-{width}-{end}")
            for width in (16, 32)
            for end in ("le", "be")
        ),
        REORDERED,
        json.dumps(FLIP, sort_keys=True).encode(),
        b" " + line_of(),
        line_of() + b"\n",
        line_of().replace(b"Qs", b"\\u0051s"),
        line_of().replace(b'"seat":0', b'"seat":-0'),
        line_of().replace(b'"seat":0', b'"seat":1,"seat":0'),
        line_of(game='room"-1'),
        b"[" * 100_000,
        b'{"at":' * 100_000,
        b"9" * 100_000,
    ],
)
@pytest.mark.parametrize("upcasters", [{}, {"CardFlipped": (dict,)}])
def test_only_the_bytes_that_we_write_are_read(line, upcasters):
    with pytest.raises(BadLine):
        Codec(upcasters).decode(line)


@given(event=events, data=st.data())
def test_no_event_is_read_without_one_of_its_fields_or_with_one_more(event, data):
    shape = json.loads(encode(event, game="room-1", seq=1, at=0, prev=""))
    lost = data.draw(st.sampled_from(sorted(shape)))

    for changed in ({key: shape[key] for key in shape if key != lost}, shape | {"surplus": None}):
        with pytest.raises(BadLine):
            decode(canonical(changed))


def with_kind(shape):
    """A seat of the crafted first shape was always a person's and told no kind."""
    return shape if "kind" in shape else shape | {"kind": "human"}


def with_player(shape):
    """The crafted second shape called the player `name`."""
    return {("player" if key == "name" else key): shape[key] for key in shape}


OLD_SEAT = canonical(
    {
        "at": 1,
        "commitment": "c",
        "game": "room-1",
        "name": "alice",
        "prev": "",
        "seat": 0,
        "seq": 1,
        "type": "SeatTaken",
    }
)


def test_an_old_shape_is_taken_through_every_step_to_the_newest():
    codec = Codec({"SeatTaken": (with_kind, with_player)})

    taken = SeatTaken(seat=0, kind=SeatKind.HUMAN, player="alice", commitment="c")
    assert codec.decode(OLD_SEAT).event == taken


@pytest.mark.parametrize("upcasters", [{}, {"SeatTaken": (with_kind,)}])
def test_an_old_shape_that_no_step_brings_up_to_date_is_refused(upcasters):
    with pytest.raises(BadLine):
        Codec(upcasters).decode(OLD_SEAT)


def test_upcasters_leave_the_newest_shape_alone():
    event = SeatTaken(seat=0, kind=SeatKind.BOT, player="bot", commitment="c")
    line = encode(event, game="room-1", seq=1, at=0, prev="")

    assert Codec({"SeatTaken": (with_kind, with_player)}).decode(line) == decode(line)
