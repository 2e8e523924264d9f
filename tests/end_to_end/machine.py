"""A machine on which people meet: each has the installed program, a home and a store of their own."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.end_to_end.kill import stored
from tests.support.terminal import Terminal, environment
from ttt_tui.multiplayer import sockets

OWN = sockets.own_login()
OTHER = "nobody"
"""The other user, whom only root can be."""

ROOT = Path(__file__).parents[2]
ADA = ("--board", "3", "--player", "human,name=Ada", "--player", "open")
HOSTS = ("--host", *ADA)


class Plain:
    """Plain mode, with pipes."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            print(line, file=self.process.stdin, flush=True)

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def hear(self, words: str) -> None:
        """Read up to the line with these words."""
        while words not in (line := self.line()):
            assert line, f"it has ended without {words!r}"

    def rest(self) -> str:
        """Read what is said up to the end, which comes by itself."""
        assert self.process.stdout is not None
        said = self.process.stdout.read()  # not `communicate`, which would end its input
        self.process.wait(timeout=60)
        return said


class Machine:
    def __init__(self, place: Path, stack: ExitStack) -> None:
        self.place = place
        self._stack = stack

    def home(self, who: str) -> Path:
        home = self.place / who
        home.mkdir(exist_ok=True)
        return home

    def start(self, who: str, *arguments: str, **options: int) -> Terminal:
        """Let somebody start the program; their name is that of their home."""
        (self.home(who) / "settings.toml").touch()
        variables = {"TMPDIR": str(self.place), "TTT_TUI_HOME": str(self.home(who))}
        return self._stack.enter_context(Terminal(*arguments, **options, **variables))  # type: ignore[arg-type]

    def host(self, *arguments: str, who: str = "ada", **options: int) -> Terminal:
        """Let somebody host a game, which others can join at once."""
        terminal = self.start(who, *(arguments or HOSTS), **options)
        terminal.wait_for("--join")
        return terminal

    def plain(self, who: str, *arguments: str, user: str = "") -> Plain:
        """Let somebody start plain mode, perhaps another user."""
        as_user = ("tests.end_to_end.other_user", user, str(self.place / who))
        home = str(self.place / who if user else self.home(who))
        process = subprocess.Popen(
            [sys.executable, "-m", *(as_user if user else ("ttt_tui",)), "--plain", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env=environment(home, TMPDIR=str(self.place), TTT_TUI_HOME=home),
        )
        self._stack.enter_context(process)
        self._stack.callback(process.kill)
        return Plain(process)

    def run(self, who: str, *arguments: str) -> tuple[int, str]:
        """Run the program without input to its end; return its status, and all that it says."""
        home = str(self.home(who))
        done = subprocess.run(
            [sys.executable, "-m", "ttt_tui", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=60,
            env=environment(home, TMPDIR=str(self.place), TTT_TUI_HOME=home),
        )
        return done.returncode, done.stdout

    def kept(self, who: str) -> list[list[str]]:
        """Return the moves of the games in somebody's store, newest first."""
        return [game["moves"] for game in stored(self.place / who)]
