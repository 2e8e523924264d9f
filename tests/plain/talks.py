"""Talks with plain mode: scripts of lines for matches and puzzles, in this process and in another one."""

import io
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from random import Random

from tests.support.stores import patient
from tests.support.strategies import make_setup
from tests.support.sure import sure
from ttt_tui.engine import Geometry, MatchRules, Setup
from ttt_tui.plain.match import PlainMatch
from ttt_tui.plain.puzzle import PlainPuzzle
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.puzzles.collection import Collection
from ttt_tui.puzzles.text import from_text
from ttt_tui.session.puzzle_service import PuzzleService
from ttt_tui.session.session import Session
from ttt_tui.session.setup_options import players_from_specs
from ttt_tui.store.settings import Settings
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

TODAY = date(2026, 11, 20)

WIN, HOLD, LATE, DEAD, STOP, HARD = PUZZLES = from_text("""
1: 3x3, 3 in a row, win in 2, rated 819: c1 a3 a1 b1
2: 3x3, 3 in a row, hold for 2, rated 835: c2 b3 a3
3: 4x3, 3 in a row, win in 2, rated 918: d1 c1 b1 c2 c3
4: 4x4, 4 in a row, win in 2, rated 800: b3 d1 b1 d2 c3 b2 c2 d3 d4 a1 a4 a3
5: 11x11, 5 in a row, stop, rated 1384: f7 f4 d5 e7 e6 g8 e4 g5 g6 f6 d8 f5 f3 g2 h5 i4 e3 h4 i3
6: 5x3, 3 in a row, win in 3, rated 1750: e2 e3 b2
""")
"""The first two are solved by c3 c2 and by b2 a1, the fifth by g4."""


def two_humans(columns: int = 3, rows: int = 3, k: int = 3, rules: MatchRules | None = None) -> Setup:
    return make_setup(columns, rows, k, rules=rules or MatchRules(5))


def seats(*specs: str, rules: MatchRules | None = None, board: tuple[int, int, int] = (3, 3, 3)) -> Setup:
    return Setup(Geometry(*board), players_from_specs(specs), rules or MatchRules(5))


def wide() -> Setup:
    """Three players with symbols and names beyond ASCII."""
    specs = ("human,name=王小明,symbol=你", "human,name=Zoë,symbol=★", "human,name=Max,symbol=X")
    return seats(*specs, board=(5, 4, 3))


def pipe_with(text: str | bytes) -> int:
    """Return a descriptor from which this can be read."""
    reader, writer = os.pipe()
    data = text.encode() if isinstance(text, str) else text
    assert len(data) < 60_000, "a pipe holds no more"
    os.write(writer, data)
    os.close(writer)
    return reader


class MatchTalk:
    def __init__(self, home: Path) -> None:
        self.history = patient(home / "history.db")
        self.settings = Settings()
        self.session = self.new_session()

    def new_session(self, seed: int = 1) -> Session:
        return Session(seed, self.history, self.settings)

    def __call__(
        self,
        script: str | bytes,
        setup: Setup | None = None,
        resume: Entry | None = None,
        ascii: bool = False,
        prompts: bool = False,
        seed: int = 1,
        session: Session | None = None,
        out: io.StringIO | None = None,
    ) -> str:
        """Enter a script, each line of it one line, until it ends; return what was answered."""
        self.session = session or self.new_session(seed)
        out = out or io.StringIO()
        reader = pipe_with(script)
        try:
            writer = SentenceWriter(out, ascii, prompts)
            PlainMatch(self.session, LineReader(reader), writer, Signals()).play(setup, resume)
        finally:
            os.close(reader)
            self.session.release()
        answered = out.getvalue()
        assert all(line.isprintable() for line in answered.replace("\a", "").split("\n")), answered
        return answered

    def answers(self, script: str, setup: Setup | None = None, prompts: bool = False) -> list[str]:
        """Return the lines after the two that every game starts with."""
        return self(script, setup or two_humans(), prompts=prompts).splitlines()[2:]


class PuzzleTalk:
    """Talks about puzzles, all with one store, on one day."""

    def __init__(self, keeper: StoreThread | None) -> None:
        self._keeper = keeper
        self.settings = Settings()
        self.collection = Collection(PUZZLES)
        self.today = TODAY
        self.signals = Signals()
        self.session = self.new_session()

    def new_session(self) -> Session:
        session = Session(1, self._keeper, self.settings)
        session.puzzles = PuzzleService(self._keeper, lambda: self.today, self.collection, Random(1))
        return session

    def __call__(
        self,
        script: str | bytes,
        number: int | None = 1,
        *,
        ascii: bool = False,
        prompts: bool = False,
        session: Session | None = None,
        file: Path | None = None,
    ) -> list[str]:
        """Enter a script about a puzzle; return the lines that were answered.

        Without a number it is an own puzzle, with a file the first one of that.
        """
        self.session = session or self.new_session()
        service = self.session.puzzles
        if file is not None:
            assigned = service.of_file(file)
        else:
            assigned = sure(service.mine() if number is None else service.by_number(number))
        out = io.StringIO()
        reader = pipe_with(script)
        try:
            writer = SentenceWriter(out, ascii, prompts)
            PlainPuzzle(self.session, assigned, LineReader(reader), writer, self.signals).play()
        finally:
            os.close(reader)
        return out.getvalue().splitlines()

    def answers(self, script: str, number: int = 1, prompts: bool = False) -> list[str]:
        """Return the lines after those that introduce the puzzle."""
        return self(script, number, prompts=prompts)[len(self("", number)) :]

    def sentences(self, script: str, number: int = 1) -> list[str]:
        rows = " " + "abcdefghijklmno. XO0123456789"
        return [line for line in self.answers(script, number) if line.strip(rows)]


def start(*arguments: str, home: Path, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ttt_tui", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TTT_TUI_HOME": str(home), "PYTHONUTF8": "1", **variables},
        text=True,
    )


def tell(process: subprocess.Popen[str], line: str, expected: str) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    process.stdin.flush()
    while expected not in process.stdout.readline():
        pass


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Return the exit status of a program that ends, and the rest of what it answers."""
    assert process.stdout is not None
    return process.wait(10), process.stdout.read()


def run(script: str, *arguments: str, home: Path, **variables: str) -> tuple[int, str]:
    """Enter a script into the program; return its exit status and what it answered."""
    with start(*arguments, home=home, **variables) as process:
        out, err = process.communicate(script, timeout=60)
    assert err == ""
    return process.returncode, out
