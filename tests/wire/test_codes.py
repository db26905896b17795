"""The one table holds every code that can be sent, and none that cannot."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import polemos
from polemos.rules import errors
from polemos.rules.errors import RuleCode
from polemos.wire import codes
from polemos.wire.codes import CODES, RETRY_MEANINGS, Retry, WireCode

SOURCES = Path(polemos.__file__).parent
TABLES = {Path(codes.__file__), Path(errors.__file__)}
SENTENCE = re.compile(r"[A-Z].*\.$")
KINDS = {kind.__name__: kind for kind in (RuleCode, WireCode)}
SENDERS = ("Refusal", "RuleViolation", "BadRequest", "Refused", "Bye")


def nodes() -> Iterator[ast.AST]:
    """Give the syntax of the whole server except the two files that define the codes."""
    for path in sorted(set(SOURCES.rglob("*.py")) - TABLES):
        yield from ast.walk(ast.parse(path.read_text(), path.name))


def used_codes() -> set[str]:
    """Find every code that the server names in order to send it."""
    return {
        KINDS[kind][name]
        for node in nodes()
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        for kind, name in [(node.value.id, node.attr)]
        if kind in KINDS
    }


def sent_codes() -> Iterator[ast.expr]:
    """Give the expression of the code in everything that is built to be sent."""
    for node in nodes():
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=words) if name in SENDERS:
                named = [word.value for word in words if word.arg == "code"]
                yield from named or args[:1]


USED = used_codes()


@pytest.mark.parametrize("code", [*RuleCode, *WireCode], ids=str)
def test_every_code_has_its_line_in_the_table(code):
    assert CODES[code].code == code.value
    assert SENTENCE.match(CODES[code].meaning)


@pytest.mark.parametrize("code", [*RuleCode, *WireCode], ids=str)
def test_every_code_is_sent_by_somebody(code):
    assert code in USED


def test_the_table_has_no_line_that_nobody_sends():
    assert set(CODES) == {code.value for code in USED}


def test_every_code_that_is_sent_is_named_and_never_written_out():
    sent = list(sent_codes())
    assert sent
    assert [ast.unparse(code) for code in sent if isinstance(code, ast.Constant)] == []


def test_every_way_to_retry_is_explained():
    assert set(RETRY_MEANINGS) == set(Retry)


def test_every_way_to_retry_is_some_codes():
    assert {row.retry for row in CODES.values()} == set(Retry)
