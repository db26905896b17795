"""Compiles Fluent to plain values, which the page renders without a parser. Pure.

A pattern is a text, or a list of parts. A part is a text or one of:

- `["$", name]`: the value of that name, a number in the language's own form;
- `["$", name, options]`: the same with the options of `NUMBER`;
- `["@", key]`: another message, with the same values;
- `["?", name, {key: pattern, ...}, key]`: the variant that fits the value, else the last key's.

`web/language/pattern.js` renders exactly this.
"""

from collections.abc import Iterable
from typing import Any

from fluent.syntax import ast

Pattern = str | list[Any]


class UnfitTextError(ValueError):
    """A file has what is no Fluent, or Fluent that the page does not render.

    Args:
        where: the message, or the text that is none.
        why: what is wrong with it.
    """

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")


def compile_messages(resources: Iterable[ast.Resource]) -> dict[str, Pattern]:
    """Compile all messages of some files.

    Raises:
        UnfitTextError: a message cannot be compiled, or stands twice.
    """
    messages: dict[str, Pattern] = {}
    for resource in resources:
        for entry in resource.body:
            match entry:
                case ast.Message(id=ast.Identifier(name=key), value=ast.Pattern() as value):
                    if key in messages:
                        raise UnfitTextError(key, "it stands here twice")
                    if entry.attributes:
                        raise UnfitTextError(key, "it has attributes")
                    messages[key] = _Compiler(key).pattern(value)
                case ast.Comment() | ast.GroupComment() | ast.ResourceComment():
                    pass
                case ast.Junk(content=content):
                    raise UnfitTextError(str(content).strip(), "this is no Fluent")
                case _:
                    raise UnfitTextError(str(entry), "this is no message with a text")
    return messages


def variables(pattern: Pattern) -> frozenset[str]:
    """Name the values that a pattern needs itself, without those of the messages it refers to."""
    if isinstance(pattern, str):
        return frozenset()
    found: set[str] = set()
    for part in pattern:
        match part:
            case ["$", name, *_]:
                found.add(name)
            case ["?", name, dict() as variants, _]:
                found.add(name)
                for variant in variants.values():
                    found |= variables(variant)
            case _:
                pass
    return frozenset(found)


def references(pattern: Pattern) -> frozenset[str]:
    """Name the messages that a pattern refers to."""
    if isinstance(pattern, str):
        return frozenset()
    found: set[str] = set()
    for part in pattern:
        match part:
            case ["@", key]:
                found.add(key)
            case ["?", _, dict() as variants, _]:
                for variant in variants.values():
                    found |= references(variant)
            case _:
                pass
    return frozenset(found)


class _Compiler:
    """Compiles one message; `key` is for complaints."""

    def __init__(self, key: str) -> None:
        self._key = key

    def pattern(self, pattern: ast.Pattern) -> Pattern:
        parts = [self._part(element) for element in pattern.elements]
        if all(isinstance(part, str) for part in parts):
            return "".join(parts)
        return parts

    def _part(self, element: ast.TextElement | ast.Placeable) -> Any:
        if isinstance(element, ast.TextElement):
            return element.value
        match element.expression:
            case ast.StringLiteral() as literal:
                return literal.parse()["value"]
            case ast.VariableReference(id=ast.Identifier(name=name)):
                return ["$", name]
            case ast.MessageReference(id=ast.Identifier(name=name), attribute=None):
                return ["@", name]
            case ast.FunctionReference(id=ast.Identifier(name="NUMBER"), arguments=arguments):
                return self._number(arguments)
            case ast.SelectExpression(
                selector=ast.VariableReference(id=ast.Identifier(name=name)), variants=variants
            ):
                return self._select(name, variants)
            case other:
                raise UnfitTextError(self._key, f"the page does not render {type(other).__name__}")

    def _number(self, arguments: ast.CallArguments) -> Any:
        match arguments.positional:
            case [ast.VariableReference(id=ast.Identifier(name=name))]:
                options = {
                    argument.name.name: argument.value.parse()["value"]
                    for argument in arguments.named
                }
                return ["$", name, options]
            case _:
                raise UnfitTextError(self._key, "NUMBER takes one variable")

    def _select(self, name: str, variants: list[ast.Variant]) -> Any:
        patterns: dict[str, Pattern] = {}
        default = ""
        for variant in variants:
            key = variant.key.name if isinstance(variant.key, ast.Identifier) else variant.key.value
            if key in patterns:
                raise UnfitTextError(self._key, f"the variant {key} stands twice")
            patterns[key] = self.pattern(variant.value)
            if variant.default:
                default = key
        return ["?", name, patterns, default]
