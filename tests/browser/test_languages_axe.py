"""In French and Greek too, light and dark, an accessibility checker finds nothing wrong."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from kit.reading import violations
from kit.scenes import SCENES, Look, Stage, staged

pytestmark = pytest.mark.browser

MAIN = (
    "start",
    "war",
    "elimination",
    "lobby",
    "invitation",
    "hand",
    "replay",
    "end",
    "statistics",
    "rules",
    "verified",
    "tampered",
    "help",
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    with staged(tmp_path_factory.mktemp("stage"), browser) as standing:
        yield standing


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["fr", "el"])
@pytest.mark.parametrize("scene", MAIN)
def test_axe_finds_nothing_wrong_in_another_language(
    stage: Stage, scene: str, language: str, scheme: str
) -> None:
    page = SCENES[scene](stage, Look(language=language, size=(820, 1180), scheme=scheme))
    found = violations(page)
    page.context.close()
    assert found == []
    assert stage.windows.complaints == []
