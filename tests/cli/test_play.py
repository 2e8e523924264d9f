"""How a game is shown: display options, encodings that lack signs, and games that cannot be resumed."""

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from tests.support.sampling import sampled
from tests.support.stores import place, recorded
from tests.support.terminal import environment
from ttt_tui.cli.main import main
from ttt_tui.process.signals import FAILED, WRONG_USAGE
from ttt_tui.store.thread import StoreThread

LOOKS: dict[str, tuple[tuple[str, ...], dict[str, object]]] = {
    "theme": (("--theme", "kaya"), {"theme": "kaya"}),
    "color": (("--color", "16"), {"colours": "16", "system": "standard"}),
    "ascii": (("--ascii",), {"is_ascii": True}),
    "no mouse": (("--no-mouse",), {"has_mouse": False}),
    "plain": (("--plain",), {"plain": True}),
}
"""Each option, and what it alone changes."""

DEFAULTS = {
    "theme": None,
    "colours": "auto",
    "system": "auto",
    "is_ascii": False,
    "has_mouse": True,
    "plain": False,
}

TOLD = """
import json, os, sys
from ttt_tui.cli import command_line
import ttt_tui.cli.play

def told(options, terminal):
    from textual import constants  # as the app does, which reads the environment then
    print(json.dumps({
        "theme": options.theme, "colours": terminal.colours, "system": constants.COLOR_SYSTEM,
        "is_ascii": terminal.is_ascii, "has_mouse": terminal.has_mouse, "plain": options.plain,
    }), flush=True)
    return 0

ttt_tui.cli.play.play = told
for words in json.load(sys.stdin):
    if not (child := os.fork()):
        os._exit(command_line.run(words))
    assert os.waitpid(child, 0)[1] == 0, words
"""
"""Tells for each command line what a game would be shown with, each in a process of its own."""


@pytest.mark.slow
def test_display_options_combine_in_either_order(tmp_path: Path) -> None:
    together: list[tuple[str, ...]] = [tuple(LOOKS), tuple(reversed(LOOKS))]
    chosen = [*((name,) for name in LOOKS), *together, *sampled(list(permutations(LOOKS, 2)), [])]
    lines = [[word for name in names for word in LOOKS[name][0]] for names in chosen]
    done = subprocess.run(
        [sys.executable, "-c", TOLD],
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        env=environment(str(tmp_path), TERM="xterm-256color"),
        check=True,
        timeout=120,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    expected = [
        DEFAULTS | {key: value for name in names for key, value in LOOKS[name][1].items()} for names in chosen
    ]
    assert dict(zip(map(" ".join, lines), told, strict=True)) == dict(
        zip(map(" ".join, lines), expected, strict=True)
    )


# --- encodings -------------------------------------------------------------------------------------------

GAME = (
    '[Board "3x3"]\n[Line "3"]\n[Player "●" "Zoë" "human"]\n[Player "○" "Bob" "human"]\n\n'
    "1. b2 a1\n2. c3 a2\n3. a3 c1\n"
)


MATCH = ("match", "--board", "3", "--games", "1")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make a home with a game whose symbols few encodings have."""
    (tmp_path / "game.txt").write_text(GAME, encoding="utf-8")
    assert run(tmp_path, "utf-8", "history", "import", "game.txt").returncode == 0
    return tmp_path


def run(home: Path, encoding: str, *arguments: str, said: str = "") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "ttt_tui", *arguments],
        input=said.encode(),
        capture_output=True,
        cwd=home,
        env=environment(
            str(home), TTT_TUI_HOME=str(home), PYTHONUTF8="0", PYTHONIOENCODING=encoding, COLUMNS="120"
        ),
        check=False,
        timeout=60,
    )


@pytest.mark.sample(every=28)
@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "iso8859-15", "koi8-r"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("history", "list"),
        ("history", "show", "1"),
        ("history", "stats"),
        ("--plain", "--replay", "game.txt"),
        (*MATCH, "--player", "random,symbol=●", "--player", "random,symbol=★"),
    ],
    ids=" ".join,
)
def test_no_symbol_is_written_as_a_question_mark(
    home: Path, encoding: str, arguments: tuple[str, ...]
) -> None:
    done = run(home, encoding, *arguments)
    assert done.returncode == 0, done
    written = done.stdout.decode(encoding)
    without_names = written.replace("Zo?", "Zoë")  # for which there is no likeness
    assert "?" not in without_names, written
    if "latin" in encoding or "15" in encoding:
        assert "Zo?" not in written


@pytest.mark.slow
def test_a_board_of_symbols_that_cannot_be_written_has_two_letters(home: Path) -> None:
    shown = run(home, "latin-1", "history", "show", "1").stdout.decode("latin-1")
    board = [line.split()[1:] for line in shown.splitlines()[-3:]]
    symbols = {cell for line in board for cell in line}
    assert symbols == {"X", "O", "."}


def test_plain_mode_names_moves_with_letters(home: Path) -> None:
    people = ("--player", "human,symbol=●", "--player", "human,symbol=○")
    done = run(home, "latin-1", "--plain", "--board", "3", *people, said="b2\nboard\nquit\n")
    written = done.stdout.decode("latin-1")
    assert "?" not in written
    assert "X plays b2" in written
    assert "3×3" in written, "which can be written"


# --- puzzles and stored games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["--theme=kaya puzzle", "--ascii --plain puzzle --daily", "--color 16 --no-mouse puzzle --id 5"]
)
def test_display_options_may_precede_the_command(
    words: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path_factory.mktemp("home")))
    assert main([*words.split(), "--plain"]) == 0
    out, err = capfd.readouterr()
    assert (out.count(" to move: "), err) == (1, "")
    assert ("×" in out) != ("--ascii" in words)


@pytest.fixture
def store_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path))
    return tmp_path


def resume(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(["--plain", *words.split()])
    return status, capsys.readouterr().err


@pytest.mark.parametrize("words", ["--resume", "--resume 1"])
def test_a_history_that_can_only_be_read_or_not_be_opened_is_one_failure(
    words: str, store_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = store_home / "history.db"
    history = StoreThread(path, max_wait=30)
    match, recorder = recorded(history)
    place(match, "b2 a1")
    recorder.close()
    history.close()
    with monkeypatch.context() as patched:
        patched.setattr("ttt_tui.store.games.can_write", lambda path: False)
        assert resume(words, capsys) == (FAILED, "ttt-tui: the history is read-only\n")
    for file in store_home.glob("history.db*"):
        file.unlink()
    path.mkdir()
    assert resume(words, capsys) == (FAILED, f"ttt-tui: {path} is not a file\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--resume", "no unfinished game to resume"),
        ("--resume 1", "no game 1; see `history list`"),
    ],
)
def test_a_game_that_is_not_there_is_a_wrong_option(
    words: str, said: str, store_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        resume(words, capsys)
    assert ended.value.code == WRONG_USAGE
    assert capsys.readouterr().err == f"ttt-tui: error: argument --resume: {said}\n"
