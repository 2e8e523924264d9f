"""Level `scorer`: looks one stone ahead and scores each square by the lines through it.

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

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("b2", "a1", "c1"):
...     game.place(name)
>>> thought = LEVELS["scorer"].make().think(game.position)
>>> {game.setup.geometry.name(move.square): move.score for move in thought.ranked}
{'a3': 33, 'c2': 6, 'a2': 5, 'b3': 4, 'c3': 4, 'b1': 3}
"""

from collections.abc import Mapping
from random import Random

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    RankedMove,
    Report,
    Stop,
    Thought,
    ignore_report,
    seeded_random,
)
from ttt_tui.computer.opening import opening_thought, worth_by_lines
from ttt_tui.computer.rules_of_thumb import completions_after, harmless, winning
from ttt_tui.engine import Limit, LineRule, Marks, Placement, Position, Square, squares_of


class Scorer:
    """Places on the square with the most points."""

    def __init__(self, seed: int = 0, megabytes: float = 0.0) -> None:
        self.seed = seed

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

    def close(self) -> None:
        """Do nothing: there is no memory to free."""


def thought_by_scores(scores: Mapping[Placement, int], random: Random) -> Thought:
    """Return the move with the highest score, one of them by chance, and all moves by their scores."""
    most = max(scores.values())
    move = random.choice([move for move, score in scores.items() if score == most])
    ranked = sorted(scores.items(), key=lambda item: (item[0] != move, -item[1]))
    return Thought(
        move,
        score=most,
        depth=1,
        nodes=len(scores),
        ranked=tuple(RankedMove(square, score) for square, score in ranked),
    )


def rating(position: Position, square: Placement) -> int:
    """Return how good an empty square looks to the player to move: its points, or minus them in misère."""
    if position.geometry.rules.marks is not Marks.OWN:
        completions = completions_after(position, square)
        return completions if position.geometry.rules.misere else -completions
    return -points(position, square) if position.geometry.rules.misere else points(position, square)


def points(position: Position, square: Square) -> int:
    """Return the points of an empty square for the player to move, by the table above."""
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
