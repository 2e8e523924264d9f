"""The keys of a row of the setup, for the line above the footer."""

from rich.style import Style
from rich.text import Text

from ttt_tui.computer import LEVELS

NUMBER = {"← →": "or digits", "↑ ↓": "another row"}

KEYS = {
    "side": {"← →": "your symbol", "x": "by lot"},
    "first": {"← →": "who starts the games after the first"},
    "players": {"e": "edit", "a": "add", "d": "remove", "< >": "move", "x": "symbols by lot"},
}
"""Id of a row → its keys and what they do; the others are numbers."""


def keys_of_row(row: str | None, level: str, style: Style) -> Text:
    """Return the keys of the row with this id, drawn in this style; `level` is that of the computers."""
    keys = {"← →": _told(level)} if row == "level" else KEYS.get(row or "", NUMBER)
    return Text("   ").join(Text.assemble((sign, style), f" {what}") for sign, what in keys.items())


def _told(name: str) -> str:
    level = LEVELS.get(name)
    return f"{level.name}: {level.summary}" if level else "one level for all computers"
