"""Every setting of a server, each with its bound and its unit in its name.

The environment sets them: `POLEMOS_PORT=9000`, `POLEMOS_DATA=/var/lib/polemos`.
"""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What an operator can choose; the defaults suit one machine."""

    model_config = SettingsConfigDict(env_prefix="POLEMOS_", frozen=True)

    host: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(default=8765, ge=0, le=65_535, description="port, 0 for any that is free")
    data: Path = Field(default=Path("polemos-data"), description="folder of the three databases")
    store: str = Field(default="sqlite:", description="where events are kept: sqlite: or memory:")
    log_pages_max: int | None = Field(
        default=None, ge=16, description="bound on events.db, in pages of 4 KiB; none: the disk"
    )
    memory_events_max: int = Field(
        default=1_000_000, ge=1_000, description="bound on a log in memory, in events"
    )
    origins: tuple[str, ...] = Field(
        default=(),
        description="origins besides the server's own whose pages may open a socket, as JSON",
    )
    games_running_max: int = Field(default=10_000, ge=1, description="games at the same time")
    abandon_after_seconds: float = Field(
        default=86_400,
        gt=0,
        le=31_536_000,
        allow_inf_nan=False,
        description="life of a paused game that nobody touches",
    )
    connections_max: int = Field(default=10_000, ge=1, description="sockets at the same time")
    reconnect_window_seconds: float = Field(
        default=5.0,
        ge=0,
        le=3_600,
        allow_inf_nan=False,
        description="span over which clients come back after a stop, each at a moment of its own",
    )
