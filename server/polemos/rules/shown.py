"""How a refusal repeats what it refuses: recognisable, and never longer than a glance."""

from reprlib import Repr

SHOWN_LETTERS_MAX = 40

_NUMBER_SHOWN_MAX = 10**SHOWN_LETTERS_MAX


class _Shown(Repr):
    def repr_int(self, number: int, level: int) -> str:
        # Python itself refuses to write out more than 4,300 digits.
        if abs(number) < _NUMBER_SHOWN_MAX:
            return repr(number)
        return f"a number of more than {SHOWN_LETTERS_MAX} digits"


def shown(value: object, letters_max: int = SHOWN_LETTERS_MAX) -> str:
    """Show a value that came from outside, cut after `letters_max` letters."""
    form = _Shown()
    # Lists can be nested without end; what lies deeper than this would be cut anyway.
    form.maxlevel = 3
    form.maxstring = form.maxother = 10 * letters_max
    text = form.repr(value)
    return text if len(text) <= letters_max else f"{text[:letters_max]}…"
