"""The command line: what it says becomes a `Setup`, and the app starts with it."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import TextIOWrapper
from random import Random, SystemRandom
from typing import NoReturn

from ttt_tui import __version__
from ttt_tui.computer import LEVELS
from ttt_tui.engine import Geometry, Limit, Setup, problem
from ttt_tui.engine.setup import LONGEST_THINK
from ttt_tui.presets import PRESETS, players_from_specs

WRONG_USAGE = 2


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the line, without what could disturb a terminal, and leave with status 2."""
        if message.startswith("unrecognized"):
            message += f": see {self.prog} --help"
        line = "".join(c if c.isprintable() else "?" for c in message)
        self.exit(WRONG_USAGE, f"{self.prog}: {line}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status. `arguments` default to the process's own."""
    for stream in (sys.stdout, sys.stderr):  # what an encoding lacks must not end the program
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    parser = _parser()
    options = parser.parse_args(arguments)
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    try:
        setup = setup_from(options, Random(f"names {seed}"))
    except ValueError as error:
        parser.error(str(error))
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        parser.error("the game needs a terminal: run it in one, with neither its input nor stderr redirected")

    from ttt_tui.app.app import TttApp  # the rest of the command line answers without textual

    app = TttApp(setup, seed)
    app.run()
    return app.return_code or 0


def setup_from(options: argparse.Namespace, rng: Random) -> Setup | None:
    """Return the set-up that the options ask for, None if they ask for none.

    Raises `ValueError` with what is wrong and what would be right.
    """
    wanted = (options.preset, options.board, options.player, options.line, options.time)
    if all(option is None for option in wanted):
        return None
    setup = PRESETS[options.preset or ("custom" if options.board or options.player else "computer")].make(rng)
    if options.board:
        columns, rows = options.board
        setup = replace(setup, geometry=Geometry(columns, rows, usual_line(columns, rows)))
    if options.line is not None:
        setup = replace(setup, geometry=replace(setup.geometry, line_length=options.line))
    if options.player:
        setup = replace(setup, players=players_from_specs(options.player, rng, options.time))
    elif options.time is not None:
        limit = Limit(seconds=options.time)
        players = (p if p.is_human else replace(p, limit=limit) for p in setup.players)
        setup = replace(setup, players=tuple(players))
    if reason := problem(setup, LEVELS):
        raise ValueError(reason)
    return setup


def usual_line(columns: int, rows: int) -> int:
    """Return the line length that people play on a board of this size."""
    side = min(columns, rows)
    return 3 if side < 4 else 4 if side < 7 else 5


def _parser() -> Parser:
    parser = Parser(
        prog="ttt-tui",
        description="Tic-tac-toe for the terminal: every k-in-a-row game from 3×3 to 20×20.",
        epilog=f"LEVEL is human, {', '.join(LEVELS)}. Without options the setup screen opens; Enter plays.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--preset", metavar="NAME", type=_preset, help=f"start one of: {', '.join(PRESETS)}")
    add("--board", metavar="SIZE", type=_board, help="the board: 3, 15 or 7x6 (columns x rows)")
    add("--line", metavar="K", type=_whole("--line", "5"), help="how many in a row win")
    add(
        "--player",
        metavar="SPEC",
        action="append",
        help="a player, in turn order, 2 to 15 times: LEVEL[,name=…][,symbol=…][,time=SECONDS][,depth=PLIES]",
    )
    add("--time", metavar="SECONDS", type=_seconds, help="what the computers may think for a move")
    add(
        "--seed",
        metavar="N",
        type=_whole("--seed", "42"),
        help="make lots and ties fall the same way every time",
    )
    add("--version", action="version", version=f"ttt-tui {__version__}")
    return parser


def _preset(text: str) -> str:
    if text not in PRESETS:
        raise argparse.ArgumentTypeError(f"{text[:24]!r} is not a preset: {', '.join(PRESETS)} are")
    return text


def _board(text: str) -> tuple[int, int]:
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) > 2 or not all(side.isascii() and side.isdigit() and len(side) < 4 for side in sides):
        raise argparse.ArgumentTypeError(f"{text[:24]!r} is not a board: write it like 3, 15 or 7x6")
    return int(sides[0]), int(sides[-1])


def _whole(option: str, example: str) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 19):
            raise argparse.ArgumentTypeError(
                f"{text[:24]!r} is not a whole number: write it like {option} {example}"
            )
        return int(text)

    return parse


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text[:24]!r} is not a number of seconds: write it like 0.5"
        ) from None
    if not 0 < seconds <= LONGEST_THINK:
        raise argparse.ArgumentTypeError(
            f"a time of {seconds:g} s a move is not possible: above 0, up to {LONGEST_THINK:g} is"
        )
    return seconds
