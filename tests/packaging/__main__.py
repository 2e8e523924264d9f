"""A machine on which nothing is installed: the README's first command, and what is given to others.

`python -m tests.packaging` clones the checkout as it is committed, plays a game in a terminal after the
README's own command, builds the sdist and the wheel, and installs each elsewhere, with the oldest and the
newest Python that are there. What was installed answers on the command line, and some of the tests are passed
with it. Homes are empty throughout. It ends with status 1 when anything of that fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from tests.packaging.pythons import Python, oldest_and_newest
from tests.support.reading import place_and_see, place_with_digit
from tests.support.terminal import ENTER, Terminal, environment

T = TypeVar("T")

ROOT = Path(__file__).parents[2]

INSTALLING = 300.0
"""Seconds that an installation may take over a slow line."""

SOME_TESTS = (
    "engine/test_matches.py", "engine/test_squares.py", "computer/test_simple_levels.py",
    "store/test_database.py", "app/widgets/test_go_to.py", "app/play/test_hinting.py",
    "end_to_end/test_whole_games.py",
)  # fmt: skip
"""What is passed with the newest Python too: something of each floor, in less than a minute."""

NETWORK = re.compile("pip_.*|.*_proxy|ssl_cert_.*|requests_ca_bundle", re.IGNORECASE)
"""The variables that say how this machine gets at packages."""


def main() -> None:
    old, new = oldest_and_newest()
    print(f"the oldest Python is {old.version}, the newest {new.version}", flush=True)
    if old == new:
        print(f"only one Python from 3.11 on is here, so nothing is tried with another than {old.version}")
    # What does not need one another is done side by side: installing waits for the line half of the time.
    with TemporaryDirectory(prefix="ttt-tui-fresh-") as name, ThreadPoolExecutor() as beside:
        machine = Machine(Path(name))
        started = beside.submit(machine.step, "README's command and a game", machine.start, old)
        machine.step("sdist and wheel", machine.build)
        sdist = beside.submit(machine.step, f"the sdist in {old.version}", machine.install, old, "*.tar.gz")
        python = machine.step(f"the wheel in {new.version}", machine.install, new, "*.whl")
        if new != old:
            machine.step(f"some tests in {new.version}", machine.test, python)
        for other in (started, sdist):
            other.result()


class Machine:
    """A directory with a clone, and nothing of this user's."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.home = path / "home"
        self.home.mkdir()
        self.clone = self.cloned("clone")

    def cloned(self, name: str) -> Path:
        """Clone the checkout, and return where that is."""
        clone = self.path / name
        self.run("git", "clone", "-q", str(ROOT), str(clone))
        return clone

    def step(self, title: str, do: Callable[..., T], *arguments: object) -> T:
        """Do something and print how long it took."""
        started = time.monotonic()
        result = do(*arguments)
        print(f"{time.monotonic() - started:6.1f} s  {title}", flush=True)
        return result

    def run(self, *command: str | Path, cwd: Path | None = None, input: str | None = None) -> str:
        """Run a command in the empty home and return what it writes; it has to succeed."""
        done = subprocess.run(
            list(map(str, command)),
            cwd=cwd or self.home,
            env=environment(str(self.home), **network()),
            input=input,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
        return done.stdout

    def built(self, pattern: str) -> Path:
        """Return the one file of this kind that was built."""
        [file] = (self.path / "dist").glob(pattern)
        return file

    # --- the steps

    def start(self, python: Python) -> None:
        """Do as the README says, with this Python as `python3`: begin a game, place a stone, and leave."""
        command = readme_command("start")
        binaries = self.path / "bin"
        binaries.mkdir()
        (binaries / "python3").symlink_to(python.executable)
        path = f"{binaries}{os.pathsep}{os.environ['PATH']}"
        mine = self.cloned("clone-to-play")
        shell = (shutil.which("bash") or "/bin/bash", "-euc", f"cd {mine}; {command}")
        with Terminal(program=shell, PATH=path, **network()) as terminal:
            terminal.wait_for("You v computer", timeout=INSTALLING)
            terminal.send(ENTER)
            terminal.wait_for("Your move")
            place_and_see(terminal, "b2", place=place_with_digit)
            terminal.send("q")
            terminal.wait_for("You v computer")
            terminal.send("q")
            status = terminal.wait_exit()
            assert status == 0, f"status {status}\n{terminal}"

    def build(self) -> None:
        """Build the sdist and from it the wheel, and look what is in them."""
        self.run(sys.executable, "-m", "build", "--outdir", self.path / "dist", self.clone)
        package = {
            str(file.relative_to(self.clone))
            for file in (self.clone / "ttt_tui").rglob("*")
            if file.suffix in (".py", ".tcss", ".txt", ".typed")
        }
        assert {"ttt_tui/py.typed", "ttt_tui/app/app.tcss"} <= package
        with zipfile.ZipFile(self.built("*.whl")) as wheel:
            inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
        assert inside == package, f"the wheel differs from the package in {sorted(inside ^ package)}"
        with tarfile.open(self.built("*.tar.gz")) as sdist:
            inside = {name.partition("/")[2] for name in sdist.getnames()}
        missing = (package | {"README.md", "LICENSE", "pyproject.toml"}) - inside
        assert not missing, f"the sdist lacks {sorted(missing)}"

    def install(self, python: Python, pattern: str) -> Path:
        """Install what was built in a new environment of this Python, try it, and return its interpreter."""
        file = self.built(pattern)
        where = self.path / f"installed-{python.version}-{file.suffix[1:]}"
        self.run(python.executable, "-m", "venv", where)
        interpreter, program = where / "bin/python", where / "bin/ttt-tui"
        self.run(interpreter, "-m", "pip", "install", "-q", file)
        imported = self.run(interpreter, "-c", "import ttt_tui; print(ttt_tui.__file__)").strip()
        assert Path(imported).is_relative_to(where), imported
        version = self.run(program, "--version").strip()
        assert version == f"ttt-tui {re.search('[0-9.]+[0-9]', file.name)[0]}", version
        people = ("--player", "human,name=Ada", "--player", "human,name=Bob", "--board", "3")
        told = self.run(program, "--plain", *people, input="a1\nb1\na2\nb2\na3\n")
        assert "Ada (X) wins with three in a row" in told, told
        told = self.run(program, "--plain", "--seed", "3", input="b2\n")
        assert re.search(r"^O plays [abc][123]\. Your move\.$", told, re.MULTILINE), told
        listed = self.run(program, "history", "list")
        assert "Ada" in listed, listed
        solved = self.run(program, "solve", "--board", "3", "--line", "3")
        assert solved.startswith("A draw: b2"), solved
        return interpreter

    def test(self, interpreter: Path) -> None:
        """Pass some tests with what is installed: they are copied to where the package's source is not."""
        self.run(interpreter, "-m", "pip", "install", "-q", f"{self.built('*.whl')}[dev]")
        elsewhere = self.path / "tests"
        shutil.copytree(self.clone / "tests", elsewhere / "tests")
        shutil.copy(self.clone / "pyproject.toml", elsewhere)
        chosen = [f"tests/{name}" for name in SOME_TESTS]
        told = self.run(interpreter, "-m", "pytest", "-n", "auto", *chosen, cwd=elsewhere)
        print(f"          {told.strip().splitlines()[-1]}", flush=True)


def readme_command(name: str) -> str:
    """Return the command that the README gives behind the mark `<!-- name -->`."""
    found = re.search(rf"<!-- {name} -->\n```sh\n(.*?)\n```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert found is not None, f"the README has no command to {name}"
    return found[1]


def network() -> dict[str, str]:
    """The variables that say how this machine gets at packages."""
    return {name: value for name, value in os.environ.items() if NETWORK.fullmatch(name)}


if __name__ == "__main__":
    main()
