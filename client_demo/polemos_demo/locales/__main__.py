"""Writes what the page loads, one file a language: `python -m polemos_demo.locales FOLDER`."""

import sys
from pathlib import Path

from polemos_demo.locales.page_texts import page_texts


def main() -> None:
    """Write the files anew."""
    folder = Path(sys.argv[1])
    for name, content in page_texts().items():
        (folder / name).write_bytes(content)


main()
