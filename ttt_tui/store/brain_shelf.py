"""The user's own list of brains: what starts each of them, in the settings and as it is remembered."""

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ttt_tui.store.followed_database import ReopeningDatabase
from ttt_tui.store.read_only import ReadOnlyDatabase

LONGEST_COMMAND = 1000
"""Characters of a command or a directory."""

MOST_BRAINS = 50
"""In the settings, and remembered."""

RIGHT = 'a command in quotes, or { command = "…", cwd = "…" }'


class BrainCommand(NamedTuple):
    """How a brain is started, as a person writes it."""

    command: str
    """The program and its arguments, written as for a shell."""
    directory: str = ""
    """Where it works; nothing for the current directory."""

    def settled(self) -> "BrainCommand":
        """Return what means the same wherever the program is started from."""
        return BrainCommand(self.command, str(Path(os.path.expanduser(self.directory)).absolute()))

    @property
    def can_be_kept(self) -> bool:
        """Whether it can be read again: a command line may hold more than that, and what is no text."""
        return bool(self.command.strip()) and _is_short_text(self.command) and _is_short_text(self.directory)


def brain_command(value: object) -> BrainCommand:
    """Return what a text means, or a table of texts with `command` and perhaps `cwd`; raises `ValueError`."""
    table = value if isinstance(value, Mapping) else {"command": value}
    command, directory = table.get("command"), table.get("cwd", "")
    is_right = _is_short_text(command) and _is_short_text(directory) and str(command).strip()
    if not is_right or not table.keys() <= {"command", "cwd"}:
        raise ValueError(RIGHT)
    return BrainCommand(str(command), str(directory))


class EngineTable:
    """The table of brains in a file. Every method raises what `ReopeningDatabase` does."""

    def __init__(self, file: ReopeningDatabase | ReadOnlyDatabase) -> None:
        self._file = file

    def keep(self, name: str, brain: BrainCommand) -> None:
        """Remember a brain by a name, in the place of another that had it."""
        statement = "INSERT OR REPLACE INTO brains VALUES (?, ?, ?)"
        values = (name, brain.command, brain.directory)
        self._file.write(lambda connection: connection.execute(statement, values))

    def forget(self, name: str) -> None:
        """Forget the brain of this name, if there is one."""
        statement = "DELETE FROM brains WHERE name = ?"
        self._file.write(lambda connection: connection.execute(statement, (name,)))

    def all(self) -> dict[str, BrainCommand]:
        """Return the brains by name, the latest ones. A row that cannot be read is left out."""
        query = f"SELECT * FROM brains ORDER BY rowid DESC LIMIT {MOST_BRAINS}"
        rows = self._file.do(lambda connection: connection.execute(query).fetchall())
        return dict(filter(None, map(_read, reversed(rows))))


def _read(row: sqlite3.Row) -> tuple[str, BrainCommand] | None:
    """Return a row of the table, None if this program cannot have written it."""
    name = row["name"]
    try:
        brain = brain_command({"command": row["command"], "cwd": row["directory"]})
    except ValueError:
        return None
    return (name, brain) if isinstance(name, str) else None


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_COMMAND and value.isprintable()
