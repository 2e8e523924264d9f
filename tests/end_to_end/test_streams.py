"""Streams and files that are closed, full, or no files at all: a sentence, and no traceback."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle, product
from pathlib import Path

import pytest

from tests.monkey.stored import assert_whole
from tests.support.sampling import sampled
from tests.support.terminal import PROGRAM, Terminal, environment

Done = subprocess.CompletedProcess[str]

MATCH = ("match", "--board", "3", "--player", "random", "--player", "random", "--games", "2")

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
    "match": MATCH,
    "match as JSON": (*MATCH, "--json"),
    "solve": ("solve", "--board", "3", "--line", "3"),
    "bench": ("bench",),
    "plain": ("--plain", "--seed", "1"),
    "plain replay": ("--plain", "--replay", "game.txt"),
}  # fmt: skip
"""What has something to say on standard output."""

SAYS_LITTLE = {
    "brain": ("brain",),
    "history show of none": ("history", "show", "99"),
    "wrong option": ("--board", "x"),
    "wrong command": ("nonsense",),
    "wrong replay": ("--replay", "none.txt"),
    "wrong import": ("history", "import", "none.txt"),
}

QUICK_PRINTING = [name for name in PRINTING if name != "bench"]
QUICK = [name for name in (*PRINTING, *SAYS_LITTLE) if name != "bench"]


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
    return subprocess.run(
        ["bash", "-c", line, "bash", PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(str(home), **{"TTT_TUI_HOME": str(home), **variables}),
        cwd=home,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def usual(with_a_game: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Done]:
    """What each command says and ends with where nothing is wrong; each is asked once."""

    @cache
    def run(name: str) -> Done:
        home = copy_of(with_a_game, tmp_path_factory.mktemp("usual"))
        done = shell(home, '"$@"', *(PRINTING | SAYS_LITTLE)[name])
        done.stdout = comparable(done.stdout, home)
        return done

    return run


def expect_no_accident(done: Done) -> None:
    assert "Traceback" not in done.stderr + done.stdout
    assert "Exception ignored" not in done.stderr
    assert done.returncode in (0, 1, 2, 3, 141), done
    assert len(done.stderr.splitlines()) <= 1 or done.stderr.startswith("usage"), done.stderr


@pytest.mark.sample(every=24)
@pytest.mark.parametrize(("name", "where"), either_way(QUICK_PRINTING, ">&-", ">/dev/full"))
def test_output_that_cannot_be_written_is_said_with_status_1(home: Path, name: str, where: str) -> None:
    done = shell(home, f'"$@" {where}', *PRINTING[name])
    expect_no_accident(done)
    assert done.returncode == 1
    (said,) = done.stderr.splitlines()
    why = "bad file descriptor" if where == ">&-" else "no space left on device"
    assert said == f"ttt-tui: cannot write to standard output: {why}"


@pytest.mark.sample(every=24)
@pytest.mark.parametrize(("name", "where"), either_way(QUICK, "2>&-", "2>/dev/full"))
def test_errors_that_cannot_be_written_change_neither_output_nor_status(
    home: Path, name: str, where: str, usual: Callable[[str], Done]
) -> None:
    done = shell(home, f'"$@" {where}', *(PRINTING | SAYS_LITTLE)[name])
    expect_no_accident(done)
    assert done.returncode == usual(name).returncode
    assert done.stderr == ""
    if name not in (
        "history import",
        "match",
        "match as JSON",
        "solve",
    ):  # these have numbers and times that differ
        assert comparable(done.stdout, home) == usual(name).stdout


def comparable(told: str, home: Path) -> str:
    """What is told, without where it is, and in plain mode without what only a busy machine makes it say."""
    lines = told.replace(str(home), "home").splitlines(True)
    return "".join(line for line in lines if not line.startswith("The game goes on, but"))


@pytest.mark.sample(every=24)
@pytest.mark.parametrize("name", QUICK)
def test_a_closed_input_is_an_empty_one(home: Path, name: str, usual: Callable[[str], Done]) -> None:
    done = shell(home, '"$@" <&-', *(PRINTING | SAYS_LITTLE)[name])
    expect_no_accident(done)
    assert (done.returncode, done.stderr) == (usual(name).returncode, usual(name).stderr)


@pytest.mark.sample(every=24)
@pytest.mark.parametrize("name", QUICK)
def test_without_any_stream_nothing_is_damaged(home: Path, name: str) -> None:
    done = shell(home, '"$@" <&- >&- 2>&-', *(PRINTING | SAYS_LITTLE)[name])
    expect_no_accident(done)
    assert (done.returncode != 0) == (name != "brain")
    assert assert_whole(home) >= 1
    assert list(home.glob("*damaged*")) == []


def test_a_game_on_the_screen_needs_no_output(home: Path) -> None:
    with Terminal(
        "--board", "3", "--player", "human", "--player", "human",
        program=("/bin/bash", "-c", 'exec "$@" >&-', "bash", PROGRAM), TTT_TUI_HOME=str(home),
    ) as terminal:  # fmt: skip
        terminal.wait_for("to move")
        terminal.send("5")
        terminal.wait_for("b2")
        terminal.send("\x11")
        assert terminal.wait_exit() == 0
        assert "Traceback" not in str(terminal)


# --- files that are no files -----------------------------------------------------------------------------


@pytest.mark.sample(every=8)
@pytest.mark.parametrize("kind", ["/dev/null", "fifo", "directory", "/dev/zero", "socket"])
def test_settings_that_are_no_file_are_told_and_do_not_hold_the_program(home: Path, kind: str) -> None:
    (home / "settings.toml").unlink(missing_ok=True)
    make(home / "settings.toml", kind)
    done = shell(home, '"$@"', "--plain", "--seed", "1")
    expect_no_accident(done)
    assert done.returncode == 0
    assert "The settings are ignored: settings.toml is not a file." in done.stdout


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("kind", ["fifo", "directory", "/dev/zero", "/dev/null", "socket"])
def test_a_store_that_is_no_file_is_told_and_left_alone(home: Path, kind: str) -> None:
    for file in home.glob("history.db*"):
        file.unlink()
    make(home / "history.db", kind)
    done = shell(home, '"$@"', "--plain", "--seed", "1")
    expect_no_accident(done)
    assert done.returncode == 0
    assert f"Games are not being saved: {home}/history.db is not a file." in done.stdout
    listed = shell(home, '"$@"', "history", "list")
    assert listed.returncode == 1
    assert listed.stderr == f"ttt-tui: {home}/history.db is not a file\n"


def make(path: Path, kind: str) -> None:
    """Put something there that is no file."""
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "directory":
        path.mkdir()
    elif kind == "socket":
        import socket

        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(path))
    else:
        path.symlink_to(kind)


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    "command", [("history", "import"), ("--plain", "--replay")], ids=["import", "replay"]
)
@pytest.mark.sample(every=6)
@pytest.mark.parametrize("kind", ["fifo", "directory", "/dev/zero", "/dev/null", "socket"])
def test_what_holds_no_record_is_refused(home: Path, kind: str, command: tuple[str, ...]) -> None:
    make(home / "record", kind)
    done = shell(home, '"$@"', *command, "record")
    expect_no_accident(done)
    assert done.returncode in (1, 2)
    (said,) = done.stderr.splitlines()
    assert said.startswith("ttt-tui: ")
    assert "record" in said


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("command", ["history import --again", "--plain --replay"], ids=["import", "replay"])
def test_a_record_may_come_from_another_program(home: Path, command: str) -> None:
    done = shell(home, f'"$@" {command} <(sleep 0.5; cat game.txt)')
    assert (done.returncode, done.stderr) == (0, "")
    again = shell(home, f'cat game.txt | "$@" {command} /dev/stdin')
    assert (again.returncode, again.stderr) == (0, "")


def test_waiting_for_a_record_is_ended_by_an_interrupt(home: Path) -> None:
    os.mkfifo(home / "record")
    writer = os.open(home / "record", os.O_RDWR)
    process = subprocess.Popen(
        [PROGRAM, "history", "import", "record"],
        stderr=subprocess.PIPE,
        env=environment(str(home), TTT_TUI_HOME=str(home)),
        cwd=home,
    )
    assert process.stderr is not None
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert process.stderr.read() == b""
    process.stderr.close()
    os.close(writer)


# --- private, and not echoed -----------------------------------------------------------------------------


@pytest.mark.parametrize("mask", ["0", "022", "777"])
def test_what_is_made_is_for_its_owner_alone_whatever_the_umask(tmp_path: Path, mask: str) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from ttt_tui.process.crash import log_crash\n"
        "from ttt_tui.store.thread import StoreThread\n"
        "from ttt_tui.process.paths import *\n"
        "from ttt_tui.store.settings import load_settings\n"
        f"os.umask(0o{mask})\n"
        "keeper = StoreThread(history_path())\n"
        "assert keeper.wait_until_open(30), keeper.take_notices()\n"
        "keeper.set_value('a', 'b')\n"
        "load_settings(settings_path())\n"
        "log_crash(RuntimeError(), log_path())\n"
        "for path in Path(os.environ['HOME']).rglob('*'):\n"
        "    print(oct(path.stat().st_mode & 0o7777), path.is_dir(), path.name)\n"
        "keeper.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=environment(str(home)),
        check=False,
    )
    assert done.stderr == ""
    made = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert {"history.db", "history.db-wal", "settings.toml", "ttt-tui.log"} <= {name for *_, name in made}
    for mode, is_directory, name in made:
        assert mode == ("0o700" if is_directory == "True" else "0o600"), name


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    "command",
    [
        ("history", "export", "1", "a\x1b[31mb\x07.txt"),
        ("history", "export", "1", "no\x1b[31mwhere/b.txt"),
        ("history", "import", "a\x1b[31mb"),
        ("history", "show", "\x1b[31m"),
        ("history", "\x1b[31m"),
        ("--plain", "--replay", "a\x1b[31mb\u202e"),
        ("--board", "\x1b[31m"),
        ("--player", "human,name=\x1b[31m"),
        ("--theme", "\x1b[31m"),
        ("solve", "--board", "3", "--moves", "\x1b[31m"),
    ],
)
def test_nothing_that_was_given_disturbs_the_terminal(home: Path, command: tuple[str, ...]) -> None:
    for _ in range(1 + (command[:2] == ("history", "export"))):  # the second time the file is there
        done = shell(home, '"$@"', *command)
        expect_no_accident(done)
        assert "\x1b" not in done.stdout + done.stderr
        assert "\x07" not in done.stdout + done.stderr


def test_neither_does_what_is_typed_nor_where_things_are_kept(home: Path) -> None:
    strange = home / "a\x1b[31mb"
    strange.mkdir()
    (strange / "history.db").mkdir()
    (strange / "settings.toml").write_text('theme = "\\u001b[31m"\n"\\u001b[31m" = 1\n')
    done = shell(
        home, 'printf "\\033[31m\\nrow \\033\\nwhere \\033\\n" | "$@"', "--plain", TTT_TUI_HOME=str(strange)
    )
    expect_no_accident(done)
    assert "Games are not being saved" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


# --- dumb terminals --------------------------------------------------------------------------------------


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
def test_a_terminal_of_which_nothing_is_known_is_spoken_to_in_sentences(term: str) -> None:
    with Terminal("--seed", "3", term=term) as terminal:
        terminal.wait_for("Your move.")
        assert b"\x1b" not in bytes(terminal.raw)
        terminal.send("b2\n")
        terminal.wait_for("X plays b2.")
        terminal.send("quit\n")
        assert terminal.wait_exit() == 0
