"""The page's files, read once from the installed package, each with its type and its tag."""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.abc import Traversable
from importlib.resources import files

from polemos.hub.http import Response, etag, sentence
from polemos.hub.packing import DOCUMENT, FOLDER, VERSION_LETTERS, PackedPage

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

ASK_EACH_TIME = "no-cache"
"""A page's modules belong together: ask, and be answered 304 if nothing changed."""

KEEP_FOR_EVER = "public, max-age=31536000, immutable"

_PACKED = re.compile(rf"{FOLDER}/[0-9a-f]{{{VERSION_LETTERS}}}/(.+)", re.DOTALL)


class Files:
    """Serves bytes by path, compressed once where that is shorter.

    Args:
        contents: path without a leading slash to bytes.
        packed: the same page in few files, if its document is to name those.
    """

    def __init__(self, contents: Mapping[str, bytes], packed: PackedPage | None = None) -> None:
        self._files = {path: _served(path, body) for path, body in contents.items()}
        self._documents: dict[str, _Served] = {}
        self._packed: dict[str, _Served] = {}
        self._folder = ""
        if packed is not None:
            self._folder = packed.folder
            self._packed = {path: _served(path, body) for path, body in packed.files.items()}
            self._documents = {
                opened: _served(DOCUMENT, body) for opened, body in packed.documents.items()
            }

    def paths(self) -> list[str]:
        """List what there is."""
        return sorted(self._files)

    def respond(
        self, path: str, if_none_match: str | None = None, accept_encoding: str | None = None
    ) -> Response:
        """Answer with a file, 304 when the client has it, or 404."""
        found = _PACKED.fullmatch(path)
        served = self._files.get(path) if found is None else self._packed.get(found[1])
        if served is None:
            return sentence(404, f"There is no page at /{path}: start at /.")
        response = served.respond(if_none_match, accept_encoding)
        return _kept(response) if found and path.startswith(self._folder) else response

    def document(
        self, opened: str, if_none_match: str | None = None, accept_encoding: str | None = None
    ) -> Response:
        """Answer with the page's document.

        Args:
            opened: the module that will show what the address names.
        """
        served = self._documents.get(opened) or self._documents.get("")
        if served is None:
            return self.respond(DOCUMENT, if_none_match, accept_encoding)
        return served.respond(if_none_match, accept_encoding)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Served:
    """One file as it is sent."""

    plain: Response
    compressed: Response

    def respond(self, if_none_match: str | None, accept_encoding: str | None) -> Response:
        response = self.compressed if _accepts_gzip(accept_encoding) else self.plain
        tag = dict(response.headers)["ETag"]
        if if_none_match is not None and tag in (part.strip() for part in if_none_match.split(",")):
            return Response(
                status=304, content_type=response.content_type, headers=response.headers
            )
        return response


def _served(path: str, body: bytes) -> _Served:
    plain = _response(path, body)
    shorter = gzip.compress(body, mtime=0)
    is_shorter = len(shorter) < len(body)
    compressed = _response(path, shorter, ("Content-Encoding", GZIP)) if is_shorter else plain
    return _Served(plain=plain, compressed=compressed)


def _response(path: str, body: bytes, *headers: tuple[str, str]) -> Response:
    return Response(
        status=200,
        content_type=CONTENT_TYPES[_suffix(path)],
        body=body,
        headers=(
            ("Cache-Control", ASK_EACH_TIME),
            ("ETag", etag(body)),
            ("Vary", "Accept-Encoding"),
            *headers,
        ),
    )


def _kept(response: Response) -> Response:
    """Let a browser keep what its address already names by content.

    A file of another version, which a server of another version has named, is answered with ours,
    which may be kept by nobody: while servers are renewed one by one, pages go on.
    """
    headers = (("Cache-Control", KEEP_FOR_EVER), *response.headers[1:])
    return replace(response, headers=headers)


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
