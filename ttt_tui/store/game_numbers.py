"""The numbers of the stored games, for shell completion: a quick query that reads nothing else."""

import sqlite3
from contextlib import closing
from pathlib import Path

from ttt_tui.errors import StoreError
from ttt_tui.store.database import check_files

MOST = 200
"""The number of games listed, the latest changed."""

BUSY_SECONDS = 0.2
"""Seconds to wait for another process's write."""


def latest_numbers(path: Path, result: str | None = None) -> list[tuple[int, str]]:
    """Return the numbers of the latest games, each with its day and result; given `result`, only those.

    There are none when the file is missing, damaged or busy; it is neither created nor changed.
    """
    chosen = "" if result is None else "WHERE result = ?"
    query = (
        f"SELECT id, substr(started, 1, 10) || ', ' || result FROM games {chosen} ORDER BY id DESC LIMIT ?"
    )
    values = (MOST,) if result is None else (result, MOST)
    try:
        check_files(path)
        with closing(
            sqlite3.connect(f"{path.as_uri()}?mode=ro", timeout=BUSY_SECONDS, uri=True)
        ) as connection:
            return [(int(number), str(text)) for number, text in connection.execute(query, values)]
    except (sqlite3.Error, StoreError, ValueError):  # a path may be relative
        return []
