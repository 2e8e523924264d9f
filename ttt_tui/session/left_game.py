"""The game that was left and can be gone on with: that of this session, else the one that is stored."""

from ttt_tui.engine import Match, problem
from ttt_tui.engine.record import RecordError
from ttt_tui.session import wording
from ttt_tui.session.brains import brain_levels
from ttt_tui.session.seats import filled_by
from ttt_tui.session.session import Session, copied
from ttt_tui.store.database import StoreError
from ttt_tui.store.stored_game import Entry


class LeftGame:
    """Knows of the stored game what it saw when it looked last."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stored: Entry | None = None

    def look(self) -> None:
        """Look which game is stored."""
        self._stored = self._session.resumable()

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
            return wording.game_left(match.setup, len(match.game.moves), room)
        if (entry := self._stored) is None:
            return ""
        return wording.game_left(entry.setup, len(entry.moves), room, entry.open_since)

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
    if reason := problem(entry.setup, filled_by(brain_levels(entry.setup))):
        return f"game {entry.id} cannot be played here: {reason}"
    try:
        return session.resume(entry)
    except (RecordError, StoreError) as error:
        return str(error)
