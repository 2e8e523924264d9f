"""What is written behind an option becomes a value, or one line that says what would be right.

Nothing of the game is imported here before it is needed: `--help` and `--version` answer at once.
"""

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from typing import NoReturn

from ttt_tui.cli.names import PRESET_NAMES
from ttt_tui.process.colours import Colours
from ttt_tui.process.exit_status import WRONG_USAGE
from ttt_tui.process.streams import complain

LAST = "last"
"""What `--resume` means without an id."""

LIST = "list"
"""What `--theme` means when it is to list the themes."""


ANYBODY = ""
"""What `--join` means without a user."""


MOST_ELO = 1000
"""The largest Elo difference that a match can be asked to decide on."""


class Parser(ArgumentParser):
    """Says what is wrong in one line."""

    arguments: Sequence[str] = ()
    """What is being parsed."""
    commands: Sequence[str] = ()
    """The commands that this parser hands on to."""

    @property
    def command(self) -> str | None:
        """The command that is asked for, as far as can be told before all is parsed."""
        return next((word for word in self.arguments if word in self.commands), None)

    def error(self, message: str) -> NoReturn:
        """Print the line, without what could disturb a terminal, and leave with status 2."""
        if match := re.match(r"argument (?:COMMAND|ACTION): invalid choice: ('.{0,24})", message):
            # The word may also be the value of an option that is written wrong.
            known = set(re.findall(r"--?[a-z-]+", self.format_help()))
            options = (word.partition("=")[0] for word in self.arguments if re.match("--?[a-z]", word))
            wrong = next((repr(word[:24]) for word in options if word not in known), match[1].split(" (")[0])
            message = f"{wrong} is not known: see {self.prog} --help"
        elif message == "argument --sprt: expected one argument":  # what begins with - looks like an option
            message += ": write it like --sprt 0,20 or --sprt=-10,10"
        elif message.startswith("unrecognized"):
            message += f": see {' '.join(filter(None, (self.prog, self.command)))} --help"
        complain(message, self.prog)
        sys.exit(WRONG_USAGE)


def resumable(text: str) -> str:
    """Return the number of a game, still as text, or `LAST`."""
    return text if text == LAST else game(text)  # argparse reads the constant like what is typed


def game(text: str) -> str:
    """Return the number of a game, still as text."""
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise ArgumentTypeError(f"{text[:24]!r} is not the number of a game: ttt-tui history list shows them")
    return text


def game_number(text: str) -> int:
    """Return the number of a game."""
    return int(game(text))


def preset(text: str) -> str:
    """Return the name of a preset."""
    if text not in PRESET_NAMES:
        raise ArgumentTypeError(f"{text[:24]!r} is not a preset: {', '.join(PRESET_NAMES)} are")
    return text


def users(text: str) -> frozenset[str]:
    """Return the logins of `bob,eve`."""
    names = frozenset(filter(None, (name.strip() for name in text.split(","))))
    if not names:
        raise ArgumentTypeError(f"{text[:24]!r} names nobody: write it like bob,eve")
    return names


def board(text: str) -> tuple[int, int]:
    """Return the columns and rows of `15` or `7x6`."""
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) > 2 or not all(side.isascii() and side.isdigit() and len(side) < 4 for side in sides):
        raise ArgumentTypeError(f"{text[:24]!r} is not a board: write it like 3, 15 or 7x6")
    return int(sides[0]), int(sides[-1])


def whole(option: str, example: str) -> Callable[[str], int]:
    """Return what reads a whole number; `option` and `example` are for what it says otherwise."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 19):
            raise ArgumentTypeError(f"{text[:24]!r} is not a whole number: write it like {option} {example}")
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Return the time that a move may take."""
    from ttt_tui.engine.setup import LONGEST_THINK

    try:
        seconds = float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text[:24]!r} is not a number of seconds: write it like 0.5") from None
    if not 0 < seconds <= LONGEST_THINK:
        raise ArgumentTypeError(
            f"a time of {seconds:g} s a move is not possible: above 0, up to {LONGEST_THINK:g} is"
        )
    return seconds


def elo_bounds(text: str) -> tuple[float, float]:
    """Return the two Elo differences of `0,20`, the smaller one first."""
    right = "write it like --sprt 0,20"
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text[:24]!r} is not two Elo differences: {right}") from None
    if not -MOST_ELO <= first < second <= MOST_ELO:
        raise ArgumentTypeError(
            f"{text[:24]!r} is not two Elo differences from -{MOST_ELO} to {MOST_ELO}, "
            f"the smaller one first: {right}"
        )
    return first, second


def encoding(text: str) -> str:
    """Return the name of an encoding in which files can be."""
    from ttt_tui.store.decoding import is_text_encoding

    if not is_text_encoding(text):
        raise ArgumentTypeError(f"{text[:24]!r} is not an encoding: write it like utf-8, cp1250 or utf-16-le")
    return text


def colours(text: str) -> Colours:
    """Return how many colours are wished for."""
    if text not in tuple(Colours):
        raise ArgumentTypeError(f"{text[:24]!r} is no number of colours: {', '.join(Colours)} are")
    return Colours(text)
