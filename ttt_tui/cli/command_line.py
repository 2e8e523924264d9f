"""Dispatch the command line; each command's module is imported only when it is needed."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module, reload
from typing import TYPE_CHECKING

from ttt_tui.cli.options import ANYBODY, LIST
from ttt_tui.cli.parser import LOBBY, MAKE, PUZZLE, SERVE, check, make_parser
from ttt_tui.errors import NotPermitted, UsageError
from ttt_tui.process import streams
from ttt_tui.process.memory import infrequent_gc
from ttt_tui.process.permissions import EVERYTHING, Permission, Permissions
from ttt_tui.process.signals import FAILED
from ttt_tui.process.terminal import configure_terminal
from ttt_tui.process.text import did_you_mean, printable

if TYPE_CHECKING:
    from ttt_tui.multiplayer.lobby import Visit

ANYWHERE = (("history", "list"), ("history", "show"), ("history", "stats"), ("history", "export"))
"""Commands, besides games and puzzles, that need no permission; an export only to standard output."""


def run(words: Sequence[str], permissions: Permissions = EVERYTHING, visit: "Visit | None" = None) -> int:
    """Run the command line in `words`, as far as it is permitted, and return the exit status.

    `visit` is that of a visitor of a server.

    Raises `KeyboardInterrupt` after an interrupt, and `SystemExit` after help, the version or a wrong usage.
    """
    streams.ensure_std_streams()
    try:
        status = _run(words, permissions, visit)
    except (KeyboardInterrupt, SystemExit) as end:
        if (failed := streams.flush()) and isinstance(end, SystemExit):
            return failed
        raise
    except Exception as error:  # users get a line they can read, whatever has happened
        if streams.is_output_error(error):
            status = streams.status_of(error)
        else:
            from ttt_tui.process.crash import report

            report(error, permissions)
            status = FAILED
    return streams.flush(status)


def _run(words: Sequence[str], permissions: Permissions, visit: "Visit | None") -> int:
    if words[:1] == ["--complete"]:  # asked by a shell: nothing is parsed, and nothing can be wrong
        from ttt_tui.cli import completion

        print(completion.answer(words[1:]), end="")
        return 0
    parser = make_parser(words)
    options = parser.parse_args(words)
    try:
        check(options, words)
    except UsageError as error:
        parser.error(str(error))
    try:
        # A server runs for months, and nothing in it searches.
        with nullcontext() if options.command == SERVE else infrequent_gc():
            _check(options, permissions)
            return _run_command(options, permissions, visit)
    except UsageError as error:
        parser.chosen.error(str(error))


def _check(options: Namespace, permissions: Permissions) -> None:
    """Raise `UsageError` if a command is not permitted; options of games and puzzles are checked later."""
    command = options.command, getattr(options, "action", None)
    try:
        if command == ("history", "export") and options.file != "-":
            permissions.check(Permission.FILES)
        if command not in ((None, None), (PUZZLE, None), *ANYWHERE):
            permissions.check(Permission.MACHINE)
        if options.join == ANYBODY:
            permissions.check(Permission.LOCAL_GAMES)
    except NotPermitted as error:
        raise UsageError(str(error)) from None


def _run_command(options: Namespace, permissions: Permissions, visit: "Visit | None") -> int:
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
            from ttt_tui.cli import brain

            return brain.run(options)
        case "history":
            from ttt_tui.cli import history

            return history.run(options)
        case "serve":
            from ttt_tui.cli import serve

            return serve.run(options)
        case "turns":
            from ttt_tui.cli import local

            return local.print_turns()
        case "settings":
            return _print_settings_path()
        case "puzzle" if options.action == MAKE:
            from ttt_tui.cli import puzzle

            return puzzle.run(options)
    if options.print_completion:
        from ttt_tui.cli import completion

        print(completion.script(options.print_completion), end="")
        return 0
    # Textual reads the environment once, when it is imported.
    terminal = configure_terminal(
        options.color, options.ascii, not options.no_mouse, os.environ, sys.stderr.encoding
    )
    if visit is not None:
        reload(import_module("textual.constants"))  # it was imported before this visitor came
    if options.theme is not None:
        from ttt_tui.app.themes import THEME_NAMES

        if options.theme == LIST:
            print("\n".join(THEME_NAMES))
            return 0
        if options.theme not in THEME_NAMES:
            suggestion = did_you_mean(options.theme, THEME_NAMES) or "see `ttt-tui --theme list`"
            raise UsageError(f"unknown theme {options.theme[:24]!r}; {suggestion}", "--theme")
    if options.join == ANYBODY:
        from ttt_tui.cli import multiplayer

        multiplayer.check(options)
        return multiplayer.list_hosts(options.ascii)
    from ttt_tui.cli.play import play

    if options.command == LOBBY:
        from ttt_tui.cli import local

        visit = local.enter(options)
    return play(options, terminal, permissions, visit)


def _print_settings_path() -> int:
    """Print the path of the settings, as `ttt-tui settings path` asks, and return the exit status."""
    from ttt_tui.process.paths import NO_HOME, settings_path

    if (path := settings_path()) is None:
        streams.print_error(NO_HOME)
        return FAILED
    print(printable(str(path)) if sys.stdout.isatty() else path)
    return 0
