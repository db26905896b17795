"""The contract that every store passes."""

from dataclasses import replace

import pytest

from kit.streams import laid_cards, lines_of, played
from polemos.log.memory import MemoryStore
from polemos.log.requests import COMMANDS_KEPT_MAX
from polemos.log.store import Append, Appended, GameHead, StoreFull, VersionConflict
from polemos.rules.encoding import digest


def shown(result):
    """Conflicts are exceptions and compare by identity; their values are what counts."""
    if isinstance(result, VersionConflict):
        return (result.game, result.expected_seq, result.actual_seq)
    return result


def test_an_empty_log_has_nothing(store):
    assert store.last_position() == 0
    assert store.read() == []
    assert store.load("room-1") == []
    assert store.head("room-1") is None
    assert store.running_games() == []
    assert store.games() == []
    assert store.latest_game("room") is None
    assert store.append([]) == []


def test_an_append_tells_the_position_and_seq_of_its_last_event(store):
    assert store.append([laid_cards("a-1", 3)]) == [Appended(position=3, seq=3)]
    assert store.append([laid_cards("b-1", 2)]) == [Appended(position=5, seq=2)]


def test_a_game_is_loaded_as_the_bytes_that_were_appended(store):
    appends = played("room-1")
    store.append(appends)

    lines = lines_of(appends)
    assert store.load("room-1", events_max=10_000) == lines
    assert store.load("room-1", 100, events_max=50) == lines[100:150]
    assert store.load("room-1", len(lines)) == []


def test_a_page_ends_before_it_exceeds_its_bytes_but_is_never_empty(store):
    lines = lines_of(played("room-1"))
    store.append(played("room-1"))

    assert store.load("room-1", bytes_max=1) == lines[:1]
    assert store.load("room-1", bytes_max=len(lines[0]) + len(lines[1])) == lines[:2]
    assert store.load("room-1", bytes_max=len(lines[0]) + len(lines[1]) - 1) == lines[:1]


def test_the_whole_log_is_read_in_order_of_commit(store):
    store.append([laid_cards("a-1", 2), laid_cards("b-1", 1)])
    store.append([laid_cards("c-1", 1)])

    entries = store.read()
    assert [(entry.position, entry.game, entry.seq) for entry in entries] == [
        (1, "a-1", 1),
        (2, "a-1", 2),
        (3, "b-1", 1),
        (4, "c-1", 1),
    ]
    assert [entry.line for entry in entries[:2]] == store.load("a-1")
    assert store.read(1, events_max=2) == entries[1:3]
    assert store.read(4) == []


@pytest.mark.parametrize("expected_seq", [0, 1, 3])
def test_an_append_to_another_seq_conflicts_and_changes_nothing(store, expected_seq):
    store.append([laid_cards("a-1", 2)])

    late = replace(laid_cards("a-1", 1, expected_seq=expected_seq), command_id="late")
    (result,) = store.append([late])

    assert shown(result) == ("a-1", expected_seq, 2)
    assert store.last_position() == 2


def test_a_conflict_of_one_does_not_fail_the_others(store):
    store.append([laid_cards("a-1", 1)])

    results = store.append(
        [laid_cards("b-1", 1), laid_cards("a-1", 1, name="late"), laid_cards("c-1", 1)]
    )

    assert [shown(result) for result in results] == [
        Appended(position=2, seq=1),
        ("a-1", 0, 1),
        Appended(position=3, seq=1),
    ]


def test_two_appends_to_one_game_may_share_a_batch(store):
    first = laid_cards("a-1", 2)
    second = laid_cards("a-1", 1, expected_seq=2, head=first.head)

    assert store.append([first, second]) == [
        Appended(position=2, seq=2),
        Appended(position=3, seq=3),
    ]
    assert store.load("a-1") == [*first.lines, *second.lines]


def test_a_command_that_is_repeated_gets_its_first_result_and_appends_nothing(store):
    first = laid_cards("a-1", 2)
    store.append([first])
    store.append([laid_cards("a-1", 1, expected_seq=2, head=first.head)])

    assert store.append([first, first]) == [Appended(position=2, seq=2)] * 2
    assert store.last_position() == 3


def test_a_command_that_is_repeated_in_one_batch_takes_effect_once(store):
    assert store.append([laid_cards("a-1", 2)] * 2) == [Appended(position=2, seq=2)] * 2
    assert store.last_position() == 2


def test_a_command_that_conflicted_may_be_tried_again(store):
    early = laid_cards("a-1", 1, expected_seq=1)
    (conflict,) = store.append([early])
    store.append([laid_cards("a-1", 1)])

    assert shown(conflict) == ("a-1", 1, 0)
    assert store.append([early]) == [Appended(position=2, seq=2)]


def test_only_the_newest_commands_are_remembered(store):
    one = laid_cards("a0-1", 1)
    batch = [
        replace(one, game=f"a{number}-1", command_id=f"{number}")
        for number in range(COMMANDS_KEPT_MAX + 1)
    ]
    store.append(batch)

    forgotten, kept = store.append([batch[0], batch[1]])

    assert shown(forgotten) == ("a0-1", 0, 1)
    assert kept == Appended(position=2, seq=1)


def test_heads_tell_where_games_end_and_whether_they_have(store):
    ended, running = played("room-1"), laid_cards("room-2", 4)
    store.append([*ended, running])

    length = len(lines_of(ended))
    end = digest(ended[-1].lines[-1])
    assert store.head("room-1") == GameHead(game="room-1", seq=length, head=end, is_ended=True)
    assert store.head("room-2") == GameHead(
        game="room-2", seq=4, head=digest(running.lines[-1]), is_ended=False
    )
    assert store.running_games() == [store.head("room-2")]


def test_the_heads_of_many_games_are_told_at_once_and_unknown_ones_left_out(store):
    store.append([*played("room-1"), laid_cards("room-2", 4), laid_cards("room-3", 1)])

    asked = ["room-2", "room-9", "room-1", "room-2"]
    told = sorted(store.heads(asked), key=lambda head: head.game)
    assert told == [store.head("room-1"), store.head("room-2")]
    assert store.heads([]) == []


def test_games_are_listed_by_id_a_page_at_a_time(store):
    store.append([laid_cards(game, 1) for game in ("b-1", "a-2", "a-10", "c-1")])

    heads = [store.head(game) for game in ("a-10", "a-2", "b-1", "c-1")]
    assert store.games() == heads
    assert store.games(games_max=2) == heads[:2]
    assert store.games("a-2", games_max=1) == heads[2:3]
    assert store.games("c-1") == []


def test_running_games_are_listed_by_their_first_event(store):
    store.append([laid_cards("b-1", 1), laid_cards("a-1", 1)])
    store.append([laid_cards("c-1", 1)])
    store.append([laid_cards("b-1", 1, expected_seq=1)])

    assert [head.game for head in store.running_games()] == ["b-1", "a-1", "c-1"]


def test_the_newest_game_of_a_room_is_the_one_with_the_highest_number(store):
    store.append([laid_cards(game, 1) for game in ("a-2", "a-10", "a-9", "ab-11")])

    assert store.latest_game("a").game == "a-10"
    assert store.latest_game("ab").game == "ab-11"
    assert store.latest_game("b") is None


@pytest.mark.parametrize("game", ["", "a", "a-", "a-0", "a-01", "A-1", "a b-1", "a-1\n", "a-1-1"])
def test_a_game_id_of_another_form_is_refused_before_anything_is_stored(store, game):
    good = laid_cards("a-1", 1)

    with pytest.raises(ValueError, match="is no game id"):
        store.append([good, replace(good, game=game)])
    assert store.last_position() == 0


@pytest.mark.parametrize(
    "hollow",
    [{"lines": (), "types": ()}, {"types": ()}, {"types": ("CardHidden", "CardHidden")}],
)
def test_an_append_needs_lines_and_one_type_for_each(store, hollow):
    with pytest.raises(ValueError, match="at least one line"):
        store.append([replace(laid_cards("a-1", 1), **hollow)])


def test_memory_that_is_full_refuses_a_batch_whole():
    store = MemoryStore(events_max=5)
    store.append([laid_cards("room-1", 3)])
    kept = store.read()

    for batch in (
        [laid_cards("room-2", 3)],
        [laid_cards("room-2", 1), laid_cards("room-3", 2)],
    ):
        with pytest.raises(StoreFull, match="5 events"):
            store.append(batch)
        assert store.read() == kept
        assert store.head("room-2") is store.head("room-3") is None
        assert store.last_position() == 3

    store.append([laid_cards("room-2", 2)])
    assert store.last_position() == 5


def test_bytes_are_kept_whatever_they_are(store):
    lines = (b"", b"\x00\xff", "Ελλάδα".encode())
    store.append(
        [
            Append(
                command_id="x",
                game="a-1",
                expected_seq=0,
                lines=lines,
                types=("CardHidden",) * 3,
                head="",
            )
        ]
    )

    assert tuple(store.load("a-1")) == lines
