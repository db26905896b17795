"""Finds the Fluent files in the installed package."""

from importlib.resources import files

from fluent.syntax import FluentParser
from fluent.syntax.ast import Resource

LANGUAGES = ("en", "fr", "el")
"""The languages, the one that stands in for unknown ones first."""

PAGE_PARTS = {
    "": ("game", "page", "watching", "replay", "keys", "refusals"),
    "records": ("records",),
    "rules": ("rules",),
    "verify": ("verify",),
}
"""The files whose texts the page says: those of every page, and those that some pages load too."""

TERMINAL_PARTS = ("game", "terminal", "refusals")
"""The files whose texts the terminal says."""


def source(language: str, part: str) -> str:
    """Read one Fluent file."""
    name = f"{language}/{part}.ftl"
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def parse(text: str) -> Resource:
    """Parse a Fluent file's text; what is no Fluent becomes `Junk` in its body."""
    return FluentParser(with_spans=False).parse(text)
