"""Writes a match into the history as it is played: the listener of a `Match`.

It is called for each change before that is painted. A store that fails never stops a game: the trouble is
told once, and since each write holds the whole game, one that works later makes up for those that did not.
"""

from ttt_tui.engine import Change, Match
from ttt_tui.store.database import StoreError
from ttt_tui.store.history import Entry, History, TakenOver


class Recorder:
    """Keeps one match. `history` is None where nothing can be kept, and `trouble` then says why."""

    def __init__(self, history: History | None, trouble: str | None = None) -> None:
        self.history = history
        self.trouble = trouble
        """What the user has to be told, None if nothing; set back by who has told it."""
        self.taken_over = False
        """Whether another process plays the match now, so that nothing more is written."""
        self.game_id: int | None = None
        self._first_game: int | None = None
        self._failed = False
        self._number = 0

    def resume(self, entry: Entry) -> None:
        """Go on with a stored game instead of beginning a new one."""
        self.game_id, self._first_game, self._number = entry.id, entry.match, entry.number

    def __call__(self, match: Match, change: Change) -> None:
        """Store a change of the match."""
        if self.history is None or self.taken_over:
            return
        try:
            self._write(self.history, match, change)
            self._failed = False
        except TakenOver:
            self.taken_over = True
            self.trouble = "This game was taken over by another terminal; it is no longer kept from here"
        except StoreError as error:
            if not self._failed:
                self.trouble = f"The game goes on, but it is not kept: {error}"
            self._failed = True

    def _write(self, history: History, match: Match, change: Change) -> None:
        if change is Change.STARTED:
            if self.game_id is not None and match.game_number == self._number:
                history.drop(self.game_id)
            elif self.game_id is not None:
                history.release(self.game_id)
            self.game_id = None
        if self.game_id is not None:
            try:
                history.save(self.game_id, match.game)
                return
            except LookupError:  # deleted meanwhile, or lost with a damaged file: store it anew
                self.game_id = self._first_game = None
        self.game_id = history.begin(match, self._first_game)
        self._first_game = self._first_game or self.game_id
        self._number = match.game_number
        if history.message:
            self.trouble, history.message = history.message, None

    @property
    def is_keeping(self) -> bool:
        """Whether the game as it stands is in the store."""
        return self.game_id is not None and not self.taken_over and not self._failed

    def close(self) -> None:
        """Give the game up, so that it can be resumed anywhere."""
        if self.history is not None and self.game_id is not None and not self.taken_over:
            try:
                self.history.release(self.game_id)
            except StoreError:
                return
