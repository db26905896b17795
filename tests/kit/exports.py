"""Exports of whole games, recorded as a server records them."""

import hashlib

from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret, commit_seed
from polemos.fairness.dealers import Fair, Sealed, Seeded
from polemos.log.canonical import encode
from polemos.rules.commands import (
    ChangeTempo,
    DealCards,
    EndGame,
    LockSeats,
    OpenGame,
    PauseAutoplay,
    PlayBeat,
    ReleaseSeat,
    RevealEntropy,
    StartAutoplay,
    TakeSeat,
)
from polemos.rules.decide import decide
from polemos.rules.encoding import b64url, digest, rules_digest
from polemos.rules.events import DealScheme, EndReason, ReleaseReason, SeatKind, Tempo
from polemos.rules.evolve import evolve
from polemos.rules.presets import rule_set
from polemos.rules.state import Ended, initial_state

GAME = "k7m2q9x4wd-1"


def bytes_of(*parts):
    """Make 32 bytes that look like chance and never change."""
    return hashlib.sha256(repr(parts).encode()).digest()


def chained(events, game=GAME, at=1_700_000_000_000):
    """Record events as an export: lines with their newlines, each chained to the one before it."""
    lines, prev = [], ""
    for seq, event in enumerate(events, 1):
        line = encode(event, game=game, seq=seq, at=at + 100 * seq, prev=prev)
        prev = digest(line)
        lines.append(line + b"\n")
    return lines


class Recorder:
    """A server in three lines: decides, evolves, remembers.

    `inside` lists the places of the events that are not the first of their beat.
    """

    def __init__(self, dealer=None, game=GAME):
        self.state = initial_state(game, Sealed() if dealer is None else dealer)
        self.events = []
        self.inside = []

    def do(self, *commands):
        for command in commands:
            for place, event in enumerate(decide(self.state, command)):
                self.inside += [len(self.events)] * (place > 0)
                self.state = evolve(self.state, event)
                self.events.append(event)
        return self

    def play(self, beats=None):
        while beats is None or beats > 0:
            if isinstance(self.state, Ended):
                break
            self.do(PlayBeat())
            beats = None if beats is None else beats - 1
        return self


def opening(rules, commitment, deal=DealScheme.FAIR):
    return OpenGame(
        rules=rules,
        rules_digest=rules_digest(rules),
        deal=deal,
        commitment=commitment,
        tempo=Tempo.TWO,
        opened_by="p1",
    )


def bots(players, game=GAME):
    """Seat bots, lock, reveal and deal."""
    entropies = [bot_entropy(game, seat) for seat in range(players)]
    return [
        *(
            TakeSeat(
                seat=seat,
                kind=SeatKind.BOT,
                player=f"bot{seat}",
                commitment=commit_seat(game, seat, entropy),
            )
            for seat, entropy in enumerate(entropies)
        ),
        LockSeats(),
        *(
            RevealEntropy(seat=seat, entropy=b64url(entropy))
            for seat, entropy in enumerate(entropies)
        ),
        DealCards(),
    ]


def dealt(preset="war", players=2, number=1, game=GAME, **rules):
    """Record a `fair/1` game of bots up to the deal."""
    secret, chosen = bytes_of("secret", number), rule_set(preset, players, rules)
    recorder = Recorder(Fair((secret,)), game)
    return recorder.do(opening(chosen, commit_secret(game, secret)), *bots(players, game))


def seeded(seed, preset="war", players=2, game=GAME, **rules):
    """Record a `seeded/1` game of bots up to the deal."""
    chosen = rule_set(preset, players, rules)
    recorder = Recorder(Seeded(seed), game)
    opened = opening(chosen, commit_seed(game, seed), DealScheme.SEEDED)
    return recorder.do(opened, *bots(players, game))


def controlled(number=1):
    """Record a finished game in which auto-play, tempo and hands on the table alternate."""
    recorder = dealt(number=number, cap=12).do(StartAutoplay()).play(5)
    recorder.do(ChangeTempo(tempo=Tempo.LIGHTNING)).play(4).do(PauseAutoplay()).play(1)
    return recorder.do(StartAutoplay()).play()


def people(number=1, game=GAME):
    """Record a game of a person and a bot, the first deal of which the person aborted."""
    secrets = (bytes_of("first", number), bytes_of("second", number))
    entropies = (bytes_of("P0", number), bytes_of("P1", number))
    bot = bot_entropy(game, 1)
    commitments = [commit_secret(game, secret) for secret in secrets]
    recorder = Recorder(Fair(secrets), game)
    recorder.do(
        opening(rule_set("bataille", overrides={"cap": 10}), commitments[0]),
        _person(entropies[0], game),
        _bot(bot, game),
        LockSeats(),
        RevealEntropy(seat=1, entropy=b64url(bot)),
        ReleaseSeat(seat=0, reason=ReleaseReason.UNREVEALED, commitment=commitments[1]),
        _bot(bot, game),
        _person(entropies[1], game),
        LockSeats(),
        RevealEntropy(seat=1, entropy=b64url(bot)),
        RevealEntropy(seat=0, entropy=b64url(entropies[1])),
        DealCards(),
    )
    return recorder.play()


def abandoned(number=1):
    """Record a game that its host closed in the middle."""
    return dealt(number=number).play(7).do(EndGame(reason=EndReason.CLOSED_BY_HOST))


def never_dealt(game=GAME):
    """Record a game that was given up in the lobby."""
    secret = bytes_of("lobby")
    recorder = Recorder(Fair((secret,)), game)
    recorder.do(opening(rule_set("war"), commit_secret(game, secret)))
    return recorder.do(EndGame(reason=EndReason.ABANDONED))


def _person(entropy, game):
    return TakeSeat(
        seat=0, kind=SeatKind.HUMAN, player="p1", commitment=commit_seat(game, 0, entropy)
    )


def _bot(entropy, game):
    return TakeSeat(
        seat=1, kind=SeatKind.BOT, player="bot1", commitment=commit_seat(game, 1, entropy)
    )
