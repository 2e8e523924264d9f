"""Wins by threats: against brute force on small boards, and against every defence on large ones."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest

from tests.computer.expert.solver.brute_force import (
    Size,
    budget,
    has_line,
    indices,
    lines_at,
    position,
)
from tests.support.sampling import sampled
from ttt_tui.computer.base import Value
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.questions import side_of
from ttt_tui.computer.expert.solver.residuals import Residuals
from ttt_tui.computer.expert.solver.solver import Solution, Solver
from ttt_tui.computer.expert.solver.symmetry import Symmetries
from ttt_tui.computer.expert.solver.threat_search import ThreatSearch
from ttt_tui.engine import Geometry

# --- small boards


def searching(size: Size) -> ThreatSearch:
    lines = Residuals(Geometry(*size))
    return ThreatSearch(Symmetries(lines), Fours(lines, 1.0), 1.0)


def other(player: str) -> str:
    return "XO"[player == "X"]


@cache
def wins_within(size: Size, board: str, attacker: str, plies: int) -> bool:
    """Whether the attacker, to move, has a line after so many plies at most, by brute force."""
    after = [board[:i] + attacker + board[i + 1 :] for i, cell in enumerate(board) if cell == "."]
    empty = [i for i, cell in enumerate(board) if cell == "."]
    if any(has_line(size, child, i) for i, child in zip(empty, after, strict=True)):
        return True
    return plies > 2 and any(holds_within(size, child, attacker, plies - 1) for child in after)


def holds_within(size: Size, board: str, attacker: str, plies: int) -> bool:
    """Whether the attacker has a line after so many plies at most, the defender being to move."""
    for i, cell in enumerate(board):
        if cell == ".":
            child = board[:i] + other(attacker) + board[i + 1 :]
            if has_line(size, child, i) or not wins_within(size, child, attacker, plies - 1):
                return False
    return "." in board


def sparse_boards(size: Size, most_stones: int, seed: int) -> Iterator[tuple[str, str]]:
    """Give boards for ever, with few stones and none of a player's far more, and who is to move."""
    dice = Random(seed)
    squares = size[0] * size[1]
    while True:
        cells = ["."] * squares
        for number, index in enumerate(dice.sample(range(squares), dice.randint(2, most_stones))):
            cells[index] = "XO"[number % 2]
        yield "".join(cells), dice.choice("XO")


SAMPLES = [((6, 4, 4), 9, 15), ((5, 5, 4), 10, 15), ((6, 5, 4), 8, 15)]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "most_stones", "count"), SAMPLES)
def test_each_win_is_one_by_brute_force_with_any_stone_outside_its_zone(
    size: Size, most_stones: int, count: int
) -> None:
    search, squares = searching(size), Geometry(*size).squares
    dice, count = Random(3), sampled(count, 2)
    shown = {"fours": 0, "threats": 0, "defend": 0}
    for board, mover in sparse_boards(size, most_stones, seed=13):
        here = position(size, board, mover)
        if min(shown.values()) >= count:
            break
        if any(here.completing(player) for player in (0, 1)) or any(
            map(search.lines.geometry.has_line, here.stones)
        ):
            continue
        mine, theirs, empty = side_of(search.lines, here)
        found = search.attack(mine, theirs, empty, 3, budget())
        kind = "fours" if found and found.spoilers is not None else "threats"
        for name, win, holds, attacker in (
            (kind, found, wins_within, mover),
            ("defend", search.defend(theirs, mine, empty, 3, budget()), holds_within, other(mover)),
        ):
            if win is None or shown[name] >= count:
                continue
            shown[name] += 1
            assert len(win.pv) <= win.plies <= 6
            assert holds(size, board, attacker, win.plies), (board, mover)
            outside = [
                i for i, square in enumerate(squares) if board[i] == "." and not win.zone >> square & 1
            ]
            for index in dice.sample(outside, min(len(outside), 4)):
                more = board[:index] + other(attacker) + board[index + 1 :]
                assert holds(size, more, attacker, win.plies), (board, mover, index)
                wins_within.cache_clear()  # it takes all memory otherwise


@pytest.mark.parametrize(("size", "moves"), [((4, 4, 3), ""), ((4, 4, 3), "a1 a2"), ((5, 4, 3), "a1 b1")])
def test_a_free_move_wins_by_brute_force(size: Size, moves: str) -> None:
    search, geometry = searching(size), Geometry(*size)
    stones = [geometry.squares.index(geometry.parse(name)) for name in moves.split()]
    board = "".join("XO"[stones.index(i) % 2] if i in stones else "." for i in range(len(geometry.squares)))
    side = side_of(search.lines, position(size, board, "X"))
    win = search.attack(*side, 3, budget())
    assert win is not None
    assert win.plies == 5
    index = geometry.squares.index(win.pv[0])
    assert holds_within(size, board[:index] + "X" + board[index + 1 :], "X", win.plies - 1)
    assert search.attack(*side, 2, budget()) is None
    wins_within.cache_clear()


# --- large boards


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("size", [(15, 15, 4), (12, 12, 4), (20, 7, 4), (20, 20, 4)])
def test_the_width_of_a_board_costs_hardly_any_nodes(size: Size) -> None:
    nodes = {}
    for here in ((7, 7, 4), size):
        spent = budget(nodes=20_000)
        found = Solver(Geometry(*here)).solve(position(here, "." * (here[0] * here[1]), "X"), spent)
        assert found.value is Value.WIN
        nodes[here] = spent.nodes
    assert nodes[size] < 3 * nodes[7, 7, 4]


@pytest.mark.slow
def test_the_side_to_move_loses_where_the_other_one_has_begun() -> None:
    size = (20, 20, 4)
    board = "." * 189 + "O" + "." * 210
    found = Solver(Geometry(*size)).solve(position(size, board, "X"), budget(nodes=20_000))
    assert (found.value, found.plies) == (Value.LOSS, 10)
    assert len(found.best) == 1


@dataclass
class Checker:
    """Walks through every defence of a win, and trusts nothing but the rules and fours that it replays."""

    size: Size
    solver: Solver
    replayed: int = 0
    asked: int = 0

    def solved(self, board: str) -> Solution:
        self.asked += 1
        found = self.solver.solve(position(self.size, board, "X"), budget(nodes=60_000))
        assert found.value is Value.WIN, board
        return found

    def wins(self, board: str, reply: int, promised: int) -> int:
        """Return in how many plies at most X wins with the solver's moves after this reply of O's."""
        found = self.solved(board)
        assert found.plies is not None
        assert found.plies <= promised, board
        line = indices(self.size, found.pv)
        if longest := self.replay(board, reply, line):
            return longest
        threats = self.completing(board, reply, "O")
        assert threats <= {line[0]}, board
        after = board[: line[0]] + "X" + board[line[0] + 1 :]
        assert not has_line(self.size, after, line[0]), "a line of one move is replayed"
        longest = 1 + self.holds(after, line[0], found.plies - 1)
        assert longest <= found.plies
        return longest

    def holds(self, board: str, move: int, promised: int, replies: list[int] | None = None) -> int:
        """Return in how many plies at most X wins after these replies to a move, all if none are given.

        O has nothing that one stone completes.
        """
        if fours := self.completing(board, move, "X"):
            replies = [min(fours)]  # any other loses at once
        elif replies is None:
            replies = [index for index, square in enumerate(board) if square == "."]
        line = indices(self.size, self.solved(board).pv)  # after a pass
        longest = 0
        for reply in replies:
            after = board[:reply] + "O" + board[reply + 1 :]
            assert not has_line(self.size, after, reply), (board, reply)
            plies = self.replay(after, reply, line) or self.wins(after, reply, promised - 1)
            longest = max(longest, 1 + plies)
        return longest

    def completing(self, board: str | list[str], index: int, player: str) -> set[int]:
        """The squares where a stone completes a line through this one."""
        found = set()
        for line in lines_at(self.size)[index]:
            empty = [i for i in line if board[i] == "."]
            if len(empty) == 1 and all(board[i] in (player, ".") for i in line):
                found.add(empty[0])
        return found

    def replay(self, board: str, reply: int, line: list[int]) -> int:
        """Return in how many plies X wins by this line, each move of which forces the next, or 0."""
        cells = list(board)
        for ply in range(0, len(line), 2):
            threats = self.completing(cells, reply, "O") - {line[ply]}
            if cells[line[ply]] != ".":
                return 0
            cells[line[ply]] = "X"
            if has_line(self.size, "".join(cells), line[ply]):
                self.replayed += 1
                return ply + 1
            fours = self.completing(cells, line[ply], "X")
            if threats or not fours:
                return 0
            if len(fours) > 1:
                self.replayed += 1
                return ply + 3
            (reply,) = fours
            if reply != line[ply + 1]:
                return 0
            cells[reply] = "O"
        return 0


@pytest.mark.slow
@pytest.mark.parametrize(("size", "every"), [((8, 8, 4), 1), ((9, 9, 4), 2), ((15, 15, 4), 12)])
def test_every_defence_loses_as_promised(size: Size, every: int) -> None:
    """All replies to the first move where `every` is 1, else the nearest ones and some of the others."""
    check_defences(size, every)


@pytest.mark.slow
def test_some_defences_on_a_large_board_lose_as_promised() -> None:
    check_defences((15, 15, 4), 110, nearest=1)


def check_defences(size: Size, every: int, nearest: int = 12) -> None:
    columns, rows, _ = size
    board = "." * (columns * rows)
    checker = Checker(size, Solver(Geometry(*size)))
    found = checker.solver.solve(position(size, board, "X"), budget(nodes=60_000))
    assert found.plies is not None
    (first,) = indices(size, found.best)
    after = board[:first] + "X" + board[first + 1 :]

    def distance(index: int) -> int:
        return max(abs(index % columns - first % columns), abs(index // columns - first // columns))

    replies = sorted((index for index in range(len(board)) if index != first), key=distance)
    others = replies[nearest:]
    Random(1).shuffle(others)
    assert (
        1 + checker.holds(after, first, found.plies - 1, replies[:nearest] + others[::every]) <= found.plies
    )
    assert checker.replayed > checker.asked > 10, (checker.replayed, checker.asked)
