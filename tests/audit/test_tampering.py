"""Whatever is changed in an export is found, and the first finding names the first wrong line."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.exports import GAME, abandoned, chained, controlled, dealt, people
from polemos.audit.audit import NothingToAudit, audit
from polemos.audit.findings import Code
from polemos.audit.form import write
from polemos.audit.report import Verdict
from polemos.fairness.commitments import commit_secret
from polemos.rules.cards import RANKS, deck
from polemos.rules.encoding import INTEGER_MAX, b64url, digest
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    CardHidden,
    CardsDealt,
    GameEnded,
    PileReturned,
    SeatEliminated,
    Tempo,
    TempoChanged,
    TieDeclared,
)

RECORDERS = [
    controlled(),
    people(),
    abandoned(),
    dealt("war", 4, number=3, cap=15, deck=32).play(),
    dealt("pyanitsa", 3, number=4, cap=8, return_order="winner_first").play(),
]
GAMES = [recorder.events for recorder in RECORDERS]
EXPORTS = [chained(events) for events in GAMES]
HEADS = {id(export): digest(export[-1][:-1]) for export in EXPORTS}
FORM = set(list(Code)[: list(Code).index(Code.GAME_DIFFERS)])
CHAIN = {
    Code.GAME_DIFFERS,
    Code.SEQ_BROKEN,
    Code.PREV_BROKEN,
    Code.LINE_CHANGED,
    Code.TIME_FELL,
    Code.HEAD_DIFFERS,
}


def split(blob):
    return [line + b"\n" for line in blob.split(b"\n")[:-1]] + (
        [blob.split(b"\n")[-1]] if not blob.endswith(b"\n") else []
    )


def first_line(lines, head=None):
    report = audit(lines, head)
    assert report.verdict is Verdict.WRONG
    assert [finding.line for finding in report.findings] == sorted(
        finding.line for finding in report.findings
    )
    return report.findings[0].line


@pytest.mark.parametrize("export", EXPORTS)
def test_an_untouched_export_is_verified(export):
    report = audit(export, HEADS[id(export)])
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, ())
    assert report.head == HEADS[id(export)]


@settings(max_examples=300)
@given(st.sampled_from(EXPORTS), st.data())
def test_a_single_changed_byte_is_found_and_its_line_is_named(export, data):
    blob = b"".join(export)
    place = data.draw(st.integers(0, len(blob) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != blob[place]))
    changed = blob[:place] + bytes([byte]) + blob[place + 1 :]
    number = blob[:place].count(b"\n") + 1
    assert first_line(split(changed), HEADS[id(export)]) == number


@settings(max_examples=200)
@given(st.sampled_from(EXPORTS), st.data())
def test_without_a_head_only_the_last_time_can_be_changed_unseen(export, data):
    blob = b"".join(export)
    place = data.draw(st.integers(0, len(blob) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != blob[place]))
    changed = split(blob[:place] + bytes([byte]) + blob[place + 1 :])
    number = blob[:place].count(b"\n") + 1
    report = audit(changed)
    if report.verdict is Verdict.VERIFIED:
        last = len(blob) - len(export[-1])
        assert last + len(b'{"at":') <= place < blob.index(b",", last)
    else:
        # Between the last line's prev and the time of the line before it, nobody can tell.
        named = report.findings[0].line
        assert named == number or (named, number) == (len(export), len(export) - 1)


@given(st.sampled_from(EXPORTS), st.data())
def test_a_removed_line_is_found_where_it_is_missing(export, data):
    place = data.draw(st.integers(0, len(export) - 2))
    assert first_line(export[:place] + export[place + 1 :]) == place + 1


@pytest.mark.parametrize("export", EXPORTS)
def test_a_missing_last_line_is_found_by_the_head(export):
    report = audit(export[:-1], HEADS[id(export)])
    assert [(finding.line, finding.code) for finding in report.findings] == [
        (len(export) - 1, Code.HEAD_DIFFERS)
    ]
    assert audit(export[:-1]).verdict is Verdict.VERIFIED_SO_FAR


@given(st.sampled_from(EXPORTS), st.data())
def test_a_repeated_line_is_found_at_its_second_place(export, data):
    place = data.draw(st.integers(0, len(export) - 1))
    assert first_line(export[: place + 1] + export[place:]) == place + 2


@given(st.sampled_from(EXPORTS), st.data())
def test_two_swapped_lines_are_found_at_the_first(export, data):
    place = data.draw(st.integers(0, len(export) - 2))
    swapped = [*export]
    swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
    assert first_line(swapped) == place + 1


@settings(max_examples=200)
@given(st.sampled_from(EXPORTS), st.data())
def test_an_export_that_was_cut_anywhere_is_never_verified(export, data):
    blob = b"".join(export)
    cut = split(blob[: data.draw(st.integers(1, len(blob) - 1))])
    report = audit(cut)
    if not cut[-1].endswith(b"\n"):
        assert (report.findings[0].line, report.findings[0].code) == (len(cut), Code.LINE_CUT)
    elif report.findings:
        assert (report.findings[0].line, report.findings[0].code) == (len(cut), Code.BEAT_CUT)
    else:
        assert report.verdict is Verdict.VERIFIED_SO_FAR


@settings(max_examples=200)
@given(st.sampled_from(EXPORTS), st.data())
def test_however_much_is_changed_there_is_a_report(export, data):
    blob = bytearray(b"".join(export))
    places = st.integers(0, len(blob) - 1)
    for place, byte in data.draw(st.dictionaries(places, st.integers(0, 255), min_size=1)).items():
        blob[place] = byte
    lines = split(bytes(blob))
    untouched = lines == export
    assert (audit(lines, HEADS[id(export)]).verdict is Verdict.VERIFIED) == untouched


def test_nothing_is_not_an_export():
    with pytest.raises(NothingToAudit, match="no line"):
        audit([])


SEATS = st.integers(0, 3)
LISTS = st.lists(SEATS, max_size=4).map(tuple)
OTHER_VALUES = {
    "round": st.integers(1, 30),
    "step": st.integers(1, 4),
    "seat": SEATS,
    "card": st.sampled_from(deck(52)),
    "rank": st.sampled_from(RANKS),
    "seats": LISTS,
    "participants": LISTS,
    "count": st.integers(0, 52),
    "counts": st.lists(st.integers(0, 52), max_size=4).map(tuple),
    "first_seat": SEATS,
    "set_aside": st.integers(0, 3),
    "place": st.integers(1, 4),
    "winner": st.one_of(st.none(), SEATS),
    "places": st.lists(st.integers(1, 4), max_size=4).map(tuple),
    "rounds": st.integers(0, 30),
    "wars": st.integers(0, 9),
    "secret": st.binary(min_size=32, max_size=32).map(b64url),
}
OF_THE_CARDS = (
    CardsDealt,
    CardFlipped,
    TieDeclared,
    CardHidden,
    PileReturned,
    SeatEliminated,
    GameEnded,
)


@settings(max_examples=250)
@given(st.sampled_from(GAMES), st.data())
def test_a_forged_event_is_found_even_if_the_whole_chain_is_made_anew(events, data):
    places = [place for place, event in enumerate(events) if isinstance(event, OF_THE_CARDS)]
    place = data.draw(st.sampled_from(places))
    event = events[place]
    name = data.draw(
        st.sampled_from([field.name for field in fields(event) if field.name in OTHER_VALUES])
    )
    value = data.draw(OTHER_VALUES[name].filter(lambda value: value != getattr(event, name)))
    forged = [*events[:place], replace(event, **{name: value}), *events[place + 1 :]]
    report = audit(chained(forged))
    assert report.verdict is Verdict.WRONG
    assert report.findings[0].line == place + 1
    assert {finding.code for finding in report.findings}.isdisjoint(FORM | CHAIN)


@given(st.sampled_from(GAMES), st.data())
def test_a_dropped_event_of_the_cards_is_found_even_if_the_chain_is_made_anew(events, data):
    places = [place for place, event in enumerate(events) if isinstance(event, OF_THE_CARDS[:-1])]
    place = data.draw(st.sampled_from(places))
    # One hidden card less shows only where another seat's card should lie.
    assert first_line(chained(events[:place] + events[place + 1 :])) > place


def test_a_whole_game_with_another_secret_is_found():
    other = bytes(32)
    events = dealt(number=7, cap=20).play().events
    opened = replace(events[0], commitment=commit_secret("k7m2q9x4wd-1", other))
    forged = [opened, *events[1:-1], replace(events[-1], secret=b64url(other))]
    report = audit(chained(forged))
    assert report.findings[0].code in (Code.DEAL_DIFFERS, Code.CARD_DIFFERS)


@given(st.sampled_from(RECORDERS), st.data())
def test_a_control_event_inside_a_beat_is_found(recorder, data):
    control = data.draw(
        st.sampled_from([AutoplayStarted(), AutoplayPaused(), TempoChanged(tempo=Tempo.FOUR)])
    )
    place = data.draw(st.sampled_from(recorder.inside))
    forged = [*recorder.events[:place], control, *recorder.events[place:]]
    finding = audit(chained(forged)).findings[0]
    assert (finding.line, finding.code) == (place + 1, Code.INSIDE_BEAT)


def test_a_control_event_that_changes_nothing_is_found():
    events = controlled().events
    place = next(at for at, event in enumerate(events) if isinstance(event, AutoplayStarted))
    forged = [*events[: place + 1], AutoplayStarted(), *events[place + 1 :]]
    finding = audit(chained(forged)).findings[0]
    assert (finding.line, finding.code) == (place + 2, Code.REFUSED)


def test_an_event_after_the_end_is_found():
    events = controlled().events
    finding = audit(chained([*events, AutoplayStarted()])).findings[0]
    assert (finding.line, finding.code) == (len(events) + 1, Code.AFTER_END)


@pytest.mark.parametrize("number", [9, 12, -1])
def test_a_time_beyond_the_bound_is_found_on_whichever_line_it_stands(number):
    for events in GAMES:
        line = range(len(events))[number]
        times = [1] * line + [INTEGER_MAX + 1] * (len(events) - line)
        lines, prev = [], ""
        for seq, (event, at) in enumerate(zip(events, times, strict=True), 1):
            raw = write(event, game=GAME, seq=seq, at=at, prev=prev)
            prev = digest(raw)
            lines.append(raw + b"\n")
        report = audit(lines)
        assert report.verdict is Verdict.WRONG
        assert (report.findings[0].line, report.findings[0].code) == (line + 1, Code.VALUE_BAD)
