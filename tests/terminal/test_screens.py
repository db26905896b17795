"""The screen in Textual: all of it by keys, at any size, live, played by hand and recorded."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from textual.pilot import Pilot

from kit.hosts import Host
from kit.opening import open_room
from kit.server import ServerProcess
from kit.viewing import GAME, entries_of, recorded_viewer, shown_lines, shown_text
from polemos.projections.tables import fold, initial_table
from polemos.rules.encoding import b64url
from polemos_demo.client.addresses import export_url, parse_address
from polemos_demo.client.conversation import Ending, Finished, Followed, Joined, Restarted, Update
from polemos_demo.client.games import LiveGame, play, watch
from polemos_demo.client.people import invited
from polemos_demo.terminal.deeds import keys_for
from polemos_demo.terminal.exports import fetch_export
from polemos_demo.terminal.outcomes import Outcome
from polemos_demo.terminal.replay.jumps import Kind, moments
from polemos_demo.terminal.replay.recordings import recording_of
from polemos_demo.terminal.screens import TableScreen, theme_for
from polemos_demo.terminal.telling import DEEDS, tell_key
from polemos_demo.terminal.viewers import Viewer

SECONDS_MAX = 60
SIZES = [(40, 15), (80, 24), (120, 40), (250, 90)]


class Clock:
    """Seconds that the test tells."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def running(
    screen: TableScreen, size: tuple[int, int] = (100, 30)
) -> AsyncGenerator[Pilot[Outcome], None]:
    async with screen.run_test(size=size) as pilot:
        yield pilot


async def until(pilot: Pilot[Outcome], condition: Callable[[], bool]) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(SECONDS_MAX):
        while not condition():
            await pilot.pause()


def recorded_screen(players: int = 2, clock: Clock | None = None) -> TableScreen:
    entries = entries_of(players=players)
    return TableScreen(Viewer(recording_of(GAME, entries)), clock=clock or Clock())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4])
async def test_every_part_is_seen_at_every_size(size: tuple[int, int], players: int) -> None:
    async with running(recorded_screen(players), size) as pilot:
        await pilot.press("p", "w")
        await pilot.pause()
        lines = shown_lines(pilot.app)
        assert max(map(len, lines)) <= size[0]
        text = "\n".join(lines)
        for seat in range(1, players + 1):
            assert text.count(f"Seat {seat}") >= 2  # at the table and in the chart
        for part in ("abc-1", "rounds ", "wars 1", "▒▒", "▲", "⏸ paused", ": War!", "? keys"):
            assert part in text
        assert "▁" in text or "█" in text


async def test_a_resized_terminal_is_drawn_anew() -> None:
    async with running(recorded_screen(), (120, 40)) as pilot:
        for width, height in (*SIZES, (41, 17)):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda height=height: "? keys" in shown_text(pilot.app))
            assert len(shown_lines(pilot.app)) == height
            assert max(map(len, shown_lines(pilot.app))) <= width


async def test_a_whole_replay_is_moved_by_keys_alone() -> None:
    screen = recorded_screen(4)
    recording = screen.viewer.recording
    wars, leads, outs, rounds = (
        moments(recording, kind) for kind in (Kind.WAR, Kind.LEAD, Kind.OUT, Kind.ROUND)
    )
    async with running(screen) as pilot:

        async def after(*keys: str) -> int:
            await pilot.press(*keys)
            await pilot.pause()
            assert f"move {screen.viewer.player.place} / {recording.last}" in shown_text(screen)
            return screen.viewer.player.place

        assert await after("space") == rounds[0]  # it played from the deal, and now it stands
        assert await after("home") == 0
        assert await after("right") == 1
        assert await after("right", "right", "left") == 2
        assert await after("w") == wars[0]
        assert await after("w", "w") == wars[2]
        assert await after("W") == wars[1]
        assert await after("home", "l") == leads[0]
        assert await after("l", "L") == leads[0]
        assert await after("home", "x") == outs[0]
        assert await after("x", "X") == outs[0]
        assert await after("home", ".", ".") == rounds[1]
        assert await after(",") == rounds[0]
        assert await after("shift+right", "down", "up") == rounds[1]
        assert await after("end") == recording.last
        assert "wins" in shown_text(screen)
        assert await after("g", "1", "2", "enter") == rounds[12]
        assert "round 12 / " in shown_text(screen)
        assert await after("g", "escape") == rounds[12]


async def test_playing_follows_the_clock_and_its_tempo_is_chosen() -> None:
    clock = Clock()
    screen = recorded_screen(clock=clock)
    async with running(screen) as pilot:
        await pilot.press("p", "home", "]", "space")
        assert screen.viewer.is_playing
        clock.now += 1.0
        await until(
            pilot, lambda: "▶ playing" in shown_text(screen) and screen.viewer.player.place == 4
        )
        await pilot.press("[", "[")
        await until(pilot, lambda: "1 move a second" in shown_text(screen))
        clock.now += 1.0
        await until(pilot, lambda: screen.viewer.player.place == 5)
        await pilot.press("space")
        clock.now += 60.0
        await pilot.pause()
        screen.frame()
        assert screen.viewer.player.place == 5


async def test_the_keys_are_listed_and_the_list_closes_by_any_key() -> None:
    screen = recorded_screen()
    async with running(screen, (100, 40)) as pilot:
        await pilot.press("?")
        await pilot.pause()
        for key in keys_for(is_seated=False):
            assert any(
                line.find(tell_key(key.keys[0])) < line.find(DEEDS[key.deed])
                for line in shown_lines(screen)
                if DEEDS[key.deed] in line
            )
        await pilot.press("q")
        await pilot.pause()
        assert DEEDS[key.deed] not in shown_text(screen)
        assert screen.return_value is None
        await pilot.press("q")
    assert screen.return_value == Outcome()


async def test_the_suits_get_four_colours_by_a_key_and_keep_their_signs() -> None:
    screen = recorded_screen()
    async with running(screen) as pilot:
        await pilot.press("space", "w", "left")
        await pilot.pause()
        before = shown_text(screen)
        assert "9♦" in before
        assert "9♣" in before
        colours = card_colours(screen)
        await pilot.press("c")
        await pilot.pause()
        assert shown_text(screen) == before
        assert card_colours(screen) != colours


def card_colours(screen: TableScreen) -> list[str]:
    strips = screen.screen._compositor.render_strips()
    return [
        str(segment.style.color)
        for strip in strips
        for segment in strip
        if "9♦" in segment.text and segment.style is not None
    ]


def test_a_terminal_that_tells_a_light_background_gets_the_light_theme() -> None:
    assert theme_for({"COLORFGBG": "0;15"}) == "ansi-light"
    assert theme_for({"COLORFGBG": "15;0"}) == theme_for({}) == "ansi-dark"


# Live.


@dataclass
class Script:
    """Updates as a client would bring them, told by the test."""

    updates_told: asyncio.Queue[Update] = field(default_factory=asyncio.Queue)

    async def updates(self) -> AsyncGenerator[Update, None]:
        while True:
            yield await self.updates_told.get()

    def tell(self, *updates: Update) -> None:
        for update in updates:
            self.updates_told.put_nowait(update)


async def test_a_live_game_is_followed_looked_back_at_and_joined_again() -> None:
    script, entries = Script(), entries_of()
    screen = TableScreen(Viewer(), LiveGame(script), clock=Clock())
    async with running(screen) as pilot:
        script.tell(Joined(game=GAME), Followed(entries=entries[:60]))
        await until(pilot, lambda: "● live" in shown_text(screen))
        await pilot.press("home", "w")
        await pilot.pause()
        assert "Round 1: War!" in shown_text(screen)
        stood = screen.viewer.player.place
        last = screen.viewer.recording.last
        script.tell(Followed(entries=entries[60:90]))
        await until(pilot, lambda: screen.viewer.recording.last > last)
        assert screen.viewer.player.place == stood
        behind = screen.viewer.recording.last - stood
        await until(pilot, lambda: f"live is {behind} moves on" in shown_text(screen))
        await pilot.press("end")
        script.tell(Followed(entries=entries[90:]), Finished(ending=Ending.OVER))
        await until(pilot, lambda: "The game has ended" in shown_text(screen))
        assert "Seat 2 wins" in shown_text(screen)
        await pilot.press("q")
    assert screen.return_value is not None
    assert screen.return_value.sentence.startswith("Seat 2 wins")


async def test_a_snapshot_in_mid_game_is_filled_from_the_export() -> None:
    entries, table = entries_of(), initial_table(GAME)
    for entry in entries[:200]:
        table = fold(table, entry)
    asked = asyncio.Event()

    async def fetch(game: str) -> tuple:
        await asked.wait()
        return entries[:230] if game == GAME else ()

    script = Script()
    screen = TableScreen(Viewer(is_replay=True), LiveGame(script), fetch=fetch, clock=Clock())
    async with running(screen) as pilot:
        script.tell(Joined(game=GAME), Restarted(table=table), Followed(entries=entries[200:240]))
        await until(pilot, lambda: screen.viewer.recording.seq == 240)
        assert screen.viewer.is_missing_events
        assert "w" not in screen.viewer.recording.course.wars
        asked.set()
        await until(pilot, lambda: not screen.viewer.is_missing_events)
        assert screen.viewer.recording.entries == entries[:240]
        await until(pilot, lambda: "▶ playing · round 0" in shown_text(screen))


async def test_whoever_looks_back_is_brought_back_there_after_a_snapshot() -> None:
    entries, table = entries_of(), initial_table(GAME)
    for entry in entries[:200]:
        table = fold(table, entry)
    answers = [None, entries[:150], entries[:200]]

    async def fetch(game: str) -> tuple | None:
        return answers.pop(0)

    script = Script()
    screen = TableScreen(
        Viewer(), LiveGame(script), fetch=fetch, clock=Clock(), retry_seconds=0.001
    )
    async with running(screen) as pilot:
        script.tell(Joined(game=GAME), Followed(entries=entries[:60]))
        await until(pilot, lambda: screen.viewer.recording.seq == 60)
        await pilot.press("left", "left")
        stood = screen.viewer.player.place
        script.tell(Restarted(table=table), Followed(entries=entries[200:205]))
        await until(pilot, lambda: screen.viewer.recording.entries == entries[:205])
        assert screen.viewer.player.place == stood
        assert answers == []


@pytest.mark.parametrize(
    ("finished", "code"),
    [
        (Finished(ending=Ending.REFUSED, sentence="There is no such room."), 2),
        (Finished(ending=Ending.TAKEN_OVER, sentence="It is held elsewhere."), 3),
    ],
)
async def test_what_ends_it_is_said_after_it(finished: Finished, code: int) -> None:
    script = Script()
    screen = TableScreen(Viewer(), LiveGame(script), clock=Clock())
    script.tell(finished)
    async with running(screen) as pilot:
        await until(pilot, lambda: screen.return_value is not None)
    assert screen.return_value == Outcome(code=code, sentence=finished.sentence)


# Against the real server.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as started:
        yield started


async def test_a_long_game_is_replayed_from_its_deal_though_a_snapshot_stood_for_it(
    server: ServerProcess,
) -> None:
    opened = open_room(server, preset="bataille", tempo="lightning", seed="page 125")
    async with watch(opened.address) as game:
        async for _ in game:
            pass
    address = parse_address(opened.address)

    async def fetch(name: str) -> tuple | None:
        return await fetch_export(export_url(address, name))

    clock = Clock()
    viewer = Viewer(is_replay=True)
    screen = TableScreen(viewer, watch(opened.address), fetch=fetch, clock=clock)
    async with running(screen) as pilot:
        await until(pilot, lambda: "▶ playing · round 0 / 2,000" in shown_text(screen))
        await pilot.press("end")
        await until(pilot, lambda: "round 2,000 / 2,000" in shown_text(screen))
        assert viewer.recording.is_whole


async def test_a_seat_is_played_by_keys_and_kept_or_given_up(
    server: ServerProcess, tmp_path: Path
) -> None:
    with Host(server, players=2, people=1) as host:
        host.order("change_turn_seconds", turn_seconds=600)
        player = invited(host.invitation, b64url(b"p" * 32), name="Ann")
        screen = TableScreen(Viewer(), play(player), clock=Clock())
        async with running(screen, (120, 40)) as pilot:

            def shows(text: str) -> Callable[[], bool]:
                return lambda: text in shown_text(screen)

            await until(pilot, shows("You sit on Seat 1."))
            await pilot.press("k")
            await until(pilot, lambda: "#seat=" in shown_text(screen).replace("\n", ""))
            await pilot.press("escape")
            host.order("start_game")
            await until(pilot, shows("Your card, round 1: press Enter"))
            assert "Seat 1 (you) Ann · to turn" in shown_text(screen)
            await pilot.press("enter")
            await until(pilot, shows("Round 1: Seat 1"))
            await pilot.press("home")  # whoever looks back comes back with the next card
            await until(pilot, shows("Your card, "))
            await pilot.press("space")
            await until(pilot, shows("● live"))
            await pilot.press("l")
            await until(pilot, shows("Give Seat 1 up for good"))
            await pilot.press("n")
            await until(pilot, shows("You keep your seat."))
            await pilot.press("l")
            await until(pilot, shows("Give Seat 1 up for good"))
            await pilot.press("y")
            await until(pilot, lambda: screen.return_value is not None)
    assert screen.return_value == Outcome(sentence="You gave your seat up.")


def test_a_recorded_game_begins_at_its_end_only_when_it_is_asked_for() -> None:
    viewer = recorded_viewer()
    assert viewer.player.place == viewer.recording.last
