"""Players' statistics, from games of every kind, against a count of all games at once."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kit.streams import chain
from polemos.log.memory import MemoryStore
from polemos.projections.projector import rebuild
from polemos.projections.views import Views
from polemos.rules.events import (
    CardsDealt,
    DealScheme,
    EndReason,
    GameEnded,
    GameOpened,
    ReleaseReason,
    SeatKind,
    SeatReleased,
    SeatTaken,
    Tempo,
    TempoChanged,
)
from polemos.rules.presets import rule_set

CLASSES = {
    **dict.fromkeys(("0.25", "0.5", "1"), 0),
    **dict.fromkeys(("2", "4", "8"), 1),
    **dict.fromkeys(("16", "32", "64"), 2),
    "lightning": 3,
}
NAMES = ("slow", "normal", "fast", "lightning")
RESULTS = {EndReason.ALL_CARDS, EndReason.CAP, EndReason.EXHAUSTED, EndReason.ENDLESS}
BEAT_MS = 500


@dataclass(frozen=True, kw_only=True)
class Told:
    """One game, told in the few events that statistics look at.

    Args:
        sitters: who sits, by seat; a bot's name begins with `bot`.
        beats: appends between the deal and the end.
        is_someone_replaced: whether the first seat was held by somebody else before the deal.
    """

    preset: str = "war"
    deal: DealScheme = DealScheme.FAIR
    tempos: tuple[Tempo, ...] = (Tempo.TWO,)
    sitters: tuple[str, ...] = ("alice", "bot")
    reason: EndReason = EndReason.ALL_CARDS
    winner: int | None = 0
    rounds: int = 10
    beats: int = 0
    is_someone_replaced: bool = False

    def groups(self):
        yield (opened(self),)
        if self.is_someone_replaced:
            yield (taken(0, "carol"),)
            yield (SeatReleased(seat=0, reason=ReleaseReason.LEFT, secret=None, commitment=None),)
        for seat, player in enumerate(self.sitters):
            yield (taken(seat, player),)
        yield (CardsDealt(counts=(26, 26), first_seat=0, set_aside=0),)
        changes = [TempoChanged(tempo=tempo) for tempo in self.tempos[1:]]
        for _ in range(self.beats):
            yield (TempoChanged(tempo=self.tempos[0]),)
        yield (*changes, ended(self))


def opened(game):
    return GameOpened(
        rules=rule_set(game.preset, len(game.sitters)),
        rules_digest="",
        deal=game.deal,
        commitment="",
        tempo=game.tempos[0],
        opened_by="",
    )


def taken(seat, player):
    kind = SeatKind.BOT if player.startswith("bot") else SeatKind.HUMAN
    return SeatTaken(seat=seat, kind=kind, player=player, commitment="")


def ended(game):
    is_result = game.reason in RESULTS
    return GameEnded(
        reason=game.reason,
        winner=game.winner if is_result else None,
        places=(1,) * len(game.sitters) if is_result else (),
        rounds=game.rounds,
        wars=0,
        secret="",
    )


GAMES = st.builds(
    Told,
    preset=st.sampled_from(["war", "peace"]),
    deal=st.sampled_from([DealScheme.FAIR, DealScheme.FAIR, DealScheme.FAIR, DealScheme.SEEDED]),
    tempos=st.lists(st.sampled_from(Tempo), min_size=1, max_size=3).map(tuple),
    sitters=st.lists(st.sampled_from(["alice", "bob", "bot", "bot 2"]), min_size=2, max_size=4).map(
        tuple
    ),
    reason=st.sampled_from(sorted(RESULTS)) | st.sampled_from(EndReason),
    winner=st.none() | st.integers(0, 1),
    rounds=st.integers(1, 50),
    beats=st.integers(0, 5),
    is_someone_replaced=st.booleans(),
)


def views_of(place, games):
    store = MemoryStore()
    for number, game in enumerate(games, start=1):
        store.append(list(chain(f"room-{number}", game.groups(), beat_ms=BEAT_MS)))
    rebuild(store, place)
    return Views(place)


def counted(games, player):
    """Work out a player's statistics from all games at once."""
    rows = {}
    for game in games:
        is_among_people = any(not sitter.startswith("bot") for sitter in game.sitters)
        is_counted = game.deal is DealScheme.FAIR and game.reason in RESULTS and is_among_people
        if is_counted and player in game.sitters:
            tempo_class = max(CLASSES[tempo.value] for tempo in game.tempos)
            rows.setdefault((game.preset, NAMES[tempo_class]), []).append(game)
    return [
        {"preset": preset, "tempo_class": tempo_class} | row_of(rows[preset, tempo_class], player)
        for preset, tempo_class in sorted(rows)
    ]


def row_of(games, player):
    won = [game.winner is not None and game.sitters[game.winner] == player for game in games]
    runs = "".join("w" if is_won else " " for is_won in won).split(" ")
    wins = [game for game, is_won in zip(games, won, strict=True) if is_won]
    return {
        "games_played": len(games),
        "games_won": len(wins),
        "streak": len(runs[-1]),
        "best_streak": max(map(len, runs)),
        "best_time_ms": min(((game.beats + 1) * BEAT_MS for game in wins), default=None),
        "fewest_rounds": min((game.rounds for game in wins), default=None),
    }


def test_every_players_statistics_are_a_count_of_the_games_that_count(place):
    @settings(max_examples=60 if isinstance(place, Path) else 20)
    @given(st.lists(GAMES, max_size=8))
    @example([Told(), Told(winner=None, reason=EndReason.CAP), Told()])
    def are_counted(games):
        views = views_of(place, games)
        for player in ("alice", "bob", "carol"):
            assert views.statistics(player) == counted(games, player)
        for bot in ("bot", "bot 2"):
            assert views.statistics(bot) == []

    are_counted()


def test_a_draw_is_played_and_not_won_and_ends_a_streak(place):
    draw = Told(winner=None, reason=EndReason.CAP, rounds=1)
    views = views_of(place, [Told(), Told(), draw])

    (row,) = views.statistics("alice")
    assert (row["games_played"], row["games_won"]) == (3, 2)
    assert (row["streak"], row["best_streak"]) == (0, 2)
    assert row["fewest_rounds"] == 10


@pytest.mark.parametrize(
    "game",
    [
        Told(deal=DealScheme.SEEDED),
        Told(reason=EndReason.ABANDONED),
        Told(reason=EndReason.STOPPED),
        Told(reason=EndReason.CLOSED_BY_HOST),
        Told(sitters=("bot", "bot 2")),
    ],
)
def test_what_does_not_count_leaves_a_streak_as_it_was(place, game):
    views = views_of(place, [Told(), game, Told()])

    (row,) = views.statistics("alice")
    assert (row["games_played"], row["streak"]) == (2, 2)


def test_somebody_who_left_before_the_deal_has_played_nothing(place):
    views = views_of(place, [Told(is_someone_replaced=True)])

    assert views.statistics("carol") == []
    assert len(views.statistics("alice")) == 1
