"""What other nodes say and this one cannot read, because one of them is of another version."""

import logging

logger = logging.getLogger(__name__)


class Unread:
    """Tells once of each kind of thing that cannot be read."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def note(self, kind: str) -> None:
        """Note that something was passed over.

        Args:
            kind: what it was, as in "a census"; one of a few.
        """
        if kind not in self._told:
            self._told.add(kind)
            logger.error(
                "Another node of this cluster said %s that cannot be read and was passed over, as "
                "all such will be: it runs another version of Polemos; bring all nodes to the same "
                "one.",
                kind,
            )
