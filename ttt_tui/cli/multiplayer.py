"""The options of shared matches: `--host`, `--only`, `--join`, `--seat` and `--watch`."""

import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ttt_tui.cli.options import ANYBODY
from ttt_tui.engine import Setup
from ttt_tui.errors import ConnectionUnavailable, UsageError
from ttt_tui.multiplayer.discovery import DiscoveredGame, Discovery, UnavailableGame, discover_games
from ttt_tui.multiplayer.guest import GuestSession
from ttt_tui.multiplayer.host import HostSession
from ttt_tui.multiplayer.session import MultiplayerSession
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.streams import status_of
from ttt_tui.process.text import printable
from ttt_tui.session.resuming import RESUMING_SECONDS
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat, with_open_seat, with_your_name
from ttt_tui.store.stored_game import Entry

MOST_NAMED = 4
"""The most players of a game whose names are listed."""

BETWEEN = " · "

INDENT = "  "
"""Precedes the description of a game below the command that joins it."""


def check(options: Namespace) -> None:
    """Raise `UsageError` for options that do not go together."""
    if options.seat is not None and options.join in (None, ANYBODY):
        raise UsageError("only allowed with --join USER", "--seat")
    if options.only is not None and not (options.host or options.resume is not None or options.player):
        raise UsageError("only allowed with --host", "--only")
    to_others = [name for name in ("--join", "--watch") if getattr(options, name[2:]) is not None]
    of_ours = "host only preset board line rules player time start resume replay"
    ours = [f"--{name}" for name in of_ours.split() if getattr(options, name) not in (None, False)]
    if len(to_others) == 2 or (to_others and ours):
        other = [*to_others[1:], *ours][0]
        reason = "choose one" if len(to_others) == 2 else "the host sets up the game"
        raise UsageError(f"not allowed with argument {to_others[0]}; {reason}", other)
    if options.watch == "":
        raise UsageError("expected a user; see `ttt-tui --join` for hosted games", "--watch")
    if options.host and options.replay is not None:
        raise UsageError("not allowed with argument --replay", "--host")


def list_hosts(ascii: bool = False) -> int:
    """Print the games that can be joined or watched, with their commands, and return the exit status.

    `ascii` writes nothing beyond ASCII. Raises `UsageError` where the system lacks what shared games need.
    """
    try:
        found = discover_games()
    except ConnectionUnavailable as refusal:
        raise UsageError(str(refusal), "--join") from None
    writer = SentenceWriter(sys.stdout, ascii)
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    try:
        for line in _listed(found, columns):
            writer.write(printable(line))
    except OSError as error:
        return status_of(error)
    return 0


def _listed(found: Sequence[Discovery], columns: int | None) -> Iterator[str]:
    """Yield the lines of the list of games, at most `columns` cells wide, or of any width for None."""
    if not found:
        yield "No hosted games on this machine; host one with `ttt-tui --host`"
    commands = [_command(game) for game in found]
    width = max(map(len, commands), default=0)
    for command, game in zip(commands, found, strict=True):
        if isinstance(game, DiscoveredGame):
            parts = [game.game, game.seats, game.people(MOST_NAMED)]
        else:
            parts = [str(game)]
        line = f"{command:{width}}   {BETWEEN.join(parts)}"
        if columns is None or cell_len(line) <= columns:
            yield line
        else:
            yield command
            yield from (INDENT + row for row in _rows(parts, columns - len(INDENT)))


def _rows(parts: Sequence[str], columns: int) -> Iterator[str]:
    """Yield parts in rows of at most `columns` cells; only a part longer than a row is broken."""
    rows: list[str] = []
    for part in parts:
        if rows and cell_len(rows[-1] + BETWEEN + part) <= columns:
            rows[-1] += BETWEEN + part
        else:
            rows.append(part)
    for row in rows:
        yield from (line.plain.rstrip() for line in Text(row).wrap(Console(), max(columns, 1)))


def _command(game: Discovery) -> str:
    """Return the command that joins or else watches a game; the host's login for an unavailable game."""
    if isinstance(game, UnavailableGame):
        return game.host
    return f"ttt-tui --{'join' if game.free else 'watch'} {game.host}"


def multiplayer_session(
    options: Namespace, session: Session, setup: Setup | None, entry: Entry | None
) -> MultiplayerSession | None:
    """Return the session of the shared match that the options ask for, None for a match at this terminal.

    `setup` is to be played, or `entry` to be resumed, if given. Raises `UsageError`.
    """
    session.only = options.only
    try:
        if options.join is not None:
            return GuestSession(session, options.join, options.seat or "")
        if options.watch is not None:
            return GuestSession(session, options.watch, watches=True)
        if entry is not None and has_open_seat(entry.setup):
            resume = partial(session.resume, entry, RESUMING_SECONDS)
            only = entry.invited if options.only is None else options.only
            return HostSession(session, entry.setup, only, resume)
        if entry is None and setup is not None and (options.host or has_open_seat(setup)):
            keeps_computers = bool(options.player) or all(player.is_computer for player in setup.players)
            name = session.profile.name
            hosted = with_open_seat(setup, keeps_computers=keeps_computers, host_name=name)
            return HostSession(session, with_your_name(hosted, name), session.only)
    except ConnectionUnavailable as refusal:
        given = (name for name in ("join", "watch", "host") if getattr(options, name) not in (None, False))
        raise UsageError(str(refusal), next((f"--{name}" for name in given), None)) from None
    if options.host and entry is not None:
        raise UsageError(f"game {entry.id} has no open seat", "--host")
    if options.only is not None and not options.host:
        raise UsageError("only allowed with --host or an open seat (--player open)", "--only")
    return None
