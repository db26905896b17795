"""Which of a speaker's numbers were heard: each counts once, and none that is too old to tell."""

WINDOW_NUMBERS = 1_024
"""So far behind the newest number another one may come and still count."""

_ALL = (1 << WINDOW_NUMBERS) - 1


class Window:
    """The newest numbers of one speaker: what is older counts as heard."""

    def __init__(self) -> None:
        self._newest = 0
        self._heard = 0
        """A bit for each number that was heard, the newest one's being the lowest."""

    def take(self, number: int) -> bool:
        """Note a number, and tell whether it is certain that it was not heard before."""
        ahead = number - self._newest
        if ahead > 0:
            # A leap must not make a number of as many bits.
            self._heard = (self._heard << ahead | 1) & _ALL if ahead < WINDOW_NUMBERS else 1
            self._newest = number
            return True
        if -ahead >= WINDOW_NUMBERS or self._heard >> -ahead & 1:
            return False
        self._heard |= 1 << -ahead
        return True
