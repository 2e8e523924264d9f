"""The provers' answers, compared with code of the tests' own that shares nothing with them."""

from dataclasses import replace
from random import Random

import pytest

from tests.puzzles.checked import stones
from tests.puzzles.exact_values import ExactValues
from tests.puzzles.forced_wins import Lengths, Wins
from tests.puzzles.positions import scattered
from tests.puzzles.scanned_threats import Threats
from tests.support.sampling import sampled
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vct_length import VCTLengths
from ttt_tui.engine import Geometry, Limit, Square
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.collection import removed
from ttt_tui.puzzles.prover import ExactProver
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, MoveEffect, Puzzle, Task
from ttt_tui.puzzles.text import from_text
from ttt_tui.puzzles.threat_prover import LATER, ThreatProver

LARGE = ((7, 7, 4), (9, 9, 5), (12, 10, 5), (8, 7, 3), (11, 11, 6), (15, 15, 5), (10, 8, 5))
SMALL = ((3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 6, 4), (6, 6, 5))

MOST = 5
"""The most stones of a win that is looked for."""

MOST_PROVED = 4
"""The most stones of a win of which every other move is refuted."""


def position(board: tuple[int, int, int], number: int) -> Puzzle:
    """A position as a puzzle, whose goal is for each test to choose."""
    rng = Random(f"{board} {number}")
    geometry = Geometry(*board)
    many = {3: (2, 6), 4: (4, 14)}.get(board[2], (8, 28))
    return Puzzle(geometry, scattered(geometry, rng.randrange(*many), rng), Goal.WIN, MOST, 1500)


def bit(geometry: Geometry, square: Square) -> int:
    return 1 << geometry.number(square) - 1


def lengths_of(board: tuple[int, int, int], puzzle: Puzzle) -> VCTLengths:
    """The program's lengths; the player to move is 0."""
    threats = ThreatBoard(LineStates(Geometry(*board), 15), puzzle.task().stones)
    return VCTLengths(threats, Budget(Limit(), NEVER))


# --- wins by fours and threes


@pytest.mark.parametrize("number", range(sampled(25, 2)))
@pytest.mark.parametrize("board", LARGE)
def test_how_soon_a_win_comes(board: tuple[int, int, int], number: int) -> None:
    puzzle = position(board, number)
    lengths, threats = lengths_of(board, puzzle), Threats(*board)
    mine, theirs = stones(puzzle)
    for attacker, (own, other) in enumerate(((mine, theirs), (theirs, mine))):
        slow = Lengths(threats)
        assert lengths.shortest(attacker, MOST) == slow.shortest(own, other, MOST)
        after = next((count for count in range(1, MOST) if slow.has_won(own, other, count)), None)
        assert lengths.shortest_after(attacker, MOST - 1) == after


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("number", range(sampled(25, 2)))
@pytest.mark.parametrize("board", LARGE)
def test_which_moves_win_in_time(board: tuple[int, int, int], number: int) -> None:
    """What wins by threats keeps the goal; what else does, wins after each reply; the rest is refuted."""
    puzzle = position(board, number)
    task, prover = replace(puzzle.task(), moves=MOST_PROVED), ThreatProver(puzzle.geometry)
    mine, theirs = stones(puzzle)
    slow = Lengths(Threats(*board))
    winning = [
        square
        for square in task.position.moves
        if slow.has_won(mine | bit(puzzle.geometry, square), theirs, MOST_PROVED - 1)
    ]
    assert prover.keeping(task, most=1) == winning[:2] or len(winning) < 2
    try:
        keeping = prover.keeping(task)
    except OutOfTime:
        return
    assert {*winning} <= {*keeping}
    for square in {*keeping} - {*winning}:
        after = mine | bit(puzzle.geometry, square)
        replies = [bit(puzzle.geometry, reply) for reply in task.after(square).position.moves]
        assert all(slow.wins(after, theirs | reply, MOST_PROVED - 1) for reply in replies)
    only = prover.only(task)
    assert only is None or keeping == [only]
    prover.close()


@pytest.mark.parametrize("number", range(sampled(20, 2)))
@pytest.mark.parametrize("board", LARGE[:3])
def test_what_becomes_of_a_win(board: tuple[int, int, int], number: int) -> None:
    puzzle = position(board, number)
    geometry, prover = puzzle.geometry, ThreatProver(puzzle.geometry)
    task = replace(puzzle.task(), moves=MOST_PROVED)
    rng = Random(number)
    slow = Lengths(Threats(*board))
    for square in rng.sample(task.position.moves, 4):
        mine, theirs = stones(puzzle)
        mine |= bit(geometry, square)
        answer = prover.judge(task, square)
        if slow.has_won(mine, theirs, MOST_PROVED - 1):
            assert answer.effect is MoveEffect.KEEPS
        if answer.is_lost:
            assert Wins(slow.threats).wins(theirs, mine)
        if answer.effect is MoveEffect.KEEPS and answer.line:
            replies = [bit(geometry, reply) for reply in task.after(square).position.moves]
            needed = [slow.shortest(mine, theirs | reply, MOST_PROVED - 1) or 0 for reply in replies]
            (reply,) = answer.line
            assert slow.shortest(mine, theirs | bit(geometry, reply), MOST_PROVED - 1) == max(needed)
        elif answer.effect is MoveEffect.LATE:
            assert MOST_PROVED < answer.moves <= MOST_PROVED + LATER
            assert slow.has_won(mine, theirs, answer.moves - 1)
            assert not slow.has_won(mine, theirs, answer.moves - 2)
        elif answer.effect is MoveEffect.LOSES and answer.line and not answer.is_lost:
            (reply,) = answer.line
            assert not slow.wins(mine, theirs | bit(geometry, reply), MOST_PROVED - 1)
    prover.close()


@pytest.mark.parametrize("number", range(sampled(20, 2)))
@pytest.mark.parametrize("board", LARGE[:1] + LARGE[3:4])
def test_which_moves_stop_the_other_side(board: tuple[int, int, int], number: int) -> None:
    puzzle = position(board, number)
    geometry, threats, prover = puzzle.geometry, Threats(*board), ThreatProver(puzzle.geometry)
    task = Task(puzzle.task().position, Goal.STOP, 1)
    mine, theirs = stones(puzzle)
    for square in task.position.moves[::5]:
        answer = prover.judge(task, square)
        after = mine | bit(geometry, square)
        is_lost = Wins(threats).wins(theirs, after)
        assert answer.is_lost == is_lost
        assert (answer.effect is MoveEffect.LOSES) == is_lost
        assert bool(answer.line) == is_lost
        if answer.effect is MoveEffect.KEEPS:
            assert Lengths(threats).shortest(theirs, after, STOP_MOVES) is None
    prover.close()


def test_a_move_that_threatens_on_two_lines_together_wins_too() -> None:
    """It makes neither a four nor a three, but next a stone that makes two fours on different lines."""
    (puzzle,) = from_text("7x6, 4 in a row, win in 3, rated 1500: f4 f2 c5 e5 d5 d3 e3 f3 c2 c1")
    prover, geometry = ThreatProver(puzzle.geometry), puzzle.geometry
    assert prover.judge(puzzle.task(), geometry.parse("a2")).effect is MoveEffect.KEEPS
    assert [geometry.name(square) for square in prover.keeping(puzzle.task())] == ["a2", "d2", "c4", "d4"]


# --- every move's exact value


def nearly_full(board: tuple[int, int, int], number: int) -> Puzzle:
    """A position with few empty squares as a puzzle."""
    rng = Random(f"{board} {number}")
    geometry = Geometry(*board)
    empty = rng.randrange(4, 10)
    return Puzzle(geometry, scattered(geometry, len(geometry.squares) - empty, rng), Goal.HOLD, 1, 1500)


@pytest.mark.parametrize("number", range(sampled(25, 2)))
@pytest.mark.parametrize("board", SMALL)
def test_what_moves_are_worth_on_small_boards(board: tuple[int, int, int], number: int) -> None:
    puzzle = nearly_full(board, number)
    values = ExactValues(*board)
    position, prover = puzzle.task().position, ExactProver()
    mine, theirs = stones(puzzle)
    moves = {square: bit(puzzle.geometry, square) for square in position.moves}
    worth = {square: values.value(mine, theirs, move) for square, move in moves.items()}
    assert prover.keeping(Task(position, Goal.HOLD, 1)) == [square for square in moves if worth[square] >= 0]
    for count in (2, 3):
        task = Task(position, Goal.WIN, count)
        winning = [s for s, move in moves.items() if values.has_won(mine | move, theirs, count - 1)]
        assert prover.keeping(task) == winning
        for square, move in moves.items():
            answer = prover.judge(task, square)
            if square in winning:
                assert answer.effect is MoveEffect.KEEPS
                replies = [bit(puzzle.geometry, reply) for reply in task.after(square).position.moves]
                needed = [_needed(values, mine | move, theirs | reply) for reply in replies]
                (reply,) = answer.line
                assert _needed(values, mine | move, theirs | bit(puzzle.geometry, reply)) == max(needed)
            else:
                assert answer.effect is (MoveEffect.LATE if worth[square] > 0 else MoveEffect.LOSES)
                assert answer.is_lost == (worth[square] < 0)
    prover.close()


def _needed(values: ExactValues, mine: int, theirs: int) -> int:
    return next(stones for stones in range(1, 20) if values.wins(mine, theirs, stones))


# --- puzzles that were shipped with a wrong verdict ----------------------------------------------------


QUICK = ((234, "h5"), (562, "g8"))
LONG = (
    *(
        (329, "f4"),
        (441, "g5"),
        (443, "k8"),
        (570, "g10"),
        (583, "c10"),
        (599, "e9"),
        (336, "i6"),
        (336, "i8"),
    ),
    *((344, "h5"), (383, "c7"), (446, "j5"), (616, "b4"), (616, "c5"), (238, "d3")),
)
TOO_LONG = (344, 446, 238)
"""Wins of these are not proved in the time that a try may take."""

CASES = (*QUICK, *(pytest.param(*case, marks=pytest.mark.slow) for case in LONG))


@pytest.mark.parametrize(("number", "square"), CASES)
def test_a_second_winning_move_is_not_refused(number: int, square: str) -> None:
    puzzle = removed().by_number(number)
    prover, tried = ThreatProver(puzzle.geometry), puzzle.geometry.parse(square)
    effect = prover.judge(puzzle.task(), tried).effect
    assert effect is (MoveEffect.UNKNOWN if number in TOO_LONG else MoveEffect.KEEPS)


@pytest.mark.parametrize(("number", "square"), QUICK)
def test_one_that_is_proved_counts_and_is_answered(number: int, square: str) -> None:
    puzzle = removed().by_number(number)
    task, prover, tried = puzzle.task(), ThreatProver(puzzle.geometry), puzzle.geometry.parse(square)
    answer = prover.judge(task, tried)
    assert answer.effect is MoveEffect.KEEPS
    (reply,) = answer.line
    rest = task.after(tried).after_reply(reply)
    assert prover.keeping(rest, most=0), "the rest is still won in time"
    assert prover.only(task) is None


@pytest.mark.parametrize(("number", "square"), [(292, "d2"), (400, "d10")])
def test_a_move_that_stops_the_threat_but_loses_is_not_praised(number: int, square: str) -> None:
    puzzle = removed().by_number(number)
    prover = ThreatProver(puzzle.geometry)
    assert prover.judge(puzzle.task(), puzzle.geometry.parse(square)).effect is MoveEffect.UNKNOWN


@pytest.mark.parametrize("number", [292, 400])
def test_a_puzzle_whose_stopping_move_loses_is_not_made_again(number: int) -> None:
    puzzle = removed().by_number(number)
    assert ThreatProver(puzzle.geometry).only(puzzle.task()) is None
