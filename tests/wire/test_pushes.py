"""Pushes as bytes: what is put together by hand in the hub is what the models and schemas say."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from kit.hub import GAME, TEST_LIMITS, HubHouse, ask, read
from polemos.hub.frames import events_frame, heartbeat_frame, snapshot_frame, text_frame
from polemos.wire.pushes import (
    PUSH_TYPES,
    Accepted,
    AnyPush,
    Bye,
    Refused,
    WatchMode,
    Welcome,
    encode_push,
)
from polemos.wire.schemas import schema_files

HEAD = "A" * 43
FILES = schema_files()


def validate(payload: bytes) -> None:
    push = json.loads(payload)
    Draft202012Validator(json.loads(FILES[f"push.{push['type']}.json"])).validate(push)
    PUSH_TYPES[push["type"]].model_validate(push)


def payload_of(frame: bytes) -> bytes:
    """Read a server's frame by RFC 6455 alone."""
    assert frame[0] == 0x81
    match frame[1]:
        case 126:
            length, start = int.from_bytes(frame[2:4], "big"), 4
            assert length > 125
        case 127:
            length, start = int.from_bytes(frame[2:10], "big"), 10
            assert length > 65_535
        case short:
            length, start = short, 2
    assert len(frame) == start + length
    return frame[start:]


@given(st.integers(0, 70_000))
def test_a_frame_says_its_length_in_the_shortest_form(length):
    assert payload_of(text_frame(b"x" * length)) == b"x" * length


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_the_boundaries_of_the_length_forms(length):
    assert len(payload_of(text_frame(b"x" * length))) == length


def test_events_are_framed_without_being_touched():
    lines = [b'{"a":1}', '{"b":"é"}'.encode()]
    payload = payload_of(events_frame("a-1", 7, lines))
    assert payload.endswith(b'"events":[' + b",".join(lines) + b"]}")
    validate(payload)


def test_snapshots_and_heartbeats_are_what_their_schemas_say():
    snapshot = snapshot_frame(game="a-1", seq=9, caught_up_at=1, skipped_events=4, table=b'{"x":1}')
    validate(payload_of(snapshot))
    validate(payload_of(heartbeat_frame("a-1", 9, HEAD)))


@pytest.mark.parametrize(
    "push",
    [
        Accepted(id=1),
        Accepted(id="x", room="a", game="a-1", seq=0, host_secret="s"),
        Refused(id=None, code="bad_request", sentence="No."),
        Refused(id=2, code="rate_limited", sentence="No.", retry_after_ms=5),
        Welcome(game="a-1", seq=0, head="", mode=WatchMode.LIVE),
        Bye(code="draining", sentence="Later.", reconnect_after_ms=0),
    ],
)
def test_a_push_is_encoded_as_its_schema_says_without_empty_fields(push: AnyPush):
    payload = encode_push(push)
    validate(payload)
    optional = {"room", "game", "seq", "host_secret", "retry_after_ms"}
    assert not [
        key for key, value in json.loads(payload).items() if value is None and key in optional
    ]


def test_an_unreadable_request_is_answered_under_null():
    assert json.loads(encode_push(Refused(id=None, code="c", sentence="s")))["id"] is None


async def test_after_a_reset_all_follows_as_for_whoever_holds_nothing():
    limits = replace(TEST_LIMITS, snapshot_after_events=20)
    async with HubHouse(limits=limits).open() as house:
        house.commit(GAME, 50)
        followed = []
        for after_seq, mode in ((0, WatchMode.SNAPSHOT), (51, WatchMode.RESET)):
            async with house.client() as client:
                await ask(client, type="watch", game=GAME, after_seq=after_seq)
                assert (await read(client))["mode"] == mode
                followed.append(await read(client))
        assert followed[0] == followed[1]
        assert followed[0]["type"] == "snapshot"
