"""One line: read strictly, and written exactly as the log writes it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.exports import GAME, abandoned, chained, controlled, dealt, people, seeded
from polemos.audit.findings import Code, Fault
from polemos.audit.form import LINE_BYTES_MAX, Line, read, write
from polemos.log.canonical import encode
from polemos.rules.events import EVENT_TYPES, EndReason, GameEnded, SeatKind, SeatTaken

EVENTS = [
    event
    for game in (
        controlled(),
        people(),
        abandoned(),
        dealt("war", 4, number=3, cap=30, deck=32).play(),
        seeded('"é\\\n🂡', cap=3).play(),
    )
    for event in game.events
]
FLIP = (
    b'{"at":7,"card":"9h","game":"a-1","prev":"","round":3,"seat":0,"seq":5,"step":0,'
    b'"type":"CardFlipped"}\n'
)


def fault_of(raw):
    with pytest.raises(Fault) as caught:
        read(raw)
    return caught.value.code, caught.value.sentence


def test_the_sample_has_every_type_of_event():
    assert {type(event) for event in EVENTS} == set(EVENT_TYPES.values())


@given(st.sampled_from(EVENTS), st.integers(0, 2**53 - 1), st.integers(1, 2**53 - 1))
def test_the_audit_and_the_log_write_the_same_bytes(event, at, seq):
    ends = {"game": GAME, "at": at, "seq": seq, "prev": "A" * 43}
    assert write(event, **ends) == encode(event, **ends)


@given(st.sampled_from(EVENTS), st.integers(0, 2**53 - 1), st.integers(1, 2**53 - 1))
def test_what_was_written_is_read_again(event, at, seq):
    raw = write(event, game=GAME, at=at, seq=seq, prev="") + b"\n"
    assert read(raw) == Line(at=at, game=GAME, prev="", seq=seq, event=event)


@given(st.text())
def test_every_text_is_written_as_the_log_writes_it(text):
    event = SeatTaken(seat=0, kind=SeatKind.BOT, player=text, commitment="A" * 43)
    ends = {"game": GAME, "at": 0, "seq": 1, "prev": ""}
    assert write(event, **ends) == encode(event, **ends)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_with_a_sentence(noise):
    assert fault_of(noise)[1].endswith(".")


def sentence_of(raw):
    try:
        read(raw)
    except Fault as fault:
        return fault.sentence
    return "It is right."


@given(
    st.sampled_from([FLIP, *chained(people().events)]),
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists),
)
def test_any_value_in_any_field_is_read_or_refused_with_a_sentence(raw, value):
    line = json.loads(raw)
    for key in line:
        changed = json.dumps(line | {key: value}).encode() + b"\n"
        assert sentence_of(changed).endswith(".")


@pytest.mark.parametrize(
    ("raw", "code", "told"),
    [
        (FLIP[:-1], Code.LINE_CUT, "newline"),
        (FLIP[:40], Code.LINE_CUT, "cut off"),
        (b"\n", Code.NOT_JSON, "not JSON"),
        (b" " * LINE_BYTES_MAX + FLIP, Code.LINE_TOO_LONG, str(LINE_BYTES_MAX)),
        (FLIP.replace(b"9h", b"\xff\xfe"), Code.NOT_UTF8, "Byte 17"),
        (b"\xef\xbb\xbf" + FLIP, Code.NOT_JSON, "not JSON"),
        (FLIP.replace(b"}", b""), Code.NOT_JSON, "not JSON"),
        (FLIP.replace(b":7", b":NaN"), Code.NOT_JSON, "NaN"),
        (b"[" * 50_000 + b"\n", Code.NOT_JSON, "nested"),
        (b"[]\n", Code.NOT_AN_OBJECT, "[]"),
        (b'"text"\n', Code.NOT_AN_OBJECT, "'text'"),
        (FLIP.replace(b'"at":7', b'"at":7,"at":7'), Code.KEY_REPEATED, "twice"),
        (FLIP.replace(b"CardFlipped", b"CardEaten"), Code.TYPE_UNKNOWN, "CardEaten"),
        (FLIP.replace(b'"CardFlipped"', b"[]"), Code.TYPE_UNKNOWN, "[]"),
        (b"{}\n", Code.TYPE_UNKNOWN, "None"),
        (FLIP.replace(b'"seat":0,', b""), Code.FIELD_MISSING, "seat"),
        (FLIP.replace(b'"seat":0', b'"seat":0,"set":1'), Code.FIELD_UNKNOWN, "set"),
        (
            FLIP.replace(
                b'"seat":0', b'"seat":0,' + b",".join(b'"%d":1' % n for n in range(5_000))
            ),
            Code.FIELD_UNKNOWN,
            "'0'",
        ),
        (FLIP.replace(b"9h", b"1h"), Code.VALUE_BAD, "card"),
        (FLIP.replace(b"9h", b"??"), Code.VALUE_BAD, "card"),
        (FLIP.replace(b'"9h"', b"9"), Code.VALUE_BAD, "card"),
        (FLIP.replace(b'"seat":0', b'"seat":4'), Code.VALUE_BAD, "seat"),
        (FLIP.replace(b'"seat":0', b'"seat":false'), Code.VALUE_BAD, "seat"),
        (FLIP.replace(b'"seat":0', b'"seat":0.0'), Code.VALUE_BAD, "seat"),
        (FLIP.replace(b'"seat":0', b'"seat":"0"'), Code.VALUE_BAD, "seat"),
        (FLIP.replace(b'"seq":5', b'"seq":0'), Code.VALUE_BAD, "seq"),
        (FLIP.replace(b'"at":7', b'"at":9007199254740992'), Code.VALUE_BAD, "at"),
        (FLIP.replace(b'"at":7', b'"at":' + b"9" * 5_000), Code.NOT_JSON, "not JSON"),
        (FLIP.replace(b"a-1", b"a-01"), Code.VALUE_BAD, "game"),
        (FLIP.replace(b"a-1", b"A-1"), Code.VALUE_BAD, "game"),
        (FLIP.replace(b'"prev":""', b'"prev":"AA"'), Code.VALUE_BAD, "prev"),
        (FLIP.replace(b'"prev":""', b'"prev":"' + b"A" * 42 + b'B"'), Code.VALUE_BAD, "prev"),
        (FLIP.replace(b'"at":7', b'"at": 7'), Code.NOT_CANONICAL, "canonical"),
        (FLIP.replace(b'"at":7', b'"at":-0'), Code.NOT_CANONICAL, "canonical"),
        (FLIP.replace(b"9h", b"\\u0039h"), Code.NOT_CANONICAL, "canonical"),
        (FLIP.replace(b"\n", b"\r\n"), Code.NOT_CANONICAL, "canonical"),
        (
            b'{"type":"AutoplayPaused","at":7,"game":"a-1","prev":"","seq":5}\n',
            Code.NOT_CANONICAL,
            "keys",
        ),
        (
            b'{"at":7,"game":"a-1","kind":"bot","player":"\\ud800","prev":"","seat":0,"seq":2,'
            b'"commitment":"' + b"A" * 43 + b'","type":"SeatTaken"}\n',
            Code.VALUE_BAD,
            "player",
        ),
    ],
)
def test_each_fault_of_form_has_its_code_and_its_sentence(raw, code, told):
    found, sentence = fault_of(raw)
    assert (found, told in sentence) == (code, True), sentence
    assert len(sentence) < 400


def test_the_sample_line_itself_is_right():
    assert read(FLIP).event.card == "9h"


def test_the_rules_of_an_opening_are_read_field_by_field():
    raw = chained(controlled().events)[0]
    for changed, told in (
        (raw.replace(b'"deck":52', b'"deck":"52"'), "deck"),
        (raw.replace(b'"deck":52,', b""), "exactly"),
        (raw.replace(b'"best":"highest"', b'"best":"middle"'), "best"),
        (raw.replace(b'"six_beats_ace":false', b'"six_beats_ace":0'), "six_beats_ace"),
        (raw.replace(b'"cap":12', b'"cap":-1'), "cap"),
    ):
        code, sentence = fault_of(changed)
        assert (code, told in sentence) == (Code.VALUE_BAD, True), sentence


def test_a_text_of_a_whole_line_fits_and_a_longer_one_does_not():
    event = GameEnded(
        reason=EndReason.CAP, winner=None, places=(), rounds=1, wars=0, secret="x" * 60_000
    )
    raw = write(event, at=1, game="a-1", prev="", seq=1) + b"\n"
    assert read(raw).event == event
    assert fault_of(raw.replace(b"x" * 60_000, b"x" * 66_000))[0] is Code.LINE_TOO_LONG
