"""The commands that visitors may give after `ssh host`."""

import re
import shlex
from typing import NamedTuple

from ttt_tui.errors import VisitRefused

LONGEST_COMMAND = 400
"""Characters."""


class VisitorCommand(NamedTuple):
    """A command that visitors may give: words that may follow, each a pattern, and what it needs."""

    rest: str
    """A pattern for the words after it, joined by blanks."""
    needs_terminal: bool = False
    is_of_server: bool = False
    """Whether the server answers itself."""


COMMANDS: dict[str, VisitorCommand] = {
    "history list": VisitorCommand(
        r"(--json|--count [0-9]{1,6}|[^-\s]\S*)( (--json|--count [0-9]{1,6}|[^-\s]\S*))*|"
    ),
    "history show": VisitorCommand(r"[0-9]{1,9}( --json| --moves)?"),
    "history export": VisitorCommand(r"([0-9][0-9,-]{0,80}|all) -"),
    "leaderboard": VisitorCommand("", is_of_server=True),
    "turns": VisitorCommand("", is_of_server=True),
    "puzzle": VisitorCommand(r"(--daily)?", needs_terminal=True),
}
"""What may follow `ssh host`; everything else is refused."""


def parse_command(text: str) -> tuple[VisitorCommand, list[str]]:
    """Return a visitor's command and its words. Raises `VisitRefused`."""
    known = "choose from " + ", ".join(COMMANDS)
    try:
        words = shlex.split(text) if len(text) <= LONGEST_COMMAND and text.isprintable() else []
    except ValueError:
        words = []
    for name, command in COMMANDS.items():
        first = name.split()
        rest = words[len(first) :]
        if words[: len(first)] == first and re.fullmatch(command.rest, " ".join(rest)):
            return command, words
    raise VisitRefused(f"unknown command; {known}")
