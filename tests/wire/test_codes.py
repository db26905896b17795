"""The one table holds every code that anybody uses."""

import re
from pathlib import Path

import pytest

import polemos
from polemos.rules.errors import RuleCode
from polemos.wire.codes import CODES, RETRY_MEANINGS, Retry, WireCode

SOURCES = Path(polemos.__file__).parent
SENTENCE = re.compile(r"[A-Z].*\.$")


@pytest.mark.parametrize("code", [*RuleCode, *WireCode], ids=str)
def test_every_code_has_its_line_in_the_table(code):
    assert CODES[code].code == code.value
    assert SENTENCE.match(CODES[code].meaning)


def test_the_table_has_no_line_that_nobody_knows():
    assert set(CODES) == {code.value for code in (*RuleCode, *WireCode)}


def test_no_refusal_is_raised_with_a_code_outside_the_table():
    written = [
        (path.name, code)
        for path in SOURCES.rglob("*.py")
        for code in re.findall(r'(?:Refusal|Refused)\(\s*(?:code=)?"([^"]+)"', path.read_text())
    ]
    assert [found for found in written if found[1] not in CODES] == []


def test_every_way_to_retry_is_explained():
    assert set(RETRY_MEANINGS) == set(Retry)
