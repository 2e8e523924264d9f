"""A start in rough surroundings: interrupts, ignored signals, output that is full, no home directory."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.terminal import CTRL_C, PROGRAM, Terminal, environment

PEOPLE = ("--board", "3", "--player", "human", "--player", "human")

MATCH = ("match", "--board", "3", "--player", "random", "--player", "random", "--games")

PRINTING = {
    "help": ("--help",),
    "version": ("--version",),
    "help of a command": ("history", "--help"),
    "path": ("history", "path"),
    "list as JSON": ("history", "list", "--json"),
    "themes": ("--theme", "list"),
    "plain": ("--plain", "--seed", "1"),
    "a match": (*MATCH, "2"),
    "no games to join": ("--join",),
}

NO_HOME = "no home directory; set TTT_TUI_HOME to a directory"

AS_NOBODY = """
import os, sys
os.getuid = lambda: 54321
from ttt_tui.cli.main import main
sys.exit(main())
"""
"""Runs the program as a user of whom the system knows nothing."""


@pytest.mark.sample(every=20)
@pytest.mark.parametrize("unbuffered", ["1", ""], ids=["unbuffered", "buffered"])
@pytest.mark.parametrize("name", PRINTING)
def test_output_that_is_full_is_one_sentence_and_status_1(name: str, unbuffered: str, tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [PROGRAM, *PRINTING[name]],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(str(tmp_path), PYTHONUNBUFFERED=unbuffered),
            check=False,
            timeout=60,
        )
    assert done.stderr == "ttt-tui: cannot write to standard output: no space left on device\n"
    assert done.returncode == 1
    assert not [path for path in tmp_path.rglob("ttt-tui.log") if path.stat().st_size]


def ignoring(number: int) -> str:
    """Return the line of a shell that runs a program while a signal is ignored, as `nohup` does."""
    return f'trap "" {signal.Signals(number).name.removeprefix("SIG")}; exec "$@"'


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_match_goes_on_through_a_signal_that_is_ignored(number: int, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [PROGRAM, *MATCH, "20"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(str(tmp_path), PYTHONUNBUFFERED="1"),
        preexec_fn=lambda: signal.signal(number, signal.SIG_IGN),
    )
    while process.poll() is None:
        process.send_signal(number)
        time.sleep(0.02)
    said, _ = process.communicate()
    assert process.returncode == 0
    assert "20 games" in said


def test_the_screen_stays_through_a_hangup_that_is_ignored() -> None:
    program = ("/bin/sh", "-c", ignoring(signal.SIGHUP), "sh", PROGRAM)
    with Terminal(*PEOPLE, program=program) as terminal:
        terminal.wait_for("to move")
        os.kill(terminal.process.pid, signal.SIGHUP)
        terminal.send("5")
        terminal.wait_for("b2")
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 0


def interrupted_after(seconds: float, *arguments: str) -> tuple[int, str]:
    """Press Ctrl+C so long after the start, and return the status and all that was written."""
    with Terminal(*arguments) as terminal:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            terminal.read(0.005)
        terminal.send(CTRL_C)
        return terminal.wait_exit(), bytes(terminal.raw).decode(errors="replace")


def assert_no_traceback_of_ours(said: str) -> None:
    assert "/ttt_tui/" not in said, said
    assert "Exception ignored" not in said, said


INTERRUPTED_IMPORT = """
import builtins, sys
sys.argv = ["ttt-tui", "--version"]
from ttt_tui.cli.main import main
look, seen = builtins.__import__, []
def interrupting(name, *rest):
    seen.append(name)
    if len(seen) == {at}:
        raise KeyboardInterrupt
    return look(name, *rest)
builtins.__import__ = interrupting
sys.exit(main())
"""
"""Interrupts one of the imports that the entry point brings."""


@pytest.mark.parametrize("at", [1, 2, 10, 30])
def test_an_interrupt_while_the_command_line_is_imported_leaves_no_traceback(at: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT.format(at=at)],
        capture_output=True,
        text=True,
        env=environment(str(tmp_path)),
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "")


DISCARDED_INTERRUPT = """
import sys
sys.argv = ["ttt-tui", "--version"]
from ttt_tui.cli import command_line, main
class Interrupting:
    def __del__(self):
        raise {error}
def run(words):
    Interrupting()
    print("goes on")
    return 0
command_line.run = run
sys.exit(main.main())
"""
"""Raises an exception where Python can only report it and go on."""


def test_an_interrupt_that_python_discards_ends_the_program(tmp_path: Path) -> None:
    def run_with(error: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-c", DISCARDED_INTERRUPT.format(error=error)],
            capture_output=True,
            text=True,
            env=environment(str(tmp_path)),
            check=False,
        )

    interrupted = run_with("KeyboardInterrupt")
    assert (interrupted.returncode, interrupted.stdout, interrupted.stderr) == (130, "", "")
    failed = run_with("ValueError")
    assert (failed.returncode, failed.stdout) == (0, "goes on\n")
    assert "Exception ignored" in failed.stderr


def test_the_entry_point_imports_nothing_that_takes_time(tmp_path: Path) -> None:
    program = "import sys; old = {*sys.modules}; import ttt_tui.cli.main; print(*{*sys.modules} - old)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=environment(str(tmp_path)),
        check=True,
    )
    assert {*done.stdout.split()} == {"ttt_tui", "ttt_tui.cli", "ttt_tui.cli.main"}


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--plain",), (*MATCH, "200"), ("--version",)], ids=" ".join)
def test_an_interrupt_at_any_moment_leaves_no_traceback(arguments: tuple[str, ...]) -> None:
    for step in range(25):
        status, said = interrupted_after(0.02 + step * 0.03, *arguments)
        assert_no_traceback_of_ours(said)
        is_of_interpreter = "Traceback" in said or (status == -signal.SIGINT and said.strip() in ("", "^C"))
        assert status in (0, 130) or is_of_interpreter, "before the program"


# --- no home directory -----------------------------------------------------------------------------------


def homeless(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which nothing says where the user is at home."""
    return {name: value for name, value in environment(str(tmp_path)).items() if name != "HOME"}


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("history", "path"), 1, f"ttt-tui: {NO_HOME}\n"),
        (("history", "list"), 1, f"ttt-tui: {NO_HOME}\n"),
        ((*MATCH, "2"), 0, ""),
        (("--version",), 0, ""),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_without_a_home_a_command_says_so_in_one_sentence(
    arguments: tuple[str, ...], status: int, said: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=homeless(tmp_path),
        cwd=tmp_path,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (status, said)
    assert not list(tmp_path.iterdir()), "nothing is kept anywhere else"


def test_without_a_home_a_game_is_played_in_plain_text_and_not_kept(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            AS_NOBODY,
            "--plain",
            "--board",
            "3",
            "--player",
            "human",
            "--player",
            "human",
        ],
        input="a1\nb1\na2\nb2\na3\nquit\n",
        capture_output=True,
        text=True,
        env=homeless(tmp_path),
        cwd=tmp_path,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert f"Games are not being saved: {NO_HOME}." in done.stdout
    assert done.stdout.count("TTT_TUI_HOME") == 1
    assert "wins" in done.stdout


def test_without_a_home_the_screen_says_so_and_the_game_is_played(tmp_path: Path) -> None:
    shell = ("/bin/sh", "-c", 'unset HOME; exec "$@"', "sh", sys.executable, "-c", AS_NOBODY)
    with Terminal(*PEOPLE, program=shell) as terminal:
        terminal.wait_for("TTT_TUI_HOME")
        terminal.send("5")
        terminal.wait_for("b2")
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 0
        assert "Traceback" not in str(terminal)
