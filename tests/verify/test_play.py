"""After the deal, every cheat that chance seldom draws is named at its line, as in the audit."""

from dataclasses import replace

import pytest

from kit.exports import abandoned, chained, controlled, dealt, people
from polemos.audit.audit import audit
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    EndReason,
    GameEnded,
    PileReturned,
    SeatEliminated,
    Tempo,
    TempoChanged,
    TieDeclared,
)

pytestmark = pytest.mark.browser

CONTROLLED = controlled()
PLAYED = CONTROLLED.events
RUNNING = dealt("war", 3, number=9, deck=36).play(40).events
CLOSED = abandoned().events


def place_of(events, kind, number=0):
    return [place for place, event in enumerate(events) if isinstance(event, kind)][number]


def after(events, kind, *inserted, number=0):
    """Insert events behind one of a kind; gives the forgery and the line of the first of them."""
    place = place_of(events, kind, number) + 1
    return [*events[:place], *inserted, *events[place:]], place + 1


def instead(events, kind, number=0, **values):
    """Change one event of a kind; gives the forgery and its line."""
    place = place_of(events, kind, number)
    changed = replace(events[place], **values)
    return [*events[:place], changed, *events[place + 1 :]], place + 1


def inside(event):
    place = CONTROLLED.inside[len(CONTROLLED.inside) // 2]
    return [*PLAYED[:place], event, *PLAYED[place:]], place + 1


def repeated_face():
    place = place_of(RUNNING, CardFlipped)
    return instead(RUNNING, CardFlipped, 1, card=RUNNING[place].card)


CHEATS = {
    "auto-play starts twice": after(PLAYED, AutoplayStarted, AutoplayStarted()),
    "auto-play is paused twice": after(PLAYED, AutoplayPaused, AutoplayPaused()),
    "the tempo changes to what it is": after(
        PLAYED, TempoChanged, TempoChanged(tempo=Tempo.LIGHTNING)
    ),
    "the tempo changes to what it was opened with": after(
        PLAYED, AutoplayStarted, TempoChanged(tempo=PLAYED[0].tempo)
    ),
    "auto-play starts inside a beat": inside(AutoplayStarted()),
    "auto-play is paused inside a beat": inside(AutoplayPaused()),
    "the tempo changes inside a beat": inside(TempoChanged(tempo=Tempo.FOUR)),
    "the host closes the game inside a beat": inside(
        replace(PLAYED[-1], reason=EndReason.CLOSED_BY_HOST, winner=None, places=())
    ),
    "a game that was closed has a winner": instead(CLOSED, GameEnded, winner=0),
    "a game that was closed has places": instead(CLOSED, GameEnded, places=(1, 2)),
    "a game that was closed had more rounds": instead(
        CLOSED, GameEnded, rounds=CLOSED[-1].rounds + 1
    ),
    "a game that was closed had more wars": instead(CLOSED, GameEnded, wars=CLOSED[-1].wars + 1),
    "a game that was closed ends by its cards": instead(
        CLOSED, GameEnded, reason=EndReason.ALL_CARDS
    ),
    "a game ends for another reason": instead(PLAYED, GameEnded, reason=EndReason.ENDLESS),
    "a running game shows the secret of another": (
        [*RUNNING, replace(PLAYED[-1], reason=EndReason.ABANDONED)],
        len(RUNNING) + 1,
    ),
    "a face lies on the table twice": repeated_face(),
    "a face is not in the deck": instead(RUNNING, CardFlipped, card="2c"),
    "another seat takes the pot of a running game": instead(
        RUNNING, PileReturned, seat=(RUNNING[place_of(RUNNING, PileReturned)].seat + 1) % 3
    ),
    "a seat leaves without reason": after(
        RUNNING, PileReturned, SeatEliminated(round=1, seat=0, place=3)
    ),
    "a tie is said to be of others": instead(RUNNING, TieDeclared, seats=(0, 1, 2)),
    "something follows the end": ([*PLAYED, AutoplayStarted()], len(PLAYED) + 1),
}


def test_every_cheat_after_the_deal_is_named_at_its_line(verifier):
    exports = [chained(events) for events, _ in CHEATS.values()]
    reports = verifier.verify([b"".join(lines) for lines in exports])
    named = {
        name: report["findings"][0]["line"] if report["findings"] else None
        for name, report in zip(CHEATS, reports, strict=True)
    }
    judged = {
        name: audit(lines).findings[0].line for name, lines in zip(CHEATS, exports, strict=True)
    }
    assert named == judged == {name: line for name, (_, line) in CHEATS.items()}


def test_without_the_secret_any_card_that_may_lie_there_passes_in_both(verifier):
    place = place_of(RUNNING, CardFlipped)
    seen = [event.card for event in RUNNING[place : place + 3]]
    card = RUNNING[place].card
    others = [card[0] + suit for suit in "cdhs" if card[0] + suit not in seen]
    exports = [chained(instead(RUNNING, CardFlipped, card=other)[0]) for other in others]
    reports = verifier.verify([b"".join(lines) for lines in exports])
    assert {report["verdict"] for report in reports} == {"verified so far"}
    assert {audit(lines).verdict for lines in exports} == {"verified so far"}


@pytest.mark.parametrize("recorder", [people(), CONTROLLED])
def test_a_beat_that_was_cut_is_found_and_a_whole_one_is_right_so_far(verifier, recorder):
    lines = chained(recorder.events)
    lengths = range(1, len(lines))
    reports = verifier.verify([b"".join(lines[:length]) for length in lengths])
    cut = [report["findings"][0]["code"] if report["findings"] else None for report in reports]
    assert cut == ["beat_cut" if length in recorder.inside else None for length in lengths]
