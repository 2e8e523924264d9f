"""What is written on the command line, read: values, the set-up they make, and what is wrong with them."""

import argparse
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NoReturn

from ttt_tui.computer import LEVELS
from ttt_tui.engine import Geometry, Limit, Setup, problem
from ttt_tui.engine.setup import LONGEST_THINK
from ttt_tui.presets import PRESETS, players_from_specs

WRONG_USAGE = 2

LAST = "last"
"""What `--resume` means without an id."""


class WrongUsage(ValueError):
    """The command line asks for what cannot be; `str(error)` says what would be right."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    arguments: Sequence[str] = ()
    """What is being parsed."""

    def error(self, message: str) -> NoReturn:
        """Print the line, without what could disturb a terminal, and leave with status 2."""
        if match := re.match(r"argument (?:COMMAND|ACTION): invalid choice: ('.{0,24})", message):
            # The word may also be the value of an option that is written wrong.
            known = set(re.findall(r"--?[a-z-]+", self.format_help()))
            options = (word.partition("=")[0] for word in self.arguments if re.match("--?[a-z]", word))
            wrong = next((repr(word[:24]) for word in options if word not in known), match[1].split(" (")[0])
            message = f"{wrong} is not known: see {self.prog} --help"
        elif message.startswith("unrecognized"):
            message += f": see {self.prog} --help"
        line = "".join(c if c.isprintable() else "?" for c in message)
        self.exit(WRONG_USAGE, f"{self.prog}: {line}\n")


def resumable(text: str) -> str:
    """Read what `--resume` takes: the number of a game, or nothing."""
    return text if text == LAST else _game(text)  # argparse reads the constant like what is typed


def _game(text: str) -> str:
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise argparse.ArgumentTypeError(
            f"{text[:24]!r} is not the number of a game: ttt-tui history list shows them"
        )
    return text


def game_number(text: str) -> int:
    """Read the number of a stored game."""
    return int(_game(text))


def preset(text: str) -> str:
    """Read the name of a preset."""
    if text not in PRESETS:
        raise argparse.ArgumentTypeError(f"{text[:24]!r} is not a preset: {', '.join(PRESETS)} are")
    return text


def board(text: str) -> tuple[int, int]:
    """Read a board as columns and rows: 3, 15 or 7x6."""
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) > 2 or not all(side.isascii() and side.isdigit() and len(side) < 4 for side in sides):
        raise argparse.ArgumentTypeError(f"{text[:24]!r} is not a board: write it like 3, 15 or 7x6")
    return int(sides[0]), int(sides[-1])


def whole(option: str, example: str) -> Callable[[str], int]:
    """Return what reads a whole number for an option; `example` is one."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 19):
            raise argparse.ArgumentTypeError(
                f"{text[:24]!r} is not a whole number: write it like {option} {example}"
            )
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Read a time to think, in seconds."""
    try:
        time = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text[:24]!r} is not a number of seconds: write it like 0.5"
        ) from None
    if not 0 < time <= LONGEST_THINK:
        raise argparse.ArgumentTypeError(
            f"a time of {time:g} s a move is not possible: above 0, up to {LONGEST_THINK:g} is"
        )
    return time


def setup_from(options: argparse.Namespace, rng: Random) -> Setup | None:
    """Return the set-up that the options ask for, None if they ask for none.

    Raises `WrongUsage`.
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
        try:
            setup = replace(setup, players=players_from_specs(options.player, rng, options.time))
        except ValueError as error:
            raise WrongUsage(str(error)) from None
    elif options.time is not None:
        limit = Limit(seconds=options.time)
        players = (p if p.is_human else replace(p, limit=limit) for p in setup.players)
        setup = replace(setup, players=tuple(players))
    if reason := problem(setup, LEVELS):
        raise WrongUsage(reason)
    return setup


def usual_line(columns: int, rows: int) -> int:
    """Return the line length that people play on a board of this size."""
    side = min(columns, rows)
    return 3 if side < 4 else 4 if side < 7 else 5
