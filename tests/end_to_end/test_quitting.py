"""Quitting leaves the terminal as it was, at once, whatever was typed before and whatever is going on."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.reading import walk
from tests.support.restored import KEPT, assert_restored
from tests.support.terminal import CTRL_C, CTRL_Q, ENTER, ESCAPE, PATIENCE, Terminal

Steps = tuple[tuple[str, str], ...]

AT_SETUP: Steps = (("", "You v computer"), ("", "quit"))
IN_GAME: Steps = (*AT_SETUP, (ENTER, "Your move"))
AMID_GAME: Steps = (*IN_GAME, ("1", "X a1"))

WAYS: dict[str, tuple[Steps, str]] = {
    "q q amid a game": (AMID_GAME, "qq"),
    "Escape and q at setup": ((*AT_SETUP, (ESCAPE, "quit")), "q"),
    "Ctrl+Q amid a game": (AMID_GAME, CTRL_Q),
    "q q before the first move": (IN_GAME, "qq"),
    "Ctrl+C while a square is typed": ((*IN_GAME, (":b", "Go to b")), CTRL_C),
    "Ctrl+Q while help is shown": ((*IN_GAME, ("?", "Place a stone")), CTRL_Q),
    "Ctrl+C while a player is edited": ((*AT_SETUP, ("e", "Symbol")), CTRL_C),
}


@pytest.mark.sample(every=7)
@pytest.mark.parametrize("way", WAYS)
def test_leaving_restores_the_terminal_with_status_0(way: str) -> None:
    steps, keys = WAYS[way]
    with Terminal("--seed", "1") as terminal:
        walk(terminal, *steps)
        time.sleep(0.2 if (ESCAPE, "quit") in steps else 0.0)  # together with one more key it would be Alt
        assert terminal.attributes != terminal.attributes_before, "keys are read one by one"
        terminal.send(keys)
        assert terminal.wait_exit() == 0
        assert_restored(terminal)
        assert terminal.said_at_the_end == (KEPT if steps == AMID_GAME else "")
        assert not [*terminal.home.rglob("ttt-tui.log")], "what ends well leaves no log"


# --- at once ---------------------------------------------------------------------------------------------

KEYS = (b"lhjkd" * 820)[:4095]
"""As many as a terminal keeps; one by one they take ten seconds and more."""

ARROWS = b"\x1b[A\x1b[C" * 682

GONE = b"\x1b[?1049l"
"""What leaves the screen."""

PEOPLE = ("--board", "15", "--player", "human", "--player", "human")
THINKER = ("--board", "15", "--player", "human", "--player", "expert,name=Deep Thinker", "--time", "60")

QUICK = 0.2
"""Seconds within which the screen is gone on an idle core."""

TRIES = 5
"""Starts, of which one has to be as quick: on a busy machine the input's thread and the test wait, too, and
nobody knows how long. Of what the program itself takes, nothing differs from one start to the next."""

BUSY = 20
"""How much longer it may take while more processes want to run than there are cores: they slow down even who
has one. Then nothing is known of an idle core, and the test is skipped."""

PAUSES = (0.0, 0.05, 0.4)
"""Seconds between the keys and what quits: in one read with them, and while they are handled one by one."""


def seconds_without_core(terminal: Terminal) -> float:
    """Return how long the main thread has waited for a core that others used; 0 where nobody knows."""
    try:
        _, waited, _ = Path(f"/proc/{terminal.process.pid}/schedstat").read_text().split()
    except OSError:
        return 0.0
    return int(waited) / 1e9


def processor_seconds(terminal: Terminal) -> float:
    """Return how long the program's threads have run on a core; 0 where nobody knows."""
    try:
        fields = Path(f"/proc/{terminal.process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_until_gone(terminal: Terminal, keys: bytes, pause: float, quitting: str) -> float:
    """Type, and return how long the screen stays when the program has a core for itself."""
    while terminal.read(0.2):
        pass
    seen = len(terminal.raw)
    if pause:
        terminal.send(keys)
        end = time.monotonic() + pause
        while (left := end - time.monotonic()) > 0:
            terminal.read(left)
        keys = b""
    waited = latest = seconds_without_core(terminal)
    typed = time.monotonic()
    terminal.send(keys + quitting.encode())
    while GONE not in terminal.raw[seen:] and terminal.process.poll() is None:
        assert time.monotonic() - typed < PATIENCE, terminal
        latest = max(latest, seconds_without_core(terminal))
        terminal.read(0.002)
    return time.monotonic() - typed - (latest - waited)


def assert_gone_at_once(
    start: Callable[[], Terminal],
    get_there: Callable[[Terminal], None],
    keys: bytes,
    pause: float = 0.0,
    quitting: str = CTRL_C,
) -> None:
    """Expect that the screen is gone within `QUICK` seconds."""
    seconds = []
    for _ in range(TRIES):
        with start() as terminal:
            get_there(terminal)
            seconds.append(seconds_until_gone(terminal, keys, pause, quitting))
            assert terminal.wait_exit() == 0
            assert_restored(terminal)
        if seconds[-1] < QUICK:
            return
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    said = f"the screen stayed {min(seconds):.3f} s at least, at a load of {load:.1f} on {cores} cores"
    if load > cores and min(seconds) < QUICK * BUSY:
        pytest.skip(said)
    raise AssertionError(said)


PLACES: dict[str, tuple[tuple[str, ...], Steps]] = {
    "people": (PEOPLE, (("", "to move"),)),
    "a computer that thinks": (THINKER, (("", "Your move"), (ENTER, "Deep Thinker is thinking"))),
    "analysis": (PEOPLE, (("", "to move"), ("A", "Best moves"))),
    "set-up": ((), (("", "play"),)),
}

TYPED = {
    "none": b"",
    "letters": KEYS,
    "arrows": ARROWS,
    "Esc": b"\x1b" * 4000,
    "Enter": b"\r" * 4095,
    "screens": b"?q" * 2000,
    "repaints": b"\x0c" * 4000,
}


def test_ctrl_c_overtakes_the_keys_before_it() -> None:
    assert_gone_at_once(lambda: Terminal(*PEOPLE), lambda terminal: terminal.wait_for("to move"), KEYS)


@pytest.mark.slow
@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("keys", TYPED)
@pytest.mark.parametrize("quitting", [CTRL_C, CTRL_Q], ids=["Ctrl+C", "Ctrl+Q"])
@pytest.mark.parametrize("where", PLACES)
def test_the_screen_is_gone_at_once(where: str, quitting: str, keys: str, pause: float) -> None:
    arguments, steps = PLACES[where]
    assert_gone_at_once(
        lambda: Terminal(*arguments), lambda terminal: walk(terminal, *steps), TYPED[keys], pause, quitting
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", [(0, 0), (1, 1), (1, 24), (3, 24), (80, 1)], ids=str)
def test_the_screen_is_gone_at_once_in_a_tiny_window(size: tuple[int, int]) -> None:
    def is_on(terminal: Terminal) -> None:
        terminal.wait_for(lambda: b"\x1b[?1049h" in terminal.raw)
        while True:  # so little is painted that only its work tells when the start is over
            before = processor_seconds(terminal)
            terminal.read(0.2)
            if processor_seconds(terminal) - before < 0.01:
                return

    assert_gone_at_once(lambda: Terminal(columns=size[0], rows=size[1]), is_on, KEYS)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 24)], ids=str)
def test_a_window_of_one_column_is_painted_once_and_left_by_ctrl_c(size: tuple[int, int]) -> None:
    with Terminal(columns=size[0], rows=size[1]) as terminal:
        terminal.wait_for(lambda: b"\x1b[?1049h" in terminal.raw and "n" in str(terminal))
        while terminal.read(0.3):
            assert len(terminal.raw) < 100_000, "it is painted again and again"
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 0
