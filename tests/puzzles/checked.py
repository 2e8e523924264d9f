"""Proves a puzzle again, from nothing but the rules: what it says is true, or what about it is not.

Small boards are looked through by `exact_values`, large ones by `forced_wins`.
"""

from tests.puzzles.exact_values import ExactValues
from tests.puzzles.forced_wins import Lengths, Wins
from tests.puzzles.masks import singles
from tests.puzzles.scanned_threats import Threats
from ttt_tui.puzzles.puzzle import Goal, Puzzle

SMALL = 36
"""Squares up to which every move's exact value is meant."""

MOST_LOOKS = 10_000_000
"""How many positions may be looked at for a puzzle on a large board: ten minutes. Most take some hundred."""


def fault(puzzle: Puzzle, most_looks: int = MOST_LOOKS) -> str | None:
    """Return what is wrong with a puzzle, None if it is proved; raises `TooHard` after so many looks."""
    small = puzzle.geometry.columns * puzzle.geometry.rows <= SMALL
    return _fault_of_small(puzzle) if small else _fault_of_large(puzzle, most_looks)


def _fault_of_small(puzzle: Puzzle) -> str | None:
    geometry = puzzle.geometry
    values = ExactValues(geometry.columns, geometry.rows, geometry.line_length)
    mine, theirs = stones(puzzle)
    if values.completing(mine, theirs) | values.completing(theirs, mine):
        return "a line lacks one square"
    found = [values.value(mine, theirs, move) for move in singles(values.board & ~mine & ~theirs)]
    counts = found.count(1), found.count(0), found.count(-1)
    if puzzle.goal is Goal.HOLD:
        is_so = counts[:2] == (0, 1) and counts[2] > 0
        return None if is_so else "{} moves win, {} draw, {} lose".format(*counts)
    if counts[0] != 1 or sum(counts) == 1:
        return "{} moves win, {} draw, {} lose".format(*counts)
    shortest = next(stones for stones in range(1, 36) if values.wins(mine, theirs, stones))
    return None if shortest == puzzle.moves else f"the win takes {shortest} moves"


def _fault_of_large(puzzle: Puzzle, most_looks: int) -> str | None:
    geometry = puzzle.geometry
    threats = Threats(geometry.columns, geometry.rows, geometry.line_length, most_looks=most_looks)
    mine, theirs = stones(puzzle)
    if any(shape.completes for shape in threats.shapes(mine, theirs)):
        return "a line lacks one square"
    moves = singles(threats.board & ~mine & ~theirs)
    if puzzle.goal is Goal.STOP:
        return _fault_of_stop(threats, mine, theirs)
    lengths = Lengths(threats)
    if sooner := lengths.shortest(mine, theirs, puzzle.moves - 1):
        return f"the win takes {sooner} moves"
    found = [move for move in moves if lengths.has_won(mine | move, theirs, puzzle.moves - 1)]
    return None if len(found) == 1 else f"{len(found)} moves win"


def _fault_of_stop(threats: Threats, mine: int, theirs: int) -> str | None:
    holding = 0
    for move in singles(threats.board & ~mine & ~theirs):
        holding += not Wins(threats).wins(theirs, mine | move)
        if holding > 1:
            return "more than one move leaves the other side no win"
    return None if holding else "no move leaves the other side no win"


def stones(puzzle: Puzzle) -> tuple[int, int]:
    """The stones of the player to move and the other side's, a bit for each square in reading order."""
    geometry = puzzle.geometry
    both = [0, 0]
    for ply, square in enumerate(puzzle.played):
        both[ply % 2] |= 1 << geometry.number(square) - 1
    return both[len(puzzle.played) % 2], both[1 - len(puzzle.played) % 2]
