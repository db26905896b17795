"""How many events a second the engine alone makes on one core: decide and evolve, whole games.

`python benchmarks/engine.py`. The deals are made before the clock starts; the shuffled returns,
with their HMACs, are part of what is timed. A figure is the best of several runs, by processor
time.
"""

from time import process_time

from polemos.cli.simulation import deal_game
from polemos.rules.play import play_out
from polemos.rules.presets import PRESETS, rule_set
from polemos.rules.rule_set import RuleSet
from polemos.rules.state import State

RUNS = 7
GAMES = 10

EVENTS_PER_SECOND_MIN = 150_000
"""What the project asks of itself."""


def events_per_second(deals: list[State]) -> float:
    """Play the deals out once."""
    events = 0
    started = process_time()
    for deal in deals:
        for beat, _ in play_out(deal):
            events += len(beat)
    return events / (process_time() - started)


def measure(rules: RuleSet) -> float:
    """Take the best of several runs over the same deals."""
    deals = [deal_game(rules, f"benchmark/{number}") for number in range(GAMES)]
    return max(events_per_second(deals) for _ in range(RUNS))


def main() -> None:
    """Print a line for every preset."""
    print(f"events a second, asked for: {EVENTS_PER_SECOND_MIN:,}")
    for preset in PRESETS:
        for players in (2,) if preset == "bataille" else (2, 4):
            rate = measure(rule_set(preset, players))
            print(f"{preset:<14} {players} players {rate:>10,.0f}")


if __name__ == "__main__":
    main()
