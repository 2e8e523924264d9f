"""Rough surroundings: streams and files that are closed, full or no files at all, no home, early interrupts.

What comes of them is a sentence, and no traceback.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle, product
from pathlib import Path

import pytest

from tests.monkey.stored import assert_whole
from tests.support.reading import TWO_PEOPLE
from tests.support.sampling import sampled
from tests.support.terminal import CTRL_C, PROGRAM, Terminal, environment
from ttt_tui.puzzles.text import from_text

Done = subprocess.CompletedProcess[str]

MATCH = ("match", "--board", "3", "--player", "random", "--player", "random", "--games")

PRINTING = {
    "help": ("--help",),
    "version": ("--version",),
    "games to join": ("--join",),
    "themes": ("--theme", "list"),
    "history help": ("history", "--help"),
    "history list": ("history", "list"),
    "history list as JSON": ("history", "list", "--json"),
    "history show": ("history", "show", "1"),
    "history import": ("history", "import", "game.txt", "--again"),
    "history export": ("history", "export", "1", "new.txt"),
    "history stats": ("history", "stats"),
    "history path": ("history", "path"),
    "match": (*MATCH, "2"),
    "match as JSON": (*MATCH, "2", "--json"),
    "solve": ("solve", "--board", "3", "--line", "3"),
    "plain": ("--plain", "--seed", "1"),
    "plain replay": ("--plain", "--replay", "game.txt"),
}
"""What has something to say on standard output."""

SAYS_LITTLE = {
    "brain": ("brain",),
    "history show of none": ("history", "show", "99"),
    "wrong option": ("--board", "x"),
    "wrong command": ("nonsense",),
    "wrong replay": ("--replay", "none.txt"),
    "wrong import": ("history", "import", "none.txt"),
}

COMMANDS = PRINTING | SAYS_LITTLE

VARYING = ("history import", "match", "match as JSON", "solve")
"""What prints numbers and times that differ."""


def either_way(names: Sequence[str], *ways: str) -> list[tuple[str, str]]:
    """Return each of these with each way of not being written, in the sample with one in turn."""
    return sampled([*product(names, ways)], [*zip(names, cycle(ways), strict=False)])


GAME = '[Board "3x3"]\n[Line "3"]\n[Player "X" "Ada" "human"]\n[Player "O" "Bob" "human"]\n\n1. b2 a1\n'


@pytest.fixture(scope="module")
def with_a_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a home with a game in its store, once for all tests."""
    made = tmp_path_factory.mktemp("made")
    (made / "game.txt").write_text(GAME)
    done = shell(made, '"$@"', "history", "import", "game.txt")
    assert done.returncode == 0
    return made


@pytest.fixture
def home(with_a_game: Path, tmp_path: Path) -> Path:
    """Give a test a copy of that home."""
    return copy_of(with_a_game, tmp_path)


def copy_of(home: Path, place: Path) -> Path:
    return Path(shutil.copytree(home, place, dirs_exist_ok=True))


def shell(home: Path, line: str, *arguments: str, **variables: str) -> Done:
    """Run the program with the redirections of a line of the shell."""
    return run(home, "bash", "-c", line, "bash", PROGRAM, *arguments, TTT_TUI_HOME=str(home), **variables)


def run(home: Path, *command: str, said: str = "", **variables: str) -> Done:
    """Run a command in a home; a variable that is "" is not there."""
    given = environment(str(home)) | variables
    return subprocess.run(
        command,
        input=said,
        capture_output=True,
        text=True,
        env={name: value for name, value in given.items() if value},
        cwd=home,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def usual(with_a_game: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Done]:
    """What each command says and ends with where nothing is wrong; each is asked once."""

    @cache
    def ask(name: str) -> Done:
        home = copy_of(with_a_game, tmp_path_factory.mktemp("usual"))
        done = shell(home, '"$@"', *COMMANDS[name])
        done.stdout = comparable(done.stdout, home)
        return done

    return ask


def comparable(told: str, home: Path) -> str:
    """What is told, without where it is, and in plain mode without what only a busy machine makes it say."""
    lines = told.replace(str(home), "home").splitlines(True)
    return "".join(line for line in lines if not line.startswith("The game goes on, but"))


def expect_no_accident(done: Done) -> None:
    assert "Traceback" not in done.stderr + done.stdout
    assert "Exception ignored" not in done.stderr
    assert done.returncode in (0, 1, 2, 3, 141), done
    assert len(done.stderr.splitlines()) <= 1 or done.stderr.startswith("usage"), done.stderr
    assert not done.stdout.count("\x1b") + done.stderr.count("\x1b")


# --- streams ---------------------------------------------------------------------------------------------


@pytest.mark.sample(every=17)
@pytest.mark.parametrize(("name", "where"), either_way([*PRINTING], ">/dev/full", ">&-"))
@pytest.mark.parametrize("unbuffered", sampled(["", "1"], [""]))
def test_output_that_cannot_be_written_is_said_with_status_1(
    home: Path, name: str, where: str, unbuffered: str
) -> None:
    done = shell(home, f'"$@" {where}', *PRINTING[name], PYTHONUNBUFFERED=unbuffered)
    expect_no_accident(done)
    assert done.returncode == 1
    why = "bad file descriptor" if where == ">&-" else "no space left on device"
    assert done.stderr == f"ttt-tui: cannot write to standard output: {why}\n"
    assert not [path for path in home.rglob("ttt-tui.log") if path.stat().st_size]


@pytest.mark.sample(every=24)
@pytest.mark.parametrize(("name", "where"), either_way([*COMMANDS], "2>&-", "2>/dev/full"))
def test_errors_that_cannot_be_written_change_neither_output_nor_status(
    home: Path, name: str, where: str, usual: Callable[[str], Done]
) -> None:
    done = shell(home, f'"$@" {where}', *COMMANDS[name])
    expect_no_accident(done)
    assert (done.returncode, done.stderr) == (usual(name).returncode, "")
    if name not in VARYING:
        assert comparable(done.stdout, home) == usual(name).stdout


@pytest.mark.sample(every=24)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_closed_input_is_an_empty_one(home: Path, name: str, usual: Callable[[str], Done]) -> None:
    done = shell(home, '"$@" <&-', *COMMANDS[name])
    expect_no_accident(done)
    assert (done.returncode, done.stderr) == (usual(name).returncode, usual(name).stderr)


@pytest.mark.sample(every=24)
@pytest.mark.parametrize("name", COMMANDS)
def test_without_any_stream_nothing_is_damaged(home: Path, name: str) -> None:
    done = shell(home, '"$@" <&- >&- 2>&-', *COMMANDS[name])
    expect_no_accident(done)
    assert (done.returncode != 0) == (name != "brain")
    assert assert_whole(home) >= 1
    assert list(home.glob("*damaged*")) == []


@pytest.mark.slow
@pytest.mark.parametrize("where", [">&-", "> output"])
def test_a_game_on_the_screen_needs_no_output_and_stays_through_a_hangup_that_is_ignored(where: str) -> None:
    line = f'trap "" HUP; exec "$@" {where}'
    with Terminal(*TWO_PEOPLE, program=("/bin/bash", "-c", line, "bash", PROGRAM)) as terminal:
        terminal.wait_for("to move")
        os.kill(terminal.process.pid, signal.SIGHUP)
        terminal.send("5")
        terminal.wait_for("b2")
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 0
        assert "Traceback" not in str(terminal)


@pytest.mark.slow
def test_the_screen_fits_its_window_wherever_the_output_goes() -> None:
    def shown(where: str) -> str:
        program = ("/bin/sh", "-c", f'exec "$0" "$@" {where}', PROGRAM)
        with Terminal(*TWO_PEOPLE, columns=40, rows=16, program=program) as terminal:
            terminal.wait_for("to move")
            terminal.send(CTRL_C)
            before = str(terminal)
            assert terminal.wait_exit() == 0
            return before

    assert shown("> output") == shown("")


# --- files that are no files -----------------------------------------------------------------------------

KINDS = ("fifo", "directory", "/dev/zero", "/dev/null", "socket")


def make(path: Path, kind: str) -> None:
    """Put something there that is no file."""
    path.unlink(missing_ok=True)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "directory":
        path.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(path))
    else:
        path.symlink_to(kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_settings_and_a_store_that_are_no_files_are_told_and_left_alone(home: Path, kind: str) -> None:
    for name in ("settings.toml", "history.db"):
        make(home / name, kind)
    done = shell(home, '"$@"', "--plain", "--seed", "1")
    expect_no_accident(done)
    assert done.returncode == 0
    assert "The settings are ignored: settings.toml is not a file." in done.stdout
    assert f"Games are not being saved: {home}/history.db is not a file." in done.stdout
    listed = shell(home, '"$@"', "history", "list")
    assert (listed.returncode, listed.stderr) == (1, f"ttt-tui: {home}/history.db is not a file\n")


@pytest.mark.slow
@pytest.mark.parametrize("making", ["mkfifo", "mkdir", "ln -s /dev/null"])
def test_the_screen_starts_with_a_log_that_is_no_file(making: str) -> None:
    program = ("/bin/sh", "-c", f'mkdir home; {making} home/ttt-tui.log; exec "$0" "$@"', PROGRAM)
    with Terminal(*TWO_PEOPLE, program=program, TTT_TUI_HOME="home") as terminal:
        terminal.wait_for("to move")
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 0


@pytest.mark.sample(every=10)
@pytest.mark.parametrize("command", ["history import", "--plain --replay"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_holds_no_record_is_refused(home: Path, kind: str, command: str) -> None:
    make(home / "record", kind)
    done = shell(home, '"$@"', *command.split(), "record")
    expect_no_accident(done)
    assert done.returncode in (1, 2)
    assert done.stderr.startswith("ttt-tui: ")
    assert "record" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["history import --again", "--plain --replay"])
def test_a_record_may_come_from_another_program(home: Path, command: str) -> None:
    for line in (f'"$@" {command} <(sleep 0.5; cat game.txt)', f'cat game.txt | "$@" {command} /dev/stdin'):
        done = shell(home, line)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["history import --again -", "--plain --replay -"])
def test_a_dash_is_standard_input(home: Path, command: str) -> None:
    for line in (f'"$@" {command} <game.txt', f'cat game.txt | "$@" {command}'):
        done = shell(home, line)
        assert (done.returncode, done.stderr) == (0, ""), done
        assert "mported game" in done.stdout or "O" in done.stdout
    nothing = shell(home, f'"$@" {command} </dev/null')
    assert nothing.returncode in (1, 2)
    assert "standard input: " in nothing.stderr
    assert not (home / "-").exists()


def test_a_dash_is_standard_output(home: Path) -> None:
    exported = shell(home, '"$@" history export 1 copy.txt && cat copy.txt')
    printed = shell(home, '"$@" history export 1 -')
    assert (printed.returncode, printed.stderr) == (0, "")
    assert exported.stdout.endswith(printed.stdout)
    assert printed.stdout.count("\n") > 5
    made = shell(home, '"$@" puzzle make - --board 3 --count 1 --seed 2')
    assert made.stderr.startswith("Found 1 puzzle")
    assert len(from_text(made.stdout)) == 1
    assert not (home / "-").exists()
    full = shell(home, '"$@" history export 1 - >/dev/full')
    assert (full.returncode, full.stderr.count("\n")) == (1, 1)


def test_waiting_for_a_record_is_ended_by_an_interrupt(home: Path) -> None:
    os.mkfifo(home / "record")
    writer = os.open(home / "record", os.O_RDWR)
    with subprocess.Popen(
        [PROGRAM, "history", "import", "record"],
        stderr=subprocess.PIPE,
        env=environment(str(home), TTT_TUI_HOME=str(home)),
        cwd=home,
    ) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30) == (None, b"")
        assert process.returncode == 130
    os.close(writer)


def test_what_is_typed_and_where_things_are_kept_does_not_disturb_the_terminal(home: Path) -> None:
    strange = home / "a\x1b[31mb"
    strange.mkdir()
    (strange / "history.db").mkdir()
    (strange / "settings.toml").write_text('theme = "\\u001b[31m"\n"\\u001b[31m" = 1\n')
    line = 'export TTT_TUI_HOME=$0; printf "\\033[31m\\nrow \\033\\nwhere \\033\\n" | "$@"'
    done = run(home, "bash", "-c", line, str(strange), PROGRAM, "--plain")
    expect_no_accident(done)
    assert "Games are not being saved" in done.stdout


# --- interrupts, before the program can handle them ------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_match_goes_on_through_a_signal_that_is_ignored(number: int, tmp_path: Path) -> None:
    with subprocess.Popen(
        [PROGRAM, *MATCH, "20"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(str(tmp_path), PYTHONUNBUFFERED="1"),
        preexec_fn=lambda: signal.signal(number, signal.SIG_IGN),
    ) as process:
        while process.poll() is None:
            process.send_signal(number)
            time.sleep(0.02)
        assert "20 games" in process.communicate()[0]
    assert process.returncode == 0


INTERRUPTED_IMPORT = """
import builtins, sys
sys.argv = ["ttt-tui", "--version"]
old = {{*sys.modules}}
from ttt_tui.cli.main import main
assert {{*sys.modules}} - old == {{"ttt_tui", "ttt_tui.cli", "ttt_tui.cli.main"}}, "nothing that takes time"
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


@pytest.mark.parametrize("at", [1, 10, 30])
def test_an_interrupt_while_the_command_line_is_imported_leaves_no_traceback(at: int, tmp_path: Path) -> None:
    done = run(tmp_path, sys.executable, "-c", INTERRUPTED_IMPORT.format(at=at))
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
    interrupted, failed = (
        run(tmp_path, sys.executable, "-c", DISCARDED_INTERRUPT.format(error=error))
        for error in ("KeyboardInterrupt", "ValueError")
    )
    assert (interrupted.returncode, interrupted.stdout, interrupted.stderr) == (130, "", "")
    assert (failed.returncode, failed.stdout) == (0, "goes on\n")
    assert "Exception ignored" in failed.stderr


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--plain",), (*MATCH, "200"), ("--version",)], ids=" ".join)
def test_an_interrupt_at_any_moment_leaves_no_traceback(arguments: tuple[str, ...]) -> None:
    for step in range(25):
        with Terminal(*arguments) as terminal:
            end = time.monotonic() + 0.02 + step * 0.03
            while time.monotonic() < end:
                terminal.read(0.005)
            terminal.send(CTRL_C)
            status, said = terminal.wait_exit(), bytes(terminal.raw).decode(errors="replace")
        assert "/ttt_tui/" not in said, said
        # What Python discards while it imports the entry point, before `main` begins, it reports itself.
        assert "Exception ignored" not in said or "<frozen importlib._bootstrap>" in said, said
        is_of_interpreter = "Traceback" in said or (status == -signal.SIGINT and said.strip() in ("", "^C"))
        assert status in (0, 130) or is_of_interpreter, "before the program"


# --- no home directory -----------------------------------------------------------------------------------

NO_HOME = "no home directory; set TTT_TUI_HOME to a directory"

AS_NOBODY = """
import os, sys
os.getuid = lambda: 54321
from ttt_tui.cli.main import main
sys.exit(main())
"""
"""Runs the program as a user of whom the system knows nothing."""


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("history", "path"), 1, f"ttt-tui: {NO_HOME}\n"),
        (("history", "list"), 1, f"ttt-tui: {NO_HOME}\n"),
        ((*MATCH, "2"), 0, ""),
        (("--version",), 0, ""),
    ],
)
def test_without_a_home_a_command_says_so_in_one_sentence(
    arguments: tuple[str, ...], status: int, said: str, tmp_path: Path
) -> None:
    done = run(tmp_path, sys.executable, "-c", AS_NOBODY, *arguments, HOME="")
    assert (done.returncode, done.stderr) == (status, said)
    assert not list(tmp_path.iterdir()), "nothing is kept anywhere else"


def test_without_a_home_a_game_is_played_in_plain_text_and_not_kept(tmp_path: Path) -> None:
    moves = "a1\nb1\na2\nb2\na3\nquit\n"
    done = run(tmp_path, sys.executable, "-c", AS_NOBODY, "--plain", *TWO_PEOPLE, said=moves, HOME="")
    assert (done.returncode, done.stderr) == (1, f"ttt-tui: the game was not saved: {NO_HOME}\n")
    assert f"Games are not being saved: {NO_HOME}." in done.stdout
    assert done.stdout.count("TTT_TUI_HOME") == 1
    assert "wins" in done.stdout


@pytest.mark.slow
def test_without_a_home_the_screen_says_so_and_the_game_is_played() -> None:
    program = ("/bin/sh", "-c", 'unset HOME; exec "$@"', "sh", sys.executable, "-c", AS_NOBODY)
    with Terminal(*TWO_PEOPLE, program=program) as terminal:
        terminal.wait_for("TTT_TUI_HOME")
        terminal.send("5")
        terminal.wait_for("b2")
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 1
        assert terminal.said_at_the_end.startswith("ttt-tui: the game was not saved: ")
