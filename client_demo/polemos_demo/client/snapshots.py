"""A snapshot's table read back: the inverse of `polemos.projections.table_views.table_json`."""

from typing import Any

from polemos.projections.histories import EMPTY_HISTORY, History
from polemos.projections.tables import Setting, Standing, Table
from polemos.rules.cards import Card
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    DealScheme,
    EndReason,
    GameEnded,
    SeatKind,
    SeatTaken,
    Tempo,
)
from polemos.rules.rule_set import (
    AtCap,
    Best,
    Deal,
    ReturnOrder,
    RuleSet,
    ShortInWar,
    WarJoinedBy,
)


def table_of(shown: dict[str, Any]) -> Table:
    """Read a table.

    What a snapshot does not tell stays empty: a finished game's secret.

    Raises:
        KeyError: a field is missing.
        ValueError: a field has a value that no table has.
    """
    return Table(
        setting=_setting(shown),
        standing=Standing(
            wars=shown["wars"],
            rounds_completed=shown["rounds_completed"],
            places=tuple(shown["places"]),
            history=_history(shown["history"]),
        ),
        events=shown["events"],
        last_at=shown["last_at"],
        round=shown["round"],
        step=shown["step"],
        piles=tuple(shown["piles"]),
        laid=tuple(_laid(card, shown["round"]) for card in shown["table"]),
    )


def _setting(shown: dict[str, Any]) -> Setting:
    return Setting(
        game=shown["game"],
        rules=None if shown["rules"] is None else _rules(shown["rules"]),
        deal=None if shown["deal"] is None else DealScheme(shown["deal"]),
        commitment=shown["commitment"],
        seats=tuple(map(_seat, shown["seats"])),
        is_locked=shown["is_locked"],
        revealed=tuple(shown["revealed"]),
        set_aside=shown["set_aside"],
        first_seat=shown["first_seat"],
        opened_at=shown["opened_at"],
        dealt_at=shown["dealt_at"],
        tempo=None if shown["tempo"] is None else Tempo(shown["tempo"]),
        is_autoplay_on=shown["is_autoplay_on"],
        ended=None if shown["ended"] is None else _ended(shown["ended"]),
    )


def _seat(shown: dict[str, Any]) -> SeatTaken:
    return SeatTaken(
        seat=shown["seat"],
        kind=SeatKind(shown["kind"]),
        player=shown["player"],
        commitment=shown["commitment"],
    )


def _rules(shown: dict[str, Any]) -> RuleSet:
    return RuleSet(
        preset=shown["preset"],
        players=shown["players"],
        deck=shown["deck"],
        best=Best(shown["best"]),
        six_beats_ace=shown["six_beats_ace"],
        hidden_cards=shown["hidden_cards"],
        war_joined_by=WarJoinedBy(shown["war_joined_by"]),
        short_in_war=ShortInWar(shown["short_in_war"]),
        return_order=ReturnOrder(shown["return_order"]),
        deal=Deal(shown["deal"]),
        cap=shown["cap"],
        at_cap=AtCap(shown["at_cap"]),
    )


def _laid(shown: dict[str, Any], round_number: int) -> CardFlipped | CardHidden:
    seat, step = shown["seat"], shown["step"]
    if shown["card"] is None:
        return CardHidden(round=round_number, step=step, seat=seat)
    return CardFlipped(round=round_number, step=step, seat=seat, card=Card(shown["card"]))


def _history(shown: list[list[int]]) -> History:
    points = tuple(tuple(point) for point in shown)
    # The first point is the deal, so the second tells the distance of all.
    between = points[1][0] - points[0][0] if len(points) > 1 else EMPTY_HISTORY.rounds_between
    return History(rounds_between=between, points=points)


def _ended(shown: dict[str, Any]) -> GameEnded:
    return GameEnded(
        reason=EndReason(shown["reason"]),
        winner=shown["winner"],
        places=tuple(shown["places"]),
        rounds=shown["rounds"],
        wars=shown["wars"],
        secret="",
    )
