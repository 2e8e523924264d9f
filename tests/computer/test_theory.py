"""What the setup says that theory knows, compared with what the solver proves and with what is published."""

import threading

import pytest

from ttt_tui.computer.base import Clock, Value
from ttt_tui.computer.expert.solver import Solver
from ttt_tui.engine import Geometry, Limit, Position
from ttt_tui.theory import known_value

ALL = [
    Geometry(columns, rows, k)
    for columns in range(3, 21)
    for rows in range(3, 21)
    for k in range(3, max(columns, rows) + 1)
]


def solved(columns: int, rows: int, k: int) -> tuple[Value, int | None]:
    geometry = Geometry(columns, rows, k)
    clock = Clock(Limit(nodes=200_000), threading.Event())
    clock.armed = True
    solution = Solver(geometry).solve(Position(geometry, 2), clock)
    return solution.value, solution.plies


@pytest.mark.parametrize(
    ("columns", "rows", "k"),
    [
        *((3, 3, 3), (4, 3, 3), (3, 6, 3), (4, 4, 3), (6, 5, 3)),
        *((4, 3, 4), (3, 9, 4), (20, 3, 4), (4, 4, 4), (5, 4, 4), (6, 5, 4), (5, 6, 4), (7, 7, 4)),
        *(
            (20, 4, 5),
            (5, 5, 5),
            (6, 6, 5),
            (8, 8, 6),
            (9, 7, 6),
            (6, 10, 6),
            (20, 5, 6),
            (10, 10, 7),
            (9, 9, 7),
        ),
    ],
)
def test_the_solver_proves_what_is_said(columns: int, rows: int, k: int) -> None:
    said = known_value(Geometry(columns, rows, k))
    value, plies = solved(columns, rows, k)
    assert ("wins" in said, "draws" in said) == (value is Value.WIN, value is Value.DRAW)
    if "plies" in said:
        assert plies is not None
        assert int(said.split("plies")[0].split()[-1]) <= plies


@pytest.mark.parametrize(
    ("columns", "rows", "k", "said"),
    [
        (8, 4, 4, "Perfect play draws (Uiterwijk 2019)"),
        (4, 9, 4, "The first player wins (Uiterwijk 2019)"),
        (5, 5, 4, "Perfect play draws (Uiterwijk 2019)"),
        (7, 7, 5, "Perfect play draws (Hsu et al. 2020)"),
        (8, 8, 5, "Perfect play draws (Hsu et al. 2020)"),
        (9, 9, 5, "Nobody has proved who wins"),
        (15, 15, 5, "The first player wins (Allis et al. 1996)"),
        (19, 19, 5, "Nobody has proved who wins"),
        (11, 4, 4, "Nobody has proved who wins"),
        (11, 10, 7, "Nobody has proved who wins"),
        (20, 20, 8, "Perfect play draws (Zetters 1980)"),
    ],
)
def test_what_the_sources_say(columns: int, rows: int, k: int, said: str) -> None:
    assert known_value(Geometry(columns, rows, k)) == said


def test_there_is_a_line_that_fits_for_every_board_and_the_same_for_the_board_turned_round() -> None:
    for geometry in ALL:
        said = known_value(geometry)
        assert 0 < len(said) <= 47
        assert said == known_value(Geometry(geometry.rows, geometry.columns, geometry.line_length))
