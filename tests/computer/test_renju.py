"""Every level at renju: never a forbidden point, and each colour's own lines."""

from random import Random

import pytest

from tests.support.levels import CARELESS, SOME_LEVELS
from tests.support.reference import Board, MaxN
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, cells_of, play, position_of
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solver import make_solver
from ttt_tui.engine import Game, Geometry, Limit, LineRule, Rules, Setup

RENJU = Rules(LineRule.RENJU)
levels = pytest.mark.parametrize("level", SOME_LEVELS)


def renju(columns: int = 15, rows: int = 15) -> Game:
    return Game(Setup(Geometry(columns, rows, 5, RENJU)))


@pytest.mark.slow
@levels
def test_a_whole_game_is_played_by_the_rules(level: str) -> None:
    """The game refuses what is forbidden, and the reference judges the end."""
    game, board = renju(8, 7), Board(8, 7, 5, [0, 1], black=0)
    computer, dice = LEVELS[level].make(), Random(level)
    while game.outcome is None:
        is_chance = game.position.ply < 10 or dice.random() < 0.3
        position = game.position.copy()
        square = dice.choice(position.moves) if is_chance else computer.think(position, Limit(nodes=60)).move
        game.place(square)
        board.place(cell_of(game.setup.geometry, square))
    assert game.outcome.winner == board.winner_by(cell_of(game.setup.geometry, square))
    computer.close()


@pytest.mark.slow
@levels
@pytest.mark.parametrize(
    ("moves", "squares"),
    [
        ("h4 a1 h5 a2 h6 a3 h7 a5", "h3 h8"),  # the first player: five, on either side
        ("h4 a1 h5 a2 h6 a3 h7 o1 h9 o3", "h3"),  # six do not win
        ("o1 h4 o3 h5 o5 h6 o7 h7 o9 h9 o12", "h8 h3"),  # but they do for the second
    ],
)
def test_a_line_is_completed_by_what_counts_for_the_player(level: str, moves: str, squares: str) -> None:
    if level in CARELESS:
        return
    game = play(renju(), moves)
    move = LEVELS[level].make().think(game.position, Limit(nodes=300, depth=2)).move
    assert game.setup.geometry.name(move) in squares.split()


@levels
def test_a_line_is_stopped_where_that_is_not_forbidden(level: str) -> None:
    game = play(renju(), "h8 e5 i8 e6 g6 e7 g7")  # a three of the second player's, and g8 would be two threes
    for name in ("e8", "f9", "d9"):
        game.place(name)
    assert game.check("g8") is not None
    move = LEVELS[level].make().think(game.position, Limit(nodes=300, depth=2)).move
    assert game.check(move) is None


@pytest.mark.slow
@pytest.mark.parametrize("stones", [27, 28])
def test_the_solver_finds_the_value_and_all_moves_that_keep_it(stones: int) -> None:
    dice, truth, banned = Random(stones), MaxN(), 0
    solver = make_solver(Geometry(7, 5, 5, RENJU))
    for _ in range(sampled(60, 2)):
        board = running(stones, dice)
        position, mover = position_of(board), board.to_move
        banned += position.geometry.renju.forbidden(position.stones[0], position.empty) != 0
        worths = {cell: truth.worth_of_move(board, cell)[mover] for cell in board.legal()}
        assert cells_of(position.geometry, position.legal) == worths.keys()
        best = max(worths.values())
        sign = (best > 0) - (best < 0)
        solution = solver.solve(position, Budget(Limit(), NEVER), all_moves=True)
        assert solution.value is (Value.DRAW, Value.WIN, Value.LOSS)[sign]
        keeping = {cell for cell, worth in worths.items() if (worth > 0) - (worth < 0) == sign}
        assert {cell_of(position.geometry, square) for square in solution.best} == keeping
        thought = LEVELS["negamax"].make().think(position, Limit(nodes=1_000_000))
        assert worths[cell_of(position.geometry, thought.move)] == best
    assert banned or sampled(False, True)


def running(stones: int, dice: Random) -> Board:
    """A running game with so many stones, the first player's near each other in the upper rows."""
    while True:
        board = Board(7, 5, 5, [0, 1], black=0)
        for _ in range(stones):
            cells = board.legal()
            rows = [abs(row - (board.to_move == 1) * 3) for _, row in cells]
            cell = dice.choices(cells, [0.25**row for row in rows])[0]
            board.place(cell)
            if board.winner_by(cell) is not None or board.is_dead():
                break
        else:
            return board
