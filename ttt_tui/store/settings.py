"""The user's settings: their table, which the file, the help and the screen follow, their values, the file.

The file has comments and is written once; later only single values in it are changed.

>>> [setting.name for setting in SETTINGS][:3]
['theme', 'numpad', 'coordinates']
>>> print(TEMPLATE.splitlines()[4])
# theme = "walnut"
"""

import contextlib
import errno
import os
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from ttt_tui.engine.coordinates import Coordinates
from ttt_tui.engine.validation import boolean, number, text
from ttt_tui.errors import InvalidData, SettingNotSaved
from ttt_tui.process.paths import make_private_directory, open_at_once, open_private
from ttt_tui.store.engines import MOST_ENGINES, RIGHT, EngineCommand, engine_command


class Setting(NamedTuple):
    """One setting."""

    name: str
    group: str
    """The heading above it on the settings screen."""
    label: str
    """The name there, in at most 20 characters."""
    note: str
    """A note that the screen shows beside the value, where there is room."""
    example: str
    """A value as written in the file: the default, if there is one."""
    comment: str
    """The effect, as a sentence in the file."""
    default: str
    """The behaviour without the setting, in the words of the guide."""
    read: Callable[[object, str], Any]
    """Returns the value that the file has; raises `InvalidData`. The second argument names the setting."""


def _text(value: object, what: str) -> str:
    return text(value, what, 100, "a text in quotes, at most 100 characters")


def _delay(value: object, what: str) -> float:
    return number(value, what, 0, 60, "a number of seconds from 0 to 60")


def _coordinates(value: object, what: str) -> Coordinates:
    if value not in tuple(Coordinates):
        raise InvalidData(f"{what} must be one of {', '.join(Coordinates)}, in quotes")
    return Coordinates(str(value))


class Bell(StrEnum):
    """When the terminal's bell rings; each value includes the ones before."""

    OFF = "off"
    REFUSALS = "refusals"
    """When a move is refused, and when little time is left on the user's clock."""
    TURNS = "turns"
    """When it is the turn of a user who looks elsewhere; with a notification."""


def _bell(value: object, what: str) -> Bell:
    if isinstance(value, bool):  # as earlier versions wrote it
        return Bell.REFUSALS if value else Bell.OFF
    if value not in tuple(Bell):
        raise InvalidData(f"{what} must be one of {', '.join(Bell)}, in quotes")
    return Bell(str(value))


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


SCREEN, PLAYING, LEARNING = "Screen", "Playing", "Learning"

SETTINGS = (
    Setting("theme", SCREEN, "Theme", "colours of the screen", '"walnut"',
            "The colour theme; F2 in the program lists the themes.",
            "the latest choice by `F2`", _text),
    Setting("numpad", PLAYING, "Numpad digits", "7 8 9 are the top row", "false",
            "Digits as on a numpad: 7 8 9 are the top row of a 3×3 board, also in Ultimate.",
            "`false`", boolean),
    Setting("coordinates", SCREEN, "Coordinates", "names of squares", '"game"',
            "How squares are named: game (each game's own), top, bottom, go or numbers.",
            '`"game"`', _coordinates),
    Setting("delay", PLAYING, "Speed", "pause after a move", "0.3",
            "Seconds between a computer's move and the next move.",
            "the latest choice by `+` and `-`", _delay),
    Setting("confirm_moves", PLAYING, "Confirm moves", "a move takes two steps", "false",
            "Show a chosen stone as a ghost first, and place it when it is chosen again.",
            "`false`", boolean),
    Setting("premoves", PLAYING, "Premoves", "while others think", "false",
            "Mark a square while another player thinks; on your turn a stone is placed there at once.",
            "`false`", boolean),
    Setting("bell", PLAYING, "Bell", "refused moves, your turn", '"off"',
            "When the bell rings: off, refusals (of moves), turns (also at your turn, with a notification).",
            '`"off"`', _bell),
    Setting("plain", SCREEN, "Plain text", "from the next start", "false",
            "Play in plain text, with a sentence for each move, instead of full screen.",
            "`false`", boolean),
    Setting("mistakes_as_puzzles", LEARNING, "Mistake puzzles", "from your reviews", "true",
            "Turn the mistakes that reviews find in your games into puzzles, until you know them.",
            "`true`", boolean),
    Setting("blunder_warnings", LEARNING, "Blunder warning", "in unrated games", "false",
            "Warn once before a stone that throws away a proved result or much of the winning chance.",
            "`false`", boolean),
    Setting("rated", LEARNING, "Ratings", "from the next game", "true",
            "Rate you by your games against the steps of the ladder.",
            "`true`", boolean),
    Setting("second_opinion", LEARNING, "Second opinion", "judges analyses", '"Rapfi"',
            "The engine that judges analyses and reviews; b in the analysis changes it.",
            "the latest choice by `b`, at first the expert", _text),
)  # fmt: skip
"""The settings of one value each."""

BRAINS = Setting(
    "brains", "", "Engines", "", "",
    "Engines: programs for five in a row that speak the Gomocup protocol, by name.",
    "none", _brains,
)  # fmt: skip
"""The table of engines, which ends the file."""

ALL = (*SETTINGS, BRAINS)

BY_NAME = {setting.name: setting for setting in ALL}


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings, by default those of a user who has set nothing."""

    theme: str | None = None
    numpad: bool = False
    coordinates: Coordinates = Coordinates.GAME
    """How squares are called in everything that the user reads and types."""
    delay: float | None = None
    """Seconds; None for the last choice."""
    confirm_moves: bool = False
    """Whether a stone is placed only when its square is chosen twice."""
    premoves: bool = False
    """Whether the only human at a terminal can mark a move during another player's turn."""
    bell: Bell = Bell.OFF
    plain: bool = False
    mistakes_as_puzzles: bool = True
    """Whether mistakes that reviews find in own games become puzzles."""
    blunder_warnings: bool = False
    """Whether stones in unrated games are checked before they are placed."""
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


# --- the file --------------------------------------------------------------------------------------------


_EXAMPLES = "".join(f"\n# {each.comment}\n# {each.name} = {each.example}\n" for each in SETTINGS)

TEMPLATE = f"""\
# Settings of ttt-tui. The program changes a value here when you do, by Settings among its commands (Ctrl+P).
# To set a value by hand, remove the # at the start of its line.
{_EXAMPLES}
# {BRAINS.comment}
# [{BRAINS.name}]
# Rapfi = "~/rapfi/pbrain-rapfi"
# Carbon = {{ command = "./pbrain-carbon", cwd = "~/carbon" }}
"""
"""The file as the program writes it."""

OLD_TEMPLATES = (
    "a84c6f665aa766f2e01adc19fd6f0da6fef12dee075c673de965563bb69cfd89",
    "7639ffe038daccefc1fbd340f297d1a58fe81cc3de3c295cdfe4af1243d073e9",
    "c8b780e322f795af1b3dba9e5bcb0c623a02c654d4a843e184558e43fb0560a7",
    "a4720404e510f032123e6cc21682b19efddb3cefcca985b43a7d2896eb5df0dd",
    "d6dbce171f90dde2bba1252bbf0803696a54437ae713f1faf378dcd3bc8c5d99",
    "fc82e4465fde02f668d08ed8be4952de78549a2cae3725d0c6a9c13a23a82ecf",
    "b663a03933a5fc49ea17e80045891bc185f8879baefa648b9a2aaa0e243c223d",
    "534e8fb3389fea444e464590a2cc7bc33a7f887104c563c6bdb2dcfa2f6dcc13",
    "60425e3f666d66927647e30c594401fb6afb4d40a3b004de55067b65395349a6",
    "80297ecf09215b1898dff30997ad212088e97d9c597feca007a62eaa4373bcc2",
    "7163301ec8df739d684c4be6f0edbd31ef987000a290962b724155cb86633098",
    "4cb8d1719b64335c582ee6c1f4b282ce72db2f81f1a67af0f9ab0d1a7d2aa525",
    "dfee127f1d67c2ed14cb9b77a2cd4a3a4cbf7f9330baa37d7ae52267be9e2c81",
)
"""The SHA-256 digests of the templates of earlier versions: such a file is replaced, since nobody changed it.

A change of the template adds the digest of the one before.
"""


LARGEST_SETTINGS = 10_000
"""The most bytes of the file."""

MOST_DOTS = 100
"""The most dots in one line, not counting adjacent ones and comments: the parser takes quadratic time for a
key of many parts, such as `a.b.c`."""


def load_settings(path: Path | None) -> Settings:
    """Return the settings in the file at `path`, the defaults without one; write a missing template.

    Nothing is fatal: a wrong setting is named in `warnings`, and its default is used. An unchanged template
    of an earlier version is replaced by the present one.
    """
    if path is None:
        return Settings()
    try:
        content = _content(path)
        if content == TEMPLATE.encode():
            return Settings()
        if not any(line.strip() and not line.lstrip().startswith(b"#") for line in content.splitlines()):
            import hashlib  # only for a file without any setting that is not the template

            if hashlib.sha256(content).hexdigest() in OLD_TEMPLATES:
                with contextlib.suppress(OSError):  # the next start tries again
                    _write_whole(path, TEMPLATE)
            return Settings()
        data = _values(content)
    except FileNotFoundError:
        _write_template(path)
        return Settings()
    except OSError as error:
        return Settings(warnings=(f"The settings cannot be read: {error}",))
    except InvalidData as error:
        return Settings(warnings=(f"The settings are ignored: {error}",))
    settings, warnings = Settings(), []
    for key, value in data.items():
        if key not in BY_NAME:
            warnings.append(f"Unknown setting {key[:30]!r}; choose from {', '.join(BY_NAME)}")
            continue
        try:
            settings = replace(settings, **{key: BY_NAME[key].read(value, f"The setting {key}")})
        except InvalidData as error:
            warnings.append(str(error))
    return replace(settings, warnings=tuple(warnings))


def _content(path: Path) -> bytes:
    """Return the file's content; raises `OSError`, and `InvalidData` if it is too large or not a file."""
    no_file = f"{path.name} is not a file"
    try:
        with open(path, "rb", opener=open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # reading anything else may never end
                raise InvalidData(no_file)
            content = file.read(LARGEST_SETTINGS + 1)
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.EISDIR):
            raise InvalidData(no_file) from error
        raise
    if len(content) > LARGEST_SETTINGS:
        raise InvalidData(f"the file has more than {LARGEST_SETTINGS:,} bytes")
    return content


def _values(content: bytes) -> dict[str, Any]:
    """Return the values that a text sets, in linear time; raises `InvalidData`."""
    for index, line in enumerate(content.splitlines(), 1):
        if not line.lstrip().startswith(b"#") and len(re.findall(rb"(?<!\.)\.(?!\.)", line)) > MOST_DOTS:
            raise InvalidData(f"line {index} has more than {MOST_DOTS} dots")
    import tomllib  # only if something is set, for a quick start

    try:
        return tomllib.loads(content.decode())
    except (RecursionError, ValueError) as error:  # invalid UTF-8 and invalid TOML are `ValueError`s
        raise InvalidData(str(error)) from error


def _write_template(path: Path) -> None:
    with contextlib.suppress(OSError):  # without the file the defaults apply
        make_private_directory(path.parent)
        descriptor = open_private(path, os.O_EXCL | os.O_WRONLY)
        try:
            with open(descriptor, "w", encoding="utf-8") as file:
                file.write(TEMPLATE)
        except OSError:  # the next start writes the file whole
            path.unlink()


def _write_whole(path: Path, content: str) -> None:
    """Rewrite the file atomically; raises `OSError`. A link stays a link."""
    path = path.resolve()
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with open(open_private(new, os.O_EXCL | os.O_WRONLY), "w", encoding="utf-8") as file:
            file.write(content)
        if path.exists():
            new.chmod(stat.S_IMODE(path.stat().st_mode))
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


# --- changing a value ------------------------------------------------------------------------------------


def save_setting(path: Path, name: str, value: str | float | bool | None) -> None:
    """Change one setting in the file, None for no value, and leave the rest unchanged.

    Raises `SettingNotSaved` if the file cannot be read or written, or does not allow the change.
    """
    try:
        try:
            content = _content(path)
        except FileNotFoundError:
            content = TEMPLATE.encode()
        after = {key: each for key, each in _values(content).items() if key != name}
        if value is not None:
            after[name] = value
        changed = _with_value(content.decode(), name, value)
        if _values(changed.encode()) != after or len(changed.encode()) > LARGEST_SETTINGS:
            raise SettingNotSaved(f"cannot change {name} in {path}; change it by hand")
        make_private_directory(path.parent)
        _write_whole(path, changed)
    except InvalidData as error:
        raise SettingNotSaved(f"cannot change {path}: {error}") from error
    except OSError as error:
        raise SettingNotSaved(f"cannot write {path}: {error.strerror or error}") from error


def _with_value(content: str, name: str, value: str | float | bool | None) -> str:
    """Return the file's text with a setting changed: in its line, else in the line of its comment."""
    import json

    lines = content.splitlines(keepends=True)
    top = next((i for i, line in enumerate(lines) if re.match(r"\s*\[", line)), len(lines))
    key = rf"{name}[ \t]*=[ \t]*"
    kept = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#\n"']*?)([ \t]*(?:#.*)?)$"""
    set_at = [i for i, line in enumerate(lines[:top]) if re.match(rf"[ \t]*{key}", line)]
    hidden_at = [i for i, line in enumerate(lines[:top]) if re.match(rf"[ \t]*#[ \t]*{key}", line)]
    if value is None:
        for i in set_at:
            lines[i] = f"# {lines[i].lstrip()}"
        return "".join(lines)
    written = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    if set_at:
        body = lines[set_at[0]].rstrip("\r\n")
        end = lines[set_at[0]][len(body) :]
        found = re.match(rf"[ \t]*{key}{kept}", body)
        lines[set_at[0]] = f"{written}{found[1] if found else ''}{end}"
    elif hidden_at:
        lines[hidden_at[-1]] = f"{written}\n"
    else:
        setting = next(each for each in SETTINGS if each.name == name)
        lines.insert(top, f"# {setting.comment}\n{written}\n\n")
        if top and not lines[top - 1].endswith("\n"):
            lines[top - 1] += "\n"
    return "".join(lines)
