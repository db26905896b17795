"""The bounds of feeds, and what feeds count."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedLimits:
    """How soon and how much feeds ask the store.

    Args:
        poll_seconds: how late an event may be that the bus lost.
        hurry_seconds: the shortest time between two questions to the store, whatever the bus does.
        missing_events_max: events read of one game to make up for the bus; of more only these, the
            newest, are passed on, as many as a channel of the hub holds at once; whoever watches
            gets a snapshot in place of the others.
    """

    poll_seconds: float = 1.0
    hurry_seconds: float = 0.05
    missing_events_max: int = 3_000


@dataclass(slots=True, kw_only=True)
class FeedCounts:
    """What feeds have done.

    Args:
        carried: events that the bus brought in time.
        made_good: events that were read from the store instead.
        refused: publications that were none, or broke the chain.
        polls: questions for heads.
    """

    carried: int = 0
    made_good: int = 0
    refused: int = 0
    polls: int = 0
