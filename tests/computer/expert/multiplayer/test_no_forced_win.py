"""Among many nobody can win by force: a pairing stops whoever tries, found on every line of every board.

Two squares of a pair are next to each other. Whoever stops places on the other square of each pair of which
the one who is stopped took one; so that one never has both, and completes no line that has a pair on it. It
needs a stone for each pair that a square is in, and the others have as many stones as there are others before
the one who is stopped moves again. So it holds for longer lines and for more players, too. That is the
pairing strategy of A. W. Hales and R. I. Jewett ("Regularity and positional games", 1963), with several
stones a turn, on boards without end.
"""

import pytest

from tests.support.reference import STEPS, Cell, lines

RIGHT, DOWN, FALLING, RISING = STEPS

PAIRINGS = {
    3: (4, {RIGHT: (0, 0), FALLING: (0, 2), DOWN: (1, 0), RISING: (1, 2)}),
    4: (3, {RIGHT: (0, 0), FALLING: (0, 1), RISING: (0, 2), DOWN: (1, 0)}),
    5: (2, {RIGHT: (0, 0), FALLING: (0, 0), RISING: (0, 0), DOWN: (1, 0)}),
}
"""For so many players every how many squares a pair begins, and in each direction by which of a square's
coordinates (0 the column, 1 the row) that is counted, and from which remainder."""


def pair(cell: Cell, direction: Cell, players: int) -> frozenset[Cell] | None:
    """The pair in this direction that a square is in, None if it is in none."""
    period, begins = PAIRINGS[players]
    axis, first = begins[direction]
    place = (cell[axis] - first) % period
    if place > 1:
        return None
    sign = (1 if place == 0 else -1) * direction[axis]
    return frozenset((cell, (cell[0] + sign * direction[0], cell[1] + sign * direction[1])))


@pytest.mark.parametrize(("players", "k"), [(3, 5), (4, 4), (5, 3)])
def test_every_line_has_a_pair_on_it_and_no_square_is_in_more_pairs_than_there_are_others(
    players: int, k: int
) -> None:
    size = 20  # lines of smaller boards, and parts of longer lines, are among these
    for line in lines(size, size, k):
        direction = line[1][0] - line[0][0], line[1][1] - line[0][1]
        pairs = [pair(cell, direction, players) for cell in line]
        assert any(found and found <= set(line) for found in pairs)
    for column in range(size):
        for row in range(size):
            pairs = [pair((column, row), direction, players) for direction in PAIRINGS[players][1]]
            found = [each for each in pairs if each]
            assert len(found) <= players - 1
            for each, direction in zip(pairs, PAIRINGS[players][1], strict=True):
                assert each is None or all(pair(cell, direction, players) == each for cell in each)
