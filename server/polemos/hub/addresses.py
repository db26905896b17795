"""Whose connection it is: an address to count by, from the socket or from a trusted proxy.

Rules that this file keeps:
1. Nobody chooses the address that they are counted by. `X-Forwarded-For` is heeded only as far as
   trusted proxies wrote it: from the right, up to the first address that is no trusted proxy.
2. One household is one key. A provider gives each an IPv6 network of at least 64 bits (RFC 6177),
   so all addresses of one /64 are one key; an IPv4 address that is written as IPv6 is IPv4.
"""

import asyncio
from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

HOUSEHOLD_BITS = 64
NOWHERE = ""
"""The key of a peer without an address."""


def read_address(text: str) -> Address | None:
    """Read an address as a socket or a proxy writes it, perhaps with a port, or give none."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def address_of(transport: asyncio.BaseTransport) -> Address | None:
    """Give the other end of a socket, or none where it has no address."""
    match transport.get_extra_info("peername"):
        case (str(host), *_):
            return read_address(host)
        case _:
            return None


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Read networks such as `10.0.0.0/8`, and addresses as networks of one.

    Raises:
        ValueError: one is neither; the library says what is wrong with it.
    """
    return tuple(ip_network(text) for text in texts)


def key_of(address: Address | None) -> str:
    """Give what an address is counted by."""
    match address:
        case None:
            return NOWHERE
        case IPv4Address():
            return str(address)
        case IPv6Address():
            return str(IPv6Network((int(address), HOUSEHOLD_BITS), strict=False))


def is_trusted(address: Address, trusted: Iterable[Network]) -> bool:
    """Tell whether an address is a trusted proxy's."""
    return any(address in network for network in trusted)


def client_address(
    peer: Address | None, forwarded: Iterable[str], trusted: tuple[Network, ...]
) -> Address | None:
    """Tell who is behind a connection.

    Args:
        peer: the other end of the socket.
        forwarded: the values of all `X-Forwarded-For` headers, in order.
        trusted: the proxies whose word is taken.

    Returns:
        The right-most address that is no trusted proxy; where the proxies name none, the last of
        them that is known.
    """
    if peer is None:
        return None
    hops = [hop for value in forwarded for hop in value.split(",")]
    known = peer
    while is_trusted(known, trusted) and hops:
        hop = read_address(hops.pop())
        if hop is None:
            return known
        known = hop
    return known
