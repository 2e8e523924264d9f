"""The user's settings: a commented file, written once; later only single values in it are changed."""

import contextlib
import errno
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ttt_tui.errors import InvalidData, SettingNotSaved
from ttt_tui.process.paths import make_private_directory, open_at_once, open_private
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.setting_table import BY_NAME, OLD_TEMPLATES, SETTINGS, TEMPLATE

LARGEST_SETTINGS = 10_000
"""The most bytes of the file."""

MOST_DOTS = 100
"""The most dots in one line, not counting adjacent ones and comments: the parser takes quadratic time for a
key of many parts, such as `a.b.c`."""


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
