"""How long it takes: from the launch to the first paint, from a key to the screen, from quitting to the end.

Times depend on the machine and on what else runs there, so each stands beside a baseline of the same run, and
runs of the one take turns with runs of the other.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TypeVar

import ttt_tui
from tests.benchmarks.meter import BARE, Answer, Figure, Meter
from tests.support.reading import cursor, status, stones
from tests.support.served import SERVED_PROGRAM
from tests.support.terminal import CTRL_Q, ENTER, LEFT, PATIENCE, PROGRAM, RIGHT, UP, Screen
from ttt_tui.multiplayer import sockets

BARE_PROGRAM = (sys.executable, str(BARE))

START_AT_MOST, PAINT_AT_MOST, SLOWER_AT_MOST, ANALYSING_AT_MOST = 4.0, 1.3, 1.5, 1.7
"""Times the baseline: answers without a screen, the first paint, the slowest keys while a computer thinks and
while an analysis is on."""

KEY_USUALLY, QUIT_AT_MOST = 16.0, 200.0
"""Milliseconds: from a key to the screen, from the key that quits to the program's end."""

SLOWEST = 99
"""The percentile that stands for the slowest keys."""

TO_BE_SURE = 0.4
"""Seconds without output after which a program has surely painted all that it will paint."""

HOST = ("--host", "--board", "15", "--player", "human,name=Ada", "--player", "open", "--seed", "1")
"""A game that waits for somebody at another terminal."""

THINKER = ("--board", "15", "--player", "human", "--player", "expert", "--time", "600", "--seed", "1")
"""A game in which a computer thinks for ever, once the second stone was placed."""


Result = TypeVar("Result")


def taking_turns(whats: dict[str, Callable[[], Result]], runs: int) -> dict[str, list[Result]]:
    """Do each of some things so often, in turn, and return their results; a first round does not count."""
    for what in whats.values():
        what()
    found: dict[str, list[Result]] = {name: [] for name in whats}
    for _ in range(runs):
        for name, what in whats.items():
            found[name].append(what())
    return found


def milliseconds(times: Sequence[float]) -> str:
    """Return the least and the largest of some times in seconds, as `12–15 ms`."""
    return f"{1000 * min(times):.0f}–{1000 * max(times):.0f} ms"


# --- answers without a screen ----------------------------------------------------------------------------


@contextmanager
def plain_python() -> Iterator[Path]:
    """Give an interpreter whose environment has this package as an ordinary installation leaves it.

    One that is installed for development has a finder of modules, which makes every start of the interpreter
    slow and so the baseline too good to compare with.
    """
    with tempfile.TemporaryDirectory(prefix="ttt-tui-python-") as folder:
        venv.create(folder, symlinks=True, with_pip=False)
        python = Path(folder, "bin", "python")
        site = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        source = Path(ttt_tui.__file__).parent
        to = Path(site.stdout.strip(), source.name)
        shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__"))
        yield python


def seconds_of(command: Sequence[str | Path]) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, env={}, cwd=tempfile.gettempdir(), check=True)
    return time.perf_counter() - start


def start_figures(runs: int) -> list[Figure]:
    """Compare `--help` and `--version` with an interpreter that does nothing."""
    with plain_python() as python:
        commands = {"python -c pass": ["-c", "pass"]}
        commands |= {f"ttt-tui {option}": ["-m", "ttt_tui", option] for option in ("--help", "--version")}
        took = taking_turns(
            {name: partial(seconds_of, [python, *words]) for name, words in commands.items()}, runs
        )
    return ratios(took, START_AT_MOST)


def ratios(took: dict[str, list[float]], aim: float) -> list[Figure]:
    """Return the median of the first of some times, and those of the others in relation to it."""
    (base_name, base), *others = ((name, median(times)) for name, times in took.items())
    compared = f"{len(took[base_name])} runs: {milliseconds(took[base_name])}"
    return [Figure(base_name, 1000 * base, "ms", compared=compared)] + [
        Figure(name, middle / base, "×", aim, f"{1000 * middle:.0f} ms, {base_name} {1000 * base:.0f} ms")
        for name, middle in others
    ]


# --- the first paint -------------------------------------------------------------------------------------


def seconds_to_paint(program: Sequence[str], home: str) -> float:
    """Start a program and return how long it took until the screen read what it reads from then on."""
    start = time.perf_counter()
    pieces = []
    with Meter(program=program, TTT_TUI_HOME=home) as terminal:
        while data := terminal.receive(TO_BE_SURE if pieces else PATIENCE):
            pieces.append((time.perf_counter() - start, data))
    screen = Screen(terminal.columns, terminal.rows)
    shown = []
    for after, data in pieces:
        screen.feed(data)
        shown.append((after, str(screen)))
    assert shown, f"{program} painted nothing"
    return next(after for after, text in shown if text == shown[-1][1])


def seconds_to_start_nothing() -> float:
    start = time.perf_counter()
    with Meter(program=("/bin/true",)) as terminal:
        terminal.process.wait()
        return time.perf_counter() - start


def paint_figures(runs: int) -> list[Figure]:
    """Compare the launch of the program with that of an app that has a header and a footer."""
    programs = {"bare app": BARE_PROGRAM, "setup": (PROGRAM,), "a game": (PROGRAM, "--preset", "computer")}
    with tempfile.TemporaryDirectory(prefix="ttt-tui-benchmark-") as home:
        whats = {
            f"launch to first paint, {name}": partial(seconds_to_paint, program, home)
            for name, program in programs.items()
        }
        took = taking_turns({"nothing": seconds_to_start_nothing, **whats}, runs)
    nothing = median(took.pop("nothing"))
    return ratios({name: [each - nothing for each in times] for name, times in took.items()}, PAINT_AT_MOST)


# --- from a key to the screen ----------------------------------------------------------------------------


def answers(
    keys: int,
    rng: Random,
    begin: Callable[[Meter], None] = lambda terminal: None,
    program: Sequence[str] = (PROGRAM,),
) -> list[Answer]:
    """Move the cursor to and fro so often, and return what came of each key; `begin` starts what goes on."""
    with Meter(*THINKER, program=program) as terminal:
        start_of(terminal)
        begin(terminal)
        return to_and_fro(terminal, keys, rng)


def bare_answers(keys: int, rng: Random) -> list[Answer]:
    """Do the same in an app that shows the name of each key."""
    with Meter(program=(*BARE_PROGRAM, "echo")) as terminal:
        terminal.wait_for("no key")
        terminal.settle()
        return to_and_fro(terminal, keys, rng, lambda screen: screen.text()[1].strip(), ("right", "left"))


def to_and_fro(
    terminal: Meter,
    keys: int,
    rng: Random,
    shows: Callable[[Screen], object] = cursor,
    expected: tuple[str, str] = ("i5", "h5"),
) -> list[Answer]:
    """Press right and left in turn so often, at random moments; each time the screen shows what it should."""
    found = []
    for count in range(keys):
        key, place = (RIGHT, LEFT)[count % 2], expected[count % 2]
        pause(terminal, rng.uniform(0.02, 0.12))
        found.append(terminal.press(key, lambda screen, place=place: shows(screen) == place, quiet=0.03))
    return found


def start_of(terminal: Meter) -> None:
    """Place a stone that is answered without a thought, and wait until nothing is painted any more."""
    terminal.wait_for(lambda: status(terminal) == "Your move" and cursor(terminal) == "h8")
    terminal.send(ENTER)
    terminal.wait_for(lambda: status(terminal) == "Your move" and len(stones(terminal)) == 2)
    terminal.send(UP * 3)
    terminal.wait_for(lambda: cursor(terminal) == "h5")
    terminal.settle()


def think(terminal: Meter) -> None:
    terminal.send(ENTER)
    terminal.wait_for(lambda: "is thinking" in status(terminal) and len(stones(terminal)) == 3)
    pause(terminal, 0.3)


def analyse(terminal: Meter) -> None:
    """Turn the analysis on, and wait for its first moves."""
    terminal.send("A")
    terminal.wait_for("Best moves")
    pause(terminal, 0.3)


def pause(terminal: Meter, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        terminal.read(left)


def slowest(seconds: Sequence[float]) -> float:
    return quantiles(seconds, n=100, method="inclusive")[SLOWEST - 1]


def key_figures(keys: int, rounds: int) -> list[Figure]:
    """Compare keys while a computer thinks with the same while nobody does. `keys` of each in a round."""
    rng = Random("keys")
    got = taking_turns(
        {
            "bare app": lambda: bare_answers(keys, rng),
            "nobody thinks": lambda: answers(keys, rng),
            "expert thinks": lambda: answers(keys, rng, think),
            "analysing": lambda: answers(keys, rng, analyse),
        },
        rounds,
    )
    changes = {name: [answer.change for each in found for answer in each] for name, found in got.items()}
    firsts = {name: [answer.first for each in found for answer in each] for name, found in got.items()}
    found = []
    for what, middle in (("median", median), ("p99", slowest)):
        for name, times in changes.items():
            aim = KEY_USUALLY if (what, name) == ("median", "expert thinks") else None
            compared = f"{len(times)} keys; first byte {1000 * middle(firsts[name]):.1f} ms"
            found.append(
                Figure(f"key to the change, {what}, {name}", 1000 * middle(times), "ms", aim, compared)
            )
    idle = slowest(changes["nobody thinks"])
    for name, aim in (("expert thinks", SLOWER_AT_MOST), ("analysing", ANALYSING_AT_MOST)):
        found.append(Figure(f"p99, {name} to nobody thinks", slowest(changes[name]) / idle, "×", aim))
    return found


# --- with others at other terminals ----------------------------------------------------------------------


def hosted_answers(keys: int, rng: Random, *, is_hostile: bool) -> list[Answer]:
    """Do the same in a game with a guest at another terminal, and perhaps one who is hostile."""
    with (
        tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as place,
        Meter(*HOST, TMPDIR=place) as terminal,
    ):
        terminal.wait_for("ttt-tui --join")
        with Meter("--join", sockets.own_login(), TMPDIR=place) as guest:
            guest.wait_for(lambda: cursor(guest))
            terminal.wait_for(lambda: cursor(terminal) == "h8")
            terminal.send(UP * 3)
            terminal.wait_for(lambda: cursor(terminal) == "h5")
            terminal.settle()
            address = Path(place, sockets.directory_of(os.geteuid()).name, sockets.GAME.name)
            command = [sys.executable, "-m", "tests.benchmarks.hostile", str(address)]
            eve = subprocess.Popen(command) if is_hostile else None
            try:
                pause(terminal, 0.5)
                found = to_and_fro(terminal, keys, rng)
                assert eve is None or eve.poll() is None, "the hostile guest has given up"
            finally:
                if eve is not None:
                    eve.kill()
                    eve.wait()
    return found


def hosted_figures(keys: int, rounds: int) -> list[Figure]:
    """Compare keys of a host while a guest is hostile with the same while all behave."""
    rng = Random("hosted")
    got = taking_turns(
        {
            "all behave": lambda: hosted_answers(keys, rng, is_hostile=False),
            "one is hostile": lambda: hosted_answers(keys, rng, is_hostile=True),
        },
        rounds,
    )
    changes = {name: [answer.change for each in found for answer in each] for name, found in got.items()}
    found = [
        Figure(f"a host's key, p99, {name}", 1000 * slowest(times), "ms", compared=f"{len(times)} keys")
        for name, times in changes.items()
    ]
    ratio = slowest(changes["one is hostile"]) / slowest(changes["all behave"])
    return [*found, Figure("p99, a hostile guest to none", ratio, "×", SLOWER_AT_MOST)]


# --- confined ---------------------------------------------------------------------------------------------


def confined_figures(keys: int, rounds: int) -> list[Figure]:
    """Compare keys of a visitor of a server, whose process an audit hook confines, with those of others."""
    rng = Random("confined")
    got = taking_turns(
        {
            "free": lambda: answers(keys, rng),
            "confined": lambda: answers(keys, rng, program=SERVED_PROGRAM),
        },
        rounds,
    )
    changes = {name: [answer.change for each in found for answer in each] for name, found in got.items()}
    found = []
    for what, middle in (("median", median), ("p99", slowest)):
        ratio, compared = middle(changes["confined"]) / middle(changes["free"]), f"{keys * rounds} keys each"
        found.append(Figure(f"{what}, a confined key to a free one", ratio, "×", SLOWER_AT_MOST, compared))
    return found


# --- quitting --------------------------------------------------------------------------------------------


def seconds_to_quit(thinking: bool | None) -> float:
    """Return how long after Ctrl+Q the process has ended; None is for the bare app."""
    with Meter(*THINKER) if thinking is not None else Meter(program=BARE_PROGRAM) as terminal:
        if thinking is None:
            terminal.wait_for("palette")
            terminal.settle()
        else:
            start_of(terminal)
        if thinking:
            think(terminal)
        start = time.perf_counter()
        terminal.send(CTRL_Q)
        while terminal.process.poll() is None:
            terminal.receive(0.001)
        return time.perf_counter() - start


def quit_figures(runs: int) -> list[Figure]:
    """Compare quitting while a computer thinks with quitting a bare app."""
    ways = {"bare app": None, "nobody thinks": False, "expert thinks": True}
    took = taking_turns({name: partial(seconds_to_quit, way) for name, way in ways.items()}, runs)
    aims = {"expert thinks": QUIT_AT_MOST}
    return [
        Figure(
            f"quit, {name}", 1000 * median(times), "ms", aims.get(name), f"{runs} runs: {milliseconds(times)}"
        )
        for name, times in took.items()
    ]


def figures(small: bool) -> list[Figure]:
    return [
        *start_figures(5 if small else 21),
        *paint_figures(3 if small else 11),
        *key_figures(20 if small else 100, 1 if small else 3),
        *hosted_figures(20 if small else 100, 1 if small else 3),
        *confined_figures(20 if small else 100, 1 if small else 3),
        *quit_figures(2 if small else 7),
    ]
