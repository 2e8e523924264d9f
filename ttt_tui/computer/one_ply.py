"""Levels `random`, `rules` and `scorer`, which look no further ahead than one stone.

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

Level `scorer` scores each square by the lines through it:

| a line through the square that | is worth |
|---|---|
| is still empty | 1: claimed |
| has only stones of mine | 2: built on |
| has only stones of one opponent | 3: blocked |
| an opponent would complete here | k³ more, once: a win denied |
| I complete here | 2 k³ more, once: a win |

Lines with stones of two players count nothing, nor do lines of a player who has resigned. k is the line
length. With a small k many blocked lines can outweigh a win, so winning squares are tried first. Where a line
loses, the square with the fewest points is taken, of those that complete none. With two stones a turn I
complete a line with the stones left in this turn, an opponent with two, and each win denied counts.

Where lines belong to everybody, a square costs a point for each way in which the next player could complete
one then. If a line loses, it gains these points instead.

>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("b2", "a1", "c1"):
...     game.place(name)
>>> thought = LEVELS["scorer"].make().think(game.position)
>>> {game.setup.geometry.name(move.square): move.score for move in thought.ranked}
{'a3': 33, 'c2': 6, 'a2': 5, 'b3': 4, 'c3': 4, 'b1': 3}
"""

from collections.abc import Iterable, Mapping
from random import Random

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Report,
    StatelessComputer,
    Stop,
    Thought,
    ignore_report,
    ranking,
    seeded_random,
)
from ttt_tui.computer.opening import opening_thought, worth_by_lines
from ttt_tui.engine import Limit, LineRule, Marks, Mask, Placement, Position, Square, mask_of, squares_of


class RandomMover(StatelessComputer):
    """Level `random`: any legal square."""

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return any legal square."""
        return Thought(seeded_random(self.seed, position).choice(position.moves))


class RulesOfThumb(StatelessComputer):
    """Level `rules`: wins, else blocks, else builds, else moves at random."""

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
    theirs = _union(others)
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


class Scorer(StatelessComputer):
    """Places on the square with the most points."""

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the square with the most points, one of them by chance if several have as many."""
        if position.stage is not None:
            return opening_thought(position, self.seed, worth_by_lines)
        is_misere = position.geometry.rules.misere
        best = harmless(position) if is_misere else winning(position)
        scores = {square: rating(position, square) for square in squares_of(best or position.legal)}
        return thought_by_scores(scores, seeded_random(self.seed, position))


def thought_by_scores(scores: Mapping[Placement, int], random: Random) -> Thought:
    """Return the move with the highest score, one of them by chance, and all moves by their scores."""
    most = max(scores.values())
    move = random.choice([move for move, score in scores.items() if score == most])
    return Thought(move, score=most, depth=1, nodes=len(scores), ranked=ranking(scores, move))


def rating(position: Position, square: Placement) -> int:
    """Return how good an empty square looks to the player to move: its points, or minus them in misère."""
    if position.geometry.rules.marks is not Marks.OWN:
        completions = completions_after(position, square)
        return completions if position.geometry.rules.misere else -completions
    return -points(position, square) if position.geometry.rules.misere else points(position, square)


def points(position: Position, square: Square) -> int:
    """Return the points of an empty square for the player to move, by the table at the top."""
    k = position.geometry.line_length
    mine = position.stones[position.to_move]
    occupied = position.occupied
    exact = [board.rules.line is LineRule.EXACTLY for board in position.boards]
    ends = position.geometry.line_ends if any(exact) else None
    is_exact = exact[position.to_move]
    total = 0
    missing, most_missing = position.stones_left, position.geometry.rules.per_turn
    wins, denied = False, 0
    for line in position.geometry.lines_through[square]:
        stones = line & occupied
        around = ends[line] if ends else 0  # a stone of a line's player there makes it too long
        if not stones:
            total += 1
        elif stones & mine:
            if not stones & ~mine and not (is_exact and around & mine):
                total += 2
                wins |= stones.bit_count() >= k - missing
        elif any(
            not stones & ~position.stones[other] and not (exact[other] and around & position.stones[other])
            for other in position.active
        ):
            total += 3
            denied += stones.bit_count() >= k - most_missing
    return total + k**3 * (2 * wins + (denied if most_missing > 1 else denied > 0))
