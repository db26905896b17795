"""What fails again and again is told once, and its return too."""

import logging

import pytest

from polemos.log.store import StoreError
from polemos.nodes.outages import Outages

WORK = "Rolls are called"


def test_an_outage_is_told_at_its_beginning_and_at_its_end(caplog):
    caplog.set_level(logging.INFO)
    outages = Outages()
    for is_away in (False, True, True, True, False, False, True):
        with outages.bearing(WORK):
            if is_away:
                raise StoreError("The database is away.")
    away = f"{WORK}: not for now. The database is away."
    assert caplog.messages == [away, f"{WORK} again", away]


def test_a_fault_of_our_own_is_not_borne():
    with pytest.raises(ZeroDivisionError), Outages().bearing(WORK):
        raise ZeroDivisionError
