"""The language that the terminal speaks: its environment's, as other programs of a terminal do."""

import os
from collections.abc import Iterable, Mapping

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

from polemos_demo.locales.sources import LANGUAGES, TERMINAL_PARTS, source

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment's words for the language, the strongest first."""

LIST_LOCALES = {"en": "en_GB"}
"""Where a list has no comma before its "and", as in all our sentences."""


def chosen_language(environment: Mapping[str, str]) -> str:
    """Choose by the environment: `fr_CA.UTF-8` gives `fr`, whatever is not spoken gives English."""
    wanted = next(filter(None, map(environment.get, VARIABLES)), "")
    language = wanted.replace("-", "_").partition(".")[0].partition("_")[0].lower()
    return language if language in LANGUAGES else LANGUAGES[0]


class Speech:
    """Says the terminal's texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        for part in TERMINAL_PARTS:
            self._bundle.add_resource(FluentResource(source(language, part)))

    def __call__(self, key: str, **values: str | int | float) -> str:
        """Give a text with its places filled in.

        Raises:
            LookupError: there is no such text, or it needs a value that was not given.
        """
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise LookupError(f"the text {key} is empty")
        text, errors = self._bundle.format_pattern(pattern, values)
        if errors:
            raise LookupError(f"the text {key}: {errors[0]}")
        return str(text)

    def has(self, key: str) -> bool:
        """Tell whether there is such a text."""
        return bool(self._bundle.has_message(key))

    def list(self, names: Iterable[str]) -> str:
        """Join names: "Maria and Niko"."""
        locale = LIST_LOCALES.get(self.language, self.language)
        return str(format_list(list(names), locale=locale))


say = Speech(chosen_language(os.environ))
