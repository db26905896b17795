"""What all connections of a hub share."""

import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from polemos.hub.counters import Counters
from polemos.hub.desk import Desk
from polemos.hub.limits import HubLimits
from polemos.hub.ports import Clock
from polemos.hub.reception import Reception
from polemos.hub.tolls import Tolls
from polemos.hub.upkeep import Upkeep


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """One value for all connections of a hub.

    Args:
        limits: every bound.
        clock: the time.
        counters: what is counted.
        upkeep: who is connected.
        reception: answers request heads.
        desk: carries out requests.
        tolls: what requests cost by address, room and seat.
        start: runs a coroutine until it is done.
        reading_buffer: what every connection reads into.
        core_logger: for what the websocket core has to say.
    """

    limits: HubLimits
    clock: Clock
    counters: Counters
    upkeep: Upkeep
    reception: Reception
    desk: Desk
    tolls: Tolls
    start: Callable[[Coroutine[None, None, None]], None]
    reading_buffer: memoryview
    core_logger: logging.Logger
