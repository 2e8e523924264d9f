"""The game that was left and can be gone on with: that of this session, else the one that is stored."""

from collections.abc import Sequence

from ttt_tui.engine import Match
from ttt_tui.engine.record import RecordError
from ttt_tui.session import wording
from ttt_tui.session.session import Session, copied, obstacle
from ttt_tui.store.database import StoreError
from ttt_tui.store.stored_game import Entry


class LeftGame:
    """Knows of the stored game what it saw when it looked last."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stored: Entry | None = None
        self._points: Sequence[int] = ()  # of the match whose next game is stored without a move

    def look(self) -> None:
        """Look which game is stored."""
        entry = self._stored = self._session.resumable()
        self._points = () if entry is None or entry.has_moves else self._session.points_before(entry)

    @property
    def _match(self) -> Match | None:
        """That of this session, unless it is over: with that nobody can go on."""
        match = self._session.match
        return None if match is None or match.is_over else match

    @property
    def is_there(self) -> bool:
        """Whether there is a game to return to."""
        return self._match is not None or self._stored is not None

    def told(self, room: int) -> str:
        """Return what `r` goes on with, in so many cells, nothing if there is nothing."""
        if (match := self._match) is not None:
            begun = bool(match.game.moves or match.game.undone) or match.game_number == 1
            stage = wording.stage(len(match.game.moves), match.game_number, () if begun else match.points)
            return wording.game_left(match.setup, stage, room)
        if (entry := self._stored) is None:
            return ""
        stage = wording.stage(len(entry.moves), entry.number, self._points)
        return wording.game_left(entry.setup, stage, room, entry.open_since)

    def take_up(self) -> Match | str:
        """Return its match, or why that is not possible. There must be a game to return to."""
        if (match := self._match) is not None:
            return match
        assert self._stored is not None, "who asks has looked"
        return take_up(self._session, self._stored)


def take_up(session: Session, entry: Entry) -> Match | str:
    """Return the match of a stored game, the current one from now on, or why that is not possible."""
    if entry.host is not None:
        return copied(entry)
    if reason := obstacle(entry.setup):
        return f"game {entry.id} cannot be played here: {reason}"
    try:
        return session.resume(entry)
    except (RecordError, StoreError) as error:
        return str(error)
