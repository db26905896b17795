"""Every screen of the page in any language, size and scheme: reached by replay, by seeds, by hand.

Nothing here depends on how fast a machine is: a game that is shown is over, or stands still.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from kit.browser import (
    Windows,
    counter,
    kept_secrets,
    open_room,
    open_table,
    pause,
    rounds_shown,
    set_tempo,
    sit,
    start_game,
    turn_button,
    until,
)
from kit.exports import Recorder, chained, seeded
from kit.listed import company, until_ended
from kit.server import ServerProcess
from polemos.cli.main import main
from polemos.rules.events import GameEnded, SeatEliminated, TieDeclared

DOUBLE_WAR = ("page 69", 12)
"""A seed of two seats, and the round in which eights tie, then kings."""
FOUR_SEATS = ("page 18", 21)
"""A seed of four seats, and the round in which the first of them is out."""
LONG_GAME = "page 101"
"""A seed of `one-hidden` that ends in a draw at the cap of 1,000 rounds."""

GAMES_FOR_STATISTICS = 34


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How somebody's screen is: `language` as a locale, `size` in CSS pixels, `scheme`."""

    language: str = "en"
    size: tuple[int, int] = (1440, 900)
    scheme: str = "light"

    @property
    def options(self) -> dict[str, Any]:
        """The options of the browser's context."""
        width, height = self.size
        return {
            "locale": self.language,
            "viewport": {"width": width, "height": height},
            "color_scheme": self.scheme,
        }


@dataclass
class Stage:
    """A server on which every screen can be shown, and the people on it.

    Args:
        windows: where the people sit, and where the screens are opened.
        folder: for files that a person chooses.
        links: the addresses of what stands ready, by name.
    """

    windows: Windows
    folder: Path
    links: dict[str, str] = field(default_factory=dict)

    def open(self, name: str, look: Look) -> Page:
        """Open what stands ready under a name."""
        return self.windows.open(self.links[name], **look.options)


@contextmanager
def staged(folder: Path, browser: Browser) -> Iterator[Stage]:
    """Set everything up: finished games before the server starts, then people and tables."""
    data = folder / "data"
    links = dict[str, str]()
    for set_up_before in (_import_war, _import_four, _import_long):
        links |= set_up_before(folder, data)
    with ServerProcess(data) as server, company(server) as hosts:
        stage = Stage(Windows(browser, server.url), folder, links)
        games = hosts.open_many(GAMES_FOR_STATISTICS, preset="tod-und-leben", tempo="lightning")
        until_ended(stage.windows.open_blank(), server, games)
        stage.links["verified"] = f"/games/{games[0]}"
        hosts.open(players=3, tempo="0.25", seed="page 1")
        for set_up in (_war, _four, _lobby, _hand, _end):
            set_up(stage)
        yield stage
        stage.windows.close()


# What stands ready.


def _import_game(folder: Path, data: Path, recorder: Recorder, game: str) -> None:
    exported = folder / f"{game}.jsonl"
    exported.write_bytes(b"".join(chained(recorder.events, game)))
    assert main(["import", "--data", str(data), str(exported)]) == 0


def _seq(recorder: Recorder, is_it: Callable[[Any], bool]) -> int:
    return next(seq for seq, event in enumerate(recorder.events, 1) if is_it(event))


def _import_war(folder: Path, data: Path) -> dict[str, str]:
    game = "warwarwar1-1"
    seed, number = DOUBLE_WAR
    recorder = seeded(seed, game=game).play()
    _import_game(folder, data, recorder, game)

    def is_second_tie(event: Any) -> bool:
        return isinstance(event, TieDeclared) and (event.round, event.step) == (number, 1)

    # After the tie of the second step its hidden cards lie there too: they are of the same beat.
    return {"replayed war": f"/games/{game}#at={_seq(recorder, is_second_tie)}"}


def _import_four(folder: Path, data: Path) -> dict[str, str]:
    game = "fourfour01-1"
    recorder = seeded(FOUR_SEATS[0], players=4, game=game).play()
    _import_game(folder, data, recorder, game)
    seq = _seq(recorder, lambda event: isinstance(event, SeatEliminated))
    return {"elimination": f"/games/{game}#at={seq}"}


def _import_long(folder: Path, data: Path) -> dict[str, str]:
    game = "longlong01-1"
    recorder = seeded(LONG_GAME, preset="one-hidden", game=game).play()
    _import_game(folder, data, recorder, game)
    ties = [seq for seq, event in enumerate(recorder.events, 1) if isinstance(event, TieDeclared)]
    end = _seq(recorder, lambda event: isinstance(event, GameEnded))
    return {
        "replay": f"/games/{game}#at={ties[len(ties) * 2 // 3]}",
        "draw": f"/games/{game}#at={end}",
    }


def _step_to(page: Page, number: int) -> None:
    """Play rounds by hand until so many are over."""
    pause(page)
    set_tempo(page, "64")
    for played in range(rounds_shown(page) + 1, number + 1):
        page.get_by_role("button", name="Next round").click()
        expect(counter(page, "rounds")).to_have_text(str(played))
    set_tempo(page, "0.25")


def _host_link(page: Page) -> str:
    room = page.url.rpartition("/")[2]
    return f"{page.url}#host={kept_secrets(page, room)['host']}"


def _war(stage: Stage) -> None:
    seed, number = DOUBLE_WAR
    page = stage.windows.open()
    open_room(page, tempo="0.25", seed=seed)
    _step_to(page, number - 1)
    page.get_by_role("button", name="Resume").click()
    # A beat takes four seconds: whoever sees the war has time to stop the game.
    expect(page.get_by_role("img", name="hidden card")).to_have_count(12)
    pause(page)
    set_tempo(page, "2")
    stage.links["war"] = _host_link(page)
    stage.links["watched war"] = page.url


def _four(stage: Stage) -> None:
    seed, number = FOUR_SEATS
    page = stage.windows.open()
    open_room(page, players=4, tempo="0.25", seed=seed)
    _step_to(page, number)
    stage.links["four"] = page.url


def _lobby(stage: Stage) -> None:
    host = stage.windows.open()
    invitation = open_table(host, players=3)
    room = host.url.rpartition("/")[2]
    sit(stage.windows.open(invitation), "Maria", seat=0)
    sit(stage.windows.open(invitation), "Νίκος", seat=1)
    secrets = kept_secrets(host, room)
    stage.links["lobby"] = f"{host.url}#host={secrets['host']}&invite={secrets['invite']}"
    stage.links["invitation"] = invitation


def _hand(stage: Stage) -> None:
    """Three people, of whom Zoé has turned: Maria's card is waited for, and she sits elsewhere."""
    maria = stage.windows.open()
    invitation = open_table(maria, players=3)
    zoe, niko = stage.windows.open(invitation), stage.windows.open(invitation)
    sit(maria, "Maria", seat=0)
    sit(niko, "Νίκος", seat=1)
    sit(zoe, "Zoé")  # the last free seat is nobody's choice
    start_game(maria)
    for _ in range(2):
        for page in (maria, niko, zoe):
            turn_button(page).click()
    until(maria, lambda: rounds_shown(maria) >= 1)
    turn_button(zoe).click()
    expect(maria.locator('.lane[data-seat="2"].has-turned')).to_be_visible()
    stage.links["hand"] = _seat_link(maria)


def _end(stage: Stage) -> None:
    page = stage.windows.open()
    open_table(page, preset="peace", players=4, people=1, is_by_hand=False, tempo="lightning")
    sit(page, "Maria")
    start_game(page)
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    stage.links["end"] = _seat_link(page)


def _seat_link(page: Page) -> str:
    seat = kept_secrets(page, page.url.rpartition("/")[2])["seat"]
    return f"{page.url}#seat={seat['secret']}.{seat['key']}"


# The screens.


def start(stage: Stage, look: Look) -> Page:
    page = stage.windows.open(**look.options)
    expect(page.locator(".games li").first).to_be_visible()
    return page


def war(stage: Stage, look: Look) -> Page:
    page = stage.open("war", look)
    expect(page.locator(".slot.is-hidden")).to_have_count(12)
    expect(page.locator('[data-do="pause"]')).to_be_enabled()
    return page


def watched_war(stage: Stage, look: Look) -> Page:
    page = stage.open("watched war", look)
    expect(page.locator(".slot.is-hidden")).to_have_count(12)
    return page


def four(stage: Stage, look: Look) -> Page:
    page = stage.open("four", look)
    expect(page.locator(".lane.is-out")).to_have_count(1)
    return page


def elimination(stage: Stage, look: Look) -> Page:
    page = stage.open("elimination", look)
    expect(page.locator(".lane.is-out")).to_have_count(1)
    return page


def lobby(stage: Stage, look: Look) -> Page:
    page = stage.open("lobby", look)
    expect(page.locator(".code")).to_be_visible()
    expect(page.locator(".lobby .seats-name").nth(1)).to_have_text("Νίκος")
    return page


def invitation(stage: Stage, look: Look) -> Page:
    page = stage.open("invitation", look)
    expect(page.locator("form.sit")).to_be_visible()
    return page


def hand(stage: Stage, look: Look) -> Page:
    page = stage.open("hand", look)
    expect(turn_button(page)).to_be_visible()
    expect(page.locator(".lane.has-turned")).to_be_visible()
    return page


def replay(stage: Stage, look: Look) -> Page:
    page = stage.open("replay", look)
    expect(page.locator(".lane.is-tied")).to_have_count(2)
    expect(page.locator(".chart-line")).to_have_count(2)
    return page


def replayed_war(stage: Stage, look: Look) -> Page:
    page = stage.open("replayed war", look)
    expect(page.locator(".slot.is-hidden")).to_have_count(12)
    return page


def draw(stage: Stage, look: Look) -> Page:
    page = stage.open("draw", look)
    expect(page.locator(".result")).to_be_visible()
    return page


def statistics(stage: Stage, look: Look) -> Page:
    page = stage.windows.open("/records", **look.options)
    expect(page.locator(".record .histogram-bar").first).to_be_visible()
    return page


def rules(stage: Stage, look: Look) -> Page:
    page = stage.windows.open("/rules/bataille", **look.options)
    expect(page.locator(".numbers").first).to_be_visible()
    return page


def verified(stage: Stage, look: Look) -> Page:
    page = stage.open("verified", look)
    page.locator('[data-do="check"]').click()
    expect(page.locator("dd.verdict.is-right")).to_have_count(3)
    _bring_up(page)
    return page


def tampered(stage: Stage, look: Look) -> Page:
    page = stage.open("verified", look)
    address = page.url
    lines = page.request.get(f"{address}/events.jsonl").text().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if '"PileReturned"' in line)
    lines[number] = lines[number].replace('"round":1', '"round":2')
    changed = stage.folder / "changed.jsonl"
    changed.write_text("".join(lines))
    page.locator("details:has(#check-file) > summary").click()
    page.locator("#check-file").set_input_files(changed)
    expect(page.locator("dd.verdict.is-wrong").first).to_be_visible()
    _bring_up(page)
    return page


def _bring_up(page: Page) -> None:
    page.locator(".check").evaluate("node => node.closest('.panel').scrollIntoView()")


def end(stage: Stage, look: Look) -> Page:
    page = stage.open("end", look)
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator('[data-do="rematch"]')).to_be_visible()
    return page


def television(stage: Stage, look: Look) -> Page:
    page = stage.windows.open("/tv", **look.options)
    expect(page.locator(".lane").first).to_be_visible()
    return page


def help_page(stage: Stage, look: Look) -> Page:
    page = replayed_war(stage, look)
    page.locator(".help-button").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    return page


Scene = Callable[[Stage, Look], Page]

SCENES: dict[str, Scene] = {
    "start": start,
    "war": war,
    "watched-war": watched_war,
    "four": four,
    "elimination": elimination,
    "lobby": lobby,
    "invitation": invitation,
    "hand": hand,
    "replay": replay,
    "replayed-war": replayed_war,
    "draw": draw,
    "statistics": statistics,
    "rules": rules,
    "verified": verified,
    "tampered": tampered,
    "end": end,
    "tv": television,
    "help": help_page,
}
"""Every screen by its name."""
