"""The names of people: what they may be, so that each can be read, shown and told apart.

The rules, in the order in which a name meets them:

1. It is brought to NFC, a typographic apostrophe (which telephones write) becomes a plain one,
   white space is trimmed, and white space inside is folded to one space.
2. It has 1 to `NAME_CHARACTERS_MAX` characters (code points).
3. Each is a letter, a mark, a decimal digit, a space or one of ' - . _ and leaves something to be
   seen. So there are no controls, nothing that turns the direction of writing or has no width,
   and nothing private or unassigned.
4. A mark stands on a letter or digit, with at most `MARKS_IN_A_ROW_MAX` marks in a row.
5. There is a letter or a digit.
6. No word mixes letters of the Latin, Greek and Cyrillic scripts, for many of these look alike.
   Words are parted by spaces alone.
"""

import re
import unicodedata

from polemos.rooms.errors import Refusal
from polemos.wire.codes import WireCode

NAME_CHARACTERS_MAX = 24
"""Characters of a name once it is brought to its form."""

MARKS_IN_A_ROW_MAX = 2
"""Combining marks on one letter; more of them climb over the lines above."""

_PUNCTUATION = " '-._"
_ALLOWED = f"letters, digits, spaces and {_PUNCTUATION.strip()}"
_ALPHABETS = {"LATIN": "Latin", "GREEK": "Greek", "CYRILLIC": "Cyrillic"}
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that leave nothing to be seen: joiners, fillers, variation selectors."""


def checked_name(text: str) -> str:
    """Bring a name to the form in which it is kept and shown.

    Args:
        text: as somebody typed it.

    Raises:
        Refusal: it breaks a rule of this module, `bad_name`.
    """
    name = _in_form(text)
    fault = (
        _fault_of_length(name)
        or _fault_of_characters(name)
        or _fault_of_marks(name)
        or _fault_of_words(name)
    )
    if fault:
        raise Refusal(WireCode.BAD_NAME, fault)
    return name


def _in_form(text: str) -> str:
    plain = unicodedata.normalize("NFC", text).replace("\u2019", "'")
    return " ".join(plain.split())


def _fault_of_length(name: str) -> str | None:
    if not name:
        return f"The name is empty: choose 1 to {NAME_CHARACTERS_MAX} {_ALLOWED}."
    if len(name) > NAME_CHARACTERS_MAX:
        return (
            f"The name has {len(name)} characters: choose at most {NAME_CHARACTERS_MAX} {_ALLOWED}."
        )
    return None


def _fault_of_characters(name: str) -> str | None:
    for character in name:
        if not _is_allowed(character):
            # Told by its number, for it may be one that cannot be shown, or not even be sent.
            return (
                f"The name has the character U+{ord(character):04X}, which names may not have: "
                f"choose {_ALLOWED}."
            )
    if not any(_is_read(character) for character in name):
        return f"The name has no letter and no digit: choose {_ALLOWED}, and one letter or digit."
    return None


def _fault_of_marks(name: str) -> str | None:
    marks, is_borne = 0, False
    for character in name:
        if not _is_mark(character):
            marks, is_borne = 0, _is_read(character)
            continue
        marks += 1
        if marks > MARKS_IN_A_ROW_MAX or not is_borne:
            return (
                f"The mark U+{ord(character):04X} of the name is one too many or stands on no "
                f"letter or digit: choose at most {MARKS_IN_A_ROW_MAX} marks to each."
            )
    return None


def _fault_of_words(name: str) -> str | None:
    for word in name.split(" "):
        alphabets = sorted({alphabet for letter in word for alphabet in _alphabets(letter)})
        if len(alphabets) > 1:
            mixed = " and ".join(_ALPHABETS[alphabet] for alphabet in alphabets)
            return (
                f"The word {word} of the name mixes {mixed} letters, many of which look alike: "
                "write each word in one alphabet."
            )
    return None


def _alphabets(letter: str) -> frozenset[str]:
    """Tell which of the three scripts a letter belongs to, if any.

    The standard library does not know scripts, but the name of every letter of these three begins
    with its script's. That of a variant, such as a mathematical or a full-width one, begins with
    the variant's, so the letters that it is a variant of are asked too.
    """
    variants = letter + unicodedata.normalize("NFKD", letter)
    return frozenset(
        first
        for variant in variants
        if unicodedata.category(variant).startswith("L")
        and (first := unicodedata.name(variant, "").partition(" ")[0]) in _ALPHABETS
    )


def _is_allowed(character: str) -> bool:
    is_of_kind = character in _PUNCTUATION or _is_read(character) or _is_mark(character)
    return is_of_kind and _UNSEEN.match(character) is None


def _is_read(character: str) -> bool:
    category = unicodedata.category(character)
    return category.startswith("L") or category == "Nd"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
