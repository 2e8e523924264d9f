"""What the setup says that theory knows, compared with what the solver proves and with what is published."""

import threading
from pathlib import Path

import pytest

from tests.session.known_values import Proved, inside, largest, table
from ttt_tui.computer.base import NEVER, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.computer.solving import make_solver
from ttt_tui.engine import Geometry, Limit, Position, Rules, start_position
from ttt_tui.session import known_results
from ttt_tui.session.known_results import PROVED, SOLVER_SECONDS, UNKNOWN, known_value, published

ALL = [
    Geometry(columns, rows, k)
    for columns in range(3, 21)
    for rows in range(3, 21)
    for k in range(3, max(columns, rows) + 1)
]


def solved(columns: int, rows: int, k: int) -> tuple[Value, int | None]:
    geometry = Geometry(columns, rows, k)
    budget = Budget(Limit(nodes=200_000), threading.Event())
    solution = Solver(geometry).solve(Position(geometry, 2), budget)
    return solution.value, solution.plies


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "rows", "k"),
    [
        (3, 3, 3), (4, 3, 3), (3, 6, 3), (4, 4, 3), (6, 5, 3),
        (4, 3, 4), (3, 9, 4), (20, 3, 4), (4, 4, 4), (5, 4, 4), (6, 5, 4), (5, 6, 4), (7, 7, 4),
        (20, 4, 5), (5, 5, 5), (6, 6, 5), (8, 8, 6), (9, 7, 6), (6, 10, 6), (20, 5, 6),
        (10, 10, 7), (9, 9, 7),
    ],
)  # fmt: skip
def test_the_solver_proves_what_is_said(columns: int, rows: int, k: int) -> None:
    said = known_value(Geometry(columns, rows, k))
    value, plies = solved(columns, rows, k)
    assert ("wins" in said, "Draw" in said) == (value is Value.WIN, value is Value.DRAW)
    if "moves" in said:
        assert plies is not None
        assert int(said.split("moves")[0].split()[-1]) <= plies


@pytest.mark.parametrize(
    ("columns", "rows", "k", "said"),
    [
        (8, 4, 4, "Draw with perfect play (Uiterwijk 2019)"),
        (4, 9, 4, "First player wins by force (Uiterwijk 2019)"),
        (5, 5, 4, "Draw with perfect play (Uiterwijk 2019)"),
        (7, 7, 5, "Draw with perfect play (Hsu et al. 2020)"),
        (8, 8, 5, "Draw with perfect play (Hsu et al. 2020)"),
        (9, 9, 5, "No known result"),
        (10, 5, 5, "Draw with perfect play (ttt-tui solve)"),
        (6, 11, 6, "Draw with perfect play (ttt-tui solve)"),
        (9, 9, 6, "Draw with perfect play (ttt-tui solve)"),
        (15, 15, 5, "First player wins by force (Allis et al. 1996)"),
        (19, 19, 5, "No known result"),
        (11, 4, 4, "No known result"),
        (12, 4, 4, "No known result"),
        (14, 15, 5, "No known result"),
        (11, 10, 7, "Draw with perfect play (ttt-tui solve)"),
        (20, 20, 8, "Draw with perfect play (Zetters 1980)"),
    ],
)
def test_what_the_sources_say(columns: int, rows: int, k: int, said: str) -> None:
    assert known_value(Geometry(columns, rows, k)) == said


def test_there_is_a_line_that_fits_for_every_board_and_the_same_for_the_board_turned_round() -> None:
    for geometry in ALL:
        said = known_value(geometry)
        assert 0 < len(said) <= 47
        assert said == known_value(Geometry(geometry.rows, geometry.columns, geometry.line_length))


# --- the table of what the solver proves

ENTRIES = [Proved(*entry) for entry in PROVED]
QUICK = [entry for entry in ENTRIES if entry.seconds <= 3]


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: "x".join(map(str, entry[:3])))
def test_what_the_table_says_is_proved_again(entry: Proved) -> None:
    """All that took at most three seconds; `python -m tests.session.known_values --proved` proves all."""
    geometry = Geometry(*entry[:3])
    budget = Budget(Limit(nodes=10 * entry.nodes + 1000), threading.Event())
    assert Solver(geometry).solve(Position(geometry, 2), budget).value == entry.value


def test_the_table_is_what_its_command_writes() -> None:
    assert len(QUICK) >= 3
    assert table(ENTRIES, SOLVER_SECONDS) in Path(known_results.__file__).read_text()
    assert largest(ENTRIES) == ENTRIES == sorted(ENTRIES, key=lambda entry: (entry.line, entry.shorter))
    for entry in ENTRIES:
        assert entry.longer >= entry.shorter
        assert entry.value in ("draw", "win")
        assert 0 <= entry.seconds <= SOLVER_SECONDS
        assert published(Geometry(*entry[:3])) is None


def test_what_stands_for_nobody_knowing_is_no_board_of_the_table() -> None:
    told = {board for entry in ENTRIES for board in inside(entry)}
    for geometry in ALL:
        longer, shorter = sorted((geometry.columns, geometry.rows), reverse=True)
        if (longer, shorter, geometry.line_length) in told:
            assert "ttt-tui solve" in known_value(geometry)
        elif published(geometry) is None:
            assert known_value(geometry) == UNKNOWN


def test_what_is_said_of_vanishing_is_what_the_solver_proves() -> None:
    geometry = Geometry(3, 3, 3, Rules.parse("vanishing"))
    solution = make_solver(geometry).solve(start_position(geometry), Budget(Limit(), NEVER))
    assert known_value(geometry) == f"First player wins in {solution.plies} moves (enumeration)"
