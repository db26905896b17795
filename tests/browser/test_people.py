"""People at one table: two phones and a laptop, from the invitation to the rematch."""

import ipaddress
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.browser import (
    Windows,
    counter,
    fill_seat,
    invite_link,
    kept_secrets,
    open_table,
    rounds_shown,
    set_tempo,
    sit,
    start_game,
    turn_button,
)
from kit.server import ServerProcess

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


def room_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


def two_at_a_table(windows: Windows) -> tuple[Page, Page]:
    """Open a table for two by hand; Maria, the host, and Niko sit and have their cards."""
    maria = windows.open()
    niko = windows.open(open_table(maria), viewport=PHONE)
    sit(maria, "Maria", seat=0)
    sit(niko, "Niko")
    start_game(maria)
    return maria, niko


def play_round(pages: list[Page], number: int) -> None:
    """Let everybody turn a card until the round is over."""
    for page in pages:
        expect(turn_button(page)).to_be_visible()
    while counter(pages[0], "rounds").text_content() != str(number):
        for page in pages:
            # Who is awaited and has not seen the round's end turns a card of this round.
            if turn_button(page).is_visible() and rounds_shown(page) < number:
                turn_button(page).click()
        pages[0].evaluate("() => new Promise(requestAnimationFrame)")
    for page in pages:
        expect(counter(page, "rounds")).to_have_text(str(number))


def finish(host: Page) -> None:
    """Let the rest of the game go by itself, as fast as it can."""
    host.get_by_role("button", name="Auto-play").click()
    set_tempo(host, "lightning")
    expect(host.get_by_role("region", name="Result")).to_be_visible()


def test_two_phones_and_a_laptop_play_a_game_and_another(windows: Windows) -> None:
    laptop = windows.open()
    invitation = open_table(laptop, preset="tod-und-leben", players=3)
    address = laptop.url
    assert "#" not in address
    maria = windows.open(invitation, viewport=PHONE)
    niko = windows.open(invitation, viewport=PHONE, color_scheme="dark")
    watcher = windows.open(address)
    for phone in (maria, niko):
        assert phone.url == address
    expect(laptop.get_by_role("button", name="Start the game")).to_be_disabled()
    sit(maria, "Maria", seat=2)
    sit(niko, "Νίκος", seat=0)
    sit(laptop, "Opa")
    for page in (laptop, maria, niko, watcher):
        expect(page.locator(".lobby .seats-name")).to_have_text(["Νίκος", "Opa", "Maria"])
    expect(watcher.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(watcher.get_by_text("ask whoever opened the room")).to_be_visible()
    start_game(laptop)

    # By a tap on the pile, by the button and by a key: the cards lie open when all have turned.
    for page in (laptop, maria, niko):
        expect(turn_button(page)).to_be_visible()
    expect(watcher.locator('[data-do="turn"]')).to_be_hidden()
    maria.locator(".lane.is-mine .stock").click()
    for page in (laptop, niko, watcher):
        expect(page.locator('.lane[data-seat="2"]')).to_contain_text("✓ turned")
    expect(watcher.locator(".hand-waiting")).to_have_text("Waiting for Νίκος and Opa.")
    expect(watcher.locator(".hand-seconds")).to_have_text(
        re.compile(r"^turned for Νίκος and Opa in \d+ s$")
    )
    expect(niko.locator(".hand-seconds")).to_have_text(re.compile(r"^turned for you in \d+ s$"))
    laptop.keyboard.press("Space")
    expect(watcher.locator(".hand-waiting")).to_have_text("Waiting for Νίκος.")
    assert watcher.locator(".card[data-card]").count() == 0
    niko.keyboard.press("Enter")
    expect(watcher.locator(".card[data-card]").first).to_be_visible()
    play_round([laptop, maria, niko], 1)
    play_round([laptop, maria, niko], 2)

    finish(laptop)
    for page in (laptop, maria, niko, watcher):
        result = page.get_by_role("region", name="Result")
        expect(result).to_contain_text(re.compile("(Νίκος|Opa|Maria) wins."))
    expect(watcher.get_by_role("button", name="Play again")).to_be_hidden()
    maria.get_by_role("button", name="Play again").click()
    for page in (laptop, maria, niko):
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 1, by hand")
        expect(turn_button(page)).to_be_visible()
    expect(watcher.locator(".seat-name")).to_have_text(["Νίκος", "Opa", "Maria"])
    play_round([laptop, maria, niko], 1)


def test_no_secret_stands_in_an_address_or_on_the_watchers_page(windows: Windows) -> None:
    host = windows.open()
    asked: list[str] = []
    host.context.on("request", lambda request: asked.append(request.url))
    invitation = open_table(host)
    guest = windows.open("/")
    guest.context.on("request", lambda request: asked.append(request.url))
    guest.goto(invitation)
    sit(guest, "Maria")
    sit(host, "Niko")
    watcher = windows.open(host.url)
    expect(watcher.locator(".lobby .seats-name").first).to_have_text("Maria")
    room = room_of(host)
    secrets = [kept_secrets(host, room)[name] for name in ("host", "invite")]
    for page in (host, guest):
        seat = kept_secrets(page, room)["seat"]
        secrets += [seat["secret"], seat["key"]]
    assert len(set(secrets)) == len(secrets) == 6
    for secret in secrets:
        assert len(secret) == 43
        assert secret not in watcher.content()
        assert not any(secret in url for url in asked)
        assert secret not in guest.url + host.url


def test_a_seat_moves_to_another_device_by_its_link(windows: Windows) -> None:
    maria, niko = two_at_a_table(windows)
    maria.get_by_text("Play on another device").click()
    link = maria.get_by_label("Open this link there").input_value()
    assert link.startswith(f"{maria.url}#seat=")
    tablet = windows.open(link)
    expect(turn_button(tablet)).to_be_visible()
    assert tablet.url == maria.url
    expect(maria.get_by_text("You play on another tab or device.")).to_be_visible()
    expect(maria.locator('[data-do="turn"]')).to_be_hidden()
    expect(maria.locator("#state")).to_have_text("Live")
    play_round([tablet, niko], 1)
    maria.get_by_role("button", name="Play here").click()
    expect(tablet.get_by_text("You play on another tab or device.")).to_be_visible()
    play_round([maria, niko], 2)


def test_a_second_tab_plays_only_when_it_is_asked_to(windows: Windows) -> None:
    maria, niko = two_at_a_table(windows)
    second = windows.again(maria)
    expect(second.get_by_text("You play on another tab or device.")).to_be_visible()
    expect(turn_button(maria)).to_be_visible()
    expect(maria.get_by_role("button", name="Play here")).to_be_hidden()
    second.get_by_role("button", name="Play here").click()
    expect(turn_button(second)).to_be_visible()
    expect(maria.get_by_text("You play on another tab or device.")).to_be_visible()
    expect(maria.locator("#state")).to_have_text("Live")
    play_round([second, niko], 1)
    expect(maria.get_by_role("button", name="Play here")).to_be_visible()


def test_a_reopened_tab_has_its_seat_at_once_when_no_other_plays_it(windows: Windows) -> None:
    maria, niko = two_at_a_table(windows)
    address, context = niko.url, niko.context
    niko.close()
    expect(maria.locator('.lane[data-seat="1"]')).to_contain_text("away")
    again = windows.again(context, address)
    expect(turn_button(again)).to_be_visible()
    play_round([maria, again], 1)


def test_a_reload_changes_nothing_in_the_lobby_and_in_mid_hand(windows: Windows) -> None:
    maria = windows.open()
    niko = windows.open(open_table(maria))
    sit(niko, "Niko", seat=1)
    niko.reload()
    expect(niko.get_by_role("heading", name="Your seat")).to_be_visible()
    maria.reload()
    assert invite_link(maria).startswith(f"{maria.url}#invite=")
    sit(maria, "Maria")
    start_game(maria)
    expect(turn_button(maria)).to_be_visible()
    maria.keyboard.press("Space")
    expect(niko.locator('.lane[data-seat="0"]')).to_contain_text("✓ turned")
    for page in (maria, niko):
        page.reload()
    expect(niko.get_by_text("You play on another tab")).to_be_hidden()
    expect(niko.locator('.lane[data-seat="0"]')).to_contain_text("✓ turned")
    turn_button(niko).click()
    for page in (maria, niko):
        expect(page.locator(".card[data-card]").first).to_be_visible()
    expect(maria.get_by_role("button", name="Auto-play")).to_be_enabled()


RACE = """([game, seat]) => setTimeout(() => {
  // Deaf to whatever comes until the other sits there, and then as quick as a late finger.
  for (;;) {
    const request = new XMLHttpRequest();
    request.open("GET", `/games/${game}/events.jsonl`, false);
    request.send();
    if (request.responseText.includes('"SeatTaken"')) break;
  }
  document.querySelector(".sit").requestSubmit();
})"""


def test_of_two_people_on_one_seat_the_later_is_told_and_takes_another(windows: Windows) -> None:
    windows.tolerated = re.compile("Synchronous XMLHttpRequest")  # how the test is late on purpose
    host = windows.open()
    invitation = open_table(host, players=3)
    quick, late = windows.open(invitation), windows.open(invitation)
    fill_seat(late, "Late", seat=1)
    late.evaluate(RACE, [f"{room_of(host)}-1", 1])
    sit(quick, "Quick", seat=1)
    expect(late.get_by_role("alert")).to_have_text("Somebody else was faster: choose another seat.")
    expect(late.get_by_role("radio", name="Seat 2", exact=True)).to_be_hidden()
    sit(late, "Late", seat=2)
    expect(host.locator(".lobby .seats-name")).to_have_text(["Free seat", "Quick", "Late"])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("<b>Maria</b>", "U+003C"),
        ("Mаria", "mixes Cyrillic and Latin letters"),
        ("Mar\u202eia", "U+202E"),
        ("…", "U+2026"),
    ],
)
def test_a_name_that_may_not_be_is_refused_with_the_reason(
    windows: Windows, name: str, sentence: str
) -> None:
    host = windows.open()
    open_table(host)
    fill_seat(host, name)
    host.get_by_role("button", name="Sit down").click()
    expect(host.get_by_role("alert").filter(visible=True)).to_contain_text(sentence)
    expect(host.locator("main b")).to_have_count(0)
    sit(host, "Maria")


def test_a_name_is_shown_as_text_and_can_be_changed(windows: Windows) -> None:
    maria, niko = two_at_a_table(windows)
    niko.get_by_text("Change the name").click()
    niko.get_by_label("New name").fill("Nikolaos O'Brien-Smith")
    niko.get_by_role("button", name="Save").click()
    expect(maria.locator('.lane[data-seat="1"] .seat-name')).to_have_text("Nikolaos O'Brien-Smith")
    expect(maria.locator(".events")).to_contain_text("Nikolaos O'Brien-Smith reveals its entropy.")


def test_the_host_removes_and_adds_and_whoever_sits_leaves(windows: Windows) -> None:
    host = windows.open()
    guest = windows.open(open_table(host, players=3))
    sit(guest, "Maria", seat=0)
    host.get_by_role("button", name="Let a bot take seat 2").click()
    expect(host.locator(".lobby .seats-mark")).to_have_text(["here", "bot", "free"])
    host.on("dialog", lambda dialog: dialog.accept())
    host.get_by_role("button", name="Remove Maria").click()
    expect(guest.get_by_text("The host took your seat")).to_be_visible()
    assert kept_secrets(guest, room_of(host))["seat"] is None
    sit(guest, "Maria", seat=2)
    guest.on("dialog", lambda dialog: dialog.accept())
    guest.get_by_role("button", name="Leave the seat").click()
    expect(guest.get_by_text("Your seat has been given up")).to_be_visible()
    expect(host.locator(".lobby .seats-mark")).to_have_text(["free", "bot", "free"])
    assert kept_secrets(guest, room_of(host))["seat"] is None


def test_whoever_leaves_in_mid_game_has_the_cards_turned(windows: Windows) -> None:
    maria, niko = two_at_a_table(windows)
    niko.on("dialog", lambda dialog: dialog.accept())
    niko.get_by_role("button", name="Leave the seat").click()
    expect(maria.locator('.lane[data-seat="1"]')).to_contain_text("left the game")
    turn_button(maria).click()
    expect(counter(maria, "rounds")).to_have_text(re.compile("[1-9]"))
    expect(niko.get_by_role("heading", name="Your seat")).to_be_hidden()


def test_the_cards_of_somebody_absent_are_turned_after_the_hosts_patience(
    windows: Windows,
) -> None:
    maria, niko = two_at_a_table(windows)
    maria.get_by_label("A card waits for").select_option("5")
    niko.close()
    turn_button(maria).click()
    # That he is away is said as soon as the page knows, which may be before she has turned.
    expect(maria.locator(".hand-waiting")).to_contain_text("Waiting for Niko")
    expect(maria.locator(".card[data-card]").first).to_be_visible()


def test_one_person_plays_against_bots(windows: Windows) -> None:
    page = windows.open()
    open_table(page, players=4, people=1)
    expect(page.locator(".lobby .seats-mark").filter(has_text="bot")).to_have_count(3)
    sit(page, "Maria")
    start_game(page)
    play_round([page], 1)


def test_the_host_switches_between_hands_and_autoplay(windows: Windows) -> None:
    maria, niko = two_at_a_table(windows)
    maria.get_by_role("button", name="Auto-play").click()
    expect(counter(niko, "rounds")).to_have_text(re.compile("[1-9]"))
    maria.get_by_role("button", name="Turn by hand").click()
    expect(turn_button(niko)).to_be_visible()
    rounds = counter(niko, "rounds").text_content()
    play_round([maria, niko], int(rounds or 0) + 1)


def test_a_link_of_a_seat_that_is_nobodys_is_told_and_forgotten(windows: Windows) -> None:
    host = windows.open()
    open_table(host)
    page = windows.open(f"{host.url}#seat={'A' * 43}.{'B' * 42}A")
    expect(page.get_by_text("The seat that this browser kept is not yours")).to_be_visible()
    assert page.url == host.url
    assert kept_secrets(page, room_of(host))["seat"] is None
    page.reload()
    expect(page.locator(".lobby")).to_be_visible()
    expect(page.get_by_text("The seat that this browser kept is not yours")).to_be_hidden()


SLEEPER = """async ([room, invite]) => {
  const { Connection } = await import("/connection.js");
  const { commitSeat } = await import("/entropy.js");
  const { drawSecret } = await import("/secrets.js");
  const connection = await new Promise((resolve) => {
    const opened = new Connection({
      target: { room }, listener: { onState: (state) => state === "live" && resolve(opened) },
    });
  });
  await connection.request("take_seat", {
    game: connection.game, seat: 1, seat_secret: drawSecret(), player_secret: drawSecret(),
    invite_secret: invite, name: "Sleeper",
    commitment: commitSeat(connection.game, 1, new Uint8Array(32)),
  });
}"""


def test_whoever_does_not_reveal_is_freed_and_the_deal_begins_anew_by_itself(
    windows: Windows,
) -> None:
    host = windows.open()
    open_table(host)
    sit(host, "Maria", seat=0)
    sleeper = windows.open_blank()
    sleeper.evaluate(SLEEPER, [room_of(host), kept_secrets(host, room_of(host))["invite"]])
    host.get_by_role("button", name="Start the game").click()
    expect(host.locator(".words")).to_contain_text("the deal begins anew")
    expect(host.locator(".events")).to_contain_text("did not reveal in time")
    host.get_by_role("button", name="Let a bot take seat 2").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Round 1, by hand")
    play_round([host], 1)


def test_seed_words_give_the_same_key_everywhere_and_are_not_kept(windows: Windows) -> None:
    host = windows.open()
    guest = windows.open(open_table(host))
    for page, name in ((host, "Maria"), (guest, "Niko")):
        page.get_by_text("Choose your part of the shuffle").click()
        page.get_by_label("Words of your choice").fill("  Ντάμα πίκα ")
        sit(page, name)
    room = room_of(host)
    keys = {kept_secrets(page, room)["seat"]["key"] for page in (host, guest)}
    assert len(keys) == 1
    stored: str = guest.evaluate("() => JSON.stringify({ ...localStorage })")
    assert "Ντάμα" not in stored
    start_game(host)


def test_a_chosen_deal_is_offered_for_bots_only(windows: Windows) -> None:
    page = windows.open()
    deal = page.get_by_text("Choose the deal")
    expect(deal).to_be_hidden()
    page.locator('input[name="people"][value="0"]').check()
    deal.click()
    expect(page.get_by_label("Seed")).to_be_editable()
    page.locator('input[name="players"][value="4"]').check()
    expect(page.locator('input[name="people"][value="0"]')).to_be_checked()


def test_the_longest_names_fit_the_smallest_phone(windows: Windows) -> None:
    small = {"width": 320, "height": 640}
    host = windows.open(viewport=small)
    guest = windows.open(open_table(host), viewport=small)
    sit(host, "W" * 24)
    sit(guest, "Щ" * 24)
    pixels = "document.documentElement.scrollWidth - innerWidth"
    for page in (host, guest):
        expect(page.locator(".lobby .seats-name")).to_have_text(["W" * 24, "Щ" * 24])
        assert page.evaluate(pixels) == 0
    start_game(host)
    for page in (host, guest):
        expect(turn_button(page)).to_be_in_viewport()
        assert page.evaluate(pixels) == 0
    finish(host)
    for page in (host, guest):
        expect(page.get_by_role("region", name="Result")).to_be_visible()
        assert page.evaluate(pixels) == 0


def test_a_seat_whose_holder_stays_away_is_anybodys_once_its_time_is_over(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POLEMOS_RESERVE_SECONDS", "1")
    with ServerProcess(tmp_path / "data") as server:
        windows = Windows(browser, server.url)
        maria, niko = two_at_a_table(windows)
        invitation = f"{maria.url}#invite={kept_secrets(maria, room_of(maria))['invite']}"
        aunt = windows.open(invitation)
        niko.close()
        finish(maria)
        maria.get_by_role("button", name="Play again").click()
        expect(maria.locator(".words")).to_have_text(
            "The seat that was kept for Niko is anybody's now."
        )
        expect(aunt.locator(".lobby .seats-mark")).to_have_text(["here", "anybody's now"])
        sit(aunt, "Aunt")
        play_round([maria, aunt], 1)
        expect(maria.locator(".seat-name")).to_have_text(["Maria", "Aunt"])
        windows.close()
        assert windows.complaints == []


KEPT = """async (now) => {
  const company = await import("/company.js");
  const seats = [["taken", "Maria"], ["reserved", "Niko"], ["reserved", "Opa"]].map(
    ([standing, name], seat) => ({ seat, standing, name, kind: "human", is_here: false }),
  );
  const room = { seats, reserved_until: 60_000 };
  return [
    company.takeableSeats(room, now), company.keptMs(room, now), company.whyNotStart(room, now),
    company.standingText(room, seats[1], now),
  ];
}"""


def test_a_kept_seat_is_told_with_its_time_and_not_to_be_had_before(windows: Windows) -> None:
    page = windows.open_blank(timezone_id="UTC")
    kept = "The seats of Niko and Opa are kept for them until 00:01."
    assert page.evaluate(KEPT, 59_999) == [[], 1, kept, "kept until 00:01"]
    freed = "The seats that were kept for Niko and Opa are anybody's now."
    assert page.evaluate(KEPT, 60_000) == [[1, 2], 0, freed, "anybody's now"]


def test_whoever_comes_too_late_with_the_invitation_is_told_the_truth(windows: Windows) -> None:
    host = windows.open()
    invitation = open_table(host)
    link = host.get_by_label("Whoever has this link can take a free seat")
    guest, late = windows.open(invitation), windows.open(invitation)
    sit(guest, "Niko")
    expect(link).to_be_visible()
    sit(host, "Maria")
    expect(late.get_by_text("All seats are taken: you are watching.")).to_be_visible()
    expect(late.get_by_text("ask whoever opened the room")).to_have_count(0)
    expect(late.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(link).to_be_hidden()
    host.get_by_text("Show the invite all the same").click()
    expect(link).to_be_visible()
    guest.on("dialog", lambda dialog: dialog.accept())
    guest.get_by_role("button", name="Leave the seat").click()
    expect(late.get_by_role("button", name="Sit down")).to_be_visible()
    expect(host.get_by_text("Show the invite all the same")).to_be_hidden()
    expect(link).to_be_visible()


def test_a_finished_game_keeps_the_names_of_whoever_played_it(windows: Windows) -> None:
    maria, niko = two_at_a_table(windows)
    game = f"{room_of(maria)}-1"
    finish(maria)
    replay, frame = windows.open(f"/games/{game}#at=999999"), windows.open(f"/embed/{game}")
    for page in (replay, frame):
        expect(page.locator(".seat-name")).to_have_text(["Maria", "Niko"])
        expect(page.get_by_role("region", name="Result")).to_contain_text(
            re.compile("(Maria|Niko) wins.")
        )
    maria.get_by_role("button", name="Play again").click()
    expect(turn_button(niko)).to_be_visible()
    later = windows.open(f"/embed/{game}")
    expect(later.locator(".seat-name")).to_have_text(["Maria", "Niko"])


HAND = """async (place) => {
  const { Hand } = await import("/hand.js");
  const { ServerClock } = await import("/clock.js");
  const hand = new Hand({ clock: new ServerClock(), onTurn: () => {}, onPrompt: () => {} });
  document.getElementById("page").replaceChildren(hand.node);
  const seats = ["Maria", "Niko", "Opa"].map((name, seat) => ({
    seat, name, kind: "human", standing: "taken", is_here: true,
    is_due: seat === 1, has_turned: false,
  }));
  const table = {
    game: "abc-1", round: 0, rounds_completed: 9, table: [], ended: null, piles: [0, 20, 32],
  };
  hand.draw({
    mine: 0, tie: null, isLive: true, table: { ...table, places: [place, null, null] },
    company: { seats, turned_at: Date.now() + 9_000, turn_seconds: 20 },
  });
}"""


def test_whoever_is_out_has_no_button_left_and_watches_on(windows: Windows) -> None:
    page = windows.open_blank()
    page.evaluate(HAND, None)
    expect(page.locator('[data-do="turn"]')).to_be_visible()
    expect(page.get_by_text("You are out")).to_be_hidden()
    page.evaluate(HAND, 3)
    expect(page.locator('[data-do="turn"]')).to_be_hidden()
    expect(page.get_by_text("You are out; you are watching now.")).to_be_visible()
    expect(page.locator(".hand-waiting")).to_have_text("Waiting for Niko.")


HOSTS = ["localhost", "127.0.0.1", "127.8.9.10", "[::1]", "[::]", "192.168.1.20"]
HOSTS += ["0.0.0.0"]  # noqa: S104  an address to be judged, nothing is bound to it
HOSTS += ["10.127.0.1", "[fe80::1]", "[2001:db8::1]", "203.0.113.127"]


def is_here_only(host: str) -> bool:
    if host == "localhost":
        return True
    address = ipaddress.ip_address(host.strip("[]"))
    return address.is_loopback or address.is_unspecified


def test_links_that_no_phone_can_open_are_marked(windows: Windows) -> None:
    host = windows.open()
    open_table(host)
    note = host.get_by_text("This address works on this device only.")
    expect(note).to_have_count(2)
    expect(host.locator(".invite").filter(has=note)).to_be_visible()
    expect(host.locator(".share").filter(has=note)).to_be_visible()
    judge = "async (hosts) => hosts.map((await import('/links.js')).isHereOnly)"
    assert host.evaluate(judge, HOSTS) == [is_here_only(name) for name in HOSTS]
    assert (
        host.evaluate(judge, ["cards.example", "localhost.example", "127.example"]) == [False] * 3
    )


LYING_PHONE = {"width": 740, "height": 360}
EDGES = """() => {
  const edges = (found) => document.querySelector(found).getBoundingClientRect();
  return [edges(".lane.is-mine").top, edges(".lane.is-mine").bottom,
          edges(".hand").top, edges(".hand").bottom];
}"""


@pytest.mark.parametrize("viewport", [PHONE, LYING_PHONE])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_my_card_and_my_button_fit_a_phone_that_stands_or_lies(
    windows: Windows, players: int, viewport: dict[str, int]
) -> None:
    page = windows.open(viewport=viewport)
    open_table(page, players=players, people=1)
    sit(page, "Maria")
    start_game(page)
    expect(turn_button(page)).to_be_visible()
    page.evaluate("() => scrollTo(0, 0)")
    card_top, card_bottom, hand_top, hand_bottom = page.evaluate(EDGES)
    assert 0 <= card_top < card_bottom <= hand_top < hand_bottom <= viewport["height"]


HEIGHTS = """(sentences) => {
  const words = document.querySelector(".words");
  return sentences.map((sentence) => {
    words.textContent = sentence;
    return words.offsetHeight;
  });
}"""


def test_a_longer_sentence_moves_nothing_on_a_phone(windows: Windows) -> None:
    sentences = ["Paused.", "War! Maria and Nikolaos tie with queens."]
    maria, niko = two_at_a_table(windows)
    watcher = windows.open(maria.url, viewport=PHONE)
    expect(watcher.locator(".lane")).to_have_count(2)
    for page in (niko, watcher):
        heights = page.evaluate(HEIGHTS, sentences)
        assert heights[0] == heights[1]
