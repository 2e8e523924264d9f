"""The command line: what it asks for is done by the module that does it, which is imported only then."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING

from ttt_tui import __version__, arguments
from ttt_tui.arguments import LAST, LIST, Parser
from ttt_tui.names import LEVEL_NAMES, PRESET_NAMES, Colours

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def main(words: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status. `words` default to the process's own arguments."""
    for stream in (sys.stdout, sys.stderr):  # what an encoding lacks must not end the program
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    words = sys.argv[1:] if words is None else words
    parser = _parser(words)
    options = parser.parse_args(words)
    try:
        return _run(options)
    except ValueError as error:
        parser.error(str(error))


def _run(options: Namespace) -> int:
    if options.command == "history":
        from ttt_tui.headless import history

        return history.run(options)
    if options.theme == LIST:
        from ttt_tui.app.themes import THEME_NAMES

        print("\n".join(THEME_NAMES))
        return 0
    from ttt_tui.playing import play

    return play(options)


def _parser(words: Sequence[str]) -> Parser:
    parser = Parser(
        prog="ttt-tui",
        description="Tic-tac-toe for the terminal: every k-in-a-row game from 3×3 to 20×20.",
        epilog=f"LEVEL is human, {', '.join(LEVEL_NAMES)}. "
        "Without options the setup screen opens; Enter plays.",
        allow_abbrev=False,
    )
    parser.arguments = words
    add = parser.add_argument
    add("--preset", metavar="NAME", type=arguments.preset, help=f"start one of: {', '.join(PRESET_NAMES)}")
    add("--board", metavar="SIZE", type=arguments.board, help="the board: 3, 15 or 7x6 (columns x rows)")
    add("--line", metavar="K", type=arguments.whole("--line", "5"), help="how many in a row win")
    add(
        "--player",
        metavar="SPEC",
        action="append",
        help="a player, in turn order, 2 to 15 times: LEVEL[,name=…][,symbol=…][,time=SECONDS][,depth=PLIES]",
    )
    add("--time", metavar="SECONDS", type=arguments.seconds, help="what the computers may think for a move")
    add(
        "--seed",
        metavar="N",
        type=arguments.whole("--seed", "42"),
        help="make lots and ties fall the same way every time",
    )
    add(
        "--resume",
        metavar="ID",
        nargs="?",
        const=LAST,
        type=arguments.resumable,
        help="go on with the last unfinished game, or another",
    )
    add("--replay", metavar="FILE", help="show a recorded game move by move")
    add("--theme", metavar="NAME", type=arguments.theme, help="how it all looks; list prints the names")
    add(
        "--color",
        metavar="COLORS",
        type=arguments.colours,
        default=Colours.AUTO,
        help=f"how many colors: {', '.join(Colours)}",
    )
    add("--ascii", action="store_true", help="show nothing beyond ASCII")
    add("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    add("--plain", action="store_true", help="play in plain text, a sentence for each move")
    add("--version", action="version", version=f"ttt-tui {__version__}")
    _add_commands(parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser), words)
    return parser


def _add_commands(commands: "_SubParsersAction[Parser]", words: Sequence[str]) -> None:
    """Add the commands by name; only the one that is asked for gets its arguments, since that takes time."""
    for name, what, add_arguments in (("history", "the stored games", _add_history),):
        command = commands.add_parser(name, help=what, description=f"{what.capitalize()}.")
        if name in words:
            add_arguments(command)


def _add_history(history: Parser) -> None:
    actions = history.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)
    for name, what, values in (
        ("list", "list the games, newest first", ()),
        ("show", "print a game", ("id",)),
        ("export", "write a game to a new file, as JSON if its name ends in .json", ("id", "file")),
        ("import", "add a recorded game", ("file",)),
        ("stats", "wins, draws and losses by player, level and board", ()),
        ("path", "print where the games are kept", ()),
    ):
        action = actions.add_parser(name, help=what, description=what.capitalize() + ".")
        for value in values:
            kind = arguments.game_number if value == "id" else str
            action.add_argument(value, metavar=value.upper(), type=kind)
        if name in ("list", "show", "import", "stats"):
            action.add_argument("--json", action="store_true", help="print JSON")
