"""The files that the page loads, made from the Fluent files."""

import json

from polemos_demo.locales.compiling import compile_messages
from polemos_demo.locales.sources import LANGUAGES, PAGE_PARTS, parse, source


def page_texts() -> dict[str, bytes]:
    """Make the files by name: `fr.json`, `fr.verify.json` and the others."""
    return {
        f"{language}.{name}.json" if name else f"{language}.json": _file(language, parts)
        for language in LANGUAGES
        for name, parts in PAGE_PARTS.items()
    }


def _file(language: str, parts: tuple[str, ...]) -> bytes:
    messages = compile_messages(parse(source(language, part)) for part in parts)
    lines = ",\n".join(
        f"{json.dumps(key)}:{json.dumps(pattern, ensure_ascii=False, separators=(',', ':'))}"
        for key, pattern in messages.items()
    )
    return f"{{\n{lines}\n}}\n".encode()
