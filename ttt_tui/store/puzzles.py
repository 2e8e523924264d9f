"""The tables of puzzles: attempts, and puzzles made from the user's games. A puzzle is stored as a text."""

import sqlite3
from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from ttt_tui.engine.validation import check, text, whole
from ttt_tui.store.read_only import Database
from ttt_tui.store.stored_game import GameRef, now

LONGEST_PUZZLE = 10_000
"""Characters of a puzzle's text; this program writes none as long."""

MOST_TRIES, MOST_OWN = 100_000, 10_000
"""The number of rows that are read, the latest ones."""

MOST_COUNTED = 999_999
"""The greatest plausible number of wrong moves or hints."""

HIGHEST_RATING = 5_000

YEARS = range(1970, 9000)
"""The years in which times with any offset can be compared."""


class PuzzleTry(NamedTuple):
    """The latest state of an attempt at a puzzle."""

    puzzle: str
    """The puzzle's key."""
    began: datetime
    """Local time, with its offset."""
    day: date | None
    """The date of the daily puzzle, None for any other puzzle."""
    rating: int
    """The puzzle's."""
    wrong: int
    """The number of wrong moves."""
    hints: int
    is_shown: bool
    """Whether the solution was shown."""
    is_solved: bool


class OwnPuzzle(NamedTuple):
    """A puzzle made from a game of the user."""

    puzzle: str
    """The whole puzzle as text."""
    game: int | None
    """The id of the game, None if the game is not stored."""
    added: datetime


class PuzzleTable:
    """The tables of puzzles in the database. Every method raises `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, attempt: PuzzleTry) -> None:
        """Store the present state of an attempt."""
        values = (
            attempt.puzzle,
            attempt.began.isoformat(timespec="milliseconds"),  # two of the same puzzle may begin in a second
            attempt.day and attempt.day.isoformat(),
            attempt.rating,
            attempt.wrong,
            attempt.hints,
            attempt.is_shown,
            attempt.is_solved,
        )
        self._database.execute("INSERT OR REPLACE INTO puzzle_tries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *values)

    def tries(self) -> list[PuzzleTry]:
        """Return all attempts by their beginnings, skipping unreadable rows."""
        query = f"SELECT * FROM puzzle_tries ORDER BY rowid DESC LIMIT {MOST_TRIES}"
        rows = self._database.read(lambda connection: connection.execute(query).fetchall())
        return sorted(filter(None, map(_read_try, rows)), key=lambda attempt: attempt.began)

    def add_own(self, puzzles: Iterable[str], game: GameRef | None) -> None:
        """Store puzzles from a game, None if the game is not stored; known puzzles stay unchanged."""
        added = now()
        values = [(puzzle, game, added) for puzzle in puzzles]
        number = "(SELECT id FROM games WHERE uid = ?)" if isinstance(game, str) else "?"
        statement = f"INSERT OR IGNORE INTO own_puzzles VALUES (?, {number}, ?)"
        self._database.write(lambda connection: connection.executemany(statement, values))

    def own(self) -> list[OwnPuzzle]:
        """Return the puzzles from own games, the oldest first. A row that cannot be read is left out."""
        query = f"SELECT * FROM own_puzzles ORDER BY rowid DESC LIMIT {MOST_OWN}"
        rows = self._database.read(lambda connection: connection.execute(query).fetchall())
        return list(filter(None, map(_read_own, reversed(rows))))

    def forget_own(self, puzzle: str) -> None:
        """Delete a puzzle from an own game, if it is known; attempts at it stay."""
        self._database.execute("DELETE FROM own_puzzles WHERE puzzle = ?", puzzle)


def _read_try(row: sqlite3.Row) -> PuzzleTry | None:
    """Return a row of the table of attempts, None if this program cannot have written it."""
    try:
        return PuzzleTry(
            _puzzle(row["puzzle"]),
            _time(row["began"]),
            None if row["day"] is None else date.fromisoformat(str(row["day"])),
            whole(row["rating"], "rating", 0, HIGHEST_RATING),
            whole(row["wrong"], "wrong", 0, MOST_COUNTED),
            whole(row["hints"], "hints", 0, MOST_COUNTED),
            whole(row["shown"], "shown", 0, 1) == 1,
            whole(row["solved"], "solved", 0, 1) == 1,
        )
    except ValueError:
        return None


def _read_own(row: sqlite3.Row) -> OwnPuzzle | None:
    """Return a row of the table of own puzzles, None if this program cannot have written it."""
    try:
        game = None if row["game"] is None else whole(row["game"], "game")
        return OwnPuzzle(_puzzle(row["puzzle"]), game, _time(row["added"]))
    except ValueError:
        return None


def _puzzle(value: object) -> str:
    check(value != "", "puzzle", "text")
    return text(value, "puzzle", LONGEST_PUZZLE)


def _time(value: object) -> datetime:
    """Return a time from the store, with its offset. Raises `ValueError`."""
    time = datetime.fromisoformat(str(value))
    check(time.tzinfo is not None and time.year in YEARS, "time", "one that this program writes")
    return time
