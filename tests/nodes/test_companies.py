"""Companies that other nodes tell, which may come late, twice or in any order."""

from hypothesis import given
from hypothesis import strategies as st

from kit.companies import company
from polemos.nodes.companies import Companies
from polemos.nodes.messages import Told

ROOM = "k7m2q9x4wd"
ORDERS = st.lists(
    st.tuples(st.integers(1, 3), st.integers(1, 4), st.sampled_from([f"{ROOM}-1", f"{ROOM}-2"])),
    max_size=12,
)


def told(fence: int, number: int, game: str) -> Told:
    said = company(10 * fence + number, game=game)
    return Told(game=game, fence=fence, number=number, company=said)


@given(order=ORDERS)
def test_the_newest_company_wins_in_whatever_order_they_come(order):
    shown: dict[str, list[int]] = {}
    companies = Companies(lambda game, said: shown.setdefault(game, []).append(said.turn_seconds))
    for each in order:
        companies.learn(told(*each))
    for game, said in shown.items():
        assert said == sorted(set(said))
        assert said[-1] == max(10 * fence + number for fence, number, of in order if of == game)
    newest = max((10 * fence + number for fence, number, _ in order), default=None)
    view = companies.view(ROOM)
    assert (None if view is None else view.turn_seconds) == newest


def test_a_room_that_is_forgotten_is_learned_anew():
    shown: list[int] = []
    companies = Companies(lambda _game, said: shown.append(said.turn_seconds))
    companies.learn(told(2, 1, f"{ROOM}-1"))
    companies.forget(ROOM)
    assert companies.view(ROOM) is None
    companies.learn(told(1, 1, f"{ROOM}-1"))
    assert shown == [21, 11]


def test_what_is_told_of_a_room_is_put_in_order_by_its_teller():
    companies = Companies(lambda _game, _said: None)
    first = companies.outgoing(f"{ROOM}-1", company(1, game=f"{ROOM}-1"), 7)
    second = companies.outgoing(f"{ROOM}-1", company(2, game=f"{ROOM}-1"), 7)
    assert (first.fence, first.number) < (second.fence, second.number)


def test_what_is_told_of_one_company_bears_one_number_until_the_lease_is_another():
    """So whoever is asked for it again and again gives no news, and both games' watchers agree."""
    companies = Companies(lambda _game, _said: None)
    said = company(1, game=f"{ROOM}-2")
    first = companies.outgoing(f"{ROOM}-2", said, 7)
    assert companies.outgoing(f"{ROOM}-1", said, 7).number == first.number
    assert companies.own_version(ROOM, 7) == (7, first.number)
    assert companies.own_version(ROOM, 8) is None
    assert companies.outgoing(f"{ROOM}-2", said, 8).number > first.number


def test_whoever_watches_one_of_two_games_is_behind_until_that_one_is_told():
    """The watchers of a game and of the one before are told apart, and either may be lost."""
    companies = Companies(lambda _game, _said: None)
    newest, former = f"{ROOM}-2", f"{ROOM}-1"
    said = Told(game=newest, fence=7, number=3, company=company(1, game=newest))
    assert companies.is_behind(ROOM, (7, 3), {former})
    companies.learn(said)
    assert not companies.is_behind(ROOM, (7, 3), {newest})
    assert companies.is_behind(ROOM, (7, 3), {former})
    assert companies.is_behind(ROOM, (7, 4), {newest})
    companies.learn_for_all(said, {former})
    assert not companies.is_behind(ROOM, (7, 3), {newest, former})
