"""Positions as an attacker and a defender see them: what a stone more would do, worked out line by line.

A position is never changed; a stone makes another one, which has the states of all lines but the four through
that square in common with it.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from tests.puzzles.line_states import Line, LineState
from tests.support.reference import STEPS, Cell


class AttackBoard:
    """A board without stones; squares are bits in reading order."""

    def __init__(self, columns: int, rows: int, k: int) -> None:
        self.columns, self.rows, self.k = columns, rows, k
        self.size = columns * rows
        self.squares = (1 << self.size) - 1
        self.key_bytes = self.size // 4 + 1
        self.lines = [Line([*map(self.bit, cells)], k) for cells in self._lines() if len(cells) >= k]
        self.places: dict[int, tuple[tuple[int, int], ...]] = {
            1 << place: tuple(
                (number, line.squares.index(1 << place))
                for number, line in enumerate(self.lines)
                if 1 << place in line.squares
            )
            for place in range(columns * rows)
        }
        """For each square the lines through it and its place on each."""

    def bit(self, cell: Cell) -> int:
        column, row = cell
        return 1 << row * self.columns + column

    def cell(self, square: int) -> Cell:
        row, column = divmod(square.bit_length() - 1, self.columns)
        return column, row

    def _lines(self) -> Iterator[list[Cell]]:
        for across, down in STEPS:
            for first in [(column, row) for row in range(self.rows) for column in range(self.columns)]:
                if self._has((first[0] - across, first[1] - down)):
                    continue  # the line begins earlier
                cells = [first]
                while self._has(after := (cells[-1][0] + across, cells[-1][1] + down)):
                    cells.append(after)
                yield cells

    def _has(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def position(self, attacker: int, defender: int) -> "AttackPosition":
        states = [line.state() for line in self.lines]
        hot = {number: state for number, state in enumerate(states) if state.is_hot}
        found = AttackPosition(self, 0, 0, states, hot)
        for square in self.places:
            if square & attacker:
                found = found.with_attacker(square)
            elif square & defender:
                found = found.with_defender(square)
        return found


class AttackPosition:
    """A position; all sets of squares are masks of empty ones.

    `completes` are the attacker's squares that complete a window, `fours` those that make such a square,
    `doubles` those that make two; `their_…` are the defender's.
    """

    def __init__(
        self,
        board: AttackBoard,
        attacker: int,
        defender: int,
        states: list[LineState],
        hot: dict[int, LineState],
    ) -> None:
        """`states` are those of all lines, `hot` those with anything to tell."""
        self._board, self.attacker, self.defender = board, attacker, defender
        self._states, self._hot = states, hot
        self._starts = -1
        self._guard = 0, 0
        completes = fours = doubles = their_completes = their_fours = their_doubles = 0
        for state in hot.values():
            if new := state.fours:
                doubles |= state.doubles | fours & new
                fours |= new
            completes |= state.completes
            if new := state.their_fours:
                their_doubles |= state.their_doubles | their_fours & new
                their_fours |= new
            their_completes |= state.their_completes
        self.completes, self.fours, self.doubles = completes, fours, doubles
        self.their_completes, self.their_fours = their_completes, their_fours
        self.their_doubles = their_doubles

    def with_attacker(self, square: int) -> "AttackPosition":
        return self._with(self.attacker | square, self.defender, square, LineState.with_attacker)

    def with_defender(self, square: int) -> "AttackPosition":
        return self._with(self.attacker, self.defender | square, square, LineState.with_defender)

    def _with(
        self, attacker: int, defender: int, square: int, placed: Callable[[LineState, int], LineState]
    ) -> "AttackPosition":
        states, hot = self._states.copy(), self._hot.copy()
        for line, place in self._board.places[square]:
            after = states[line] = placed(states[line], place)
            if after.is_hot:
                hot[line] = after
            else:
                hot.pop(line, None)
        return AttackPosition(self._board, attacker, defender, states, hot)

    @property
    def key(self) -> bytes:
        """A key for dictionaries, unique on this board.

        Masks make bad keys: the hash of an integer stays the same when a stone moves by 61 squares.
        """
        board = self._board
        return (self.attacker << board.size | self.defender).to_bytes(board.key_bytes)

    @property
    def empty(self) -> int:
        return self._board.squares & ~self.attacker & ~self.defender

    @property
    def starts(self) -> int:
        """The attacker's squares after which there is a double square that was none, among some others.

        Without any, and without a double square, the attacker completes nothing with three stones.
        """
        if self._starts < 0:
            found, fours = 0, self.fours
            for state in self._hot.values():
                found |= state.starts
                if state.feeds:
                    for square, feeding in state.feeds.items():
                        if square & fours:
                            found |= feeding
            self._starts = found
        return self._starts

    @property
    def threes_on_a_line(self) -> int:
        """The attacker's squares after which, along one line, there is a double square that was none."""
        return reduce(or_, (state.starts for state in self._hot.values()), 0)

    @property
    def their_starts(self) -> int:
        """Some of the defender's squares after which it has a double square."""
        return reduce(or_, (state.their_starts for state in self._states), 0)

    @property
    def threes(self) -> int:
        """The attacker's squares that leave a window lacking two."""
        return reduce(or_, (state.threes for state in self._hot.values()), 0)

    @property
    def near(self) -> int:
        """The attacker's squares that share an open window with a stone of its own."""
        return reduce(or_, (state.near for state in self._states), 0)

    def ends(self, square: int) -> int:
        """Return the squares that lack for the attacker after a stone that leaves windows lacking one."""
        found = 0
        for line, _ in self._board.places[square]:
            found |= self._states[line].ends.get(square, 0)
        return found

    def their_end(self, square: int) -> int:
        """Return the square that the defender lacks after a four that makes no other."""
        for line, _ in self._board.places[square]:
            if found := self._states[line].their_ends.get(square):
                return found
        return 0

    def guard(self, extra: int) -> int:
        """Return squares such that the defender completes nothing soon with stones elsewhere.

        With at most `extra` stones besides, none of them here, the defender has no square that completes a
        window, if it has none now.
        """
        if extra < 2:
            return self.their_fours if extra else 0
        extra = min(extra, self._board.k - 1)
        if self._guard[0] == extra:
            return self._guard[1]
        found = 0
        for state in self._states:
            guard = state.guards[extra]
            found |= state.guard(extra) if guard is None else guard
        self._guard = extra, found
        return found
