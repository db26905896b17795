"""Draws texts as QR codes."""

import segno


def modules(text: str) -> list[str]:
    """Draw a text as the rows of a QR code from the top, 1 for dark, without the quiet zone.

    The library chooses the smallest code that holds the text at the highest error correction that
    does not make it larger.
    """
    code = segno.make(text, error="m", micro=False, boost_error=True)
    return ["".join(str(module) for module in row) for row in code.matrix]
