import sqlite3
from contextlib import closing

import pytest

from kit.streams import OPENED_AT_MS, beats, chain, played
from polemos.log.memory import MemoryStore
from polemos.log.store import StoreError
from polemos.projections.projector import Projector
from polemos.projections.views import ENDED_GAMES, RUNNING_GAMES, Views
from polemos.rules.commands import ChangeTempo, EndGame
from polemos.rules.events import EndReason, GameEnded, Tempo

PEOPLE = {0: "alice", 1: "bob"}


def views_of(tmp_path, *games):
    store = MemoryStore()
    for appends in games:
        store.append(appends)
    Projector(store, tmp_path / "views.db").close()
    return Views(tmp_path / "views.db")


def end_of(game, *options, **more):
    """Give the game's end, by playing it once more."""
    *_, last = beats(game, *options, **more)
    assert isinstance(last[-1], GameEnded)
    return last[-1]


def broken_off(game, reason, people):
    commands = (EndGame(reason=reason),)
    return list(chain(game, beats(game, people=people, commands=commands, beats_max=0)))


def test_a_game_is_described_with_its_result(tmp_path):
    appends = played("room-1", "war", people={0: "alice"})
    shown = views_of(tmp_path, appends).game("room-1")

    end = end_of("room-1", "war")
    result = shown.pop("result")
    assert shown == {
        "game": "room-1",
        "room": "room",
        "opened_position": 1,
        "preset": "war",
        "players": 2,
        "deal": "fair/1",
        "tempo": "2",
        "tempo_class": "normal",
        "seats": [
            {"seat": 0, "kind": "human", "player": "alice"},
            {"seat": 1, "kind": "bot", "player": "bot"},
        ],
        "opened_at": OPENED_AT_MS,
        "dealt_at": OPENED_AT_MS + 500 * 6,
        "ended_at": OPENED_AT_MS + 500 * (len(appends) - 1),
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


def test_a_running_game_has_no_result(tmp_path):
    shown = views_of(tmp_path, played("room-1")[:20]).game("room-1")

    assert (shown["result"], shown["ended_at"]) == (None, None)


def test_what_is_not_known_is_none(tmp_path):
    views = views_of(tmp_path)

    assert (views.game("room-1"), views.room("room")) == (None, None)
    assert views.games(10) == []
    assert views.player("alice") == {"player": "alice", "name": None, "statistics": []}


def test_a_player_is_described_by_name_and_statistics(tmp_path):
    views_of(tmp_path, played("a-1", "tod-und-leben", people=PEOPLE))
    names = {"alice": "Élodie", "carol": "Carol"}
    views = Views(
        tmp_path / "views.db",
        lambda players: {player: names[player] for player in players if player in names},
    )

    shown = [views.player(player) for player in ("alice", "bob", "carol")]
    assert [player["name"] for player in shown] == ["Élodie", None, "Carol"]
    assert [len(player["statistics"]) for player in shown] == [1, 1, 0]
    assert shown[0]["statistics"] == views.statistics("alice")
    assert shown[0]["player"] == "alice"


def test_running_games_come_first_and_the_newest_first_within_each(tmp_path):
    views = views_of(
        tmp_path,
        played("a-1")[:20],
        played("b-1", "tod-und-leben"),
        played("c-1")[:20],
        played("d-1", "tod-und-leben"),
    )

    assert [game["game"] for game in views.games(10)] == ["c-1", "a-1", "d-1", "b-1"]
    assert [game["game"] for game in views.games(3)] == ["c-1", "a-1", "d-1"]


def test_ended_games_keep_the_order_in_which_they_were_opened(tmp_path):
    *all_but_its_end, end = played("a-1", "tod-und-leben")
    store = MemoryStore()
    store.append(all_but_its_end)
    store.append(broken_off("b-1", EndReason.ABANDONED, PEOPLE))
    store.append([end])
    Projector(store, tmp_path / "views.db").close()

    assert [game["game"] for game in Views(tmp_path / "views.db").games(10)] == ["b-1", "a-1"]


@pytest.mark.parametrize("query", [RUNNING_GAMES, ENDED_GAMES])
def test_the_list_of_games_neither_scans_nor_sorts_what_was_ever_played(tmp_path, query):
    views_of(tmp_path, played("a-1")[:20], played("b-1", "tod-und-leben"))

    with closing(sqlite3.connect(tmp_path / "views.db")) as database:
        plan = [step for *_, step in database.execute(f"EXPLAIN QUERY PLAN {query}", (10,))]
    assert plan
    assert all(step.startswith("SEARCH ") for step in plan)


def test_a_room_counts_its_games(tmp_path):
    games = [played(f"room-{number}", "tod-und-leben") for number in (1, 2, 3)]

    shown = views_of(tmp_path, *games).room("room")
    assert (shown["games"], shown["latest_game"]) == (3, "room-3")


def test_statistics_follow_the_results_of_a_players_games(tmp_path):
    ends, games = [], []
    for number in range(1, 13):
        options = {"secret": bytes([number]) * 32}
        games.append(played(f"room-{number}", "tod-und-leben", people=PEOPLE, **options))
        ends.append(end_of(f"room-{number}", "tod-und-leben", **options))
    views = views_of(tmp_path, *games)

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
def test_a_game_that_was_broken_off_is_not_counted(tmp_path, reason):
    views = views_of(tmp_path, broken_off("a-1", reason, PEOPLE))

    assert views.game("a-1")["result"]["reason"] == reason
    assert not views.game("a-1")["result"]["is_counted"]
    assert views.statistics("alice") == []


def test_a_game_on_a_chosen_seed_is_not_counted(tmp_path):
    views = views_of(tmp_path, played("a-1", "tod-und-leben", seed="seed", people=PEOPLE))

    assert not views.game("a-1")["result"]["is_counted"]
    assert views.statistics("alice") == []


def test_a_game_of_bots_is_not_counted_and_a_bot_has_no_statistics(tmp_path):
    views = views_of(
        tmp_path,
        played("a-1", "tod-und-leben"),
        played("b-1", "tod-und-leben", people={0: "alice"}),
    )

    assert not views.game("a-1")["result"]["is_counted"]
    assert views.statistics("bot") == []
    assert views.statistics("alice")[0]["games_played"] == 1


def test_presets_and_tempo_classes_are_kept_apart(tmp_path):
    fast = (ChangeTempo(tempo=Tempo.LIGHTNING), ChangeTempo(tempo=Tempo.QUARTER))
    views = views_of(
        tmp_path,
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


def test_a_player_on_two_seats_plays_one_game(tmp_path):
    views = views_of(tmp_path, played("a-1", "tod-und-leben", people={0: "alice", 1: "alice"}))

    (shown,) = views.statistics("alice")
    assert (shown["games_played"], shown["games_won"]) == (1, 1)


def test_a_reader_sees_the_file_that_a_rebuild_put_in_its_place(tmp_path):
    store = MemoryStore()
    store.append(played("a-1", "tod-und-leben"))
    with closing(Projector(store, tmp_path / "views.db")) as projector:
        views = Views(tmp_path / "views.db")
        assert len(views.games(10)) == 1
        store.append(played("b-1", "tod-und-leben"))
        projector.rebuild()
        assert len(views.games(10)) == 2


def test_views_that_are_not_there_are_told_in_a_sentence(tmp_path):
    with pytest.raises(StoreError, match="file of projections"):
        Views(tmp_path / "views.db").games(10)
