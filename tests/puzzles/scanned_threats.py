"""Fours and threes once more, from their definitions. It shares no code with the program.

A *window* is k squares in a row. The attacker's stone is

- a *four* if then some empty square completes a window;
- a *three* if then, along one line of the board, a second stone would make it two such squares at once, and
  it would not have done so before.

The attacker plays fours and threes only, or the one square where the defender would complete a window, and
after each of its stones has to threaten: to complete a window, or to make two completing squares with one
stone. The defender may answer with any stone; a window of its own that it completes, or that the attacker
cannot stop, ends the attack.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.puzzles.masks import singles, union
from tests.support.reference import STEPS, Cell


class Shape(NamedTuple):
    """Where, on a line of the board or on all of it, a stone of one side …"""

    completes: int
    """… completes a window."""
    fours: int
    """… makes a completing square."""
    doubles: int
    """… makes two or more."""
    threes: int
    """… makes a square, on the same line, where the next stone makes two or more."""


NOTHING = Shape(0, 0, 0, 0)


class Line:
    """A row, column or diagonal of the board, at least k squares long."""

    def __init__(self, squares: list[int], k: int) -> None:
        self.squares = squares
        self.mask = sum(squares)
        self.windows = [sum(squares[i : i + k]) for i in range(len(squares) - k + 1)]
        self._known: dict[tuple[int, int], tuple[Shape, Shape]] = {}

    def shapes(self, first: int, second: int) -> tuple[Shape, Shape]:
        """What this line tells of both sides, whose stones these are."""
        key = first & self.mask, second & self.mask
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self.shape(*key), self.shape(key[1], key[0])
        return known

    def shape(self, mine: int, theirs: int) -> Shape:
        """What this line tells of the side with the first stones, as long as that completes nothing."""
        # With two stones, nothing else can be made of a window than of one that three are wanting in.
        lacking = [window & ~mine for window in self.windows if not window & theirs]
        empty = singles(union(lacked for lacked in lacking if lacked.bit_count() <= 3))
        fours = doubles = threes = 0
        for square in empty:
            count = self.completing(mine | square, theirs).bit_count()
            fours |= square * (count > 0)
            doubles |= square * (count > 1)
        for square in empty:
            for other in empty:
                is_new = other != square and not doubles & other
                if is_new and self.completing(mine | square | other, theirs).bit_count() > 1:
                    threes |= square
        return Shape(self.completing(mine, theirs), fours, doubles, threes)

    def completing(self, mine: int, theirs: int) -> int:
        found = 0
        for window in self.windows:
            lacked = window & ~mine
            if lacked.bit_count() == 1 and not window & theirs:
                found |= lacked
        return found


class TooHard(Exception):
    """It takes more looks at positions than were granted."""


class Threats:
    """A board, and what stones on it threaten. A position is the attacker's stones and the defender's."""

    def __init__(
        self, columns: int, rows: int, k: int, *, most_looks: int = 1 << 60, every_reply: bool = False
    ) -> None:
        """After so many looks for attacks and replies `TooHard` is raised.

        With `every_reply` the defender's obviously useless replies are given too.
        """
        self.left = most_looks
        """How many looks there may still be."""
        self.columns = columns
        self.k = k
        self.every_reply = every_reply
        self.board = (1 << columns * rows) - 1
        self.lines = [*self._lines(columns, rows)]

    def bit(self, cell: Cell) -> int:
        column, row = cell
        return 1 << row * self.columns + column

    def _lines(self, columns: int, rows: int) -> Iterator[Line]:
        for across, down in STEPS:
            for cell in [(column, row) for row in range(rows) for column in range(columns)]:
                column, row = cell[0] - across, cell[1] - down
                if 0 <= column < columns and 0 <= row < rows:
                    continue  # the line began before
                squares = []
                column, row = cell
                while 0 <= column < columns and 0 <= row < rows:
                    squares.append(self.bit((column, row)))
                    column, row = column + across, row + down
                if len(squares) >= self.k:
                    yield Line(squares, self.k)

    def shapes(self, attacker: int, defender: int) -> tuple[Shape, Shape]:
        """What the whole board tells of the attacker and of the defender."""
        completes = fours = twice = doubles = threes = 0
        their_completes = their_fours = 0
        for line in self.lines:
            mine, theirs = line.shapes(attacker, defender)
            completes |= mine.completes
            twice |= fours & mine.fours  # on two lines, a completing square on each
            fours |= mine.fours
            doubles |= mine.doubles
            threes |= mine.threes
            their_completes |= theirs.completes
            their_fours |= theirs.fours
        return Shape(completes, fours, doubles | twice, threes), Shape(their_completes, their_fours, 0, 0)

    def attacks(self, attacker: int, defender: int) -> tuple[int, int]:
        """With how many stones the attacker, to move, wins at once, 0 if it does not; and its moves then.

        The moves are to be tried and need three stones at least. Without any there is no win.
        """
        self._count()
        mine, theirs = self.shapes(attacker, defender)
        if mine.completes:
            return 1, 0
        must = theirs.completes
        if must & must - 1:
            return 0, 0
        if mine.doubles & (must or self.board):  # the defender completes nothing then, and stops one of two
            return 2, 0
        return 0, must or mine.fours | mine.threes

    def replies(self, attacker: int, defender: int) -> tuple[int, int]:
        """With how many stones the attacker has won though the defender is to move; and the replies else.

        The replies are all that could help, and the attacker still needs two stones at least after them.
        Without any the attacker has no threat, or the defender completes a window.
        """
        self._count()
        mine, theirs = self.shapes(attacker, defender)
        if theirs.completes:
            return 0, 0
        if mine.completes:
            return (1, 0) if mine.completes & mine.completes - 1 else (0, mine.completes)
        if not mine.doubles:
            return 0, 0
        if self.every_reply:
            return 0, self.board & ~attacker & ~defender
        useful = self._useful(attacker, defender, mine.doubles) | theirs.fours
        return (0, useful) if useful else (2, 0)

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooHard

    def _useful(self, attacker: int, defender: int, doubles: int) -> int:
        """Where a stone of the defender's is in the way of each of these double squares.

        Any other leaves one of them as it is, with the two squares that it makes completing: the windows lack
        nothing but these three, so nowhere else is in their way. Then the attacker wins with two stones,
        unless that other stone is a four, to which the attacker has to reply.
        """
        useful = self.board
        for square in singles(doubles):
            useful &= square | self.shapes(attacker | square, defender)[0].completes
        return useful
