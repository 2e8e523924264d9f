"""`ttt-tui brain`: a level, or a computer that the user has written, as a Gomocup engine."""

import os.path
from argparse import Namespace
from collections.abc import Callable

from ttt_tui.computer import LEVELS, Computer
from ttt_tui.computer.levels import level_named
from ttt_tui.computer.own import OwnClass, load
from ttt_tui.engine import OWN_PREFIX
from ttt_tui.errors import StartFailed, UsageError
from ttt_tui.gomocup import server
from ttt_tui.process.signals import FAILED
from ttt_tui.process.streams import print_error


def run(options: Namespace) -> int:
    """Serve a manager until it ends, and return the exit status. Raises `UsageError`."""
    spec = options.player
    if spec is None:
        return server.run()
    if not spec.startswith(OWN_PREFIX):
        level = level_named(spec) or spec
        if level not in LEVELS:
            right = "name a level, or python:FILE:CLASS for a computer of your own"
            raise UsageError(f"unknown computer {spec[:24]!r}; {right}", "--player")
        return server.run(LEVELS[level].make)
    try:
        where = OwnClass.parse(spec.removeprefix(OWN_PREFIX))
    except ValueError as error:
        raise UsageError(str(error), "--player") from None
    try:
        make: Callable[[int], Computer] = load(where._replace(module=os.path.expanduser(where.module)))
        make(server.SEED).close()
    except StartFailed as fault:
        print_error(f"{where.name} {fault}")
        return FAILED
    return server.run(make, where.name)
