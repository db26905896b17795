"""The bounds of a connection to NATS, each with its unit in its name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NatsLimits:
    """How much waits for a server, and how long a server is waited for.

    Args:
        connect_seconds_max: from the first packet until we are let in.
        confirm_seconds_max: how long a subscription waits for the server; then it goes on, as if
            the bus were down.
        ping_seconds: the pause between a sign of life and the next question for one.
        silence_seconds_max: how long a sign of life may take.
        pause_seconds_min: the longest pause before the first attempt to come back; it doubles
            with each.
        pause_seconds_max: the longest pause of all.
        closing_seconds_max: how long a closed connection may still send.
        unsent_bytes_max: what may wait for a server that reads slowly.
        asked_max: questions of ours that may wait for their answers.
        answering_max: questions of others that are answered at the same time; further ones are
            dropped.
    """

    connect_seconds_max: float = 3.0
    confirm_seconds_max: float = 1.0
    ping_seconds: float = 2.0
    silence_seconds_max: float = 3.0
    pause_seconds_min: float = 0.05
    pause_seconds_max: float = 2.0
    closing_seconds_max: float = 1.0
    unsent_bytes_max: int = 8 << 20
    asked_max: int = 16_384
    answering_max: int = 4_096
