"""Plays a seat in lines: the client, what is typed and what is printed together."""

import asyncio
import signal
from collections.abc import AsyncIterator
from typing import TextIO

from polemos_demo.client.conversation import Seated, Update
from polemos_demo.client.games import PlayedGame
from polemos_demo.terminal.keys import Typed, listen
from polemos_demo.terminal.outcomes import SIGNALLED, Outcome, left, outcome_of
from polemos_demo.terminal.showing import print_updates
from polemos_demo.terminal.telling import LINK_WARNING

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


async def sit(game: PlayedGame, stream: TextIO, aside: TextIO, descriptor: int) -> Outcome:
    """Play until the person leaves or the server ends it.

    Args:
        game: whose seat is played.
        stream: where the beats are printed.
        aside: where goes what does not belong into a recording: the seat's link.
        descriptor: where the person types.

    Raises:
        CannotConnect: there is no server, or it speaks another protocol.
    """
    loop = asyncio.get_running_loop()
    printing = asyncio.create_task(print_updates(_confiding(game, aside), stream))
    ended_by: list[Outcome] = []

    def end(outcome: Outcome) -> None:
        ended_by.append(outcome)
        printing.cancel()

    def hear(typed: Typed) -> None:
        if typed is None:
            end(left(game.held.seat))
        else:
            game.wish(typed)

    for told in ENDING_SIGNALS:
        loop.add_signal_handler(told, end, Outcome(code=SIGNALLED + told))
    listen(descriptor, loop, hear)
    async with game:
        try:
            return outcome_of(await printing)
        except asyncio.CancelledError:
            if not ended_by:
                raise
            return ended_by[0]


async def _confiding(game: PlayedGame, aside: TextIO) -> AsyncIterator[Update]:
    """Tell the seat's link once the seat is taken."""
    async for update in game:
        yield update
        if isinstance(update, Seated) and update.is_new:
            print(LINK_WARNING, game.seat_link, sep="\n", file=aside, flush=True)
