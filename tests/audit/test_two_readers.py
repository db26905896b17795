"""The log's reader and the audit's are two on purpose; given the same line they never disagree.

Both read exactly what they would write themselves. The audit alone knows bounds that the types of
the events cannot say: what it refuses as out of bounds the log may still read, never the reverse.
"""

import json

from hypothesis import given
from hypothesis import strategies as st

from kit.events import events, game_ids
from kit.exports import abandoned, bytes_of, chained, controlled, people, seeded
from polemos.audit.findings import Code, Fault
from polemos.audit.form import read
from polemos.log.canonical import encode
from polemos.log.codec import BadLine, decode
from polemos.rules.encoding import INTEGER_MAX, b64url, canonical

REAL = [
    raw[:-1]
    for game in (controlled(), people(), abandoned(), seeded('"é\\\n🂡', cap=3).play())
    for raw in chained(game.events)
]
KEYS = sorted({key for line in REAL for key in json.loads(line)})
BEYOND_THE_TYPES = {Code.VALUE_BAD, Code.LINE_TOO_LONG}

any_value = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 60)
    | st.sampled_from([INTEGER_MAX, INTEGER_MAX + 1, -INTEGER_MAX, 10**30, 0.5, 1.0])
    | st.text(max_size=8)
    | st.sampled_from(["Qs", "??", "Q", "human", "cap", "a-1", b64url(bytes_of(1))]),
    lambda values: st.lists(values, max_size=5) | st.dictionaries(st.text(max_size=3), values),
    max_leaves=5,
)


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
    for key in draw(st.lists(st.sampled_from([*KEYS, "surplus"]), max_size=3)):
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
        | st.sampled_from([line[start:end] * 2, b" ", b"-0", b"1.0", b"1e0", b"\\u0051", b"\x00"])
    )
    return line[:start] + noise + line[end:]


@st.composite
def recoded(draw):
    """A line in another encoding than UTF-8, or with a mark before it."""
    names = ["utf-16", "utf-16-le", "utf-32", "utf-32-be", "utf-8-sig", "utf-7"]
    return draw(good).decode().encode(draw(st.sampled_from(names)))


def log_reads(line):
    try:
        entry = decode(line)
    except BadLine:
        return None
    return (entry.at, entry.game, entry.prev, entry.seq, entry.event)


def audit_reads(line):
    try:
        said = read(line + b"\n")
    except Fault as fault:
        return None, fault.code
    return (said.at, said.game, said.prev, said.seq, said.event), None


def assert_agreed(line):
    by_log, (by_audit, code) = log_reads(line), audit_reads(line)
    if code not in BEYOND_THE_TYPES:
        assert by_log == by_audit
    if by_log is None:
        assert by_audit is None


@given(st.sampled_from(REAL))
def test_a_line_of_a_real_game_is_the_same_event_for_both(line):
    assert log_reads(line) == audit_reads(line)[0] is not None


@given(written())
def test_whatever_the_types_allow_the_log_reads_and_the_audit_at_most_finds_out_of_bounds(line):
    assert log_reads(line) is not None
    assert_agreed(line)


@given(changed() | damaged() | recoded())
def test_a_changed_or_damaged_line_is_read_alike_or_refused_by_both(line):
    assert_agreed(line)


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode) | any_value.map(json.dumps))
def test_neither_reads_what_the_other_calls_noise(noise):
    line = noise.encode() if isinstance(noise, str) else noise
    assert log_reads(line) is audit_reads(line)[0] is None
