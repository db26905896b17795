"""Whether a request is meant for this server: the Host header, checked against DNS rebinding.

The attack: a page of `evil.example` lets its own name point to the visitor's network, to 127.0.0.1
or to the family's server, and from then on the browser takes that server for `evil.example`: same
origin, so the page reads what it likes, and its socket's Origin fits its Host. Nothing but the name
in the Host header tells. It is the attacker's own, so a server that answers to its names alone is
safe. An address in place of a name cannot be rebound, because no name is looked up; `localhost`
cannot either, because no browser asks the DNS for it (RFC 6761, section 6.3).
"""

import re
from collections.abc import Sequence
from ipaddress import ip_address

from polemos.hub.http import Response, sentence

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::([0-9]{0,5}))?", re.IGNORECASE)
PORT_MAX = 65_535


def host_refusal(values: Sequence[str], protocol: str, own_names: Sequence[str]) -> Response | None:
    """Refuse a request that is meant for somebody else, or give none.

    Args:
        values: of all Host headers.
        protocol: of the request; HTTP/1.0 knew no Host header, and no browser speaks it.
        own_names: names in small letters that the server answers to besides addresses and
            `localhost`.
    """
    if not values and protocol == "HTTP/1.0":
        return None
    if len(values) != 1:
        return sentence(400, "A request has one Host header: send exactly one.")
    name = read_name(values[0])
    if name is None:
        return sentence(400, "The Host header is neither a name nor an address: mend it.")
    if is_own_name(name, own_names):
        return None
    return sentence(
        421,
        f"This server does not answer to the name {name}: open it by its address, or its operator "
        "adds the name to the setting POLEMOS_HOSTS.",
    )


def read_name(host: str) -> str | None:
    """Read the name or address of a Host header, in small letters, or give none."""
    match = _HOST.fullmatch(host.strip())
    if match is None or int(match[3] or 0) > PORT_MAX:
        return None
    if match[1] is None:
        return match[2].lower().removesuffix(".") or None
    return match[1].lower() if _is_address(match[1]) else None


def is_own_name(name: str, own_names: Sequence[str]) -> bool:
    """Tell whether the server answers to a name, as `read_name` gives it."""
    is_loopback = name == "localhost" or name.endswith(".localhost")
    return is_loopback or _is_address(name) or name in own_names


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
