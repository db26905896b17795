"""`polemos COMMAND …`: finds the command's module and runs it."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Protocol, cast

COMMANDS = {
    "serve": ("serve", "run the server"),
    "watch": ("watch", "watch a game in this terminal"),
    "audit": ("audit", "check a game without trusting its server"),
    "export": ("export", "print a game's events, one a line"),
    "import": ("import_", "take an exported game into the log"),
    "rebuild": ("rebuild", "remake the projections from the log"),
    "simulate": ("simulate", "play many games and describe them"),
    "schemas": ("schemas", "write the JSON Schemas"),
}
"""Each command, its module in this package and what it does."""


class CommandModule(Protocol):
    """What a command's module offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it and return the exit code."""
        ...


def main(words: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        words: the command line after the program's name, or none for the process's own.

    Returns:
        The exit code: the command's, or 2 where the words make no command.
    """
    words = sys.argv[1:] if words is None else words
    arguments = parser(words[0] if words else "").parse_args(words)
    try:
        return _module(arguments.command).run(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough (`polemos export … | head`).
        sys.stderr.close()
        return 0


def parser(chosen: str) -> argparse.ArgumentParser:
    """Build the parser; of the commands, only the chosen one declares its arguments."""
    program = argparse.ArgumentParser(
        prog="polemos", description="Live, watchable, provable games of War."
    )
    program.add_argument("--version", action="version", version=f"polemos {version('polemos')}")
    commands = program.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, purpose) in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=f"{purpose.capitalize()}.")
        if name == chosen:
            _module(name).add_arguments(command)
    return program


def _module(command: str) -> CommandModule:
    name, _ = COMMANDS[command]
    return cast(CommandModule, import_module(f"polemos.cli.{name}"))


if __name__ == "__main__":
    sys.exit(main())
