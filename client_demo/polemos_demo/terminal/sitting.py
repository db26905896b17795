"""Plays a seat at a terminal: the client, the keys and the display together."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing

from polemos_demo.terminal.addresses import seat_link
from polemos_demo.terminal.client import Client
from polemos_demo.terminal.conversation import Exit, Finished, Seated, Update, Wished
from polemos_demo.terminal.keys import Typed, listen
from polemos_demo.terminal.seat_state import Player, Playing
from polemos_demo.terminal.showing import Display, show_all
from polemos_demo.terminal.telling import LINK_WARNING, SEAT_GIVEN_UP, SEAT_STAYS

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


async def sit(
    client: Client[Playing],
    player: Player,
    display: Display,
    descriptor: int,
    read: Callable[[str], Iterator[Typed]],
) -> Finished:
    """Play until the person leaves or the server ends it.

    Args:
        client: of the seat.
        player: whose link is told.
        display: where to show it.
        descriptor: where the person types.
        read: tells what the person means.

    Raises:
        CannotConnect: there is no server, or it speaks another protocol.
    """
    loop = asyncio.get_running_loop()
    showing = asyncio.create_task(show_all(_confiding(client.updates(), player, display), display))
    ended_by: list[Finished] = []

    def end(finished: Finished) -> None:
        ended_by.append(finished)
        showing.cancel()

    def hear(typed: Typed) -> None:
        if typed is None:
            end(_left(client.state))
        else:
            client.happen(Wished(wish=typed))

    for told in ENDING_SIGNALS:
        # Whatever ends the process must leave the terminal as it was.
        loop.add_signal_handler(told, end, Finished(code=128 + told))
    listen(descriptor, read, loop, hear)
    try:
        finished = await showing
    except asyncio.CancelledError:
        if not ended_by:
            raise
        return ended_by[0]
    is_given_up = finished.code == Exit.DONE and client.state.wants_leave
    return Finished(code=Exit.DONE, sentence=SEAT_GIVEN_UP) if is_given_up else finished


async def _confiding(
    updates: AsyncGenerator[Update, None], player: Player, display: Display
) -> AsyncGenerator[Update, None]:
    """Tell the seat's link once the seat is taken."""
    async with aclosing(updates):
        async for update in updates:
            yield update
            if isinstance(update, Seated) and update.is_new:
                display.confide(LINK_WARNING)
                display.confide(seat_link(player.ticket.page_url, player.secrets))


def _left(playing: Playing) -> Finished:
    return Finished(code=Exit.DONE, sentence="" if playing.seat is None else SEAT_STAYS)
