"""`polemos COMMAND …`: finds the command's module and runs it.

Each command is imported only when it is asked for: together they take ten times as long to load as
`polemos --help` takes to answer.
"""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import NoReturn, Protocol

from polemos.cli.refusals import EXIT_REFUSED, on_one_line


class CommandModule(Protocol):
    """What a command's module offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it and return the exit code."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command.

    Args:
        purpose: what it does, for the list of commands.
        load: imports its module.
    """

    purpose: str
    load: Callable[[], CommandModule]


def _serve() -> CommandModule:
    from polemos.cli import serve

    return serve


def _watch() -> CommandModule:
    from polemos.cli import watch

    return watch


def _play() -> CommandModule:
    from polemos.cli import play

    return play


def _replay() -> CommandModule:
    from polemos.cli import replay

    return replay


def _audit() -> CommandModule:
    from polemos.cli import audit

    return audit


def _export() -> CommandModule:
    from polemos.cli import export

    return export


def _import() -> CommandModule:
    from polemos.cli import import_

    return import_


def _copy() -> CommandModule:
    from polemos.cli import copy

    return copy


def _rebuild() -> CommandModule:
    from polemos.cli import rebuild

    return rebuild


def _forget() -> CommandModule:
    from polemos.cli import forget

    return forget


def _simulate() -> CommandModule:
    from polemos.cli import simulate

    return simulate


def _schemas() -> CommandModule:
    from polemos.cli import schemas

    return schemas


COMMANDS = {
    "serve": Command(purpose="run the server", load=_serve),
    "watch": Command(purpose="watch a game in this terminal", load=_watch),
    "play": Command(purpose="sit at a table in this terminal", load=_play),
    "replay": Command(purpose="look at a game again, beat by beat", load=_replay),
    "audit": Command(purpose="check a game without trusting its server", load=_audit),
    "export": Command(purpose="print a game's events, one a line", load=_export),
    "import": Command(purpose="take an exported game into the log", load=_import),
    "copy": Command(purpose="move a whole log to another place", load=_copy),
    "rebuild": Command(purpose="remake the projections from the log", load=_rebuild),
    "forget": Command(purpose="remove the name that a player is shown by", load=_forget),
    "simulate": Command(purpose="play many games and describe them", load=_simulate),
    "schemas": Command(purpose="write the JSON Schemas", load=_schemas),
}
"""Every command by its name."""


class Parser(argparse.ArgumentParser):
    """Refuses words that make no command in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(EXIT_REFUSED, on_one_line(f"{message}; see {self.prog} --help.") + "\n")


def main(words: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        words: the command line after the program's name, or none for the process's own.

    Returns:
        The exit code: the command's, or 2 where the words make no command.
    """
    words = sys.argv[1:] if words is None else words
    program = parser(words[0] if words else "")
    for word in words:
        # argparse of Python 3.11 takes this `--` for the end of the options and gives no value.
        if word.startswith("--") and word.endswith("=--"):
            program.error(f"{word} gives no value")
    arguments = program.parse_args(words)
    try:
        code = COMMANDS[arguments.command].load().run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough (`polemos export … | head`). That is no verdict,
        # so it is told as a shell tells a program that the pipe ended.
        # What is still buffered goes nowhere, or the interpreter would stumble over it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return code


BROKEN_PIPE = 128 + signal.SIGPIPE
"""The exit code of a command whose reader went away."""


def parser(chosen: str) -> argparse.ArgumentParser:
    """Build the parser; of the commands, only the chosen one declares its arguments."""
    program = Parser(prog="polemos", description="Live, watchable, provable games of War.")
    program.add_argument("--version", action="version", version=f"polemos {version('polemos')}")
    commands = program.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        declared = commands.add_parser(
            name, help=command.purpose, description=f"{command.purpose.capitalize()}."
        )
        if name == chosen:
            command.load().add_arguments(declared)
    return program


if __name__ == "__main__":
    sys.exit(main())
