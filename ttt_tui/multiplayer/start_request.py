"""What the program is started for, whichever way it is shown."""

from typing import TYPE_CHECKING, NamedTuple

from ttt_tui.engine import Setup

if TYPE_CHECKING:
    from ttt_tui.engine.records import Record
    from ttt_tui.multiplayer.session import MultiplayerSession
    from ttt_tui.session.puzzle_service import AssignedPuzzle
    from ttt_tui.store.stored_game import Entry


class StartRequest(NamedTuple):
    """What is to be shown first: the first page, unless one of these is given."""

    setup: Setup | None = None
    """A match to be played."""
    entry: "Entry | None" = None
    """A game to go on with."""
    record: "Record | None" = None
    """A game to be looked at."""
    multiplayer: "MultiplayerSession | None" = None
    """People at other terminals to play with."""
    puzzle: "AssignedPuzzle | None" = None
    hosts: bool = False
    """Whether the first page begins with a seat for somebody at another terminal."""


NO_REQUEST = StartRequest()
