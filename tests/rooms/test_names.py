"""What a name may be."""

import re
import sys
import unicodedata

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from polemos.rooms.errors import Refusal
from polemos.rooms.names import checked_name
from polemos.wire.codes import WireCode

LATIN = "AaBEeHIKMNOoPpTXxÉß"
GREEK = "ΑαΒΕεΗΙΚΜΝΟοΡρΤΧχΈς"
CYRILLIC = "АаВЕеНІКМОоРрТХхЁж"
SPACES = " \t\n\r\u00a0\u2003\u3000"
MARKS = "\u0300\u0301\u0327\u20dd\u0941"
FORBIDDEN = (
    "\0\x07\x1b\x7f\u200b\u200d\u200e\u202e\u2066\ufeff\u00ad\ue000\U000f0000\u0378\ud800"
    '<>&"`/\\@#$€©☺\U0001f600½²Ⅷ\u2013\u2800'
    # Letters and marks that cannot be seen.
    "\u034f\u115f\u1160\u17b4\u3164\ufe0f\uffa0\U000e0101"
)
OTHERS = "李한ا19٣'-._’"
LIKELY = st.text(st.sampled_from(LATIN + GREEK + CYRILLIC + SPACES + MARKS + OTHERS))
WORDS = st.lists(
    st.one_of(
        st.text(st.sampled_from(alphabet + MARKS + OTHERS), max_size=8)
        for alphabet in (LATIN, GREEK, CYRILLIC)
    ),
    max_size=4,
).map(" ".join)
ANYTHING = st.text(st.characters(max_codepoint=sys.maxunicode))
TYPED = WORDS | LIKELY | ANYTHING | st.builds(str.__add__, WORDS, ANYTHING)


def refusal_of(text):
    with pytest.raises(Refusal) as refused:
        checked_name(text)
    assert refused.value.code == WireCode.BAD_NAME
    assert refused.value.sentence.encode(), "the sentence can be sent"
    return refused.value.sentence


def name_or_none(typed):
    try:
        return checked_name(typed)
    except Refusal:
        return None


@pytest.mark.parametrize(
    "name",
    [
        "Élodie",
        "Ντάμα",
        "Μαρία-Άννα",
        "O'Neil",
        "李小龍",
        "Jean Luc 2",
        "J. R. R. Tolkien",
        "snake_case",
        "Ἀχιλλεύς",
        "Наташа",
        "Σίσσυ Smith",
        "नरेन्द्र",
        "สมชาย คำ",
        "محمد",
        "דָּוִד",
        "Nguyễn Văn Ân",
        "김철수",
        "7",
        "M",
        "x" * 24,
    ],
)
def test_names_of_people_pass_as_they_are(name):
    assert checked_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann  ", "Ann"),
        ("Jean\t \u00a0\n Luc", "Jean Luc"),
        ("E\u0301lodie", "Élodie"),
        ("O’Neil", "O'Neil"),
        ("e\u0301" * 24, "é" * 24),
        (" " * 40 + "Ann", "Ann"),
    ],
)
def test_a_name_is_brought_to_its_form(typed, kept):
    assert checked_name(typed) == kept


@given(TYPED)
@example("A\u0300\u0327")
@example("’a")
def test_a_name_that_passed_passes_again_unchanged(typed):
    name = name_or_none(typed)
    assert name is None or checked_name(name) == name


@given(TYPED)
@example("\u0301a")
@example("a\u0327\u0300\u20dd")
@example("a \u0301b")
@example("a\u202eb")
@example("a\ufe0f\ufe0f")
@example("𝐀Ν")
def test_a_name_that_passed_obeys_every_rule(typed):
    name = name_or_none(typed)
    if name is None:
        return
    kinds = [unicodedata.category(letter) for letter in name]
    shape = "".join("m" if kind[0] == "M" else "r" if kind[0] in "LN" else "p" for kind in kinds)

    assert unicodedata.is_normalized("NFC", name)
    assert 1 <= len(name) <= 24
    assert name == name.strip()
    assert not re.search(r"\s\s|[^\S ]", name)
    assert not {kind for kind in kinds if kind[0] in "CSZ"} - {"Zs"}
    assert not {"No", "Nl"} & set(kinds)
    assert {letter for letter in name if unicodedata.category(letter)[0] == "P"} <= set("'-._")
    assert "r" in shape
    assert re.fullmatch(r"((rm{0,2})|p)+", shape)
    assert not set(name) & set(FORBIDDEN)
    for word in name.split():
        assert len({script for letter in word for script in scripts(letter)}) <= 1


@given(
    st.lists(st.sampled_from([LATIN, GREEK, CYRILLIC]), min_size=2, max_size=2, unique=True),
    st.data(),
)
def test_a_word_of_two_alphabets_is_refused_whatever_else_it_holds(alphabets, data):
    first, second = (data.draw(st.sampled_from(alphabet)) for alphabet in alphabets)
    others = data.draw(st.text(st.sampled_from(LATIN + GREEK + "19李-._'"), max_size=8))
    word = "".join(data.draw(st.permutations([first, second, *others])))

    assert "write each word in one alphabet" in refusal_of(data.draw(PADDED)(word))


PADDED = st.sampled_from([str, lambda word: f"Ann {word}", lambda word: f"{word} Ντάμα"])


@given(st.text(st.sampled_from(LATIN + " "), max_size=10), st.sampled_from(FORBIDDEN), st.data())
def test_a_character_that_no_name_may_have_is_refused_by_its_number(name, forbidden, data):
    place = data.draw(st.integers(0, len(name)))
    assume(unicodedata.is_normalized("NFC", forbidden))

    sentence = refusal_of(f"a{name[:place]}{forbidden}{name[place:]}a")
    assert f"U+{ord(forbidden):04X}" in sentence


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "is empty"),
        (" \u3000\n", "is empty"),
        ("x" * 25, "25 characters: choose at most 24"),
        ("-._'", "no letter and no digit"),
        ("a\u0327\u0324\u20dd", "at most 2 marks"),
        ("\u0327a", "stands on no letter or digit"),
        ("a -\u0327", "stands on no letter or digit"),
        ("a\u202eb", r"U+202E, which names may not have"),
        ("pаypal", "The word pаypal of the name mixes Cyrillic and Latin letters"),
        ("Αnna", "mixes Greek and Latin"),
        ("Μаρία", "mixes Cyrillic and Greek"),
        ("𝐀ΝΝΑ", "mixes Greek and Latin"),
        ("Ａννα", "mixes Greek and Latin"),
        ("µm", "mixes Greek and Latin"),
        ("Jean-Μαρία", "mixes Greek and Latin"),
    ],
)
def test_a_refusal_says_what_is_wrong(typed, reason):
    assert reason in refusal_of(typed)


def scripts(letter):
    """Tell scripts by their blocks, which is coarser than the names of the letters."""
    for part in unicodedata.normalize("NFKD", letter):
        number = ord(part)
        if unicodedata.category(part)[0] == "L":
            if number < 0x250 or 0x1E00 <= number < 0x1F00:
                yield "Latin"
            elif 0x370 <= number < 0x3E2 or 0x1F00 <= number < 0x2000:
                yield "Greek"
            elif 0x400 <= number < 0x530:
                yield "Cyrillic"
