"""Computers in an opening such as swap2: place stones that favour no side, and take the better side.

The player who may choose takes the better side, so the last stone before a choice should make both equal: of
some squares it is the one after which their worths are closest. The stones before are placed at random. No
computer requests two more stones: one of the two sides is at least as good as the other, while after two more
stones the opponent would take the better side.

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Choice, Game, Geometry, Rules, Setup
>>> game = Game(Setup(Geometry(4, 4, 3, Rules.parse("pie"))))
>>> game.place("b2")
>>> Choice(LEVELS["expert"].make().think(game.position).move).word  # the first side wins
'swap'
"""

from collections.abc import Callable

from ttt_tui.computer.base import RankedMove, Thought, seeded_random
from ttt_tui.engine import Choice, Geometry, Mask, Position, mask_of, squares_of

Worth = Callable[[Position], float]
"""Returns a position's worth to the player to move, the negative of its worth to the other player."""

MOST_TRIED = 12
"""Squares that are compared for the last stone before a choice."""

NEAR = 2
"""The most columns and rows from a stone of the opening to the next one."""


def opening_thought(position: Position, seed: int, worth: Worth) -> Thought:
    """Return a move for a position whose `stage` is not None.

    `worth` is called with positions after the opening.
    """
    random = seeded_random(seed, position)
    if position.choices:
        value = _worth_of_staying(position, worth)
        stays = value > 0 or (value == 0 and random.random() < 0.5)
        return Thought(Choice.STAY if stays else Choice.SWAP, score=abs(value), depth=1)
    after = position.copy()
    after.play(position.moves[0])
    legal = position.legal
    if position.occupied:
        legal = legal & _around(position.geometry, position.occupied) or legal
    elif not after.choices:
        legal = legal & _middle(position.geometry) or legal
    squares = list(squares_of(legal))
    if not after.choices:
        return Thought(random.choice(squares))
    lead: dict[int, float] = {}
    for square in random.sample(squares, min(MOST_TRIED, len(squares))):
        after = position.copy()
        after.play(square)
        lead[square] = abs(_worth_of_staying(after, worth))
    ranked = sorted(lead.items(), key=lambda item: item[1])
    moves = tuple(RankedMove(square, -score) for square, score in ranked)
    return Thought(moves[0].square, score=moves[0].score, depth=1, nodes=len(moves), ranked=moves)


def _worth_of_staying(position: Position, worth: Worth) -> float:
    """Return the worth of staying for the player who chooses; swapping is worth its negative."""
    chooser, after = position.to_move, position.copy()
    after.play(Choice.STAY)
    if after.is_dead():
        return 0
    return worth(after) if after.to_move == chooser else -worth(after)


def _around(geometry: Geometry, stones: Mask) -> Mask:
    near = [(geometry.column(stone), geometry.row(stone)) for stone in squares_of(stones)]
    return mask_of(
        square
        for square in geometry.squares
        if any(
            max(abs(geometry.column(square) - column), abs(geometry.row(square) - row)) <= NEAR
            for column, row in near
        )
    )


def _middle(geometry: Geometry) -> Mask:
    """Return the squares of the middle half of the columns and rows."""
    return mask_of(
        square
        for square in geometry.squares
        if abs(2 * geometry.column(square) + 1 - geometry.columns) <= geometry.columns / 2
        and abs(2 * geometry.row(square) + 1 - geometry.rows) <= geometry.rows / 2
    )


def worth_by_lines(position: Position) -> float:
    """Return the worth of two players' open lines to the player to move, after that player's best stone.

    A line without the other's stones counts four times as much with each stone. Where a line loses, the
    result is negated.
    """
    mover, other = position.in_turn()
    mine, theirs = position.stones[mover], position.stones[other]
    total = 0.0
    gain = dict.fromkeys(squares_of(position.legal), 0.0)
    for line in position.geometry.lines:
        if not line & theirs:
            value = 4.0 ** (line & mine).bit_count()
            total += value
            for square in squares_of(line & ~mine):
                if square in gain:
                    gain[square] += 3 * value
        if not line & mine:
            total -= 4.0 ** (line & theirs).bit_count()
    total += max(gain.values(), default=0.0)
    return -total if position.geometry.rules.misere else total
