"""Golden games: whole games as text, so that any change of the rules shows as a difference.

`PYTHONPATH=tests python -m kit.golden` writes them anew; read the difference before it is kept.
A line is an event, then the piles' counts, then the table as a spectator sees it.
"""

from collections.abc import Iterator
from pathlib import Path

from kit.telling import tell
from polemos.cli.simulation import deal_game
from polemos.rules.encoding import canonical, rule_set_object
from polemos.rules.events import CardFlipped, CardHidden, Event, GameEnded, PileReturned
from polemos.rules.evolve import evolve
from polemos.rules.play import play_out
from polemos.rules.presets import rule_set
from polemos.rules.rule_set import RuleSet
from polemos.rules.state import Ended, Playing

FOLDER = Path(__file__).parent.parent / "golden"

GAMES: dict[str, tuple[str, int, str, dict[str, object]]] = {
    "bataille-2": ("bataille", 2, "golden 67", {}),
    "war-2": ("war", 2, "golden 123", {}),
    "war-3": ("war", 3, "golden 86", {}),
    "war-4": ("war", 4, "golden 88", {}),
    "one-hidden-2": ("one-hidden", 2, "golden 146", {}),
    "one-hidden-3": ("one-hidden", 3, "golden 52", {}),
    "peace-2": ("peace", 2, "golden 24", {}),
    "peace-4": ("peace", 4, "golden 40", {}),
    "pyanitsa-2": ("pyanitsa", 2, "golden 85", {}),
    "pyanitsa-3-six-beats-ace": ("pyanitsa", 3, "golden 92", {"six_beats_ace": True}),
    "tod-und-leben-2": ("tod-und-leben", 2, "golden 81", {}),
    "tod-und-leben-4": ("tod-und-leben", 4, "golden 10", {}),
    "war-4-only-the-tied": ("war", 4, "golden 74", {"war_joined_by": "tied", "deck": 32}),
    "war-3-short-out": ("war", 3, "golden 28", {"short_in_war": "out", "deck": 36}),
    "war-3-endless": (
        "war",
        3,
        "golden 94",
        {"return_order": "table", "deal": "equal", "deck": 32, "hidden_cards": 1},
    ),
    "war-2-cap": ("war", 2, "golden 5", {"cap": 12, "at_cap": "most_cards"}),
    "one-hidden-4-cap": ("one-hidden", 4, "golden 12", {"cap": 10}),
}
"""Each golden game by its file: preset, players, seed, other rules."""


def golden_text(preset: str, players: int, seed: str, overrides: dict[str, object]) -> str:
    """Play a golden game and tell it."""
    rules = rule_set(preset, players, overrides)
    return "\n".join(_lines(rules, seed)) + "\n"


def _lines(rules: RuleSet, seed: str) -> Iterator[str]:
    state = deal_game(rules, seed)
    assert isinstance(state, Playing)
    yield f"seed {seed}"
    yield canonical(rule_set_object(rules)).decode()
    for seat, pile in enumerate(state.piles):
        yield f"pile {seat}: {' '.join(pile)}"
    seen: list[str] = []
    round_number = 0
    for beat, _ in play_out(state):
        assert isinstance(state, Playing)
        if state.standing.rounds == round_number and not isinstance(beat[0], GameEnded):
            round_number += 1
            yield f"round {round_number}"
        for event in beat:
            seen = _seen(seen, event)
            after = evolve(state, event)
            assert isinstance(after, Playing | Ended)
            state = after
            counts = " ".join(f"{len(pile):2}" for pile in state.piles)
            yield f"  {tell(event):<46} {counts}  {' '.join(seen)}".rstrip()


def _seen(seen: list[str], event: Event) -> list[str]:
    match event:
        case CardFlipped(card=card):
            return [*seen, card]
        case CardHidden():
            return [*seen, "##"]
        case PileReturned():
            return []
        case _:
            return seen


def write() -> None:
    """Write every golden game anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(golden_text(*game), encoding="utf-8")


if __name__ == "__main__":
    write()
