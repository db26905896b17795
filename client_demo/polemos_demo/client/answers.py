"""Answers to requests, as far as a client reads them. Pure."""

from dataclasses import dataclass, field
from typing import Any

from polemos.wire.codes import CODES, Retry


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The request was carried out; the fields are those of the wire's `Accepted`."""

    id: int | str
    game: str | None
    seq: int | None
    seat: int | None
    player: str | None
    room: str | None = None
    host_secret: str | None = field(default=None, repr=False)
    invite_secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The request was not carried out; the fields are those of the wire's `Refused`."""

    id: int | str | None
    code: str
    sentence: str
    retry_after_ms: int | None

    @property
    def retry(self) -> Retry:
        """Whether the same request is worth sending again."""
        if self.retry_after_ms is not None:
            return Retry.AFTER_A_WHILE
        # A later version may refuse with a code that this one does not know.
        return CODES[self.code].retry if self.code in CODES else Retry.NEVER


Answer = Accepted | Refused


def answer_of(push: dict[str, Any]) -> Answer | None:
    """Read an answer; any other push is none."""
    match push["type"]:
        case "accepted":
            return Accepted(
                id=push["id"],
                game=push.get("game"),
                seq=push.get("seq"),
                seat=push.get("seat"),
                player=push.get("player"),
                room=push.get("room"),
                host_secret=push.get("host_secret"),
                invite_secret=push.get("invite_secret"),
            )
        case "refused":
            return Refused(
                id=push["id"],
                code=push["code"],
                sentence=push["sentence"],
                retry_after_ms=push.get("retry_after_ms"),
            )
        case _:
            return None
