"""The command line: what it asks for is done by the module that does it, which is imported only then."""

import os
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence

from ttt_tui import __version__
from ttt_tui.cli import option_types as arguments
from ttt_tui.cli.names import LEVEL_NAMES, SCREEN_NAMES
from ttt_tui.cli.option_types import LAST, LIST, Parser
from ttt_tui.cli.parser import MAKE, add_commands, add_encoding, add_game_options, clash, misplaced
from ttt_tui.errors import UsageError
from ttt_tui.process import streams
from ttt_tui.process.colours import Colours
from ttt_tui.process.did_you_mean import instead
from ttt_tui.process.exit_status import FAILED
from ttt_tui.process.gc_policy import looking_seldom
from ttt_tui.process.terminal import settle


def run(words: Sequence[str]) -> int:
    """Do what the words of the command line ask for, and return the exit status.

    Raises `KeyboardInterrupt` after an interrupt, and `SystemExit` when help was asked for, or needed.
    """
    streams.ensure_std_streams()
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
    parser = parser_of(words)
    options = parser.parse_args(words)
    if reason := misplaced(options.command, words) if options.command else clash(options):
        parser.error(reason)
    try:
        with looking_seldom():
            return _run(options)
    except UsageError as error:
        parser.asked.error(str(error))


def _run(options: Namespace) -> int:
    match options.command:
        case "match":
            from ttt_tui.cli import match

            return match.run(options)
        case "solve":
            from ttt_tui.cli import solve

            return solve.run(options)
        case "bench":
            from ttt_tui.cli import bench

            return bench.run(options)
        case "brain":
            from ttt_tui.gomocup import server

            return server.run()
        case "history":
            from ttt_tui.cli import history

            return history.run(options)
        case "puzzle" if options.action == MAKE:
            from ttt_tui.cli import puzzle_making

            return puzzle_making.run(options)
    # All options are known: now Textual may be imported, which reads the environment then and never again.
    terminal = settle(options.color, options.ascii, not options.no_mouse, os.environ, sys.stderr.encoding)
    if options.theme is not None:
        from ttt_tui.app.themes import THEME_NAMES

        if options.theme == LIST:
            print("\n".join(THEME_NAMES))
            return 0
        if options.theme not in THEME_NAMES:
            right = instead(options.theme, THEME_NAMES) or "see `ttt-tui --theme list`"
            raise UsageError(f"unknown theme {options.theme[:24]!r}; {right}", "--theme")
    if options.join == arguments.ANYBODY:
        from ttt_tui.cli.multiplayer import check, list_hosts

        check(options)
        return list_hosts(options.ascii)
    from ttt_tui.cli.play import play

    return play(options, terminal)


def parser_of(words: Sequence[str]) -> Parser:
    """Return the parser for these words; of the commands only the one in them gets its arguments."""
    parser = Parser(
        prog="ttt-tui",
        description="Tic-tac-toe for the terminal: every k-in-a-row game from 3×3 to 20×20.",
        epilog=_epilog(),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.arguments = words
    parser.add_argument(
        "--version", action="version", version=f"ttt-tui {__version__}", help="show the version and exit"
    )
    add_game_options(parser)
    add = parser.add_argument_group("saved games").add_argument
    add(
        "--resume",
        metavar="ID",
        nargs="?",
        const=LAST,
        type=arguments.resumable,
        help="resume the last unfinished game, or game ID",
    )
    add("--replay", metavar="FILE", help="replay a recorded game; --board sets the board of a bare move list")
    add_encoding(add)
    add = parser.add_argument_group("playing together").add_argument
    add("--host", action="store_true", help="host a game for players at other terminals of this machine")
    add(
        "--only",
        metavar="USERS",
        type=arguments.users,
        help="with --host: only these users can join, for example bob,eve",
    )
    add(
        "--join",
        metavar="USER",
        nargs="?",
        const=arguments.ANYBODY,
        help="join the game of a user (a login name); without USER, list the hosted games",
    )
    add("--seat", metavar="SYMBOL", help="with --join: take this seat")
    add("--watch", metavar="USER", help="watch the game of a user (a login name)")
    add = parser.add_argument_group("display").add_argument
    add("--theme", metavar="NAME", help="theme; --theme list prints the names")
    add(
        "--color",
        metavar="COLORS",
        type=arguments.colours,
        default=Colours.AUTO,
        help=f"number of colours: {', '.join(Colours)} (default: auto)",
    )
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add("--no-mouse", action="store_true", help="do not use the mouse")
    add("--plain", action="store_true", help="play in plain text, one sentence per move")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", parser_class=Parser)
    add_commands(commands, words)
    parser.parsers = commands.choices
    return parser


def _epilog() -> str:
    """Return the end of the help: the levels, and an example for each option that needs one."""
    *first, last = (f"{level} is {name}" for level, name in SCREEN_NAMES.items() if level != name)
    return f"""\
Without arguments the main menu opens; press Enter to play.

levels:
  human             a player at this terminal
  open              a player at another terminal
  {", ".join(LEVEL_NAMES)}
                    the computers; on screen {", ".join(first)}
                    and {last}
  brain:COMMAND     an engine that speaks the Gomocup protocol

examples:
  ttt-tui --board 3x3
      play negamax on 3 columns x 3 rows
  ttt-tui --board 7x6 --line 4
      7 columns x 6 rows, four in a row wins
  ttt-tui --player human --player negamax,name=Ada,time=2
      you play X and move first; Ada plays O and thinks 2 seconds per move
"""
