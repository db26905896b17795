"""The edge cases of the rules and the known faults of others, each on a crafted deal."""

from dataclasses import replace

from kit.table import given
from kit.telling import tell
from polemos.rules.commands import PlayBeat
from polemos.rules.decide import decide
from polemos.rules.evolve import evolve
from polemos.rules.state import ROUNDS_MAX


def test_the_better_card_takes_both():
    (
        given("Ks 2d | Qs 3d")
        .when(2)
        .then("0 turns Ks", "1 turns Qs", "0 takes 2")
        .then_piles("2d Ks Qs | 3d")
    )


def test_a_pile_is_a_queue_and_not_a_stack():
    (
        given("Ks 2d | Qs 3d")
        .when(4)
        .then("0 turns Ks", "1 turns Qs", "0 takes 2", "0 turns 2d", "1 turns 3d", "1 takes 2")
        .then_piles("Ks Qs | 3d 2d")
    )


def test_a_beat_turns_a_card_for_every_seat_in_ascending_order():
    given("2s 3s | Ks 4s | As 5s").when(1).then("0 turns 2s", "1 turns Ks", "2 turns As")


def test_suits_do_not_break_a_tie():
    (
        given("9s 2d | 9c 3d", hidden_cards=0)
        .when(4)
        .then(
            "0 turns 9s",
            "1 turns 9c",
            "tie of 9 between 0 1, on go 0 1",
            "0 turns 2d",
            "1 turns 3d",
            "1 takes 4",
            "0 leaves, place 2",
        )
    )


def test_aces_are_high():
    given("As 9d | 2s 9c").when(2).then("0 turns As", "1 turns 2s", "0 takes 2")


def test_in_peace_the_lowest_wins_and_the_ace_is_the_worst():
    given("As 9d | Ks 9c", "peace").when(2).then("0 turns As", "1 turns Ks", "1 takes 2")
    given("2s 9d | 3s 9c", "peace").when(2).then("0 turns 2s", "1 turns 3s", "0 takes 2")


def test_a_tie_below_the_best_card_starts_no_war():
    (
        given("5s 2s | 5d 2d | 6c 2c")
        .when(2)
        .then("0 turns 5s", "1 turns 5d", "2 turns 6c", "2 takes 3")
    )


def test_a_war_of_full_hands_moves_ten_cards_in_war_and_six_in_bataille():
    hands = "9s 2c 3c 4c Ks 5c | 9d 2d 3d 4d Qd 5d"
    assert "0 takes 10" in told(given(hands).when(4))
    assert "0 takes 6" in told(given("9s 2c Ks 5c | 9d 2d Qd 5d", "bataille").when(4))


def test_hidden_cards_are_laid_seat_by_seat_before_anybody_turns():
    (
        given("9s 2c 3c Ks 5c | 9d 2d 3d Qd 5d", hidden_cards=2)
        .when(3)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "tie of 9 between 0 1, on go 0 1",
            "0 hides",
            "0 hides",
            "1 hides",
            "1 hides",
            "0 turns Ks",
            "1 turns Qd",
        )
        .then_table("9s 9d 2c 3c 2d 3d Ks Qd")
    )


# Edge case 1: the last card is turned at once; the boundaries of hidden + 1 cards.


def test_one_card_left_is_turned_at_once_while_the_other_hides_all_of_its_own():
    (
        given("9s Ks | 9d 2d 3d 4d Qd 5d")
        .when(4)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "tie of 9 between 0 1, on go 0 1",
            "1 hides",
            "1 hides",
            "1 hides",
            "0 turns Ks",
            "1 turns Qd",
            "0 takes 7",
        )
        .then_piles("9s Ks 9d 2d 3d 4d Qd | 5d")
    )


def test_exactly_the_cards_of_a_war_step_are_enough():
    assert told(given("9s 2c 3c 4c Ks | 9d 2d 3d 4d Qd 5d").when(2)).count("0 hides") == 3


def test_one_card_short_of_a_war_step_hides_one_less():
    assert told(given("9s 2c 3c Ks | 9d 2d 3d 4d Qd 5d").when(2)).count("0 hides") == 2


def test_two_cards_left_hide_one_and_turn_one():
    assert told(given("9s 2c Ks | 9d 2d 3d 4d Qd 5d").when(2)).count("0 hides") == 1


def test_both_short_lay_what_each_can_whatever_the_seat_order():
    hands = "9s Ks", "9d 2d Qd"
    assert told(given(" | ".join(hands)).when(4))[-2:] == ["0 takes 5", "1 leaves, place 2"]
    assert told(given(" | ".join(reversed(hands))).when(4))[-2:] == [
        "1 takes 5",
        "0 leaves, place 2",
    ]


# Edge case 2: no card left when a war step starts.


def test_without_a_card_for_the_war_the_other_takes_the_pot_unturned():
    (
        given("9s | 9d 2d")
        .when(4)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "tie of 9 between 0 1, on go 1",
            "1 takes 2",
            "0 leaves, place 2",
            "end by all_cards: 1 wins, places 2 1",
        )
        .then_piles("- | 2d 9d 9s")
    )


def test_a_seat_that_did_not_tie_takes_the_pot_when_it_alone_can_play():
    (
        given("9s | 9d | 5c 2c")
        .when(4)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "2 turns 5c",
            "tie of 9 between 0 1, on go 2",
            "2 takes 3",
            "0 leaves, place 2",
            "1 leaves, place 2",
            "end by all_cards: 2 wins, places 2 2 1",
        )
    )


def test_a_seat_that_ran_out_in_a_war_cannot_win_the_pot_of_its_re_tie():
    # Seat 0 turns its last card and ties again; the others go on without it.
    (
        given("9s Ks | 9d Kd 2d 3d | 5c Qc 4c 6c", hidden_cards=0)
        .when(6)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "2 turns 5c",
            "tie of 9 between 0 1, on go 0 1 2",
            "0 turns Ks",
            "1 turns Kd",
            "2 turns Qc",
            "tie of K between 0 1, on go 1 2",
            "1 turns 2d",
            "2 turns 4c",
            "2 takes 8",
            "0 leaves, place 3",
        )
    )


# Edge case 3: nobody can play.


def test_two_piles_that_run_out_together_are_a_draw_and_the_cards_stay_on_the_table():
    (
        given("9s | 9d")
        .when(3)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "tie of 9 between 0 1, on go none",
            "end by exhausted: nobody wins, places 1 1",
        )
        .then_piles("- | -")
        .then_table("9s 9d")
    )


def test_who_lost_earlier_in_an_exhausted_round_ranks_below_the_tied():
    given("9s | 9d | 5c").when(3).then(
        "0 turns 9s",
        "1 turns 9d",
        "2 turns 5c",
        "tie of 9 between 0 1, on go none",
        "end by exhausted: nobody wins, places 1 1 3",
    )


def test_seats_eliminated_before_an_exhausted_round_rank_below_those_that_lost_in_it():
    (
        given("9s | 8d 9d 3d 4d 2d | 5c 6c | 2h")
        .when(7)
        .then(
            "0 turns 9s",
            "1 turns 8d",
            "2 turns 5c",
            "3 turns 2h",
            "0 takes 4",
            "3 leaves, place 4",
            "0 turns 9s",
            "1 turns 9d",
            "2 turns 6c",
            "tie of 9 between 0 1, on go 0 1",
            "0 hides",
            "0 hides",
            "1 hides",
            "1 hides",
            "0 turns 2h",
            "1 turns 2d",
            "tie of 2 between 0 1, on go none",
            "end by exhausted: nobody wins, places 1 1 3 4",
        )
    )


def test_everybody_tied_is_a_war_of_everybody():
    given("9s 2s | 9d 3d | 9c 4c | 9h 5h", hidden_cards=0).when(4).then(
        "0 turns 9s",
        "1 turns 9d",
        "2 turns 9c",
        "3 turns 9h",
        "tie of 9 between 0 1 2 3, on go 0 1 2 3",
        "0 turns 2s",
        "1 turns 3d",
        "2 turns 4c",
        "3 turns 5h",
        "3 takes 8",
        "0 leaves, place 2",
        "1 leaves, place 2",
        "2 leaves, place 2",
    )


# Edge case 4: a dead pot in a war of only the tied.


def test_only_the_tied_lay_cards_where_the_rules_say_so():
    given("9s 2s | 9d 3d | 5c Ac", hidden_cards=0, war_joined_by="tied").when(4).then(
        "0 turns 9s",
        "1 turns 9d",
        "2 turns 5c",
        "tie of 9 between 0 1, on go 0 1",
        "0 turns 2s",
        "1 turns 3d",
        "1 takes 5",
        "0 leaves, place 3",
    )


def test_a_dead_pot_goes_to_the_winner_of_the_next_round():
    (
        given("9s | 9d | 5c 2c 4c | 6h 3h 4h", war_joined_by="tied")
        .when(5)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "2 turns 5c",
            "3 turns 6h",
            "tie of 9 between 0 1, on go none",
            "0 leaves, place 3",
            "1 leaves, place 3",
            "2 turns 2c",
            "3 turns 3h",
            "3 takes 6",
        )
        .then_piles("- | - | 4c | 4h 6h 3h 9s 9d 5c 2c")
    )


def test_a_sole_survivor_takes_a_dead_pot_at_once():
    given("9s | 9d | 5c 2c", war_joined_by="tied").when(4).then(
        "0 turns 9s",
        "1 turns 9d",
        "2 turns 5c",
        "tie of 9 between 0 1, on go none",
        "2 takes 3",
        "0 leaves, place 2",
        "1 leaves, place 2",
        "end by all_cards: 2 wins, places 2 2 1",
    )


def test_a_dead_pot_that_nobody_outlives_is_a_draw_of_the_last_tied():
    (
        given("9s | 9d | 5c 4c | 6h 4h", war_joined_by="tied")
        .when(6)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "2 turns 5c",
            "3 turns 6h",
            "tie of 9 between 0 1, on go none",
            "0 leaves, place 3",
            "1 leaves, place 3",
            "2 turns 4c",
            "3 turns 4h",
            "tie of 4 between 2 3, on go none",
            "end by exhausted: nobody wins, places 3 3 1 1",
        )
        .then_table("9s 9d 5c 6h 4c 4h")
    )


# Edge case 5: a re-tie is judged among all who played the step.


def test_a_re_tie_between_others_than_the_first_tied_goes_on_between_them():
    given("9s 2s 4s | 9d Qd 5d | 5c Qc 6c", hidden_cards=0).when(6).then(
        "0 turns 9s",
        "1 turns 9d",
        "2 turns 5c",
        "tie of 9 between 0 1, on go 0 1 2",
        "0 turns 2s",
        "1 turns Qd",
        "2 turns Qc",
        "tie of Q between 1 2, on go 0 1 2",
        "0 turns 4s",
        "1 turns 5d",
        "2 turns 6c",
        "2 takes 9",
        "0 leaves, place 2",
        "1 leaves, place 2",
    )


# Six beats ace.


def test_the_lowest_rank_beats_an_ace_that_would_win():
    hands = "6s 7s | Ad 7d"
    rules = {"preset": "pyanitsa", "six_beats_ace": True}
    assert told(given(hands, **rules).when(2))[-1] == "0 takes 2"
    assert told(given(hands, "pyanitsa").when(2))[-1] == "1 takes 2"


def test_without_an_ace_on_the_table_the_lowest_rank_stays_the_worst():
    hands = "6s 7s | Kd 7d"
    assert told(given(hands, "pyanitsa", six_beats_ace=True).when(2))[-1] == "1 takes 2"


def test_six_ace_and_king_are_judged_together_whatever_the_seat_order():
    for hands, winner in (
        ("6s 7s | Ad 7d | Kc 7c", 0),
        ("Ad 7d | Kc 7c | 6s 7s", 2),
        ("Kc 7c | 6s 7s | Ad 7d", 1),
        ("Kc 7c | Ad 7d | 6s 7s", 2),
    ):
        assert told(given(hands, "pyanitsa", six_beats_ace=True).when(2))[-1] == f"{winner} takes 3"


def test_two_sixes_beside_an_ace_tie_at_six():
    given("6s 7s | Ad 7d | 6c 8c", "pyanitsa", six_beats_ace=True).when(2).then(
        "0 turns 6s",
        "1 turns Ad",
        "2 turns 6c",
        "tie of 6 between 0 2, on go 0 1 2",
    )


def test_the_deck_says_which_rank_is_the_lowest():
    assert told(given("7s 8s | Ad 8d", "tod-und-leben", six_beats_ace=True).when(2))[-1] == (
        "0 takes 2"
    )
    assert told(given("6s 8s | Ad 8d", "war", six_beats_ace=True).when(2))[-1] == "1 takes 2"


# Short in a war: out.


def test_a_seat_too_short_for_the_war_lays_everything_and_is_out():
    (
        given("9s 2c 3c Ks | 9d 2d 3d 4d Qd 5d", short_in_war="out")
        .when(3)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "tie of 9 between 0 1, on go 1",
            "0 hides",
            "0 hides",
            "0 hides",
            "1 takes 5",
            "0 leaves, place 2",
        )
        .then_piles("- | 2d 3d 4d Qd 5d 9d 9s 2c 3c Ks")
    )


def test_the_able_go_on_while_the_short_lay_everything():
    given("9s 2s | 9d 2d 4d | 5c 2c 3c", hidden_cards=1, short_in_war="out").when(4).then(
        "0 turns 9s",
        "1 turns 9d",
        "2 turns 5c",
        "tie of 9 between 0 1, on go 1 2",
        "0 hides",
        "1 hides",
        "2 hides",
        "1 turns 4d",
        "2 turns 3c",
        "1 takes 8",
        "0 leaves, place 2",
        "2 leaves, place 2",
    )


def test_if_all_are_short_the_one_holding_most_keeps_its_cards_and_takes_the_pot():
    (
        given("9s 2s | 9d 2d 4d", short_in_war="out")
        .when(4)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "tie of 9 between 0 1, on go 1",
            "0 hides",
            "1 takes 3",
            "0 leaves, place 2",
            "end by all_cards: 1 wins, places 2 1",
        )
        .then_piles("- | 2d 4d 9d 9s 2s")
    )


def test_equally_short_is_a_draw_of_those_that_held_most():
    (
        given("9s 2s 3s | 9d 2d 4d | 5c 2c", short_in_war="out")
        .when(3)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "2 turns 5c",
            "tie of 9 between 0 1, on go none",
            "0 hides",
            "0 hides",
            "1 hides",
            "1 hides",
            "2 hides",
            "end by exhausted: nobody wins, places 1 1 3",
        )
        .then_table("9s 9d 5c 2s 3s 2d 4d 2c")
    )


def test_equally_short_leave_a_dead_pot_while_others_hold_cards():
    (
        given("9s 2s | 9d 2d | 5c 2c 4c | 6h 2h 3h", war_joined_by="tied", short_in_war="out")
        .when(3)
        .then(
            "0 turns 9s",
            "1 turns 9d",
            "2 turns 5c",
            "3 turns 6h",
            "tie of 9 between 0 1, on go none",
            "0 hides",
            "1 hides",
            "0 leaves, place 3",
            "1 leaves, place 3",
        )
        .then_table("9s 9d 5c 6h 2s 2d")
    )


# Edge case 6, the cap, endless games.


def test_seats_eliminated_in_one_round_share_their_place():
    given("9s 2s | 5d | 4c").when(3).then(
        "0 turns 9s",
        "1 turns 5d",
        "2 turns 4c",
        "0 takes 3",
        "1 leaves, place 2",
        "2 leaves, place 2",
        "end by all_cards: 0 wins, places 1 2 2",
    )


def test_at_the_cap_most_cards_win():
    assert told(given("9s 2s | 5d 3d", "bataille", cap=1).when(3))[-1] == (
        "end by cap: 0 wins, places 1 2"
    )


def test_at_the_cap_equal_counts_draw_and_share_their_place():
    hands = "9s 2s | 5d 3d | 4c 6c"
    assert told(given(hands, cap=1, at_cap="most_cards").when(3))[-1] == (
        "end by cap: 0 wins, places 1 2 2"
    )
    assert told(given("9s 2s | 5d 3d 4d 6d", cap=1, at_cap="most_cards").when(3))[-1] == (
        "end by cap: nobody wins, places 1 1"
    )


def test_at_the_cap_a_draw_is_a_draw_whatever_they_hold_but_the_eliminated_stay_losers():
    assert told(given("9s 2s | 5d | 4c 6c", "one-hidden", cap=1).when(3))[-1] == (
        "end by cap: nobody wins, places 1 3 1"
    )


def test_a_win_in_the_last_allowed_round_is_a_win():
    assert told(given("9s 2s | 5d", "one-hidden", cap=1).when(3))[-1] == (
        "end by all_cards: 0 wins, places 1 2"
    )


def test_an_exact_repetition_ends_the_game_as_endless():
    # Four rounds bring every card back to where it lay: 9 takes 2, 8 takes 3, 9 takes 3, 8 takes 2.
    played = given("9s 3s | 2d 8d", return_order="table").when(8)
    played.then_piles("9s 3s | 2d 8d")
    assert told(played.when(1))[-1] == "end by endless: nobody wins, places 1 1"


def test_shuffled_returns_are_never_called_endless():
    assert given("9s 3s | 2d 8d", return_order="shuffled").state.standing.anchors == ()


def test_a_game_is_stopped_without_a_result_when_it_lasts_too_long():
    state = given("9s 3s | 2d 8d", return_order="shuffled").state
    state = replace(state, standing=replace(state.standing, rounds=ROUNDS_MAX))
    (end,) = decide(state, PlayBeat())
    assert (end.reason, end.winner, end.places) == ("stopped", None, ())
    assert end.rounds == ROUNDS_MAX


# What stands inside a beat.


def test_inside_a_beat_the_rest_of_it_comes_next():
    state = given("9s 2c Ks 5c | 9d 2d Qd 5d | 8s 2h 3h 4h", "one-hidden").state
    for _ in range(4):
        beat = decide(state, PlayBeat())
        for number, event in enumerate(beat):
            assert decide(state, PlayBeat()) == beat[number:]
            state = evolve(state, event)


def told(played):
    return [tell(event) for event in played.events]
