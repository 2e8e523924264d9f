"""The program: it reads its command line and hands it to who does the work."""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from random import Random, SystemRandom
from typing import TextIO

from ttt_tui import __version__
from ttt_tui.arguments import LAST, Parser, WrongUsage, setup_from
from ttt_tui.commands import make_parser
from ttt_tui.engine import Setup

FAILED = 1
READER_GONE = 141
"""The exit status when nobody reads any more: that of a program which SIGPIPE ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status. `arguments` default to the process's own."""
    for stream in (sys.stdout, sys.stderr):  # what an encoding lacks must not end the program
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    parser = make_parser()
    parser.arguments = sys.argv[1:] if arguments is None else arguments
    options = parser.parse_args(parser.arguments)
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    try:
        setup = setup_from(options, Random(f"names {seed}"))
        if options.command is None:
            return play(parser, options, setup, seed)
        status = command(options, setup, seed)
        sys.stdout.flush()
    except WrongUsage as error:
        parser.error(str(error))
    except BrokenPipeError:
        _forget_stdout()
        return READER_GONE
    return status


def command(options: argparse.Namespace, setup: Setup | None, seed: int) -> int:
    """Do what a command says and return the exit status; raises `WrongUsage`."""
    match options.command:
        case "match":
            from ttt_tui.headless import match

            return match.run(setup, options.games, seed, options.json)
        case "solve":
            from ttt_tui.headless import solve

            return solve.run(
                options.board, options.line, options.moves, options.time, options.all, options.json
            )
        case "bench":
            from ttt_tui.headless import bench

            return bench.run(options.json)
        case "brain":
            from ttt_tui.headless import brain

            return brain.run()
        case _:
            from ttt_tui.headless import history

            return history.run(options)


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
    on_screen = _is_terminal(sys.stdin) and _is_terminal(sys.stderr)
    if on_screen and not (options.plain or session.settings.plain):
        from ttt_tui.app.app import TttApp

        app = TttApp(setup, session=session, resume=entry, replay=record)
        app.run()
        status, crash = app.return_code or 0, app.crash
    else:
        from ttt_tui.headless import plain

        try:
            status = plain.replay(record) if record is not None else plain.run(session, setup, entry)
        except Exception as error:
            status, crash = FAILED, error
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
    except OSError:  # after SIGHUP there may be nobody left to read this
        _forget_stdout()
    return status


def _forget_stdout() -> None:
    """Let what is flushed at the end go nowhere, since nobody reads it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
