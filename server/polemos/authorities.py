"""The authorities that the environment names, by which other servers prove themselves to us.

Python passes over a file that is not there and trusts nobody; whoever is told then that a
certificate "is not trusted" looks for the mistake in the wrong place.
"""

import ssl
from collections.abc import Mapping

from polemos.cluster.bus import BusError

VARIABLE = "SSL_CERT_FILE"


def refuse_unusable_authorities(environment: Mapping[str, str]) -> None:
    """Check the file of certificates that the environment names, if it names one.

    Raises:
        BusError: it cannot be read, or holds no certificate.
    """
    path = environment.get(VARIABLE)
    if not path:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cafile=path)
    except ssl.SSLError:
        raise BusError(
            f"{VARIABLE} names {path}, which is no file of certificates: name the authority's "
            f"certificate in PEM, or take {VARIABLE} away to trust the system's authorities."
        ) from None
    except OSError as error:
        raise BusError(
            f"{VARIABLE} names {path}, which cannot be read ({error.strerror}): correct the path "
            f"or its permissions, or take {VARIABLE} away to trust the system's authorities."
        ) from None
