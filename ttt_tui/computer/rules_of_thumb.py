"""Levels `random` and `rules`, which look no further ahead than one stone.

Level `random` takes any free square. Level `rules` tries three rules of thumb in order, and moves at random
where none applies:

1. Where a stone completes a line, put it there.
2. Where an opponent could complete one, take that square; the opponent who moves soonest counts first.
3. Otherwise add to a line of your own without other stones, the fuller the better.

With two stones a turn a line that lacks two is completed, or blocked, as well: on the line completed soonest,
or on the square that blocks most. Where stones fall, only squares that a stone can reach now count. Where a
line loses, the level completes none unless it has to, and leaves squares that complete others' lines to them.
Where lines belong to everybody, it has none of its own to build: it leaves the next player as few squares as
possible that complete one.

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("a1", "b1", "a2"):
...     game.place(name)
>>> game.place(LEVELS["rules"].make().think(game.position).move)
>>> print(game)
   a b c
 1 X O ·
 2 X · ·
 3 O · ·
"""

from collections.abc import Iterable

from ttt_tui.computer.base import A_SECOND, NEVER, Report, Stop, Thought, ignore_report, seeded_random
from ttt_tui.computer.opening import opening_thought, worth_by_lines
from ttt_tui.engine import Limit, LineRule, Marks, Mask, Placement, Position, mask_of, squares_of


class RandomMover:
    """Level `random`: any legal square."""

    def __init__(self, seed: int = 0, megabytes: float = 0.0) -> None:
        self.seed = seed

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return any legal square."""
        return Thought(seeded_random(self.seed, position).choice(position.moves))

    def close(self) -> None:
        """Do nothing: there is no memory to free."""


class RulesOfThumb:
    """Level `rules`: wins, else blocks, else builds, else moves at random."""

    def __init__(self, seed: int = 0, megabytes: float = 0.0) -> None:
        self.seed = seed

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return a square by the first rule that names one."""
        if position.stage is not None:
            return opening_thought(position, self.seed, worth_by_lines)
        rules = position.geometry.rules
        if rules.misere:
            candidates = harmless(position)
        elif rules.marks is not Marks.OWN:
            candidates = completing(position) or yielding(position)
        else:
            candidates = completing(position) or building(position) or position.legal
        return Thought(seeded_random(self.seed, position).choice(list(squares_of(candidates))), depth=1)

    def close(self) -> None:
        """Do nothing: there is no memory to free."""


def completing(position: Position) -> Mask:
    """Return the squares that win for the player to move, else the squares that the next winner needs."""
    if wins := position.completing(position.to_move):
        return wins
    if position.geometry.rules.per_turn > 1:
        return _completing_soonest(position) or _blocking_most(position)
    legal = position.legal
    return next(filter(None, (position.completing(player) & legal for player in position.in_turn()[1:])), 0)


def winning(position: Position) -> Mask:
    """Return the squares where the player to move wins, or begins to with the first of two stones."""
    if wins := position.completing(position.to_move):
        return wins
    if position.geometry.rules.per_turn > 1 and position.geometry.rules.marks is Marks.OWN:
        return _completing_soonest(position)
    return 0


def gaps(position: Position, player: int, stones: int) -> list[Mask]:
    """Return the empty squares of each line that the player would complete with at most `stones` stones."""
    mine, legal = position.stones[player], position.legal
    others = position.occupied ^ mine
    geometry = position.boards[player]
    is_exact = geometry.rules.line is LineRule.EXACTLY
    return [
        gap
        for line in geometry.lines
        if not line & others
        and (gap := line & ~mine).bit_count() <= stones
        and not gap & ~legal
        and not (is_exact and geometry.line_ends[line] & mine)
    ]


def _completing_soonest(position: Position) -> Mask:
    """Return the squares of lines that the player to move completes in this turn, the fullest lines first."""
    found = gaps(position, position.to_move, position.stones_left)
    fewest = min(map(int.bit_count, found), default=0)
    return _union(gap for gap in found if gap.bit_count() == fewest)


def _blocking_most(position: Position) -> Mask:
    """Return the squares that are in most of the lines which an opponent completes in a turn."""
    for other in position.in_turn()[1:]:
        threats = gaps(position, other, position.geometry.rules.per_turn)
        hits = {square: sum(gap >> square & 1 for gap in threats) for square in squares_of(_union(threats))}
        if hits:
            most = max(hits.values())
            return mask_of(square for square, count in hits.items() if count == most)
    return 0


def _union(masks: Iterable[Mask]) -> Mask:
    found = 0
    for mask in masks:
        found |= mask
    return found


def yielding(position: Position) -> Mask:
    """Return the moves after which the next player can complete a line in the fewest ways.

    Those with which a turn of two stones begins leave the most ways for the second one.
    """
    found = {move: completions_after(position, move) for move in position.moves}
    fewest = min(found.values())
    return mask_of(move for move, count in found.items() if count == fewest)


def completions_after(position: Position, move: Placement) -> int:
    """Return the number of ways in which the next player could complete a line after a move.

    After the first stone of a turn the ways are the mover's own, and count negatively.
    """
    after = position.copy()
    after.play(move)
    ways = after.completing(after.to_move).bit_count()
    return -ways if after.to_move == position.to_move else ways


def harmless(position: Position) -> Mask:
    """Return the squares that complete no line of the player or, preferably, of anybody else.

    Squares where others would complete one are left to them, unless nothing else is left; where each square
    completes a line of the player's, return all.
    """
    mine, *others = (position.completing(player) for player in position.in_turn())
    theirs = 0
    for squares in others:
        theirs |= squares
    safe = position.legal & ~mine or position.legal
    return safe & ~theirs or safe


def building(position: Position) -> Mask:
    """Return the legal squares of the player's fullest lines without other stones; 0 if there are none."""
    mine = position.stones[position.to_move]
    others, legal = position.occupied ^ mine, position.legal
    fullest, squares = 1, 0
    for line in position.geometry.lines:
        if line & others or not line & legal:
            continue
        count = (line & mine).bit_count()
        if count > fullest:
            fullest, squares = count, 0
        if count == fullest:
            squares |= line & legal
    return squares
