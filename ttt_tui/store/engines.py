"""The user's named engines: the command that starts each of them, from the settings or remembered."""

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ttt_tui.engine import OWN_PREFIX
from ttt_tui.engine.validation import check
from ttt_tui.errors import InvalidData
from ttt_tui.store.read_only import Database

LONGEST_COMMAND = 1000
"""Characters of a command or a directory."""

MOST_ENGINES = 50
"""In the settings, and remembered."""

RIGHT = 'a command in quotes, or { command = "…", cwd = "…" }'


class EngineCommand(NamedTuple):
    """The command that starts an engine, as a person writes it."""

    command: str
    """The program and its arguments, quoted as for a shell; or `python:` and a class of the user's own."""
    directory: str = ""
    """The working directory, empty for the current one."""

    def with_absolute_paths(self) -> "EngineCommand":
        """Return a command that means the same from any working directory."""
        return EngineCommand(self.command, str(Path(os.path.expanduser(self.directory)).absolute()))

    @property
    def own_class(self) -> str | None:
        """The `FILE_OR_MODULE:Class` of a computer that the user has written, None for another program."""
        command = self.command.strip()
        return command.removeprefix(OWN_PREFIX) if command.startswith(OWN_PREFIX) else None

    @property
    def can_be_kept(self) -> bool:
        """Whether the table can hold the command: a command line may be longer, or no valid text."""
        return bool(self.command.strip()) and _is_short_text(self.command) and _is_short_text(self.directory)


def engine_command(value: object) -> EngineCommand:
    """Return the command of a text, or of a table with `command` and perhaps `cwd`; raises `InvalidData`."""
    table = value if isinstance(value, Mapping) else {"command": value}
    command, directory = table.get("command"), table.get("cwd", "")
    check(table.keys() <= {"command", "cwd"} and bool(str(command).strip()), "an engine", RIGHT)
    check(_is_short_text(command) and _is_short_text(directory), "an engine", RIGHT)
    return EngineCommand(str(command), str(directory))


class EngineTable:
    """The table of engines in the database. Every method raises `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, name: str, engine: EngineCommand) -> None:
        """Store an engine under a name, in place of another with that name."""
        values = (name, engine.command, engine.directory)
        self._database.execute("INSERT OR REPLACE INTO brains VALUES (?, ?, ?)", *values)

    def forget(self, name: str) -> None:
        """Delete the engine with this name, if there is one."""
        self._database.execute("DELETE FROM brains WHERE name = ?", name)

    def all(self) -> dict[str, EngineCommand]:
        """Return the most recent engines by name. A row that cannot be read is left out."""
        query = f"SELECT * FROM brains ORDER BY rowid DESC LIMIT {MOST_ENGINES}"
        rows = self._database.read(lambda connection: connection.execute(query).fetchall())
        return dict(filter(None, map(_read, reversed(rows))))


def _read(row: sqlite3.Row) -> tuple[str, EngineCommand] | None:
    name = row["name"]
    try:
        engine = engine_command({"command": row["command"], "cwd": row["directory"]})
    except InvalidData:
        return None
    return (name, engine) if isinstance(name, str) else None


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_COMMAND and value.isprintable()
