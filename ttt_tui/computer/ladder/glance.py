"""A position as a person sees it at a glance: some lines, and the worth of a square in those.

A line with stones of only one side is worth more the fuller it is. Each line with two or more stones may be
overlooked, along a diagonal or far from the latest stone more often than elsewhere, so a square that matters
only in such a line looks like any other. One's own lines count for more than the others': beginners would
rather build than defend. A square is drawn at random, a better-looking one more often; how much more often
depends on the skill.
"""

from dataclasses import dataclass
from math import hypot
from random import Random
from typing import NamedTuple

from ttt_tui.computer.rules_of_thumb import completing, harmless, winning
from ttt_tui.engine import Geometry, Marks, Mask, Placement, Position, squares_of

GROWTH = 4.0
"""How much more a line is worth with one more stone."""

OFTEN = 1.6
"""How much more often a line is overlooked along a diagonal, and again if it is far away."""

FAR = 3.0
"""The distance, in columns or rows, from the latest stone to the middle of a line that is far away."""

EARLY = 6
"""The most stones on the board with which a stone may stand away from all others: later that looks silly."""

MOST_OVERLOOKED = 0.95
"""The highest chance of overlooking a line."""


@dataclass(frozen=True, slots=True)
class Eye:
    """A player's perception."""

    overlooks: float
    """The chance of not seeing a line near the latest stone along a row or column."""
    temperature: float
    """How evenly squares are chosen among: 0 would always take the best looking one."""
    defence: float
    """The weight of an opponent's line, relative to 1 for one's own."""
    foresight: float
    """The chance to see that a move lets the next player complete a line.

    Where marks are shared there is nothing else to block, so only a player who may overlook a block may
    overlook it.
    """
    misses_win: float = 0.0
    """The chance of overlooking all squares where a line could be completed."""
    misses_block: float = 0.0
    """The chance of overlooking that an opponent could complete a line."""


class _SeenLine(NamedTuple):
    squares: Mask
    is_diagonal: bool
    column: float
    row: float
    """The row of the line's middle."""


class Glance:
    """Perceives positions of one geometry."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._lines = [_line(geometry, line) for line in geometry.lines]

    def move(self, position: Position, eye: Eye, random: Random) -> Placement:
        """Return a move that looks good at a glance."""
        squares = self._squares(position, eye, random)
        if squares.bit_count() == 1:
            return squares.bit_length() - 1
        worth = self._worth(position, squares, eye, random)
        best = max(worth.values())
        weights = [(value / best) ** (1 / eye.temperature) for value in worth.values()]
        return random.choices(list(worth), weights)[0]

    def _squares(self, position: Position, eye: Eye, random: Random) -> Mask:
        """Return the moves in view: those that win or have to be made, if they are seen."""
        rules = position.geometry.rules
        misses_win, misses_block = random.random() < eye.misses_win, random.random() < eye.misses_block
        if rules.misere:
            return position.legal if misses_block else harmless(position)
        if wins := winning(position):
            if not misses_win:
                return wins
        elif rules.marks is Marks.OWN and not misses_block and (blocks := completing(position)):
            return blocks
        legal = position.legal
        if not rules.drop and rules.marks is Marks.OWN:
            return legal
        foresight = eye.foresight if misses_block or rules.marks is Marks.OWN else 1.0
        safe = 0
        for move in squares_of(legal):
            if random.random() >= foresight or not hands_over(position, move):
                safe |= 1 << move
        return safe or legal

    def _worth(self, position: Position, squares: Mask, eye: Eye, random: Random) -> dict[Placement, float]:
        """Return how good each of these moves looks; all are more than 0."""
        rules = position.geometry.rules
        if rules.marks is not Marks.OWN:
            return dict.fromkeys(squares_of(squares), 1.0)
        worth = dict.fromkeys(squares_of(squares), 1.0)
        mine, occupied = position.stones[position.to_move], position.occupied
        last = position.last_square
        column, row = (0, 0) if last is None else (self.geometry.column(last), self.geometry.row(last))
        others = [position.stones[player] for player in position.in_turn()[1:]]
        near = 0
        for line in self._lines:
            empty = line.squares & squares
            if not empty:
                continue
            stones = line.squares & occupied
            if not stones:
                value = 1.0
            else:
                near |= empty
                if stones & mine:
                    if stones & ~mine:
                        continue
                    value = GROWTH ** stones.bit_count()
                elif any(not stones & ~other for other in others):
                    value = eye.defence * GROWTH ** stones.bit_count()
                else:
                    continue
                if stones & (stones - 1):
                    chance = eye.overlooks
                    if line.is_diagonal:
                        chance *= OFTEN
                    if hypot(line.column - column, line.row - row) >= FAR:
                        chance *= OFTEN
                    if random.random() < min(chance, MOST_OVERLOOKED):
                        continue
            while empty:
                bit = empty & -empty
                worth[bit.bit_length() - 1] += value
                empty ^= bit
        if rules.misere:
            return {square: 1 / value for square, value in worth.items()}
        if near and position.ply > EARLY:
            return {square: value for square, value in worth.items() if near >> square & 1}
        return worth


def hands_over(position: Position, move: Placement) -> bool:
    """Return whether the next player can complete a line after a move that completes none itself.

    With two stones a turn the first of them hands nothing over: the second may complete a line.
    """
    after = position.copy()
    after.play(move)
    return after.to_move != position.to_move and after.completing(after.to_move) != 0


def _line(geometry: Geometry, line: Mask) -> _SeenLine:
    squares = list(squares_of(line))
    columns, rows = [*map(geometry.column, squares)], [*map(geometry.row, squares)]
    is_diagonal = len(set(columns)) > 1 and len(set(rows)) > 1
    return _SeenLine(line, is_diagonal, sum(columns) / len(squares), sum(rows) / len(squares))
