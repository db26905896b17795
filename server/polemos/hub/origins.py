"""Whose pages may open a socket: an exact list of origins, by default the server's own.

Its own are the name and port of the Host header, with http and with https alike: where a proxy ends
TLS, the server cannot know which of them its pages came by.

A browser lets every page open a socket to every server, and names the page's origin; only the
server can refuse. There are no cookies that a foreign page could ride on, but its visitors would
lend it their addresses, and their way to a server that only they can reach.
"""

import re
from collections.abc import Sequence

_ORIGIN = re.compile(r"https?://(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[1-9][0-9]{0,4})?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def is_origin(text: str) -> bool:
    """Tell whether a text is an origin as browsers write it: small letters, no default port."""
    scheme = text.partition(":")[0]
    return bool(_ORIGIN.fullmatch(text)) and not text.endswith(_DEFAULT_PORTS[scheme])


def may_open_socket(origin_values: Sequence[str], host: str | None, allowed: Sequence[str]) -> bool:
    """Tell whether a socket may be opened from a page of this origin.

    A browser always names the origin; whoever names none is no page, so no visitor is in danger.

    Args:
        origin_values: of all Origin headers.
        host: the Host header, which has passed its own check.
        allowed: origins that the operator allows besides the server's own.
    """
    if not origin_values:
        return True
    if len(origin_values) > 1:
        return False
    return origin_values[0] in allowed or (host is not None and origin_values[0] in _own(host))


def _own(host: str) -> list[str]:
    """Give the origins of the server's own pages: both, since a proxy may speak TLS for it."""
    name = host.strip().lower()
    return [f"{scheme}://{name.removesuffix(port)}" for scheme, port in _DEFAULT_PORTS.items()]
