"""The command line: what it asks for is done by the module that does it, which is imported only then."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from ttt_tui import __version__
from ttt_tui.cli import option_types as arguments
from ttt_tui.cli.names import LEVEL_NAMES
from ttt_tui.cli.option_types import LAST, LIST, Parser
from ttt_tui.cli.parser import COMMANDS, MAKE, add_commands, add_encoding, add_game_options, clash, misplaced
from ttt_tui.process import streams
from ttt_tui.process.colours import Colours
from ttt_tui.process.exit_status import FAILED, WrongOption
from ttt_tui.process.gc_policy import looking_seldom
from ttt_tui.process.terminal import settle


def run(words: Sequence[str]) -> int:
    """Do what the words of the command line ask for, and return the exit status.

    Raises `KeyboardInterrupt` after an interrupt, and `SystemExit` when help was asked for, or needed.
    """
    streams.put_in_order()
    try:
        status = _obey(words)
    except (KeyboardInterrupt, SystemExit) as end:
        if (failed := streams.flush()) and isinstance(end, SystemExit):
            return failed
        raise
    except Exception as error:  # whatever it is, the user gets a line that can be read
        if streams.is_output_error(error):
            status = streams.status_of(error)
        else:
            from ttt_tui.process.crash import report

            report(error)
            status = FAILED
    return streams.flush(status)


def _obey(words: Sequence[str]) -> int:
    parser = _parser(words)
    options = parser.parse_args(words)
    if reason := misplaced(options.command, words) if options.command else clash(options):
        parser.error(reason)
    try:
        with looking_seldom():
            return _run(options)
    except WrongOption as error:
        parser.error(str(error))


def _run(options: Namespace) -> int:
    match options.command:
        case "match":
            from ttt_tui.commands.tournament import command as match

            return match.run(options)
        case "solve":
            from ttt_tui.commands import solve

            return solve.run(options)
        case "bench":
            from ttt_tui.commands import bench

            return bench.run(options)
        case "brain":
            from ttt_tui.commands import gomocup as brain

            return brain.run()
        case "history":
            from ttt_tui.commands import history

            return history.run(options)
        case "puzzle" if options.action == MAKE:
            from ttt_tui.commands import puzzle_making

            return puzzle_making.run(options)
    # All options are known: now Textual may be imported, which reads the environment then and never again.
    terminal = settle(options.color, options.ascii, not options.no_mouse, os.environ, sys.stderr.encoding)
    if options.theme is not None:
        from ttt_tui.app.themes import THEME_NAMES

        if options.theme == LIST:
            print("\n".join(THEME_NAMES))
            return 0
        if options.theme not in THEME_NAMES:
            raise WrongOption(f"unknown theme {options.theme[:24]!r}; see `ttt-tui --theme list`", "--theme")
    if options.join == arguments.ANYBODY:
        from ttt_tui.cli.together import check, list_hosts

        check(options)
        return list_hosts(options.ascii)
    from ttt_tui.cli.play import play

    return play(options, terminal)


def _parser(words: Sequence[str]) -> Parser:
    parser = Parser(
        prog="ttt-tui",
        description="Tic-tac-toe for the terminal: every k-in-a-row game from 3×3 to 20×20.",
        epilog=f"LEVEL is human, open (somebody at another terminal), {', '.join(LEVEL_NAMES)}. "
        "Without options the setup screen opens; Enter plays.",
        allow_abbrev=False,
    )
    parser.arguments = words
    parser.commands = COMMANDS
    add = parser.add_argument
    add_game_options(parser)
    add(
        "--resume",
        metavar="ID",
        nargs="?",
        const=LAST,
        type=arguments.resumable,
        help="go on with the last unfinished game, or another",
    )
    add("--host", action="store_true", help="play with people at other terminals of this machine")
    add("--only", metavar="USERS", type=arguments.users, help="with --host: let only these in, as bob,eve")
    add(
        "--join",
        metavar="USER",
        nargs="?",
        const=arguments.ANYBODY,
        help="play in the game that a user hosts; without a name list what can be joined",
    )
    add("--seat", metavar="SYMBOL", help="with --join: the seat that is wanted")
    add("--watch", metavar="USER", help="look on in the game that a user hosts")
    add("--replay", metavar="FILE", help="show a recorded game move by move, bare moves on --board")
    add_encoding(parser)
    add("--theme", metavar="NAME", help="how it all looks; list prints the names")
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
    add_commands(parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser), words)
    return parser
