"""Keeps watch over leases: renews this node's own, and looks for games that nobody runs.

Rules that this file keeps:
1. Every loop goes on whatever it meets; see `outages`.
2. A node that is not sure of its leases takes nothing, for it may be the one that is cut off.
3. Whoever comes back from an outage lets the others have their own games first.
4. A renewal waits for nothing else: what is read and taken up meanwhile may take its time.
"""

import anyio
from anyio.abc import TaskGroup

from polemos.cluster.outages import Outages
from polemos.nodes.takeover import GAMES_A_PASS, Takeover
from polemos.nodes.tenure import Tenure
from polemos.rooms.clock import Clock

LOOK_SECONDS = 0.5
"""Between two looks for games that nobody runs."""

COMPARISON_SECONDS = 4.0
"""Between two comparisons of the leases that a node believes in with those of the database."""


class Vigil:
    """The loops of one node that keep and take leases.

    Args:
        tenure: this node's leases.
        takeover: takes games up.
        outages: bear what fails.
        clock: the steady clock.
    """

    def __init__(
        self, *, tenure: Tenure, takeover: Takeover, outages: Outages, clock: Clock
    ) -> None:
        self._tenure = tenure
        self._takeover = takeover
        self._outages = outages
        self._clock = clock
        self._is_over = False
        self._looks_from_seconds = 0.0
        self._orphaned = anyio.Event()

    def begin(self, tasks: TaskGroup) -> None:
        """Keep watch from now on."""
        tasks.start_soon(self._renew)
        tasks.start_soon(self._look)
        tasks.start_soon(self._compare)

    def end(self) -> None:
        """Renew and take nothing more."""
        self._is_over = True

    def note_orphans(self) -> None:
        """Look soon: another node has let games go."""
        self._orphaned.set()

    @property
    def _may_look(self) -> bool:
        return self._tenure.is_sure and self._clock.steady_seconds() >= self._looks_from_seconds

    async def _renew(self) -> None:
        while not self._is_over:
            await self._wait(anyio.Event(), self._tenure.renewal_seconds)
            if self._is_over:
                return
            with self._outages.bearing("The leases of this node are renewed"):
                if lost := await self._tenure.renew():
                    grace_seconds = 2 * self._tenure.renewal_seconds
                    self._looks_from_seconds = self._clock.steady_seconds() + grace_seconds
                    self._takeover.take_soon(lost)

    async def _compare(self) -> None:
        while not self._is_over:
            await self._wait(anyio.Event(), COMPARISON_SECONDS)
            if not self._tenure.is_sure:
                continue
            with self._outages.bearing("The leases of this node are compared"):
                self._takeover.take_soon(await self._tenure.reconcile())
            with self._outages.bearing("Rooms that sleep under a lease are seen to"):
                await self._takeover.mend()

    async def _look(self) -> None:
        while not self._is_over:
            self._orphaned = anyio.Event()
            found = 0
            if self._may_look:
                with self._outages.bearing("Games that nobody runs are looked for"):
                    found = await self._takeover.look()
            if found < GAMES_A_PASS:
                await self._wait(self._orphaned, LOOK_SECONDS)
            else:
                await self._takeover.some_taken()

    async def _wait(self, event: anyio.Event, seconds: float) -> None:
        await self._clock.wait(event, self._clock.steady_seconds() + seconds)
