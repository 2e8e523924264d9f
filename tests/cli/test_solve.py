"""`ttt-tui solve`: values against a slow search, what is printed, and what is refused."""

import json
import os
import pty
import re
import signal
import subprocess
import time
from random import Random

import pytest

from tests.analysis.positions import scattered, worth_of_move
from tests.support.busy import interrupted, let_work
from tests.support.sampling import sampled
from tests.support.shell import Shell, shell
from tests.support.terminal import PROGRAM
from tests.support.truth import CERTAIN, sign
from ttt_tui.cli import solve as solve_command
from ttt_tui.cli.options import SOLVE_SECONDS
from ttt_tui.cli.solve import SolveResult
from ttt_tui.engine import Game, Limit, squares_of
from ttt_tui.process.signals import Signals

__all__ = ["shell"]

COMMAND = ("solve",)

KEYS = ["format", "board", "line", "rules", "moves", "value", "plies", "best", "nodes", "seconds"]


@pytest.mark.sample(every=7)
@pytest.mark.parametrize("seed", range(40))
def test_values_and_best_moves_are_those_of_a_search_to_the_end(seed: int, shell: Shell) -> None:
    rng = Random(seed)
    columns, rows, k, most = rng.choice([(3, 3, 3, 9), (4, 3, 3, 8), (4, 4, 4, 8), (4, 4, 3, 8)])
    position = scattered(columns, rows, k, rng.randint(1, most), rng)
    geometry = position.geometry
    squares = [[*squares_of(stones)] for stones in position.stones]
    moves = [geometry.name(squares[ply % 2][ply // 2]) for ply in range(position.ply)]
    worths = {geometry.name(square): worth_of_move(position, square) for square in position.moves}
    best = max(worths.values())
    keeping = {name for name, worth in worths.items() if sign(worth) == sign(best)}
    words = ["--board", f"{columns}x{rows}", "--line", k, "--moves", " ".join(moves)]
    data = shell.json(*words, "--all")
    assert data["value"] == {1: "win", 0: "draw", -1: "loss"}[sign(best)]
    assert set(data["best"]) == keeping
    assert len(data["best"]) == len(keeping)
    assert data["moves"] == moves
    one = shell.json(*words)
    assert one["value"] == data["value"]
    assert one["best"]
    assert set(one["best"]) <= keeping
    if best > 0:
        assert one["plies"] >= CERTAIN - best
        assert one["plies"] % 2 == 1
    else:
        assert one["plies"] is None


def test_the_empty_board_is_solved_with_the_usual_line(shell: Shell) -> None:
    data = shell.json("--board", 3)
    assert list(data) == KEYS
    assert (data["board"], data["line"], data["moves"]) == ([3, 3], 3, [])
    assert (data["value"], data["plies"]) == ("draw", None)
    assert data["nodes"] > 0
    assert data["seconds"] > 0
    data = shell.json("--board", "4", "--line", "3")
    assert (data["value"], data["plies"]) == ("win", 5)


@pytest.mark.parametrize(
    ("moves", "value"),
    [("a1 b1 a2 b2 a3", "loss"), ("b2 a1 c1 a3 a2 c2 b1 b3", "draw")],
    ids=["a line", "a dead board"],
)
def test_a_game_that_has_ended_has_its_value_and_no_best_move(moves: str, value: str, shell: Shell) -> None:
    data = shell.json("--board", 3, "--moves", moves)
    assert (data["value"], data["best"], data["plies"]) == (value, [], None)


def test_squares_may_be_numbers_and_separated_by_commas(shell: Shell) -> None:
    assert shell.json("--board", 3, "--moves", "5,1, c3")["moves"] == ["b2", "a1", "c3"]


def test_when_the_time_is_out_the_value_is_unknown_and_the_status_3(shell: Shell) -> None:
    started = time.monotonic()
    status, out, err = shell("--board", 15, "--time", 0.3, "--json")
    assert (status, err) == (3, "")
    data = json.loads(out)
    assert time.monotonic() - started < 3
    assert (data["value"], data["plies"], data["best"]) == ("unknown", None, [])
    assert data["nodes"] > 0
    assert data["seconds"] >= 0.3
    for words in ([], ["--rules", "swap2"], ["--rules", "swap2", "--moves", "h8 i8 j10"]):
        status, out, err = shell("--board", 15, *words, "--time", 0.1)
        assert (status, err) == (3, "")
        assert out.startswith("Unsolved: out of time (")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--board", "4", "--line", "3"], r"X to move wins in at most 5 moves: \w\d"),
        (["--board", "3"], r"Draw: b2"),
        (["--board", "3", "--moves", "a1 b1"], r"X to move wins in at most \d moves: \w\d"),
        (["--board", "3", "--moves", "a1 b1 b2"], r"O to move loses: \w\d"),
        (["--board", "3", "--moves", "a1 b1 a2 b2"], r"X to move wins in 1 move: a3"),
        (["--board", "3", "--moves", "a1 b1 a2 b2 a3"], r"O to move loses"),
        (["--board", "3", "--moves", "b2 a1 c1 a3 a2 c2 b1 b3"], r"Draw"),
        (["--board", "4x3", "--line", "3", "--rules", "pie"], r"X to move loses: \w\d"),
        (["--board", "4x3", "--line", "3", "--rules", "pie", "--moves", "b2 swap"], r"X to move loses: \w\d"),
        (["--board", "3", "--rules", "pie", "--moves", "a1"], r"Draw: (stay|swap)"),
        (["--board", "3", "--rules", "double"], r"X to move wins in at most 5 moves: b2"),
        (["--rules", "open-until-full"], r"X to move wins in at most 43 moves: e5"),
        pytest.param(
            ["--rules", "open-until-full", "--moves", "e5 e4"],
            r"X to move wins in at most 41 moves: e2",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ["--rules", "open-until-full, most-boards", "--moves", "55"],
            r"O to move loses: \w\d",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_without_json_it_is_a_sentence(words: list[str], said: str, shell: Shell) -> None:
    status, out, err = shell(*words)
    assert (status, err) == (0, "")
    assert re.fullmatch(said + r" \([\d,]+ nodes, \d+\.\d\d s\)\n", out)


def test_ultimate_needs_no_board_and_takes_squares_as_its_players_type_them(shell: Shell) -> None:
    moves = "55 5/4 a2/b2 6"
    data = shell.json("--rules", "open-until-full", "--moves", moves)
    assert (data["board"], data["line"], data["rules"]) == ([9, 9], 3, "ultimate, open-until-full")
    assert data["moves"] == ["e5", "d5", "b5", "f5"]
    status, out, err = shell("--rules", "ultimate", "--time", 0.3)
    assert (status, err) == (3, "")
    assert out.startswith("Unsolved: out of time (")


def test_help_names_the_time_that_a_solution_has_by_default() -> None:
    helped = subprocess.run([PROGRAM, "solve", "--help"], capture_output=True, text=True, check=True).stdout
    assert f"(default: {SOLVE_SECONDS:g})" in helped


@pytest.mark.slow
@pytest.mark.parametrize("json_words", [(), ("--json",)], ids=["text", "json"])
def test_progress_is_shown_on_stderr_where_that_is_a_terminal(json_words: tuple[str, ...]) -> None:
    words = [PROGRAM, "solve", "--board", "20", "--time", "1.2", *json_words]
    ours, theirs = pty.openpty()
    solving = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    out, _ = solving.communicate(timeout=60)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert solving.returncode == 3
    assert "\rSolving: 1 s of 1.2 s" in shown
    assert shown.endswith("\r\x1b[K"), "the line is cleared"
    assert "Solving" not in out
    if json_words:
        assert json.loads(out)["value"] == "unknown"
    else:
        assert out.startswith("Unsolved: out of time (")
    words = [PROGRAM, "solve", "--board", "20", "--time", "0.1"]  # nothing is said where nobody looks
    alone = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (alone.returncode, alone.stderr) == (3, "")


def test_ctrl_c_ends_a_solution() -> None:
    words = ("solve", "--board", "20", "--json")
    status, out, err = interrupted(*words, when=lambda process: let_work(process, sampled(1.0, 0.6)))
    assert (status, err) == (130, "")
    assert json.loads(out)["value"] == "unknown"


def test_an_interrupted_solution_is_not_out_of_time(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: Game, limit: Limit, signals: Signals, all_moves: bool) -> SolveResult:
        signal.raise_signal(signal.SIGINT)
        return SolveResult(game, None, None, (), 1234, 0.5)

    monkeypatch.setattr(solve_command, "solve", interrupted)
    status, out, _ = shell("--board", "20")
    assert (status, out) == (130, "Unsolved: interrupted (1,234 nodes, 0.50 s)\n")
