"""The chaos campaign: real nodes, a real database and a real bus, and everything that can go wrong.

What is done, in which order and for how long, is drawn from one seed. What a machine makes of it
is its own business; whatever that is, no watcher may miss or see twice an event, no acknowledged
command may be lost, and every game must go on to its end and be verified.
"""

import asyncio
import json
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from kit.balancer import Balancer
from kit.conversing import Asked
from kit.nats import NatsServer
from kit.postgres import PostgresServer, postgres_server
from kit.proxies import Proxy
from kit.server import ServerProcess
from kit.sitters import Sitter
from kit.witnesses import Host, Watcher
from polemos.audit.audit import audit
from polemos.audit.report import Verdict
from polemos.log.postgres.connections import Connections
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.rules.names import room_of

LEASE_SECONDS = 5.0
END_SECONDS_MAX = 600.0
"""After everything was mended; a campaign whose games are not over then has failed."""

CALM_SECONDS = 12.0
"""Between the last fault and the one that is measured alone."""
GO_ON_SECONDS_MAX = 60.0
PEOPLE_SHARE = 0.25

OPENING = {
    "preset": "bataille",
    "rules": {"cap": 30},
    "tempo": "2",
}


@dataclass(eq=False)
class Member:
    """One node, and its own ways to the bus and to the database."""

    server: ServerProcess
    bus: Proxy
    database: Proxy


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How large a campaign is.

    Args:
        seed: of everything that is drawn.
        seconds: how long things go wrong.
        nodes: how many there are.
        games: how many are played at any time.
        watchers_per_game: how many watch each.
    """

    seed: int
    seconds: float
    nodes: int = 3
    games: int
    watchers_per_game: int = 3


@dataclass
class Report:
    """What a campaign came to."""

    plan: Plan
    faults: Counter[str] = field(default_factory=Counter)
    games: int = 0
    events: int = 0
    acknowledged: int = 0
    connections: int = 0
    seats: int = 0
    rematches: int = 0
    forsaken: int = 0
    asked: Asked = field(default_factory=Asked)
    stood_still_seconds: list[float] = field(default_factory=list)
    taken_over_seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join(
            [
                f"seed {self.plan.seed}: {dict(self.faults)}",
                f"{self.games} games, {self.events} events, {self.connections} connections of "
                f"watchers, {self.seats} seats taken, {self.rematches} rematches, {self.forsaken} "
                f"games whose hosts went, {self.acknowledged} changes acknowledged, "
                f"refused: {dict(self.asked.refusals)}, unanswered: {self.asked.unanswered}",
                f"after a death or a freeze, among other faults, games that stood still for more "
                f"than a second went on after {_spread(self.stood_still_seconds)}",
                f"the games of one node that was killed, with nothing else amiss, went on after "
                f"{_spread(self.taken_over_seconds)}",
                *self.wrong,
            ]
        )


class Campaign:
    """Everything that runs, and everything that goes wrong with it."""

    def __init__(
        self,
        plan: Plan,
        postgres: PostgresServer,
        store: PostgresStore,
        questions: Connections,
        members: list[Member],
    ) -> None:
        self.plan = plan
        self.report = Report(plan)
        self.members = members
        self._postgres = postgres
        self._store = store
        self._questions = questions
        self._hosts: list[Host] = []
        self._bus: NatsServer
        self._chance = Random(plan.seed)
        self._watchers: list[Watcher] = []
        self._watching: list[asyncio.Task[None]] = []
        self._deaths_ms: list[int] = []

    async def run(self, bus: NatsServer) -> Report:
        """Play it, mend everything, wait for the ends of all games and look at what came of it."""
        self._bus = bus
        is_over = asyncio.Event()
        with Balancer(lambda: [each.server.port for each in self.members]) as balancer:
            hosts = self._hosts = [
                Host(
                    balancer.address,
                    Random(self._chance.random()),
                    OPENING,
                    people=2 if number < PEOPLE_SHARE * self.plan.games else 0,
                    attend=lambda game: self._attend(balancer.address, game),
                    asked=self.report.asked,
                )
                for number in range(self.plan.games)
            ]
            hosting = [asyncio.ensure_future(each.host(is_over, self._has_ended)) for each in hosts]
            try:
                await self._go_wrong()
                await self._kill_alone()
                is_over.set()
                async with asyncio.timeout(END_SECONDS_MAX):
                    await asyncio.gather(*hosting)
                    await asyncio.gather(*self._watching)
            except TimeoutError:
                self._note_late()
            finally:
                for task in (*hosting, *self._watching):
                    task.cancel()
                await asyncio.gather(*hosting, *self._watching, return_exceptions=True)
        await _all_others_ended()
        await asyncio.to_thread(self._judge, hosts)
        return self.report

    # What goes wrong.

    async def _go_wrong(self) -> None:
        faults: list[Callable[[], object]] = [
            self._kill,
            self._freeze,
            self._stop,
            self._kill_bus,
            self._restart_database,
            self._crash_database,
            self._cut,
            self._deafen,
            self._cut_database,
            self._deafen_database,
        ]
        until = time.monotonic() + self.plan.seconds
        await asyncio.sleep(4.0)
        kinds: list[Callable[[], object]] = []
        while time.monotonic() < until:
            if not kinds:
                # Each once before any twice, so that a short campaign sees them all.
                kinds = self._chance.sample(faults, len(faults))
            fault = kinds.pop()
            self.report.faults[fault.__name__.strip("_")] += 1
            await asyncio.to_thread(fault)
            await asyncio.sleep(self._chance.uniform(0.5, 3.0))

    def _member(self) -> Member:
        return self._chance.choice(self.members)

    def _kill(self) -> None:
        member = self._member()
        self._deaths_ms.append(time.time_ns() // 1_000_000)
        member.server.kill()
        self._wait(0.2, 8.0)
        member.server.restart()

    def _freeze(self) -> None:
        """Stop a process for longer than its leases last, so that it comes back late."""
        member = self._member()
        self._deaths_ms.append(time.time_ns() // 1_000_000)
        member.server.process.send_signal(signal.SIGSTOP)
        try:
            self._wait(LEASE_SECONDS + 0.5, LEASE_SECONDS + 4.0)
        finally:
            member.server.process.send_signal(signal.SIGCONT)

    def _stop(self) -> None:
        member = self._member()
        code = member.server.terminate()
        if code != 0:
            self.report.wrong.append(f"a node that was stopped ended with {code}")
        member.server.restart()

    def _kill_bus(self) -> None:
        self._bus.kill()
        self._wait(0.2, 5.0)
        self._bus.start()

    def _restart_database(self) -> None:
        self._postgres.restart(signal.SIGINT)

    def _crash_database(self) -> None:
        self._postgres.restart(signal.SIGQUIT)

    def _cut(self) -> None:
        member = self._member()
        member.bus.cut()
        self._wait(0.5, 6.0)
        member.bus.mend()

    def _deafen(self) -> None:
        """Lose what goes one way, both or the other, while the connection seems to live."""
        self._swallow(self._member().bus)

    def _cut_database(self) -> None:
        """Cut one node off from the database, for less than its leases last or for more."""
        member = self._member()
        member.database.cut()
        self._wait(0.5, LEASE_SECONDS + 4.0)
        member.database.mend()

    def _deafen_database(self) -> None:
        self._swallow(self._member().database)

    def _swallow(self, proxy: Proxy) -> None:
        """Lose bytes, and then the connections: a stream that lacks some is none any more."""
        ways = self._chance.choice([(True, False), (False, True), (True, True)])
        proxy.swallow(from_clients=ways[0], from_server=ways[1])
        self._wait(0.5, LEASE_SECONDS + 4.0)
        proxy.drop()
        proxy.swallow()

    def _wait(self, least: float, most: float) -> None:
        time.sleep(self._chance.uniform(least, most))

    async def _kill_alone(self) -> None:
        """Kill one node when all else is well, and see when each of its games goes on."""
        await asyncio.sleep(CALM_SECONDS)
        member = self._member()
        games = await asyncio.to_thread(self._games_of, member)
        began = time.monotonic()
        await asyncio.to_thread(member.server.kill)
        while games and time.monotonic() - began < GO_ON_SECONDS_MAX:
            heads = await asyncio.to_thread(self._store.heads, list(games))
            for head in heads:
                if head.is_ended or head.seq > games[head.game]:
                    del games[head.game]
                    self.report.taken_over_seconds.append(time.monotonic() - began)
            await asyncio.sleep(0.05)
        for game in games:
            self.report.wrong.append(f"{game} did not go on when its node had been killed")
        await asyncio.to_thread(member.server.restart)

    def _games_of(self, member: Member) -> dict[str, int]:
        """Give the games that a node plays by itself, and where they stand."""
        query = "SELECT room FROM polemos.leases WHERE node LIKE %b"
        rows = self._questions.rows(query, f"%-{member.server.process.pid}-%")
        rooms = {room for (room,) in rows}
        running = [head for head in self._store.running_games() if room_of(head.game) in rooms]
        with_people = {each.game for host in self._hosts for each in host.sitters}
        return {head.game: head.seq for head in running if head.game not in with_people}

    # Who looks on.

    def _attend(self, address: str, game: str) -> None:
        for _ in range(self.plan.watchers_per_game):
            watcher = Watcher(address, game, Random(self._chance.random()))
            self._watchers.append(watcher)
            self._watching.append(asyncio.ensure_future(watcher.watch()))

    def _has_ended(self, game: str) -> bool:
        return any(each.has_ended for each in self._watchers if each.game == game)

    # What came of it.

    def _note_late(self) -> None:
        for game in sorted({each.game for each in self._watchers if not each.has_ended}):
            self.report.wrong.append(f"{game} has not come to its end for everybody who watches")

    def _judge(self, hosts: list[Host]) -> None:
        report = self.report
        entries = self._store.read(0, events_max=10_000_000)
        if [entry.position for entry in entries] != list(range(1, len(entries) + 1)):
            report.wrong.append("the positions of the log are not dense")
        games: dict[str, list[bytes]] = {}
        for entry in entries:
            games.setdefault(entry.game, []).append(entry.line)
            if entry.seq != len(games[entry.game]):
                report.wrong.append(f"{entry.game} has no unbroken numbers at {entry.seq}")
        report.games, report.events = len(games), len(entries)
        for game, lines in games.items():
            self._judge_game(game, lines)
        for watcher in self._watchers:
            report.connections += watcher.connections
            report.wrong += watcher.faults
            if watcher.has_ended and watcher.lines != games.get(watcher.game):
                report.wrong.append(f"a watcher of {watcher.game} saw something else than the log")
        for host in hosts:
            report.acknowledged += len(host.acknowledged)
            report.rematches += host.rematches
            report.forsaken += host.forsaken
            lost = [game for game in host.opened if game not in games]
            report.wrong += [f"{game} was acknowledged and is not in the log" for game in lost]
            self._judge_changes(host, games)
            for sitter in host.sitters:
                self._judge_seat(sitter, games)

    def _judge_game(self, game: str, lines: list[bytes]) -> None:
        verdict = audit(line + b"\n" for line in lines).verdict
        if verdict is not Verdict.VERIFIED:
            self.report.wrong.append(f"{game} is {verdict.value}")
        times = [json.loads(line)["at"] for line in lines]
        for death_ms in self._deaths_ms:
            later = [at for at in times if at > death_ms]
            if times[0] < death_ms and later and later[0] - death_ms > 1_000:
                self.report.stood_still_seconds.append((later[0] - death_ms) / 1_000)

    def _judge_changes(self, host: Host, games: dict[str, list[bytes]]) -> None:
        """What was acknowledged with a seq is the event with that seq."""
        for game, seq, tempo in host.acknowledged:
            stored = [json.loads(line) for line in games.get(game, [])[seq - 1 : seq]]
            if not any(event.get("tempo") == tempo for event in stored):
                self.report.wrong.append(f"{game} lost its change to tempo {tempo} at {seq}")

    def _judge_seat(self, sitter: Sitter, games: dict[str, list[bytes]]) -> None:
        """A seat that was acknowledged is in the log by then, and its secret held it since."""
        if sitter.seated_at is None:
            return
        self.report.seats += 1
        stored = [json.loads(line) for line in games.get(sitter.game, [])]
        its = [event for event in stored if event.get("seat") == sitter.seat]
        taken = [event["seq"] for event in its if event["type"] == "SeatTaken"]
        if not any(seq <= sitter.seated_at for seq in taken):
            self.report.wrong.append(f"{sitter.game} lost that seat {sitter.seat} was taken")
        is_released = any(event["type"] == "SeatReleased" for event in its)
        if sitter.turned_away and not is_released:
            self.report.wrong.append(f"{sitter.game} turned away who holds seat {sitter.seat}")


def _spread(seconds: list[float]) -> str:
    """Tell the median, the 99th percentile and the worst."""
    if not seconds:
        return "no time: there were none"
    ordered = sorted(seconds)
    high = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return (
        f"{ordered[len(ordered) // 2]:.1f} s (median), {high:.1f} s (99th percentile), "
        f"{ordered[-1]:.1f} s (worst of {len(ordered)})"
    )


async def _all_others_ended() -> None:
    """Return when nothing is left of the connections that were let go of."""
    while len(asyncio.all_tasks()) > 1:  # noqa: ASYNC110  they end in the loop's next turns
        await asyncio.sleep(0)
    await asyncio.sleep(0)


@contextmanager
def everything(folder: Path, plan: Plan) -> Iterator[tuple[Campaign, NatsServer]]:
    """Start a database, a bus and the nodes, and end them all."""
    with ExitStack() as stack:
        postgres = stack.enter_context(postgres_server())
        address = postgres.address(postgres.new_database())
        bus = NatsServer().start()
        stack.callback(bus.kill)
        members = []
        for number in range(plan.nodes):
            to_bus = stack.enter_context(Proxy(bus.port))
            to_database = stack.enter_context(Proxy(postgres.port))
            words = (
                *("--store", address.replace(f":{postgres.port}/", f":{to_database.port}/")),
                *("--bus", f"nats://127.0.0.1:{to_bus.port}"),
            )
            server = ServerProcess(folder / f"node{number}", words=words)
            members.append(Member(stack.enter_context(server), to_bus, to_database))
        database = stack.enter_context(closing(Database.open(address, read_only=True)))
        store = stack.enter_context(closing(PostgresStore(database)))
        questions = stack.enter_context(closing(database.connections(1)))
        yield Campaign(plan, postgres, store, questions, members), bus
