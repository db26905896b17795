"""What a report claims, and what it admits."""

from dataclasses import replace

from kit.exports import abandoned, chained, controlled, dealt, never_dealt, people, seeded
from polemos.audit.audit import FINDINGS_MAX, audit
from polemos.audit.report import Verdict
from polemos.rules.encoding import digest
from polemos.rules.events import SeatKind, SeatTaken


def report_of(recorder):
    return audit(chained(recorder.events))


def test_a_game_of_bots_admits_that_its_entropy_was_public():
    assert any("All seats were bots" in text for text in report_of(controlled()).unproved)


def test_a_game_with_a_person_claims_that_nobody_else_chose_the_deal():
    report = report_of(people())
    assert any("nobody else chose" in text for text in report.proved)
    assert not any("All seats were bots" in text for text in report.unproved)


def test_bots_that_are_called_people_are_still_bots():
    events = [
        replace(event, kind=SeatKind.HUMAN, player="alice")
        if isinstance(event, SeatTaken)
        else event
        for event in controlled().events
    ]
    report = audit(chained(events))

    assert not any("nobody else chose" in text for text in report.proved)
    assert any("entropy" in text and "public" in text for text in report.unproved)


def test_an_attempt_that_was_given_up_is_admitted():
    assert any("1 attempt" in text for text in report_of(people()).unproved)
    assert not any("attempt" in text for text in report_of(controlled()).unproved)


def test_a_seeded_game_admits_that_its_deal_was_chosen():
    report = report_of(seeded("x", cap=5).play())
    assert any("seed was chosen" in text for text in report.unproved)
    assert not any("nobody else chose" in text for text in report.proved)


def test_a_running_game_admits_what_could_not_be_checked_yet():
    report = report_of(dealt().play(9))
    assert report.verdict is Verdict.VERIFIED_SO_FAR
    assert any("not revealed" in text for text in report.unproved)
    assert not any("derive" in text or "follow from it" in text for text in report.proved)


def test_a_game_that_was_never_dealt_claims_nothing_about_cards():
    report = report_of(never_dealt())
    assert not any("every card" in text for text in report.proved)


def test_an_abandoned_game_is_derived_as_far_as_it_was_played():
    assert any("opens the commitment" in text for text in report_of(abandoned()).proved)


def test_a_wrong_export_claims_nothing():
    lines = chained(controlled().events)
    report = audit(lines[:3] + lines[4:])
    assert (report.proved, report.unproved) == ((), ())


def test_the_head_is_the_hash_of_the_last_line():
    lines = chained(controlled().events)
    report = audit(lines)
    assert report.head == digest(lines[-1][:-1])
    assert (report.events, report.game) == (len(lines), "k7m2q9x4wd-1")


def test_a_report_lists_so_many_findings_and_counts_the_others():
    report = audit([b"noise\n"] * 50)
    assert len(report.findings) == FINDINGS_MAX
    assert report.findings_omitted == 50 - FINDINGS_MAX
    assert report.game is None
