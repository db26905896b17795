"""`polemos simulate`: the figures of the rules, the same for the same seed, refusals."""

import argparse
import json

import pytest

from polemos.cli import simulate
from polemos.cli.refusals import EXIT_REFUSED
from polemos.cli.simulation import Outcome, deal_game, play_games, summarise
from polemos.rules.events import EndReason
from polemos.rules.play import play_out
from polemos.rules.presets import rule_set

STANDARD_ERRORS = 4


def simulated(capsys, *words):
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    code = simulate.run(parser.parse_args(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def as_json(capsys, *words):
    code, out, _ = simulated(capsys, *words, "--json")
    assert code == 0
    return json.loads(out)


@pytest.mark.parametrize(
    ("preset", "mean", "sd", "wars", "at_cap"),
    [
        ("bataille", 453.9, 364, 26.79, 0.0059),
        ("war", 270.7, 222, 16.04, 0),
        ("one-hidden", 424.0, 285, 25.04, 0.0863),
    ],
)
def test_the_figures_of_the_rules_come_out(preset, mean, sd, wars, at_cap):
    games = 250
    outcomes = play_games(rule_set(preset), "figures", range(games))
    summary = summarise(outcomes, 2)
    error = STANDARD_ERRORS / games**0.5
    assert abs(summary.lengths.mean - mean) < error * sd
    # A game has about one war in seventeen rounds, so their numbers spread alike.
    assert abs(summary.wars_mean - wars) < error * (sd / 17 + wars**0.5)
    capped = summary.ends.get(EndReason.CAP, 0) / games
    assert abs(capped - at_cap) <= error * (at_cap * (1 - at_cap)) ** 0.5
    assert set(summary.ends) <= {EndReason.ALL_CARDS, EndReason.CAP, EndReason.EXHAUSTED}


@pytest.mark.parametrize(("hidden", "share"), [(1, 0.437), (3, 0.102)])
def test_returned_as_laid_so_many_games_are_endless(hidden, share):
    games = 60
    rules = rule_set("war", overrides={"return_order": "table", "hidden_cards": hidden})
    summary = summarise(play_games(rules, "loops", range(games)), 2)
    error = STANDARD_ERRORS * (share * (1 - share) / games) ** 0.5
    assert abs(summary.ends[EndReason.ENDLESS] / games - share) < error


@pytest.mark.parametrize("order", ["shuffled", "winner_first", "loser_first"])
def test_no_game_of_two_is_endless_in_the_other_orders(order):
    rules = rule_set("war", overrides={"return_order": order, "hidden_cards": 1})
    summary = summarise(play_games(rules, "no loops", range(60)), 2)
    assert EndReason.ENDLESS not in summary.ends


def test_the_json_has_exactly_its_keys(capsys):
    shown = as_json(capsys, "--preset", "war", "--players", "3", "--games", "20", "--seed", "a")
    assert list(shown) == [
        "preset",
        "players",
        "games",
        "rounds",
        "wars",
        "ends",
        "wins",
        "draws",
    ]
    assert list(shown["rounds"]) == ["mean", "sd", "median", "p95", "p99", "max"]
    assert list(shown["wars"]) == ["mean"]
    assert (shown["preset"], shown["players"], shown["games"]) == ("war", 3, 20)
    assert len(shown["wins"]) == 3
    assert sum(shown["ends"].values()) == sum(shown["wins"]) + shown["draws"] == 20


def test_the_same_seed_plays_the_same_games_however_they_are_shared_out(capsys):
    words = ("--preset", "pyanitsa", "--games", "30", "--seed", "same")
    assert as_json(capsys, *words) == as_json(capsys, *words, "--jobs", "2")
    assert as_json(capsys, *words) != as_json(capsys, *words[:-1], "other")


def test_a_seed_of_its_own_is_printed_so_that_the_run_can_be_repeated(capsys):
    words = ("--preset", "tod-und-leben", "--games", "5")
    _, out, err = simulated(capsys, *words, "--json")
    seed = err.removeprefix("The seed is ").strip().removesuffix(".")
    assert as_json(capsys, *words, "--seed", seed) == json.loads(out)


def test_rules_may_be_given_together_or_one_by_one(capsys):
    words = ("--preset", "war", "--games", "10", "--seed", "a")
    together = as_json(capsys, *words, "--rule", "hidden_cards=1", "cap=50")
    one_by_one = as_json(capsys, *words, "--rule", "hidden_cards=1", "--rule", "cap=50")
    assert together == one_by_one
    assert together["rounds"]["max"] <= 50


def test_the_table_tells_what_the_json_tells(capsys):
    code, out, _ = simulated(capsys, "--preset", "war", "--games", "10", "--seed", "a")
    shown = as_json(capsys, "--preset", "war", "--games", "10", "--seed", "a")
    assert code == 0
    assert f"{shown['rounds']['mean']:.1f}" in out
    assert "seed a" in out


def test_a_plot_is_a_picture(capsys, tmp_path):
    picture = tmp_path / "lengths.png"
    code, _, _ = simulated(capsys, "--preset", "war", "--games", "5", "--plot", str(picture))
    assert code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--preset", "whist"), "'whist'"),
        (("--preset", "war", "--players", "7"), "2 to 4"),
        (("--preset", "war", "--games", "0"), "--games"),
        (("--preset", "war", "--jobs", "0"), "--jobs"),
        (("--preset", "war", "--rule", "hidden_cards"), "KEY=VALUE"),
        (("--preset", "war", "--rule", "trumps=1"), "'trumps'"),
        (("--preset", "war", "--rule", "players=3"), "'players'"),
        (("--preset", "war", "--rule", "preset=peace"), "'preset'"),
        (("--preset", "war", "--rule", "best=lowest"), "hidden_cards=5"),
        (("--preset", "war", "--seed", "x" * 201), "--seed"),
        (("--preset", "war", "--plot", "no/such/folder/a.png"), "folder"),
        (("--preset", "war", "--plot", "lengths.jsonl"), ".png"),
        (("--preset", "war", "--plot", "a" * 300 + ".png"), "too long"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_sentence(capsys, words, sentence):
    code, out, err = simulated(capsys, *words)
    assert code == EXIT_REFUSED
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_a_summary_counts_what_happened():
    def outcome(rounds, reason, winner, *, is_draw=False):
        return Outcome(rounds=rounds, wars=2, reason=reason, winner=winner, is_draw=is_draw)

    summary = summarise(
        [
            outcome(10, EndReason.ALL_CARDS, 0),
            outcome(20, EndReason.ALL_CARDS, 1),
            outcome(30, EndReason.CAP, None, is_draw=True),
            outcome(40, EndReason.ALL_CARDS, 1),
            outcome(100_000, EndReason.STOPPED, None),
        ],
        2,
    )
    assert summary.lengths.median == 30
    assert summary.lengths.p95 == summary.lengths.max == 100_000
    assert summary.wins == (1, 2)
    assert summary.draws == 1
    assert summary.ends == {EndReason.ALL_CARDS: 3, EndReason.CAP: 1, EndReason.STOPPED: 1}


def test_a_game_of_a_run_can_be_played_again_by_itself():
    (outcome,) = play_games(rule_set("war"), "again", range(7, 8))
    *_, (_, ended) = play_out(deal_game(rule_set("war"), "again/7"))
    assert ended.result.rounds == outcome.rounds
