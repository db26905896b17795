"""Runs the screen on the real terminal, which is as it was at every end."""

import asyncio
import os
import signal
import sys

from polemos_demo.terminal.outcomes import SIGNALLED, Outcome
from polemos_demo.terminal.screens import TableScreen

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
STANDARD_INPUT = 0
FAILED = 1


def has_screen() -> bool:
    """Tell whether there is a terminal to draw on and to press keys at."""
    is_terminal = sys.stdout.isatty() and sys.stderr.isatty() and os.isatty(STANDARD_INPUT)
    return is_terminal and os.environ.get("TERM") != "dumb"


async def run_screen(screen: TableScreen) -> Outcome:
    """Run it until it ends."""
    loop = asyncio.get_running_loop()
    for told in ENDING_SIGNALS:
        loop.add_signal_handler(told, screen.exit, Outcome(code=SIGNALLED + told))
    loop.add_signal_handler(signal.SIGINT, screen.action_interrupt)
    # Without a mouse of ours the terminal's own selects and copies, a seat's link above all.
    outcome = await screen.run_async(mouse=False)
    return Outcome(code=screen.return_code or FAILED) if outcome is None else outcome
