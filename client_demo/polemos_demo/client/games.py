"""A game as an async iterator of what happens, for a spectator or for whoever plays a seat."""

import random
from collections.abc import AsyncGenerator, Callable
from types import TracebackType
from typing import Generic, Self

from polemos.projections.tables import Table
from polemos_demo.client import following, playing
from polemos_demo.client.addresses import parse_address, seat_link
from polemos_demo.client.company import Company
from polemos_demo.client.connecting import USUAL_LIMITS, Client, ClientLimits
from polemos_demo.client.conversation import Finished, State, Update, Wish, Wished
from polemos_demo.client.following import Following
from polemos_demo.client.held import NOTHING_HELD, Held, hold
from polemos_demo.client.seat_state import Player, Playing
from polemos_demo.client.seat_state import begin as begin_to_play


class LiveGame(Generic[State]):
    """A game that is followed; a broken connection comes back by itself, without a gap.

    Iterate over it for the updates, the last of which is a `Finished`. As a context manager it
    closes its connection, which a loop that is left early does not.

    Args:
        client: what brings the updates.
    """

    def __init__(self, client: Client[State]) -> None:
        self._client = client
        self._updates: AsyncGenerator[Update, None] = client.updates()
        self.held: Held = NOTHING_HELD
        """Everything that is known."""

    @property
    def table(self) -> Table:
        """What lies on the table now."""
        return self.held.table

    @property
    def company(self) -> Company | None:
        """The people of the room, or none before they were told."""
        return self.held.company

    @property
    def finished(self) -> Finished | None:
        """Why nothing more follows, or none while something may."""
        return self.held.finished

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Update:
        """Wait for the next update.

        Raises:
            CannotConnect: there is no server, or it speaks another protocol.
        """
        update = await anext(self._updates)
        self.held = hold(self.held, update)
        return update

    async def close(self) -> None:
        """Close the connection."""
        await self._updates.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


class WatchedGame(LiveGame[Following]):
    """A game that is watched, and a room from game to game while people are in it."""


class PlayedGame(LiveGame[Playing]):
    """A game in which a seat is played.

    The seat is taken, committed, revealed and, after a loss of the connection, held again without
    anything to be done. Only cards that are turned by hand, a rematch and the end are the person's.
    """

    def __init__(self, client: Client[Playing], player: Player) -> None:
        super().__init__(client)
        self.player = player

    @property
    def seat_link(self) -> str:
        """The link that brings the seat to another device; whoever has it has the seat."""
        return seat_link(self.player.ticket.page_url, self.player.secrets)

    @property
    def is_leave_asked(self) -> bool:
        """Whether the person must say yes, or anything else, before the seat is given up."""
        return self._client.state.is_leave_asked

    def wish(self, wish: Wish) -> bool:
        """Tell what the person wants; what comes of it is among the updates.

        Returns:
            Whether there was room for it among the wishes that wait for the server.
        """
        return self._client.happen(Wished(wish=wish))

    def turn(self) -> bool:
        """Turn the card that the next beat waits for."""
        return self.wish(Wish.TURN)

    def ask_rematch(self) -> bool:
        """Ask for another game after the end of this one."""
        return self.wish(Wish.REMATCH)

    def leave(self) -> bool:
        """Give the seat up for good."""
        return self.wish(Wish.LEAVE) and self.wish(Wish.YES)


def watch(
    link: str,
    *,
    limits: ClientLimits = USUAL_LIMITS,
    draw: Callable[[], float] = random.random,
) -> WatchedGame:
    """Watch a room or a game.

    Args:
        link: of a room or a game, as in the browser; a secret in it is left out.
        limits: what to wait for at most.
        draw: draws evenly from 0 to 1, for the waits between attempts.

    Raises:
        BadAddress: it is no such link.
    """
    address = parse_address(link)
    state = following.begin(address)
    return WatchedGame(Client(address.socket_url, state, following.react, limits, draw))


def play(
    player: Player,
    *,
    limits: ClientLimits = USUAL_LIMITS,
    draw: Callable[[], float] = random.random,
) -> PlayedGame:
    """Play a seat.

    Args:
        player: who plays, see `invited` and `seated`.
        limits: what to wait for at most.
        draw: draws evenly from 0 to 1, for the waits between attempts.
    """
    socket_url = player.ticket.address.socket_url
    client = Client(socket_url, begin_to_play(player), playing.react, limits, draw)
    return PlayedGame(client, player)
