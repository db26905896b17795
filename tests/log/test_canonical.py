import json

import pytest
from hypothesis import given

from kit.events import counts, events, game_ids, instances_of
from polemos.log.canonical import encode, event_object
from polemos.log.codec import decode
from polemos.rules.encoding import canonical, digest
from polemos.rules.events import EVENT_TYPES, CardFlipped

prevs = game_ids.map(lambda game: digest(game.encode()))


@given(event=events, game=game_ids, seq=counts, at=counts, prev=prevs)
def test_a_line_is_the_canonical_form_of_its_object(event, game, seq, at, prev):
    line = encode(event, game=game, seq=seq, at=at, prev=prev)

    envelope = {"at": at, "game": game, "prev": prev, "seq": seq}
    assert line == canonical(event_object(event) | envelope)


@given(event=events, game=game_ids, seq=counts.filter(bool), at=counts, prev=prevs)
def test_decoding_gives_back_what_was_encoded(event, game, seq, at, prev):
    entry = decode(encode(event, game=game, seq=seq, at=at, prev=prev))

    assert (entry.event, entry.game, entry.seq, entry.at, entry.prev) == (
        event,
        game,
        seq,
        at,
        prev,
    )
    assert type(entry.event) is type(event)


@pytest.mark.parametrize("kind", EVENT_TYPES.values())
def test_every_event_shows_exactly_its_fields_and_its_type(kind):
    @given(instances_of(kind))
    def shows_its_fields(event):
        shown = event_object(event)
        assert shown.pop("type") == kind.__name__
        assert set(shown) == set(kind.__slots__)

    shows_its_fields()


@given(event=events)
def test_a_line_has_no_newline_and_stays_json_that_anybody_reads(event):
    line = encode(event, game="room-1", seq=1, at=0, prev="")

    assert b"\n" not in line
    assert json.loads(line)["type"] == type(event).__name__


@pytest.mark.parametrize("card", ["??", "", "1s", "as", 'Qs"'])
def test_a_face_that_is_no_card_is_never_written(card):
    event = CardFlipped(round=1, step=0, seat=0, card=card)

    with pytest.raises(ValueError, match="no card"):
        encode(event, game="room-1", seq=1, at=0, prev="")


def test_a_flipped_card_is_written_like_this():
    event = CardFlipped(round=12, step=0, seat=1, card="Qs")

    assert encode(event, game="k7m2q9x4wd-1", seq=7, at=1_790_000_000_000, prev="abc") == (
        b'{"at":1790000000000,"card":"Qs","game":"k7m2q9x4wd-1","prev":"abc","round":12,"seat":1,'
        b'"seq":7,"step":0,"type":"CardFlipped"}'
    )
