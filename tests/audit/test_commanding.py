"""Every event leads back to the command that led to it."""

import pytest

from kit.exports import abandoned, bytes_of, controlled, dealt, never_dealt, people, seeded
from polemos.audit.commanding import command_of
from polemos.fairness.dealers import Fair, Seeded
from polemos.rules.decide import decide
from polemos.rules.evolve import evolve
from polemos.rules.state import initial_state

PEOPLE_SECRETS = (bytes_of("first", 1), bytes_of("second", 1))


@pytest.mark.parametrize(
    ("recorder", "dealer"),
    [
        (controlled(), Fair((bytes_of("secret", 1),))),
        (dealt("war", 4, 3, cap=20, deck=32).play(), Fair((bytes_of("secret", 3),))),
        (people(), Fair(PEOPLE_SECRETS)),
        (abandoned(), Fair((bytes_of("secret", 1),))),
        (never_dealt(), Fair((bytes_of("lobby"),))),
        (seeded("x", cap=9).play(), Seeded("x")),
    ],
)
def test_the_rules_answer_the_command_of_an_event_with_that_event(recorder, dealer):
    state = initial_state("k7m2q9x4wd-1", dealer)
    for place, event in enumerate(recorder.events):
        if place not in recorder.inside:
            assert decide(state, command_of(event))[0] == event
        state = evolve(state, event)
