"""Games of every kind, each made from its number: rules, company, deals, commands and ends."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from kit.exports import Recorder, bytes_of, chained, opening
from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret, commit_seed
from polemos.fairness.dealers import Fair, Seeded
from polemos.rules.commands import (
    ChangeTempo,
    DealCards,
    EndGame,
    LockSeats,
    PauseAutoplay,
    ReleaseSeat,
    RevealEntropy,
    StartAutoplay,
    TakeSeat,
)
from polemos.rules.decide import ENDS_BY_COMMAND
from polemos.rules.encoding import b64url
from polemos.rules.errors import RuleViolation
from polemos.rules.events import (
    CardFlipped,
    CardHidden,
    CardsDealt,
    DealScheme,
    EndReason,
    Event,
    GameEnded,
    PileReturned,
    ReleaseReason,
    SeatEliminated,
    SeatKind,
    Tempo,
    TieDeclared,
)
from polemos.rules.presets import PRESETS, rule_set
from polemos.rules.rule_set import RuleSet
from polemos.rules.state import Ended, Playing

PLAYERS = {preset: (2,) if preset == "bataille" else (2, 3, 4) for preset in PRESETS}
CHOICES: Mapping[str, tuple[object, ...]] = {
    "deck": (52, 36, 32, 32),
    "best": ("highest", "highest", "lowest"),
    "six_beats_ace": (False, True),
    "hidden_cards": (0, 1, 2, 3, 4, 5, 5),
    "war_joined_by": ("everybody", "tied"),
    "short_in_war": ("last_card_up", "out"),
    "return_order": ("shuffled", "winner_first", "loser_first", "table"),
    "deal": ("all", "equal"),
    "cap": (None, None, 3, 40, 400),
    "at_cap": ("draw", "most_cards"),
}
"""Short piles and long wars are drawn more often: they are where the edge cases are."""

EDGES = (16, 819, 1957, 2169, 2511, 3180, 3482, 3701)
"""Numbers of short games in which the rarest edges of the rules are met."""

ROOM_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
SEED_LETTERS = 'aZ 9"\\/\n\t\x00\x1f\x7féΩ中🂡\u2028'


def chosen_rules(chance: random.Random) -> RuleSet:
    """Draw rules that do not contradict each other; every dimension is free."""
    while True:
        preset = chance.choice(list(PRESETS))
        values = {key: chance.choice(choices) for key, choices in CHOICES.items()}
        if values["cap"] is None:
            values.pop("at_cap")
        if values["best"] == "lowest":
            values |= {"hidden_cards": 5, "six_beats_ace": False}
        try:
            return rule_set(preset, chance.choice(PLAYERS[preset]), values)
        except RuleViolation:
            continue


def every_preset() -> Iterator[RuleSet]:
    """Give each preset for each number of players that it allows."""
    for preset, numbers in PLAYERS.items():
        for players in numbers:
            yield rule_set(preset, players)


@dataclass(frozen=True)
class Game:
    """A recorded game.

    Args:
        name: its id.
        events: in order.
        inside: the places of those that are not the first of their beat.
    """

    name: str
    events: list[Event]
    inside: list[int]

    def lines(self) -> list[bytes]:
        """Give its export."""
        return chained(self.events, self.name)


def edges_of(game: Game) -> set[str]:
    """Tell which edges of the rules a game met (RULES.md, edge cases 2 to 4)."""
    edges, rules, piles, tie = set(), game.events[0].rules, [], None
    for before, event in pairwise(game.events):
        piles = _moved(piles, event)
        match event:
            case CardFlipped():
                tie = None
            case TieDeclared(participants=going):
                tie = event
                edges.add(_edge_of_war(going, rules, piles))
            case PileReturned() if tie is not None and not tie.participants:
                edges.add("a dead pot for the sole survivor")
            case SeatEliminated() if not isinstance(before, PileReturned | SeatEliminated):
                edges.add("a dead pot stays")
            case GameEnded(reason=EndReason.EXHAUSTED, places=places) if len(set(places)) == 1:
                edges.add("exhausted by all")
            case _:
                pass
    return edges


def _moved(piles: list[int], event: Event) -> list[int]:
    match event:
        case CardsDealt(counts=counts):
            return [*counts]
        case CardFlipped(seat=seat) | CardHidden(seat=seat):
            return [*piles[:seat], piles[seat] - 1, *piles[seat + 1 :]]
        case PileReturned(seat=seat, count=count):
            return [*piles[:seat], piles[seat] + count, *piles[seat + 1 :]]
        case _:
            return piles


def _edge_of_war(going: tuple[int, ...], rules: RuleSet, piles: list[int]) -> str:
    if len(going) > 1:
        return "some go on"
    if not going:
        return f"nobody goes on: {rules.short_in_war}"
    is_short = piles[going[0]] <= rules.hidden_cards
    return f"one goes on: {rules.short_in_war}{', short' * is_short}"


class Company:
    """People and bots who sit, lock, reveal and are dealt to; some attempts are aborted."""

    def __init__(
        self, chance: random.Random, recorder: Recorder, game: str, rules: RuleSet
    ) -> None:
        self.chance = chance
        self.recorder = recorder
        self.game = game
        self.seats = list(range(rules.players))
        self.people = [chance.random() < 0.5 for _ in self.seats]
        self.attempt = 0

    def entropy(self, seat: int) -> bytes:
        """Give what a seat brings to the present attempt."""
        if not self.people[seat]:
            return bot_entropy(self.game, seat)
        return bytes_of(self.game, seat, self.attempt)

    def sit(self) -> None:
        """Seat whoever is missing, in any order; some get up again."""
        missing = self.chance.sample(self.seats, len(self.seats))
        while missing:
            seat = missing.pop()
            self.recorder.do(self._taking(seat))
            if self.chance.random() < 0.1:
                reason = self.chance.choice([ReleaseReason.LEFT, ReleaseReason.REMOVED])
                self.recorder.do(ReleaseSeat(seat=seat, reason=reason, commitment=None))
                self.people[seat] = self.chance.random() < 0.5
                missing.append(seat)

    def reveal(self, count: int) -> None:
        """Let so many seats open their commitments, in any order."""
        for seat in self.chance.sample(self.seats, count):
            self.recorder.do(RevealEntropy(seat=seat, entropy=b64url(self.entropy(seat))))

    def abort(self, commitment: str) -> None:
        """Release a seat after the lock; all the others have to commit anew."""
        self.reveal(self.chance.randrange(len(self.seats)))
        reason = self.chance.choice(list(ReleaseReason))
        seat = self.chance.choice(self.seats)
        self.recorder.do(ReleaseSeat(seat=seat, reason=reason, commitment=commitment))
        self.attempt += 1

    def _taking(self, seat: int) -> TakeSeat:
        kind = SeatKind.HUMAN if self.people[seat] else SeatKind.BOT
        commitment = commit_seat(self.game, seat, self.entropy(seat))
        return TakeSeat(seat=seat, kind=kind, player=f"player{seat}", commitment=commitment)


def recorded(number: int, rules: RuleSet | None = None, beats_max: int = 3_000) -> Game:
    """Record the game of this number.

    Args:
        number: the same number gives the same game.
        rules: as chosen, or drawn as well.
        beats_max: beats after which a game that goes on is left or ended by command.
    """
    chance = random.Random(f"game {number}")
    rules = chosen_rules(chance) if rules is None else rules
    game = "".join(chance.choices(ROOM_LETTERS, k=10)) + f"-{chance.randint(1, 30)}"
    recorder = _recorded(chance, game, rules, beats_max)
    return Game(game, recorder.events, recorder.inside)


def _recorded(chance: random.Random, game: str, rules: RuleSet, beats_max: int) -> Recorder:
    recorder, commitments = _opened(chance, game, rules)
    company = Company(chance, recorder, game, rules)
    for commitment in commitments:
        company.sit()
        recorder.do(LockSeats())
        company.abort(commitment)
    company.sit()
    if chance.random() < 0.04:
        return _ended_by_command(chance, recorder)
    recorder.do(LockSeats())
    company.reveal(rules.players)
    recorder.do(DealCards())
    return _played(chance, recorder, beats_max)


def _opened(chance: random.Random, game: str, rules: RuleSet) -> tuple[Recorder, list[str]]:
    """Open a game; also gives the commitments of the attempts after the first."""
    if chance.random() < 0.25:
        seed = "".join(chance.choices(SEED_LETTERS, k=chance.randrange(12)))
        recorder = Recorder(Seeded(seed), game)
        recorder.do(opening(rules, commit_seed(game, seed), DealScheme.SEEDED))
        return recorder, []
    attempts = chance.choice((1, 1, 2, 4))
    secrets = tuple(bytes_of("secret", game, attempt) for attempt in range(attempts))
    commitments = [commit_secret(game, secret) for secret in secrets]
    recorder = Recorder(Fair(secrets), game)
    return recorder.do(opening(rules, commitments[0])), commitments[1:]


def _played(chance: random.Random, recorder: Recorder, beats_max: int) -> Recorder:
    beats = chance.choice((beats_max, beats_max, beats_max, chance.randrange(300)))
    commands_share = chance.choice((0, 0.005, 0.2))
    for _ in range(beats):
        if isinstance(recorder.state, Ended):
            return recorder
        if chance.random() < commands_share:
            _command(chance, recorder)
        recorder.play(1)
    return recorder if chance.random() < 0.3 else _ended_by_command(chance, recorder)


def _command(chance: random.Random, recorder: Recorder) -> None:
    assert isinstance(recorder.state, Playing)
    control = recorder.state.control
    if chance.random() < 0.5:
        recorder.do(PauseAutoplay() if control.is_autoplay_on else StartAutoplay())
    else:
        others = [tempo for tempo in Tempo if tempo is not control.tempo]
        recorder.do(ChangeTempo(tempo=chance.choice(others)))


def _ended_by_command(chance: random.Random, recorder: Recorder) -> Recorder:
    if isinstance(recorder.state, Ended):
        return recorder
    return recorder.do(EndGame(reason=chance.choice(sorted(ENDS_BY_COMMAND))))
