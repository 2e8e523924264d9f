"""Resume a game: the one left in this session, else a stored one."""

from collections.abc import Callable, Sequence

from ttt_tui.engine import Match
from ttt_tui.engine.records import move_word
from ttt_tui.errors import CannotResume, InvalidSetup, TttError
from ttt_tui.session.session import Session, can_be_played, check_playable
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

RESUMING_SECONDS = 2.0
"""Seconds to wait for a slow store where nothing can proceed without its answer."""


class ResumableGame:
    """The game that can be resumed, as it was at the latest `refresh`.

    A game that was left here is released, so another terminal may have played on; then the stored game is
    offered. If the store is late, its thread calls `when_done` when the next `refresh` has the answer.
    """

    def __init__(self, session: Session, when_done: Callable[[], object] | None = None) -> None:
        self._session = session
        self._when_done = when_done
        self._stored: Entry | None = None
        self._points: Sequence[int] = ()  # of the match, if its next game is stored without a move
        self._is_stored = False  # whether the stored game is offered instead of the session's match

    def refresh(self) -> None:
        """Ask the store which game can be resumed."""
        entry = self._session.unfinished_entry()
        self._is_stored = entry is not None
        if entry is None or entry.is_finished or entry.dropped:
            entry = self._session.find_unfinished(self._when_done)
        self._stored = entry
        self._points = (
            () if entry is None or entry.has_moves else self._session.points_before(entry, self._when_done)
        )

    @property
    def _match(self) -> Match | None:
        """The session's match, unless it is over, another user's, not begun, or offered from the store."""
        match, session = self._session.match, self._session
        if match is None or match.is_over or session.is_guest or self._is_stored:
            return None
        is_begun = match.game_number > 1 or match.game.moves or match.game.undone
        return match if is_begun else None

    @property
    def is_available(self) -> bool:
        return self._match is not None or self._stored is not None

    @property
    def stored(self) -> Entry | None:
        """The stored game that is offered, None if the session's own match or nothing is."""
        return None if self._match is not None else self._stored

    def summary(self, room: int) -> str:
        """Return what `r` resumes, in at most `room` cells; empty if nothing can be resumed."""
        # imports Rich, which the command line does not need
        from ttt_tui.session.resuming_wording import game_left, next_game_left

        if (match := self._match) is not None:
            game, number = match.game, match.game_number
            if game.outcome is not None:
                return next_game_left(match.setup, number + 1, match.points, room)
            if number > 1 and not (game.moves or game.undone):
                return next_game_left(match.setup, number, match.points, room)
            return game_left(match.setup, len(game.moves), len(game.undone), room)
        if (entry := self._stored) is None:
            return ""
        if not entry.has_moves:
            return next_game_left(entry.setup, entry.number, self._points, room, entry.open_since)
        return game_left(entry.setup, len(entry.moves), len(entry.undone), room, entry.open_since)

    def resume(self) -> Match:
        """Resume the game and return its match, which becomes the current one; a game must be available."""
        if (match := self._match) is not None:
            return self._session.return_to_match(match)
        assert self._stored is not None, "it is available"
        try:
            return resume_entry(self._session, self._stored)
        except TttError:
            if not self._is_as_left(self._stored):
                raise
            self._is_stored = False
            assert self._match is not None, "its stored state is that of the session"
            return self._session.return_to_match(self._match)

    def _is_as_left(self, entry: Entry) -> bool:
        """Whether a stored game is the session's, unchanged since it was left: no need to ask the store."""
        session, match = self._session, self._session.match
        if not self._is_stored or match is None or session.recorder is None or entry.open_since is not None:
            return False
        moves = tuple(move_word(match.setup, move) for move in match.game.moves)
        return (entry.uid, entry.moves) == (session.recorder.row_uid, moves)


def resume_entry(session: Session, entry: Entry) -> Match:
    """Resume a stored game and return its match, which becomes the current one.

    Raises `CannotResume`, `RecordError` or `StoreError`, and changes nothing then.
    """
    check_resumable(entry)
    return session.resume(entry)


def find_resumable(history: StoreThread | None, wanted: int | Entry | None = None) -> Entry:
    """Return the stored game that can be resumed; raises `CannotResume` if there is none.

    `wanted` is the game's number or an earlier entry of it, None for the game played last. Waits up to
    `RESUMING_SECONDS` for a slow store. Raises `StoreError` if the store does not answer or cannot be
    written.
    """
    if history is None:
        raise CannotResume("no game can be resumed: games are not saved here")
    copy = None
    if wanted is None:
        entry = history.last_unfinished(RESUMING_SECONDS, can_be_played)
        if entry is None:
            copy = history.run(lambda stored: stored.last_copy(), seconds=RESUMING_SECONDS)
    else:
        entry = history.find(wanted.uid if isinstance(wanted, Entry) else wanted, RESUMING_SECONDS)
    if entry is None:
        if wanted is None:
            raise CannotResume(
                "; ".join(filter(None, ("no unfinished game to resume", copy_notice(copy) if copy else "")))
            )
        number = wanted.id if isinstance(wanted, Entry) else wanted
        raise CannotResume(f"no game {number}; see `history list`")
    if entry.is_finished:
        raise CannotResume(f"game {entry.id} is finished; see `ttt-tui history show {entry.id}`")
    try:
        check_resumable(entry)
    except CannotResume as error:
        hint = "" if entry.host is not None else f"; see `ttt-tui history show {entry.id}`"
        raise CannotResume(f"{error}{hint}") from None
    try:
        entry.game()
    except ValueError as error:
        raise CannotResume(str(error)) from None
    if history.read_only is not None:
        raise history.read_only
    return entry


def check_resumable(entry: Entry) -> None:
    """Raise `CannotResume` for a guest's copy of a game, and for players who cannot play here."""
    if entry.host is not None:
        raise CannotResume(copy_notice(entry))
    try:
        check_playable(entry.setup)
    except InvalidSetup as error:
        raise CannotResume(f"game {entry.id} cannot be played here: {error}") from None


def copy_notice(entry: Entry) -> str:
    """Return that a game is a guest's copy, and how to rejoin its host."""
    return f"game {entry.id} is a copy of {entry.host}'s game; rejoin with `ttt-tui --join {entry.host}`"
