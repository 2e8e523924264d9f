"""The command line: what it says becomes a `Setup`, and the app starts with it."""

import argparse
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, NoReturn, TextIO

from ttt_tui import __version__
from ttt_tui.computer import LEVELS
from ttt_tui.engine import Geometry, Limit, Setup, problem
from ttt_tui.engine.setup import LONGEST_THINK
from ttt_tui.presets import PRESETS, players_from_specs

if TYPE_CHECKING:
    pass

WRONG_USAGE = 2

LAST = "last"
"""What `--resume` means without an id."""


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status. `arguments` default to the process's own."""
    for stream in (sys.stdout, sys.stderr):  # what an encoding lacks must not end the program
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    parser = _parser()
    parser.arguments = sys.argv[1:] if arguments is None else arguments
    options = parser.parse_args(parser.arguments)
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    try:
        setup = setup_from(options, Random(f"names {seed}"))
    except ValueError as error:
        parser.error(str(error))
    if options.command == "history":
        from ttt_tui.headless import history

        return history.run(options)
    return play(parser, options, setup, seed)


def play(parser: Parser, options: argparse.Namespace, setup: Setup | None, seed: int) -> int:
    """Play, on the full screen or in plain text, and return the exit status."""
    # The rest of the command line answers without textual and without the store.
    from ttt_tui.engine.record import RecordError
    from ttt_tui.session import Session, find_resumable
    from ttt_tui.store.database import StoreError
    from ttt_tui.store.files import read_record
    from ttt_tui.store.history import Entry, History
    from ttt_tui.store.paths import history_path, log_path, settings_path
    from ttt_tui.store.settings import load_settings

    record = None
    if options.replay is not None:
        try:
            record = read_record(Path(options.replay))
        except (RecordError, OSError) as error:
            parser.error(str(error))
    history, troubles = None, []
    try:
        history = History(history_path())
    except StoreError as error:
        troubles.append(f"Games are not kept: {error}")
    entry: Entry | None = None
    if options.resume is not None:
        found = find_resumable(history, None if options.resume == LAST else int(options.resume))
        if isinstance(found, str):
            parser.error(found)
        entry = found

    session = Session(seed, history, load_settings(settings_path()), tuple(troubles))
    crash: BaseException | None = None
    if not (
        options.plain or session.settings.plain or not (_is_terminal(sys.stdin) and _is_terminal(sys.stderr))
    ):
        from ttt_tui.app.app import TttApp

        app = TttApp(setup, session=session, resume=entry, replay=record)
        app.run()
        status, crash = app.return_code or 0, app.crash
    else:
        from ttt_tui.headless import plain

        status = plain.replay(record) if record is not None else plain.run(session, setup, entry)
    kept = session.has_unfinished_game
    session.release()
    if history is not None:
        history.close()
    try:
        if crash is not None:
            print(f"ttt-tui: something went wrong; {log_crash(crash, log_path())}", file=sys.stderr)
        if kept:
            print("Game kept: ttt-tui --resume")
        sys.stdout.flush()
    except OSError:  # after SIGHUP there may be nobody left to read this, nor what is flushed at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def log_crash(error: BaseException, path: Path) -> str:
    """Add an exception's traceback to the log and return where it is, for the end of a sentence."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        with open(descriptor, "a", encoding="utf-8") as file:
            file.write(f"ttt-tui {__version__}, {datetime.now():%Y-%m-%d %H:%M:%S}\n")
            file.writelines(traceback.format_exception(error))
    except OSError as failure:
        return f"{error!r:.200}, and the log could not be written: {failure}"
    return f"the details are in {path}"


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
    add(
        "--resume",
        metavar="ID",
        nargs="?",
        const=LAST,
        type=_resumable,
        help="go on with the last unfinished game, or another",
    )
    add("--replay", metavar="FILE", help="show a recorded game move by move")
    add("--plain", action="store_true", help="play in plain text, a sentence for each move")
    add("--version", action="version", version=f"ttt-tui {__version__}")
    _add_history(parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser))
    return parser


def _add_history(commands: "argparse._SubParsersAction[Parser]") -> None:
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
                argument, metavar=argument.upper(), type=_game_number if argument == "id" else str
            )
        if name in ("list", "show", "import", "stats"):
            action.add_argument("--json", action="store_true", help="print JSON")


def _resumable(text: str) -> str:
    return text if text == LAST else _game(text)  # argparse reads the constant like what is typed


def _game(text: str) -> str:
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise argparse.ArgumentTypeError(
            f"{text[:24]!r} is not the number of a game: ttt-tui history list shows them"
        )
    return text


def _game_number(text: str) -> int:
    return int(_game(text))


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
