"""Finds what the environment sets that is no setting, before a server passes it over.

Whoever writes POLEMOS_STROE for POLEMOS_STORE would otherwise get a server on an empty folder.
"""

from collections.abc import Iterable
from difflib import get_close_matches

from polemos.settings import Settings

PREFIX = "POLEMOS_"
LIKENESS_MIN = 0.6
"""So like a setting a name must be, from 0 to 1, for that setting to be thought meant."""

TOLD_MAX = 5


class UnknownSettings(ValueError):  # noqa: N818  the sentence's own words
    """The environment sets what is no setting.

    Args:
        names: the variables, as they are written there.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(names)
        self.names = names

    def __str__(self) -> str:
        told = ", ".join(map(_told, self.names[:TOLD_MAX]))
        more = f" and {len(self.names) - TOLD_MAX} more" if len(self.names) > TOLD_MAX else ""
        return (
            f"The environment sets what is no setting: {told}{more}; "
            "correct the name, or take it out of the environment."
        )


def refuse_unknown_settings(environment: Iterable[str]) -> None:
    """Check that every variable that looks like a setting is one.

    Args:
        environment: the names of its variables.

    Raises:
        UnknownSettings: some are none.
    """
    known = {_variable(name) for name in Settings.model_fields}
    named = (name for name in environment if name.upper().startswith(PREFIX))
    if unknown := tuple(sorted(name for name in named if name.upper() not in known)):
        raise UnknownSettings(unknown)


def _told(name: str) -> str:
    nearest = get_close_matches(
        name.upper().removeprefix(PREFIX),
        [field.upper() for field in Settings.model_fields],
        n=1,
        cutoff=LIKENESS_MIN,
    )
    return f"{name} (is {_variable(nearest[0])} meant?)" if nearest else name


def _variable(setting: str) -> str:
    return f"{PREFIX}{setting.upper()}"
