"""What is answered to bytes that are no request."""

from websockets.server import ServerProtocol

from polemos.hub.http import Response, sentence


def bad_head(core: ServerProtocol) -> Response:
    """Answer a head that is no request; the core says why, and 414 and 431 by itself."""
    written = b"".join(core.data_to_send())
    if written.startswith(b"HTTP/1.1 "):
        status = int(written[9:12])
        return sentence(status, "The request's line or a header is too long: shorten it.")
    cause = core.handshake_exc.__cause__ if core.handshake_exc else None
    if isinstance(cause, ValueError) and "request body" in str(cause):
        return sentence(
            405,
            "There is nothing here that takes a body: only GET and HEAD.",
            ("Allow", "GET, HEAD"),
        )
    return sentence(400, "The request is not HTTP/1.1 without a body: send a GET request.")
