"""Threats and the evaluation, against the same recomputed from scratch, line by line and square by square."""

from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.computer.expert.two_player import weights
from ttt_tui.computer.expert.two_player.evaluation import MOST_FOURS, MOST_THREES, evaluate
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.engine import Geometry, Square, squares_of

Runs = list[list[Square]]

SHAPES = [(5, 5, 3), (3, 7, 3), (6, 5, 4), (9, 9, 5), (15, 15, 5), (8, 7, 6), (9, 11, 7)]


def windows(geometry: Geometry, step: int) -> Runs:
    """All runs of k squares in one direction."""
    k = geometry.line_length
    runs = [[square + i * step for i in range(k)] for square in geometry.squares]
    return [run for run in runs if all(square in geometry for square in run)]


def short_of(runs: Runs, mine: set[Square], yours: set[Square], missing: int) -> list[set[Square]]:
    """The empty squares of each run without a stone of yours that lacks just so many of mine."""
    lacking = [set(run) - mine for run in runs if not yours & set(run)]
    return [empty for empty in lacking if len(empty) == missing]


def fours(runs: Runs, mine: set[Square], yours: set[Square]) -> set[Square]:
    """Where one stone makes a run lack just one."""
    return set().union(*short_of(runs, mine, yours, 2))


def opens(runs: Runs, mine: set[Square], yours: set[Square]) -> set[Square]:
    """Where one stone makes runs that can be completed on two squares."""
    return {
        square
        for square in fours(runs, mine, yours)
        if len(set().union(*(pair - {square} for pair in short_of(runs, mine, yours, 2) if square in pair)))
        > 1
    }


def strength(runs: Runs, square: Square, mine: set[Square], yours: set[Square]) -> int:
    """What a stone of mine on an empty square does along the lines of these runs of k squares."""
    k = len(runs[0])
    near = [run for run in runs if square in run and not yours & set(run)]

    def windows_short_of(missing: int) -> int:
        """With a stone of mine at least."""
        return sum(len(set(run) - mine) == missing for run in near) if missing < k else 0

    completes = any(len(set(run) - mine) == 1 for run in near)
    unstoppable = opens(runs, mine, yours)
    four = square in fours(runs, mine, yours)
    three = bool(opens(runs, mine | {square}, yours) - unstoppable)
    if completes or square in unstoppable:
        return 63
    if four:
        return 56 if three else 52
    if three:
        return 19 if windows_short_of(3) > 2 else 18
    if windows_short_of(3):
        return 7 if windows_short_of(3) > 2 else 5
    return 2 if windows_short_of(4) > 2 else min(windows_short_of(4), 1)


def positions(geometry: Geometry, count: int) -> list[tuple[set[Square], set[Square]]]:
    random = Random(f"{geometry.columns} {geometry.rows} {geometry.line_length}")
    found = []
    for _ in range(count):
        stones: tuple[set[Square], set[Square]] = (set(), set())
        most = min(len(geometry.squares) * 2 // 3, 60)
        for square in random.sample(sorted(geometry.squares), random.randint(0, most)):
            stones[random.randint(0, 1)].add(square)
        found.append(stones)
    return found


def board_with(lines: LineStates, stones: tuple[set[Square], set[Square]]) -> ThreatBoard:
    """A board on which those stones were put one by one, and others put and taken back between."""
    board = ThreatBoard(lines)
    random = Random(1)
    free = sorted(set(lines.geometry.squares) - stones[0] - stones[1])
    for player in (0, 1):
        for square in stones[player]:
            if free:
                board.play(random.choice(free), random.randint(0, 1))
                board.undo()
            board.play(square, player)
    return board


@pytest.mark.slow
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape[:2] < (15, 15)])
def test_threats_are_what_their_definitions_say(shape: tuple[int, int, int]) -> None:
    geometry = Geometry(*shape)
    lines = LineStates(geometry)
    straight = [windows(geometry, step) for step in geometry.directions]
    for stones in positions(geometry, 60):
        board = board_with(lines, stones)
        empty = set(geometry.squares) - stones[0] - stones[1]
        for player in (0, 1):
            mine, yours = stones[player], stones[1 - player]
            for plane, runs in zip(board.planes, straight, strict=True):
                four, unstoppable = fours(runs, mine, yours), opens(runs, mine, yours)
                expected = {
                    "five": set().union(*short_of(runs, mine, yours, 1)),
                    "four": four,
                    "opens": unstoppable,
                    "three": {s for s in empty if opens(runs, mine | {s}, yours) - unstoppable},
                    "builds": four.union(*short_of(runs, mine, yours, 3)),
                }
                for name, squares in expected.items():
                    shift = getattr(board, name)[player]
                    assert set(squares_of(plane >> shift & board.mask)) == squares, name


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_strengths_and_worth_are_what_is_recomputed_from_scratch(shape: tuple[int, int, int]) -> None:
    geometry = Geometry(*shape)
    lines = LineStates(geometry)
    straight = [windows(geometry, step) for step in geometry.directions]
    straight = [runs for runs in straight if runs]
    for stones in positions(geometry, sampled(4, 1) if len(geometry.squares) > 100 else sampled(20, 6)):
        board = board_with(lines, stones)
        empty = set(geometry.squares) - stones[0] - stones[1]
        for player in (0, 1):
            sides = [(stones[player], stones[1 - player]), (stones[1 - player], stones[player])]
            total = weights.TURN
            for (mine, yours), told, table in zip(
                sides, board.strengths_of(player), (weights.MINE, weights.YOURS), strict=True
            ):
                slow = {s: sum(strength(runs, s, mine, yours) for runs in straight) for s in empty}
                assert {s: told[s] for s in empty} == slow
                assert not any(told[s] for s in stones[0] | stones[1])
                total += sum(table[each] for each in slow.values())
            threatened = any(opens(runs, *sides[1]) for runs in straight)
            for (mine, yours), table in zip(
                sides, (weights.INITIATIVE_MINE, weights.INITIATIVE_YOURS), strict=True
            ):
                making_four = set().union(*(fours(runs, mine, yours) for runs in straight))
                making_three = {
                    s
                    for runs in straight
                    for s in empty
                    if opens(runs, mine | {s}, yours) - opens(runs, mine, yours)
                }
                row = threatened * (MOST_FOURS + 1) + min(len(making_four), MOST_FOURS)
                total += table[row * (MOST_THREES + 1) + min(len(making_three), MOST_THREES)]
            anywhere, _ = board.threats()
            assert evaluate(board, player, anywhere) == total


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_the_order_is_of_all_empty_squares_where_there_is_something_to_make(
    shape: tuple[int, int, int],
) -> None:
    geometry = Geometry(*shape)
    lines = LineStates(geometry)
    for stones in positions(geometry, 10):
        board = board_with(lines, stones)
        for player in (0, 1):
            mine, yours = board.strengths_of(player)
            promise = board.promise(player)
            assert len(promise) == board.bits
            for square in range(board.bits):
                expected = weights.PROMISE_MINE[mine[square]] + weights.PROMISE_YOURS[yours[square]]
                assert promise[square] == expected
                assert (promise[square] > 0) == (mine[square] + yours[square] > 0)


def test_every_strength_has_a_weight_that_fits_its_byte() -> None:
    for table in (weights.MINE, weights.YOURS):
        assert len(table) == 253
        assert all(-128 <= weight < 128 for weight in table)
        assert table[0] == 0
    for table in (weights.PROMISE_MINE, weights.PROMISE_YOURS):
        assert len(table) == 253
        assert table[0] == 0
        assert all(0 < promise < 128 for promise in table[1:])
    for table in (weights.INITIATIVE_MINE, weights.INITIATIVE_YOURS):
        assert len(table) == 2 * (MOST_FOURS + 1) * (MOST_THREES + 1)
