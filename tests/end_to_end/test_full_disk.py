"""A disk without any room: what only reads works, and what is lost is said in the end."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.terminal import PROGRAM, environment

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="a small disk has to be mounted")

DISK = "size=600k"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk with one unfinished game in its history, and room for nothing else."""
    path = tmp_path / "disk"
    path.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "tmpfs", path], capture_output=True)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        assert run(path, "--plain", "--preset", "two-players", said="b2\nquit\n").returncode == 0
        fill(path)
        yield path
    finally:
        subprocess.run(["umount", path], check=True)


def fill(path: Path) -> None:
    with (path / "fill").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return


def run(disk: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    variables = environment(str(disk.parent), TTT_TUI_HOME=str(disk))
    return subprocess.run([PROGRAM, *words], env=variables, input=said, capture_output=True, text=True)


@pytest.mark.slow
def test_what_only_reads_works(disk: Path) -> None:
    for words in ("list", "list --json", "show 1", "stats", "export 1 {}/game.svg", "export 1 {}/game.txt"):
        done = run(disk, "history", *words.format(disk.parent).split())
        assert (done.returncode, done.stderr) == (0, ""), words
    done = run(disk, "history", "review", "1")
    assert (done.returncode, "b2" in done.stdout) == (0, True)
    assert done.stderr.startswith(f"ttt-tui: review not saved: {disk}/history.db: ")


def test_what_would_write_is_refused_in_one_line(disk: Path) -> None:
    (disk.parent / "record.txt").write_text("h8 h9 i10\n")
    for words in ("history import record.txt", "--plain --resume"):
        done = subprocess.run(
            [PROGRAM, *words.split()],
            env=environment(str(disk.parent), TTT_TUI_HOME=str(disk)),
            cwd=disk.parent,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), words
        assert f"{disk}/history.db: " in done.stderr


@pytest.mark.slow
def test_a_game_that_was_never_saved_is_not_left_without_a_word(disk: Path) -> None:
    done = run(disk, "--plain", "--preset", "two-players", said="a1\nquit\n")
    assert done.returncode == 1
    assert "X plays a1" in done.stdout
    assert done.stderr.startswith(f"ttt-tui: the game was not saved: {disk}/history.db: ")
    assert "Game kept" not in done.stdout


@pytest.mark.slow
def test_an_attempt_at_a_puzzle_that_was_never_saved_is_named(disk: Path) -> None:
    done = run(disk, "--plain", "puzzle", "--id", "788", said="a1\nquit\n")
    assert done.returncode == 1
    assert "could not be saved: " in done.stderr


@pytest.mark.slow
def test_nothing_is_lost_where_nothing_was_done(disk: Path) -> None:
    done = run(disk, "--plain", "--preset", "two-players", said="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Games are not being saved: " in done.stdout
