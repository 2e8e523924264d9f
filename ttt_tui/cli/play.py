"""A game that the command line asked for: on the full screen, or in plain text."""

import os
import signal
import sys
from argparse import Namespace
from contextlib import ExitStack, suppress
from pathlib import Path
from random import SystemRandom
from typing import TextIO

from ttt_tui.cli.option_types import LAST
from ttt_tui.cli.parser import PUZZLE
from ttt_tui.engine import BRAIN
from ttt_tui.engine.record import Record
from ttt_tui.errors import RecordError, StoreError, UsageError
from ttt_tui.multiplayer.start_request import StartRequest
from ttt_tui.process.colours import Colours
from ttt_tui.process.crash import log_faults, report
from ttt_tui.process.exit_status import ENDING, FAILED
from ttt_tui.process.gc_policy import pause_gc
from ttt_tui.process.paths import history_path, settings_path
from ttt_tui.process.signals import restore_before_death
from ttt_tui.process.streams import flush, print_error
from ttt_tui.process.terminal import DUMB, Terminal
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import RESUMING_SECONDS, Session, find_resumable
from ttt_tui.session.setup_changes import has_open_seat
from ttt_tui.session.setup_options import setup_from
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.settings import load_settings
from ttt_tui.store.stored_game import Entry

SWITCH_SECONDS = 0.0002
"""How soon a thinking computer's thread gives way to the screen's, where Python's own 5 ms would be felt."""

OPENING_SECONDS = 0.3
"""How long the start waits for the history, which is opened while other things are made ready."""


PLAIN_SECONDS = 1.0
"""How long in plain mode a move waits until it is stored, before it is said that it is not."""


def play(options: Namespace, terminal: Terminal) -> int:
    """Play, and return the exit status. Raises `UsageError` with what is wrong with the options."""
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    history = StoreThread(history_path())
    session = Session(seed, history, load_settings(settings_path()))
    if options.player and any(BRAIN in spec for spec in options.player):  # it may be one that is remembered
        session.brains.look(RESUMING_SECONDS)
    record = None if options.replay is None else _record(options)
    setup = None if record is not None else setup_from(options, session.brains)
    try:
        entry = _entry(options.resume, history)
    except StoreError as error:
        print_error(str(error))
        return FAILED
    has_screen = _can_show_screens(options) and not (options.plain or session.settings.plain)
    if options.host and not has_screen and setup is None and entry is None:
        setup = session.person.make(next(iter(PRESETS.values())))
    if options.command == PUZZLE:
        from ttt_tui.cli.puzzle import handed_for

        history.opened(OPENING_SECONDS)
        wish = StartRequest(puzzle=handed_for(options, session))
    else:
        wish = _with_company(StartRequest(setup, entry, record, hosts=options.host), options, session)
    for player in () if setup is None else setup.players:
        session.brains.remember(player.level.removeprefix(BRAIN))
    if has_screen:
        status, crash = _play_on_screen(terminal, options.theme, session, history, wish)
    else:
        status, crash = _play_in_plain_text(options, session, history, wish)
    _close(session, crash)
    session.brains.close()
    if has_screen:  # what the interpreter would still tidy up takes a tenth of a second
        os._exit(flush(status, is_needed=False))
    return status


def _with_company(wish: StartRequest, options: Namespace, session: Session) -> StartRequest:
    """Return what is wished with the people at other terminals, if there are to be any."""
    given = (options.host, options.only, options.join, options.seat, options.watch)
    setup = wish.setup if wish.entry is None else wish.entry.setup
    if all(value in (None, False) for value in given) and (setup is None or not has_open_seat(setup)):
        return wish
    from ttt_tui.cli import together  # what it stands on is imported by who meets anybody

    together.check(options)
    if wish.setup is not None:
        wish = wish._replace(setup=session.person.called(wish.setup))
    company = together.company_of(options, session, wish.setup, wish.entry)
    return wish if company is None else StartRequest(company=company)


def _entry(id: str | None, history: StoreThread) -> Entry | None:
    """Return the stored game that is to be resumed, if one is; raises `StoreError` if it cannot be used."""
    if id is None:
        return None
    history.opened(RESUMING_SECONDS)
    found = find_resumable(history, None if id == LAST else int(id))
    if isinstance(found, str):
        raise UsageError(found, "--resume")
    return found


def _close(session: Session, crash: BaseException | None) -> None:
    """Leave the match and say what the user has to know: what went wrong, and how to go on."""
    lost = session.close()
    if crash is not None:
        report(crash)
    try:
        for trouble in session.take_troubles():  # the end may have come before they were told
            print_error(trouble)
        if lost is not None:
            print_error(lost)
    finally:  # whatever fails now, the game is saved
        with suppress(OSError):  # after SIGHUP there may be nobody left to read this, which flushing says
            if session.has_unfinished_game:
                print("Game kept: ttt-tui --resume")


def _record(options: Namespace) -> Record:
    """Return the game that is to be replayed."""
    from ttt_tui.store.files import file_problem, read_record

    try:
        return read_record(Path(options.replay), options.board, options.encoding)
    except OSError as error:
        raise UsageError(file_problem(error), "--replay") from error
    except RecordError as error:
        raise UsageError(str(error), "--replay") from error


def _play_in_plain_text(
    options: Namespace, session: Session, history: StoreThread, wish: StartRequest
) -> tuple[int, BaseException | None]:
    """Return the exit status, and what ended the program if that was not the user."""
    from ttt_tui.plain import dialogue

    try:
        if wish.record is not None:
            return dialogue.replay(wish.record, options.ascii), None
        history.opened(OPENING_SECONDS)
        history.be_patient(PLAIN_SECONDS)
        if wish.puzzle is not None:
            from ttt_tui.plain.told_puzzle import try_puzzles

            return try_puzzles(session, wish.puzzle, is_ascii=options.ascii), None
        setup = wish.setup and session.person.called(wish.setup)
        return dialogue.run(session, setup, wish.entry, options.ascii, wish.company), None
    except Exception as error:
        return FAILED, error


def _play_on_screen(
    terminal: Terminal, theme: str | None, session: Session, history: StoreThread, wish: StartRequest
) -> tuple[int, BaseException | None]:
    """Return the exit status, and what ended the program if that was not the user."""
    pause_gc()  # until the app has started
    import asyncio

    from ttt_tui.app.app import TttApp
    from ttt_tui.app.terminal.event_loop import idle_aware_loop_factory

    history.opened(OPENING_SECONDS)
    called = wish._replace(setup=wish.setup and session.person.called(wish.setup))
    app = TttApp(called, session=session, terminal=terminal, theme=theme)
    sys.setswitchinterval(SWITCH_SECONDS)
    at_the_end = ExitStack()
    at_the_end.callback(app.restore_terminal_at_once)
    restore_before_death(at_the_end.close)
    at_the_end.callback(log_faults())  # after the handlers of signals, of which it then precedes one
    loops = idle_aware_loop_factory(session.screen_is_idle, app.typed_ahead.give_next, app.typed_ahead.rest)
    with asyncio.Runner(loop_factory=loops) as runner:
        loop = app.typed_ahead.loop = runner.get_loop()
        app.hear_failures(loop)
        app.handle_signals(loop)
        try:
            runner.run(app.run_async(mouse=terminal.has_mouse))
        except Exception as error:
            app.crash = app.crash or error
        finally:
            app.give_terminal_back()
            at_the_end.close()
            for number in ENDING:  # it is ending, and nothing is left that a signal could spoil
                loop.remove_signal_handler(number)
                signal.signal(number, signal.SIG_IGN)
    return FAILED if app.crash else app.return_code or 0, app.crash


def _can_show_screens(options: Namespace) -> bool:
    """Whether there is a terminal, and something is known of it, if only its colours."""
    is_known = os.environ.get("TERM", "dumb") not in DUMB or options.color is not Colours.AUTO
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr) and is_known


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
