"""The rules pages say what the server's own presets say, and lead to a room with those rules."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Windows
from kit.listed import told
from kit.server import ServerProcess
from polemos.rules.presets import PRESETS

pytestmark = pytest.mark.browser

ROW_OF = {
    "players": ["Players"],
    "deck": ["Cards"],
    "best": ["Best card"],
    "six_beats_ace": ["Lowest against ace"],
    "hidden_cards": ["Hidden cards in a war", "Cards won in a war of two"],
    "war_joined_by": ["Who joins a war"],
    "short_in_war": ["Too few cards in a war"],
    "return_order": ["Won cards"],
    "deal": ["Deal"],
    "cap": ["Very long games"],
    "at_cap": ["Very long games"],
}

EVERY_SENTENCE = """async () => {
  const { ruleText } = await import("/rulewords.js");
  const { presets, dimensions } = await (await fetch("/presets")).json();
  const [base] = presets;
  const sentences = {};
  for (const { dimension, values } of dimensions) {
    const row = dimension === "at_cap" ? "cap" : dimension;
    const rules = { ...base.rules, cap: dimension === "at_cap" ? 7 : null };
    sentences[dimension] = values.map((value) =>
      ruleText({ ...base, rules: { ...rules, [dimension]: value } }, row));
  }
  return sentences;
}"""


def open_rules(windows: Windows, preset: str, **options: Any) -> Page:
    page = windows.open(f"/rules/{preset}", **options)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("region", name="How it is played")).to_be_visible()
    return page


def cells(page: Page) -> list[list[str]]:
    """Read the table of differences: the rule, the standard's side, the preset's."""
    rows = page.get_by_role("region", name="What is different").locator("tbody tr")
    return [row.locator("th, td").all_inner_texts() for row in rows.all()]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_differs_stands_beside_the_standard_and_nothing_else_does(
    windows: Windows, server: ServerProcess, preset: str
) -> None:
    catalogue = told(server, "/presets")
    (described,) = [one for one in catalogue["presets"] if one["preset"] == preset]
    page = open_rules(windows, preset)
    expected = {row for change in described["differences"] for row in ROW_OF[change["dimension"]]}
    if not expected:
        assert preset == catalogue["standard"]
        expect(page.get_by_role("region", name="What is different")).to_have_count(0)
        return
    shown = cells(page)
    assert {row[0] for row in shown} == expected
    assert len(shown) == len(expected)
    standard = open_rules(windows, catalogue["standard"])
    for rule, usual, own in shown:
        assert usual != own
        assert usual in standard.locator("dd").all_inner_texts(), rule
        assert own in page.locator("dd").all_inner_texts(), rule


def test_one_hidden_differs_as_the_greek_page_says(windows: Windows) -> None:
    rows = {rule: (usual, own) for rule, usual, own in cells(open_rules(windows, "one-hidden"))}
    usual, own = rows["Hidden cards in a war"]
    assert (usual[:2], own[:4]) == ("3 ", "One ")
    usual, own = rows["Cards won in a war of two"]
    assert ("At least 10" in usual, "At least 6" in own) == (True, True)
    usual, own = rows["Very long games"]
    assert ("No limit" in usual, "1,000 rounds is a draw" in own) == (True, True)


def test_every_value_of_every_rule_has_a_sentence_of_its_own(windows: Windows) -> None:
    sentences = windows.open_blank().evaluate(EVERY_SENTENCE)
    assert set(sentences) == set(ROW_OF) - {"players"}
    for dimension, texts in sentences.items():
        assert len(set(texts)) == len(texts), dimension
        assert not any("undefined" in text or "{" in text for text in texts), texts


@pytest.mark.parametrize("preset", PRESETS)
def test_the_edge_cases_that_can_come_up_are_told_in_words(
    windows: Windows, server: ServerProcess, preset: str
) -> None:
    (described,) = [one for one in told(server, "/presets")["presets"] if one["preset"] == preset]
    page = open_rules(windows, preset)
    cases = page.get_by_role("region", name="What is decided where players argue").locator("dd")
    texts = cases.all_inner_texts()
    assert len(set(texts)) == len(described["edge_cases"]) > 0
    assert all(len(text) > 40 for text in texts)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_room_with_these_rules_is_one_link_away(windows: Windows, preset: str) -> None:
    page = open_rules(windows, preset)
    page.get_by_role("link", name="Open a room with these rules").click()
    expect(page.locator('input[name="preset"]:checked')).to_have_value(preset)


@pytest.mark.parametrize("query", ["", "?preset=nonsense", "?preset=", "?other=peace"])
def test_a_link_that_names_no_preset_chooses_the_first(windows: Windows, query: str) -> None:
    page = windows.open(f"/{query}")
    expect(page.locator('input[name="preset"]').first).to_be_checked()


def test_rules_that_are_not_there_are_said_in_a_sentence(windows: Windows) -> None:
    page = windows.open("/rules/nonsense")
    expect(page.get_by_role("alert")).to_have_text("There are no rules of that name.")


def test_whoever_has_only_a_keyboard_gets_from_the_start_to_a_presets_rules(
    windows: Windows,
) -> None:
    page = windows.open()
    tab_to(page, "Rules")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    expect(page.get_by_role("link", name="Rules", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    tab_to(page, "Peace")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Peace")


def tab_to(page: Page, text: str) -> None:
    """Press Tab until a link of that text has the focus, and can be seen to have it."""
    for _ in range(40):
        page.keyboard.press("Tab")
        focus = page.evaluate(
            """() => ({ text: document.activeElement.textContent,
              outline: getComputedStyle(document.activeElement).outlineStyle })"""
        )
        if focus["text"] == text:
            assert focus["outline"] == "solid"
            return
    raise AssertionError(f"no press of Tab leads to {text}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rules_fit_every_width(windows: Windows, scheme: str) -> None:
    for path in ("/rules", "/rules/bataille"):
        page = windows.open(path, color_scheme=scheme)
        expect(page.get_by_role("link", name="Open a room with these rules").first).to_be_visible()
        for width in (320, 768, 1_280, 1_920):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0, width
