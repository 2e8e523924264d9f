"""Writes a match into the history as it is played: the listener of a `Match`.

It is called for each change before that is painted. A store that fails never stops a game: the trouble is
told once, and since each write holds the whole game, one that works later makes up for those that did not.
"""

import contextlib
from dataclasses import dataclass

from ttt_tui.engine import Change, Game, Match
from ttt_tui.store.database import StoreError
from ttt_tui.store.entry import Entry
from ttt_tui.store.history import History, TakenOver


@dataclass(slots=True)
class _Kept:
    """A game that is written, or has to be."""

    number: int
    id: int | None
    game: Game | None
    """None while nothing has changed since it was resumed."""

    @property
    def is_unfinished(self) -> bool:
        return self.game is None or self.game.outcome is None


class Recorder:
    """Keeps one match. `history` is None where nothing can be kept."""

    def __init__(self, history: History | None) -> None:
        self.history = history
        self.trouble: str | None = None
        """What the user has to be told, None if nothing; set back by who has told it."""
        self.taken_over = False
        """Whether another process plays the match now, so that nothing more is written."""
        self._games: list[_Kept] = []
        """The current game at the end, before it those that were left and could not be written yet."""
        self._first_game: int | None = None
        self._failed = False

    @property
    def game_id(self) -> int | None:
        """The id of the current game, None if it is not in the store."""
        return self._games[-1].id if self._games else None

    def resume(self, entry: Entry) -> None:
        """Go on with a stored game instead of beginning a new one."""
        self._games = [_Kept(entry.number, entry.id, None)]
        self._first_game = entry.match

    def __call__(self, match: Match, change: Change) -> None:
        """Store a change of the match."""
        if self.history is None or self.taken_over:
            return
        if change is Change.STARTED or not self._games:
            # Counted from the game before, since of a resumed match some games may have been deleted.
            before = self._games[-1] if self._games else None
            number = before.number + (not before.is_unfinished) if before else match.game_number
            self._games.append(_Kept(number, None, match.game))
        self._games[-1].game = match.game
        try:
            self._write(self.history, match.seed)
            self._failed = False
        except TakenOver:
            self.taken_over = True
            self.trouble = "This game was taken over by another terminal; it is no longer kept from here"
        except StoreError as error:
            if not self._failed:
                self.trouble = f"The game goes on, but it is not kept: {error}"
            self._failed = True

    def _write(self, history: History, seed: int) -> None:
        """Write the games that were left, and then the current one."""
        while len(self._games) > 1:
            self._leave(history, self._games[0], seed)
            del self._games[0]
        self._save(history, self._games[0], seed)
        if history.message:
            self.trouble, history.message = history.message, None

    def _leave(self, history: History, kept: _Kept, seed: int) -> None:
        if kept.game is not None and self._failed:  # what could not be written is made up for
            self._save(history, kept, seed)
        if kept.id is None:
            return
        try:
            (history.drop if kept.is_unfinished else history.release)(kept.id)
        except LookupError:  # as above
            self._first_game = None

    def _save(self, history: History, kept: _Kept, seed: int) -> None:
        assert kept.game is not None
        if kept.id is not None:
            try:
                history.save(kept.id, kept.game)
                return
            except LookupError:  # deleted meanwhile, or lost with a damaged file: store it anew
                kept.id = self._first_game = None
        kept.id = history.begin(kept.game, kept.number, seed, self._first_game)
        self._first_game = self._first_game or kept.id

    @property
    def is_keeping(self) -> bool:
        """Whether the game as it stands is in the store."""
        return self.game_id is not None and not self.taken_over and not self._failed

    def close(self) -> None:
        """Give the game up, so that it can be resumed anywhere."""
        if self.history is not None and self.game_id is not None and not self.taken_over:
            with contextlib.suppress(StoreError, TakenOver, LookupError):
                self.history.release(self.game_id)
