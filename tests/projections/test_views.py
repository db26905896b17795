import sqlite3
from contextlib import closing
from functools import cache

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.streams import OPENED_AT_MS, beats, chain, lines_of, played
from polemos.log.codec import decode
from polemos.log.memory import MemoryStore
from polemos.log.store import StoreError
from polemos.projections.projector import Projector
from polemos.projections.views import PLAYER_GAMES_MAX, Views
from polemos.projections.views_reading import IN_POSTGRES, IN_SQLITE
from polemos.rules.commands import ChangeTempo, EndGame
from polemos.rules.events import CardFlipped, EndReason, GameEnded, Tempo

PEOPLE = {0: "alice", 1: "bob"}


def views_of(place, *games):
    store = MemoryStore()
    for appends in games:
        store.append(appends)
    Projector(store, place).close()
    return Views(place)


def end_of(game, *options, **more):
    """Give the game's end, by playing it once more."""
    *_, last = beats(game, *options, **more)
    assert isinstance(last[-1], GameEnded)
    return last[-1]


def events_of(appends):
    return [decode(line).event for line in lines_of(appends)]


def broken_off(game, reason, people):
    """Deal a game and end it at once, or leave it running for no reason."""
    commands = () if reason is None else (EndGame(reason=reason),)
    return list(chain(game, beats(game, people=people, commands=commands, beats_max=0)))


def test_a_game_is_described_with_its_result(place):
    appends = played("room-1", "war", people={0: "alice"})
    shown = views_of(place, appends).game("room-1")

    end = end_of("room-1", "war")
    result = shown.pop("result")
    assert shown == {
        "game": "room-1",
        "room": "room",
        "opened_position": 1,
        "preset": "war",
        "has_changed_rules": False,
        "players": 2,
        "deal": "fair/1",
        "tempo": "2",
        "tempo_class": "normal",
        "seats": [
            {"seat": 0, "kind": "human", "player": "alice", "name": None},
            {"seat": 1, "kind": "bot", "player": "bot", "name": None},
        ],
        "opened_at": OPENED_AT_MS,
        "dealt_at": OPENED_AT_MS + 500 * 6,
        "ended_at": OPENED_AT_MS + 500 * (len(appends) - 1),
        "ended_position": len(lines_of(appends)),
        "longest_war_steps": max(
            event.step for event in events_of(appends) if isinstance(event, CardFlipped)
        ),
    }
    assert result == {
        "reason": end.reason,
        "winner": end.winner,
        "places": list(end.places),
        "rounds": end.rounds,
        "wars": end.wars,
        "duration_ms": shown["ended_at"] - shown["dealt_at"],
        "is_counted": True,
    }


def test_a_running_game_has_no_result(place):
    shown = views_of(place, played("room-1")[:20]).game("room-1")

    assert (shown["result"], shown["ended_at"]) == (None, None)


def test_what_is_not_known_is_none(place):
    views = views_of(place)

    assert (views.game("room-1"), views.room("room")) == (None, None)
    assert views.games(10) == []
    nothing = {"name": None, "statistics": [], "games": []}
    assert views.player("alice") == {"player": "alice"} | nothing


def test_a_player_is_described_by_name_and_statistics(place):
    views_of(place, played("a-1", "tod-und-leben", people=PEOPLE))
    names = {"alice": "Élodie", "carol": "Carol"}
    views = Views(
        place,
        lambda players: {player: names[player] for player in players if player in names},
    )

    shown = [views.player(player) for player in ("alice", "bob", "carol")]
    assert [player["name"] for player in shown] == ["Élodie", None, "Carol"]
    assert [len(player["statistics"]) for player in shown] == [1, 1, 0]
    assert shown[0]["statistics"] == views.statistics("alice")
    assert shown[0]["player"] == "alice"


def test_a_players_newest_games_are_listed_like_others_the_last_to_end_first(place):
    games = [
        broken_off(f"room-{number}", EndReason.ABANDONED, {0: "alice", 1: "alice"})
        for number in range(1, PLAYER_GAMES_MAX + 2)
    ]
    first, *others = [played("a-1", "tod-und-leben", people=PEOPLE), *games]
    views = views_of(place, first[:-1], *others, first[-1:])

    described = views.player("alice")["games"]
    assert [game["game"] for game in described] == [
        "a-1",
        *[f"room-{number}" for number in range(PLAYER_GAMES_MAX + 1, 2, -1)],
    ]
    assert described[0] == views.game("a-1") == views.player("bob")["games"][0]
    assert described == views.games(PLAYER_GAMES_MAX)


def test_a_player_has_played_no_game_that_runs_or_was_never_dealt(place):
    lobby = played("b-1", people=PEOPLE)[:3]
    running, of_bots = broken_off("c-1", None, PEOPLE), played("d-1", "tod-und-leben")
    views = views_of(place, lobby, running, of_bots)

    assert views.player("alice")["games"] == views.player("bot")["games"] == []


def test_people_are_named_wherever_a_game_is_described(place):
    views_of(place, played("a-1", "tod-und-leben", people={0: "alice", 2: "bob"}, players=3))
    asked = []

    def names(players):
        asked.extend(players)
        return {"alice": "Élodie"}

    views = Views(place, names)
    seats = [
        [seat["name"] for seat in game["seats"]]
        for game in (*views.games(1), views.game("a-1"), *views.player("bob")["games"])
    ]
    assert seats == [["Élodie", None, None]] * 3
    assert set(asked) == {"alice", "bob"}


def test_running_games_come_first_and_the_newest_first_within_each(place):
    views = views_of(
        place,
        played("a-1")[:20],
        played("b-1", "tod-und-leben"),
        played("c-1")[:20],
        played("d-1", "tod-und-leben"),
    )

    assert [game["game"] for game in views.games(10)] == ["c-1", "a-1", "d-1", "b-1"]
    assert [game["game"] for game in views.games(3)] == ["c-1", "a-1", "d-1"]


def test_ended_games_come_in_the_order_in_which_they_ended(place):
    *all_but_its_end, end = played("a-1", "tod-und-leben")
    store = MemoryStore()
    store.append(all_but_its_end)
    store.append(broken_off("b-1", EndReason.ABANDONED, PEOPLE))
    store.append([end])
    Projector(store, place).close()

    assert [game["game"] for game in Views(place).games(10)] == ["a-1", "b-1"]


def test_games_that_are_named_come_before_the_others_as_far_as_they_run(place):
    running = [played(f"{room}-1")[:20] for room in "abcd"]
    views = views_of(place, *running, played("e-1", "tod-und-leben"))

    named = ["b-1", "e-1", "nobody-1", "d-1"]
    assert [game["game"] for game in views.games(10, named)] == ["b-1", "d-1", "c-1", "a-1", "e-1"]
    assert [game["game"] for game in views.games(4, named)] == ["b-1", "d-1", "c-1", "e-1"]
    assert [game["game"] for game in views.games(1, named)] == ["b-1"]
    assert views.games(0, named) == []


@given(running=st.integers(0, 6), ended=st.integers(0, 6), limit=st.integers(0, 12))
def test_neither_running_nor_ended_games_crowd_out_the_others(many_games, running, ended, limit):
    listed = many_games(running, ended).games(limit)

    counts = [sum(game["ended_at"] is None for game in listed), 0]
    counts[1] = len(listed) - counts[0]
    assert len(listed) == min(limit, running + ended)
    assert counts[0] >= min(running, limit - limit // 2)
    assert counts[1] >= min(ended, limit // 2)
    assert [game["ended_at"] is None for game in listed] == [True] * counts[0] + [False] * counts[1]


@pytest.fixture(scope="module")
def many_games(tmp_path_factory):
    """Give views of so many running and ended games, made once for each pair of numbers."""

    @cache
    def views(running, ended):
        games = [broken_off(f"run{number}-1", None, PEOPLE) for number in range(running)]
        games += [
            broken_off(f"end{number}-1", EndReason.ABANDONED, PEOPLE) for number in range(ended)
        ]
        return views_of(tmp_path_factory.mktemp("views") / "views.db", *games)

    return views


@pytest.mark.parametrize(
    ("query", "values"),
    [
        (IN_SQLITE.running_games, (10,)),
        (IN_SQLITE.ended_games, (10,)),
        (IN_SQLITE.player_games, ("alice", 10)),
    ],
)
def test_no_list_of_games_scans_or_sorts_what_was_ever_played(tmp_path, query, values):
    views_of(
        tmp_path / "views.db", played("a-1")[:20], played("b-1", "tod-und-leben", people=PEOPLE)
    )

    with closing(sqlite3.connect(tmp_path / "views.db")) as database:
        plan = [step for *_, step in database.execute(f"EXPLAIN QUERY PLAN {query}", values)]
    assert plan
    assert all(step.startswith("SEARCH ") for step in plan)


def test_a_room_counts_its_games(place):
    games = [played(f"room-{number}", "tod-und-leben") for number in (1, 2, 3)]

    shown = views_of(place, *games).room("room")
    assert (shown["games"], shown["latest_game"]) == (3, "room-3")


def test_statistics_follow_the_results_of_a_players_games(place):
    ends, games = [], []
    for number in range(1, 13):
        options = {"secret": bytes([number]) * 32}
        games.append(played(f"room-{number}", "tod-und-leben", people=PEOPLE, **options))
        ends.append(end_of(f"room-{number}", "tod-und-leben", **options))
    views = views_of(place, *games)

    for seat, player in PEOPLE.items():
        (shown,) = views.statistics(player)
        assert shown == expected(views, seat, ends)


def expected(views, seat, ends):
    """Work the statistics out from all ends at once, where the projection goes one by one."""
    won = [end.winner == seat for end in ends]
    rows = "".join("w" if is_won else " " for is_won in won).split(" ")
    times = [
        views.game(f"room-{number}")["result"]["duration_ms"]
        for number, is_won in enumerate(won, start=1)
        if is_won
    ]
    return {
        "preset": "tod-und-leben",
        "tempo_class": "normal",
        "games_played": len(ends),
        "games_won": sum(won),
        "streak": len(rows[-1]),
        "best_streak": max(map(len, rows)),
        "best_time_ms": min(times),
        "fewest_rounds": min(end.rounds for end, is_won in zip(ends, won, strict=True) if is_won),
    }


@pytest.mark.parametrize(
    "reason", [EndReason.ABANDONED, EndReason.CLOSED_BY_HOST, EndReason.STOPPED]
)
def test_a_game_that_was_broken_off_is_not_counted(place, reason):
    views = views_of(place, broken_off("a-1", reason, PEOPLE))

    assert views.game("a-1")["result"]["reason"] == reason
    assert not views.game("a-1")["result"]["is_counted"]
    assert views.statistics("alice") == []


def test_a_game_on_a_chosen_seed_is_not_counted(place):
    views = views_of(place, played("a-1", "tod-und-leben", seed="seed", people=PEOPLE))

    assert not views.game("a-1")["result"]["is_counted"]
    assert views.statistics("alice") == []


def test_a_game_of_bots_is_not_counted_and_a_bot_has_no_statistics(place):
    views = views_of(
        place,
        played("a-1", "tod-und-leben"),
        played("b-1", "tod-und-leben", people={0: "alice"}),
    )

    assert not views.game("a-1")["result"]["is_counted"]
    assert views.statistics("bot") == []
    assert views.statistics("alice")[0]["games_played"] == 1


def test_presets_and_tempo_classes_are_kept_apart(place):
    fast = (ChangeTempo(tempo=Tempo.LIGHTNING), ChangeTempo(tempo=Tempo.QUARTER))
    views = views_of(
        place,
        played("a-1", "tod-und-leben", people=PEOPLE),
        played("a-2", "pyanitsa", people=PEOPLE),
        played("a-3", "pyanitsa", people=PEOPLE, commands=fast),
    )

    shown = [(row["preset"], row["tempo_class"]) for row in views.statistics("alice")]
    assert shown == [
        ("pyanitsa", "lightning"),
        ("pyanitsa", "normal"),
        ("tod-und-leben", "normal"),
    ]
    assert (views.game("a-3")["tempo"], views.game("a-3")["tempo_class"]) == ("0.25", "lightning")


def test_a_player_on_two_seats_plays_one_game(place):
    views = views_of(place, played("a-1", "tod-und-leben", people={0: "alice", 1: "alice"}))

    (shown,) = views.statistics("alice")
    assert (shown["games_played"], shown["games_won"]) == (1, 1)


def test_a_reader_sees_the_file_that_a_rebuild_put_in_its_place(place):
    store = MemoryStore()
    store.append(played("a-1", "tod-und-leben"))
    with closing(Projector(store, place)) as projector:
        views = Views(place)
        assert len(views.games(10)) == 1
        store.append(played("b-1", "tod-und-leben"))
        projector.rebuild()
        assert len(views.games(10)) == 2


def test_views_that_are_not_there_are_told_in_a_sentence(place):
    with pytest.raises(StoreError, match=r"file of projections|has no log of this version"):
        Views(place).games(10)


@pytest.mark.parametrize(
    ("query", "values"),
    [
        (IN_POSTGRES.running_games, [10]),
        (IN_POSTGRES.ended_games, [10]),
        (IN_POSTGRES.player_games, ["alice", 10]),
    ],
)
def test_no_list_of_games_in_postgresql_scans_or_sorts_what_was_ever_played(
    database, address, query, values
):
    views_of(database, played("a-1")[:20], played("b-1", "tod-und-leben", people=PEOPLE))

    with psycopg.connect(address) as connection:
        connection.execute("SET search_path = polemos_views")
        for method in ("seqscan", "bitmapscan", "hashjoin", "mergejoin"):
            connection.execute(f"SET enable_{method} = off")
        plan = "".join(step for (step,) in connection.execute(f"EXPLAIN {query}", values))
    assert "Index" in plan
    assert "Seq Scan" not in plan
    assert "Sort" not in plan
