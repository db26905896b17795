"""A bus whose payloads are sealed and numbered, so that only nodes of the cluster can say anything
on it, and nothing counts twice.

The seal is a code over the subject and the payload, made with a key that the nodes have from the
cluster's database. Whoever can write on the bus but does not have the key cannot inject an event, a
command or an answer, nor have one count that was said before. Whoever can read the bus can still
read all of it: see decision 0014.

A publication is `mac, speaker, number, payload`, a question `mac, speaker, number, term, payload`
and its answer `mac, payload`, where the answer's code covers the question's, so that no answer fits
another question. Instead of an answer there may be `mac, term`: the question named another term,
nothing was done, and it may be asked anew; see `speakers`.
"""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable
from functools import partial
from itertools import count
from struct import Struct
from typing import assert_never

from polemos.cluster.bus import AnswerLate, Bus, BusCounts, Receive, Respond, Subscription
from polemos.cluster.speakers import (
    SILENT_SECONDS,
    SPEAKERS_MAX,
    Askers,
    Listened,
    Outdated,
    Refused,
)

logger = logging.getLogger(__name__)

KEY_BYTES_MIN = 16
MAC_BYTES = 32
SPEAKER_BYTES = 16

TERMS_MAX = 1_024
"""Nodes whose terms are remembered; one that is not costs a second question."""

_PUBLISHED = Struct(f">{SPEAKER_BYTES}sQ")
_ASKED = Struct(f">{SPEAKER_BYTES}sQQ")
_TERM_ALONE = Struct(">Q")
_OVERHEAD_BYTES = MAC_BYTES + _ASKED.size
_PUBLICATION, _QUESTION, _ANSWER, _TERM = b"publication", b"question", b"answer", b"term"


class BrokenSeal(ValueError):  # noqa: N818  it says what the payload has
    """A payload that no node of the cluster has sealed for this place."""


class SealedBus:
    """A bus that seals what it carries, and drops whatever is not sealed or was said before.

    Args:
        bus: carries the sealed payloads.
        key: what all nodes of the cluster have, and nobody else.
        speaker: `SPEAKER_BYTES` bytes of chance that no other bus has ever had: what tells this
            process from every other.

    Raises:
        ValueError: the key is too short to be one, or the speaker no name.
    """

    def __init__(self, bus: Bus, key: bytes, speaker: bytes) -> None:
        if len(key) < KEY_BYTES_MIN:
            raise ValueError(f"A key of {len(key)} bytes seals nothing: draw {KEY_BYTES_MIN}.")
        if len(speaker) != SPEAKER_BYTES:
            raise ValueError(f"{len(speaker)} bytes name no speaker: draw {SPEAKER_BYTES}.")
        self._bus = bus
        self._key = key
        self._speaker = speaker
        self._publications = count(1)
        self._questions = count(1)
        self._terms: dict[str, int] = {}
        self._askers = Askers()
        self._told: set[str] = set()

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
        """Tell what went over the bus, forged and repeated payloads included."""
        return self._bus.counts

    def publish(self, subject: str, payload: bytes) -> None:
        """Send to whoever subscribes."""
        if len(payload) > self.payload_bytes_max:
            # A publication's head is shorter than a question's, but the bound is one for all.
            self.counts.published += 1
            self.counts.dropped += 1
            return
        head = _PUBLISHED.pack(self._speaker, next(self._publications))
        self._bus.publish(subject, self._seal(_PUBLICATION, subject.encode(), head + payload))

    async def subscribe(self, subject: str, receive: Receive) -> Subscription:
        """Listen."""
        return await self._bus.subscribe(subject, partial(self._take, Listened(), receive))

    async def answer(self, subject: str, respond: Respond) -> Subscription:
        """Answer questions, each at most once.

        Args:
            subject: that no other process has ever answered, for what was asked there could be said
                again here.
            respond: as for every bus.
        """
        return await self._bus.answer(subject, partial(self._respond, subject, respond))

    async def ask(self, subject: str, payload: bytes, timeout_seconds: float) -> bytes:
        """Ask whoever answers a subject; an answer that is not sealed is none.

        It is waited for `SILENT_SECONDS` at most: what is refused later may have been done before.
        """
        loop = asyncio.get_running_loop()
        until_seconds = loop.time() + min(timeout_seconds, SILENT_SECONDS)
        for _ in range(2):
            question = self._question(subject, payload)
            left_seconds = max(0.0, until_seconds - loop.time())
            sealed = await self._bus.ask(subject, question, left_seconds)
            answer = self._read_answer(subject, question[:MAC_BYTES], sealed)
            if answer is not None:
                return answer
        raise AnswerLate(subject)

    def call_when_back(self, call: Callable[[], None]) -> None:
        """Have something called each time the bus is back, all subscriptions with it."""
        self._bus.call_when_back(call)

    async def close(self) -> None:
        """Close the bus."""
        await self._bus.close()

    def _take(self, listened: Listened, receive: Receive, subject: str, sealed: bytes) -> None:
        try:
            body = self._open(_PUBLICATION, subject.encode(), sealed, _PUBLISHED.size)
        except BrokenSeal:
            self._note_forged(subject)
            return
        if listened.is_new(*_PUBLISHED.unpack_from(body)):
            receive(subject, body[_PUBLISHED.size :])
        else:
            self.counts.repeated += 1

    def _question(self, subject: str, payload: bytes) -> bytes:
        head = _ASKED.pack(self._speaker, next(self._questions), self._terms.get(subject, 0))
        return self._seal(_QUESTION, subject.encode(), head + payload)

    def _read_answer(self, subject: str, code: bytes, sealed: bytes) -> bytes | None:
        """Give what was answered, or none where it was the term that the next question must name.

        Raises:
            AnswerLate: it answers nothing that was asked here.
        """
        try:
            return self._open(_ANSWER, code, sealed)
        except BrokenSeal:
            pass
        try:
            body = self._open(_TERM, code, sealed, _TERM_ALONE.size)
        except BrokenSeal:
            self._note_forged(subject)
            raise AnswerLate(subject) from None
        if len(self._terms) >= TERMS_MAX:
            self._terms.clear()
        (self._terms[subject],) = _TERM_ALONE.unpack_from(body)
        return None

    async def _respond(self, subject: str, respond: Respond, question: bytes) -> bytes | None:
        try:
            body = self._open(_QUESTION, subject.encode(), question, _ASKED.size)
        except BrokenSeal:
            self._note_forged(subject)
            return None
        asker, number, term = _ASKED.unpack_from(body)
        code, now_seconds = question[:MAC_BYTES], asyncio.get_running_loop().time()
        match refused := self._askers.heed(asker, term, number, now_seconds):
            case None:
                answer = await respond(body[_ASKED.size :])
                return None if answer is None else self._seal(_ANSWER, code, answer)
            case Outdated(term=term):
                return self._seal(_TERM, code, _TERM_ALONE.pack(term))
            case Refused.AGAIN:
                self.counts.repeated += 1
            case Refused.CROWDED:
                self._tell_once(_CROWDED, subject)
            case _:
                assert_never(refused)
        return None

    def _seal(self, kind: bytes, place: bytes, payload: bytes) -> bytes:
        return self._code(kind, place, payload) + payload

    def _open(self, kind: bytes, place: bytes, sealed: bytes, size_bytes_min: int = 0) -> bytes:
        payload = sealed[MAC_BYTES:]
        is_sealed = hmac.compare_digest(sealed[:MAC_BYTES], self._code(kind, place, payload))
        if not is_sealed or len(payload) < size_bytes_min:
            raise BrokenSeal("This payload was sealed by no node of this cluster.")
        return payload

    def _code(self, kind: bytes, place: bytes, payload: bytes) -> bytes:
        length = len(place).to_bytes(4, "big")
        return hmac.digest(self._key, kind + b"\0" + length + place + payload, hashlib.sha256)

    def _note_forged(self, subject: str) -> None:
        self.counts.forged += 1
        self._tell_once(_FORGED, subject)

    def _tell_once(self, sentence: str, subject: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            logger.error(sentence, subject)


_FORGED = (
    "Something on the bus at %s is not sealed by this cluster and was dropped, as all such will "
    "be: somebody else writes there; give the bus a user for this cluster alone."
)
_CROWDED = (
    f"More nodes ask at %s than the {SPEAKERS_MAX:,} that are known at a time, and some are not "
    "answered: look for one that is started again and again."
)
