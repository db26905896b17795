"""A server of one lobby in memory, for clients that are pure: it decides by the rules themselves.

It answers late, tells events in pieces, and loses connections whenever it is told to.
"""

import json
from dataclasses import dataclass, field

from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret
from polemos.fairness.dealers import Fair
from polemos.log.canonical import encode
from polemos.rules.commands import (
    Command,
    DealCards,
    LockSeats,
    OpenGame,
    ReleaseSeat,
    RevealEntropy,
    TakeSeat,
)
from polemos.rules.decide import decide
from polemos.rules.encoding import b64url, digest, rules_digest
from polemos.rules.errors import RuleViolation
from polemos.rules.events import DealScheme, ReleaseReason, SeatKind, Tempo
from polemos.rules.evolve import evolve
from polemos.rules.presets import rule_set
from polemos.rules.state import Lobby, Playing, initial_state
from polemos.wire import requests

ATTEMPTS_MAX = 40


def secret_of(number: int) -> bytes:
    return bytes([number]) * 32


@dataclass
class LobbyServer:
    """A room of one person and bots; `sent` holds what is on its way to the person.

    The first `delivered` of them have arrived. Bots sit on every seat from `people` on.
    """

    game: str = "abc-1"
    players: int = 3
    lines: list[bytes] = field(default_factory=list)
    sent: list[dict] = field(default_factory=list)
    is_holding: bool = False
    told: int | None = None
    digest: str | None = None
    attempts: int = 1

    def __post_init__(self) -> None:
        secrets = tuple(map(secret_of, range(1, ATTEMPTS_MAX + 1)))
        self.state = initial_state(self.game, Fair(secrets))
        rules = rule_set("war", self.players)
        self._do(
            OpenGame(
                rules=rules,
                rules_digest=rules_digest(rules),
                deal=DealScheme.FAIR,
                commitment=commit_secret(self.game, secrets[0]),
                tempo=Tempo.TWO,
                opened_by="",
            )
        )
        for seat in range(1, self.players):
            self.seat_bot(seat)

    @property
    def is_dealt(self) -> bool:
        return isinstance(self.state, Playing)

    def _do(self, *commands: Command) -> None:
        for command in commands:
            for event in decide(self.state, command):
                self.state = evolve(self.state, event)
                prev = digest(self.lines[-1]) if self.lines else ""
                line = encode(event, game=self.game, seq=len(self.lines) + 1, at=1, prev=prev)
                self.lines.append(line)

    def seat_bot(self, seat: int) -> None:
        commitment = commit_seat(self.game, seat, bot_entropy(self.game, seat))
        self._do(TakeSeat(seat=seat, kind=SeatKind.BOT, player="bot", commitment=commitment))

    # What happens to the room besides.

    def lock(self) -> None:
        """Lock once everybody has committed, and let the bots reveal."""
        if not isinstance(self.state, Lobby) or self.state.is_locked:
            return
        if all(seat is not None and seat.commitment for seat in self.state.seats):
            self._do(LockSeats())
            for seat in range(1, self.players):
                entropy = b64url(bot_entropy(self.game, seat))
                self._do(RevealEntropy(seat=seat, entropy=entropy))

    def abort(self, *, releases_person: bool) -> None:
        """Release a seat that has not revealed, or that left, which begins the deal anew."""
        if not isinstance(self.state, Lobby) or not self.state.is_locked:
            return
        if self.attempts == ATTEMPTS_MAX:
            return
        commitment = commit_secret(self.game, secret_of(self.attempts + 1))
        self.attempts += 1
        seat = 0 if releases_person else self.players - 1
        reason = ReleaseReason.UNREVEALED if releases_person else ReleaseReason.LEFT
        self._do(ReleaseSeat(seat=seat, reason=reason, commitment=commitment))
        if releases_person:
            self.digest, self.is_holding = None, False
        for bot in range(1, self.players):
            self.seat_bot(bot)

    # The person's connection.

    def connect(self) -> None:
        """Begin a new connection; whatever was on its way is lost."""
        self.sent, self.told, self.is_holding = [], None, False

    def tell_events(self, count: int = 1_000) -> None:
        """Send some of the events that were not sent yet."""
        if self.told is None:
            return
        chunk = self.lines[self.told : self.told + count]
        if chunk:
            events = [json.loads(line) for line in chunk]
            push = {"type": "events", "game": self.game, "first_seq": self.told + 1}
            self.sent.append(push | {"events": events})
            self.told += len(chunk)

    def take(self, request: requests.AnyRequest) -> None:
        """Carry out a request and send the answer."""
        try:
            fields = self._carry_out(request)
        except RuleViolation as violation:
            self._refuse(request, str(violation.code), violation.sentence)
            return
        except KeyError as error:
            self._refuse(request, str(error.args[0]), "It is refused.")
            return
        answer = {"type": "accepted", "id": request.id, "game": self.game, "seq": len(self.lines)}
        self.sent.append(answer | fields)
        if isinstance(request, requests.Watch):
            self.told = request.after_seq
            welcome = {"type": "welcome", "game": self.game, "mode": "log", "head": ""}
            self.sent.append(welcome | {"seq": len(self.lines)})

    def _refuse(self, request: requests.AnyRequest, code: str, sentence: str) -> None:
        refused = {"type": "refused", "id": request.id, "code": code, "sentence": sentence}
        self.sent.append(refused)

    def _carry_out(self, request: requests.AnyRequest) -> dict[str, object]:
        match request:
            case requests.Watch():
                return {}
            case requests.ResumeSeat(seat_secret=secret):
                if secret != self.digest:
                    raise KeyError("wrong_secret")
                self.is_holding = True
                return {"seat": 0, "player": "person"}
            case requests.TakeSeat():
                return self._seat(request)
            case requests.RevealEntropy(entropy=entropy):
                if not self.is_holding:
                    raise KeyError("not_seated")
                self._do(RevealEntropy(seat=0, entropy=entropy))
                if None not in self.state.entropies:
                    self._do(DealCards())
                return {}
            case _:
                raise AssertionError(f"nobody asked for {request}")

    def _seat(self, request: requests.TakeSeat) -> dict[str, object]:
        is_own = request.seat_secret == self.digest
        if not is_own and request.invite_secret != "invitation":
            raise KeyError("wrong_secret")
        taken = self.state.seats[request.seat] if isinstance(self.state, Lobby) else None
        is_repeated = is_own and taken is not None and taken.commitment == request.commitment
        if not is_repeated:
            self._do(
                TakeSeat(
                    seat=request.seat,
                    kind=SeatKind.HUMAN,
                    player="person",
                    commitment=request.commitment,
                )
            )
        self.digest, self.is_holding = request.seat_secret, True
        return {"seat": request.seat, "player": "person"}
