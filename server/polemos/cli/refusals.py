"""How a command says no: one sentence on standard error, and an exit code."""

import sys

EXIT_REFUSED = 2
"""What was asked for cannot be done."""

SENTENCE_LETTERS_MAX = 1_000


def refuse(reason: object, code: int = EXIT_REFUSED) -> int:
    """Print why something cannot be done.

    Args:
        reason: a sentence, or an error that is one.
        code: the exit code.

    Returns:
        The exit code.
    """
    print(on_one_line(str(reason)), file=sys.stderr)
    return code


def on_one_line(sentence: str) -> str:
    """Escape what a terminal would obey, such as a line break in a file's name, and cut it."""
    escaped = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in sentence[:SENTENCE_LETTERS_MAX]
    )
    return f"{escaped}…" if len(sentence) > SENTENCE_LETTERS_MAX else escaped
