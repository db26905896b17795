"""The three languages say the same, each in its own spelling."""

import re
import unicodedata
from itertools import pairwise

import pytest

from kit.languages import PARTS, SERVER_LANGUAGE, all_texts, needed, oracle_says, texts_of
from polemos.wire.codes import CODES
from polemos_demo.locales.sources import LANGUAGES, source

OTHERS = [language for language in LANGUAGES if language != SERVER_LANGUAGE]
SPOKEN_BY_ALL = [part for part in PARTS if part != "refusals"]


@pytest.mark.parametrize("part", SPOKEN_BY_ALL)
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_text(language: str, part: str) -> None:
    assert list(texts_of(language, part)) == list(texts_of("en", part))


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_needs_the_same_values_in_every_language(language: str) -> None:
    shared = [key for part in SPOKEN_BY_ALL for key in texts_of("en", part)]
    assert {key: needed(language, key) for key in shared} == {
        key: needed("en", key) for key in shared
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_code_of_the_wire_has_a_sentence_where_the_server_has_none(language: str) -> None:
    assert set(texts_of(language, "refusals")) == {f"refused_{code}" for code in CODES}


def test_no_key_stands_in_two_files() -> None:
    for language in LANGUAGES:
        assert len(all_texts(language)) == sum(len(texts_of(language, part)) for part in PARTS)


def words_of(language: str) -> str:
    """The files' texts, without comments, keys and placeables."""
    lines = []
    for part in PARTS:
        for line in source(language, part).splitlines():
            if not line.startswith("#"):
                text = re.sub(r"^(\w+ = | *\*?\[\w+\])", "", line)
                lines.append(re.sub(r"\{[^}]*(\}|->$)", "", text))
    return "\n".join(lines)


def test_french_keeps_its_high_punctuation_on_the_line() -> None:
    assert re.findall(r".*(?<=\S)[ ](?=[!?;:»]).*|.*«[ ].*", words_of("fr")) == []
    assert re.findall(r".*[\w)][!?;].*", words_of("fr")) == []


def test_french_has_curly_apostrophes() -> None:
    assert re.findall(r".*'.*", words_of("fr")) == []


GREEK = re.compile(r"[\u0370-\u03ff]+")
SYLLABLE = re.compile("αι|ει|οι|υι|ου|αυ|ευ|ηυ|[αεηιουω]")
ACCENTED = frozenset("άέήίόύώΐΰΆΈΉΊΌΎΏ")
ONE_SYLLABLE = frozenset(
    ["πιο", "για", "μια", "μιας", "πια", "ποιος", "ποιοι", "ποιες", "ποια", "δυο", "γεια", "γι"]
)
"""Words with two vowels that are spoken as one syllable, so that they bear no accent."""


def test_greek_is_monotonic_and_composed() -> None:
    text = words_of("el")
    assert unicodedata.normalize("NFC", text) == text
    assert re.findall(r"[\u1f00-\u1fff]", text) == []


ENCLITICS = frozenset(["του", "της", "τους", "μου", "μας", "σου", "σας"])


def test_greek_words_have_one_accent_each() -> None:
    words = GREEK.findall(words_of("el"))
    wrong = []
    for word, after in pairwise([*words, ""]):
        accents = sum(letter in ACCENTED for letter in word)
        is_short = len(SYLLABLE.findall(_bare(word))) <= 1 or word.lower() in ONE_SYLLABLE
        # A word with its accent far from its end lends a second one to what leans on it.
        most = 2 if after in ENCLITICS else 1
        if accents > most or (accents == 0 and not is_short):
            wrong.append(word)
    assert wrong == []


def _bare(word: str) -> str:
    """Leave out accents, but keep apart what a diaeresis or an accent keeps apart."""
    apart = re.sub("([άέόύ])([ιυ])", r"\1 \2", word.lower())
    apart = re.sub("([αεο])([ϊϋΐΰ])", r"\1 \2", apart)
    stripped = unicodedata.normalize("NFD", apart)
    return "".join(letter for letter in stripped if not unicodedata.combining(letter))


def test_greek_asks_with_its_own_mark_and_mixes_no_alphabets() -> None:
    text = words_of("el")
    assert re.findall(r".*\w\?.*", text) == []
    assert re.findall(r"[a-zA-Z][\u0370-\u03ff]|[\u0370-\u03ff][a-zA-Z]", text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_count_of_hidden_cards_stands_in_brackets(language: str) -> None:
    """What each player lays is told in a sentence, whatever the number."""
    for hidden in (0, 1, 3):
        said = oracle_says(language, "rule_war_cards", {"count": 4 + 2 * hidden, "hidden": hidden})
        assert "(" not in said
        assert (str(hidden) in said) == (hidden > 0)


def test_english_calls_no_winner_it() -> None:
    """Who wins may be a person, and the reason follows the name."""
    reasons = [text for key, text in texts_of("en", "game").items() if key.startswith("reason_")]
    assert reasons
    assert not any(re.match(r"It\b", str(text)) for text in reasons)


def test_greek_orders_nobody_about_as_a_friend() -> None:
    """The page speaks to one person in the plural, as to a stranger."""
    assert (
        re.findall(r"\b(?:Δείξε|Διάλεξε|Στείλε|Άνοιξε|Παίξε|Κάνε|Βάλε|Πάτα)\b", words_of("el"))
        == []
    )
