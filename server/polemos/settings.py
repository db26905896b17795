"""Every setting of a server, each with its bound and its unit in its name.

The environment sets them: `POLEMOS_PORT=9000`, `POLEMOS_DATA=/var/lib/polemos`.
"""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What an operator can choose; the defaults suit one machine."""

    model_config = SettingsConfigDict(env_prefix="POLEMOS_", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8765, ge=0, le=65_535)
    data: Path = Path("polemos-data")
    store: str | None = None
