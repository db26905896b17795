"""One timer wheel for every deadline of every connection: a dictionary of ticks, no timers."""

from typing import Generic, TypeVar

Key = TypeVar("Key")


class Wheel(Generic[Key]):
    """Wakes keys at the tick that each has asked for last."""

    __slots__ = ("_due", "_ticks", "now_tick")

    def __init__(self) -> None:
        self.now_tick = 0
        self._due: dict[int, set[Key]] = {}
        self._ticks: dict[Key, int] = {}

    def wake(self, key: Key, in_ticks: int) -> None:
        """Wake a key after so many ticks, at least one, in place of what it asked for before."""
        self.forget(key)
        tick = self.now_tick + max(1, in_ticks)
        self._ticks[key] = tick
        self._due.setdefault(tick, set()).add(key)

    def forget(self, key: Key) -> None:
        """Wake a key no more."""
        tick = self._ticks.pop(key, None)
        if tick is None:
            return
        due = self._due[tick]
        due.discard(key)
        if not due:
            del self._due[tick]

    def turn(self) -> set[Key]:
        """Go on by one tick.

        Returns:
            The keys that are due; none of them is set any more.
        """
        self.now_tick += 1
        due = self._due.pop(self.now_tick, set())
        for key in due:
            del self._ticks[key]
        return due
