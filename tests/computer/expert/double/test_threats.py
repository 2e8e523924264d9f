"""Threats with two stones a turn, and the stones that stop them, against trying everything."""

from itertools import combinations
from random import Random

import pytest

from tests.computer.expert.double.brute_force import BruteForce, random_position
from tests.support.sampling import sampled
from ttt_tui.computer.expert.double.board import TurnBoard
from ttt_tui.computer.expert.double.tracks import MANY, Tracks, fewest_hitting, first_hits, hitting_pairs
from ttt_tui.engine import Geometry, Mask, Rules, mask_of, squares_of

BOARDS = [
    Geometry(columns, rows, k, Rules.parse(words))
    for columns, rows, k, words in (
        (7, 6, 5, "double"),
        (9, 9, 6, "double"),
        (5, 5, 3, "double"),
        (7, 7, 4, "double, exactly"),
        (6, 5, 4, "double, torus"),
        (5, 5, 5, "double, torus"),
        (4, 6, 4, "double, torus"),
    )
]


def hits(needs: list[Mask], squares: tuple[int, ...]) -> bool:
    return all(need & mask_of(squares) for need in needs)


def test_hitting_sets_are_those_of_trying_all_pairs() -> None:
    rng = Random("hits")
    for _ in range(400):
        pool = range(rng.randint(3, 8))
        needs = [mask_of(rng.sample(pool, rng.randint(1, 2))) for _ in range(rng.randint(1, 6))]
        ones = [square for square in pool if hits(needs, (square,))]
        pairs = [pair for pair in combinations(pool, 2) if hits(needs, pair)]
        fewest = fewest_hitting(needs)
        assert fewest == (1 if ones else 2 if pairs else MANY)
        assert sorted(squares_of(first_hits(needs, 1))) == ones
        firsts = set(squares_of(first_hits(needs, 2)))
        assert bool(firsts) == (fewest < MANY)
        assert all(firsts & set(pair) for pair in pairs), "each turn that stops all has such a first stone"
        assert all(any(one in pair for pair in pairs) for one in firsts)
        if fewest == 2:
            assert sorted(hitting_pairs(needs)) == sorted(map(mask_of, pairs))


@pytest.mark.sample(every=10)
@pytest.mark.parametrize("geometry", BOARDS, ids=str)
def test_threats_are_the_lines_that_a_turn_completes(geometry: Geometry) -> None:
    rng = Random(f"threats {geometry}")
    truth, tracks = BruteForce(geometry), Tracks(geometry, 1.0)
    for _ in range(sampled(20, 3)):
        position = random_position(geometry, rng.randint(6, len(geometry.squares) - 3), rng)
        board = TurnBoard(tracks, position)
        free = list(squares_of(position.empty))
        for player, seat in enumerate(position.in_turn()):
            mine = truth.mask(position, seat)
            expected: set[Mask] = set()
            for size in (1, 2):
                for chosen in combinations(free, size):
                    bits = [truth.bit((geometry.column(square), geometry.row(square))) for square in chosen]
                    if truth.has_line(mine | sum(bits)):
                        expected.add(mask_of(chosen))
            needs = board.needs(player)
            assert minimal(needs) == minimal(expected)
            for count in (1, 2):
                squares = tuple(rng.sample(free, count))
                foretold = board.needs_after(player, squares)
                before = board.value(0), board.value(1), board.gains, board.stones.copy()
                for square in squares:
                    board.play(square, player)
                assert sorted(board.needs(player)) == sorted(foretold)
                for _ in squares:
                    board.undo()
                assert (board.value(0), board.value(1), board.gains, board.stones) == before
                assert sorted(board.needs(player)) == sorted(needs)


def minimal(needs: set[Mask] | list[Mask]) -> set[Mask]:
    return {need for need in needs if not any(other != need and other & need == other for other in needs)}


def test_a_board_is_the_same_however_it_came_about() -> None:
    geometry = Geometry(9, 9, 6, Rules(per_turn=2))
    rng = Random("same")
    tracks = Tracks(geometry, 0.01)  # so little that states are forgotten on the way
    position = random_position(geometry, 40, rng)
    one = TurnBoard(tracks, position)
    free = list(squares_of(position.empty))
    for square in rng.sample(free, 20):
        one.play(square, rng.randint(0, 1))
    for _ in range(20):
        one.undo()
    other = TurnBoard(Tracks(geometry, 1.0), position)
    assert (one.value(0), one.value(1), one.gains) == (other.value(0), other.value(1), other.gains)
    assert (one.ply, one.stones) == (other.ply, other.stones)
    assert [state.pattern for state in one.now] == [state.pattern for state in other.now]
    assert one.best_squares(0, 5) == other.best_squares(0, 5)
