"""A match of people at several terminals of one machine: one process hosts it, the others are its guests.

Nobody needs an account or a port: they meet at a socket in the file system, where the kernel identifies each
user. The host's process has the match; its guests see a copy of it, and send requests.
"""

from typing import TYPE_CHECKING, NamedTuple

from ttt_tui.engine import Setup

if TYPE_CHECKING:
    from ttt_tui.engine.records import Record
    from ttt_tui.multiplayer.lobby import Lobby
    from ttt_tui.multiplayer.session import MultiplayerSession
    from ttt_tui.session.puzzle_service import AssignedPuzzle
    from ttt_tui.store.stored_game import Entry


class StartRequest(NamedTuple):
    """The first thing to show: the main menu, unless one of these is set."""

    setup: Setup | None = None
    """A match to be played."""
    entry: "Entry | None" = None
    """A game to be resumed."""
    record: "Record | None" = None
    """A game to be replayed."""
    multiplayer: "MultiplayerSession | None" = None
    """A shared match that is hosted or joined."""
    puzzle: "AssignedPuzzle | None" = None
    lobby: "Lobby | None" = None
    """The lobby of the server whose visitor runs the program."""
    hosts: bool = False
    """Whether the main menu begins with an open seat."""


NO_REQUEST = StartRequest()
