"""`polemos serve`: runs the server until it is told to stop."""

import argparse
import logging
import os
import sys
from pathlib import Path

import anyio
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from polemos.app import serve
from polemos.cli.refusals import refuse
from polemos.cluster.bus import BusError
from polemos.log.store import StoreError
from polemos.settings import Settings
from polemos.unknown_settings import UnknownSettings, refuse_unknown_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; what is not given comes from the environment."""
    parser.add_argument("--host", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to listen on, 0 for any (default 8765)")
    parser.add_argument("--data", type=Path, help="folder for the log (default polemos-data)")
    parser.add_argument(
        "--store",
        help="where events are kept: sqlite: (in the folder, the default), memory: or "
        "postgresql://user@host/database",
    )
    parser.add_argument("--bus", help="what carries events between several nodes: nats://host:4222")


def run(arguments: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT.

    Returns:
        0 after a drain, 2 where the server cannot start; the reason is on standard error.
    """
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # A line for every connection that opens or closes would bury what an operator looks for.
    logging.getLogger("websockets").setLevel(logging.WARNING)
    try:
        refuse_unknown_settings(os.environ)
        anyio.run(serve, _settings(arguments), _say)
    except UnknownSettings as error:
        return refuse(error)
    except ValidationError as error:
        for fault in error.errors():
            print(_told(fault), file=sys.stderr)
        return 2
    except (StoreError, BusError, OSError, BaseExceptionGroup) as error:
        print(f"The server cannot run: {_reason(error)}", file=sys.stderr)
        return 2
    return 0


def _told(fault: ErrorDetails) -> str:
    """Tell an operator which setting is wrong, and why."""
    setting = ".".join(map(str, fault["loc"]))
    own_error = fault.get("ctx", {}).get("error")
    if own_error is None:
        return f"Setting {setting}: {fault['msg']}, not {fault['input']!r}."
    if not setting:
        return f"The settings contradict each other: {own_error}."
    return f"Setting {setting} is {fault['input']!r}: {own_error}."


def _reason(error: BaseException) -> StoreError | BusError | OSError:
    """Find what an operator can mend; anything else is a fault of ours and stays a traceback."""
    match error:
        case StoreError() | BusError() | OSError():
            return error
        case BaseExceptionGroup(exceptions=[first, *_]):
            return _reason(first)
        case _:
            raise error


def _settings(arguments: argparse.Namespace) -> Settings:
    names = ("host", "port", "data", "store", "bus")
    given = {name: getattr(arguments, name) for name in names}
    return Settings(**{name: value for name, value in given.items() if value is not None})


def _say(sentence: str) -> None:
    print(sentence, flush=True)
