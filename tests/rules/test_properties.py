"""What holds for every deal and every rule set."""

from dataclasses import fields

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kit.table import TextChance, deal_of
from polemos.rules.cards import RANK_OF, RANK_ORDER, deck
from polemos.rules.comparison import best_rank, seats_of_rank
from polemos.rules.deal import deal_cards
from polemos.rules.encoding import canonical, rule_set_object
from polemos.rules.errors import RuleViolation
from polemos.rules.events import EVENT_TYPES, PileReturned, SeatEliminated
from polemos.rules.evolve import evolve
from polemos.rules.play import play_out
from polemos.rules.presets import rule_set
from polemos.rules.state import Ended

CARDS = deck(52)
ACES = tuple(card for card in CARDS if RANK_OF[card] == "A")
KEPT = tuple(card for card in CARDS if card not in ACES)


@st.composite
def any_rules(draw, **fixed):
    chosen = {
        "deck": draw(st.sampled_from((52, 36, 32))),
        "best": draw(st.sampled_from(("highest", "lowest"))),
        "six_beats_ace": draw(st.booleans()),
        "war_joined_by": draw(st.sampled_from(("everybody", "tied"))),
        "short_in_war": draw(st.sampled_from(("last_card_up", "out"))),
        "return_order": draw(st.sampled_from(("shuffled", "winner_first", "loser_first", "table"))),
        "deal": draw(st.sampled_from(("all", "equal"))),
        "cap": draw(st.integers(1, 120)),
        "at_cap": draw(st.sampled_from(("draw", "most_cards"))),
        **fixed,
    }
    chosen["hidden_cards"] = 5 if chosen["best"] == "lowest" else draw(st.integers(0, 5))
    try:
        return rule_set("war", draw(st.integers(2, 4)), chosen)
    except RuleViolation:
        return assume(False)


def dealt(rules, seed):
    chance = TextChance(f"property {seed}")
    return deal_of(deal_cards(rules, chance, seed % rules.players).piles, rules, chance)


def result_of(state):
    *_, (_, ended) = play_out(state)
    return ended.result


@settings(max_examples=60, deadline=None)
@given(any_rules(), st.integers(0, 10**6))
def test_cards_are_conserved_after_every_event_the_table_included(rules, seed):
    state = dealt(rules, seed)
    everything = sorted(card for pile in state.piles for card in pile)
    for beat, after in play_out(state):
        for event in beat:
            state = evolve(state, event)
            table = [card for _, card in state.table]
            assert sorted([*table, *(card for pile in state.piles for card in pile)]) == everything
        assert state == after


@settings(max_examples=60, deadline=None)
@given(any_rules(), st.integers(0, 10**6))
def test_a_result_gives_every_seat_a_place_and_a_sole_first_place_the_win(rules, seed):
    beats, eliminated = list(play_out(dealt(rules, seed))), {}
    state = beats[-1][1]
    for beat, _ in beats:
        for event in beat:
            if isinstance(event, SeatEliminated):
                eliminated[event.seat] = event.place
    assert isinstance(state, Ended)
    places = state.result.places
    assert len(places) == rules.players
    for seat, place in enumerate(places):
        assert place == 1 + sum(other < place for other in places)
        assert eliminated.get(seat, place) == place
    first = [seat for seat, place in enumerate(places) if place == 1]
    assert state.result.winner == (first[0] if len(first) == 1 else None)


@settings(max_examples=60, deadline=None)
@given(any_rules(), st.integers(0, 10**6))
def test_the_pot_goes_whole_to_one_seat_each_round_or_stays(rules, seed):
    laid = 0
    for beat, state in play_out(dealt(rules, seed)):
        for event in beat:
            if isinstance(event, PileReturned):
                assert event.count == laid
        laid = len(state.table)


@settings(max_examples=40, deadline=None)
@given(st.permutations(KEPT), st.integers(0, 47), st.integers(0, 10**6), st.sampled_from((0, 1)))
def test_without_hidden_cards_four_aces_never_lose_and_no_aces_never_win(order, cut, seed, seat):
    with_aces = list(order[:cut])
    for number, ace in enumerate(ACES):
        with_aces.insert((seed // 7**number) % (len(with_aces) + 1), ace)
    hands = [(), ()]
    hands[seat], hands[1 - seat] = tuple(with_aces), tuple(order[cut:])
    rules = rule_set("war", overrides={"hidden_cards": 0})
    assert result_of(deal_of(tuple(hands), rules, TextChance(str(seed)))).winner == seat


@settings(max_examples=40, deadline=None)
@given(
    st.permutations(CARDS),
    st.integers(1, 51),
    st.sampled_from(("winner_first", "loser_first")),
    st.integers(0, 5),
    st.sampled_from(("last_card_up", "out")),
)
def test_swapping_the_seats_swaps_the_winner(order, cut, return_order, hidden, short):
    rules = rule_set(
        "war",
        overrides={"return_order": return_order, "hidden_cards": hidden, "short_in_war": short},
    )
    one, other = tuple(order[:cut]), tuple(order[cut:])
    straight = result_of(deal_of((one, other), rules))
    swapped = result_of(deal_of((other, one), rules))
    assert swapped.places == straight.places[::-1]
    assert (swapped.reason, swapped.rounds, swapped.wars) == (
        straight.reason,
        straight.rounds,
        straight.wars,
    )


def untied_pairs(order):
    """Pair the cards so that no two of a pair tie, the better one first."""
    firsts, seconds = list(order[::2]), list(order[1::2])
    for place, first in enumerate(firsts):
        if RANK_OF[first] == RANK_OF[seconds[place]]:
            other = next(
                other
                for other, its_first in enumerate(firsts)
                if RANK_OF[first] not in (RANK_OF[its_first], RANK_OF[seconds[other]])
            )
            seconds[place], seconds[other] = seconds[other], seconds[place]
    return [
        sorted(pair, key=lambda card: -RANK_ORDER[RANK_OF[card]])
        for pair in zip(firsts, seconds, strict=True)
    ]


def played_back(pairs, wishes):
    """Play a game without a war backwards, from the end to a deal of 26 cards each.

    The winner of a round has put its own card and then the loser's under its pile: so the two
    undermost cards of a pile are taken back as a round, if the first beats the second. `wishes` say
    who should have won each round, from the last one back, as long as the cards allow it.

    Returns the deal and the number of rounds that were taken back.
    """
    hands = [[card for pair in pairs for card in pair], []]
    rounds, wishes = 0, list(wishes)
    while wishes or len(hands[0]) > 26:
        wished = wishes.pop() if wishes else 0
        can_win = [seat for seat in (wished, 1 - wished) if may_have_won(hands[seat])]
        assume(can_win)
        winner = can_win[0]
        own, won = hands[winner][-2:]
        del hands[winner][-2:]
        hands[winner].insert(0, own)
        hands[1 - winner].insert(0, won)
        rounds += 1
    assume(len(hands[0]) == 26)
    return tuple(map(tuple, hands)), rounds


def may_have_won(hand):
    return len(hand) > 1 and RANK_ORDER[RANK_OF[hand[-2]]] > RANK_ORDER[RANK_OF[hand[-1]]]


@settings(max_examples=150, deadline=None)
@given(
    st.permutations(CARDS),
    st.lists(st.sampled_from((0, 0, 1)), min_size=20, max_size=30),
    st.integers(0, 5),
)
def test_a_game_without_a_war_takes_every_round_that_was_played_back_and_at_least_26(
    order, wishes, hidden
):
    hands, rounds = played_back(untied_pairs(order), wishes)
    rules = rule_set("war", overrides={"return_order": "winner_first", "hidden_cards": hidden})
    result = result_of(deal_of(hands, rules))
    assert (result.wars, result.winner, result.rounds) == (0, 0, rounds)
    assert result.rounds >= 26


def test_winning_every_round_takes_exactly_26():
    hands = (CARDS[26:], CARDS[:26])
    result = result_of(deal_of(hands, rule_set("war"), TextChance()))
    assert (result.rounds, result.wars, result.winner) == (26, 0, 0)


def test_the_first_round_of_two_ties_for_one_pair_in_seventeen():
    rules = rule_set("war")
    pairs = [((0, one), (1, other)) for one in CARDS for other in CARDS if one != other]
    ties = [pair for pair in pairs if len(seats_of_rank(pair, best_rank(rules, pair))) == 2]
    assert len(ties) * 17 == len(pairs)


def test_only_a_turned_card_shows_a_face():
    for name, kind in EVENT_TYPES.items():
        assert ("card" in {field.name for field in fields(kind)}) == (name == "CardFlipped")


@given(any_rules())
def test_a_rule_set_is_told_from_every_other_by_its_canonical_object(rules):
    shown = rule_set_object(rules)
    again = rule_set(
        shown["preset"],
        shown["players"],
        {key: value for key, value in shown.items() if key not in {"preset", "players"}},
    )
    assert again == rules
    assert canonical(rule_set_object(again)) == canonical(shown)
