"""The classic levels of Ultimate: `rules` and `scorer` examine a move, `minimax` and `negamax` all replies.

Level `rules` takes the first available kind of move:

1. one that wins the game,
2. one that wins a small board,
3. one where the other player could have won a small board,
4. one after which the other player wins no small board.

From the second kind on, moves after which the other player wins the game at once are left out as long as
there are others. Level `scorer` adds up the points of `POINTS` and takes the move with the most.

Levels `minimax` and `negamax` examine all moves and all replies, to a depth. There the obvious counts: the
small boards won, the middle one most, then the corners, and the lines of boards in which a player has two and
can get the third. Nothing within a small board is evaluated.

>>> from ttt_tui.engine import Geometry, Rules
>>> position = UltimatePosition(Geometry(9, 9, 3, Rules.parse("ultimate")))
>>> look_at(position, position.geometry.parse("e5"))
Look(wins=False, takes=False, blocks=False, builds=4, gives_game=False, gives_board=False, frees=False)
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Computer,
    Report,
    StatelessComputer,
    Stop,
    Thought,
    ignore_report,
    seeded_random,
)
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.computer.one_ply import thought_by_scores
from ttt_tui.computer.ultimate.deepening import WIN, UltimateDeepening
from ttt_tui.engine import Limit, Placement, Position, Square
from ttt_tui.engine.nine_boards import BOARD_OF, COMPLETING, NINE_LINES, PLACE_OF
from ttt_tui.engine.ultimate import UltimatePosition, as_ultimate

LINES_THROUGH = tuple(tuple(line for line in NINE_LINES if line >> place & 1) for place in range(9))
"""Place → the lines that run through it."""


class Look(NamedTuple):
    """The apparent effects of a move."""

    wins: bool
    """Whether it wins the game."""
    takes: bool
    """Whether it wins a small board."""
    blocks: bool
    """Whether the other player could have won the small board there."""
    builds: int
    """Lines through the square without a stone of the other; if it takes a board, lines of boards."""
    gives_game: bool
    """Whether the other player can complete a line of boards after it."""
    gives_board: bool
    """Whether the other player can win a small board after it."""
    frees: bool
    """Whether the other player may choose the board after it."""


def look_at(position: UltimatePosition, move: Placement) -> Look:
    """Return the look of a legal move; the position is unchanged afterwards."""
    mover = position.to_move
    board, place = BOARD_OF[move], PLACE_OF[move]
    is_unowned = not position.owned >> board & 1
    theirs = position.cells[1 - mover][board]
    blocks = is_unowned and bool(COMPLETING[theirs] >> place & 1)
    position.play(move)
    try:
        takes = is_unowned and bool(position.won[mover] >> board & 1)
        if takes:
            reach = position.reach[mover]
            builds = sum(line & reach == line for line in LINES_THROUGH[board])
        else:
            builds = is_unowned * sum(not line & theirs for line in LINES_THROUGH[place])
        wins = takes and position.winner_by_line(mover) == mover
        other = position.to_move
        gives_game = not wins and bool(position.completing(other))
        gives_board = not wins and bool(position.taking(other))
        return Look(wins, takes, blocks, builds, gives_game, gives_board, position.sent is None)
    finally:
        position.undo()


def looks_of(position: UltimatePosition) -> dict[Placement, Look]:
    """Return how each legal move looks."""
    return {move: look_at(position, move) for move in position.moves}


POINTS = {
    "wins": 10_000, "takes": 30, "blocks": 15, "builds": 2,
    "gives_game": -1000, "gives_board": -25, "frees": -20,
}  # fmt: skip
"""The points of each effect of a move; `builds` counts for each line."""

PREFERRED: tuple[Callable[[Look], bool], ...] = (
    lambda look: look.wins,
    lambda look: look.takes,
    lambda look: look.blocks,
    lambda look: not look.gives_board,
)
"""The rules of level `rules`: the first that holds for a move counts."""


class UltimateRules(StatelessComputer):
    """Level `rules`: the first rule that names a move, and chance among several."""

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return a move by the first rule that names one."""
        looks = looks_of(as_ultimate(position.copy()))
        looks = {move: look for move, look in looks.items() if not look.gives_game} or looks
        good = ([move for move, look in looks.items() if is_good(look)] for is_good in PREFERRED)
        moves = next(filter(None, good), list(looks))
        return Thought(seeded_random(self.seed, position).choice(moves), depth=1)


class UltimateScorer(StatelessComputer):
    """Level `scorer`: the move with the most points."""

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the move with the most points, one of them by chance if several have as many."""
        scores = {move: points(look) for move, look in looks_of(as_ultimate(position.copy())).items()}
        return thought_by_scores(scores, seeded_random(self.seed, position))


def points(look: Look) -> int:
    """Return the points of a move."""
    return sum(worth * getattr(look, name) for name, worth in POINTS.items())


PLACE_WORTH = (3, 2, 3, 2, 4, 2, 3, 2, 3)
"""Place among nine → the lines through it."""

A_BOARD, A_THREAT = 10, 20
"""The worth of a board for each line of boards through it, and of a board that would complete a line."""

BOARDS_WORTH = tuple(
    A_BOARD * sum(PLACE_WORTH[board] for board in range(9) if nine >> board & 1) for nine in range(512)
)

Key = tuple[int, int, int | None, int]
Bounds = tuple[int, int]
"""The lowest and the highest value that a position can still have."""

KEY_BYTES = tuple_bytes(4) + 2 * int_bytes(90)


def boards_value(position: UltimatePosition) -> int:
    """Return the worth of the boards won to the player to move."""
    me = position.to_move
    (mine, theirs), (reach, their_reach) = position.won[:: 1 - 2 * me], position.reach[:: 1 - 2 * me]
    lead = BOARDS_WORTH[mine] - BOARDS_WORTH[theirs]
    threats = (COMPLETING[mine] & reach).bit_count() - (COMPLETING[theirs] & their_reach).bit_count()
    return lead + A_THREAT * threats


def final_value(position: UltimatePosition, mover: int) -> int | None:
    """Return the value of a finished game to `mover`, who moved last; None if the game goes on."""
    winner = position.winner_by_line(mover)
    if winner is not None:
        return WIN - position.ply if winner == mover else position.ply - WIN
    return 0 if position.is_dead() else None


class FullSearch:
    """The common part of the searches that omit no move."""

    exact_depth = 81

    def line(self, move: Square) -> tuple[Square, ...]:
        """Return the move alone: no others are remembered."""
        return (move,)


class FullMinimax(FullSearch):
    """Level `minimax`: examines everything. It makes and undoes moves on `position`."""

    def __init__(self, position: UltimatePosition, megabytes: float) -> None:
        self.position = position
        self._seen: TwoGenerationCache[Key, int] = TwoGenerationCache(megabytes, KEY_BYTES + int_bytes(20))

    def values(self, order: list[Square], depth: int, budget: Budget, found: dict[Square, int]) -> None:
        """Put the value of each move, `depth` plies ahead, into `found`."""
        self._budget = budget
        self._seen.clear()
        for square in order:
            found[square] = self._after(square, depth - 1)

    def _after(self, square: Square, depth: int) -> int:
        """Return the value of a move to its player."""
        position = self.position
        mover = position.to_move
        self._budget.tick()
        position.play(square)
        try:
            value = final_value(position, mover)
            if value is not None:
                return value
            return -(boards_value(position) if depth == 0 else self._best(depth))
        finally:
            position.undo()

    def _best(self, depth: int) -> int:
        key = self.position.key
        value = self._seen.get(key)
        if value is None:
            value = max(self._after(square, depth - 1) for square in self.position.moves)
            self._seen.keep(key, value)
        return value


class FullNegamax(FullSearch):
    """Level `negamax`: the values of `minimax` at fewer nodes."""

    def __init__(self, position: UltimatePosition, megabytes: float) -> None:
        self.position = position
        self._seen: TwoGenerationCache[Key, Bounds] = TwoGenerationCache(
            megabytes, KEY_BYTES + tuple_bytes(2) + 2 * int_bytes(20)
        )
        # Squares in the middle, then in corners, are tried first, as in all of k in a row.
        places = sorted(position.geometry.placements, key=lambda move: -PLACE_WORTH[PLACE_OF[move]])
        self._order = sorted(places, key=lambda move: -PLACE_WORTH[BOARD_OF[move]])

    def values(self, order: list[Square], depth: int, budget: Budget, found: dict[Square, int]) -> None:
        """Put the value of each move, `depth` plies ahead, into `found`."""
        self._budget = budget
        self._seen.clear()
        best = -WIN
        for square in order:
            found[square] = self._after(square, depth - 1, best, WIN)
            best = max(best, found[square])

    def _after(self, square: Square, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a move to its player; a bound if it is outside alpha … beta."""
        position = self.position
        mover = position.to_move
        self._budget.tick()
        position.play(square)
        try:
            value = final_value(position, mover)
            if value is not None:
                return value
            return -(boards_value(position) if depth == 0 else self._best(depth, -beta, -alpha))
        finally:
            position.undo()

    def _best(self, depth: int, alpha: int, beta: int) -> int:
        position = self.position
        key = position.key
        low, high = self._seen.get(key) or (-WIN, WIN)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        best, floor, legal = -WIN, alpha, position.legal
        for square in self._order:
            if legal >> square & 1:
                best = max(best, self._after(square, depth - 1, max(alpha, best), beta))
                if best >= beta:
                    break
        self._seen.keep(key, (low if best <= floor else best, high if best >= beta else best))
        return best


CLASSIC: dict[str, Callable[[int, float], Computer]] = {
    "rules": UltimateRules,
    "scorer": UltimateScorer,
    "minimax": partial(UltimateDeepening, FullMinimax),
    "negamax": partial(UltimateDeepening, FullNegamax),
}
"""What makes a computer of each classic level, from a seed and its megabytes."""
