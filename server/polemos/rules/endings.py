"""How a game ends, and who takes which place."""

from polemos.rules.chance import Dealer
from polemos.rules.comparison import Laid
from polemos.rules.events import EndReason, GameEnded
from polemos.rules.rule_set import AtCap
from polemos.rules.state import ROUNDS_MAX, Anchor, Piles, Playing, Standing

Places = tuple[int, ...]
"""Each seat's place by seat, counting from 1; equal seats share one."""


def ending_between_rounds(state: Playing) -> GameEnded | None:
    """Tell how the game ends before the next round, or none while it goes on."""
    standing, rules = state.standing, state.setup.rules
    in_game = standing.in_game
    if len(in_game) == 1:
        return _end(state, EndReason.ALL_CARDS, _places(standing, dict.fromkeys(in_game, 1)))
    if rules.cap is not None and standing.rounds >= rules.cap:
        return _end(state, EndReason.CAP, _places_at_cap(state, in_game))
    if is_repeated(standing.anchors, standing.rounds, state.piles, state.table):
        return _end(state, EndReason.ENDLESS, _places(standing, dict.fromkeys(in_game, 1)))
    if standing.rounds >= ROUNDS_MAX:
        return end_without_result(state, EndReason.STOPPED)
    return None


def ending_exhausted(state: Playing, leaders: tuple[int, ...]) -> GameEnded:
    """End a game in which nobody can turn another card (edge case 3).

    The round counts as completed: it was played until no card was left.

    Args:
        state: with every pile empty.
        leaders: who shares the first place; whoever fell behind earlier in the round is next.
    """
    in_game = state.standing.in_game
    places = {seat: 1 if seat in leaders else len(leaders) + 1 for seat in in_game}
    return _end(
        state,
        EndReason.EXHAUSTED,
        _places(state.standing, places),
        rounds=state.standing.rounds + 1,
    )


def end_without_result(state: Playing, reason: EndReason) -> GameEnded:
    """End a game in play for a reason that is not the cards'."""
    return _end(state, reason, ())


def end_before_deal(game: str, dealer: Dealer, commitment: str, reason: EndReason) -> GameEnded:
    """End a game that was never dealt; its secret is revealed all the same."""
    return GameEnded(
        reason=reason,
        winner=None,
        places=(),
        rounds=0,
        wars=0,
        secret=dealer.secret(game, commitment),
    )


def is_repeated(
    anchors: tuple[Anchor, ...], rounds: int, piles: Piles, table: tuple[Laid, ...]
) -> bool:
    """Tell whether the cards lie exactly as they did at an anchor (edge case 7)."""
    for anchor in anchors:
        if anchor.piles == piles and anchor.table == table and anchor.rounds < rounds:
            return True
    return False


def _end(state: Playing, reason: EndReason, places: Places, rounds: int | None = None) -> GameEnded:
    setup, standing = state.setup, state.standing
    return GameEnded(
        reason=reason,
        winner=places.index(1) if places.count(1) == 1 else None,
        places=places,
        rounds=standing.rounds if rounds is None else rounds,
        wars=standing.wars,
        secret=setup.dealer.secret(setup.game, setup.commitment),
    )


def _places(standing: Standing, in_game: dict[int, int]) -> Places:
    return tuple(
        in_game[seat] if place is None else place for seat, place in enumerate(standing.places)
    )


def _places_at_cap(state: Playing, in_game: tuple[int, ...]) -> Places:
    match state.setup.rules.at_cap:
        case AtCap.DRAW:
            return _places(state.standing, dict.fromkeys(in_game, 1))
        case AtCap.MOST_CARDS:
            return _places(state.standing, _places_by_count(state.piles, in_game))


def _places_by_count(piles: Piles, in_game: tuple[int, ...]) -> dict[int, int]:
    counts = [len(piles[seat]) for seat in in_game]
    return {
        seat: 1 + sum(other > count for other in counts)
        for seat, count in zip(in_game, counts, strict=True)
    }
