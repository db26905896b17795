"""The moments of a game are those that its tables show."""

from itertools import pairwise

import pytest

from kit.viewing import GAME, entries_of
from polemos.projections.tables import Table, fold, initial_table
from polemos_demo.terminal.replay.courses import Course
from polemos_demo.terminal.replay.jumps import Kind, jump, moments, place_of_round
from polemos_demo.terminal.replay.recordings import recording_of

GAMES = [
    ("war", 2, "page 112"),
    ("war", 4, "page 286"),
    ("pyanitsa", 3, "page 4"),
    ("peace", 4, "page 7"),
    ("bataille", 2, "page 125"),
]


def tables_of(game: tuple[str, int, str]) -> list[Table]:
    tables = [initial_table(GAME)]
    for entry in entries_of(*game):
        tables.append(fold(tables[-1], entry))
    return tables


@pytest.mark.parametrize("game", GAMES)
def test_rounds_wars_leads_and_eliminations_are_read_from_the_tables(game) -> None:
    tables, course = tables_of(game), Course()
    for entry in entries_of(*game):
        course.append(entry)
    rounds, wars, outs, leads, leader = [], [], [], [], None
    for before, table in pairwise(tables):
        is_dealt_now = before.setting.dealt_at is None and table.setting.dealt_at is not None
        if is_dealt_now or table.standing.rounds_completed > before.standing.rounds_completed:
            rounds.append((table.events, table.standing.rounds_completed, table.piles))
            most = max(table.piles)
            if table.piles.count(most) == 1 and table.piles.index(most) != leader:
                if leader is not None:
                    leads.append((table.events, table.piles.index(most)))
                leader = table.piles.index(most)
        if table.standing.wars > before.standing.wars and table.setting.ended is None:
            wars.append(table.events)
        places = zip(before.standing.places, table.standing.places, strict=False)
        if table.setting.ended is None:
            outs += [table.events for one, other in places if one is None and other is not None]
    assert [(point.seq, point.round, point.piles) for point in course.points] == rounds
    assert [war.seq for war in course.wars] == wars
    assert sum(1 for war in course.wars if war.steps > 1) >= (game[0] == "war")
    assert [(lead.seq, lead.seat) for lead in course.leads] == leads
    assert [out.seq for out in course.outs] == outs
    assert course.is_ended


@pytest.mark.parametrize("game", GAMES)
def test_a_course_from_the_middle_goes_on_as_the_whole_one(game) -> None:
    tables, entries = tables_of(game), entries_of(*game)
    whole = Course()
    for entry in entries:
        whole.append(entry)
    for cut in range(0, len(entries), max(1, len(entries) // 7)):
        late = Course()
        late.begin(tables[cut])
        for entry in entries[cut:]:
            late.append(entry)
        assert late.points[-1] == whole.points[-1]
        assert [war.seq for war in late.wars] == [war.seq for war in whole.wars if war.seq > cut]
        assert late.outs == [out for out in whole.outs if out.seq > cut]


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("game", GAMES[:3])
def test_a_jump_reaches_the_nearest_moment_in_its_direction(game, kind: Kind) -> None:
    recording = recording_of(GAME, entries_of(*game))
    all_moments = moments(recording, kind)
    for place in range(0, recording.last + 1, 3):
        after = [moment for moment in all_moments if moment > place]
        before = [moment for moment in all_moments if moment < place]
        assert jump(recording, kind, place, 1) == (after[0] if after else None)
        assert jump(recording, kind, place, -1) == (before[-1] if before else None)


def test_a_round_is_sought_by_its_number_and_beyond_the_last_is_the_end() -> None:
    recording = recording_of(GAME, entries_of("war", 2, "page 112"))
    for number in range(recording.course.last_round + 1):
        table = recording.table_at(place_of_round(recording, number))
        assert (table.standing.rounds_completed, table.laid) == (number, ())
    assert place_of_round(recording, 1_000_000) == recording.last
