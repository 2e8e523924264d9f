"""The listener of a `Match` that stores it while it is played.

It is called for each change before that is painted, and keeps the wanted state of each game of the match. The
store's thread compares it with the written state, and writes the difference in one transaction. So one write
makes up for any number of failed ones, and a new file gets the whole match. The first game of a match is
stored with its first move.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ttt_tui.engine import Change, Match
from ttt_tui.engine.records import Record
from ttt_tui.errors import GameDeleted, OwnershipLost
from ttt_tui.store.games import ClaimedGame, History
from ttt_tui.store.rated_games import duel_of
from ttt_tui.store.stored_game import Origin, StoredGame, to_stored
from ttt_tui.store.thread import StoreThread

TAKEN_OVER = "Another terminal has taken over this game; it is no longer saved from here"


@dataclass(slots=True)
class _WriteState:
    """The part of the match in one file; the store's thread replaces it after each transaction."""

    generation: int = 0
    """The generation of the database."""
    is_shared: bool = False
    """Whether another process may have stored the games: in an older copy, or as a guest."""
    match: int | None = None
    """The id of the match's first game."""
    ids: list[int] = field(default_factory=list)
    games: list[StoredGame] = field(default_factory=list)
    """The games as they are in the file; `ids` are theirs."""
    sealed: set[int] = field(default_factory=set)
    """The indices of guest's copies that had ended before this process followed the match."""
    is_lost: bool = False
    """Whether another process plays the match now, so that nothing more is written."""

    def is_current(self, games: Sequence[StoredGame]) -> bool:
        """Whether the file holds these games, without a last one that has no move yet."""
        stored = games[:-1] if len(games) > len(self.games) and games[-1].is_blank else games
        return list(stored) == self.games

    def updated(
        self, history: History, connection: sqlite3.Connection, games: Sequence[StoredGame]
    ) -> "_WriteState":
        """Write the games that differ, and return what the file holds once the transaction is done.

        The transaction may be repeated in another file, so nothing here changes before.
        """
        if self.generation != history.generation:
            written = _WriteState(history.generation, is_shared=True)
        else:
            written = replace(self, ids=self.ids[:], games=self.games[:], sealed=set(self.sealed))
        for index, game in enumerate(games):
            if game.is_blank and index == len(written.ids):
                break
            try:
                written._write(history, connection, index, game)
            except OwnershipLost:
                written.is_lost = True
                break
            except GameDeleted:
                written.ids[index] = history.insert(connection, game, written.match)
                written.games[index] = game
        return written

    def _write(self, history: History, connection: sqlite3.Connection, index: int, game: StoredGame) -> None:
        """Write one game if it differs; raises what `History.save` raises."""
        if index == len(self.ids):
            row = history.claim_row(connection, game, self.ids, by_start=self.is_shared)
            id = history.insert(connection, game, self.match) if row is None else row.id
            self.match = self.match or (id if row is None else row.match)
            if row is not None and row.is_sealed:
                self.sealed.add(index)
            elif row is not None:
                history.save(connection, id, game)
            self.ids.append(id)
            self.games.append(game)
            return
        before = self.games[index]
        if game is before or game == before:
            return
        has_moved = (game.moves, game.undone) != (before.moves, before.undone)
        if game.is_owned and not before.is_owned:
            history.own_released(connection, self.ids[index], before)
        if index not in self.sealed:
            history.save(connection, self.ids[index], game, has_moved=has_moved)
        elif has_moved:  # the copy stays as it ended; what the host continues is another game
            self.ids[index] = history.insert(connection, game, self.match)
            self.sealed.discard(index)
        self.games[index] = game


class Recorder:
    """Stores one match. `store` is None where nothing can be stored; `rates` if its games may be rated."""

    def __init__(self, store: StoreThread | None, *, rates: bool = False) -> None:
        self.store = store
        self._rates = rates
        self.warning: str | None = None
        """A sentence for the user, None without one; whoever shows it clears it."""
        self.invited: tuple[str, ...] | None = None
        """The logins of the users who may join the match if it is hosted, None for everybody."""
        self._games: list[StoredGame] = []
        """The games to store, the current one last; only the screen's thread changes the list."""
        self._written = _WriteState()
        self._has_written = False

    @property
    def taken_over(self) -> bool:
        """Whether another process plays the match now, so that nothing more is written."""
        return self._written.is_lost

    @property
    def game_id(self) -> int | None:
        """The id of the current game, None if it is not in the store."""
        written = self._written
        return written.ids[-1] if self._games and len(written.ids) == len(self._games) else None

    @property
    def uid(self) -> str | None:
        """The current game's id in any file, None if it is not in the store."""
        return None if self.game_id is None else self._games[-1].uid

    @property
    def row_uid(self) -> str:
        """The current game's id in any file, even before the game is in the store."""
        return self._games[-1].uid

    @property
    def shared_id(self) -> str | None:
        """The id of the current game that its host and all guests share, None without a game."""
        return self._games[-1].game_id if self._games else None

    @property
    def is_rated(self) -> bool:
        """Whether the current game has met the conditions of a rated game so far."""
        return bool(self._games) and self._games[-1].rated and not self.taken_over

    @property
    def started(self) -> str:
        """When the current game started, as the store writes it; empty without a game."""
        return to_stored(self._games[-1].started) if self._games else ""

    @property
    def is_released(self) -> bool:
        """Whether another process may have continued: `close` released the game, or it was taken over."""
        if self.store is None or not self._games or self._games[-1].is_blank:
            return False
        return self.taken_over or not self._games[-1].is_owned

    @property
    def is_offered(self) -> bool:
        """Whether the current game can be resumed without its number: imported games cannot."""
        return bool(self._games) and self._games[-1].origin is not Origin.IMPORTED

    @property
    def is_keeping(self) -> bool:
        """Whether the present state of the game is in the store, or there is nothing to store yet."""
        if self.taken_over or not self._games:
            return False
        if self.game_id is None:
            return self._has_written and self._games[-1].is_blank
        return self._written.games[-1] == self._games[-1]

    def earlier_games(self) -> list[tuple[str, Record]]:
        """Return the finished games of the match before the current one, each with its stored start time."""
        return [
            (to_stored(game.started), game.moves_record()) for game in self._games[:-1] if game.is_finished
        ]

    def resume(self, claimed: ClaimedGame) -> None:
        """Continue a stored game rather than start a new one."""
        entry = claimed.entry
        content = entry.content(is_owned=True)
        self.invited = entry.invited
        self._games = [
            *(each.content(is_owned=False) for each in claimed.earlier),
            replace(content, rated=content.rated and self._rates),
        ]
        ids = [*(each.id for each in claimed.earlier), entry.id]
        stored = [*self._games[:-1], content]
        self._written = _WriteState(claimed.generation, False, entry.match, ids, stored)

    def follow(self, seed: int, games: Sequence[tuple[str, Record]], host: str) -> None:
        """Store a guest's copy of a match that the user with the login `host` hosts.

        `games` are all its games, each with its start as the store writes it, by which the store recognises a
        game that it has already.
        """
        if self.store is None:
            return
        self._games = [
            StoredGame.of_game(
                record.game,
                number=number,
                seed=seed,
                started=started,
                host=host,
                hosted_id=record.game_id,
                is_owned=number == len(games),
            )
            for number, (started, record) in enumerate(games, 1)
        ]
        self._written = _WriteState(is_shared=True)
        self._save()

    def follow_next(self, match: Match, started: str, game_id: str | None) -> None:
        """Continue with the next game of a followed match; `game_id` is its uid at the host."""
        if self.store is None or self.taken_over:
            return
        before = self._games[-1] = self._games[-1].released()
        self._games.append(
            StoredGame.of_game(
                match.game,
                number=before.number + 1,
                seed=match.seed,
                started=started,
                host=before.host,
                hosted_id=game_id,
                is_owned=True,
            )
        )
        self._save()

    def __call__(self, match: Match, change: Change) -> None:
        """Store a change of the match."""
        if self.store is None or self.taken_over:
            return
        before = self._games[-1] if self._games else None
        if before is not None and change is not Change.STARTED:
            self._games[-1] = before.updated(match.game)
        else:
            self._begin(match, before)
        self._save()

    def _begin(self, match: Match, before: StoredGame | None) -> None:
        """Add a new game after the one before, or in its place if that was not stored."""
        # Counted from the game before: some games of a resumed match may have been deleted.
        number = before.number + before.is_finished if before else match.game_number
        host = before.host if before else None
        has_aids = bool(match.game.hints) or match.game.is_analysed
        game = StoredGame.of_game(
            match.game,
            number=number,
            seed=match.seed,
            host=host,
            invited=self.invited,
            rated=self._rates and host is None and not has_aids and duel_of(match.setup) is not None,
            is_owned=True,
        )
        if before is not None and before.is_blank and len(self._written.ids) < len(self._games):
            self._games[-1] = game
            return
        if before is not None:
            self._games[-1] = before.released(dropped=not before.is_finished)
        self._games.append(game)

    def invite(self, logins: Iterable[str] | None) -> None:
        """Set the users who may join the match from now on, None for everybody."""
        before, self.invited = self.invited, None if logins is None else tuple(sorted(logins))
        if before != self.invited and self.store is not None and not self.taken_over and self._games:
            self._games[-1] = replace(self._games[-1], invited=self.invited)
            self._save()

    def agree(self) -> None:
        """Store the current game even before its first move."""
        self._games[-1] = replace(self._games[-1], is_agreed=True)
        self._save()

    def close(self) -> None:
        """Release the game, so that any process can resume it."""
        if self.store is None or self.taken_over or not self._games:
            return
        if len(self._games) == 1 and self._games[-1].is_blank and self.game_id is None:
            self.store.discard(self)
            return
        self._games[-1] = self._games[-1].released()
        self._save()
        self.store.forget(self)

    def hold(self) -> None:
        """Continue the game after `close`, unless another process has."""
        if self._games and not self._games[-1].is_owned:
            self._games[-1] = replace(self._games[-1], is_owned=True)

    def _save(self) -> None:
        assert self.store is not None
        self.store.write(self, self._write, "the latest moves", notify_if_late=True)

    def _write(self, history: History) -> None:
        """Bring the file to the present state of the match; runs in the store's thread."""
        games = tuple(self._games)
        history.follow()
        if not self.taken_over and not (
            self._written.generation == history.generation and self._written.is_current(games)
        ):
            self._written = history.write(
                lambda connection: self._written.updated(history, connection, games)
            )
            if self.taken_over:
                self.warning = TAKEN_OVER
        self._has_written = True
