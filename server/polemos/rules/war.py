"""Who can go on when the best card lies there more than once.

`decide` announces what `begin_war` says and `evolve` holds the announcement against it, so the two
cannot disagree.
"""

from polemos.rules.rule_set import RuleSet, ShortInWar, WarJoinedBy
from polemos.rules.state import Piles, War


def begin_war(rules: RuleSet, piles: Piles, step: int, tied: tuple[int, ...]) -> War:
    """Tell who lays what in the next step.

    Args:
        rules: the rule set.
        piles: what the seats hold after the tied step.
        step: the war step that begins.
        tied: the seats whose cards tied, ascending.
    """
    joining = tied if rules.war_joined_by is WarJoinedBy.TIED else tuple(range(len(piles)))
    # Edge case 2: a seat without cards is out of this war, whether it tied or not.
    holding = tuple([seat for seat in joining if piles[seat]])
    match rules.short_in_war:
        case ShortInWar.LAST_CARD_UP:
            return _last_card_up(rules, piles, step, tied, holding)
        case ShortInWar.OUT:
            return _short_seats_out(rules, piles, step, tied, holding)


def _last_card_up(
    rules: RuleSet, piles: Piles, step: int, tied: tuple[int, ...], holding: tuple[int, ...]
) -> War:
    # Edge case 1: each lays what it can and keeps one card to turn, whatever the others hold.
    hiding: list[int] = []
    if len(holding) > 1:
        for seat in holding:
            hiding += [seat] * min(rules.hidden_cards, len(piles[seat]) - 1)
    return War(step=step, hiding=tuple(hiding), participants=holding, leaders=tied)


def _short_seats_out(
    rules: RuleSet, piles: Piles, step: int, tied: tuple[int, ...], holding: tuple[int, ...]
) -> War:
    able = tuple([seat for seat in holding if len(piles[seat]) > rules.hidden_cards])
    leaders = _holding_most(piles, holding) if holding else tied
    participants = able or (leaders if holding and len(leaders) == 1 else ())
    hiding: list[int] = []
    for seat in holding:
        if seat not in participants:
            hiding += [seat] * len(piles[seat])
        elif len(participants) > 1:
            hiding += [seat] * rules.hidden_cards
    return War(step=step, hiding=tuple(hiding), participants=participants, leaders=leaders)


def _holding_most(piles: Piles, seats: tuple[int, ...]) -> tuple[int, ...]:
    most = max(len(piles[seat]) for seat in seats)
    return tuple([seat for seat in seats if len(piles[seat]) == most])
