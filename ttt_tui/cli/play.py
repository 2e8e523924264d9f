"""Run a game or a puzzle requested on the command line, on the full screen or in plain text."""

import os
import signal
import sys
from argparse import Namespace
from contextlib import ExitStack, suppress
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, TextIO

from ttt_tui.cli.options import LAST
from ttt_tui.cli.parser import PUZZLE
from ttt_tui.engine import Setup, engine_name
from ttt_tui.engine.records import Record
from ttt_tui.errors import CannotResume, NotPermitted, RecordError, StoreError, UsageError
from ttt_tui.multiplayer import StartRequest
from ttt_tui.process.crash import log_faults, report
from ttt_tui.process.memory import pause_gc
from ttt_tui.process.paths import history_path, settings_path
from ttt_tui.process.permissions import EVERYTHING, Permission, Permissions
from ttt_tui.process.signals import ENDING, FAILED, restore_before_death
from ttt_tui.process.streams import flush, print_error
from ttt_tui.process.terminal import DUMB, Colours, Terminal
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.resuming import RESUMING_SECONDS, find_resumable
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat
from ttt_tui.session.setup_options import names_engine, setup_from
from ttt_tui.store.settings import load_settings
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

if TYPE_CHECKING:
    from ttt_tui.multiplayer.lobby import Visit
    from ttt_tui.session.puzzle_service import AssignedPuzzle

SWITCH_SECONDS = 0.0002
"""Python's switch interval in seconds: with the default of 5 ms a thinking computer would slow the screen."""

OPENING_SECONDS = 0.3
"""Seconds that the start waits for the history, which is opened in parallel."""

PLAIN_SECONDS = 1.0
"""Seconds that plain mode waits for a move to be stored before it reports a delay."""


NEEDED = {
    "replay": Permission.FILES,
    "start": Permission.FILES,
    "file": Permission.FILES,
    "host": Permission.LOCAL_GAMES,
    "join": Permission.LOCAL_GAMES,
    "watch": Permission.LOCAL_GAMES,
}
"""The options that need a permission."""


def play(
    options: Namespace,
    terminal: Terminal,
    permissions: Permissions = EVERYTHING,
    visit: "Visit | None" = None,
) -> int:
    """Run the app or plain mode, and return the exit status.

    The program of a visitor of a server begins in the lobby of `visit`. Raises `UsageError` for wrong
    options, and for those that are not permitted.
    """
    for name, permission in NEEDED.items():
        if getattr(options, name, None) not in (None, False):
            _check(permissions, permission, f"--{name}")
    if names_engine(options.player):
        _check(permissions, Permission.ENGINES, "--player")
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    history = StoreThread(history_path())
    session = Session(seed, history, load_settings(settings_path()), permissions)
    if names_engine(options.player):  # it may be a remembered engine
        session.engines.load(RESUMING_SECONDS)
    record = None if options.replay is None else _record(options)
    setup = None if record is not None else _setup(options, session)
    try:
        entry = _entry(options.resume, history)
    except StoreError as error:
        print_error(str(error))
        return FAILED
    has_screen = _can_show_screens(options, terminal) and not (options.plain or session.settings.plain)
    if options.host and not has_screen and setup is None and entry is None:
        setup = session.profile.make(next(iter(PRESETS.values())))
    if options.command == PUZZLE:
        history.wait_until_open(OPENING_SECONDS)
        request = StartRequest(puzzle=requested_puzzle(options, session))
    else:
        request = _with_multiplayer(StartRequest(setup, entry, record, hosts=options.host), options, session)
    if visit is not None and visit.is_local and not has_screen:
        raise UsageError("the lobby needs a terminal")
    if visit is not None and has_screen:
        from ttt_tui.multiplayer.lobby import Lobby

        request = request._replace(lobby=Lobby(visit))
    for player in () if setup is None else setup.players:
        session.engines.remember(engine_name(player.level))
    if has_screen:
        status, crash = _play_on_screen(terminal, options.theme, session, history, request)
    else:
        status, crash = _play_in_plain_text(options, session, history, request)
    if not _close(session, crash, can_tell=not terminal.is_browser):
        status = status or FAILED
    session.engines.close()
    if has_screen:  # the interpreter's own cleanup takes 0.1 s
        os._exit(flush(status, is_needed=False))
    return status


def _check(permissions: Permissions, permission: Permission, option: str) -> None:
    """Raise `UsageError` about an option that is not permitted."""
    try:
        permissions.check(permission)
    except NotPermitted as error:
        raise UsageError(str(error), option) from None


def _setup(options: Namespace, session: Session) -> Setup | None:
    """Return the requested set-up, and report assumptions about its start. Raises `UsageError`."""
    if options.start is None:
        return setup_from(options, session.engines)
    from ttt_tui.session.start_options import setup_with_start  # only starts need the readers of records

    setup, notes = setup_with_start(options, session.engines)
    for note in notes:
        print_error(note)
    if options.start == "-" and _is_terminal(sys.stderr):
        with suppress(OSError):  # the file has been read: keys come from the terminal again
            terminal = os.open("/dev/tty", os.O_RDWR)
            os.dup2(terminal, 0)
            os.close(terminal)
            sys.stdin = open(0, closefd=False)  # noqa: SIM115 - it stays open as long as the program runs
    return setup


def _with_multiplayer(request: StartRequest, options: Namespace, session: Session) -> StartRequest:
    """Return the request with the network side of a shared match, if it is one."""
    given = (options.host, options.only, options.join, options.seat, options.watch)
    setup = request.setup if request.entry is None else request.entry.setup
    if all(value in (None, False) for value in given) and (setup is None or not has_open_seat(setup)):
        return request
    _check(session.permissions, Permission.LOCAL_GAMES, "--player")
    from ttt_tui.cli import multiplayer  # only shared matches need it

    multiplayer.check(options)
    if request.setup is not None:
        request = request._replace(setup=session.profile.name_humans(request.setup))
    shared = multiplayer.multiplayer_session(options, session, request.setup, request.entry)
    return request if shared is None else StartRequest(multiplayer=shared)


def requested_puzzle(options: Namespace, session: Session) -> "AssignedPuzzle":
    """Return the requested puzzle, by default the next suitable one. Raises `UsageError` if there is none."""
    from ttt_tui.puzzles.collection import Difficulty, removed

    puzzles = session.puzzles
    if options.daily:
        return puzzles.daily()
    if options.mine:
        puzzles.load(RESUMING_SECONDS)
        if (own := puzzles.mine()) is None:
            raise UsageError("no mistake to review; find some with `ttt-tui history review ID`", "--mine")
        return own
    if options.file is not None:
        if not Path(options.file).exists():
            raise UsageError(f"no such file: {options.file}", "--file")
        try:
            return puzzles.of_file(Path(options.file))
        except RecordError as error:
            raise UsageError(str(error), "--file") from None
    if options.difficulty is not None:
        if (found := puzzles.of_difficulty(Difficulty(options.difficulty))) is None:
            raise UsageError(f"no {options.difficulty} puzzles", "--difficulty")
        return found
    if options.id is not None:
        try:
            return puzzles.by_number(options.id)
        except KeyError:
            if any(puzzle.number == options.id for puzzle in removed().puzzles):
                raise UsageError(f"puzzle {options.id} was removed; omit --id for another", "--id") from None
            numbers = [puzzle.number for puzzle in puzzles.collection.puzzles]
            raise UsageError(
                f"no puzzle {options.id}; choose from {min(numbers)} to {max(numbers)}", "--id"
            ) from None
    return puzzles.next()


def _entry(id: str | None, history: StoreThread) -> Entry | None:
    """Return the stored game to resume, if any. Raises `UsageError` or `StoreError`."""
    if id is None:
        return None
    history.wait_until_open(RESUMING_SECONDS)
    try:
        return find_resumable(history, None if id == LAST else int(id))
    except CannotResume as error:
        raise UsageError(str(error), "--resume") from None


def _close(session: Session, crash: BaseException | None, *, can_tell: bool) -> bool:
    """Close the session, print problems and how to continue, and return whether everything is saved.

    `can_tell` is whether the user reads standard output.
    """
    unsaved = session.close()
    if crash is not None:
        report(crash, session.permissions)
    try:
        for warning in session.take_warnings():  # the app may have ended before it showed them
            print_error(warning)
        if unsaved is not None:
            print_error(unsaved)
    finally:  # the game is saved, whatever fails now
        with suppress(OSError):  # after SIGHUP there may be no reader, which `flush` reports
            if can_tell and session.has_unfinished_game:
                can_type = session.permissions.allows(Permission.MACHINE)
                print("Game kept: ttt-tui --resume" if can_type else "Game kept: r resumes it")
    return unsaved is None


def _record(options: Namespace) -> Record:
    """Return the game to replay. Raises `UsageError`."""
    from ttt_tui.store.files import describe_os_error, read_record

    try:
        path = Path(options.replay)
        return read_record(path, options.board, options.encoding, options.rules, options.columns)
    except OSError as error:
        raise UsageError(describe_os_error(error), "--replay") from error
    except RecordError as error:
        raise UsageError(str(error), "--replay") from error


def _play_in_plain_text(
    options: Namespace, session: Session, history: StoreThread, request: StartRequest
) -> tuple[int, BaseException | None]:
    """Return the exit status, and the exception that ended the program, if any."""
    from ttt_tui.plain import match
    from ttt_tui.plain.transcript import print_transcript

    try:
        if request.record is not None:
            request.record.game.show_by(session.settings.coordinates)
            return print_transcript(request.record, options.ascii), None
        history.wait_until_open(OPENING_SECONDS)
        history.set_max_wait(PLAIN_SECONDS)
        if request.puzzle is not None:
            from ttt_tui.plain import puzzle

            return puzzle.run(session, request.puzzle, is_ascii=options.ascii), None
        setup = request.setup and session.profile.name_humans(request.setup)
        return match.run(session, setup, request.entry, options.ascii, request.multiplayer), None
    except Exception as error:
        return FAILED, error


def _play_on_screen(
    terminal: Terminal, theme: str | None, session: Session, history: StoreThread, request: StartRequest
) -> tuple[int, BaseException | None]:
    """Return the exit status, and the exception that ended the program, if any."""
    pause_gc()  # until the app has started
    import asyncio

    from ttt_tui.app.app import TttApp
    from ttt_tui.app.terminal.event_loop import idle_aware_loop_factory

    history.wait_until_open(OPENING_SECONDS)
    named = request._replace(setup=request.setup and session.profile.name_humans(request.setup))
    app = TttApp(named, session=session, terminal=terminal, theme=theme)
    sys.setswitchinterval(SWITCH_SECONDS)
    cleanup = ExitStack()
    cleanup.callback(app.restore_terminal_at_once)
    restore_before_death(cleanup.close)
    cleanup.callback(log_faults(session.permissions))  # after the signal handlers, which it has to precede
    loops = idle_aware_loop_factory(
        session.screen_is_idle, app.input_queue.deliver_next, app.input_queue.add_idle
    )
    with asyncio.Runner(loop_factory=loops) as runner:
        loop = app.input_queue.loop = runner.get_loop()
        app.catch_failures(loop)
        app.handle_signals(loop)
        try:
            runner.run(app.run_async(mouse=terminal.has_mouse))
        except Exception as error:
            app.crash = app.crash or error
        finally:
            app.give_terminal_back()
            cleanup.close()
            for number in ENDING:  # nothing is left that a signal could interrupt
                loop.remove_signal_handler(number)
                signal.signal(number, signal.SIG_IGN)
    return FAILED if app.crash else app.return_code or 0, app.crash


def _can_show_screens(options: Namespace, terminal: Terminal) -> bool:
    """Return whether there is a browser, or a terminal with known capabilities, if only its colours."""
    if terminal.is_browser:
        return True
    is_known = os.environ.get("TERM", "dumb") not in DUMB or options.color is not Colours.AUTO
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr) and is_known


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
