"""HTTP responses as values: one request a connection, one response, then the end."""

import hashlib
from dataclasses import dataclass, field
from http import HTTPStatus

SECURITY_HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""What a page may load, and who may hold it: itself, and nobody."""

TEXT = "text/plain; charset=utf-8"
JSON = "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What answers a request.

    Args:
        status: HTTP's number.
        content_type: of the body.
        body: all of it.
        headers: further ones.
    """

    status: int
    content_type: str = TEXT
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = field(default=())

    def encode(self, *, is_body_wanted: bool = True) -> bytes:
        """Write head and body; HEAD gets the same head alone (RFC 9110, section 9.3.2)."""
        described = (
            ("Content-Type", self.content_type),
            ("Content-Length", str(len(self.body))),
        )
        # 304 speaks of a body that the client has (RFC 9110, section 15.4.5).
        head = encode_head(self.status, (*(described if self.status != 304 else ()), *self.headers))
        return head + self.body if is_body_wanted else head


def encode_head(status: int, headers: tuple[tuple[str, str], ...]) -> bytes:
    """Write a response's head; the connection ends after every response."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in (*headers, *SECURITY_HEADERS)]
    lines += ["Connection: close", "", ""]
    return "\r\n".join(lines).encode("ascii")


def sentence(status: int, text: str, *headers: tuple[str, str]) -> Response:
    """Answer with a sentence for a person."""
    return Response(status=status, body=f"{text}\n".encode(), headers=headers)


def etag(body: bytes) -> str:
    """Name a body by its content (RFC 9110, section 8.8.3)."""
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'
