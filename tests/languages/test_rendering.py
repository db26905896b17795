"""The page renders every text just as another implementation of Fluent does."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from kit.languages import needed, numbers_in, oracle_says, texts_of
from polemos_demo.locales.sources import LANGUAGES, PAGE_PARTS

pytestmark = pytest.mark.browser

SAY_ALL = """async ([language, messages, cases]) => {
  const { speaker } = await import("/language/pattern.js");
  const say = speaker(language, messages);
  return cases.map(([key, values]) => say(key, values));
}"""

# No quarters: where a number is cut to tenths, the two libraries halve ties differently.
TELLING_NUMBERS = (0, 1, 2, 5, 11, 21, 100, 1_000, 12_345, 1_000_000, 0.5, 1.5)
RANKS = (*range(2, 10), *"TJQKA")

numbers = st.one_of(
    st.sampled_from(TELLING_NUMBERS),
    st.integers(0, 10**9),
    st.integers(0, 10**7).map(lambda halves: halves / 2),
)
names = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=12)


def page_texts(language: str) -> dict[str, Any]:
    parts = [part for parts in PAGE_PARTS.values() for part in parts]
    return {key: pattern for part in parts for key, pattern in texts_of(language, part).items()}


def kind_of(language: str, key: str, name: str) -> st.SearchStrategy[object]:
    is_number = name in numbers_in(page_texts(language)[key])
    return numbers if is_number else numbers | names


def names_of(language: str, key: str) -> list[str]:
    return sorted(needed(language, key))


def check(page: Page, language: str, cases: list[tuple[str, dict[str, object]]]) -> None:
    said = page.evaluate(SAY_ALL, [language, page_texts(language), cases])
    assert said == [oracle_says(language, key, values) for key, values in cases]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("value", [*TELLING_NUMBERS, "K", "9", "Maria", "{ $x }"])
def test_every_text_is_rendered_with_every_kind_of_value(
    modules: Page, language: str, value: object
) -> None:
    cases: list[tuple[str, dict[str, object]]] = [
        (key, dict.fromkeys(needed(language, key), value))
        for key, pattern in page_texts(language).items()
        if not (isinstance(value, str) and numbers_in(pattern))
    ]
    assert len(cases) > 200
    check(modules, language, cases)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rank_has_a_letter_and_a_name_of_its_own(modules: Page, language: str) -> None:
    for key in ("rank_letter", "ranks_tied"):
        cases: list[tuple[str, dict[str, object]]] = [(key, {"rank": rank}) for rank in RANKS]
        check(modules, language, cases)
        assert len({oracle_says(language, *case) for case in cases}) == len(RANKS)


@settings(max_examples=40)
@given(data=st.data())
def test_the_page_agrees_on_any_values(modules: Page, data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(LANGUAGES))
    keys = [key for key in page_texts(language) if needed(language, key)]
    drawn = data.draw(st.lists(st.sampled_from(keys), min_size=1, max_size=12))
    cases: list[tuple[str, dict[str, object]]] = [
        (
            key,
            {
                name: data.draw(kind_of(language, key, name))
                for name in sorted(needed(language, key))
            },
        )
        for key in drawn
    ]
    check(modules, language, cases)


MISSING = """async () => {
  const { speaker } = await import("/language/pattern.js");
  const told = [];
  const texts = { a: ["Hello ", ["$", "name"]] };
  const say = speaker("en", texts, (complaint) => told.push(complaint));
  const said = [say("b"), say("b"), say("a"), say("a", { name: "Maria" })];
  return [...said, say.has("a"), say.has("b"), told];
}"""


def test_what_is_missing_is_shown_by_name_and_told_once(modules: Page) -> None:
    assert modules.evaluate(MISSING) == [
        "b",
        "b",
        "Hello {name}",
        "Hello Maria",
        True,
        False,
        ["There is no text b in en.", "The text a misses name."],
    ]


CHOOSE = """async ([kept, wanted]) => {
  const { chosenLanguage } = await import("/language/choice.js");
  return chosenLanguage(kept, wanted);
}"""


@pytest.mark.parametrize(
    ("kept", "wanted", "chosen"),
    [
        (None, ["fr-CA", "en"], "fr"),
        (None, ["de-DE", "el", "en"], "el"),
        (None, ["EL-gr"], "el"),
        (None, ["ja", "zh-Hant"], "en"),
        (None, [], "en"),
        ("el", ["fr"], "el"),
        ("de", ["fr"], "fr"),
        ("constructor", ["tr"], "en"),
    ],
)
def test_a_language_is_chosen_by_the_person_else_by_the_browser(
    modules: Page, kept: str | None, wanted: list[str], chosen: str
) -> None:
    assert modules.evaluate(CHOOSE, [kept, wanted]) == chosen
