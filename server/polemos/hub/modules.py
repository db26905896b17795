"""Reads one ES module of the page as it is written in this house, and refuses any other form.

What is taken: statements that begin a line at its very start. `import "./a.js";`, `import { a, b as
c } from "./a.js";`, `import * as a from "./a.js";`; `export` before `const NAME`, `function NAME`
and `class NAME`, and `export { a, b as c };`; `import("./a.js")` anywhere. Whatever else imports or
exports is refused, and so is a text over several lines in backquotes: a line of it could be taken
for a statement, and would lose its indentation. A reader of all of JavaScript would be a program of
another size.
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

MODULES = "$modules"
"""What all modules of a packed page export, by their paths."""

OPEN = "$open"
"""Does in a packed page what `import()` does in one that is not."""

_NAMES = r"\{([^{}]*)\}"
_FROM = r'"(\.{1,2}/[^"]+\.js)"'
_IMPORT = re.compile(
    rf"^import (?:(?:{_NAMES}|\* as (\w+))\s+from )?{_FROM};[^\S\n]*", re.MULTILINE
)
_EXPORT_LIST = re.compile(rf"^export {_NAMES};", re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:const|class|(?:async )?function\*?) (\w+)(?: =|[ (]))", re.MULTILINE
)
_OPENING = re.compile(rf"\bimport\({_FROM}\)")
_OTHER_FORM = re.compile(r"\bimport\s*[({*\"'.].*|^\s*(?:import|export)\b.*", re.MULTILINE)
_WAITING = re.compile(r"^(?:const (?:(?!async).)*)?\bawait\b", re.MULTILINE)
_NAME = re.compile(r"(\w+)(?: as (\w+))?")
_OWN_NAME = re.compile(r"\$(?:modules|open)\b")


class UnpackableError(ValueError):
    """A module of the page cannot be packed.

    Args:
        path: the module.
        what: what is wrong with it, and what to do, as half a sentence.
    """

    def __init__(self, path: str, what: str) -> None:
        super().__init__(path, what)
        self.path = path
        self.what = what

    def __str__(self) -> str:
        return f"The page's module {self.path} cannot be packed: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """Names that a module has from another.

    Args:
        path: the other module.
        names: pairs of the name there and the name here.
        whole: the name here of all that the other exports, or none.
    """

    path: str
    names: tuple[tuple[str, str], ...] = ()
    whole: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One module, taken apart.

    Args:
        path: where it stands among the page's files.
        imports: in the order in which they are evaluated.
        opened: paths of what it loads only when it needs it.
        exports: pairs of the name here and the name for others.
        body: the rest of it, without comments that have lines of their own, and not indented.
        is_waiting: whether its evaluation takes time.
    """

    path: str
    imports: tuple[Import, ...]
    opened: tuple[str, ...]
    exports: tuple[tuple[str, str], ...]
    body: str
    is_waiting: bool


def read_module(path: str, text: str) -> Module:
    """Take a module apart.

    Raises:
        UnpackableError: it has a form that is not known here.
    """
    source = without_comments(path, text)
    if own := _OWN_NAME.search(source):
        raise UnpackableError(path, f"{own[0]} is a name of the packed page's own: take another")
    imports = tuple(_import(path, found) for found in _IMPORT.finditer(source))
    source = _IMPORT.sub("", source)
    opened = tuple(_beside(path, found) for found in _OPENING.findall(source))
    source = _OPENING.sub(lambda found: f'{OPEN}("{_beside(path, found[1])}")', source)
    exports = [(name, name) for name in _EXPORT.findall(source)]
    exports += [pair for names in _EXPORT_LIST.findall(source) for pair in _pairs(path, names)]
    body = _EXPORT.sub("", _EXPORT_LIST.sub("", source))
    if other := _OTHER_FORM.search(body):
        raise UnpackableError(
            path,
            f"`{other[0].strip()}` imports or exports in a form that is not known here: write it "
            "as the other modules do",
        )
    return Module(
        path=path,
        imports=imports,
        opened=opened,
        exports=tuple(exports),
        body=bare_lines(body),
        is_waiting=_WAITING.search(body) is not None,
    )


def without_comments(path: str, text: str) -> str:
    """Leave out the comments that have lines of their own, in a module or a style.

    Raises:
        UnpackableError: a text or a comment reaches over lines that look like something else.
    """
    kept, is_comment = [], False
    for line in text.splitlines():
        bare = line.strip()
        if is_comment or bare.startswith("/*"):
            is_comment = "*/" not in bare
            if not is_comment and not bare.endswith("*/"):
                raise UnpackableError(
                    path, f"code stands after the comment in `{bare}`: begin a line"
                )
        elif not bare.startswith("//"):
            _check_ends(path, bare)
            kept.append(line)
    return "\n".join(kept)


def bare_lines(text: str) -> str:
    """Leave out indentation, empty lines and the comments that were left alone on theirs."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _check_ends(path: str, bare: str) -> None:
    """Refuse a line that leaves something open in which the next would be no code."""
    if bare.count("`") % 2:
        raise UnpackableError(path, f"a text goes on after `{bare}`: join lines with +")
    if bare.rfind("/*") > bare.rfind("*/"):
        raise UnpackableError(path, f"a comment goes on after `{bare}`: give it lines of its own")
    if bare.endswith("\\"):
        raise UnpackableError(path, f"a text goes on after `{bare}`: join lines with +")


def _import(path: str, found: re.Match[str]) -> Import:
    names, whole, other = found.groups()
    pairs = () if names is None else tuple(_pairs(path, names))
    return Import(path=_beside(path, other), names=pairs, whole=whole)


def _pairs(path: str, names: str) -> Iterator[tuple[str, str]]:
    """Read `a, b as c`: what each is named before and after."""
    for part in filter(None, (part.strip() for part in names.split(","))):
        found = _NAME.fullmatch(part)
        if found is None:
            raise UnpackableError(path, f"`{part}` is no name: write NAME or NAME as NAME")
        yield found[1], found[2] or found[1]


def _beside(path: str, other: str) -> str:
    """Find where a module stands that another names from where it stands itself."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), other))
