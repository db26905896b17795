"""Given any line, the page's verifier and the audit read the same event, or both refuse it."""

import json
from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.events import events, game_ids
from kit.exports import abandoned, bytes_of, chained, controlled, people, seeded
from polemos.audit.findings import Fault
from polemos.audit.form import LINE_BYTES_MAX, read
from polemos.log.canonical import encode
from polemos.rules.encoding import INTEGER_MAX, b64url, canonical

pytestmark = pytest.mark.browser

READ = """async (lines) => {
  const { read } = await import("/verify/lines.js");
  const { Fault } = await import("/verify/fault.js");
  return lines.map((line) => {
    try {
      read(Uint8Array.from(atob(line), (letter) => letter.charCodeAt(0)));
      return true;
    } catch (fault) {
      if (fault instanceof Fault) return false;
      throw fault;
    }
  });
}"""

REAL = [
    raw[:-1]
    for game in (controlled(), people(), abandoned(), seeded('"é\\\n🂡', cap=3).play())
    for raw in chained(game.events)
]
KEYS = sorted({key for line in REAL for key in json.loads(line)} | {"__proto__", "surplus"})
RULES = json.loads(REAL[0])["rules"]

any_value = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 60)
    | st.sampled_from([INTEGER_MAX, INTEGER_MAX + 1, -INTEGER_MAX, 10**30, 0.5, 1.0, -0.0])
    | st.text(max_size=8)
    | st.sampled_from(
        ["Qs", "??", "Q", "human", "cap", "a-1", b64url(bytes_of(1)), "A" * 42 + "B"]
    ),
    lambda values: st.lists(values, max_size=5) | st.dictionaries(st.text(max_size=3), values),
    max_leaves=5,
) | st.sampled_from([{**RULES, key: 1} for key in ["", "deck", "six_beats_ace", "__proto__"]])


@st.composite
def written(draw):
    """A line as the log writes it, of an event that the types allow."""
    prev = draw(st.sampled_from(["", b64url(bytes_of(2))]))
    seq, at = draw(st.integers(1, INTEGER_MAX)), draw(st.integers(0, INTEGER_MAX))
    return encode(draw(events), game=draw(game_ids), seq=seq, at=at, prev=prev)


good = st.sampled_from(REAL) | written()


@st.composite
def changed(draw):
    """A line of which a field was lost, added or given another value, in canonical form or not."""
    shape = json.loads(draw(good))
    for key in draw(st.lists(st.sampled_from(KEYS), max_size=3)):
        if draw(st.booleans()):
            shape[key] = draw(any_value)
        else:
            shape.pop(key, None)
    forms = [
        lambda: canonical(shape),
        lambda: json.dumps(shape, sort_keys=True, separators=(",", ":")).encode(),
        lambda: json.dumps(shape).encode(),
    ]
    try:
        return draw(st.sampled_from(forms))()
    except ValueError:
        return forms[1]()


@st.composite
def damaged(draw):
    """A line of which some bytes were lost, doubled, inserted or replaced."""
    line = draw(good)
    start = draw(st.integers(0, len(line)))
    end = min(len(line), start + draw(st.integers(0, 12)))
    noise = draw(
        st.binary(max_size=4)
        | st.sampled_from(
            [line[start:end] * 2, b" ", b"-0", b"1.0", b"1e0", b"\\u0051", b"\\ud800", b"\x00"]
        )
    )
    return line[:start] + noise + line[end:]


@st.composite
def recoded(draw):
    """A line in another encoding than UTF-8, or with a mark before it."""
    names = ["utf-16", "utf-16-le", "utf-32", "utf-32-be", "utf-8-sig", "utf-7"]
    return draw(good).decode().encode(draw(st.sampled_from(names)))


@st.composite
def of_a_length(draw):
    """A good line that is about as long as a line may be."""
    player = "é" * draw(st.integers(0, 2)) + "x" * (LINE_BYTES_MAX - draw(st.integers(180, 340)))
    shape = json.loads(REAL[1]) | {"player": player}
    return canonical(shape)


def audit_reads(line):
    try:
        read(line)
    except Fault:
        return False
    return True


def spelled(lines):
    return [b64encode(line).decode() for line in lines]


def assert_read_alike(verifier, lines):
    assert verifier.call(READ, spelled(lines)) == [audit_reads(line) for line in lines]


@settings(max_examples=30)
@given(lines=st.lists(written() | changed() | damaged() | recoded(), min_size=20, max_size=60))
def test_any_line_is_read_or_refused_by_both(shared_verifier, lines):
    assert_read_alike(shared_verifier, [line + b"\n" for line in lines])


@settings(max_examples=10)
@given(lines=st.lists(of_a_length(), min_size=1, max_size=8))
def test_a_line_may_be_just_as_long_for_both(shared_verifier, lines):
    assert_read_alike(shared_verifier, [line + b"\n" for line in lines])


def test_every_line_of_a_real_game_is_read(verifier):
    assert verifier.call(READ, spelled(line + b"\n" for line in REAL)) == [True] * len(REAL)


def test_a_line_without_its_end_is_refused(verifier):
    assert_read_alike(verifier, [REAL[0], REAL[0] + b"\r\n", b"", b"\n", REAL[0] + b"\n\n"])
