"""Whose connection it is, whatever the peer says about itself."""

from ipaddress import IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.hub.addresses import (
    NOWHERE,
    client_address,
    key_of,
    read_address,
    read_networks,
)

PROXIES = read_networks(["10.0.0.0/8", "fd00::/8", "127.0.0.1"])
v4 = st.ip_addresses(v=4).map(str)
v6 = st.ip_addresses(v=6).map(str)
outside = v4.filter(lambda text: not text.startswith(("10.", "127.")))
proxies = st.integers(1, 254).map(lambda number: f"10.0.0.{number}")
forged = st.lists(st.one_of(v4, v6, st.text(max_size=12), proxies), max_size=6)


def key(peer: str, *forwarded: str, trusted: bool = True) -> str:
    networks = PROXIES if trusted else ()
    return key_of(client_address(read_address(peer), forwarded, networks))


@given(outside, st.lists(proxies, min_size=1, max_size=4), forged)
def test_no_forged_header_changes_whom_a_client_behind_proxies_is_counted_as(client, chain, words):
    *inner, last = chain
    header = ",".join([*words, client, *inner])
    assert key(last, header) == client
    assert key(last, *words, client, *inner) == client


@given(outside, forged)
def test_the_header_of_whoever_is_no_proxy_is_ignored(peer, words):
    assert key(peer, *words) == peer


@given(proxies, forged)
def test_without_trusted_proxies_the_header_is_ignored(peer, words):
    assert key(peer, *words, trusted=False) == peer


@pytest.mark.parametrize(
    ("forwarded", "expected"),
    [
        ((), "10.0.0.1"),
        (("",), "10.0.0.1"),
        (("unknown",), "10.0.0.1"),
        (("203.0.113.5, unknown",), "10.0.0.1"),
        (("203.0.113.5, unknown, 10.0.0.2",), "10.0.0.2"),
        (("10.0.0.9, 10.0.0.8",), "10.0.0.9"),
        (("203.0.113.5:4711",), "203.0.113.5"),
        ((" 203.0.113.5 ", "10.0.0.2"), "203.0.113.5"),
        (("[2001:db8:1:2:3::4]:4711",), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:3::4",), "2001:db8:1:2::/64"),
        (("::ffff:203.0.113.5",), "203.0.113.5"),
        (("203.0.113.5, fd00::7",), "203.0.113.5"),
    ],
)
def test_the_right_most_address_that_is_no_proxy_counts(forwarded, expected):
    assert key("10.0.0.1", *forwarded) == expected


@given(st.ip_addresses(v=6), st.integers(0, 2**64 - 1))
def test_all_addresses_of_a_household_are_one(address, low_bits):
    neighbour = IPv6Address(int(address) >> 64 << 64 | low_bits)
    if address.ipv4_mapped is None and neighbour.ipv4_mapped is None:
        assert key(str(address)) == key(str(neighbour))


@given(v6, v6)
def test_two_households_are_two(one, other):
    if int(ip_address(one)) >> 64 != int(ip_address(other)) >> 64:
        assert key(one) != key(other)


@given(v4)
def test_an_ipv4_address_is_the_same_however_it_is_written(address):
    assert key(f"::ffff:{address}") == key(address) == address


def test_the_zone_of_a_link_is_no_part_of_an_address():
    assert key("fe80::1%eth0") == key("fe80::2") == "fe80::/64"


def test_a_peer_without_an_address_is_counted_as_nowhere():
    assert key_of(client_address(None, ["203.0.113.5"], PROXIES)) == NOWHERE


@pytest.mark.parametrize("text", ["10.0.0.0/33", "10.0.0.1/8", "proxy", ""])
def test_what_is_no_network_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        read_networks([text])
