"""What the page loads is what the Fluent files say."""

from pathlib import Path

import polemos_demo
from polemos_demo.locales.page_texts import page_texts

FOLDER = Path(polemos_demo.__file__).parent / "web" / "language"


def test_the_pages_texts_are_fresh() -> None:
    kept = {path.name: path.read_bytes() for path in FOLDER.glob("*.json")}
    assert kept == page_texts(), "the texts changed: run `make languages`"
