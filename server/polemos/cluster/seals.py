"""A bus whose payloads are sealed, so that only nodes of the cluster can say anything on it.

The seal is a code over the subject and the payload, made with a key that the nodes have from the
cluster's database. Whoever can write on the bus but does not have the key cannot inject an event, a
command or an answer. Whoever can read the bus can still read all of it, and may say again what was
said, as the bus itself may: see decision 0014.

A publication is `mac, payload`, a question `mac, nonce, payload` and its answer `mac, payload`,
where the answer's code covers the question's, so that no answer fits another question.
"""

import hashlib
import hmac
import logging
from collections.abc import Callable
from functools import partial

from polemos.cluster.bus import AnswerLate, Bus, BusCounts, Receive, Respond, Subscription

logger = logging.getLogger(__name__)

KEY_BYTES_MIN = 16
MAC_BYTES = 32
NONCE_BYTES = 16
_OVERHEAD_BYTES = MAC_BYTES + NONCE_BYTES
_PUBLICATION, _QUESTION, _ANSWER = b"publication", b"question", b"answer"


class BrokenSeal(ValueError):  # noqa: N818  it says what the payload has
    """A payload that no node of the cluster has sealed for this place."""


class SealedBus:
    """A bus that seals what it carries and drops whatever is not sealed.

    Args:
        bus: carries the sealed payloads.
        key: what all nodes of the cluster have, and nobody else.
        nonce: gives `NONCE_BYTES` bytes of chance.

    Raises:
        ValueError: the key is too short to be one.
    """

    def __init__(self, bus: Bus, key: bytes, nonce: Callable[[], bytes]) -> None:
        if len(key) < KEY_BYTES_MIN:
            raise ValueError(f"A key of {len(key)} bytes seals nothing: draw {KEY_BYTES_MIN}.")
        self.forged = 0
        """Payloads that were dropped because of their seal."""
        self._bus = bus
        self._key = key
        self._nonce = nonce

    @property
    def trouble(self) -> str | None:
        """Say in a sentence why the bus does not carry everything now, or give none."""
        return self._bus.trouble

    @property
    def payload_bytes_max(self) -> int:
        """What one publication, question or answer may hold."""
        return self._bus.payload_bytes_max - _OVERHEAD_BYTES

    @property
    def counts(self) -> BusCounts:
        """Tell what went over the bus, forged payloads included."""
        return self._bus.counts

    def publish(self, subject: str, payload: bytes) -> None:
        """Send to whoever subscribes."""
        self._bus.publish(subject, self._seal(_PUBLICATION, subject.encode(), payload))

    async def subscribe(self, subject: str, receive: Receive) -> Subscription:
        """Listen."""

        def take(subject: str, sealed: bytes) -> None:
            try:
                payload = self._open(_PUBLICATION, subject.encode(), sealed)
            except BrokenSeal:
                self._note_forged(subject)
            else:
                receive(subject, payload)

        return await self._bus.subscribe(subject, take)

    async def answer(self, subject: str, respond: Respond) -> Subscription:
        """Answer questions."""
        return await self._bus.answer(subject, partial(self._respond, subject, respond))

    async def ask(self, subject: str, payload: bytes, timeout_seconds: float) -> bytes:
        """Ask whoever answers a subject; an answer that is not sealed is none."""
        question = self._seal(_QUESTION, subject.encode(), self._nonce() + payload)
        answer = await self._bus.ask(subject, question, timeout_seconds)
        try:
            return self._open(_ANSWER, question[:MAC_BYTES], answer)
        except BrokenSeal:
            self._note_forged(subject)
            raise AnswerLate(subject) from None

    def call_when_back(self, call: Callable[[], None]) -> None:
        """Have something called each time the bus is back, all subscriptions with it."""
        self._bus.call_when_back(call)

    async def close(self) -> None:
        """Close the bus."""
        await self._bus.close()

    async def _respond(self, subject: str, respond: Respond, question: bytes) -> bytes:
        try:
            payload = self._open(_QUESTION, subject.encode(), question)[NONCE_BYTES:]
        except BrokenSeal:
            self._note_forged(subject)
            raise
        return self._seal(_ANSWER, question[:MAC_BYTES], await respond(payload))

    def _seal(self, kind: bytes, place: bytes, payload: bytes) -> bytes:
        return self._code(kind, place, payload) + payload

    def _open(self, kind: bytes, place: bytes, sealed: bytes) -> bytes:
        payload = sealed[MAC_BYTES:]
        if not hmac.compare_digest(sealed[:MAC_BYTES], self._code(kind, place, payload)):
            raise BrokenSeal("This payload was sealed by no node of this cluster.")
        return payload

    def _code(self, kind: bytes, place: bytes, payload: bytes) -> bytes:
        length = len(place).to_bytes(4, "big")
        return hmac.digest(self._key, kind + b"\0" + length + place + payload, hashlib.sha256)

    def _note_forged(self, subject: str) -> None:
        self.forged += 1
        if self.forged == 1:
            logger.error(
                "Something on the bus at %s is not sealed by this cluster and was dropped, as all "
                "such will be: somebody else writes there; give the bus a user for this cluster "
                "alone.",
                subject,
            )
