"""Ask the PyPI package `renju` for the forbidden points of many positions, and keep its answers.

    python -m venv /tmp/renju && /tmp/renju/bin/pip install renju==0.1.0
    PYTHONPATH=. /tmp/renju/bin/python -m tests.tools.renju_points

The package's judge is a port of Piskvork's, by which Gomocup decides its games of renju. The file has a line
for each position of `tests.support.renju_positions`: its forbidden points with what each of them is, `t` for
two threes, `f` for two fours and `o` for an overline.
"""

from importlib import import_module
from pathlib import Path

from tests.support.reference import Board
from tests.support.renju_positions import BLACK, positions
from tests.support.tool import parser_of

COUNT = 5_000
PATH = Path(__file__).parents[1] / "engine" / "renju_points.txt"
KINDS = {1: "t", 2: "f", 3: "o"}
EMPTY, BLACK_STONE, WHITE_STONE = 0, 1, 2


def answers(board: Board) -> str:
    """What the package forbids on a board."""
    stones = {BLACK: BLACK_STONE}
    squares = [
        [
            stones.get(board.cells[column, row], WHITE_STONE) if (column, row) in board.cells else EMPTY
            for row in range(board.rows)
        ]
        for column in range(board.columns)
    ]
    judge = import_module("renju.check_forbid").ForbidChecker(squares, 0, 0)
    found = []
    for column, row in board.empty():
        if kind := judge.foulr(column, row, 0):
            found.append(f"{chr(ord('a') + column)}{row + 1}{KINDS[kind]}")
    return " ".join(found)


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    PATH.write_text("".join(f"{answers(board)}\n" for board in positions(COUNT)))
