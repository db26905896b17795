"""Fluent is compiled to what the page renders, and nothing else is let through."""

import pytest

from polemos_demo.locales.compiling import (
    UnfitTextError,
    compile_messages,
    references,
    variables,
)
from polemos_demo.locales.sources import parse


def test_a_text_without_places_stays_a_text() -> None:
    assert compile_messages([parse('a = One{" "}two\n')]) == {"a": "One two"}


def test_places_references_numbers_and_variants_are_told_apart() -> None:
    text = (
        "a = { $n ->\n    [0] none\n    [one] { $n } of { b }\n"
        "   *[other] { NUMBER($m, minimumFractionDigits: 1) }\n }!\nb = B\n"
    )
    compiled = compile_messages([parse(text)])
    one, other = [["$", "n"], " of ", ["@", "b"]], [["$", "m", {"minimumFractionDigits": 1}]]
    assert compiled["a"] == [
        ["?", "n", {"0": "none", "one": one, "other": other}, "other"],
        "!",
    ]
    assert variables(compiled["a"]) == {"n", "m"}
    assert references(compiled["a"]) == {"b"}


@pytest.mark.parametrize(
    "text",
    [
        "a = One\na = Two\n",
        "a = { $n\n",
        "a = One\n    .title = Two\n",
        "-term = One\n",
        "a = { -term }\n",
        "a = { b.title }\n",
        "a = { DATETIME($n) }\n",
        "a = { NUMBER(1) }\n",
        "a = { $n ->\n    [one] 1\n    [one] 2\n   *[other] 3\n }\n",
        "a = { NUMBER($n) ->\n   *[other] 3\n }\n",
        "    .title = Two\n",
    ],
)
def test_what_the_page_cannot_render_is_refused(text: str) -> None:
    with pytest.raises(UnfitTextError):
        compile_messages([parse(text)])
