"""An address is read, or refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.rules.encoding import b64url
from polemos_demo.client.addresses import (
    Address,
    BadAddress,
    parse_address,
    parse_ticket,
    seat_link,
)
from polemos_demo.client.seats import SeatSecrets

secrets = st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "http://127.0.0.1:8765/rooms/k7m2q9x4wd",
            Address(socket_url="ws://127.0.0.1:8765/socket", room="k7m2q9x4wd"),
        ),
        (
            "https://cards.example/rooms/abc/",
            Address(socket_url="wss://cards.example/socket", room="abc"),
        ),
        (
            "ws://[::1]:80/games/abc-12",
            Address(socket_url="ws://[::1]:80/socket", game="abc-12"),
        ),
        (
            "http://host:1/games/abc-1/events.jsonl",
            Address(socket_url="ws://host:1/socket", game="abc-1"),
        ),
        (
            "http://host/rooms/abc#host=secret",
            Address(socket_url="ws://host/socket", room="abc"),
        ),
    ],
)
def test_a_link_of_the_browser_names_the_socket_and_what_to_watch(
    text: str, expected: Address
) -> None:
    assert parse_address(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k7m2q9x4wd",
        "http://host/",
        "http://host/rooms/",
        "http://host/rooms/ABC",
        "http://host/games/abc",
        "http://host/games/abc-0",
        "http:///rooms/abc",
        "http://host:99999999/rooms/abc",
        "ftp://host/rooms/abc",
        "file:///rooms/abc",
    ],
)
def test_what_is_no_link_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadAddress, match="for example http"):
        parse_address(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except BadAddress:
        return
    assert (address.room is None) != (address.game is None)


@given(secrets, secrets)
def test_a_seats_link_is_read_back_as_it_was_written(seat_secret: bytes, key: bytes) -> None:
    seat = SeatSecrets(seat_secret=b64url(seat_secret), key=key)
    ticket = parse_ticket(seat_link("http://host:1/rooms/abc", seat))
    assert (ticket.seat, ticket.invite_secret) == (seat, None)
    assert (ticket.room, ticket.page_url) == ("abc", "http://host:1/rooms/abc")
    assert ticket.address == Address(socket_url="ws://host:1/socket", room="abc")


def test_an_invitation_is_read() -> None:
    ticket = parse_ticket("https://cards.example/rooms/abc/#invite=a-secret_1")
    assert (ticket.invite_secret, ticket.seat) == ("a-secret_1", None)
    assert ticket.page_url == "https://cards.example/rooms/abc"
    assert "a-secret_1" not in repr(ticket)


@pytest.mark.parametrize("fragment", ["", "#", "#host=x", "#x=y"])
def test_a_link_without_an_invitation_says_how_to_watch(fragment: str) -> None:
    link = f"http://host/rooms/abc{fragment}"
    with pytest.raises(BadAddress, match="polemos watch"):
        parse_ticket(link)


@pytest.mark.parametrize(
    "fragment",
    [
        "invite",
        "invite=",
        "invite=a b",
        "invite=" + "x" * 129,
        "seat=",
        "seat=" + "A" * 43,
        "seat=" + "A" * 43 + "." + "A" * 42,
        "seat=" + "A" * 42 + "B." + "A" * 43,
        "seat=" + "A" * 43 + "." + "é" * 43,
    ],
)
def test_a_damaged_secret_is_refused_and_not_repeated(fragment: str) -> None:
    with pytest.raises(BadAddress, match="cut or damaged") as caught:
        parse_ticket(f"http://host/rooms/abc#{fragment}")
    assert "AAAA" not in str(caught.value)


@given(st.text())
def test_any_text_is_a_ticket_or_refused(text: str) -> None:
    for link in (text, f"http://host/rooms/abc#{text}"):
        try:
            ticket = parse_ticket(link)
        except BadAddress:
            continue
        assert (ticket.invite_secret is None) != (ticket.seat is None)
