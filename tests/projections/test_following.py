"""The projections follow the log while a server runs."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import anyio
import pytest

from kit.streams import played
from polemos.log.memory import MemoryStore
from polemos.log.store import StoreFull
from polemos.projections.following import Following
from polemos.projections.projector import Projector
from polemos.projections.views import Views


class TroubledProjector(Projector):
    """Raises the faults that it is given, one a catch-up, then works."""

    def __init__(self, store: MemoryStore, path: Path, *faults: Exception) -> None:
        super().__init__(store, path)
        self.faults = list(faults)

    def catch_up(self) -> int:
        if self.faults:
            raise self.faults.pop(0)
        return super().catch_up()


async def until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(30):
        while not condition():
            await anyio.lowlevel.checkpoint()


@asynccontextmanager
async def followed(projector: Projector) -> AsyncIterator[Following]:
    following = Following(projector, pause_seconds=0)
    async with anyio.create_task_group() as group:
        group.start_soon(following.run)
        yield following
        group.cancel_scope.cancel()


@pytest.mark.parametrize(
    "faults", [(), (StoreFull("no space left"),), (ZeroDivisionError("a bug"),)]
)
async def test_hints_bring_the_views_level_whatever_went_wrong_before(
    tmp_path: Path, faults: tuple[Exception, ...]
) -> None:
    store, path = MemoryStore(), tmp_path / "views.db"
    with closing(TroubledProjector(store, path, *faults)) as projector:
        async with followed(projector) as following:
            store.append(played("a-1"))
            following.hint()
            await until(lambda: not projector.faults)
            following.hint()
            await until(lambda: [row["game"] for row in Views(path).games(10)] == ["a-1"])
