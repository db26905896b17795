"""Beats are told in words, one line each."""

from kit.streams import lines_of, played
from polemos.log.codec import decode
from polemos.rules.events import EndReason, GameEnded
from polemos_demo.client.beats import beats_of
from polemos_demo.terminal.telling import tell_beat, tell_duration, tell_result


def test_a_whole_game_groups_into_the_beats_that_were_appended() -> None:
    appends = played("abc-1", "war", 4, seed="page 286")
    beats = list(beats_of(decode(line).event for line in lines_of(appends)))
    appended = [tuple(decode(line).event for line in append.lines) for append in appends]
    assert beats == appended


def test_a_round_with_a_war_reads_as_it_was_played() -> None:
    events = [decode(line).event for line in lines_of(played("abc-1", "war", 2, seed="page 112"))]
    told = [tell_beat(beat) for beat in beats_of(events)]
    start = next(index for index, line in enumerate(told) if line.startswith("Round 1:"))
    assert told[start : start + 6] == [
        "Round 1: Seat 1 9♦, Seat 2 9♣",
        "Round 1: War! Seat 1 and Seat 2 tie with 9; 6 hidden cards",
        "Round 1: Seat 1 Q♣, Seat 2 Q♠",
        "Round 1: The war goes on: Seat 1 and Seat 2 tie with Q; 6 hidden cards",
        "Round 1: Seat 1 8♣, Seat 2 A♥",
        "Round 1: Seat 2 takes 18 cards",
    ]


def test_every_beat_is_one_line() -> None:
    for players in (2, 3, 4):
        lines = lines_of(played("abc-1", "war", players, seed="page 1"))
        for beat in beats_of(decode(line).event for line in lines):
            assert tell_beat(beat).count("\n") == 0
            assert tell_beat(beat).strip()


def ended(**fields: object) -> GameEnded:
    shape = {"reason": EndReason.CAP, "winner": None, "places": (), "rounds": 1_000, "wars": 7}
    return GameEnded(**shape | fields, secret="")


def test_a_result_names_the_winner_or_who_shares_the_draw() -> None:
    figures = "1,000 rounds, 7 wars."
    assert tell_result(ended(winner=1, places=(2, 1))) == (
        f"Seat 2 wins: the game reached its cap of rounds. {figures}"
    )
    assert tell_result(ended(places=(1, 3, 1), reason=EndReason.EXHAUSTED)) == (
        f"A draw between Seat 1 and Seat 3: nobody could turn another card. {figures}"
    )
    assert tell_result(ended(reason=EndReason.CLOSED_BY_HOST)) == (
        f"Ended without a result: the host ended the game. {figures}"
    )


def test_durations_are_read_at_a_glance() -> None:
    assert tell_duration(1_240) == "1.2 s"
    assert tell_duration(75_000) == "01:15"
    assert tell_duration(3_675_000) == "1:01:15"
