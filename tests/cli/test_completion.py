"""Tab in bash, zsh and fish completes what the parser knows; shells that are here are asked."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from argparse import SUPPRESS
from contextlib import closing
from pathlib import Path

import pexpect
import pytest

from tests.support.shell import Shell, shell
from tests.support.terminal import PROGRAM
from ttt_tui import names
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.cli import completion, options
from ttt_tui.cli.options import Parser
from ttt_tui.cli.parser import make_parser
from ttt_tui.store.games import History

__all__ = ["shell"]

SCRIPTS = Path(completion.__file__).parent / "shells"


def offered(*words: str) -> list[str]:
    """Return what is offered behind these words, the last of which is being typed."""
    kind, *lines = completion.answer(words).splitlines()
    assert kind == completion.WORDS
    return [line.partition("\t")[0] for line in lines]


def every_parser() -> list[tuple[list[str], Parser]]:
    """Return all parsers, each with the words that lead to it."""
    found: list[tuple[list[str], Parser]] = [([], make_parser(()))]
    for way, parser in found:
        for name in parser.parsers:
            child = make_parser([*way, name])
            for word in (*way, name):
                child = child.parsers[word]
            found.append(([*way, name], child))
    return found


@pytest.mark.parametrize(
    ("way", "parser"),
    [pytest.param(way, parser, id=" ".join(way) or "top") for way, parser in every_parser()],
)
def test_every_option_and_command_is_offered(way: list[str], parser: Parser) -> None:
    known = [
        name
        for action in parser._actions
        for name in action.option_strings
        if name.startswith("--") and action.help != SUPPRESS
    ]
    assert offered(*way, "--") == known
    if parser.parsers:
        assert offered(*way, "") == list(parser.parsers)


def test_every_list_of_values_that_the_parser_knows_is_offered() -> None:
    for way, parser in every_parser():
        for action in parser._actions:
            if action.option_strings and action.choices:
                assert offered(*way, action.option_strings[-1], "") == list(action.choices)
    assert offered("--preset", "") == list(names.PRESET_NAMES)
    assert offered("--theme", "") == [*THEME_NAMES, "list"]
    assert offered("--rules", "") == list(names.RULE_WORDS)
    assert {*names.LADDER_NAMES, *names.CLASSIC_NAMES, "human", "brain:"} <= {*offered("--player", "")}


def test_the_names_of_themes_are_those_of_the_themes() -> None:
    assert names.THEME_NAMES == THEME_NAMES


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--preset", "con"], ["connect-four", "connect6"]),
        (["--preset=con"], ["--preset=connect-four", "--preset=connect6"]),
        (["--preset", "=", "con"], ["connect-four", "connect6"]),  # as bash splits words
        (["--preset", "="], list(names.PRESET_NAMES)),
        (["--player", "brain", ":", "x", "--color", "n"], ["none"]),
        (["--rules", "drop,w"], ["drop,wild"]),
        (["--rules", "wild,w"], []),
        (["match", "--player", "expert,strength=2,t"], ["expert,strength=2,time="]),
        (["history", "ex"], ["explore", "export"]),
        (["puzzle", "make", "--goal", "s"], ["stop"]),
        (["--plain", "--pla"], ["--player"]),
        (["--player", "human", "--playe"], ["--player"]),
        (["--board", ""], []),
        (["history", "show", "3", "--j"], ["--json"]),
        (["nonsense", "\x1b", "x"], []),
    ],
)
def test_what_is_offered(words: list[str], expected: list[str]) -> None:
    assert offered(*words) == expected


@pytest.mark.parametrize(
    "words",
    [
        ["--replay", ""],
        ["history", "import", "a", ""],
        ["history", "export", "3", ""],
        ["history", "export", "won", "ada", ""],
    ],
)
def test_files_are_left_to_the_shell(words: list[str]) -> None:
    assert completion.answer(words) == "files\n"


def test_games_are_offered_with_their_results_the_latest_first(shell: Shell) -> None:
    two_games(shell)
    for action in ("show", "review", "export"):
        assert completion.answer(["history", action, ""]) == (
            "words\n2\t2026-11-02, X wins: a3 b2 c1\n1\t2026-11-01, unfinished\n"
        )
    assert offered("--resume", "") == ["last", "1"]
    assert offered("--resume=1") == ["--resume=1"]


def test_games_of_the_real_store_are_offered_also_while_another_process_has_it_open(shell: Shell) -> None:
    Path("one.txt").write_text("h8 h9 i8\n")
    assert shell("history", "import", "one.txt")[0] == 0
    history = History(shell.home / "history.db")
    try:
        [entry] = history.entries()
        assert offered("history", "show", "") == [str(entry.id)]
        assert offered("--resume", "") == ["last", str(entry.id)]
    finally:
        history.close()


def test_nothing_is_created_or_said_where_there_are_no_games(shell: Shell) -> None:
    assert shell.fine("--complete", "history", "show", "") == "words\n"
    assert not shell.home.exists()
    shell.home.mkdir()
    (shell.home / "history.db").write_text("no database" * 100)
    assert shell.fine("--complete", "history", "show", "") == "words\n"
    (shell.home / "history.db").unlink()
    os.mkfifo(shell.home / "history.db")
    assert shell.fine("--complete", "history", "show", "") == "words\n", "it does not wait for the pipe"


def test_completion_imports_neither_the_screen_nor_the_game() -> None:
    say = "import sys; from ttt_tui.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    asked = [sys.executable, "-c", say, "--complete", "history", "show", ""]
    modules = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    heavy = re.compile(r"(textual|rich|asyncio)\b|ttt_tui\.(app|engine|computer)\b")
    assert [name for name in modules if heavy.match(name)] == []


@pytest.mark.parametrize("name", options.SHELLS)
def test_the_script_is_printed(shell: Shell, name: str) -> None:
    assert shell.fine("--print-completion", name) == (SCRIPTS / options.SHELLS[name]).read_text()


def test_an_unknown_shell_is_refused(shell: Shell) -> None:
    assert "unknown shell 'tcsh'; choose from bash, zsh, fish" in shell.refused("--print-completion", "tcsh")


def test_each_script_is_where_its_shell_looks() -> None:
    assert sorted(os.listdir(SCRIPTS)) == sorted(options.SHELLS.values())


# --- in the shells themselves

TYPED = [
    ("--prese", "--preset "),
    ("--preset swa", "--preset swarm "),
    ("--preset=swa", "--preset=swarm "),
    ("--theme oka", "--theme okabe-ito "),
    ("--rules drop,wi", "--rules drop,wild "),
    ("--player scor", "--player scorer "),
    ("--player expert,str", "--player expert,strength="),
    ("--player bra", "--player brain:"),
    ("history sho", "history show "),
    ("history show ", "history show 17 "),
    ("--resume 1", "--resume 17 "),
    ("--replay ga", "--replay game.txt "),
    ("--replay=ga", "--replay=game.txt "),
    ("history export 17 ga", "history export 17 game.txt "),
    ("match --save dir", "match --save directory/"),
]
"""What is typed before Tab, and what is there after it."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a directory with a file, a directory, one unfinished game and the program on the path."""
    (tmp_path / "game.txt").write_text("")
    (tmp_path / "directory").mkdir()
    home = tmp_path / "home"
    home.mkdir()
    with closing(sqlite3.connect(home / "history.db")) as connection:
        connection.execute("CREATE TABLE games (id, started, result, sequence)")
        connection.execute("INSERT INTO games VALUES (17, '2026-11-01T10:00:00', 'unfinished', 1)")
        connection.commit()
    monkeypatch.setenv("TTT_TUI_HOME", str(home))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed_in(name: str, start: list[str], lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Type each line's beginning and Tab in an interactive shell; return what is there then."""
    found = []
    terminal = pexpect.spawn(name, start[:1], encoding="utf-8", timeout=20, dimensions=(24, 200))
    try:
        for line in ["PS1='$ '", *start[1:], "echo rea''dy"]:
            terminal.sendline(line)
        terminal.expect("[\r\n]ready")
        for before, _ in lines:
            # Tab, then to the line's ends: quotes around it, so that it is printed and not run.
            terminal.send(f"ttt-tui {before}\t")
            terminal.send(".\x01echo '<\x05>'\r")
            terminal.expect("[\r\n]<ttt-tui ([^\r\n]*)\\.>")
            found.append((before, terminal.match[1]))
    finally:
        terminal.close(force=True)
    return found


def test_tab_in_bash(place: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("no bash here")
    assert typed_in("bash", ["--norc", f"source {SCRIPTS}/ttt-tui.bash"], TYPED) == TYPED


@pytest.mark.slow
@pytest.mark.parametrize("way", ["found", "sourced"])
def test_tab_in_zsh(place: Path, way: str) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("no zsh here")
    start = ["-f", f"fpath=({SCRIPTS} $fpath)" * (way == "found"), "autoload -U compinit; compinit -D -u"]
    start += [f"source {SCRIPTS}/_ttt-tui"] * (way == "sourced")
    assert typed_in("zsh", [*start, "bindkey -e"], TYPED) == TYPED


@pytest.mark.slow
def test_tab_in_fish(place: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("no fish here")
    script = [f"source {SCRIPTS}/ttt-tui.fish"]
    script += [f"complete -C 'ttt-tui {before}'" for before, _ in TYPED]
    done = subprocess.run(["fish", "-N", "-c", "\n".join(script)], capture_output=True, text=True, check=True)
    found = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    # fish adds the space itself, unless there is a `=`, `:` or `/` at the end.
    expected = [re.split(" (?=.)", after)[-1].rstrip() for _, after in TYPED]
    assert (found, done.stderr) == (expected, "")


def two_games(shell: Shell) -> None:
    """Store a game that goes on and one that X has won."""
    shell.home.mkdir(exist_ok=True)
    with closing(sqlite3.connect(shell.home / "history.db")) as connection:
        connection.execute("CREATE TABLE games (id, started, result, sequence)")
        games = [
            (1, "2026-11-01T10:00:00", "unfinished", 1),
            (2, "2026-11-02T10:00:00", "X wins: a3 b2 c1", 2),
        ]
        connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?)", games)
        connection.commit()
