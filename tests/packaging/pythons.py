"""The Pythons of this machine that can run the program.

`python -m tests.packaging.pythons` prints the newest.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OLDEST = (3, 11)
"""The oldest one that the package takes."""


@dataclass(frozen=True, order=True)
class Python:
    """An interpreter that can make virtual environments."""

    numbers: tuple[int, ...]
    executable: str

    @property
    def version(self) -> str:
        return ".".join(map(str, self.numbers))


def oldest_and_newest() -> tuple[Python, Python]:
    """Return the oldest and the newest that can be had: the same one if there is but one."""
    found = sorted(filter(None, map(_asked, _candidates())))
    assert found, "no Python from 3.11 on with venv is here"
    return found[0], found[-1]


def _candidates() -> Iterator[str]:
    """Give the interpreters on the path, and those that pyenv keeps beside it."""
    for minor in range(OLDEST[1], OLDEST[1] + 20):
        if path := shutil.which(f"python3.{minor}"):
            yield path
    if path := shutil.which("python3"):
        yield path
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from map(str, kept.glob("*/bin/python3"))


def _asked(path: str) -> Python | None:
    """Ask an interpreter what it is; None if it is too old or cannot make environments."""
    question = "import sys, venv, ensurepip; print(*sys.version_info[:3], sys._base_executable)"
    done = subprocess.run([path, "-c", question], capture_output=True, text=True)
    answer = re.fullmatch(r"(\d+) (\d+) (\d+) (.+)\n", done.stdout)
    if answer is None:
        return None
    numbers = tuple(int(number) for number in answer.groups()[:3])
    return Python(numbers, answer[4]) if numbers >= OLDEST else None


if __name__ == "__main__":
    print(oldest_and_newest()[1].executable)
