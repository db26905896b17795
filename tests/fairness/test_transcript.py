"""Everything that a deal depends on is in its transcript, and nothing else can be."""

from dataclasses import fields, replace

import pytest

from polemos.fairness.transcript import fair_transcript, seeded_transcript
from polemos.rules.chance import Transcript
from polemos.rules.encoding import b64url

TRANSCRIPT = Transcript(
    game="k7m2q9x4wd-1",
    rules_digest=b64url(b"r" * 32),
    commitment=b64url(b"c" * 32),
    entropies=(b64url(b"p" * 32), b64url(b"q" * 32)),
)
CHANGES = {
    "game": "k7m2q9x4wd-2",
    "rules_digest": b64url(b"R" * 32),
    "commitment": b64url(b"C" * 32),
    "entropies": tuple(reversed(TRANSCRIPT.entropies)),
}


@pytest.mark.parametrize("field", CHANGES)
def test_a_fair_transcript_depends_on_every_field(field):
    changed = replace(TRANSCRIPT, **{field: CHANGES[field]})
    assert fair_transcript(changed) != fair_transcript(TRANSCRIPT)


def test_there_is_no_field_besides_those_for_anything_to_vary_in():
    assert {field.name for field in fields(Transcript)} == set(CHANGES)


def test_a_seat_more_changes_a_fair_transcript():
    longer = replace(TRANSCRIPT, entropies=(*TRANSCRIPT.entropies, b64url(b"s" * 32)))
    assert fair_transcript(longer) != fair_transcript(TRANSCRIPT)


def test_a_seeded_transcript_depends_on_rules_and_number_of_seats_only():
    longer = replace(TRANSCRIPT, entropies=(*TRANSCRIPT.entropies, b64url(b"s" * 32)))
    assert seeded_transcript(longer) != seeded_transcript(TRANSCRIPT)
    other_rules = replace(TRANSCRIPT, rules_digest=CHANGES["rules_digest"])
    assert seeded_transcript(other_rules) != seeded_transcript(TRANSCRIPT)
    for field in ("game", "commitment", "entropies"):
        changed = replace(TRANSCRIPT, **{field: CHANGES[field]})
        assert seeded_transcript(changed) == seeded_transcript(TRANSCRIPT)
