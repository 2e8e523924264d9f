"""The provers' answers, compared with code of the tests' own that shares nothing with them."""

from dataclasses import replace
from random import Random

import pytest

from tests.analysis.positions import bit
from tests.puzzles.attack_board import AttackBoard
from tests.puzzles.checked import stones
from tests.puzzles.forced_wins import ForcedWins, Lengths
from tests.puzzles.positions import scattered
from tests.support.sampling import sampled
from tests.support.truth import Truth
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vct import VCTLengths
from ttt_tui.engine import Geometry, Limit, Rules
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.collection import removed
from ttt_tui.puzzles.prover import ExactProver
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, MoveEffect, Puzzle, Task
from ttt_tui.puzzles.text import from_text
from ttt_tui.puzzles.threat_prover import LATER, ThreatProver

Sides = tuple[int, int, int]

LARGE: tuple[Sides, ...] = (
    *((7, 7, 4), (9, 9, 5), (12, 10, 5), (8, 7, 3), (11, 11, 6), (15, 15, 5), (10, 8, 5)),
)
SMALL: tuple[Sides, ...] = (*((3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 6, 4), (6, 6, 5)),)

MOST = 5
"""The most stones of a win that is looked for."""

MOST_PROVED = 4
"""The most stones of a win of which every other move is refuted."""


class Case:
    """A position as a puzzle, whose goal is for each test to choose, and as the tests' own code sees it."""

    def __init__(self, sides: Sides, number: int) -> None:
        rng = Random(f"{sides} {number}")
        self.geometry = Geometry(*sides)
        many = {3: (2, 6), 4: (4, 14)}.get(sides[2], (8, 28))
        played = scattered(self.geometry, rng.randrange(*many), rng)
        self.puzzle = Puzzle(self.geometry, played, Goal.WIN, MOST, 1500)
        self.task = replace(self.puzzle.task(), moves=MOST_PROVED)
        self.prover = ThreatProver(self.geometry)
        self.board, self.slow = AttackBoard(*sides), Lengths()
        mine, theirs = stones(self.puzzle)
        self.mine, self.theirs = self.board.position(mine, theirs), self.board.position(theirs, mine)
        self.moves = {square: bit(self.geometry, square) for square in self.task.position.moves}


# --- wins by fours and threes


@pytest.mark.sample(every=20)
@pytest.mark.parametrize("number", range(sampled(25, 2)))
@pytest.mark.parametrize("sides", LARGE)
def test_how_soon_a_win_comes(sides: Sides, number: int) -> None:
    case = Case(sides, number)
    threats = ThreatBoard(LineStates(case.geometry, 15), case.task.stones)
    lengths = VCTLengths(threats, Budget(Limit(), NEVER))
    for attacker, position in enumerate((case.mine, case.theirs)):
        slow = Lengths()
        assert lengths.shortest(attacker, MOST) == slow.shortest(position, MOST)
        after = next((count for count in range(1, MOST) if slow.has_won(position, count)), None)
        assert lengths.shortest_after(attacker, MOST - 1) == after


@pytest.mark.sample(every=18)
@pytest.mark.parametrize("number", range(sampled(25, 2)))
@pytest.mark.parametrize("sides", LARGE)
def test_which_moves_win_in_time(sides: Sides, number: int) -> None:
    """What wins by threats keeps the goal; what else does, wins after each reply; the rest is refuted."""
    case = Case(sides, number)
    after = {square: case.mine.with_attacker(move) for square, move in case.moves.items()}
    winning = [square for square in after if case.slow.has_won(after[square], MOST_PROVED - 1)]
    assert case.prover.keeping(case.task, most=1) == winning[:2] or len(winning) < 2
    try:
        keeping = case.prover.keeping(case.task)
    except OutOfTime:
        return
    assert {*winning} <= {*keeping}
    for square in {*keeping} - {*winning}:
        for reply in {*case.moves} - {square}:
            then = after[square].with_defender(case.moves[reply])
            assert case.slow.wins(then, MOST_PROVED - 1)
    only = case.prover.only(case.task)
    assert only is None or keeping == [only]


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("number", range(sampled(20, 2)))
@pytest.mark.parametrize("sides", LARGE[:3])
def test_what_becomes_of_a_win(sides: Sides, number: int) -> None:
    case = Case(sides, number)
    slow = case.slow
    for square in Random(number).sample(case.task.position.moves, 4):
        after = case.mine.with_attacker(case.moves[square])
        answer = case.prover.judge(case.task, square)
        then = {r: after.with_defender(move) for r, move in case.moves.items() if r != square}
        if slow.has_won(after, MOST_PROVED - 1):
            assert answer.effect is MoveEffect.KEEPS
        if answer.is_lost:
            assert ForcedWins(case.board).wins(case.theirs.with_defender(case.moves[square]))
        if answer.effect is MoveEffect.KEEPS and answer.line:
            needed = {r: slow.shortest(position, MOST_PROVED - 1) or 0 for r, position in then.items()}
            (reply,) = answer.line
            assert needed[reply] == max(needed.values())
        elif answer.effect is MoveEffect.LATE:
            assert MOST_PROVED < answer.moves <= MOST_PROVED + LATER
            assert slow.has_won(after, answer.moves - 1)
            assert not slow.has_won(after, answer.moves - 2)
        elif answer.effect is MoveEffect.LOSES and answer.line and not answer.is_lost:
            (reply,) = answer.line
            assert not slow.wins(then[reply], MOST_PROVED - 1)


@pytest.mark.parametrize("number", range(sampled(20, 2)))
@pytest.mark.parametrize("sides", LARGE[:1] + LARGE[3:4])
def test_which_moves_stop_the_other_side(sides: Sides, number: int) -> None:
    case = Case(sides, number)
    task = Task(case.task.position, Goal.STOP, 1)
    for square in task.position.moves[::5]:
        answer = case.prover.judge(task, square)
        after = case.theirs.with_defender(case.moves[square])
        is_lost = ForcedWins(case.board).wins(after)
        assert answer.is_lost == is_lost
        assert (answer.effect is MoveEffect.LOSES) == is_lost
        assert bool(answer.line) == is_lost
        if answer.effect is MoveEffect.KEEPS:
            assert case.slow.shortest(after, STOP_MOVES) is None


def test_a_small_board_on_which_stones_fall_is_proved() -> None:
    geometry = Geometry(4, 4, 3, Rules(drop=True))
    played = tuple(map(geometry.parse, ("b4", "b3")))
    prover = ExactProver()
    found = prover.goal(Puzzle(geometry, played, Goal.WIN, MOST, 1500).task().position, MOST)
    prover.close()
    assert found == (Goal.WIN, 2), "b4 and c4, or a4, and then a line to both sides"


def test_a_move_that_threatens_on_two_lines_together_wins_too() -> None:
    """It makes neither a four nor a three, but next a stone that makes two fours on different lines."""
    (puzzle,) = from_text("7x6, 4 in a row, win in 3, rated 1500: f4 f2 c5 e5 d5 d3 e3 f3 c2 c1")
    prover, geometry = ThreatProver(puzzle.geometry), puzzle.geometry
    assert prover.judge(puzzle.task(), geometry.parse("a2")).effect is MoveEffect.KEEPS
    assert [geometry.name(square) for square in prover.keeping(puzzle.task())] == ["a2", "d2", "c4", "d4"]


# --- every move's exact value


@pytest.mark.slow
@pytest.mark.parametrize("number", range(sampled(25, 2)))
@pytest.mark.parametrize("sides", SMALL)
def test_what_moves_are_worth_on_small_boards(sides: Sides, number: int) -> None:
    rng, geometry, values = Random(f"{sides} {number}"), Geometry(*sides), Truth(*sides)
    played = scattered(geometry, len(geometry.squares) - rng.randrange(4, 10), rng)
    puzzle = Puzzle(geometry, played, Goal.HOLD, 1, 1500)
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


def _needed(values: Truth, mine: int, theirs: int) -> int:
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


@pytest.mark.sample(every=2)
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


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(("number", "square"), [(292, "d2"), (400, "d10")])
def test_a_move_that_stops_the_threat_but_loses_is_not_praised(number: int, square: str) -> None:
    puzzle = removed().by_number(number)
    prover = ThreatProver(puzzle.geometry)
    assert prover.judge(puzzle.task(), puzzle.geometry.parse(square)).effect is MoveEffect.UNKNOWN
    assert prover.only(puzzle.task()) is None, "such a puzzle is not made again"
