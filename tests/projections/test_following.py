"""The projections follow the log while a server runs."""

from contextlib import closing
from pathlib import Path

import anyio

from kit.streams import played
from polemos.log.memory import MemoryStore
from polemos.log.store import StoreFull
from polemos.projections.following import Following
from polemos.projections.projector import Projector
from polemos.projections.views import Views


class TroubledProjector(Projector):
    """Fails as often as it is told to, then works."""

    def fail_with(self, *faults: Exception) -> None:
        self.faults = list(faults)

    def catch_up(self) -> int:
        if self.faults:
            raise self.faults.pop(0)
        return super().catch_up()


async def listed(views: Views, game: str) -> None:
    """Return once a game is in the list."""
    with anyio.fail_after(30):
        while game not in [row["game"] for row in views.games(10)]:
            await anyio.lowlevel.checkpoint()


async def test_a_hint_brings_the_views_level(tmp_path: Path) -> None:
    store, path = MemoryStore(), tmp_path / "views.db"
    with closing(Projector(store, path)) as projector:
        following = Following(projector)
        async with anyio.create_task_group() as group:
            group.start_soon(following.run)
            store.append(played("a-1"))
            following.hint()
            await listed(Views(path), "a-1")
            group.cancel_scope.cancel()


async def test_a_failure_delays_the_views_and_ends_nothing(tmp_path: Path) -> None:
    store, path = MemoryStore(), tmp_path / "views.db"
    with closing(TroubledProjector(store, path)) as projector:
        projector.fail_with(StoreFull("no space left"))
        following = Following(projector, pause_seconds=0)
        async with anyio.create_task_group() as group:
            group.start_soon(following.run)
            store.append(played("a-1"))
            following.hint()
            await listed(Views(path), "a-1")
            group.cancel_scope.cancel()


async def test_a_fault_of_ours_ends_nothing_either(tmp_path: Path) -> None:
    store, path = MemoryStore(), tmp_path / "views.db"
    with closing(TroubledProjector(store, path)) as projector:
        projector.fail_with(ZeroDivisionError("a bug"))
        following = Following(projector, pause_seconds=0)
        async with anyio.create_task_group() as group:
            group.start_soon(following.run)
            store.append(played("a-1"))
            following.hint()
            with anyio.fail_after(30):
                while projector.faults:
                    await anyio.lowlevel.checkpoint()
            following.hint()
            await listed(Views(path), "a-1")
            group.cancel_scope.cancel()
