"""`ttt-tui solve` under other rules: the values that are published, with all moves that keep them."""

import json
import subprocess
from itertools import combinations
from pathlib import Path

import pytest

from tests.support.shell import Shell, shell
from tests.support.terminal import PROGRAM
from ttt_tui.engine import Geometry, Rules, mask_of

__all__ = ["shell"]

COMMAND = ("solve",)

NINE = {f"{column}{row}" for column in "abc" for row in (1, 2, 3)}

PUBLISHED = [
    (("3", "3", "usual"), "draw", None, NINE),
    (("3", "3", "misere"), "draw", None, {"b2"}),
    (("3", "3", "torus"), "win", 7, NINE),
    (("3", "3", "wild"), "win", None, {"Xb2", "Ob2"}),
    (("3", "3", "wild,misere"), "draw", None, {"Xb2", "Ob2"}),
    (("3", "3", "notakto"), "win", None, {"b2"}),
    (("3", "3", "drop"), "draw", None, {"a3", "b3", "c3"}),
    (("4", "3", "drop"), "win", None, {"a4", "b4", "c4", "d4"}),
    (("4", "4", "drop"), "draw", None, {"a4", "b4", "c4", "d4"}),
    pytest.param(("5x4", "4", "drop"), "draw", None, {"b4", "c4", "d4"}, marks=pytest.mark.slow),
]
"""Board, line and rules; the value for the first player, the plies if a win in so many is published, and the
moves that keep the value. A search in forty lines that shares nothing with the program found those of the
boards where stones fall, whose values alone are published."""

published = pytest.mark.parametrize(
    ("game", "value", "plies", "best"),
    PUBLISHED,
    ids=lambda part: "-".join(part) if isinstance(part, tuple) else "",
)


def options(game: tuple[str, str, str]) -> list[str]:
    return ["--board", game[0], "--line", game[1], "--rules", game[2], "--all"]


def confirm(data: dict[str, object], value: str, plies: int | None, best: set[str]) -> None:
    assert data["value"] == value
    assert isinstance(data["best"], list)
    assert sorted(data["best"]) == sorted(best), "each once"
    assert plies is None or data["plies"] == plies


@published
def test_values_and_moves_are_those_published(
    shell: Shell, game: tuple[str, str, str], value: str, plies: int | None, best: set[str]
) -> None:
    confirm(shell.json(*options(game)), value, plies, best)


@pytest.mark.slow
@published
def test_the_installed_command_says_so_too(
    tmp_path: Path, game: tuple[str, str, str], value: str, plies: int | None, best: set[str]
) -> None:
    words = [PROGRAM, "solve", *options(game), "--json"]
    done = subprocess.run(
        words, capture_output=True, text=True, check=True, timeout=120, env={"TTT_TUI_HOME": str(tmp_path)}
    )
    confirm(json.loads(done.stdout), value, plies, best)


def test_a_torus_of_3x3_has_no_drawn_board() -> None:
    geometry = Geometry(3, 3, 3, Rules(wrap=True))
    for squares in combinations(geometry.squares, 5):  # a full board: five of the first, four of the second
        stones = mask_of(squares)
        assert geometry.has_line(stones) or geometry.has_line(geometry.board & ~stones)


@pytest.mark.slow
def test_a_torus_of_3x3_is_won_in_7_plies_whatever_the_second_player_does(shell: Shell) -> None:
    """The first player follows the answers, the second one tries every square."""

    def follow(moves: tuple[str, ...]) -> None:
        said = shell.json("--board", "3", "--rules", "torus", "--moves", " ".join(moves))
        if not said["best"]:
            ended.add((len(moves), said["value"]))
            return
        assert said["value"] == "win"
        assert len(moves) + said["plies"] <= 7
        moves += (said["best"][0],)
        replies = NINE - {*moves}
        if said["plies"] == 1:
            follow(moves)
        else:
            for reply in sorted(replies):
                follow((*moves, reply))

    ended = set[tuple[int, str]]()
    follow(("b2", "a1"))
    assert ended == {(5, "loss"), (7, "loss")}, "for the second player, who is to move then"


def test_connect_four_is_solved_late_in_a_game_and_its_empty_board_not_looked_up(shell: Shell) -> None:
    """By Allis column d wins. A proof of that takes longer than a test may: without one nothing is said."""
    game = ("--board", "7x6", "--rules", "connect4")
    status, out, err = shell(*game, "--time", 0.2, "--json")
    assert (status, err) == (3, "")
    assert json.loads(out)["value"] == "unknown"
    said = shell.json(*game, "--moves", "d d e e f f")
    assert (said["value"], said["plies"]) == ("win", 1)
    assert said["best"][0] in ("c6", "g6")
