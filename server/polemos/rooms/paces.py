"""When a writer acts by itself: the moments it has to remember, and nothing else."""

from dataclasses import dataclass, replace

from polemos.rooms.tempos import kept_beat_seconds, seconds_per_beat
from polemos.rules.events import Tempo


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Moments of one game, all in steady seconds.

    Args:
        beat: from which the next beat, or what else is waited for, is counted.
        ask: when somebody last asked for something.
        retry: before which nothing is tried again, after the store failed.
    """

    beat: float
    ask: float
    retry: float

    def due_seconds(self, tempo: Tempo) -> float:
        """Tell when the next beat of a moving game is due."""
        return max(self.beat + seconds_per_beat(tempo), self.retry)

    def after_rest_seconds(self, pause_seconds: float) -> float:
        """Tell when a pause is over that began with the newest beat or change."""
        return max(self.beat + pause_seconds, self.retry)

    def idle_seconds(self, abandon_after_seconds: float) -> float:
        """Tell when a resting game is abandoned."""
        return max(self.ask + abandon_after_seconds, self.retry)

    def rested(self, now: float) -> "Pace":
        """Count from now: a beat by hand, or a change after which somebody is waited for."""
        return replace(self, beat=now)

    def after_beat(self, now: float, tempo: Tempo) -> "Pace":
        """Go on after a beat."""
        due = self.beat + seconds_per_beat(tempo)
        return replace(self, beat=kept_beat_seconds(due, now, tempo))

    def after_ask(self, now: float) -> "Pace":
        """Go on after a request."""
        return replace(self, ask=now)

    def after_failure(self, now: float, retry_seconds: float) -> "Pace":
        """Go on after the store failed."""
        return replace(self, retry=now + retry_seconds)


def fresh_pace(now: float) -> Pace:
    """Begin, or begin again after a restart."""
    return Pace(beat=now, ask=now, retry=now)
