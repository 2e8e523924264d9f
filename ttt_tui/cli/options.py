"""Parsers of option values: each returns a value, or raises a one-line error that says what would be right.

The game is imported where it is needed, so that `--help` and `--version` answer at once.
"""

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from ttt_tui.process.signals import WRONG_USAGE
from ttt_tui.process.streams import print_error
from ttt_tui.process.terminal import Colours
from ttt_tui.process.text import did_you_mean

if TYPE_CHECKING:
    from ttt_tui.engine import Rules
    from ttt_tui.engine.clock import TimeControl

SHELLS = {"bash": "ttt-tui.bash", "zsh": "_ttt-tui", "fish": "ttt-tui.fish"}
"""The shells with completion, and the names of their scripts."""

ALL = "all"
"""In the place of the numbers of games."""

RANDOM_OPENING = "random"
COLUMNS = ("letters", "go")
"""The values of `--columns`: how the columns of bare moves are lettered."""

OPENINGS = (RANDOM_OPENING, "pie", "swap", "swap2")
"""How the games of a match begin."""

LAST = "last"
"""The value of `--resume` without an id."""

LIST = "list"
"""The value of `--theme` that lists the themes."""

ANYBODY = ""
"""The value of `--join` without a user."""

MOST_ELO = 1000
"""The largest Elo difference of `--sprt`."""

LEAST_ERROR, MOST_ERROR = 0.001, 0.4
"""The error rates that `--sprt` can promise."""

EXAMPLES = {
    "--at": "12",
    "--board": "7x6",
    "--color": "16",
    "--columns": "go",
    "--count": "20",
    "--difficulty": "easy",
    "--encoding": "cp1251",
    "--games": "100",
    "--clock": "3m+2s",
    "--goal": "win",
    "--id": "17",
    "--jobs": "2",
    "--line": "5",
    "--moves": "b2",
    "--only": "bob,eve",
    "--opening": "swap2",
    "--player": "medium",
    "--preset": "gomoku",
    "--print-completion": "bash",
    "--replay": "game.txt",
    "--rules": "exactly",
    "--save": "match",
    "--seat": "X",
    "--seed": "42",
    "--source": "mine",
    "--start": "board.txt",
    "--sprt": "0,20 or --sprt=-10,10",  # a leading minus looks like an option
    "--theme": "kaya",
    "--time": "0.5",
    "--watch": "ada",
}
"""An example of each option's value, for the error when it is missing."""

QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
"""A string literal in an error of argparse."""

SOLVE_SECONDS = 60.0
"""Seconds after which `solve` gives up unless `--time` says otherwise."""


class Parser(ArgumentParser):
    """A parser whose errors are one line each, in argparse's form but without the usage."""

    arguments: Sequence[str] = ()
    """The words that are parsed."""
    parsers: Mapping[str, "Parser"] = {}
    """The parsers of commands or actions below this parser, by name."""

    @property
    def chosen(self) -> "Parser":
        """The parser of the command and action among the words, by default this parser."""
        for place, word in enumerate(self.arguments):
            if word in self.parsers:
                parser = self.parsers[word]
                parser.arguments = self.arguments[place + 1 :]
                return parser.chosen
        return self

    @property
    def options(self) -> list[str]:
        return [name for name in self._option_string_actions if name.startswith("--")]

    def error(self, message: str) -> NoReturn:
        """Print the message in one line, escaped for terminals, and exit with status 2."""
        parser = self
        if match := re.match(rf"argument (COMMAND|ACTION): invalid choice: ({QUOTED})", message):
            # The word may also be the value of a misspelt option.
            known = self._option_string_actions
            options = (word.partition("=")[0] for word in self.arguments if re.match("--?[a-z]", word))
            wrong = next((word for word in options if word not in known), None)
            if wrong is None:
                word = str(literal_eval(match[2]))
                message = f"unknown {match[1].lower()} {word[:24]!r}; {self._suggestion(word, self.parsers)}"
            else:
                message = f"unrecognized arguments: {wrong[:24]}; {self._suggestion(wrong, self.options)}"
        elif match := re.fullmatch(r"argument (--[a-z-]+): expected one argument", message):
            if match[1] in EXAMPLES:
                message += f"; try {match[1]} {EXAMPLES[match[1]]}"
        elif message.startswith("the following arguments"):
            message += f"; see `{self.prog} --help`"
        elif message.startswith("unrecognized"):
            parser = self.chosen
            wrong = message.removeprefix("unrecognized arguments: ").split(" ")[0].partition("=")[0]
            if wrong in parser.options and parser is not self:  # known, but it stood before the action
                message = f"{wrong} belongs after {parser.prog.split()[-1]}: {parser.prog} {wrong}"
            else:
                message += f"; {parser._suggestion(wrong, parser.options)}"
        print_error(f"error: {message}", parser.prog)
        sys.exit(WRONG_USAGE)

    def _suggestion(self, wrong: str, known: Iterable[str]) -> str:
        """Return a known word close to a wrong one, or where to look it up."""
        return did_you_mean(wrong, known) or f"see `{self.prog} --help`"


def resumable(text: str) -> str:
    """Check the number of a game, or `LAST`; both stay text."""
    return text if text == LAST else game(text)  # argparse parses the constant, too


def game(text: str) -> str:
    """Check the number of a game, which stays text."""
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise ArgumentTypeError(f"invalid game number {text[:24]!r}; see `history list`")
    return text


def game_number(text: str) -> int:
    return int(game(text))


def game_numbers(text: str) -> tuple[range, ...]:
    """Parse numbers of games like `3`, `3,7-9` or `all`, which is an empty tuple."""
    if text == ALL:
        return ()
    found = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        found.append(range(game_number(first), game_number(last if dash else first) + 1))
        if not found[-1]:
            raise ArgumentTypeError(f"no games in {part[:24]!r}; try {last}-{first}")
    return tuple(found)


def game_words(text: str) -> str:
    """Return a word for games, of a search or their numbers; raises `ArgumentTypeError` for wrong numbers."""
    if are_numbers(text):
        game_numbers(text)
    return text


def are_numbers(text: str) -> bool:
    """Whether a word can only mean numbers of games: a search would be written with a letter."""
    return text == ALL or re.fullmatch(r"[\d\s,-]*", text) is not None


def users(text: str) -> frozenset[str]:
    """Parse login names like `bob,eve`."""
    names = frozenset(filter(None, (name.strip() for name in text.split(","))))
    if not names:
        raise ArgumentTypeError(f"no user in {text[:24]!r}; try bob,eve")
    return names


def board(text: str) -> tuple[int, int]:
    """Parse a size like `15` or `7x6` into columns and rows."""
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) > 2 or not all(side.isascii() and side.isdigit() and len(side) < 4 for side in sides):
        raise ArgumentTypeError(f"invalid size {text[:24]!r}; try 3, 15 or 7x6")
    return int(sides[0]), int(sides[-1])


def rules(text: str) -> "Rules":
    """Parse rules like `exactly,misere`."""
    from ttt_tui.engine import InvalidRules, Rules

    try:
        return Rules.parse(text)
    except InvalidRules as error:
        raise ArgumentTypeError(str(error)) from None


def clock(text: str) -> "TimeControl":
    """Parse the time of each player, like `3m+2s`."""
    from ttt_tui.engine.clock import TimeControl
    from ttt_tui.errors import InvalidClock

    try:
        return TimeControl.parse(text)
    except InvalidClock as error:
        raise ArgumentTypeError(str(error)) from None


def address(text: str) -> tuple[str, int]:
    """Return the host and the port of an address such as `0.0.0.0:2222`, `[::1]:2222` or `2222`."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 <= int(port[:6]) < 65536):
        raise ArgumentTypeError(f"{text[:40]!r} is not an address; try 127.0.0.1:2222")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


def page(text: str) -> str:
    """Return the address of a page, such as `https://games.example.org`."""
    if not re.fullmatch(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/[!-~]*)?", text):
        raise ArgumentTypeError(f"{text[:40]!r} is not the address of a page; try https://games.example.org")
    return text


def whole(option: str, example: str) -> Callable[[str], int]:
    """Return a parser of whole numbers; its error shows `option` with `example`."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 19):
            raise ArgumentTypeError(f"invalid whole number {text[:24]!r}; try {option} {example}")
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Parse the time of a move in seconds."""
    from ttt_tui.engine.setup import LONGEST_THINK

    try:
        seconds = float(text)
    except ValueError:
        raise ArgumentTypeError(f"invalid number of seconds {text[:24]!r}; try 0.5") from None
    if not 0 < seconds <= LONGEST_THINK:
        raise ArgumentTypeError(
            f"a time of {seconds:g} s is not possible; choose more than 0, at most {LONGEST_THINK:g}"
        )
    return seconds


def sequential_test(text: str) -> tuple[float, ...]:
    """Parse two Elo differences, the smaller one first, and perhaps alpha and beta: `0,20,0.05,0.1`."""
    right = "try --sprt 0,20"
    try:
        first, second, *errors = (float(part) for part in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"invalid Elo differences {text[:24]!r}; {right}") from None
    if len(errors) > 2 or not all(LEAST_ERROR <= error <= MOST_ERROR for error in errors):
        raise ArgumentTypeError(
            f"invalid alpha or beta in {text[:24]!r}; choose from {LEAST_ERROR:g} to {MOST_ERROR:g}, "
            "like --sprt 0,20,0.05,0.1"
        )
    if not -MOST_ELO <= first < second <= MOST_ELO:
        raise ArgumentTypeError(
            f"invalid Elo differences {text[:24]!r}; choose two from -{MOST_ELO} to {MOST_ELO}, "
            f"the smaller one first, like --sprt 0,20"
        )
    return first, second, *errors


def encoding(text: str) -> str:
    """Check the name of an encoding of files."""
    from ttt_tui.store.files import is_text_encoding

    if not is_text_encoding(text):
        raise ArgumentTypeError(f"unknown encoding {text[:24]!r}; try utf-8, cp1250 or utf-16-le")
    return text


def colours(text: str) -> Colours:
    """Parse a number of colours."""
    if text not in tuple(Colours):
        raise ArgumentTypeError(f"unknown number of colours {text[:24]!r}; choose from {', '.join(Colours)}")
    return Colours(text)


def one_of(what: str, names: Sequence[str]) -> Callable[[str], str]:
    """Return a parser that accepts one of `names`; its error calls them `what`."""

    def parse(text: str) -> str:
        if text not in names:
            suggestion = did_you_mean(text, names) or f"choose from {', '.join(names)}"
            raise ArgumentTypeError(f"unknown {what} {text[:24]!r}; {suggestion}")
        return text

    return parse
