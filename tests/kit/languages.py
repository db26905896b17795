"""All texts of all languages, compiled, and what an independent library makes of them."""

from functools import cache

from fluent.runtime import FluentBundle, FluentResource

from polemos_demo.locales.compiling import Pattern, compile_messages, references, variables
from polemos_demo.locales.sources import PAGE_PARTS, TERMINAL_PARTS, parse, source

PARTS = tuple(
    dict.fromkeys(part for parts in (*PAGE_PARTS.values(), TERMINAL_PARTS) for part in parts)
)
SERVER_LANGUAGE = "en"
"""The language of the server's own refusals."""


@cache
def texts_of(language: str, part: str) -> dict[str, Pattern]:
    return compile_messages([parse(source(language, part))])


@cache
def all_texts(language: str) -> dict[str, Pattern]:
    return {key: pattern for part in PARTS for key, pattern in texts_of(language, part).items()}


def needed(language: str, key: str) -> frozenset[str]:
    """Name the values that a text needs, with those of the texts that it refers to."""
    pattern = all_texts(language)[key]
    others = [needed(language, other) for other in references(pattern)]
    return variables(pattern).union(*others)


@cache
def oracle(language: str) -> FluentBundle:
    """Another implementation of Fluent, on the same files."""
    bundle = FluentBundle([language], use_isolating=False)
    for part in PARTS:
        bundle.add_resource(FluentResource(source(language, part)))
    return bundle


def oracle_says(language: str, key: str, values: dict[str, object]) -> str:
    text, errors = oracle(language).format_pattern(oracle(language).get_message(key).value, values)
    assert errors == []
    return str(text)


def numbers_in(pattern: Pattern) -> frozenset[str]:
    """Name the values that can only be numbers, since `NUMBER` takes no other."""
    if isinstance(pattern, str):
        return frozenset()
    return frozenset(part[1] for part in pattern if part[0] == "$" and len(part) == 3)


def references_to(language: str) -> frozenset[str]:
    """Name the texts that stand in other texts."""
    return frozenset[str]().union(*map(references, all_texts(language).values()))
