"""The threats that a board keeps up to date, against what their definitions say, line by line."""

from random import Random

import pytest

from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.engine import Geometry, Square, squares_of


def told(board: ThreatBoard, plane: int, shift: int) -> set[Square]:
    """The squares of one player in one plane."""
    return set(squares_of(plane >> shift & board.mask))


def windows(geometry: Geometry, step: int) -> list[list[Square]]:
    """All runs of k squares in one direction."""
    k = geometry.line_length
    runs = [[square + i * step for i in range(k)] for square in geometry.squares]
    return [run for run in runs if all(square in geometry for square in run)]


def short_of(
    runs: list[list[Square]], mine: set[Square], yours: set[Square], missing: int
) -> list[set[Square]]:
    """The empty squares of each run without a stone of yours that lacks just so many of mine."""
    lacking = [set(run) - mine for run in runs if not yours & set(run)]
    return [empty for empty in lacking if len(empty) == missing]


def fours(runs: list[list[Square]], mine: set[Square], yours: set[Square]) -> set[Square]:
    """Where one stone makes a run lack just one."""
    return set().union(*short_of(runs, mine, yours, 2))


def opens(runs: list[list[Square]], mine: set[Square], yours: set[Square]) -> set[Square]:
    """Where one stone makes runs that can be completed on two squares."""
    return {
        square
        for square in fours(runs, mine, yours)
        if len(set().union(*(pair - {square} for pair in short_of(runs, mine, yours, 2) if square in pair)))
        > 1
    }


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("shape", [(5, 5, 3), (3, 7, 3), (6, 5, 4), (9, 9, 5), (8, 7, 6)])
def test_threats_are_what_their_definitions_say(shape: tuple[int, int, int]) -> None:
    random = Random(sum(shape))
    geometry = Geometry(*shape)
    lines = LineStates(geometry)
    straight = {step: windows(geometry, step) for step in geometry.directions}
    for _ in range(60):
        board = ThreatBoard(lines)
        stones: tuple[set[Square], set[Square]] = (set(), set())
        for square in random.sample(
            sorted(geometry.squares), random.randint(0, len(geometry.squares) * 2 // 3)
        ):
            player = random.randint(0, 1)
            stones[player].add(square)
            board.play(square, player)
        empty = set(geometry.squares) - stones[0] - stones[1]
        for player in (0, 1):
            mine, yours = stones[player], stones[1 - player]
            for plane, (step, runs) in zip(board.planes, straight.items(), strict=True):
                four, unstoppable = fours(runs, mine, yours), opens(runs, mine, yours)
                assert told(board, plane, board.five[player]) == set().union(
                    *short_of(runs, mine, yours, 1)
                ), step
                assert told(board, plane, board.four[player]) == four
                assert told(board, plane, board.opens[player]) == unstoppable
                assert told(board, plane, board.three[player]) == {
                    square for square in empty if opens(runs, mine | {square}, yours) - unstoppable
                }
                assert told(board, plane, board.builds[player]) == four.union(*short_of(runs, mine, yours, 3))
