"""The commands of the command line, and the options that several of them share."""

from argparse import SUPPRESS, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttt_tui.cli import option_types as arguments
from ttt_tui.cli.names import PRESET_NAMES
from ttt_tui.cli.option_types import Parser

if TYPE_CHECKING:
    from argparse import _SubParsersAction


PUZZLE, MAKE = "puzzle", "make"

COMMANDS = ("match", "solve", "bench", "brain", "history", PUZZLE)

DIFFICULTIES = ("easy", "medium", "hard")

GAME_OPTIONS = ("--preset", "--board", "--line", "--player", "--time", "--seed")
"""The options that set a game up."""

BOARD_OF_MOVES = "the board of moves that do not say theirs (15): 15, 20 or 7x6"

LOOK_OPTIONS = ("--theme", "--color", "--ascii", "--no-mouse", "--plain")
"""The options that say how it all is shown."""


def add_game_options(parser: Parser, default: str | None = None) -> None:
    """Add what sets a game up.

    A command that takes these options as well suppresses the defaults, to keep what was said before its name.
    """
    add = parser.add_argument
    add(
        "--preset",
        metavar="NAME",
        type=arguments.preset,
        default=default,
        help=f"start one of: {', '.join(PRESET_NAMES)}",
    )
    add(
        "--board",
        metavar="SIZE",
        type=arguments.board,
        default=default,
        help="the board: 3, 15 or 7x6 (columns x rows)",
    )
    add(
        "--line",
        metavar="K",
        type=arguments.whole("--line", "5"),
        default=default,
        help="how many in a row win",
    )
    add(
        "--player",
        metavar="SPEC",
        action="append",
        default=default,
        help="a player, in turn order, 2 to 15 times: LEVEL[,name=…][,symbol=…][,time=SECONDS][,depth=PLIES]"
        ", or brain:COMMAND[,name=…][,symbol=…][,time=SECONDS][,cwd=DIR]",
    )
    add(
        "--time",
        metavar="SECONDS",
        type=arguments.seconds,
        default=default,
        help="what the computers may think for a move",
    )
    add(
        "--seed",
        metavar="N",
        type=arguments.whole("--seed", "42"),
        default=default,
        help="make lots and ties fall the same way every time",
    )


def add_encoding(parser: Parser) -> None:
    """Add the option that names the encoding of a record."""
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        type=arguments.encoding,
        help="the encoding of the file, such as cp1251, where it is not found out",
    )


def add_commands(commands: "_SubParsersAction[Parser]", words: Sequence[str]) -> None:
    """Add the commands by name; only the one that is asked for gets its arguments, since that takes time."""
    for name, what, add_arguments in (
        ("match", "let computers play against one another, without a screen", _add_match),
        ("solve", "find the exact value of a position of two players", _add_solve),
        ("bench", "do a fixed amount of searching and count the nodes", _add_bench),
        (
            "brain",
            "serve the strongest computer over the Gomocup protocol, on standard input and output",
            None,
        ),
        ("history", "the stored games", _add_history),
        (PUZZLE, "try a puzzle: one move keeps the value, proved", _add_puzzle),
    ):
        command = commands.add_parser(name, help=what, description=_as_sentence(what), allow_abbrev=False)
        if name in words and add_arguments is not None:
            add_arguments(command)


def misplaced(command: str, words: Sequence[str]) -> str | None:
    """Return what is wrong with the options before a command, None if nothing is: most have no effect."""
    known = {"match": GAME_OPTIONS, PUZZLE: LOOK_OPTIONS}.get(command, ())
    place = words.index(command)
    if command == PUZZLE and MAKE in words[place:]:  # which puzzle, and how it looks, is for who tries one
        command, known, place = f"{PUZZLE} {MAKE}", (), words.index(MAKE, place)
    options = [word.partition("=")[0] for word in words[:place] if word.startswith("-")]
    for option in options:
        if option not in known:
            return (
                f"argument {option}: not allowed before {command.split()[-1]}; see `ttt-tui {command} --help`"
            )
    return None


def clash(options: Namespace) -> str | None:
    """Return which options contradict each other, None if none do: one of them would have no effect."""
    for name in ("--resume", "--replay"):
        if _is_given(options, name):
            fitting = (name, "--seed", "--board") if name == "--replay" else (name, "--seed")
            others = [other for other in ("--replay", *GAME_OPTIONS) if other not in fitting]
            if other := next((other for other in others if _is_given(options, other)), None):
                return f"argument {other}: not allowed with argument {name}; that game is already set up"
    if _is_given(options, "--encoding") and not _is_given(options, "--replay"):
        return "argument --encoding: only allowed with --replay FILE"
    return None


def _is_given(options: Namespace, name: str) -> bool:
    return getattr(options, name.removeprefix("--"), None) is not None


def _as_sentence(what: str) -> str:
    """Return what a command does as its help begins; names keep their capitals."""
    return f"{what[0].upper()}{what[1:]}."


def _add_match(match: Parser) -> None:
    add_game_options(match, SUPPRESS)
    add = match.add_argument
    add(
        "--games",
        metavar="N",
        type=arguments.whole("--games", "100"),
        help="how many games, each opening once from every seat (20); with --gauntlet and --round-robin how "
        "many of each pair, with --sprt at most how many (1000)",
    )
    formats = match.add_mutually_exclusive_group()
    formats.add_argument(
        "--round-robin", action="store_true", help="each two players meet, instead of all in one game"
    )
    formats.add_argument("--gauntlet", action="store_true", help="the first player meets each other one")
    add(
        "--sprt",
        metavar="ELO0,ELO1",
        type=arguments.elo_bounds,
        help="stop as soon as it is decided, with 5 %% of errors, which of the two Elo differences "
        "the first player has from the second; --sprt=-5,5 if one is negative",
    )
    add(
        "--jobs",
        metavar="N",
        type=arguments.whole("--jobs", "2"),
        default=1,
        help="how many games are played at once (1); more than there are cores make computers weaker",
    )
    add("--save", metavar="DIR", help="keep the games in a directory; the same command again goes on there")
    add("--json", action="store_true", help="print JSON")


def _add_solve(solve: Parser) -> None:
    _add_board(solve)
    add = solve.add_argument
    add("--moves", metavar="MOVES", default="", help='what was played already, such as "b2 a1"')
    add("--time", metavar="SECONDS", type=arguments.seconds, help="how long it may take")
    add("--all", action="store_true", help="find all moves that keep the value")
    add("--json", action="store_true", help="print JSON")


def _add_bench(bench: Parser) -> None:
    bench.add_argument("--json", action="store_true", help="print JSON")


def _add_history(history: Parser) -> None:
    actions = history.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)
    for name, what, values in (
        ("list", "list the games, newest first", ()),
        ("show", "print a game", ("id",)),
        (
            "export",
            "write a game to a new file, as JSON if its name ends in .json, for Piskvork if in .psq",
            ("id", "file"),
        ),
        ("import", "add the games that a file records", ("file",)),
        ("review", "tell what each move of a game was worth, and why", ("id",)),
        ("stats", "wins, draws and losses by player, level and board", ()),
        ("path", "print where the games are kept", ()),
    ):
        action = actions.add_parser(name, help=what, description=_as_sentence(what), allow_abbrev=False)
        for value in values:
            kind = arguments.game_number if value == "id" else str
            action.add_argument(value, metavar=value.upper(), type=kind)
        if name in ("export", "path"):
            continue
        if name == "import":
            action.add_argument("--board", metavar="SIZE", type=arguments.board, help=BOARD_OF_MOVES)
            add_encoding(action)
            action.add_argument(
                "--again",
                action="store_true",
                help="also if a game of the same date, players and moves is stored",
            )
        ways = action.add_mutually_exclusive_group()  # argparse's help fails where one is empty
        if name == "show":
            ways.add_argument(
                "--moves", action="store_true", help="print the moves in one word, for Gomocalc"
            )
        ways.add_argument("--json", action="store_true", help="print JSON")


def _add_puzzle(puzzle: Parser) -> None:
    which = puzzle.add_mutually_exclusive_group()
    which.add_argument("--daily", action="store_true", help="today's puzzle")
    which.add_argument("--mine", action="store_true", help="a mistake of your own, found by a review")
    which.add_argument("--difficulty", choices=DIFFICULTIES, help="one that is as difficult")
    which.add_argument(
        "--id", metavar="N", type=arguments.whole("--id", "17"), help="the puzzle with this number"
    )
    puzzle.add_argument("--plain", action="store_true", default=SUPPRESS, help="in plain text")
    puzzle.add_argument("--ascii", action="store_true", default=SUPPRESS, help="show nothing beyond ASCII")
    actions = puzzle.add_subparsers(dest="action", metavar="ACTION", parser_class=Parser)
    what = "find puzzles in games that computers play, and add them to a file"
    make = actions.add_parser(MAKE, help=what, description=_as_sentence(what), allow_abbrev=False)
    make.add_argument("file", metavar="FILE")
    _add_board(make)
    make.add_argument(
        "--count", metavar="N", type=arguments.whole("--count", "20"), default=20, help="how many (20)"
    )
    make.add_argument(
        "--seed", metavar="N", type=arguments.whole("--seed", "1"), default=1, help="which games (1)"
    )
    make.add_argument("--goal", choices=("win", "hold", "stop"), help="only puzzles with this goal (all)")


def _add_board(parser: Parser) -> None:
    parser.add_argument(
        "--board", metavar="SIZE", type=arguments.board, required=True, help="the board: 3, 15 or 7x6"
    )
    parser.add_argument(
        "--line", metavar="K", type=arguments.whole("--line", "5"), help="how many in a row win"
    )
