"""Takes the pictures of docs/screenshots: `PYTHONPATH=tests python tests/browser/screenshots.py`.

With a folder as its argument it takes every screen there, in every language, size and scheme, each
from top to bottom, for a critical eye; names after it take those screens only.
"""

import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from kit.browser import chromium
from kit.scenes import SCENES, Look, Stage, staged

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZE_BYTES_MAX = 100_000

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "fr", "el")

KEPT = (
    "start-phone-light-fr",
    "start-desktop-light-en",
    "start-tablet-dark-el",
    "lobby-desktop-light-en",
    "lobby-tablet-dark-fr",
    "invitation-phone-light-el",
    "hand-phone-light-en",
    "hand-phone-dark-el",
    "hand-tablet-light-fr",
    "war-desktop-light-en",
    "war-tablet-dark-el",
    "watched-war-phone-dark-fr",
    "four-tablet-light-el",
    "four-phone-light-en",
    "elimination-desktop-dark-fr",
    "end-phone-light-fr",
    "end-desktop-dark-el",
    "replay-desktop-dark-en",
    "replay-phone-light-el",
    "replay-tablet-light-fr",
    "verified-desktop-light-fr",
    "verified-phone-dark-en",
    "tampered-tablet-light-en",
    "tampered-phone-light-el",
    "statistics-desktop-light-el",
    "statistics-phone-dark-fr",
    "rules-desktop-dark-en",
    "rules-phone-light-fr",
    "tv-desktop-dark-en",
    "help-desktop-light-fr",
)
"""What documents well, as SCREEN-SIZE-SCHEME-LANGUAGE."""


def take(page: Page, path: Path, *, is_whole: bool) -> None:
    """Write what a page shows, or all of it, as a PNG."""
    page.screenshot(path=path, animations="disabled", full_page=is_whole)


def keep(page: Page, name: str, folder: Path) -> None:
    """Write a picture, small enough to be kept in the repository."""
    drawn = folder / "drawn.png"
    take(page, drawn, is_whole=False)
    path = FOLDER / f"{name}.webp"
    with Image.open(drawn) as picture:
        picture.save(path, quality=76, method=6)
    size_bytes = path.stat().st_size
    assert size_bytes <= SIZE_BYTES_MAX, f"{path.name} has {size_bytes} bytes"


def looks() -> Iterator[tuple[str, Look]]:
    """Every look, with its name."""
    for (size, pixels), scheme, language in product(SIZES.items(), SCHEMES, LANGUAGES):
        yield f"{size}-{scheme}-{language}", Look(language=language, size=pixels, scheme=scheme)


def shoot(stage: Stage, folder: Path, wanted: list[str]) -> None:
    """Take every look of the wanted screens there."""
    for screen, (name, look) in product(wanted, looks()):
        page = SCENES[screen](stage, look)
        take(page, folder / f"{screen}-{name}.png", is_whole=True)
        page.context.close()


def document(stage: Stage, folder: Path) -> None:
    """Take the pictures that are kept."""
    by_name = dict(looks())
    for name in KEPT:
        screen, *look = name.rsplit("-", 3)
        page = SCENES[screen](stage, by_name["-".join(look)])
        keep(page, name, folder)
        page.context.close()


def main(words: list[str]) -> int:
    """Take the pictures; what a page complained of is an error."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        with staged(Path(folder), browser) as stage:
            if words:
                shoot(stage, Path(words[0]), words[1:] or list(SCENES))
            else:
                FOLDER.mkdir(parents=True, exist_ok=True)
                document(stage, Path(folder))
        complaints = stage.windows.complaints
    if complaints:
        print("\n".join(complaints), file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
