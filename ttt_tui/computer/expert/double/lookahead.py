"""Looks ahead with two stones a turn where no win by threats is found: alpha-beta, stone by stone.

A side keeps the move until its turn is complete. Only a few stones of each turn are tried, those that gain
the most; where threats have to be stopped, all that stop them. Positions at the horizon are evaluated by the
lines that each side can still complete, but not while there are threats: those are followed up.

A value beyond `PROVED` is proved. A loss is proved only where every reply was tried; else its value stays
below.
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.double.attack import FURTHEST, TurnAttack
from ttt_tui.computer.expert.double.board import TurnBoard
from ttt_tui.computer.expert.double.tracks import first_hits
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Mask, Square, squares_of
from ttt_tui.errors import OutOfTime

WIN = 1_000_000
"""A win with n stones on the board is worth `WIN - n`."""

PROVED = WIN - 1_000
"""Values beyond are proved."""

UNPROVED = 1_001
"""The amount by which a loss to the tried replies alone is better than a proved one."""

FIRST_STONES, SECOND_STONES = 8, 6
"""Stones of a turn that are tried where no threat is to be stopped."""

ROOT_STONES = 14
"""The number of first stones tried at the root."""

EXTENSION = 6
"""Turns with threats that are followed up beyond the depth."""

TEMPO = 1.6
"""The factor of the worth of the lines of the side to move: chosen so that values one turn deeper are equal
on average."""

LAST_STONES = 4
"""The number of stones tried for the rest of a turn beyond the depth."""

CHECK_NODES = 60
"""Nodes of the search whether the other side wins by threats after a turn at the root, by turns of depth."""

Entry = tuple[int, int, int, Mask]
"""Depth, lowest and highest value, and the best stone."""


class Memory(TwoGenerationCache[tuple[Mask, Mask], Entry]):
    """Results of positions, by the stones of the side to move, with those left, and the other side's."""

    def __init__(self, bits: int, megabytes: float) -> None:
        super().__init__(megabytes, 3 * tuple_bytes(3) + 3 * int_bytes(bits) + 2 * int_bytes(30))


class TurnLookahead:
    """Searches one position to growing depths.

    The stones of `urgent` are tried in any case: where the other side threatens to win by threats.
    """

    def __init__(
        self, board: TurnBoard, left: int, attack: TurnAttack, memory: Memory, urgent: Mask = 0
    ) -> None:
        self.board = board
        self._left = left
        self._attack = attack
        self._known = memory
        self._urgent = urgent
        self._turn_end = board.ply + left
        self._at_once: int | None = None
        """The value if no search is needed."""
        self.is_complete = True
        """Whether no other stone than those of `order` has to be tried."""
        self.order = self._first_stones()
        """The stones, the best of the last depth first."""
        self._found: dict[Square, int] = {}

    def _first_stones(self) -> list[Square]:
        board, left = self.board, self._left
        mine, theirs = board.needs(0), board.needs(1)
        need = min(mine, key=int.bit_count, default=0)
        if 0 < need.bit_count() <= left:
            self._at_once = WIN - board.ply - need.bit_count()
            return [*squares_of(need)]
        order, self.is_complete = self._stones(0, left, ROOT_STONES)
        if not order and theirs:
            self._at_once = board.ply + left + 2 - WIN
            return [*squares_of(min(theirs, key=int.bit_count))]
        return order or [*squares_of(board.empty)][:1]

    def begin_with(self, square: Square) -> None:
        """Try a stone first."""
        if square in self.order or not self.is_complete:
            self.order = [square, *(other for other in self.order if other != square)]

    def values_so_far(self) -> dict[Square, int]:
        """Return the values that `values` had found when it was ended."""
        return dict(self._found)

    def second(self, square: Square) -> Square | None:
        """Return the best second stone of a turn that begins with a stone, None if none is known."""
        if self._left == 1:
            return None
        known = self._known.get(((self.board.stones[0] | 1 << square) << 1, self.board.stones[1]))
        return known[3] if known else None

    def values(self, depth: int, budget: Budget) -> dict[Square, int]:
        """Return the values of first stones at a depth in turns: exact for the best, bounds for the others.

        Raises `OutOfTime`; the board is unchanged even then.
        """
        board, left = self.board, self._left
        seen = len(board.past)
        try:
            return self._root(depth, left, budget)
        finally:
            while len(board.past) > seen:
                board.undo()

    def _root(self, depth: int, left: int, budget: Budget) -> dict[Square, int]:
        board = self.board
        self._budget = budget
        self._depth = depth
        self._deepest = board.ply + 2 * (depth + EXTENSION)
        if self._at_once is not None:
            return dict.fromkeys(self.order, self._at_once)
        found = self._found = {}
        best = -WIN
        for square in self.order:
            value = self._after(square, 0, left, depth, best, WIN)
            found[square] = value
            best = max(best, value)
        self.order.sort(key=lambda square: -found[square])
        return found

    def _after(self, square: Square, player: int, left: int, depth: int, alpha: int, beta: int) -> int:
        board = self.board
        self._budget.tick()
        board.play(square, player)
        if left == 2:
            value = self._value(player, 1, depth, alpha, beta)
        else:
            value = -self._value(1 - player, 2, depth - 1, -beta, -alpha)
            if value > alpha and board.ply == self._turn_end and value < PROVED:
                value = self._checked(value)
        board.undo()
        return value

    def _checked(self, value: int) -> int:
        """Return the value of a turn at the root, lowered if the other side wins by threats."""
        budget = self._budget
        try:
            won = self._attack.win(self.board, 1, 2, FURTHEST, budget.some(CHECK_NODES * self._depth))
        except OutOfTime:
            budget.check()
            return value
        return value if won is None else self.board.ply + won.plies - WIN

    def _stones(self, player: int, left: int, most: int) -> tuple[list[Square], bool]:
        """Return the stones to try, and whether no other one has to be."""
        board = self.board
        if not board.threats[1 - player]:
            stones = board.best_squares(player, most)
            if player == 0 and self._urgent and board.ply < self._turn_end:
                stones += [
                    square for square in squares_of(self._urgent & board.empty) if square not in stones
                ]
            return stones, False
        hits = first_hits(board.needs(1 - player), left)
        lanes = board.lanes(player)
        return sorted(squares_of(hits), key=lambda square: -lanes[square]), True

    def _value(self, player: int, left: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value for the player to move, with `left` stones to place in this turn."""
        board = self.board
        mine = board.threats[player]
        if mine:
            size = min([need.bit_count() for needs in mine.values() for need in needs])
            if size <= left:
                return WIN - board.ply - size
        theirs = board.threats[1 - player]
        if not theirs and left == 2 and depth <= 0:
            return self._estimate(player)
        key = board.stones[player] << 1 | (left == 2), board.stones[1 - player]
        first = -1
        if known := self._known.get(key):
            known_depth, low, high, first = known
            # The turn at the root is searched again: more stones are tried there, and turns are checked.
            if (known_depth >= depth or low > PROVED or high < -PROVED) and board.ply >= self._turn_end:
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
        most = LAST_STONES
        if depth > 0:
            most = FIRST_STONES if left == 2 else SECOND_STONES
        order, is_complete = self._stones(player, left, most)
        if not order:
            if not theirs:
                return 0
            return board.ply + left + 2 - WIN
        if left == 2 and board.ply >= self._deepest:
            return self._estimate(player)
        if first in order:
            order.remove(first)
            order.insert(0, first)
        best, floor, best_square = -WIN, alpha, order[0]
        for square in order:
            value = self._after(square, player, left, depth, alpha, beta)
            if value > best:
                best, best_square = value, square
                if value >= beta:
                    break
                alpha = max(alpha, value)
        if not is_complete and best < -PROVED:
            best += UNPROVED
        self._known.keep(
            key, (depth, -WIN if best <= floor else best, WIN if best >= beta else best, best_square)
        )
        return best

    def _estimate(self, player: int) -> int:
        return int(TEMPO * self.board.value(player)) - self.board.value(1 - player)
