"""Every command in the README and in `docs/` is run, and prints what the documentation says.

A block is run command by command in a fresh home, which has what its commands name: files with games, stored
games, engines, and the programs that are marked with their names. Only amounts are cut, such as how many
games a match has. What opens a screen runs in a terminal and is left by Ctrl+Q; a host stays until the block
ends, so that others can join. In the quick tier what is outside the README runs in plain mode instead, which
starts in a quarter of the time.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.support.docs import DOCUMENTS, README, ROOT, Block, blocks
from tests.support.sampling import sampled
from tests.support.terminal import CTRL_Q, ENTER, PROGRAM, Terminal, environment
from ttt_tui.engine import Game, Geometry, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import to_json
from ttt_tui.engine.records.psq import to_psq
from ttt_tui.engine.records.text import to_text
from ttt_tui.multiplayer.sockets import own_login

FOR_CI = {"start": "python3 -m venv .venv && .venv/bin/pip install", "test": "-m pytest -n auto"}
"""Marked blocks of the README, which `.ci/run` and `tests.packaging` run, and what is in them."""

ENGINES = ("rapfi/pbrain-rapfi", "engines/pbrain-rapfi", "new", "old")
"""Where the engines are that commands name, in the home."""

BLUNDER, FIVES = "a1 b1 b2 c3 a3 a2 c1", "h8 h9 g8 i9 f8"
MINUTES = ("ttt-tui bench",)
"""Beginnings of commands that take minutes."""


def fewer(command: str) -> str:
    """Return the command with less to do: fewer games, and less time for each move."""
    command = re.sub(r"\bada\b", own_login(), command).replace("bob,eve", "daemon,nobody")
    for option, number in (("games", 2), ("jobs", 2), ("count", 1)):
        command = re.sub(rf"--{option} \d+", f"--{option} {number}", command)
    if command.startswith("ttt-tui match"):
        command = re.sub(r"\btime=[\d.]+", "time=0.02", command)
        command = re.sub(r" --time [\d.]+", "", command) + " --time 0.02"
    return command


def commands(block: Block) -> list[str]:
    """Return the commands of a block, one a line, without comments."""
    return [
        line for line in (re.sub(r"(^|\s)#\s.*", "", row).strip() for row in block.text.splitlines()) if line
    ]


def is_for_ci(block: Block) -> bool:
    return block.document == README and bool(block.mark)


def is_quick(number: int, block: Block) -> bool:
    """Whether a block is run in the quick tier: every fourth one of the README."""
    takes_minutes = any(command.startswith(MINUTES) for command in commands(block))
    return not takes_minutes and block.document == README and number % 4 == 0


CASES = [
    pytest.param(block, id=str(block), marks=[] if is_quick(number, block) else pytest.mark.slow)
    for number, block in enumerate(blocks("sh"))
    if not is_for_ci(block)
]


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with all that commands name."""
    home = tmp_path_factory.mktemp("furnished")
    (home / "bin").mkdir()
    executable(home / "bin/ssh", 'shift 2; exec "$@"')  # ssh -t HOST COMMAND…
    executable(home / "bin/ttt-tui", f'exec {shlex.quote(PROGRAM)} "$@"')
    brains = ROOT / "tests/gomocup/brains.py"
    for engine in ENGINES:
        (home / engine).parent.mkdir(exist_ok=True)
        executable(home / engine, f'exec {shlex.quote(sys.executable)} -S "{brains}" good "$@"')
    for block in blocks("python"):
        if block.mark:
            (home / f"{block.mark}.py").write_text(block.text)
    executable(home / "bin/python3", f'exec {shlex.quote(sys.executable)} "$@"')
    five = record(15, 5, FIVES)
    (home / "games.json").write_text(to_json(record(3, 3, "b2 a1 c1 c2")))
    (home / "moves.txt").write_text("h8h9t20")
    (home / "old.psq").write_bytes(
        to_psq(record(15, 5, "h8 i9")).replace("homo-1", "homo-Jiří").encode("cp1250")
    )
    (home / "game.psq").write_text(to_psq(five))
    (home / "saved").mkdir()
    for path, moves in (("one.txt", "a1 c3"), ("two.txt", "a1 c2"), ("saved/game-0001.txt", "a1 c1")):
        (home / path).write_text(to_text(record(3, 3, moves)))
    (home / "1.txt").write_text(to_text(record(3, 3, BLUNDER)))
    (home / "3.txt").write_text(to_text(five))
    run_in(home, "ttt-tui history import 1.txt && ttt-tui history review 1")
    run_in(home, "ttt-tui --plain --preset computer", "b2\nquit\n")
    run_in(home, "ttt-tui history import 3.txt")
    return home


@pytest.fixture
def home(furnished: Path, tmp_path: Path) -> Path:
    """A home of one's own with all that commands name."""
    home = tmp_path / "home"
    shutil.copytree(furnished, home)
    (home / "game.txt").write_text(to_text(record(3, 3, "a1 b2 a2")))
    return home


def record(side: int, line_length: int, moves: str) -> Record:
    game = Game(Setup(Geometry(side, side, line_length)))
    for name in moves.split():
        game.place(name)
    return Record(game)


def executable(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def variables(home: Path) -> dict[str, str]:
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return environment(str(home), PATH=path, TTT_TUI_HOME=str(home / "data"))


def run_in(home: Path, command: str, typed: str = "", status: int = 0) -> str:
    """Run a command without a terminal, and return what it prints."""
    done = subprocess.run(
        ["/bin/bash", "-c", command], input=typed, env=variables(home), cwd=home, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == status, f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def in_terminal(home: Path, command: str) -> Terminal:
    where = variables(home) | {"COLORTERM": "truecolor"}
    return Terminal(program=("/bin/bash", "-c", f"cd {shlex.quote(str(home))} && {command}"), **where)


def see_and_leave(home: Path, command: str) -> None:
    with in_terminal(home, command) as terminal:
        terminal.wait_for(lambda: "help" in terminal.text()[-1])
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0, f"{command}\n{terminal}"


def opens_a_screen(command: str) -> bool:
    """Whether a command opens a screen, or prints something and ends."""
    words = shlex.split(command)
    words = words[words.index("ttt-tui") + 1 :]
    if words and words[0] == "puzzle":
        return "make" not in words
    lists = words[-1:] == ["--join"] or "list" in words
    return not lists and (not words or words[0].startswith("-") or words[0] == "lobby")


@pytest.mark.parametrize("block", CASES)
def test_the_commands_do_what_they_are_there_for(block: Block, home: Path) -> None:
    with ExitStack() as hosts:
        for number, command in enumerate(map(fewer, commands(block))):
            if "--host" in command:
                hosts.close()
                hosts.enter_context(host_of(home, command))
            elif "serve --local" in command:
                hosts.enter_context(server_of(home, command))
            elif command == "ttt-tui turns":
                run_in(home, command, status=1)  # no game waits
            elif not opens_a_screen(command) or ("lobby" not in command and sampled(False, number % 5)):
                run_in(home, command, "quit\n")  # what would open a screen is plain then, and quicker
            else:
                see_and_leave(home, command)


@contextmanager
def host_of(home: Path, command: str) -> Iterator[None]:
    """Let another person host a game, until the players have left."""
    (home / "ada").mkdir(exist_ok=True)
    with in_terminal(home, f"TTT_TUI_HOME=ada {command}") as terminal:
        terminal.wait_for("help")
        terminal.send(ENTER)
        terminal.wait_for(f"ttt-tui --join {own_login()}")
        yield
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0, f"{command}\n{terminal}"


@contextmanager
def server_of(home: Path, command: str) -> Iterator[None]:
    """Run a server for the users of the machine."""
    with subprocess.Popen(
        ["/bin/bash", "-c", f"exec {command}"], env=variables(home), cwd=home, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"Serving: ttt-tui lobby")
        yield
        process.terminate()
        assert process.wait(20) == 0


# --- sessions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks("console"), ids=str)
def test_sessions_read_as_they_do(block: Block, home: Path) -> None:
    command, *rest = block.text.removeprefix("$ ").splitlines()
    typed = [line.removeprefix("> ") for line in rest if line.startswith("> ")]
    said = [line for line in rest if not line.startswith("> ")]
    assert run_in(home, command, "".join(f"{line}\n" for line in typed)).splitlines() == said


# --- what is named ----------------------------------------------------------------------------------------


def test_the_commands_for_ci_are_marked_in_the_readme() -> None:
    marked = {block.mark: block.text for block in blocks("sh") if is_for_ci(block)}
    assert marked.keys() == FOR_CI.keys()
    assert all(part in marked[mark] and marked[mark].count("\n") == 1 for mark, part in FOR_CI.items())


def test_the_readme_is_short() -> None:
    assert len(README.read_text().splitlines()) <= 130


@pytest.mark.parametrize("document", [*DOCUMENTS, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=str)
def test_links_and_pictures_are_there(document: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", document.read_text()):
        path, _, anchor = target.partition("#")
        if "://" not in target:
            file = document.parent / path if path else document
            assert file.exists(), target
            assert not anchor or anchor in anchors(file), target


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@cache
def known_options() -> frozenset[str]:
    ways = ("", "match", "solve", "bench", "puzzle", "puzzle make", "serve", "lobby", "turns")
    history = (
        f"history {action}" for action in ("list", "explore", "show", "export", "import", "review", "stats")
    )
    commands = ([PROGRAM, *way.split(), "--help"] for way in (*ways, *history))
    texts = (subprocess.run(each, capture_output=True, text=True, check=True).stdout for each in commands)
    return frozenset(
        option for text in texts for option in re.findall(r"--[a-z][a-z-]+", re.sub(r"-\n +", "-", text))
    )


def test_options_are_known() -> None:
    known = known_options()
    for document in DOCUMENTS:
        prose = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
        named = {
            option
            for code in re.findall(r"`([^`\n]+)`", prose)
            if not code.startswith(("python", "kill", ".ci", "ruff", "mypy", "pip"))
            for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", code)
        }
        assert named <= known | {"--sizes"}, document


def test_every_option_and_command_is_documented() -> None:
    text = "\n".join(document.read_text() for document in DOCUMENTS)
    assert not {option for option in known_options() if not re.search(rf"{option}(?![\w-])", text)}
