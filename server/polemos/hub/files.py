"""The page's files, read once from the installed package, each with its type and its tag."""

import gzip
from collections.abc import Mapping
from importlib.abc import Traversable
from importlib.resources import files

from polemos.hub.http import Response, etag, sentence

PAGE_PACKAGE = "polemos_demo"
PAGE_FOLDER = "web"

CONTENT_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
}
"""What is served; a file of another kind stays where it is."""


GZIP = "gzip"


class Files:
    """Serves bytes by path, compressed once where that is shorter.

    Args:
        contents: path without a leading slash to bytes.
    """

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._responses = {path: _plain(path, body) for path, body in contents.items()}
        self._compressed = {
            path: _compressed(path, shorter)
            for path, body in contents.items()
            if len(shorter := gzip.compress(body, mtime=0)) < len(body)
        }

    def paths(self) -> list[str]:
        """List what there is."""
        return sorted(self._responses)

    def respond(
        self, path: str, if_none_match: str | None = None, accept_encoding: str | None = None
    ) -> Response:
        """Answer with a file, 304 when the client has it, or 404."""
        response = self._responses.get(path)
        if _accepts_gzip(accept_encoding):
            response = self._compressed.get(path, response)
        if response is None:
            return sentence(404, f"There is no page at /{path}: start at /.")
        tag = dict(response.headers)["ETag"]
        if if_none_match is not None and tag in (part.strip() for part in if_none_match.split(",")):
            return Response(
                status=304, content_type=response.content_type, headers=response.headers
            )
        return response


def _plain(path: str, body: bytes, *headers: tuple[str, str]) -> Response:
    return Response(
        status=200,
        content_type=CONTENT_TYPES[_suffix(path)],
        body=body,
        # A page's modules belong together: ask each time, answer 304 if nothing changed.
        headers=(
            ("Cache-Control", "no-cache"),
            ("ETag", etag(body)),
            ("Vary", "Accept-Encoding"),
            *headers,
        ),
    )


def _compressed(path: str, body: bytes) -> Response:
    return _plain(path, body, ("Content-Encoding", GZIP))


def _accepts_gzip(accept_encoding: str | None) -> bool:
    """Tell whether a client takes gzip (RFC 9110, section 12.5.3)."""
    for part in (accept_encoding or "").split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() == GZIP:
            return weight.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def page_contents() -> dict[str, bytes]:
    """Read the page's files from the installed package."""
    return dict(_walk(files(PAGE_PACKAGE).joinpath(PAGE_FOLDER), ""))


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    if not folder.is_dir():
        return []
    found: list[tuple[str, bytes]] = []
    for item in folder.iterdir():
        if item.is_dir():
            found += _walk(item, f"{prefix}{item.name}/")
        elif _suffix(item.name) in CONTENT_TYPES:
            found.append((f"{prefix}{item.name}", item.read_bytes()))
    return found


def _suffix(path: str) -> str:
    return path.rpartition(".")[2].lower()
