"""Collections of puzzles; the shipped ones: read once, one for each day, each solved by its solution."""

import subprocess
import sys
from datetime import date, timedelta
from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.engine import Geometry
from ttt_tui.puzzles.collection import Collection, Difficulty, faulty_keys, removed, shipped
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, Puzzle
from ttt_tui.puzzles.text import key, same_position_key

BOARDS = (Geometry(3, 3, 3), Geometry(5, 5, 4), Geometry(6, 6, 5), Geometry(9, 9, 5), Geometry(15, 15, 5))
SHARES = (1, 3, 4, 5, 12)

LAST_OF_THE_FIRST_SET = 643
"""The first release with puzzles had those from 1 to this number."""


def collection(count: int) -> Collection:
    """So many puzzles, half of them on one board."""
    rng = Random(count)
    boards = rng.choices(BOARDS, SHARES, k=count)
    return Collection(
        Puzzle(board, (), Goal.WIN, 2, rng.randint(800, 2200), number)
        for number, board in enumerate(boards, 1)
    )


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 12, 366, 600, 610, 701])
def test_no_daily_puzzle_comes_twice_before_all_have_come(count: int) -> None:
    puzzles = collection(count)
    first = date(2026, 12, 30)
    days = [puzzles.daily(first + timedelta(day)).number for day in range(2 * count)]
    assert sorted(days[:count]) == [*range(1, count + 1)]
    assert days[count:] == days[:count]
    in_another_order = Collection(reversed(puzzles.puzzles))
    assert [in_another_order.daily(first + timedelta(day)).number for day in range(count)] == days[:count]


@pytest.mark.slow
@pytest.mark.parametrize("count", [366, 600, 731])
def test_neighbouring_days_differ_in_board_or_in_difficulty(count: int) -> None:
    puzzles = collection(count)
    for day in range(count):
        one, other = (puzzles.daily(date(2027, 1, 1) + timedelta(day + i)) for i in (0, 1))
        assert one.geometry != other.geometry or abs(one.rating - other.rating) > 400


def test_each_has_a_difficulty() -> None:
    puzzles = collection(50)
    found = [puzzle for difficulty in Difficulty for puzzle in puzzles.of_difficulty(difficulty)]
    assert sorted(found, key=lambda puzzle: puzzle.number) == [*puzzles.puzzles]
    ratings = [[p.rating for p in puzzles.of_difficulty(difficulty)] for difficulty in Difficulty]
    assert max(ratings[0]) < 1300 <= min(ratings[1]) <= max(ratings[1]) < 1700 <= min(ratings[2])


def test_each_is_found_by_its_number_which_is_needed_and_not_shared() -> None:
    puzzles = collection(9)
    assert [puzzles.by_number(number).number for number in range(1, 10)] == [*range(1, 10)]
    with pytest.raises(KeyError):
        puzzles.by_number(10)
    for numbers in ([], [0], [1, 2, 1]):
        with pytest.raises(ValueError, match="no other has"):
            Collection(Puzzle(BOARDS[0], (), Goal.WIN, 2, 900, number) for number in numbers)


def test_the_shipped_ones_are_read_once_and_no_two_are_the_same() -> None:
    puzzles = shipped()
    assert shipped() is puzzles
    assert len({same_position_key(puzzle) for puzzle in puzzles.puzzles}) == len(puzzles.puzzles)
    for difficulty in Difficulty:
        assert puzzles.of_difficulty(difficulty)


def test_a_number_that_was_shipped_is_never_given_to_another_puzzle_and_no_faulty_one_is() -> None:
    now = {puzzle.number for puzzle in shipped().puzzles}
    before = {puzzle.number for puzzle in removed().puzzles}
    assert not now & before
    assert now | before >= {*range(1, LAST_OF_THE_FIRST_SET + 1)}
    assert now | before == {*range(1, max(now | before) + 1)}
    assert {234, 292, 400, 562} <= before
    # Faulty puzzles are known by their keys, and none is shipped.
    assert len(faulty_keys()) >= 16
    assert faulty_keys() <= {key(puzzle) for puzzle in removed().puzzles}
    assert not faulty_keys() & {key(puzzle) for puzzle in shipped().puzzles}


def test_the_shipped_ones_are_of_all_kinds() -> None:
    puzzles = shipped().puzzles
    small = [puzzle for puzzle in puzzles if len(puzzle.geometry.squares) <= 36]
    large = [puzzle for puzzle in puzzles if puzzle not in small]
    assert len(small) >= 200
    assert len(large) >= 150
    assert len(puzzles) >= 366, "none is the daily puzzle twice within a year"
    assert {(min(p.geometry.columns, p.geometry.rows) >= 9, p.geometry.columns <= 15) for p in large} == {
        (True, True)
    }
    assert {p.moves for p in small if p.goal is Goal.WIN} >= {2, 3, 4, 5}
    assert {p.moves for p in large if p.goal is Goal.WIN} >= {2, 3, 4, 5}
    assert {p.moves for p in puzzles if p.goal is Goal.WIN} <= {2, 3, 4, 5, 6, 7, 8}
    assert {p.goal for p in small} == {Goal.WIN, Goal.HOLD}
    assert {p.goal for p in large} == {Goal.WIN, Goal.STOP}
    assert all(p.is_proper for p in puzzles)
    assert max(len(p.played) for p in large) <= 30


def test_who_starts_the_program_does_not_import_them() -> None:
    code = "import sys, ttt_tui.cli.command_line; print([name for name in sys.modules if 'puzzles' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- what they promise ---------------------------------------------------------------------------------


SMALL = [puzzle for puzzle in shipped().puzzles if puzzle.has_exact_values]
WINS = [puzzle for puzzle in shipped().puzzles if not puzzle.has_exact_values and puzzle.goal is Goal.WIN]
STOPS = [puzzle for puzzle in shipped().puzzles if puzzle.goal is Goal.STOP]
SOME_STOPS = Random(1).sample(STOPS, 30)
"""All of them take more than half an hour; `tests.check_puzzles` goes through them once a release."""

SHORT = [puzzle for puzzle in WINS if puzzle.moves <= 4]


CHOSEN = [
    *sampled(WINS, Random(1).sample(SHORT, 4)),
    *sampled(SMALL, Random(1).sample(SMALL, 4)),
    *sampled(SOME_STOPS, []),
]


@pytest.mark.parametrize("puzzle", CHOSEN, ids=lambda puzzle: puzzle.number)
def test_one_move_alone_is_proved_to_keep_the_goal(puzzle: Puzzle) -> None:
    prover, task = prover_of(puzzle.geometry), puzzle.task()
    (right,) = prover.keeping(task, most=0) if puzzle.goal is Goal.WIN else prover.keeping(task)
    assert prover.only(task) == right
    prover.close()
