"""A machine on which nothing is installed: the README's first command, and what is given to others.

`python -m tests.packaging` clones the checkout as it is committed, plays a game in a terminal after the
README's own command, builds the sdist and the wheel, and installs each elsewhere, with the oldest and the
newest Python that are there. Of what the program depends on, it takes the versions of `.ci/constraints.txt`
and the lowest that `pyproject.toml` allows; with `--newest` the newest instead, which change from day to day.
What was installed answers on the command line and plays in a terminal. twine and pyroma examine what was
built; a second installation drops what is gone, and one for development is a path. Homes are empty
throughout. It ends with status 1 when anything of that fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TypeVar

from tests.packaging.pythons import Python, oldest_and_newest
from tests.packaging.versions import CONSTRAINED, LOWEST, NEWEST, Versions
from tests.support.reading import place_and_see, place_with_digit
from tests.support.terminal import ENTER, Terminal, environment
from tests.support.tool import parser_of
from ttt_tui.cli.man_page import man_page

T = TypeVar("T")

ROOT = Path(__file__).parents[2]

SHARED = {
    "share/bash-completion/completions/ttt-tui",
    "share/zsh/site-functions/_ttt-tui",
    "share/fish/vendor_completions.d/ttt-tui.fish",
    "share/man/man1/ttt-tui.1",
}
"""What is installed for shells and `man`, below the prefix."""

INSTALLING = 300.0
"""Seconds that an installation may take over a slow line."""

AT_ONCE = 2
"""How many steps are done side by side: each waits for the line half of the time."""

NETWORK = re.compile("pip_.*|.*_proxy|ssl_cert_.*|requests_ca_bundle", re.IGNORECASE)
"""The variables that say how this machine gets at packages."""


def main(takes_newest: bool) -> None:
    old, new = oldest_and_newest()
    print(f"the oldest Python is {old.version}, the newest {new.version}", flush=True)
    if old == new:
        print(f"only one Python from 3.11 on is here, so nothing is tried with another than {old.version}")
    usual, others = (NEWEST, (NEWEST,)) if takes_newest else (CONSTRAINED, (CONSTRAINED, LOWEST))
    with TemporaryDirectory(prefix="ttt-tui-fresh-") as name, ThreadPoolExecutor(AT_ONCE) as beside:
        machine = Machine(Path(name))
        title = f"README's command and a game in {old.version}, {usual.name} versions"
        steps = [beside.submit(machine.step, title, machine.start, old, usual)]
        machine.step("sdist and wheel", machine.build)
        steps += [
            beside.submit(machine.step, "twine, pyroma and check-manifest", machine.examine, usual),
            beside.submit(machine.step, "installed again and for development", machine.install_again, usual),
        ]
        plans = [("sdist", old, others[-1]), *(("wheel", new, versions) for versions in others)]
        for kind, python, versions in plans:
            title = f"the {kind} in {python.version}, {versions.name} versions"
            steps.append(beside.submit(machine.step, title, machine.install, kind, python, versions))
        for step in steps:
            step.result()


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

    def run(self, *command: str | Path, input: str | None = None, **variables: str) -> str:
        """Run a command in the empty home and return what it writes; it has to succeed."""
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.home,
            env=environment(str(self.home), **network() | variables),
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

    def start(self, python: Python, versions: Versions) -> None:
        """Do as the README says, with this Python as `python3`: begin a game, place a stone, and leave."""
        command = readme_command("start")
        binaries = self.path / "bin"
        binaries.mkdir()
        (binaries / "python3").symlink_to(python.executable)
        mine = self.cloned("clone-to-play")
        shell = (shutil.which("bash") or "/bin/bash", "-euc", f"cd {mine}; {command}")
        play_in_terminal(
            *shell,
            PATH=f"{binaries}{os.pathsep}{os.environ['PATH']}",
            **network() | versions.constraint(self.clone, self.path),
        )

    def build(self) -> None:
        """Build the sdist and from it the wheel, and list what the wheel has: the package alone."""
        self.run(sys.executable, "-m", "build", "--outdir", self.path / "dist", self.clone)
        package = {
            str(file.relative_to(self.clone))
            for file in (self.clone / "ttt_tui").rglob("*")
            if file.suffix in (".py", ".tcss", ".txt", ".typed") or file.parent.name == "shells"
        }
        assert {"ttt_tui/py.typed", "ttt_tui/app/app.tcss"} <= package
        with zipfile.ZipFile(self.built("*.whl")) as wheel:
            names = {name for name in wheel.namelist() if ".dist-info/" not in name}
            [page] = [wheel.read(name).decode() for name in names if name.endswith("/man1/ttt-tui.1")]
        shared = {name.partition(".data/data/")[2] for name in names if ".data/data/" in name}
        assert shared == SHARED, f"the files for other programs differ in {sorted(shared ^ SHARED)}"
        assert page == man_page(), "the man page is not this parser's"
        inside = {name for name in names if ".data/data/" not in name}
        assert inside == package, f"the wheel differs from the package in {sorted(inside ^ package)}"
        folders = Counter(str(PurePosixPath(name).parent) for name in names)
        print("\n".join(f"{count:5} {folder}/" for folder, count in sorted(folders.items())), flush=True)
        with tarfile.open(self.built("*.tar.gz")) as sdist:
            inside = {name.partition("/")[2] for name in sdist.getnames()}
            said = sdist.extractfile(next(name for name in sdist.getnames() if name.endswith("/PKG-INFO")))
            assert said is not None
            metadata = said.read().decode()
        # All of the repository, since the tests read the documents, the pictures and the project's own file.
        kept = set(self.run("git", "-C", self.clone, "ls-files", "-z").rstrip("\0").split("\0"))
        assert inside - {"PKG-INFO"} == kept, f"the sdist differs in {sorted(inside ^ kept)}"
        assert re.search("^License-Expression: MIT$", metadata, re.MULTILINE), metadata[:1000]
        assert relative_links(metadata) == [], (
            "the description has links that lead nowhere on a package index"
        )

    def examine(self, versions: Versions) -> None:
        """Examine what was built as a package index would, and compare the sdist with the repository."""
        where = self.path / "examining"
        constraint = versions.constraint(self.clone, self.path)
        self.run(sys.executable, "-m", "venv", where)
        clone = self.cloned("clone-to-examine")
        self.run(where / "bin/pip", "install", "-q", "--no-compile", f"{clone}[dev,release]", **constraint)
        if versions is CONSTRAINED:
            locked = {_pinned(line) for line in (clone / ".ci/constraints.txt").read_text().splitlines()}
            frozen = self.run(where / "bin/pip", "freeze").splitlines()
            missing = [line for line in frozen if "==" in line and _pinned(line) not in locked]
            assert not missing, f".ci/constraints.txt lacks {missing}"
        self.run(where / "bin/twine", "check", "--strict", self.built("*.whl"), self.built("*.tar.gz"))
        path = f"{where / 'bin'}{os.pathsep}{os.environ['PATH']}"
        rating = self.run(where / "bin/pyroma", "-n", "9", clone, PATH=path, **network() | constraint)
        assert "lists of files in version control and sdist match" in rating, rating

    def install_again(self, versions: Versions) -> None:
        """Install a checkout twice, the second time without a module, and a third time for development."""
        where = self.path / "again"
        constraint = versions.constraint(self.clone, self.path)
        self.run(sys.executable, "-m", "venv", where)
        clone = self.cloned("clone-to-install-again")
        module = clone / "ttt_tui/engine/left_over.py"
        module.write_text("")
        see = (
            where / "bin/python",
            "-c",
            "import ttt_tui, os; print(os.listdir(ttt_tui.__path__[0] + '/engine'))",
        )
        self.run(where / "bin/pip", "install", "-q", "--no-compile", clone, **constraint)
        assert module.name in self.run(*see)
        module.unlink()
        self.run(where / "bin/pip", "install", "-q", "--no-compile", clone, **constraint)
        assert module.name not in self.run(*see), "a deleted module is still installed"
        left = self.run("git", "-C", clone, "status", "--short", "--ignored").splitlines()
        assert {*left} <= {"!! .ci/__pycache__/"}, f"the build left {left}"  # of the hook that it imports
        self.run(where / "bin/pip", "install", "-q", "--no-compile", "-e", clone, **constraint)
        [paths] = [file.read_text().split() for file in where.glob("lib/*/site-packages/*ttt_tui*.pth")]
        assert paths == [str(clone)], f"an installation for development is {paths}, not a path"

    def install(self, kind: str, python: Python, versions: Versions) -> None:
        """Install what was built in a new environment of this Python, and try it."""
        file = self.built({"sdist": "*.tar.gz", "wheel": "*.whl"}[kind])
        where = self.path / f"{kind}-{python.version}-{versions.name}"
        self.run(python.executable, "-m", "venv", "--without-pip", where)
        interpreter, program = where / "bin/python", where / "bin/ttt-tui"
        constraint = versions.constraint(self.clone, where)
        pip = (sys.executable, "-m", "pip", "--python", interpreter)
        self.run(*pip, "install", "-q", "--no-compile", file, **constraint)
        versions.check(self.clone, self.run(*pip, "freeze"))
        imported = self.run(interpreter, "-c", "import ttt_tui; print(ttt_tui.__file__)").strip()
        assert Path(imported).is_relative_to(where), imported
        version = self.run(program, "--version").strip()
        assert version == f"ttt-tui {re.search('[0-9.]+[0-9]', file.name)[0]}", version
        for name in SHARED:
            assert (where / name).is_file(), f"{name} is not installed"
        people = ("--player", "human,name=Ada", "--player", "human,name=Bob", "--board", "3")
        told = self.run(program, "--plain", *people, input="a1\nb1\na2\nb2\na3\n")
        assert "Ada (X) wins with three in a row" in told, told
        listed = self.run(program, "history", "list")
        assert "Ada" in listed, listed
        solved = self.run(program, "solve", "--board", "3", "--line", "3")
        assert solved.startswith("Draw: b2"), solved
        play_in_terminal(str(program))


def play_in_terminal(*program: str, **variables: str) -> None:
    """Start the program in a terminal, place a stone against the computer, and leave."""
    with Terminal(program=program, **variables) as terminal:
        terminal.wait_for("You v computer", timeout=INSTALLING)
        terminal.send(ENTER)
        terminal.wait_for("Your move")
        place_and_see(terminal, "b2", place=place_with_digit)
        terminal.send("q")
        terminal.wait_for("You v computer")
        terminal.send("q")
        status = terminal.wait_exit()
        assert status == 0, f"status {status}\n{terminal}"


def relative_links(text: str) -> list[str]:
    """Return the links of a Markdown text to files beside it."""
    return re.findall(r"\]\((?!https?:|#)[^)]*\)", text)


def _pinned(line: str) -> tuple[str, str]:
    """Return the name, as it is compared, and the version of `name==version`."""
    name, _, version = line.partition("==")
    return re.sub("[-_.]+", "-", name).lower(), version


def readme_command(name: str) -> str:
    """Return the command that the README gives behind the mark `<!-- name -->`."""
    found = re.search(rf"<!-- {name} -->\n```sh\n(.*?)\n```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert found is not None, f"the README has no command to {name}"
    return found[1]


def network() -> dict[str, str]:
    """The variables that say how this machine gets at packages."""
    return {name: value for name, value in os.environ.items() if NETWORK.fullmatch(name)}


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("--newest", action="store_true", help="install the newest dependencies")
    main(parser.parse_args().newest)
