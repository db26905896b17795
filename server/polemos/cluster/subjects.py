"""What the nodes of a cluster call each other by: the subjects, and which one matches which.

Everything of one cluster begins with its id, so two clusters on one bus never hear each other. Only
`HELLO` is the same for all, so that they learn of each other.
"""

import re
from dataclasses import dataclass

from polemos.rules.names import GAME_PATTERN, ROOM_PATTERN

NAME_PATTERN = r"[A-Za-z0-9_-]{1,64}"
"""What the id of a cluster or of a node is, in full."""

HELLO = "polemos.hello"
"""Where every node of every cluster tells its name."""

_NAME = re.compile(NAME_PATTERN)
_ROOM = re.compile(ROOM_PATTERN)
_GAME = re.compile(GAME_PATTERN)


@dataclass(frozen=True, slots=True)
class Subjects:
    """The subjects of one cluster.

    Args:
        cluster: its id, which matches `NAME_PATTERN`.

    Raises:
        ValueError: a name has another form than it must, here and below.
    """

    cluster: str

    def __post_init__(self) -> None:
        _checked(_NAME, self.cluster, "cluster id")

    @property
    def census(self) -> str:
        """Where each node tells of its games and audiences."""
        return f"polemos.{self.cluster}.census"

    @property
    def newest(self) -> str:
        """Where each node tells how new the companies of its rooms are."""
        return f"polemos.{self.cluster}.newest"

    @property
    def orphans(self) -> str:
        """Where rooms are named that have lost their owner."""
        return f"polemos.{self.cluster}.orphans"

    def events(self, game: str) -> str:
        """Where a game's owner publishes its events."""
        return f"polemos.{self.cluster}.events.{_checked(_GAME, game, 'game id')}"

    def company(self, room: str) -> str:
        """Where a room's owner tells its company."""
        return f"polemos.{self.cluster}.company.{_checked(_ROOM, room, 'room id')}"

    def ask(self, node: str) -> str:
        """Where a node is asked."""
        return f"polemos.{self.cluster}.node.{_checked(_NAME, node, 'node id')}.ask"

    def node(self, node: str) -> str:
        """Where a node is told what needs no answer."""
        return f"polemos.{self.cluster}.node.{_checked(_NAME, node, 'node id')}.tell"


def is_name(text: str) -> bool:
    """Tell whether a text may be the id of a cluster or of a node."""
    return _NAME.fullmatch(text) is not None


def refuse_other_than_subject(text: str, *, has_wildcards: bool = False) -> None:
    """Refuse what no bus could carry.

    Raises:
        ValueError: it is no subject.
    """
    if not is_subject(text, has_wildcards=has_wildcards):
        raise ValueError(f"{text!r} is no subject of the bus")


def is_subject(text: str, *, has_wildcards: bool = False) -> bool:
    """Tell whether a text is a subject, or with wildcards what may be subscribed to."""
    words = text.split(".")
    if has_wildcards and words[-1] == ">":
        words.pop()
        if not words:
            return True
    return all(
        re.fullmatch(r"[A-Za-z0-9_-]+", word) is not None or (has_wildcards and word == "*")
        for word in words
    )


def matches(pattern: str, subject: str) -> bool:
    """Tell whether a subscription to a pattern receives what is published to a subject."""
    wanted, words = pattern.split("."), subject.split(".")
    if wanted[-1] == ">":
        wanted.pop()
        if len(words) <= len(wanted):
            return False
        words = words[: len(wanted)]
    return len(wanted) == len(words) and all(
        want in ("*", word) for want, word in zip(wanted, words, strict=True)
    )


def _checked(pattern: re.Pattern[str], text: str, what: str) -> str:
    if pattern.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no {what}")
    return text
