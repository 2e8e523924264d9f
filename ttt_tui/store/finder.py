"""Finds stored games: by queries, by positions, and what was played next in a position."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ttt_tui.engine import Geometry
from ttt_tui.engine.records.tree import comments_in
from ttt_tui.store import position_index
from ttt_tui.store.listing import Games, Reading, Wording, matching, read_finished, read_listing
from ttt_tui.store.position_index import ExplorerMove, Source
from ttt_tui.store.positions import ReachedPosition
from ttt_tui.store.read_only import Database, ReadOnlyDatabase
from ttt_tui.store.search import GameQuery, Having, Moves, fold
from ttt_tui.store.statistics import CountedGame, Names
from ttt_tui.store.stored_game import Entry, read_entry

MOST_IDS = 500
"""The games of one statement."""

MOST_KEPT = 10_000_000
"""Characters of comments that are kept for the next search."""

WITH_COMMENTS = "%{%"
"""Movetext with comments, which are in braces."""


class _Listing(NamedTuple):
    """The list as it was read last, and what it depends on."""

    state: object
    names: tuple[str, ...]
    games: Games


class _Comments(NamedTuple):
    """The comments of all games that have any, as they were read last, and what they depend on."""

    state: object
    of_games: Sequence[tuple[int, str]]
    """The number of a game, and its comments as `fold` returns them."""


class Finder:
    """Searches the stored games. It belongs to the thread of its database, and raises `StoreError`."""

    def __init__(self, file: Database, mark: str) -> None:
        self._file = file
        self._mark = mark
        self._listing: _Listing | None = None
        self._comments: _Comments | None = None
        self._reaching: tuple[object, Moves, set[int]] | None = None

    # --- the list ----------------------------------------------------------------------------------------

    def search(self, query: GameQuery, names: Sequence[str], wording: Wording) -> Games:
        """Return the games that match a query, newest first, from the view of the person with these names.

        The list is kept until something is written to the file, so that the next query is quick.
        """

        def read(connection: sqlite3.Connection) -> Games:
            state = _state(connection)
            listing = self._listing
            if listing is None or (listing.state, listing.names) != (state, tuple(names)):
                games = read_listing(connection, Names(names), wording)
                listing = self._listing = _Listing(state, tuple(names), games)
            reading = Reading(
                lambda moves: self._games_reaching(connection, moves),
                lambda what: _games_having(connection, what),
                lambda text: self._games_saying(connection, text),
            )
            return matching(listing.games, query, wording, reading)

        return self._file.read(read)

    def entries_of(self, ids: Iterable[int]) -> list[Entry]:
        """Return these games in their order; those that are gone or cannot be read are left out."""
        wanted = list(ids)

        def read(connection: sqlite3.Connection) -> list[Entry]:
            found: dict[int, Entry | None] = {}
            for start in range(0, len(wanted), MOST_IDS):
                numbers = ",".join(str(int(id)) for id in wanted[start : start + MOST_IDS])
                for row in connection.execute(f"SELECT * FROM games WHERE id IN ({numbers})"):
                    found[row["id"]] = read_entry(row, self._mark)
            return [entry for id in wanted if (entry := found.get(id)) is not None]

        return self._file.read(read)

    def finished(self) -> list[CountedGame]:
        """Return the finished games for statistics, newest first; those that cannot be read are left out."""
        return self._file.read(read_finished)

    # --- positions ---------------------------------------------------------------------------------------

    @property
    def count_to_index(self) -> int:
        """How many games' positions are not in the index yet: a search walks through them one by one."""
        return self._file.read(position_index.count_to_index)

    def index_some(self) -> int:
        """Index a slice of the games and return how many are left; 0 too where nothing can be written."""
        if isinstance(self._file, ReadOnlyDatabase) or not self.count_to_index:
            return 0
        self._file.write(position_index.index_some)
        return self.count_to_index

    def index_all(self, progress: Callable[[int], None] = lambda left: None) -> None:
        """Index all games, slice by slice; `progress` gets how many are left."""
        while left := self.index_some():
            progress(left)

    def _games_reaching(self, connection: sqlite3.Connection, moves: Moves) -> set[int]:
        state, known = _state(connection), self._reaching
        if known is None or known[:2] != (state, moves):
            known = state, moves, position_index.games_reaching(connection, moves.words)
            self._reaching = known
        return known[2]

    def _games_saying(self, connection: sqlite3.Connection, text: str) -> set[int]:
        """Return the games with a text, as `fold` returns it, in their comments.

        These are kept until something is written, unless they are long altogether.
        """
        state, known = _state(connection), self._comments
        if known is not None and known.state == state:
            return {id for id, comments in known.of_games if text in comments}
        of_games: list[tuple[int, str]] = []
        found: set[int] = set()
        length = 0
        rows = connection.execute("SELECT id, study FROM games WHERE study LIKE ?", (WITH_COMMENTS,))
        for id, study in rows:
            comments = fold("\n".join(comments_in(str(study))))
            if text in comments:
                found.add(id)
            length += len(comments)
            if length <= MOST_KEPT:
                of_games.append((id, comments))
        self._comments = _Comments(state, of_games) if length <= MOST_KEPT else None
        return found

    def explorer(
        self, geometry: Geometry, position: ReachedPosition, source: Source = Source.ALL
    ) -> list[ExplorerMove]:
        """Return the moves that followed a position in the stored games, the most frequent first.

        `geometry` is the games' board with rules and line length; `positions.reached_in` and
        `positions.reached` make a position.
        """
        return self._file.read(
            lambda connection: position_index.explore(connection, geometry, position, source)
        )


def _games_having(connection: sqlite3.Connection, what: Having) -> set[int]:
    """Return the games that have what `with:` names."""
    like = {Having.COMMENT: WITH_COMMENTS}[what]
    return {id for (id,) in connection.execute("SELECT id FROM games WHERE study LIKE ?", (like,))}


def _state(connection: sqlite3.Connection) -> object:
    """Return what changes whenever this or another program writes to the file."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return id(connection), connection.total_changes, version
