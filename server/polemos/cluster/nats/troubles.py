"""What an operator is told of a bus that cannot be used: what is wrong, where, what to do."""

import errno
import os
import socket
import ssl

from polemos.cluster.nats.address import NatsAddress
from polemos.cluster.nats.connection import Unusable


def start_sentence(address: NatsAddress, error: OSError | Unusable) -> str:
    """Say why there is no connection."""
    return f"The bus at {address} cannot be used: {_reason(address, error)}"


def lost_sentence(address: NatsAddress, reason: str) -> str:
    """Say that the connection is lost, and what that means."""
    return (
        f"The bus at {address} is lost, for {reason}: it is tried again until it is there; "
        "meanwhile events of other nodes' games come late, from the log, and their rooms cannot "
        "be asked."
    )


def missing_right_sentence(address: NatsAddress, words: str) -> str:
    """Say that the user, or the token, lacks a right."""
    return (
        f"The bus at {address} refuses us a subject ({words}): give its user the right to publish "
        "and to subscribe to polemos.> and _INBOX.>."
    )


def _reason(address: NatsAddress, error: OSError | Unusable) -> str:
    match error:
        case Unusable():
            return _refusal(str(error))
        case TimeoutError():
            return "it does not answer; check the address, and whatever filters on the way."
        case socket.gaierror():
            return f"there is no host {address.host}; correct the address."
        case ssl.SSLCertVerificationError():
            return (
                f"its certificate is not trusted ({error.verify_message}); give the authority's "
                "certificate in SSL_CERT_FILE, or correct the host's name."
            )
        case ssl.SSLError():
            return f"it speaks no TLS that we do ({error.reason}); write nats:// if that is meant."
        case _ if error.errno == errno.ECONNREFUSED or f"[Errno {errno.ECONNREFUSED}]" in str(
            error
        ):
            return "nobody listens there; start the NATS server, or correct the address."
        case _:
            return f"{_words(error)}; check the address and the network."


def _refusal(words: str) -> str:
    if "authorization violation" in words.lower():
        return "it refuses our user and password, or our token; correct them in the address."
    if "no NATS" in words:
        return f"{words}; give the port that NATS listens on for clients."
    return f"{words}; correct the address, or the server."


def _words(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)
