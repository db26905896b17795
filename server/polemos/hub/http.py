"""HTTP responses as values."""

import hashlib
from dataclasses import dataclass, field
from http import HTTPStatus

NOWHERE = ""
"""The path of a request whose head could not be read."""

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What a page may load: itself. `connect-src 'self'` covers the socket (CSP level 3)."""

NOBODY = "'none'"
FRAMES: tuple[tuple[str, str], ...] = (("/embed/", "*"),)
"""Beginnings of paths whose pages somebody may hold in a frame, and who."""

FEATURES = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
"""What a page could ask its visitor for, and never does."""

FIXED_HEADERS = (
    ("Permissions-Policy", ", ".join(f"{feature}=()" for feature in FEATURES)),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)


def content_policy(path: str, frames: tuple[tuple[str, str], ...] = FRAMES) -> str:
    """Tell what a page may load, and who may hold it in a frame.

    Args:
        path: what was asked for, as the request has it.
        frames: beginnings of paths that somebody may hold in a frame, and who.
    """
    holders = next((who for beginning, who in frames if path.startswith(beginning)), NOBODY)
    return f"{CONTENT_POLICY}; frame-ancestors {holders}"


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

    def encode(
        self, *, is_body_wanted: bool = True, path: str = NOWHERE, is_kept: bool = False
    ) -> bytes:
        """Write head and body; HEAD gets the same head alone (RFC 9110, section 9.3.2).

        Args:
            is_body_wanted: whether the body follows.
            path: what was asked for.
            is_kept: whether the connection waits for another request.
        """
        described = (
            ("Content-Type", self.content_type),
            ("Content-Length", str(len(self.body))),
        )
        # 304 speaks of a body that the client has (RFC 9110, section 15.4.5).
        headers = (*(described if self.status != 304 else ()), *self.headers)
        head = encode_head(self.status, headers, path=path, is_kept=is_kept)
        return head + self.body if is_body_wanted else head


def encode_head(
    status: int,
    headers: tuple[tuple[str, str], ...],
    *,
    path: str = NOWHERE,
    is_kept: bool = False,
) -> bytes:
    """Write a response's head, which says whether the connection ends after it."""
    policy = ("Content-Security-Policy", content_policy(path))
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in (*headers, policy, *FIXED_HEADERS)]
    lines += ["Connection: keep-alive" if is_kept else "Connection: close", "", ""]
    return "\r\n".join(lines).encode("ascii")


def sentence(status: int, text: str, *headers: tuple[str, str]) -> Response:
    """Answer with a sentence for a person."""
    return Response(status=status, body=f"{text}\n".encode(), headers=headers)


def etag(body: bytes) -> str:
    """Name a body by its content (RFC 9110, section 8.8.3)."""
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'
