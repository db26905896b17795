"""Joins the page's files, so that a page asks for few of them and is asked about none again.

A page of a hundred small modules costs a phone a round trip for each step from one to the next. So
what every page needs is one file, `app.js`, but for the little that asks the server and must not
wait for the rest; what is loaded only where it is needed is a file for each module that some
`import()` asks for, and has its name. All stand in a folder that is named by their content, so that
a browser may keep them for ever.

In a packed file each module is a block in which its names are its own, in the order in which the
modules need each other. What it exports stands in a table when the block has ended. So that this
does the same as the modules themselves, none may import itself by way of others.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from posixpath import dirname, relpath

from polemos.hub.modules import (
    MODULES,
    OPEN,
    Import,
    Module,
    UnpackableError,
    bare_lines,
    read_module,
    without_comments,
)

DOCUMENT = "index.html"
AHEAD = "ahead.js"
"""What begins its work before the rest is there; all others have the table of modules from it."""

APP = "app.js"
STYLE = "style.css"
FOLDER = "packed"
VERSION_LETTERS = 24

_TABLE = f"""\
export const {MODULES} = Object.create(null);
export async function {OPEN}(path) {{
if (!{MODULES}[path]) await import(`./${{path}}`);
return {MODULES}[path];
}}
"""
_STYLE_LINK = re.compile(r'<link rel="stylesheet" href="/([^"]+)">\s*')
_APP_SCRIPT = f'<script type="module" src="/{APP}"></script>'
_ADDRESS = re.compile(r'\b(href|src|content)="/([^"]+)"')
_ROOTED = re.compile(r'url\("/')


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedPage:
    """The page in few files.

    Args:
        version: names the content of all files.
        files: path below the folder of this version to bytes.
        documents: the page's document by the module that shows what an address names; for others,
            the one by no name.
    """

    version: str
    files: Mapping[str, bytes]
    documents: Mapping[str, bytes]

    @property
    def folder(self) -> str:
        """The beginning of every file's address."""
        return f"{FOLDER}/{self.version}/"


def pack(contents: Mapping[str, bytes]) -> PackedPage:
    """Join a page's files.

    Args:
        contents: path without a leading slash to bytes.

    Raises:
        UnpackableError: a file has a form that is not known here.
    """
    document = contents[DOCUMENT].decode()
    files = {
        **{path: body for path, body in contents.items() if path.endswith((".json", ".svg"))},
        **{path: text.encode() for path, text in _scripts(_Library(contents)).items()},
        STYLE: _style(contents, _STYLE_LINK.findall(document)).encode(),
    }
    version = _version(files)
    opened = [path for path in files if path.endswith(".js") and path not in (AHEAD, APP)]
    documents = {path: _document(document, files, version, path) for path in ("", *opened)}
    return PackedPage(version=version, files=files, documents=documents)


@dataclass(slots=True)
class _Library:
    """The page's modules, each read once."""

    contents: Mapping[str, bytes]
    _modules: dict[str, Module] = field(default_factory=dict)

    def module(self, path: str) -> Module:
        if path not in self._modules:
            self._modules[path] = read_module(path, self.contents[path].decode())
        return self._modules[path]

    def needed(self, path: str, before: tuple[str, ...] = ()) -> Iterator[str]:
        """List what a module needs and itself, each after what it needs; some come twice."""
        if path in before:
            way = " → ".join((*before[before.index(path) :], path))
            raise UnpackableError(path, f"it imports itself ({way}): give what both need a module")
        module = self.module(path)
        for opened in module.opened:
            self._check(path, Import(path=opened))
        for wanted in module.imports:
            self._check(path, wanted)
            yield from self.needed(wanted.path, (*before, path))
        yield path

    def _check(self, path: str, wanted: Import) -> None:
        if wanted.path not in self.contents:
            raise UnpackableError(path, f"it imports {wanted.path}, which is not there")
        exported = {name for _, name in self.module(wanted.path).exports}
        for name, _ in wanted.names:
            if name not in exported:
                raise UnpackableError(
                    path,
                    f"it imports {name}, which {wanted.path} does not export: each exported name "
                    "needs an export of its own",
                )


def _scripts(library: _Library) -> dict[str, str]:
    """Pack what every page needs, and each module that is loaded only when it is needed."""
    needs = _needs(library)
    ahead, common = needs.pop(AHEAD), needs.pop(APP)
    waiting: dict[str, str] = {}
    scripts = {
        AHEAD: _TABLE + _blocks(library, ahead),
        APP: _head(APP, []) + _blocks(library, [path for path in common if path not in ahead]),
    }
    for entry, needed in needs.items():
        own = [path for path in needed if path not in (*ahead, *common)]
        if entry not in own:
            raise UnpackableError(entry, f"{APP} loads it already: import it without import()")
        others = [path for path in own if path in needs and path != entry]
        elsewhere = {path for other in others for path in needs[other]}
        own = [path for path in own if path not in elsewhere]
        _check_waiting(library, entry, own, waiting)
        scripts[entry] = _head(entry, [APP, *others]) + _blocks(library, own, is_guarded=True)
    return scripts


def _needs(library: _Library) -> dict[str, list[str]]:
    """List what each packed file's module needs and itself, in their order."""
    needs: dict[str, list[str]] = {}
    to_list = [AHEAD, APP]
    while to_list:
        entry = to_list.pop()
        if entry not in needs:
            needs[entry] = list(dict.fromkeys(library.needed(entry)))
            to_list += [path for need in needs[entry] for path in library.module(need).opened]
    return needs


def _check_waiting(library: _Library, entry: str, own: list[str], waiting: dict[str, str]) -> None:
    """Refuse what two packed files could begin to evaluate before either has ended."""
    for path in own:
        if library.module(path).is_waiting and waiting.setdefault(path, entry) != entry:
            raise UnpackableError(
                path,
                f"it waits while it is evaluated, and both {waiting[path]} and {entry} need it: "
                f"import it in {APP}, or wait in a function",
            )


def _head(entry: str, others: list[str]) -> str:
    lines = [f'import {{ {MODULES}, {OPEN} }} from "{_way(entry, AHEAD)}";']
    lines += [f'import "{_way(entry, other)}";' for other in others]
    return "\n".join([*lines, ""])


def _way(entry: str, other: str) -> str:
    """Give the way from one packed file to another."""
    way = relpath(other, dirname(entry) or ".")
    return way if way.startswith(".") else f"./{way}"


def _blocks(library: _Library, paths: list[str], *, is_guarded: bool = False) -> str:
    """Write modules in their order.

    Args:
        library: where they are read.
        paths: where they stand.
        is_guarded: whether another file may hold the same modules; the first brings them.
    """
    return "".join(
        (f'if (!{MODULES}["{path}"]) ' if is_guarded else "") + _block(library.module(path))
        for path in paths
    )


def _block(module: Module) -> str:
    lines = [line for wanted in module.imports for line in _bound(wanted)]
    exports = ", ".join(
        here if here == there else f"{there}: {here}" for here, there in module.exports
    )
    lines += [module.body, f'{MODULES}["{module.path}"] = {{ {exports} }};']
    return "\n".join(["{", *lines, "}", ""])


def _bound(wanted: Import) -> Iterator[str]:
    source = f'{MODULES}["{wanted.path}"]'
    if wanted.whole is not None:
        yield f"const {wanted.whole} = {source};"
    if wanted.names:
        names = (there if there == here else f"{there}: {here}" for there, here in wanted.names)
        yield f"const {{ {', '.join(names)} }} = {source};"


def _style(contents: Mapping[str, bytes], paths: list[str]) -> str:
    """Join the styles in the order of the document; addresses are found from the file's folder."""
    texts = (without_comments(path, contents[path].decode()) for path in paths)
    return _ROOTED.sub('url("', "\n".join(map(bare_lines, texts)))


def _version(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path, body in sorted(files.items()):
        digest.update(b"%d %b %d " % (len(path), path.encode(), len(body)) + body)
    return digest.hexdigest()[:VERSION_LETTERS]


def _document(document: str, files: Mapping[str, bytes], version: str, opened: str) -> bytes:
    """Name the packed files in the document, and early what an address will need."""

    def address(found: re.Match[str]) -> str:
        attribute, path = found.groups()
        is_packed = path in files or any(file.startswith(path) for file in files if path[-1] == "/")
        return f'{attribute}="/{FOLDER}/{version}/{path}"' if is_packed else found[0]

    style = f'<link rel="stylesheet" href="/{STYLE}">\n  '
    scripts = _APP_SCRIPT
    if opened:
        scripts += f'\n  <link rel="modulepreload" href="/{opened}">'
    first = _STYLE_LINK.search(document)
    if first is None or _APP_SCRIPT not in document:
        raise UnpackableError(DOCUMENT, f"it needs a style and {_APP_SCRIPT}")
    start = first.start()
    document = document[:start] + style + _STYLE_LINK.sub("", document[start:])
    return _ADDRESS.sub(address, document.replace(_APP_SCRIPT, scripts)).encode()
