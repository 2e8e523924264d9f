"""The user's settings: a commented file that is written once and only read afterwards."""

import contextlib
import errno
import os
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ttt_tui.engine.validation import boolean, number, text
from ttt_tui.errors import InvalidData
from ttt_tui.process.paths import make_private_directory, open_at_once, open_private
from ttt_tui.store.engines import MOST_ENGINES, RIGHT, EngineCommand, engine_command

LARGEST_SETTINGS = 10_000
"""Bytes."""

MOST_DOTS = 100
"""Dots in one line, without adjacent ones and those of comments: the parser takes quadratic time for a key of
many parts, such as `a.b.c`."""

TEMPLATE = """\
# Settings of ttt-tui. The program wrote this file once and never changes it.
# To set a value, remove the # at the start of its line.

# Theme; F2 in the program lists the themes.
# theme = "walnut"

# Digits as on a numpad: 7 8 9 are the top row of a 3×3 board, also in Ultimate.
# numpad = false

# Seconds between a computer's move and the next move; without it, what + and - set last.
# delay = 0.3

# Ring the terminal's bell when a move is refused.
# bell = false

# Play in plain text, with a sentence for each move, instead of full screen.
# plain = false

# Turn the mistakes that reviews find in your games into puzzles, which come back until you know them.
# mistakes_as_puzzles = true

# Rate you by your games against the steps of the ladder, novice to expert.
# rated = true

# The engine that judges analyses and reviews instead of the expert; b in the analysis changes it.
# second_opinion = "Rapfi"

# Engines: programs for five in a row that speak the Gomocup protocol, by name.
# [brains]
# Rapfi = "~/rapfi/pbrain-rapfi"
# Carbon = { command = "./pbrain-carbon", cwd = "~/carbon" }
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings, by default those of a user who has set nothing."""

    theme: str | None = None
    numpad: bool = False
    delay: float | None = None
    """Seconds; None for the last choice."""
    bell: bool = False
    plain: bool = False
    mistakes_as_puzzles: bool = True
    """Whether mistakes that reviews find in own games become puzzles."""
    rated: bool = True
    """Whether games against steps of the ladder change the user's rating."""
    second_opinion: str | None = None
    """The engine that judges analyses and reviews; None for the last choice, at first the expert."""
    brains: Mapping[str, EngineCommand] = field(default_factory=dict)
    """The commands of engines, by name."""
    warnings: tuple[str, ...] = field(default=(), compare=False)
    """A sentence for each setting that was not understood."""

    def square_number(self, digit: int) -> int:
        """Return the number of the square that a digit from 1 to 9 means on a 3×3 board."""
        return digit + 6 - (digit - 1) // 3 * 6 if self.numpad else digit


def _text(value: object, what: str) -> str:
    return text(value, what, 100, "a text in quotes, at most 100 characters")


def _delay(value: object, what: str) -> float:
    return number(value, what, 0, 60, "a number of seconds from 0 to 60")


def _brains(value: object, what: str) -> dict[str, EngineCommand]:
    if not isinstance(value, dict) or len(value) > MOST_ENGINES:
        raise InvalidData(f"{what} must be a table of up to {MOST_ENGINES} names and commands")
    brains = {}
    for name, command in value.items():
        try:
            brains[name] = engine_command(command)
        except InvalidData:
            raise InvalidData(f"{what} must be a table in which {name[:30]!r} is {RIGHT}") from None
    return brains


_READERS: dict[str, Callable[[object, str], Any]] = {
    "theme": _text,
    "numpad": boolean,
    "delay": _delay,
    "bell": boolean,
    "plain": boolean,
    "mistakes_as_puzzles": boolean,
    "rated": boolean,
    "second_opinion": _text,
    "brains": _brains,
}
"""The check of each setting's value."""


def load_settings(path: Path | None) -> Settings:
    """Return the settings in the file at `path`, or in none; write the commented template if it is missing.

    Nothing is fatal: a wrong setting is named in `warnings`, and its default is used.
    """
    if path is None:
        return Settings()
    try:
        with open(path, "rb", opener=open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # reading it may never end
                return Settings(warnings=(_no_file(path),))
            content = file.read(LARGEST_SETTINGS + 1)
    except FileNotFoundError:
        _write_template(path)
        return Settings()
    except OSError as error:
        is_no_file = error.errno in (errno.ENXIO, errno.EISDIR)
        return Settings(warnings=(_no_file(path) if is_no_file else f"The settings cannot be read: {error}",))
    if len(content) > LARGEST_SETTINGS:
        return Settings(
            warnings=(f"The settings are ignored: they have more than {LARGEST_SETTINGS:,} bytes",)
        )
    if content == TEMPLATE.encode():
        return Settings()
    for index, line in enumerate(content.splitlines(), 1):
        if not line.lstrip().startswith(b"#") and len(re.findall(rb"(?<!\.)\.(?!\.)", line)) > MOST_DOTS:
            reason = f"line {index} has more than {MOST_DOTS} dots"
            return Settings(warnings=(f"The settings are ignored: {reason}",))
    import tomllib  # only if something is set, for a quick start

    try:
        data = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
        return Settings(warnings=(f"The settings are ignored: {error}",))
    settings, warnings = Settings(), []
    for key, value in data.items():
        reader = _READERS.get(key)
        if reader is None:
            warnings.append(f"Unknown setting {key[:30]!r}; choose from {', '.join(_READERS)}")
            continue
        try:
            settings = replace(settings, **{key: reader(value, f"The setting {key}")})
        except InvalidData as error:
            warnings.append(str(error))
    return replace(settings, warnings=tuple(warnings))


def _no_file(path: Path) -> str:
    return f"The settings are ignored: {path.name} is not a file"


def _write_template(path: Path) -> None:
    with contextlib.suppress(OSError):  # without the file the defaults apply
        make_private_directory(path.parent)
        descriptor = open_private(path, os.O_EXCL | os.O_WRONLY)
        try:
            with open(descriptor, "w", encoding="utf-8") as file:
                file.write(TEMPLATE)
        except OSError:  # the next start writes it whole
            path.unlink()
