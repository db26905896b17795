"""A person replays a game: by keys, by mouse, by link, to the end and along with a running game."""

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from kit.browser import Windows, counter, until
from kit.server import ServerProcess
from polemos.log.codec import decode
from polemos.projections.tables import Table, fold, initial_table

pytestmark = pytest.mark.browser

FOUR_PLAYERS = {"preset": "war", "players": 4, "seed": "page 227"}
LONG = {"preset": "bataille", "seed": "page 125"}

Json = dict[str, Any]


def ask(server: ServerProcess, *requests: Json) -> Json:
    """Send requests on one connection and give the last answer."""
    answer: Json = {}
    with connect(server.websocket_url, subprotocols=[Subprotocol("polemos.v1")]) as socket:
        for number, request in enumerate(requests, 1):
            socket.send(json.dumps({"id": number, **request}))
            answer = {}
            while answer.get("id") != number:
                answer = json.loads(socket.recv())
            assert answer["type"] == "accepted", answer
    return answer


def open_game(server: ServerProcess, tempo: str = "lightning", **fields: object) -> Json:
    return ask(server, {"type": "open_room", "tempo": tempo, **fields})


def belong_together(last: object, event: Any) -> bool:
    """Tell whether the engine decides two events that follow each other as one beat."""
    match type(event).__name__:
        case "CardFlipped":
            return is_a("CardFlipped")(last)
        case "CardHidden":
            return is_a("TieDeclared", "CardHidden")(last)
        case "SeatEliminated":
            return is_a("PileReturned", "SeatEliminated")(last)
        case _:
            return False


class Course:
    """What a finished game's export says, folded as the server does."""

    def __init__(self, server: ServerProcess, game: str) -> None:
        with urllib.request.urlopen(f"{server.url}/games/{game}/events.jsonl") as response:  # noqa: S310  our own server
            entries = [decode(line) for line in response.read().splitlines()]
        self.events = [entry.event for entry in entries]
        self.beats = list[list[Any]]()
        for event in self.events:
            if self.beats and belong_together(self.beats[-1][-1], event):
                self.beats[-1].append(event)
            else:
                self.beats.append([event])
        self.tables = list[Table]()
        table, place = initial_table(game), 0
        for beat in self.beats:
            for _ in beat:
                table = fold(table, entries[place])
                place += 1
            self.tables.append(table)

    def number_of(self, wanted: Callable[[Any], bool], after: int = -1) -> int:
        """Find the first beat after another in which an event is as wanted."""
        return next(
            place
            for place, beat in enumerate(self.beats)
            if place > after and any(wanted(event) for event in beat)
        )

    def seq_of(self, beat: int) -> int:
        return sum(len(one) for one in self.beats[: beat + 1])


def is_a(*names: str) -> Callable[[object], bool]:
    return lambda event: type(event).__name__ in names


def is_war(event: Any) -> bool:
    return type(event).__name__ == "TieDeclared" and event.step == 0


def beat_shown(page: Page) -> int:
    """Read the beat that is shown, counted from 0."""
    text = page.locator(".replay-position").inner_text().replace(",", "")
    return int(re.search(r"Move (\d+)", text)[1]) - 1


def last_beat_shown(page: Page) -> int:
    text = page.locator(".replay-position").inner_text().replace(",", "")
    return int(re.search(r"Move \d+ / (\d+)", text)[1]) - 1


def expect_beat(page: Page, course: Course, beat: int) -> None:
    """Wait for a beat, and hold what is seen then against the server's table."""
    last = len(course.beats)
    expect(page.locator(".replay-position")).to_contain_text(f"Move {beat + 1:,} / {last:,}")
    table = course.tables[beat]
    expect(page.locator(".pile-count")).to_have_text([str(count) for count in table.piles])
    expect(counter(page, "rounds")).to_have_text(f"{table.standing.rounds_completed:,}")
    if table.laid:
        cards = [getattr(event, "card", "").replace("T", "10") or "hidden" for event in table.laid]
        suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
        courts = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
        names = sorted(
            "hidden card"
            if card == "hidden"
            else f"{courts.get(card[:-1], card[:-1])} of {suits[card[-1]]}"
            for card in cards
        )
        until(page, lambda: cards_shown(page) == names)


def cards_shown(page: Page) -> list[str]:
    """List the cards on the table, sorted."""
    labels: list[str] = page.locator(".lane .card").evaluate_all(
        "cards => cards.map((card) => card.getAttribute('aria-label'))"
    )
    return sorted(labels)


def finished(windows: Windows, server: ServerProcess, **fields: object) -> tuple[Page, Course, str]:
    """Open the page of a game that has ended, which begins with its deal, and go to its end."""
    room = open_game(server, **fields)["room"]
    watcher = windows.open(f"/rooms/{room}")
    expect(watcher.get_by_role("region", name="Result")).to_be_visible()
    watcher.close()
    game = f"{room}-1"
    page = windows.open(f"/games/{game}", viewport={"width": 1_280, "height": 1_600})
    course = Course(server, game)
    expect_beat(page, course, course.number_of(is_a("CardsDealt")))
    page.keyboard.press("End")
    expect_beat(page, course, len(course.beats) - 1)
    return page, course, game


def do(page: Page, deed: str) -> Locator:
    return page.locator(f'.replay [data-do="{deed}"]')


def test_the_whole_replay_can_be_steered_by_keys(windows: Windows, server: ServerProcess) -> None:
    page, course, _ = finished(windows, server, **FOUR_PLAYERS)
    press, last = page.keyboard.press, len(course.beats) - 1
    deal = course.number_of(is_a("CardsDealt"))
    first_war = course.number_of(is_war)
    second_war = course.number_of(is_war, after=first_war)
    first_out = course.number_of(is_a("SeatEliminated"))
    rounds = [
        place
        for place, beat in enumerate(course.beats)
        if any(is_a("PileReturned")(event) for event in beat)
    ]
    for keys, beat in (
        (["Home"], 0),
        (["ArrowLeft"], 0),
        (["ArrowRight", "ArrowRight"], 2),
        (["ArrowLeft"], 1),
        (["."], deal),
        (["."], rounds[0]),
        (["Shift+ArrowRight"], rounds[1]),
        ([","], rounds[0]),
        (["Shift+ArrowLeft", ","], 0),
        (["w"], first_war),
        (["w"], second_war),
        (["W"], first_war),
        (["x"], first_out),
        (["ArrowRight"], first_out + 1),
        (["X"], first_out),
        (["End"], last),
        (["ArrowLeft", "ArrowLeft"], last - 2),
        (["ArrowRight"], last - 1),
    ):
        for key in keys:
            press(key)
        expect_beat(page, course, beat)
    press("Home")
    press("l")
    expect(page.locator(".replay")).to_contain_text("Lead change 1 /")
    press("L")
    expect(page.locator(".replay")).to_contain_text("Lead change 1 /")
    expect(page.locator(".replay-pairs")).to_contain_text("2 moves a second")
    press("]")
    expect(page.locator(".replay-pairs")).to_contain_text("4 moves a second")
    press("[")
    press("[")
    expect(page.locator(".replay-pairs")).to_contain_text("1 move a second")


def test_a_replay_plays_pauses_and_rests_at_the_end(
    windows: Windows, server: ServerProcess
) -> None:
    page, course, _ = finished(windows, server, **FOUR_PLAYERS)
    last = len(course.beats) - 1
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    page.keyboard.press("Space")  # from the end it begins again with the deal
    expect(page.get_by_role("region", name="Result")).to_be_hidden()
    deal = course.number_of(is_a("CardsDealt"))
    until(page, lambda: beat_shown(page) > deal)
    page.keyboard.press("Space")
    expect(do(page, "toggle")).to_have_attribute("aria-label", "Play")
    held = beat_shown(page)
    assert deal < held < last
    expect_beat(page, course, held)
    do(page, "faster").click(click_count=8)
    expect(do(page, "faster")).to_be_disabled()
    do(page, "toggle").click()
    expect_beat(page, course, last)
    expect(do(page, "toggle")).to_have_attribute("aria-label", "Play")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    expect(do(page, "beatOn")).to_be_disabled()


def test_a_replay_is_steered_with_the_mouse(windows: Windows, server: ServerProcess) -> None:
    page, course, _ = finished(windows, server, **FOUR_PLAYERS)
    do(page, "toStart").click()
    expect_beat(page, course, 0)
    do(page, "warOn").click()
    expect_beat(page, course, course.number_of(is_war))
    do(page, "outOn").click()
    expect_beat(page, course, course.number_of(is_a("SeatEliminated")))
    do(page, "beatBack").click()
    expect_beat(page, course, course.number_of(is_a("SeatEliminated")) - 1)
    page.get_by_role("slider", name="Moment of the game").fill("40")
    expect_beat(page, course, 40)
    page.get_by_label("Go to round").fill("7")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(counter(page, "rounds")).to_have_text("7")
    last_round = course.tables[-1].standing.rounds_completed
    plot = page.locator(".chart-plot").bounding_box()
    middle = plot["y"] + plot["height"] / 2
    page.mouse.click(plot["x"] + plot["width"] * 0.5, middle)
    slider = page.get_by_role("slider", name="Piles over time")
    until(page, lambda: abs(int(slider.get_attribute("aria-valuenow")) - last_round / 2) <= 1)
    page.mouse.move(plot["x"] + plot["width"] * 0.5, middle)
    page.mouse.down()
    page.mouse.move(plot["x"] + 1, middle, steps=4)
    page.mouse.up()
    expect_beat(page, course, course.number_of(is_a("CardsDealt")))
    page.mouse.click(plot["x"] + plot["width"] - 1, middle)
    expect_beat(page, course, len(course.beats) - 1)


def test_a_click_on_an_event_shows_its_moment(windows: Windows, server: ServerProcess) -> None:
    page, course, game = finished(windows, server, **FOUR_PLAYERS)
    link = page.locator(".events a.event-seq").nth(30)
    seq = int(link.inner_text())
    assert link.get_attribute("href").endswith(f"/games/{game}#at={seq}")
    link.click()
    until(page, lambda: beat_shown(page) < len(course.beats) - 1)
    beat = beat_shown(page)
    assert course.seq_of(beat - 1) < seq <= course.seq_of(beat)
    expect(page.locator(".events")).to_be_focused()
    newest = page.locator(".events a.event-seq").first
    expect(newest).to_have_text(str(course.seq_of(beat)))
    expect(page.locator(".events li")).to_have_count(min(200, course.seq_of(beat)))
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", *["ArrowDown"] * 40):
        page.keyboard.press(key)
    chosen = int(page.locator(".events a:focus").inner_text())
    assert chosen == course.seq_of(beat) - 40
    page.keyboard.press("Enter")
    earlier = next(place for place in range(beat + 1) if course.seq_of(place) >= chosen)
    expect_beat(page, course, earlier)
    expect(page.locator(".events")).to_be_focused()


def test_the_link_to_a_moment_shows_it_and_rests_there(
    windows: Windows, server: ServerProcess
) -> None:
    page, course, game = finished(windows, server, **FOUR_PLAYERS)
    war = course.number_of(is_war)
    page.keyboard.press("Home")
    page.keyboard.press("w")
    page.get_by_text("Link to this moment").click()
    field = page.get_by_label("Whoever opens this link sees")
    link = f"{server.url}/games/{game}#at={course.seq_of(war)}"
    expect(field).to_have_value(link)
    page.get_by_role("button", name="Copy the moment").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    other = windows.open(link)
    expect_beat(other, course, war)
    expect(do(other, "toggle")).to_have_attribute("aria-label", "Play")
    other.goto(link.rpartition("=")[0] + "=1")  # the same page, another fragment
    expect_beat(other, course, 0)
    other.goto(link.rpartition("=")[0] + "=999999999")
    expect_beat(other, course, len(course.beats) - 1)


def test_keys_are_left_to_whatever_needs_them(windows: Windows, server: ServerProcess) -> None:
    page, course, _ = finished(windows, server, **FOUR_PLAYERS)
    page.get_by_role("slider", name="Moment of the game").fill("40")
    expect_beat(page, course, 40)
    page.keyboard.press("ArrowRight")  # the slider's own step
    expect_beat(page, course, 41)
    page.get_by_label("Go to round").focus()
    for key in ("1", "2", "ArrowLeft", "Home", "w", "[", "Space", "x", "End"):
        page.keyboard.press(key)
    for key in ("Control+ArrowLeft", "Alt+w", "Meta+End"):
        page.evaluate("document.activeElement.blur()")
        page.evaluate(
            """(key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {
              key: key.split("+")[1], bubbles: true, ctrlKey: key.startsWith("C"),
              altKey: key.startsWith("A"), metaKey: key.startsWith("M"),
            }))""",
            key,
        )
    expect_beat(page, course, 41)
    do(page, "beatBack").focus()
    page.keyboard.press("Space")  # presses the button and nothing else
    expect_beat(page, course, 40)
    expect(do(page, "toggle")).to_have_attribute("aria-label", "Play")


def test_the_chart_is_a_slider_by_rounds(windows: Windows, server: ServerProcess) -> None:
    page, course, _ = finished(windows, server, **LONG)
    last = course.tables[-1].standing.rounds_completed
    slider = page.get_by_role("slider", name="Piles over time")
    slider.focus()
    for key, number in (
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowUp", 2),
        ("PageUp", 2 + round(last / 10)),
        ("ArrowLeft", 1 + round(last / 10)),
        ("PageDown", 1),
        ("ArrowDown", 0),
        ("ArrowLeft", 0),
        ("End", last),
    ):
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(number))
        expect(counter(page, "rounds")).to_have_text(f"{number:,}")
    piles = course.tables[-1].piles
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"Seat 1: {piles[0]}, Seat 2"))


def test_going_back_lays_the_taken_cards_open_again(
    windows: Windows, server: ServerProcess
) -> None:
    page, course, _ = finished(windows, server, **FOUR_PLAYERS)
    taken = course.number_of(is_a("PileReturned"), after=20)
    page.get_by_role("slider", name="Moment of the game").fill(str(taken - 1))
    expect_beat(page, course, taken - 1)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".board.is-taken")).to_be_visible()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".board.is-taken")).to_have_count(0)
        expect_beat(page, course, taken - 1)
        moved = page.locator(".slot > .card").evaluate_all(
            "cards => cards.filter((card) => card.getAnimations().length > 0).length"
        )
        assert moved == 0


def test_a_running_game_goes_on_while_somebody_looks_back_and_is_joined_again(
    windows: Windows, server: ServerProcess
) -> None:
    opened = open_game(server, tempo="8", preset="bataille", seed="page 125")
    page = windows.open(f"/games/{opened['game']}")
    behind = page.locator(".replay-behind")
    expect(behind).to_have_text("Live")
    until(page, lambda: last_beat_shown(page) > 20)
    assert page.locator(".replay-position").inner_text().count("Live") == 1
    page.keyboard.press("Home")
    expect(behind).to_contain_text("moves on")
    assert beat_shown(page) == 0
    seen = last_beat_shown(page)
    until(page, lambda: last_beat_shown(page) > seen + 3)
    assert beat_shown(page) == 0
    expect(page.locator("#state")).to_have_text("Live")
    page.get_by_role("button", name="Go to the live game").click()
    expect(behind).to_have_text("Live")
    page.keyboard.press("ArrowLeft")
    expect(behind).to_contain_text("moves on")
    page.keyboard.press("Home")
    do(page, "faster").click(click_count=8)
    page.locator("h1").click()
    page.keyboard.press("Space")  # the replay is faster than the game, and catches up
    expect(behind).to_have_text("Live")
    page.keyboard.press("Space")
    expect(do(page, "toggle")).to_have_attribute("aria-label", "Play")
    held = beat_shown(page)
    until(page, lambda: last_beat_shown(page) > held + 3)
    assert beat_shown(page) == held
    page.keyboard.press("End")
    expect(behind).to_have_text("Live")
    control = {"room": opened["room"], "host_secret": opened["host_secret"]}
    ask(
        server,
        {"type": "take_control", **control},
        {"type": "change_tempo", "room": opened["room"], "tempo": "lightning"},
    )
    expect(page.get_by_role("region", name="Result")).to_contain_text("cap of rounds")
    expect(page.locator("#state")).to_have_text("Ended")
    course = Course(server, opened["game"])
    expect_beat(page, course, len(course.beats) - 1)


def test_what_a_snapshot_skipped_is_read_from_the_export(
    windows: Windows, server: ServerProcess
) -> None:
    page, course, game = finished(windows, server, **FOUR_PLAYERS)
    windows.tolerated = re.compile("Failed to load resource")
    refused = list[str]()

    def refuse_once(route: Route) -> None:
        if len(refused) == 1:
            refused.append(route.request.url)
            route.abort()
        else:
            refused.append("")
            route.continue_()

    page.route("**/events.jsonl", refuse_once)
    grown = page.evaluate(
        """async (game) => {
          const { readExport } = await import("/exported.js");
          const { Feed } = await import("/replay/feed.js");
          const { Recording } = await import("/replay/recording.js");
          const events = [];
          await readExport(game, (some) => events.push(...some));
          const recording = new Recording(game);
          let ends = 0;
          const feed = new Feed(game, () => recording, () => {});
          feed.onEnd = () => { ends += 1; };
          await feed.take(events.slice(0, 10));
          const before = recording.seq;
          const filling = feed.take(events.slice(40, 50));
          feed.take(events.slice(50, 60));
          await filling;
          return [before, recording.seq, ends > 0, recording.beats.count];
        }""",
        game,
    )
    assert grown == [10, len(course.events), True, len(course.beats)]
    assert len(refused) == 3  # the test's own, one that failed, one that came


@pytest.mark.parametrize("width", [320, 360, 768, 1_280])
def test_the_controls_fit_every_screen_and_are_large_enough_to_touch(
    windows: Windows, server: ServerProcess, width: int
) -> None:
    page, _, _ = finished(windows, server, **FOUR_PLAYERS)
    page.set_viewport_size({"width": width, "height": 900})
    for key in ("Home", "w", "End"):
        page.keyboard.press(key)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    sizes = page.locator(".replay button, .replay input, .replay summary").evaluate_all(
        "controls => controls.map((control) => control.getBoundingClientRect())"
        ".filter(({ height }) => height > 0).map(({ width, height }) => [width, height])"
    )
    assert len(sizes) >= 17
    assert min(height for _, height in sizes) >= 44
    assert min(width for width, _ in sizes) >= 40
    nameless = page.locator(".replay button").evaluate_all(
        "buttons => buttons.filter((button) => !button.ariaLabel && !button.textContent).length"
    )
    assert nameless == 0


@pytest.mark.parametrize("locale", ["en", "fr", "el"])
def test_the_controls_of_a_running_game_fit_a_small_phone_in_every_language(
    windows: Windows, server: ServerProcess, locale: str
) -> None:
    game = open_game(server, tempo="0.25", **FOUR_PLAYERS)["game"]
    page = windows.open(f"/games/{game}", viewport={"width": 320, "height": 900}, locale=locale)
    expect(page.locator("#state")).to_have_attribute("data-state", "live")
    page.keyboard.press("Home")
    expect(page.locator(".replay-behind")).not_to_be_empty()
    outside = page.locator(".replay *").evaluate_all(
        """parts => {
          const { left, right } = document.querySelector(".replay").getBoundingClientRect();
          const boxes = parts.map((part) => part.getBoundingClientRect());
          return boxes.filter((box) => box.left < left || box.right > right).length;
        }"""
    )
    assert outside == 0
    cut = page.locator(".replay button").evaluate_all(
        "buttons => buttons.filter((one) => one.scrollWidth > one.clientWidth).length"
    )
    assert cut == 0


def test_a_key_that_is_pressed_while_the_game_is_still_being_read_counts(
    windows: Windows, server: ServerProcess
) -> None:
    """Whoever has asked for the end is not taken back to the deal when the events have come."""
    _, course, game = finished(windows, server, **FOUR_PLAYERS)
    page = windows.open("/")
    held: list[Route] = []
    page.route("**/events.jsonl", lambda route: held.append(route))
    page.goto(f"{server.url}/games/{game}")
    expect(do(page, "toEnd")).to_be_visible()
    until(page, lambda: len(held) == 1)
    page.keyboard.press("End")
    held[0].continue_()
    expect_beat(page, course, len(course.beats) - 1)


def test_title_position_and_stepper_name_the_same_round(
    windows: Windows, server: ServerProcess
) -> None:
    """From the deal on round 1 is being played; before it nothing names a round."""
    page = windows.open(f"/games/{open_game(server, **FOUR_PLAYERS)['game']}")
    title = page.get_by_role("heading", level=1)
    position = page.locator(".replay-position")
    stepper = page.locator('.pair:has([data-do="roundOn"]) .pair-text')
    for key, number in (("", 1), ("ArrowRight", 1), (".", 1), ("ArrowRight", 2)):
        if key:
            page.keyboard.press(key)
        expect(title).to_have_text(re.compile(rf"^Round {number}(, paused)?$"))
        expect(stepper).to_have_text(re.compile(rf"^Round {number}\s/\s\d+$"))
        expect(position).to_contain_text(stepper.inner_text())
    page.keyboard.press("Home")
    expect(stepper).to_have_text("Before the deal")
    for told in (title, position):
        expect(told).not_to_contain_text("Round")
