"""What presets' games are like, from games of every kind, against a count of all games at once."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kit.streams import chain, lines_of, played
from polemos.log.codec import decode
from polemos.log.memory import MemoryStore
from polemos.projections.lengths import SHOWN_BUCKETS, shown_edges
from polemos.projections.projector import Projector, check
from polemos.projections.views import Views
from polemos.rules.events import (
    CardFlipped,
    CardsDealt,
    DealScheme,
    EndReason,
    GameEnded,
    GameOpened,
    SeatKind,
    SeatTaken,
    Tempo,
    TieDeclared,
)
from polemos.rules.presets import rule_set

RESULTS = (EndReason.ALL_CARDS, EndReason.CAP, EndReason.EXHAUSTED, EndReason.ENDLESS)
BROKEN_OFF = (EndReason.ABANDONED, EndReason.CLOSED_BY_HOST, EndReason.STOPPED)


@dataclass(frozen=True, kw_only=True)
class Told:
    """One game, told in the few events that its preset's statistics look at.

    Args:
        ties: the step of each tie, and how many can still turn a card.
        changes: rules that are not the preset's.
    """

    preset: str = "war"
    players: int = 2
    changes: tuple[tuple[str, object], ...] = ()
    deal: DealScheme = DealScheme.FAIR
    person: bool = False
    ties: tuple[tuple[int, int], ...] = ()
    reason: EndReason = EndReason.ALL_CARDS
    winner: int | None = 0
    rounds: int = 10
    wars: int = 1

    @property
    def counts(self) -> bool:
        return self.deal is DealScheme.FAIR and self.reason in RESULTS and not self.changes

    @property
    def war_steps(self) -> int:
        return max((step + 1 for step, turners in self.ties if turners > 1), default=0)

    def groups(self):
        yield (
            GameOpened(
                rules=rule_set(self.preset, self.players, dict(self.changes)),
                rules_digest="",
                deal=self.deal,
                commitment="",
                tempo=Tempo.TWO,
                opened_by="",
            ),
        )
        kind = SeatKind.HUMAN if self.person else SeatKind.BOT
        yield (SeatTaken(seat=0, kind=kind, player="alice", commitment=""),)
        yield (CardsDealt(counts=(26,) * self.players, first_seat=0, set_aside=0),)
        for step, turners in self.ties:
            participants = tuple(range(turners))
            yield (
                TieDeclared(round=1, step=step, rank="A", seats=(0, 1), participants=participants),
            )
        yield (
            GameEnded(
                reason=self.reason,
                winner=self.winner,
                places=(),
                rounds=self.rounds,
                wars=self.wars,
                secret="",
            ),
        )


GAMES = st.builds(
    Told,
    preset=st.sampled_from(["war", "one-hidden"]),
    players=st.integers(2, 3),
    changes=st.sampled_from([(), (), (), (("hidden_cards", 4),), (("cap", 77),)]),
    deal=st.sampled_from([DealScheme.FAIR, DealScheme.FAIR, DealScheme.FAIR, DealScheme.SEEDED]),
    person=st.booleans(),
    ties=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=4).map(tuple),
    reason=st.sampled_from(RESULTS) | st.sampled_from(EndReason),
    winner=st.none() | st.integers(0, 1),
    rounds=st.integers(0, 40) | st.integers(0, 100_000),
    wars=st.integers(0, 30),
)


@dataclass(frozen=True)
class AtMostOnePercentMore:
    """Equals whatever is as much as `exact`, or little more and no more than `most`."""

    exact: int
    most: int

    def __eq__(self, other):
        return self.exact <= other <= min(self.exact * 1.01, self.most)


def told(games):
    return [
        list(chain(f"room-{number}", game.groups())) for number, game in enumerate(games, start=1)
    ]


def views_of(place, games, page_events=5_000):
    store = MemoryStore()
    # Whatever an earlier example left is ahead of this log, which has nothing yet.
    with closing(Projector(store, place, page_events=page_events)) as projector:
        for appends in games:
            store.append(appends)
        projector.catch_up()
    assert check(store, place) == []
    return Views(place)


def record(figure, name, numbered, choose):
    """Name the first game that has the longest, or the shortest, of something."""
    best = choose(figure(game) for _, game in numbered)
    return {"game": next(name for name, game in numbered if figure(game) == best), name: best}


def expected(games):
    """Work the statistics out from all games at once, where the projection goes one by one."""
    numbered = [(f"room-{number}", game) for number, game in enumerate(games, start=1)]
    kinds = sorted({(game.preset, game.players) for game in games if game.counts})
    return [
        row_of([(name, game) for name, game in numbered if is_of(game, *kind)]) for kind in kinds
    ]


def is_of(game, preset, players):
    return game.counts and (game.preset, game.players) == (preset, players)


def row_of(numbered):
    games = [game for _, game in numbered]
    lengths = sorted(game.rounds for game in games)
    ends = [*shown_edges()[1:], float("inf")]
    has_war = any(game.war_steps for game in games)
    return {
        "preset": games[0].preset,
        "players": games[0].players,
        "games": len(games),
        "games_at_cap": sum(game.reason is EndReason.CAP for game in games),
        "games_drawn": sum(game.winner is None for game in games),
        "mean_rounds": pytest.approx(fmean(lengths), abs=0.01),
        "median_rounds": AtMostOnePercentMore(lengths[(len(games) + 1) // 2 - 1], lengths[-1]),
        "percentile_95_rounds": AtMostOnePercentMore(
            lengths[-(-len(games) * 95 // 100) - 1], lengths[-1]
        ),
        "mean_wars": pytest.approx(fmean(game.wars for game in games), abs=0.01),
        "games_by_length": [
            sum(first <= length < end for length in lengths)
            for first, end in zip(shown_edges(), ends, strict=True)
        ],
        "longest": record(lambda game: game.rounds, "rounds", numbered, max),
        "shortest": record(lambda game: game.rounds, "rounds", numbered, min),
        "longest_war": record(lambda game: game.war_steps, "steps", numbered, max)
        if has_war
        else None,
    }


def test_statistics_are_a_count_of_the_games_that_count(place):
    @settings(max_examples=25 if isinstance(place, Path) else 10)
    @given(st.lists(GAMES, max_size=8), st.sampled_from([2, 7, 5_000]))
    @example([Told(ties=((0, 2),)), Told(ties=((0, 2),)), Told(rounds=0, winner=None)], 1)
    def are_counted(games, page_events):
        views = views_of(place, told(games), page_events)
        assert views.preset_statistics() == {
            "length_edges": shown_edges(),
            "statistics": expected(games),
        }

    are_counted()


@pytest.mark.parametrize(
    "game",
    [
        Told(deal=DealScheme.SEEDED),
        Told(changes=(("hidden_cards", 0),)),
        Told(changes=(("cap", 100_000),)),
        *[Told(reason=reason, winner=None) for reason in BROKEN_OFF],
    ],
)
def test_what_chance_and_the_presets_rules_did_not_make_is_not_counted(place, game):
    assert views_of(place, told([game])).preset_statistics()["statistics"] == []


def test_rules_that_were_chosen_to_be_the_presets_own_are_not_changed(place):
    game = Told(changes=(("hidden_cards", 3), ("deck", "52")))

    views = views_of(place, told([game]))
    assert not views.game("room-1")["has_changed_rules"]
    assert views.preset_statistics()["statistics"][0]["games"] == 1


def test_a_cap_that_many_games_reach_is_told_exactly(place):
    capped = [Told(preset="one-hidden", reason=EndReason.CAP, rounds=1_000)] * 3

    (row,) = views_of(place, told([*capped, Told(preset="one-hidden")])).preset_statistics()[
        "statistics"
    ]
    assert (row["median_rounds"], row["percentile_95_rounds"]) == (1_000, 1_000)
    assert (row["games"], row["games_at_cap"]) == (4, 3)


def test_games_of_bots_count_and_games_of_people_do(place):
    views = views_of(place, told([Told(), Told(person=True)]))

    assert views.preset_statistics()["statistics"][0]["games"] == 2
    assert [game["result"]["is_counted"] for game in views.games(2)] == [True, False]


def test_real_games_are_told_by_their_own_cards(place):
    games = [
        played(f"room-{number}", preset, players, secret=bytes([number]) * 32)
        for number, (preset, players) in enumerate(
            [("war", 2), ("tod-und-leben", 2), ("tod-und-leben", 2), ("pyanitsa", 3)], start=1
        )
    ]
    views = views_of(place, games)
    for appends in games:
        events = [decode(line).event for line in lines_of(appends)]
        steps = max(event.step for event in events if isinstance(event, CardFlipped))
        assert views.game(appends[0].game)["longest_war_steps"] == steps

    shown = views.preset_statistics()["statistics"]
    assert [(row["preset"], row["players"], row["games"]) for row in shown] == [
        ("pyanitsa", 3, 1),
        ("tod-und-leben", 2, 2),
        ("war", 2, 1),
    ]
    rounds = [views.game(f"room-{number}")["result"]["rounds"] for number in (2, 3)]
    assert sum(shown[1]["games_by_length"]) == 2
    assert len(shown[1]["games_by_length"]) == SHOWN_BUCKETS
    assert {shown[1]["longest"]["rounds"], shown[1]["shortest"]["rounds"]} == set(rounds)
