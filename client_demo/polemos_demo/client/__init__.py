"""A client for Polemos in Python: async, typed, and back by itself when a connection breaks.

`watch` follows a game or a room, `play` plays a seat, and a `Session` opens rooms and sends any
other request. What comes is one of the values in `Update`.
"""

from polemos_demo.client.addresses import Address, BadAddress, Ticket, parse_address, parse_ticket
from polemos_demo.client.answers import Accepted, Refused
from polemos_demo.client.company import Company, Member
from polemos_demo.client.connecting import CannotConnect, ClientLimits
from polemos_demo.client.conversation import (
    Counted,
    Due,
    Early,
    Ending,
    Finished,
    Followed,
    Joined,
    LeaveAsked,
    LeaveDropped,
    Lost,
    Met,
    Moved,
    Restarted,
    Rested,
    Seated,
    Told,
    Turned,
    Update,
    Wish,
)
from polemos_demo.client.games import LiveGame, PlayedGame, WatchedGame, play, watch
from polemos_demo.client.held import Held
from polemos_demo.client.people import invited, seated
from polemos_demo.client.player_secrets import player_path, player_secret
from polemos_demo.client.seat_state import Player
from polemos_demo.client.seats import SeatSecrets
from polemos_demo.client.sessions import (
    NEW,
    Interrupted,
    RequestRefused,
    Session,
    SessionEnded,
)

__all__ = [
    "NEW",
    "Accepted",
    "Address",
    "BadAddress",
    "CannotConnect",
    "ClientLimits",
    "Company",
    "Counted",
    "Due",
    "Early",
    "Ending",
    "Finished",
    "Followed",
    "Held",
    "Interrupted",
    "Joined",
    "LeaveAsked",
    "LeaveDropped",
    "LiveGame",
    "Lost",
    "Member",
    "Met",
    "Moved",
    "PlayedGame",
    "Player",
    "Refused",
    "RequestRefused",
    "Restarted",
    "Rested",
    "SeatSecrets",
    "Seated",
    "Session",
    "SessionEnded",
    "Ticket",
    "Told",
    "Turned",
    "Update",
    "WatchedGame",
    "Wish",
    "invited",
    "parse_address",
    "parse_ticket",
    "play",
    "player_path",
    "player_secret",
    "seated",
    "watch",
]
