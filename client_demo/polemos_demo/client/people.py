"""Who plays a seat: made from an invitation, or from the link of a seat that was taken before."""

import secrets
from collections.abc import Callable

from polemos_demo.client.addresses import BadAddress, parse_ticket
from polemos_demo.client.seat_state import Player
from polemos_demo.client.seats import draw_seat


def invited(
    link: str,
    player_secret: str,
    *,
    name: str | None = None,
    wanted_seat: int | None = None,
    words: str | None = None,
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> Player:
    """Make a player of an invitation.

    Args:
        link: of the invitation.
        player_secret: 43 letters of base64url; whoever shows the same one is the same player.
        name: to be shown to the others, or none.
        wanted_seat: counts from 0, or none for the first free one.
        words: the person's own luck in place of a drawn key.
        draw: gives so many bytes that nobody can guess.

    Raises:
        BadAddress: it is no link of an invitation.
        ValueError: the words are none.
    """
    ticket = parse_ticket(link)
    if ticket.invite_secret is None:
        raise BadAddress("That link is a seat's, which nobody needs an invitation for.")
    return Player(
        ticket=ticket,
        secrets=draw_seat(draw, words),
        player_secret=player_secret,
        name=name,
        wanted_seat=wanted_seat,
    )


def seated(link: str, *, name: str | None = None) -> Player:
    """Make the player of a seat that was taken before.

    Args:
        link: of the seat.
        name: the new one to be shown, or none to keep it.

    Raises:
        BadAddress: it is no link of a seat.
    """
    ticket = parse_ticket(link)
    if ticket.seat is None:
        raise BadAddress("That link is no seat's: give the one that was told when it was taken.")
    return Player(ticket=ticket, secrets=ticket.seat, name=name)
