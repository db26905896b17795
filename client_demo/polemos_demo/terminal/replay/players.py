"""Where a replay stands and how it goes on.

A state, what somebody does and the extent of the recording give the next state; the time is told,
in seconds that only go forwards. Nothing is ever shown beyond the extent; playing that reaches the
end joins a running game, or rests at the end of a finished one. The page's `replay/player.js` says
the same.
"""

from dataclasses import dataclass, replace
from enum import Enum

from polemos.rules.events import Tempo

LIGHTNING_BEATS_PER_SECOND = 1_024
"""As many as a screen has any use for."""

STALL_SECONDS_MAX = 1.0
"""Whoever was away longer does not see what was missed in one burst."""

TEMPOS = tuple(Tempo)


class Mode(Enum):
    """How a replay goes on: not at all, a beat after the other, or with the running game."""

    PAUSED = "paused"
    PLAYING = "playing"
    LIVE = "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """What there is to be replayed.

    Args:
        last: the last place.
        first: where the play begins, after the deal.
        can_grow: whether more may come.
    """

    last: int
    first: int
    can_grow: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Where a replay stands.

    Args:
        mode: how it goes on.
        place: counts the beats that are over.
        tempo: of playing.
        moved_at: when the newest beat was shown, in seconds.
    """

    mode: Mode
    place: int = 0
    tempo: Tempo = Tempo.TWO
    moved_at: float = 0.0


def beat_seconds(tempo: Tempo) -> float:
    """How long a beat takes."""
    return 1 / (LIGHTNING_BEATS_PER_SECOND if tempo is Tempo.LIGHTNING else float(tempo))


def play(player: Player, extent: Extent, now: float) -> Player:
    """Go on from here; from the end of what cannot grow, again from the deal."""
    if player.place < extent.last:
        return replace(player, mode=Mode.PLAYING, moved_at=now)
    if extent.can_grow:
        return go_live(player, extent)
    return replace(player, mode=Mode.PLAYING, place=extent.first, moved_at=now)


def pause(player: Player) -> Player:
    """Stand still."""
    return replace(player, mode=Mode.PAUSED)


def go_to(player: Player, extent: Extent, place: int) -> Player:
    """Stand still at a place, or at the nearest one there is."""
    return replace(player, mode=Mode.PAUSED, place=max(0, min(extent.last, place)))


def move_to(player: Player, extent: Extent, place: int) -> Player:
    """Move by hand: whoever moves to the end of a running game joins it."""
    return go_live(player, extent) if place >= extent.last else go_to(player, extent, place)


def go_live(player: Player, extent: Extent) -> Player:
    """Stand at the end, and move on with it while it can grow."""
    mode = Mode.LIVE if extent.can_grow else Mode.PAUSED
    return replace(player, mode=mode, place=extent.last)


def shift_tempo(player: Player, steps: int, now: float) -> Player:
    """Choose the tempo that is some steps faster, or slower, as far as there is one."""
    index = TEMPOS.index(player.tempo) + steps
    tempo = TEMPOS[max(0, min(len(TEMPOS) - 1, index))]
    return replace(player, tempo=tempo, moved_at=now)


def tick(player: Player, extent: Extent, now: float) -> Player:
    """Let time pass, or the recording grow."""
    if player.mode is Mode.LIVE:
        return go_live(player, extent)
    if player.mode is Mode.PAUSED:
        return player
    period = beat_seconds(player.tempo)
    waited = min(now - player.moved_at, period + STALL_SECONDS_MAX)
    beats = int(waited / period)
    if beats <= 0:
        return player
    if player.place + beats >= extent.last:
        return go_live(player, extent)
    return replace(player, place=player.place + beats, moved_at=now - (waited - beats * period))
