"""A game is checked in the page: one that is right, and one that somebody changed."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Windows, open_room


@pytest.fixture
def page(windows: Windows) -> Page:
    """The page of a finished game."""
    opened = windows.open()
    open_room(opened, preset="bataille", tempo="lightning")
    expect(opened.locator(".result-headline")).to_be_visible()
    room = opened.url.rsplit("/", 1)[1]
    opened.goto(f"{windows.url}/games/{room}-1")
    return opened


def verdicts(page: Page) -> list[str]:
    return page.locator("dd.verdict").evaluate_all(
        "nodes => nodes.map((node) => [...node.classList].find((c) => c.startsWith('is-')))"
    )


def test_a_finished_game_is_right_three_times_and_its_proof_is_kept(page: Page) -> None:
    page.locator("[data-do=check]").click()
    expect(page.locator("dd.verdict")).to_have_count(3)
    assert verdicts(page) == ["is-right"] * 3
    assert "null" not in page.locator(".check-report").inner_text()
    with page.expect_download() as download:
        page.locator("[data-do=proof]").click()
    assert '"verified"' in Path(download.value.path()).read_text()


def test_a_changed_file_is_wrong_at_the_line_that_was_changed(page: Page, tmp_path: Path) -> None:
    lines = page.request.get(f"{page.url}/events.jsonl").text().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if '"CardFlipped"' in line)
    lines[number] = lines[number].replace('"round":1', '"round":2')
    changed = tmp_path / "events.jsonl"
    changed.write_text("".join(lines))
    page.get_by_text("Check a file instead").click()
    page.locator("#check-file").set_input_files(changed)
    expect(page.locator(".findings li").first).to_contain_text(f"Line {number + 1}")
    assert verdicts(page)[0] == "is-wrong"
    expect(page.locator(".check-report")).to_contain_text("What this does not prove")
    expect(page.locator(".check-report")).not_to_contain_text("The game goes on")
