"""The searches of the check of puzzles against brute force, on boards where that is possible."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.puzzles.attack_board import AttackBoard
from tests.puzzles.checked import stones
from tests.puzzles.continuous_threats import ContinuousThreats
from tests.puzzles.full_width import FullWidth
from tests.puzzles.positions import scattered
from tests.support.sampling import sampled
from tests.support.truth import Truth, singles
from ttt_tui.engine import Geometry
from ttt_tui.puzzles.puzzle import Goal, Puzzle

Sides = tuple[int, int, int]

MOST_EMPTY = {3: 18, 4: 16, 5: 20}
"""For each line length, squares that are left empty at most."""


def positions(board: Sides, seed: int, count: int) -> Iterator[tuple[int, int]]:
    """Give both sides' stones, as masks, in positions that can be searched by brute force."""
    rng = Random(f"{board} {seed}")
    geometry = Geometry(*board)
    squares = len(geometry.squares)
    fewest = max(2, squares - MOST_EMPTY[board[2]])
    most = 6 if board[2] == 3 else squares - 4  # with more it takes long to find one without a line
    for _ in range(count):
        played = scattered(geometry, rng.randrange(fewest, most + 1), rng)
        yield stones(Puzzle(geometry, played, Goal.WIN, 2, 1500))


BOARDS = ((5, 4, 3), (4, 4, 4), (5, 5, 4), (6, 6, 4), (6, 6, 5), (7, 7, 5), (8, 7, 5), (6, 9, 5))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(sampled(30, 1)))
@pytest.mark.parametrize("board", BOARDS)
def test_wins_with_so_many_stones_are_those_of_brute_force(board: Sides, seed: int) -> None:
    exact, attack_board = Truth(*board), AttackBoard(*board)
    for mine, theirs in positions(board, seed, 4):
        search, position = FullWidth(attack_board), attack_board.position(mine, theirs)
        most = 6 if position.empty.bit_count() <= 12 else 4
        for count in range(1, most + 1):
            assert (search.wins(position, count) > 0) == exact.wins(mine, theirs, count)
        for move in singles(position.empty):
            after = position.with_attacker(move)
            for count in (most - 1, 2):
                assert (search.has_won(after, count) > 0) == exact.has_won(mine | move, theirs, count)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(sampled(30, 1)))
@pytest.mark.parametrize("board", BOARDS)
def test_stones_outside_a_zone_do_not_change_the_win(board: Sides, seed: int) -> None:
    rng = Random(f"zones {board} {seed}")
    exact, attack_board = Truth(*board), AttackBoard(*board)
    for mine, theirs in positions(board, seed, 4):
        search, position = FullWidth(attack_board), attack_board.position(mine, theirs)
        for extra in (1, 2, 3):
            for move in singles(position.empty):
                zone = search.has_won(position.with_attacker(move), 3, extra)
                outside = singles(position.empty & ~zone & ~move)
                if zone and len(outside) >= extra:
                    more = sum(rng.sample(outside, extra))
                    assert exact.has_won(mine | move, theirs | more, 3)
            zone = search.wins(position, 4, extra)
            outside = singles(position.empty & ~zone)
            if zone and len(outside) >= extra:
                assert exact.wins(mine, theirs | sum(rng.sample(outside, extra)), 4)


class PlainThreats:
    """Wins by fours and by threats of such wins, from the definition, with every reply of the defender's."""

    def __init__(self, board: Sides) -> None:
        self.exact = Truth(*board)
        self.fours = cache(self._fours)
        self.wins = cache(self._wins)

    def _fours(self, mine: int, theirs: int) -> bool:
        if self.exact.completing(mine, theirs):
            return True
        must = self.exact.completing(theirs, mine)
        for move in singles(must or self.exact.board & ~mine & ~theirs):
            replies = self.exact.completing(mine | move, theirs)
            if not replies or self.exact.completing(theirs, mine | move):
                continue
            if all(self.fours(mine | move, theirs | reply) for reply in singles(replies)):
                return True
            if replies & replies - 1:
                return True
        return False

    def _wins(self, mine: int, theirs: int) -> bool:
        if self.fours(mine, theirs):
            return True
        empty = self.exact.board & ~mine & ~theirs
        must = self.exact.completing(theirs, mine)
        for move in singles(must or empty):
            after = mine | move
            if self.exact.completing(theirs, after) or not self.fours(after, theirs):
                continue
            if all(self.wins(after, theirs | reply) for reply in singles(empty & ~move)):
                return True
        return False


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(sampled(40, 2)))
@pytest.mark.parametrize("board", [(5, 5, 4), (6, 5, 4), (6, 6, 5), (5, 4, 3)])
def test_continuous_threats_are_all_found_and_win(board: Sides, seed: int) -> None:
    plain, attack_board = PlainThreats(board), AttackBoard(*board)
    for mine, theirs in positions(board, seed, 4):
        if board[0] * board[1] - (mine | theirs).bit_count() > 13:
            continue
        position = attack_board.position(mine, theirs)
        search = ContinuousThreats(attack_board)
        zone = search.fours(position)
        assert (zone > 0) == plain.fours(mine, theirs)
        for square in singles(position.empty & ~zone) if zone else ():
            assert plain.fours(mine, theirs | square)
        wins = search.wins(position)
        assert wins >= plain.wins(mine, theirs)  # it also finds some without threats
        assert wins <= plain.exact.wins(mine, theirs)
