"""Addresses of the bus, as an operator writes them."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.cluster.bus import BusError
from polemos.cluster.nats.address import ADDRESSES_MAX, NatsAddress, read_addresses


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("nats://bus", NatsAddress(host="bus")),
        ("nats://bus:4300/", NatsAddress(host="bus", port=4300)),
        ("nats://[::1]:4300", NatsAddress(host="::1", port=4300)),
        ("tls://bus", NatsAddress(host="bus", must_encrypt=True)),
        ("nats://secret@bus", NatsAddress(host="bus", token="secret")),
        ("nats://ann:s%40e:c@bus", NatsAddress(host="bus", user="ann", password="s@e:c")),
    ],
)
def test_an_address_names_a_server_and_how_to_be_let_in(text, address):
    """A lone user is a token, and what is missing has NATS's own defaults."""
    assert read_addresses(text) == (address,)


def test_several_addresses_are_separated_by_commas():
    """They are kept in their order, each with its own credentials."""
    read = read_addresses("nats://a:1, tls://t@b:2")
    assert [str(address) for address in read] == ["nats://a:1", "tls://b:2"]
    assert [address.token for address in read] == ["", "t"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "neither nats:// nor tls://"),
        ("bus:4222", "neither nats:// nor tls://"),
        ("http://bus:4222", "neither nats:// nor tls://"),
        ("nats://", "names no host"),
        ("nats://:4222", "names no host"),
        ("nats://ann:hush@", "names no host"),
        ("nats://bus:0", "port 0"),
        ("nats://bus:many", "cannot be read"),
        ("nats://bus:70000", "cannot be read"),
        ("nats://[::1", "cannot be read"),
        ("nats://bus/games", "something follows"),
        ("nats://ann:hush#hush@bus", "# as %40 %2C %2F %3F and %23"),
        ("nats://bus?hush", "something follows"),
        ("nats://bus,", "neither nats:// nor tls://"),
        (",".join(["nats://bus"] * (ADDRESSES_MAX + 1)), "at most 16"),
    ],
)
def test_another_address_is_refused_with_the_reason(text, reason):
    """Each mistake has its own sentence, which says how to write it."""
    with pytest.raises(BusError) as refused:
        read_addresses(text)
    assert reason in str(refused.value)
    assert "hush" not in str(refused.value)


@given(st.text(min_size=1), st.text(min_size=1))
def test_a_password_of_any_letters_is_read_and_never_shown(user, password):
    """Quoted as in every address, all letters can be written."""
    written = f"nats://{quote(user, safe='')}:{quote(password, safe='')}@bus"
    (address,) = read_addresses(written)
    assert (address.user, address.password) == (user, password)
    assert str(address) == "nats://bus:4222"
    assert repr(address) == repr(
        NatsAddress(host="bus", user=user, password="other", token="other")
    )
