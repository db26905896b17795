"""Frames in, requests or one clear sentence out."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.rules.events import Tempo
from polemos.wire.codes import CODES, WireCode
from polemos.wire.requests import REQUEST_TYPES, AnyRequest, OpenRoom, Watch
from polemos.wire.translation import BadRequest, read_request

ids = st.integers(1, 2**53 - 1) | st.text(
    st.characters(exclude_categories=["Cs"]), min_size=1, max_size=36
)
games = st.from_regex(r"[a-z0-9]{1,32}-[1-9][0-9]{0,8}", fullmatch=True)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def outcome_of(frame: str | bytes) -> AnyRequest | BadRequest:
    try:
        return read_request(frame)
    except BadRequest as bad:
        return bad


def refused(frame: str | bytes) -> BadRequest:
    with pytest.raises(BadRequest) as bad:
        read_request(frame)
    return bad.value


@given(ids, games, st.integers(0, 2**53 - 1))
def test_what_is_well_formed_is_read_as_it_was_meant(request_id, game, after_seq):
    frame = {"type": "watch", "id": request_id, "game": game, "after_seq": after_seq}
    assert read_request(json.dumps(frame)) == Watch(id=request_id, game=game, after_seq=after_seq)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_whatever_comes_is_a_request_or_a_refusal_with_a_sentence(frame):
    outcome = outcome_of(frame)
    assert not isinstance(outcome, BadRequest) or outcome.code in CODES
    assert not isinstance(outcome, BadRequest) or str(outcome).endswith(".")


@given(st.sampled_from(list(REQUEST_TYPES)), st.dictionaries(st.text(), json_values, max_size=4))
def test_whatever_fields_come_the_refusal_bears_the_request_s_own_id(kind, fields):
    frame = {**fields, "type": kind, "id": 7}
    outcome = outcome_of(json.dumps(frame))
    is_unreadable = isinstance(outcome, BadRequest) and outcome.code == WireCode.MALFORMED_FRAME
    assert outcome.id == (None if is_unreadable else 7)
    assert not isinstance(outcome, BadRequest) or len(outcome.sentence) < 1_000


def test_a_request_takes_its_defaults():
    request = read_request('{"type": "open_room", "id": 1, "preset": "war"}')
    assert request == OpenRoom(
        id=1, preset="war", players=None, rules={}, tempo=Tempo.TWO, seed=None, autoplay=True
    )


@pytest.mark.parametrize("tempo", list(Tempo))
def test_every_tempo_is_named_by_its_text(tempo):
    frame = {"type": "change_tempo", "id": 1, "room": "a", "tempo": tempo.value}
    assert read_request(json.dumps(frame)).tempo is tempo


@pytest.mark.parametrize(
    ("frame", "code", "words"),
    [
        ("{", "malformed_frame", ["not JSON", "one JSON object"]),
        ("[1, 2]", "malformed_frame", ["an array"]),
        ('"watch"', "malformed_frame", ["a text"]),
        ("[" * 5_000, "malformed_frame", ["not JSON"]),
        ("9" * 8_000, "malformed_frame", ["not JSON"]),
        ('{"id": NaN}', "malformed_frame", ["not JSON"]),
        ('{"id": 1, "id": 2', "malformed_frame", ["not JSON"]),
        ('{"id": 1}', "unknown_request", ["`type` is missing", "open_room"]),
        ('{"id": 1, "type": "fly"}', "unknown_request", ['"fly"', "watch"]),
        ('{"id": 1, "type": ["watch"]}', "unknown_request", ["an array"]),
    ],
)
def test_a_frame_that_is_no_request_says_what_it_is(frame, code, words):
    bad = refused(frame)
    assert bad.code == code
    assert all(word in bad.sentence for word in words), bad.sentence


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"type": "watch"}, ["either `room` or `game`"]),
        ({"type": "watch", "room": "a", "game": "a-1"}, ["either `room` or `game`"]),
        ({"type": "watch", "game": "A-1"}, ["`game`", '"A-1"', "as in abc-1"]),
        ({"type": "watch", "game": "a-0"}, ["`game`", '"a-0"']),
        ({"type": "watch", "game": "a-1\n"}, ["`game`", '"a-1\\n"']),
        ({"type": "watch", "game": "a-1", "after_seq": -1}, ["`after_seq`", "-1", "from 0"]),
        ({"type": "watch", "game": "a-1", "after_seq": 1.5}, ["`after_seq`", "1.5"]),
        ({"type": "watch", "game": "a-1", "after_seq": "1"}, ["`after_seq`", '"1"']),
        ({"type": "watch", "game": "a-1", "after_seq": True}, ["`after_seq`", "true"]),
        ({"type": "watch", "game": "a-1", "speed": 1}, ['no field "speed"', "after_seq"]),
        ({"type": "unwatch"}, ["needs the field `game`"]),
        ({"type": "open_room"}, ["needs the field `preset`"]),
        ({"type": "open_room", "preset": "w" * 33}, ["`preset`", "at most 32"]),
        ({"type": "open_room", "preset": "war", "players": "2"}, ["`players`", '"2"']),
        ({"type": "open_room", "preset": "war", "tempo": "3"}, ["`tempo`", "lightning"]),
        ({"type": "open_room", "preset": "war", "tempo": 2}, ["`tempo`", "texts"]),
        ({"type": "open_room", "preset": "war", "seed": ""}, ["`seed`", "1 to 200"]),
        ({"type": "open_room", "preset": "war", "rules": []}, ["`rules`", "an array"]),
        ({"type": "open_room", "preset": "war", "rules": {"deck": 1.5}}, ["`rules.deck`", "1.5"]),
        ({"type": "open_room", "preset": "war", "rules": {"deck": {}}}, ["`rules.deck`"]),
        (
            {"type": "open_room", "preset": "war", "rules": dict.fromkeys(map(str, range(17)), 1)},
            ["`rules`", "at most 16"],
        ),
        ({"type": "open_room", "preset": "war", "autoplay": 1}, ["`autoplay`", "true"]),
        ({"type": "take_control", "room": "a", "host_secret": "x" * 129}, ["`host_secret`"]),
    ],
)
def test_a_wrong_field_is_named_with_what_it_must_be(fields, words):
    bad = refused(json.dumps({"id": "mine", **fields}))
    assert (bad.code, bad.id) == ("bad_request", "mine")
    assert all(word in bad.sentence for word in words), bad.sentence


@pytest.mark.parametrize("request_id", [0, -1, 2**53, 1.0, True, None, "", "x" * 37, [], {}])
def test_an_id_that_is_none_is_refused_under_null(request_id):
    bad = refused(json.dumps({"type": "unwatch", "game": "a-1", "id": request_id}))
    assert (bad.code, bad.id) == ("bad_request", None)
    assert "`id`" in bad.sentence


def test_a_long_value_is_shown_shortened():
    bad = refused(json.dumps({"type": "unwatch", "id": 1, "game": "x" * 5_000}))
    assert "(5002 characters)" in bad.sentence
    assert len(bad.sentence) < 300


def test_a_rule_value_keeps_its_kind():
    rules = {"deck": 36, "cap": None, "six_beats_ace": True, "best": "lowest"}
    request = read_request(
        json.dumps({"type": "open_room", "id": 1, "preset": "war", "rules": rules})
    )
    assert isinstance(request, OpenRoom)
    assert {name: (type(value), value) for name, value in request.rules.items()} == {
        name: (type(value), value) for name, value in rules.items()
    }
