"""What computers do in openings: the better side, and stones that favour neither."""

import pytest

from tests.support.levels import SOME_LEVELS
from tests.support.strategies import make_setup, play
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solver import make_solver
from ttt_tui.computer.opening import worth_by_lines
from ttt_tui.engine import Choice, Game, Limit, Rules

QUICK = Limit(nodes=600)


def start(words: str, columns: int, rows: int, k: int) -> Game:
    return Game(make_setup(columns, rows, k, kind=Rules.parse(words)))


@pytest.mark.sample(every=20)
@pytest.mark.parametrize("level", SOME_LEVELS)
@pytest.mark.parametrize("words", ["pie", "renju, swap", "swap2", "misere, swap", "pie, double"])
def test_every_level_opens_a_game(level: str, words: str) -> None:
    for moves in ("", "stay"), ("two-more", "swap"):
        game = start(words, 9, 9, 5)
        forced = [word for word in moves if word]
        computers = [LEVELS[level].make(seed) for seed in (1, 2)]
        while game.position.stage is not None:
            position = game.position.copy()
            thought = computers[position.to_move].think(position, QUICK)
            assert position == game.position, "left as it was"
            choices = [choice.word for choice in position.choices]
            word = next((word for word in forced if word in choices), None)
            game.place(thought.move if word is None else word)
        assert game.outcome is None


@pytest.mark.parametrize(("size", "words"), [((4, 3, 3), "pie"), ((4, 4, 3), "pie"), ((4, 3, 3), "swap")])
def test_the_expert_takes_the_side_that_wins(size: tuple[int, int, int], words: str) -> None:
    game = start(words, *size)
    solver = make_solver(game.setup.geometry)
    while not game.position.choices:
        game.place(game.position.moves[-3 * game.position.ply])
    solution = solver.solve(game.position, Budget(Limit(), NEVER), all_moves=True)
    assert solution.value is Value.WIN
    assert LEVELS["expert"].make().think(game.position, Limit(nodes=100_000)).move in solution.best


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("level", [level for level in SOME_LEVELS if level != "random"])
def test_a_stone_in_the_middle_is_taken_and_one_in_the_corner_left(level: str) -> None:
    for square, choice in (("h8", Choice.SWAP), ("a1", Choice.STAY)):
        game = play(start("pie", 15, 15, 5), square)
        assert LEVELS[level].make().think(game.position, QUICK).move == choice
    game = start("pie", 15, 15, 5)
    column = LEVELS[level].make().think(game.position, QUICK).move % game.setup.geometry.stride
    assert not 4 < column < 10 or level == "expert", "neither side is better then"


def test_open_lines_are_worth_something_to_both_and_bad_where_a_line_loses() -> None:
    for words, sign in (("usual", 1), ("misere", -1)):
        better, worse = (play(start(words, 9, 9, 5), moves) for moves in ("a1 e5 i9", "e5 a1 e6"))
        assert sign * worth_by_lines(better.position) > 0 > sign * worth_by_lines(worse.position)
