"""What fails again and again is told once, and its return too."""

import logging

from polemos.cluster.outages import Outages
from polemos.log.store import StoreError

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


def test_a_fault_of_our_own_is_told_once_with_its_trace_and_borne(caplog):
    outages = Outages()
    for _ in range(2):
        with outages.bearing(WORK):
            raise ZeroDivisionError
    assert caplog.messages == [f"{WORK}: not for now."]
    assert caplog.records[0].exc_info is not None
