"""What the screen shows and how keys move it: a live game, a recording, and where one stands in it.

It reads no clock and knows no terminal: updates, keys and the time are told.
"""

from collections.abc import Iterable
from dataclasses import replace

from polemos.log.entries import Entry
from polemos.projections.tables import initial_table
from polemos_demo.client.conversation import Finished, Followed, Moved, Restarted, Update
from polemos_demo.terminal.deeds import Deed
from polemos_demo.terminal.pictures import View
from polemos_demo.terminal.replay import players
from polemos_demo.terminal.replay.jumps import Kind, jump, place_of_round
from polemos_demo.terminal.replay.players import Extent, Mode, Player
from polemos_demo.terminal.replay.recordings import Recording, recording_of
from polemos_demo.terminal.showing import Shown, take
from polemos_demo.terminal.telling import (
    CONNECTING,
    ENDED,
    FILE_OVER,
    GAME_OVER,
    LIVE,
    RECONNECTING,
    RECORDED,
    tell_beat,
)

JUMPS = {
    Deed.ROUND_ON: (Kind.ROUND, 1),
    Deed.ROUND_BACK: (Kind.ROUND, -1),
    Deed.WAR_ON: (Kind.WAR, 1),
    Deed.WAR_BACK: (Kind.WAR, -1),
    Deed.LEAD_ON: (Kind.LEAD, 1),
    Deed.LEAD_BACK: (Kind.LEAD, -1),
    Deed.OUT_ON: (Kind.OUT, 1),
    Deed.OUT_BACK: (Kind.OUT, -1),
}


class Viewer:
    """One screen's state.

    Args:
        recording: a game that is held already, or none for a live one.
        is_replay: whether to begin at the deal and not at the live end.
        last_words: what is said at the end of a game that is held already.
    """

    def __init__(
        self,
        recording: Recording | None = None,
        *,
        is_replay: bool = False,
        last_words: str = FILE_OVER,
    ) -> None:
        self.is_live = recording is None
        self._last_words = last_words
        self.recording = recording or Recording(initial_table(""))
        self.player = Player(mode=Mode.LIVE if self.is_live else Mode.PAUSED)
        self.shown = Shown()
        self.has_four_colours = False
        self.news = ""
        """What was told last beside the game: a rematch, the connection, somebody's coming."""
        self._begins_at_deal = is_replay or not self.is_live
        self._looked_at_seq: int | None = None

    @property
    def extent(self) -> Extent:
        """What there is to be replayed."""
        course = self.recording.course
        is_dealt = bool(course.points) and course.points[0].round == 0
        first = self.recording.place_of(course.points[0].seq) if is_dealt else 0
        can_grow = self.is_live and not course.is_ended
        return Extent(last=self.recording.last, first=first, can_grow=can_grow)

    @property
    def is_missing_events(self) -> bool:
        """Whether the game is held only from somewhere in its middle."""
        return not self.recording.is_whole

    @property
    def is_playing(self) -> bool:
        """Whether time moves the screen."""
        return self.player.mode is Mode.PLAYING

    # What comes.

    def take(self, update: Update, now: float) -> None:
        """Take an update of the live game in."""
        self.shown, lines = take(self.shown, update)
        match update:
            case Restarted(table=table):
                game = self.shown.held.table.setting.game
                self._record(Recording(initial_table(game) if table is None else table))
            case Moved(game=game):
                self._record(Recording(initial_table(game)))
                self.player = replace(self.player, mode=Mode.LIVE, place=0)
                self.news = lines[-1]
            case Followed(entries=entries):
                self._follow(entries)
            case _ if lines:
                self.news = lines[-1]
            case _:
                pass
        self.tick(now)
        self.begin(now)

    def _follow(self, entries: tuple[Entry, ...]) -> None:
        if not self.recording.game:
            self.recording = Recording(initial_table(entries[0].game))
        self.recording.append(entries)
        self.news = ""

    def fill(self, entries: Iterable[Entry], now: float) -> bool:
        """Record a game from its first event, of which only the end was held.

        Returns:
            Whether it could be, because no event between is missing.
        """
        held = self.recording
        whole = recording_of(held.game, entries)
        if whole.game != self.shown.held.table.setting.game or not whole.reaches(held):
            return False
        whole.append(held.entries)
        seq = self._looked_at_seq or held.seq_at(self.player.place)
        self.recording, self._looked_at_seq = whole, None
        self.player = replace(self.player, place=whole.place_of(seq))
        self.tick(now)
        self.begin(now)
        return True

    def _record(self, recording: Recording) -> None:
        """Go on with another recording; whoever looked at the past comes back to it when it can."""
        is_past = self.player.mode is not Mode.LIVE and self.recording.game == recording.game
        if is_past and self._looked_at_seq is None:
            self._looked_at_seq = self.recording.seq_at(self.player.place)
        elif not is_past:
            self._looked_at_seq = None
        self.recording = recording
        self.player = replace(self.player, place=recording.last)

    def begin(self, now: float) -> None:
        """Begin a replay at the deal, once that is recorded."""
        if self._begins_at_deal and self.recording.is_whole and self.recording.course.points:
            self._begins_at_deal = False
            start = players.go_to(self.player, self.extent, self.extent.first)
            self.player = players.play(start, self.extent, now)

    # What is done.

    def tick(self, now: float) -> None:
        """Let time pass."""
        self.player = players.tick(self.player, self.extent, now)

    def perform(self, deed: Deed, now: float) -> None:
        """Do what a key asks for, as far as it moves the screen."""
        player, extent = self.player, self.extent
        match deed:
            case Deed.TOGGLE if player.mode is Mode.PAUSED:
                self.player = players.play(player, extent, now)
            case Deed.TOGGLE:
                self.player = players.pause(player)
            case Deed.BEAT_BACK:
                self.player = players.go_to(player, extent, player.place - 1)
            case Deed.BEAT_ON:
                self.player = players.move_to(player, extent, player.place + 1)
            case Deed.TO_START:
                self.player = players.go_to(player, extent, 0)
            case Deed.TO_END:
                self.player = players.go_live(player, extent)
            case Deed.SLOWER | Deed.FASTER:
                steps = 1 if deed is Deed.FASTER else -1
                self.player = players.shift_tempo(player, steps, now)
            case Deed.FOUR_COLOURS:
                self.has_four_colours = not self.has_four_colours
            case _ if deed in JUMPS:
                self._jump(*JUMPS[deed])
            case _:
                pass

    def _jump(self, kind: Kind, steps: int) -> None:
        place = jump(self.recording, kind, self.player.place, steps)
        if place is not None:
            self.player = players.go_to(self.player, self.extent, place)
        elif kind is Kind.ROUND and steps > 0:
            self.player = players.go_live(self.player, self.extent)
        elif kind is Kind.ROUND:
            self.player = players.go_to(self.player, self.extent, 0)

    def go_to_round(self, number: int) -> None:
        """Show the end of a round."""
        place = place_of_round(self.recording, number)
        self.player = players.move_to(self.player, self.extent, place)

    # What is shown.

    def view(self, lines: int) -> View:
        """Give all that the screen shows, with so many of the newest beats told."""
        place = self.player.place
        first = max(1, place - lines + 1)
        beats = (self.recording.beat(number) for number in range(first, place + 1))
        return View(
            table=self.recording.table_at(place),
            held=self.shown.held,
            lines=[tell_beat(beat) for beat in beats],
            note=self._note(),
            state=self._state(),
            course=self.recording.course,
            mode=self.player.mode,
            place=place,
            last=self.recording.last,
            tempo=self.player.tempo,
            can_grow=self.extent.can_grow,
            has_four_colours=self.has_four_colours,
        )

    def _state(self) -> str:
        held = self.shown.held
        if not self.is_live:
            return RECORDED
        if self.shown.is_connecting:
            return CONNECTING
        if isinstance(held.finished, Finished) or self.recording.course.is_ended:
            return ENDED
        return LIVE if held.is_connected else RECONNECTING

    def _note(self) -> str:
        if not self.is_live:
            return self._last_words if self.player.place == self.recording.last else ""
        if self.shown.held.finished is not None:
            return GAME_OVER
        return self.shown.note if self.shown.held.seat is not None else self.news
