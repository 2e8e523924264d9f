"""Every option and command of the command line. Nothing is imported here that does the work."""

import argparse

from ttt_tui import __version__
from ttt_tui.arguments import LAST, Parser, board, game_number, preset, resumable, seconds, whole
from ttt_tui.computer import LEVELS
from ttt_tui.presets import PRESETS

Commands = argparse._SubParsersAction
"""What `add_subparsers` returns; argparse has no public name for it."""


def make_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="ttt-tui",
        description="Tic-tac-toe for the terminal: every k-in-a-row game from 3×3 to 20×20.",
        epilog=f"LEVEL is human, {', '.join(LEVELS)}. Without options the setup screen opens; Enter plays.",
        allow_abbrev=False,
    )
    _add_game_options(parser, None)
    add = parser.add_argument
    add(
        "--resume",
        metavar="ID",
        nargs="?",
        const=LAST,
        type=resumable,
        help="go on with the last unfinished game, or another",
    )
    add("--replay", metavar="FILE", help="show a recorded game move by move")
    add("--plain", action="store_true", help="play in plain text, a sentence for each move")
    add("--version", action="version", version=f"ttt-tui {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    _add_match(commands)
    _add_solve(commands)
    _add_bench(commands)
    _add_brain(commands)
    _add_history(commands)
    return parser


def _add_game_options(parser: Parser, default: str | None) -> None:
    """Add what sets a game up. Suppressed defaults keep what was said before the name of a command."""
    add = parser.add_argument
    add("--preset", default=default, metavar="NAME", type=preset, help=f"start one of: {', '.join(PRESETS)}")
    add(
        "--board",
        default=default,
        metavar="SIZE",
        type=board,
        help="the board: 3, 15 or 7x6 (columns x rows)",
    )
    add("--line", default=default, metavar="K", type=whole("--line", "5"), help="how many in a row win")
    add(
        "--player",
        metavar="SPEC",
        action="append",
        default=default,
        help="a player, in turn order, 2 to 15 times: LEVEL[,name=…][,symbol=…][,time=SECONDS][,depth=PLIES]",
    )
    add(
        "--time",
        default=default,
        metavar="SECONDS",
        type=seconds,
        help="what the computers may think for a move",
    )
    add(
        "--seed",
        default=default,
        metavar="N",
        type=whole("--seed", "42"),
        help="make lots and ties fall the same way every time",
    )


def _add_match(commands: "Commands[Parser]") -> None:
    what = "let computers play against one another"
    match = commands.add_parser("match", help=what, description=what.capitalize() + ", without a screen.")
    _add_game_options(match, argparse.SUPPRESS)
    match.add_argument(
        "--games",
        metavar="N",
        type=whole("--games", "100"),
        default=20,
        help="how many games; each opening is played once from every seat (20)",
    )
    match.add_argument("--json", action="store_true", help="print JSON")


def _add_solve(commands: "Commands[Parser]") -> None:
    what = "find the exact value of a position"
    solve = commands.add_parser("solve", help=what, description=what.capitalize() + ", for two players.")
    add = solve.add_argument
    add("--board", metavar="SIZE", type=board, required=True, help="the board: 3, 15 or 7x6 (columns x rows)")
    add("--line", metavar="K", type=whole("--line", "5"), help="how many in a row win")
    add("--moves", metavar="MOVES", default="", help='what was played already: "b2 a1"')
    add("--time", metavar="SECONDS", type=seconds, help="how long it may take")
    add("--all", action="store_true", help="find all moves that keep the value")
    add("--json", action="store_true", help="print JSON")


def _add_bench(commands: "Commands[Parser]") -> None:
    what = "do a fixed amount of searching and count the nodes"
    bench = commands.add_parser("bench", help=what, description=what.capitalize() + ".")
    bench.add_argument("--json", action="store_true", help="print JSON")


def _add_brain(commands: "Commands[Parser]") -> None:
    what = "serve the strongest computer over the Gomocup protocol"
    commands.add_parser("brain", help=what, description=what.capitalize() + ", on standard input and output.")


def _add_history(commands: "Commands[Parser]") -> None:
    history = commands.add_parser("history", help="the stored games", description="The stored games.")
    actions = history.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)
    for name, what, arguments in (
        ("list", "list the games, newest first", ()),
        ("show", "print a game", ("id",)),
        ("export", "write a game to a new file, as JSON if its name ends in .json", ("id", "file")),
        ("import", "add a recorded game", ("file",)),
        ("stats", "wins, draws and losses by player, level and board", ()),
        ("path", "print where the games are kept", ()),
    ):
        action = actions.add_parser(name, help=what, description=what.capitalize() + ".")
        for argument in arguments:
            action.add_argument(
                argument, metavar=argument.upper(), type=game_number if argument == "id" else str
            )
        if name in ("list", "show", "import", "stats"):
            action.add_argument("--json", action="store_true", help="print JSON")
