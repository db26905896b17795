"""The page says no text that there is not, leaves none unsaid, and hands over what each needs."""

import re
from functools import cache

import pytest

from kit.javascript import calls_of, split, strings_of, templates_of, without_comments
from kit.languages import all_texts, needed, references_to, texts_of
from polemos.hub.files import page_contents
from polemos.rules.catalogue import SOURCES, EdgeCase
from polemos.rules.events import EndReason, ReleaseReason, Tempo
from polemos.rules.presets import PRESETS
from polemos.wire.codes import CODES
from polemos.wire.pushes import SeatStanding
from polemos_demo.locales.sources import PAGE_PARTS

PARTS = [part for parts in PAGE_PARTS.values() for part in parts]
FAMILIES = {
    "reason": EndReason,
    "seat": ReleaseReason,
    "standing": [standing for standing in SeatStanding if standing is not SeatStanding.TAKEN],
    "edge": EdgeCase,
    "source": set(SOURCES.values()),
    "preset": [preset.replace("-", "_") for preset in PRESETS],
}
"""What comes from the wire and becomes the end of a key."""


@cache
def modules() -> dict[str, str]:
    return {
        path: without_comments(content.decode())
        for path, content in page_contents().items()
        if path.endswith(".js")
    }


@cache
def page_keys() -> frozenset[str]:
    return frozenset(key for part in PARTS for key in texts_of("en", part))


def is_said(key: str) -> bool:
    """Whether a key stands in a module, or is composed there of its beginning or its end."""
    if key in strings():
        return True
    for template in templates():
        pattern = re.sub(r"\\\$\\\{.*?\\\}", r"\\w+", re.escape(template))
        if re.fullmatch(pattern, key):
            return True
    return False


@cache
def strings() -> frozenset[str]:
    return frozenset().union(*map(strings_of, modules().values()))


@cache
def templates() -> frozenset[str]:
    """Texts with places that can be keys: not only a place."""
    found = frozenset().union(*map(templates_of, modules().values()))
    return frozenset(
        text for text in found if re.fullmatch(r"(?=.*\w_\$|.*\}_\w)(\w+|\$\{[^}]*\})+", text)
    )


CALLS = [call for path, source in modules().items() for call in calls_of("say", path, source)]


def test_the_calls_are_found() -> None:
    assert len(CALLS) > 150


def test_no_text_is_said_that_there_is_not() -> None:
    missing = {
        (call.path, key) for call in CALLS for key in call.literal_keys if key not in page_keys()
    }
    assert missing == set()


def test_every_text_is_handed_all_values_that_it_needs() -> None:
    missing = {
        (call.path, key, tuple(sorted(needed("en", key) - call.names)))
        for call in CALLS
        for key in call.literal_keys
        if call.names is not None and key in page_keys() and not needed("en", key) <= call.names
    }
    assert missing == set()


def test_no_text_is_left_unsaid() -> None:
    referred = references_to("en")
    assert {key for key in page_keys() if not is_said(key) and key not in referred} == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_whatever_the_wire_can_say_has_its_text(family: str) -> None:
    for member in FAMILIES[family]:
        assert f"{family}_{member}" in page_keys()


def test_refusals_are_told_by_their_codes() -> None:
    assert set(texts_of("fr", "refusals")) == {f"refused_{code}" for code in CODES}


SHOWN = re.compile(
    r'(?:\b(?:text|title|alt|placeholder)|"aria-(?:label|valuetext|roledescription)"): '
    r"(\"[^\"]*\"|`[^`]*`)"
)
WRITTEN = re.compile(r"\.(?:textContent|innerText|title|ariaLabel) = (\"[^\"]*\"|`[^`]*`)")
NAMES = {"Polemos", "HTML", "English", "Français", "Ελληνικά"}
"""Words that are the same in every language, or are languages' own names."""


def words_in(literal: str) -> set[str]:
    """List the words of a literal, without what is put into it."""
    if literal.startswith("`polemos "):  # a command is the same in every language
        return set()
    return set(re.findall(r"[^\W\d_]{2,}", re.sub(r"\$\{.*?(\}|$)", "", literal)))


def literals_of(source: str) -> list[str]:
    """List the literals that reach the reader: attributes, written texts, children, questions."""
    found = [*SHOWN.findall(source), *WRITTEN.findall(source)]
    for name in ("element", "drawing"):
        for call in calls_of(name, "", source):
            found += [child for child in call.arguments[2:] if child[0] in '"`']
    for name in ("write", "confirm", "alert", "faultPage"):
        for call in calls_of(name, "", source):
            found += [part for part in call.arguments if part[:1] in ('"', "`")]
    return found


def test_nothing_is_written_past_the_texts() -> None:
    past = {
        (path, literal)
        for path, source in modules().items()
        for literal in literals_of(source)
        if not words_in(literal) <= NAMES and literal.strip('"') not in page_keys()
    }
    assert past == set()


def test_tempos_stand_on_the_slider_as_on_the_wire() -> None:
    listed = re.search(r"TEMPOS = \[(.*?)\]", modules()["messages.js"], re.DOTALL)
    assert listed is not None
    assert [text.strip('"') for text in split(listed[1])] == list(Tempo)


def test_all_keys_are_single() -> None:
    assert len(all_texts("en")) == len(set(all_texts("en")))
