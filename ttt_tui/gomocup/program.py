"""A brain before it runs: the command that this user has given for it, and what was found out about it.

The command is never part of a player, so that no record and no stored game can hold one.

>>> BrainProgram.parse("nice -n 10 'my brains/rapfi'").command
('nice', '-n', '10', 'my brains/rapfi')
"""

import os
import shlex
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Habits:
    """What a brain turned out to need, so that it is found out once and not in each game."""

    wants_crlf: bool | None = None
    """Whether it reads no line that LF alone ends; None as long as that is not known."""
    takes_back: bool = True
    """Whether it knows TAKEBACK, as far as is known."""


@dataclass(frozen=True, slots=True)
class BrainProgram:
    """How a brain is started."""

    command: tuple[str, ...]
    """The program, looked for as a shell does, and its arguments. No shell reads them."""
    directory: Path | None = None
    """Where it works, and where a relative path of the command begins; None for the current directory."""
    habits: Habits = field(default_factory=Habits, compare=False)

    @classmethod
    def parse(cls, command: str, directory: str = "") -> "BrainProgram":
        """Return the program of a command that is written as for a shell; raises `ValueError`.

        A `~` at the start of the directory and of the program is this user's home.
        """
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"cannot read the engine's command: {str(error).lower()}") from None
        if not words or not words[0]:
            raise ValueError("an engine needs a command, for example ~/rapfi/pbrain-rapfi")
        if "\0" in command or "\0" in directory:
            raise ValueError("an engine's command cannot contain a NUL character")
        program = os.path.expanduser(words[0])  # that of `Path` raises where nobody has such a home
        return cls((program, *words[1:]), Path(os.path.expanduser(directory)) if directory else None)
