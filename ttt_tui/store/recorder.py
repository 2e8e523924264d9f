"""Keeps a match while it is played: the listener of a `Match`.

It is called for each change before that is painted. What the store is to hold about each game of the match
is a row; the keeper's thread compares it with what was written and writes what differs. So one write makes up
for any number that failed, and in a new file all is written again. The first game of a match is stored with
its first move.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ttt_tui.engine import Change, Match
from ttt_tui.engine.records import Record
from ttt_tui.errors import OwnershipLost
from ttt_tui.store.history import ClaimedGame, History
from ttt_tui.store.keeper import MOVES, StoreThread
from ttt_tui.store.row import GameRow
from ttt_tui.store.stored_game import Origin

TAKEN_OVER = "Another terminal has taken over this game; it is no longer saved from here"


class Recorder:
    """Keeps one match. `keeper` is None where nothing can be kept."""

    def __init__(self, keeper: StoreThread | None) -> None:
        self.keeper = keeper
        self.trouble: str | None = None
        """What the user has to be told, None if nothing; set back by who has told it."""
        self.invited: tuple[str, ...] | None = None
        """The logins of those who may join the match if it is hosted, None for everybody."""
        self.taken_over = False
        """Whether another process plays the match now, so that nothing more is written."""
        self._rows: list[GameRow] = []
        """The games that are known, the current one at the end; the screen's thread changes these."""
        self._written = _Written()
        self._is_written = False  # whether the thread could write, and has

    @property
    def game_id(self) -> int | None:
        """The id of the current game, None if it is not in the store."""
        written = self._written
        return written.ids[-1] if self._rows and len(written.ids) == len(self._rows) else None

    @property
    def uid(self) -> str | None:
        """The current game's id in any file, None if it is not in the store."""
        return None if self.game_id is None else self._rows[-1].uid

    @property
    def is_released(self) -> bool:
        """Whether another process may have played on: `close` released the game, or it was taken."""
        if self.keeper is None or not self._rows or self._rows[-1].is_blank:
            return False
        return self.taken_over or not self._rows[-1].held

    @property
    def row_uid(self) -> str:
        """The current game's id in any file, also if it is not in the store yet."""
        return self._rows[-1].uid

    @property
    def is_offered(self) -> bool:
        """Whether the current game can be resumed without its number: not one that was only imported."""
        return bool(self._rows) and self._rows[-1].origin is not Origin.IMPORTED

    @property
    def is_keeping(self) -> bool:
        """Whether the game as it stands is in the store, as far as there is anything to store of it."""
        if self.taken_over or not self._rows:
            return False
        if self.game_id is None:
            return self._is_written and self._rows[-1].is_blank
        return self._written.rows[-1] == self._rows[-1]

    def resume(self, taken: ClaimedGame) -> None:
        """Go on with a stored game instead of beginning a new one."""
        self.invited = taken.entry.invited
        entries = (*taken.earlier, taken.entry)
        self._rows = [GameRow.of_entry(entry, held=entry is taken.entry) for entry in entries]
        ids = [entry.id for entry in entries]
        self._written = _Written(
            taken.generation, True, taken.entry.match, ids, list(self._rows), len(entries) - 1
        )

    def follow(self, seed: int, games: Sequence[tuple[str, Record]], host: str) -> None:
        """Go on with a match that the process of another user plays, and this one keeps a copy of.

        `games` are all of its games, each with the time when it was started, as the store writes it. By that
        it is known if it is in the store already. `host` is the login of that user.
        """
        if self.keeper is None:
            return
        self._rows = [
            GameRow.of_game(
                record.game,
                number,
                seed,
                held=number == len(games),
                started=started or None,
                host=host,
                hosted_id=record.game_id,
            )
            for number, (started, record) in enumerate(games, 1)
        ]
        self._written = _Written(is_first=False)
        self.keeper.keep(self, self._write, MOVES)

    def follow_next(self, match: Match, started: str, game_id: str | None) -> None:
        """Go on with the next game of a match that is followed; its host knows it by this id."""
        if self.keeper is None or self.taken_over:
            return
        before = self._rows[-1] = self._rows[-1].released()
        number = before.number + 1
        self._rows.append(
            GameRow.of_game(
                match.game,
                number,
                match.seed,
                held=True,
                started=started or None,
                host=before.host,
                hosted_id=game_id,
            )
        )
        self.keeper.keep(self, self._write, MOVES)

    @property
    def started(self) -> str:
        """When the current game was started, as it is stored; nothing if no game is known."""
        return self._rows[-1].started if self._rows else ""

    @property
    def shared_id(self) -> str | None:
        """The id of the current game that its host and all guests share, None if no game is known."""
        return self._rows[-1].game_id if self._rows else None

    def earlier_games(self) -> list[tuple[str, Record]]:
        """Return the games of the match before the current one, each with when it was started, as stored."""
        return [(row.started, row.record()) for row in self._rows[:-1] if row.is_finished]

    def __call__(self, match: Match, change: Change) -> None:
        """Store a change of the match."""
        if self.keeper is None or self.taken_over:
            return
        if change is Change.STARTED or not self._rows:
            # Counted from the game before, since of a resumed match some games may have been deleted.
            before = self._rows[-1] if self._rows else None
            number = before.number + before.is_finished if before else match.game_number
            host = before.host if before else None
            row = GameRow.of_game(match.game, number, match.seed, held=True, host=host, invited=self.invited)
            if before is not None and before.is_blank and len(self._written.ids) < len(self._rows):
                self._rows[-1] = row  # nothing of the one before was stored
            else:
                if before is not None:
                    self._rows[-1] = before.released(dropped=not before.is_finished)
                self._rows.append(row)
        else:
            self._rows[-1] = self._rows[-1].played_on(match.game)
        self.keeper.keep(self, self._write, MOVES)

    def invite(self, logins: Iterable[str] | None) -> None:
        """Let these users join the match from now on, None for everybody."""
        before, self.invited = self.invited, None if logins is None else tuple(sorted(logins))
        if before == self.invited:
            return
        if self.keeper is not None and not self.taken_over and self._rows:
            self._rows[-1] = self._rows[-1]._replace(invited=self.invited)
            self.keeper.keep(self, self._write, MOVES)

    def close(self) -> None:
        """Give the game up, so that it can be resumed anywhere."""
        if self.keeper is None or self.taken_over or not self._rows:
            return
        if len(self._rows) == 1 and self._rows[-1].is_blank and self.game_id is None:
            self.keeper.withdraw(self)  # without a move nothing of it is to be stored
            return
        self._rows[-1] = self._rows[-1].released()
        self.keeper.keep(self, self._write, MOVES)
        self.keeper.forget(self)

    def hold(self) -> None:
        """Play the game on after `close`, as far as no other process has done that."""
        if self._rows and not self._rows[-1].held:
            self._rows[-1] = self._rows[-1]._replace(held=True)

    def _write(self, history: History) -> None:
        """Bring the store to what it is to hold; done by the keeper's thread."""
        history.follow()
        while not self.taken_over and not self._write_rows(history):
            pass
        self._is_written = True

    def _write_rows(self, history: History) -> bool:
        """Write the rows that differ. Return False if that has to be done again, in another file."""
        written = self._written
        if written.generation != history.generation:
            written = self._written = _Written(history.generation, is_first=False)
        count = len(self._rows)
        for index in range(written.settled, count):
            row = self._rows[index]
            if row.is_blank and index == len(written.ids):
                break  # it is stored with its first move
            try:
                written.write(history, index, row)
            except (OwnershipLost, LookupError) as error:
                if written.generation != history.generation:
                    return False
                if isinstance(error, OwnershipLost):
                    self.trouble = TAKEN_OVER
                    self.taken_over = True
                    return True
                written.ids[index] = history.insert(row, written.match)  # it was deleted meanwhile
                written.rows[index] = row
            if index < count - 1:
                written.settled = index + 1
        return written.generation == history.generation


@dataclass(slots=True)
class _Written:
    """What is in one file; it belongs to the keeper's thread."""

    generation: int = 0
    """Of the file."""
    is_first: bool = True
    """Whether nothing can have been in another file before."""
    match: int | None = None
    """The id of the match's first game, None if it has none."""
    ids: list[int] = field(default_factory=list)
    rows: list[GameRow] = field(default_factory=list)
    """The games as they are in the file, in their order; `ids` are theirs."""
    settled: int = 0
    """How many of them never change any more."""
    sealed: set[int] = field(default_factory=set)
    """The places of the guest's copies that had ended before this process followed the match."""

    def write(self, history: History, index: int, row: GameRow) -> None:
        """Write the game in this place if it differs; raises what `save` raises."""
        if index == len(self.ids):
            found = None if self.is_first else history.claim(row, self.ids)
            if found is None:
                id = history.insert(row, self.match)
                self.match = self.match or id
            else:
                id = found.id
                self.match = self.match or found.match
                if found.is_sealed:
                    self.sealed.add(index)
                else:
                    history.save(id, row)
            self.rows.append(row)
            self.ids.append(id)  # by which others know that the row is there
        elif row != (before := self.rows[index]):
            played = (row.moves, row.undone) != (before.moves, before.undone)
            if row.held and not before.held:
                history.take_released(self.ids[index], before)
            if index not in self.sealed:
                history.save(self.ids[index], row, played=played)
            elif played:  # the copy stays as it ended; what the host goes on with is another game
                self.ids[index] = history.insert(row, self.match)
                self.sealed.discard(index)
            self.rows[index] = row
