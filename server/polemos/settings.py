"""Every setting of a server, each with its bound and its unit in its name.

The environment sets them: `POLEMOS_PORT=9000`, `POLEMOS_DATA=/var/lib/polemos`, and lists with
commas: `POLEMOS_HOSTS=war.example,play.example`.
"""

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from polemos.hub.addresses import read_networks
from polemos.hub.hosts import read_name
from polemos.hub.limits import HubLimits
from polemos.hub.origins import is_origin


def _listed(value: Any) -> Any:
    """Cut a text at its commas, as the environment brings it."""
    if not isinstance(value, str):
        return value
    return [word for word in (part.strip() for part in value.split(",")) if word]


def _own_name(text: str) -> str:
    if text != text.lower() or read_name(text) != text:
        raise ValueError("it must be a name in small letters without a port, as in war.example")
    return text


def _origin(text: str) -> str:
    if not is_origin(text):
        raise ValueError(
            "it must be an origin as browsers write it, as in https://war.example or "
            "http://war.example:8080: small letters, no path, no port that is the scheme's own"
        )
    return text


def _network(text: str) -> str:
    read_networks([text])
    return text


class Settings(BaseSettings):
    """What an operator can choose; the defaults suit one machine."""

    model_config = SettingsConfigDict(env_prefix="POLEMOS_", frozen=True)

    host: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(default=8765, ge=0, le=65_535, description="port, 0 for any that is free")
    data: Path = Field(default=Path("polemos-data"), description="folder of the three databases")
    store: str = Field(
        default="sqlite:",
        description="where events are kept: sqlite: (in the data folder), memory: or postgresql://…",
    )
    bus: str | None = Field(
        default=None,
        description="what carries events between several nodes, as in nats://127.0.0.1:4222; "
        "none where there is one node",
    )
    lease_seconds: float = Field(
        default=5.0,
        ge=1.0,
        le=600,
        allow_inf_nan=False,
        description="within what the games of a node that dies go on at another one",
    )
    log_pages_max: int | None = Field(
        default=None, ge=16, description="bound on events.db, in pages of 4 KiB; none: the disk"
    )
    memory_events_max: int = Field(
        default=1_000_000, ge=1_000, description="bound on a log in memory, in events"
    )
    origins: Annotated[
        tuple[Annotated[str, AfterValidator(_origin)], ...], NoDecode, BeforeValidator(_listed)
    ] = Field(
        default=(),
        description="origins besides the server's own whose pages may open a socket",
    )
    hosts: Annotated[
        tuple[Annotated[str, AfterValidator(_own_name)], ...], NoDecode, BeforeValidator(_listed)
    ] = Field(
        default=(),
        description="names that the server answers to besides every address, localhost and the "
        "name that it listens on",
    )
    trusted_proxies: Annotated[
        tuple[Annotated[str, AfterValidator(_network)], ...], NoDecode, BeforeValidator(_listed)
    ] = Field(
        default=(),
        description="networks of the proxies whose X-Forwarded-For is heeded, as in 10.0.0.0/8",
    )
    packed_page: bool = Field(
        default=True,
        description="whether the page's modules are joined to few files; off while they are edited",
    )
    games_running_max: int = Field(default=10_000, ge=1, description="games at the same time")
    abandon_after_seconds: float = Field(
        default=86_400,
        gt=0,
        le=31_536_000,
        allow_inf_nan=False,
        description="life of a paused game that nobody touches",
    )
    absent_seconds_max: float = Field(
        default=3_600,
        gt=0,
        le=31_536_000,
        allow_inf_nan=False,
        description="life of a lobby, a paused game or one by hand in which no person is connected",
    )
    reveal_seconds: float = Field(
        default=10.0,
        gt=0,
        le=600,
        allow_inf_nan=False,
        description="how long a locked deal waits for a seat's entropy",
    )
    reserve_seconds: float = Field(
        default=60.0,
        ge=0,
        le=3_600,
        allow_inf_nan=False,
        description="how long a rematch keeps a seat for whoever held it",
    )
    turn_seconds: int = Field(
        default=20, ge=1, le=600, description="how long a card waits, until the host chooses"
    )
    connections_max: int = Field(default=10_000, ge=1, description="sockets at the same time")
    connections_per_address_max: int = Field(
        default=2_000, ge=1, description="sockets of one address (IPv6: of one /64) at a time"
    )
    addresses_max: int = Field(
        default=16_384, ge=16, le=1 << 24, description="addresses kept while they owe something"
    )
    address_connections_per_second: float = Field(
        default=400.0, gt=0, le=1e6, description="new connections of one address in the long run"
    )
    address_connections_burst: int = Field(
        default=8_000, ge=1, le=10**6, description="new connections of one address at once"
    )
    address_requests_per_second: float = Field(
        default=500.0, gt=0, le=1e6, description="requests of one address in the long run"
    )
    address_requests_burst: int = Field(
        default=2_000, ge=1, le=10**6, description="requests of one address at once"
    )
    address_rooms_per_minute: float = Field(
        default=60.0, gt=0, le=1e6, description="rooms and rematches opened from one address"
    )
    address_rooms_burst: int = Field(
        default=200, ge=1, le=10**6, description="rooms and rematches from one address at once"
    )
    address_secrets_per_minute: float = Field(
        default=60.0, gt=0, le=1e6, description="wrong secrets from one address in the long run"
    )
    address_secrets_burst: int = Field(
        default=300, ge=1, le=10**6, description="wrong secrets from one address at once"
    )
    address_codes_per_minute: float = Field(
        default=60.0, gt=0, le=1e6, description="codes drawn for one address in the long run"
    )
    address_codes_burst: int = Field(
        default=200, ge=1, le=10**6, description="codes drawn for one address at once"
    )
    rooms_counted_max: int = Field(
        default=16_384, ge=16, le=1 << 24, description="rooms and seats kept while they owe"
    )
    host_requests_per_second: float = Field(
        default=20.0, gt=0, le=1e6, description="requests of one room's host in the long run"
    )
    host_requests_burst: int = Field(
        default=80, ge=1, le=10**6, description="requests of one room's host at once"
    )
    seat_requests_per_second: float = Field(
        default=10.0, gt=0, le=1e6, description="requests of one seat in the long run"
    )
    seat_requests_burst: int = Field(
        default=40, ge=1, le=10**6, description="requests of one seat at once"
    )
    connection_requests_per_second: float = Field(
        default=10.0, gt=0, le=1e6, description="requests of one connection in the long run"
    )
    connection_requests_burst: int = Field(
        default=40, ge=1, le=10**6, description="requests of one connection at once"
    )
    connection_frames_per_second: float = Field(
        default=100.0, gt=0, le=1e6, description="frames of one connection in the long run"
    )
    connection_frames_burst: int = Field(
        default=400, ge=1, le=10**6, description="frames of one connection at once"
    )
    watchers_per_game_max: int = Field(
        default=5_000, ge=1, description="spectators of one game at the same time"
    )
    opening_ms_max: int = Field(
        default=5_000, ge=100, le=600_000, description="from a connection to its whole request"
    )
    closing_ms_max: int = Field(
        default=5_000, ge=100, le=600_000, description="from the last byte to the peer's end"
    )
    paused_ms_max: int = Field(
        default=10_000, ge=100, le=600_000, description="life of a connection that does not read"
    )
    reconnect_window_seconds: float = Field(
        default=5.0,
        ge=0,
        le=3_600,
        allow_inf_nan=False,
        description="span over which clients come back after a stop, each at a moment of its own",
    )

    def hub_limits(self) -> HubLimits:
        """Give the hub's bounds as chosen."""
        return HubLimits(
            connections_max=self.connections_max,
            connections_per_address_max=self.connections_per_address_max,
            addresses_max=self.addresses_max,
            address_connections_per_second=self.address_connections_per_second,
            address_connections_burst=self.address_connections_burst,
            address_requests_per_second=self.address_requests_per_second,
            address_requests_burst=self.address_requests_burst,
            address_rooms_per_minute=self.address_rooms_per_minute,
            address_rooms_burst=self.address_rooms_burst,
            address_secrets_per_minute=self.address_secrets_per_minute,
            address_secrets_burst=self.address_secrets_burst,
            address_codes_per_minute=self.address_codes_per_minute,
            address_codes_burst=self.address_codes_burst,
            rooms_counted_max=self.rooms_counted_max,
            host_requests_per_second=self.host_requests_per_second,
            host_requests_burst=self.host_requests_burst,
            seat_requests_per_second=self.seat_requests_per_second,
            seat_requests_burst=self.seat_requests_burst,
            requests_per_second=self.connection_requests_per_second,
            requests_burst=self.connection_requests_burst,
            frames_per_second=self.connection_frames_per_second,
            frames_burst=self.connection_frames_burst,
            watchers_per_game_max=self.watchers_per_game_max,
            opening_ms_max=self.opening_ms_max,
            closing_ms_max=self.closing_ms_max,
            paused_ms_max=self.paused_ms_max,
        )
