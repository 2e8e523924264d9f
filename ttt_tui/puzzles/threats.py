"""Proves puzzles on large boards: by wins by continuous fours and threes, with every reply to each threat."""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget, OutOfTime
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.proof_tables import ProofTables
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vcf import ForcedWin
from ttt_tui.computer.expert.two_player.vct import VCTSearch
from ttt_tui.computer.expert.two_player.vct_length import VCTLengths
from ttt_tui.engine import Geometry, Limit, Mask, Position, Square, squares_of
from ttt_tui.puzzles.prover import Fate, ProvedMove
from ttt_tui.puzzles.puzzle import Goal, Task

LINES_MEGABYTES, PROOFS_MEGABYTES = 15.0, 25.0
"""What may be kept of lines, and of positions for the time of one question."""

GOAL_NODES = 4_000
"""What a win may cost that a puzzle can be made of: a quarter of a second."""

LATER = 3
"""A win that takes so many stones more than there is time for is told from none."""

LATER_NODES = 4000
"""What that may cost, and to see whether a move that does not win loses by force."""

_PLAYER, _OTHER = 0, 1


class ThreatProver:
    """Proves moves on one board."""

    is_exact = False

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry

    @cached_property
    def _lines(self) -> LineStates:
        return LineStates(self._geometry, LINES_MEGABYTES)

    def close(self) -> None:
        """Give back what it holds; it is not asked again."""
        self.__dict__.pop("_lines", None)

    def goal(self, position: Position, most: int, stop: Stop = NEVER) -> tuple[Goal, int] | None:
        """Return a win by force and its length, or one of the other side's to be stopped; None if neither."""
        whole = Budget(Limit(), stop)
        lengths = _Question(self._lines, Task(position, Goal.WIN, most), whole).lengths
        try:
            lengths.budget = whole.some(GOAL_NODES)
            if stones := lengths.shortest(_PLAYER, most):
                return (Goal.WIN, stones) if stones > 1 else None
            return (Goal.STOP, 1) if lengths.shortest(_OTHER, most) else None
        except OutOfTime:
            whole.look()
            return None

    def keeping(self, task: Task, stop: Stop = NEVER, most: int | None = None) -> list[Square]:
        """Return all moves that keep the goal; raises `OutOfTime` once `stop` is set."""
        question = _Question(self._lines, task, Budget(Limit(), stop))
        keeping = question.winning(task.moves) if task.goal is Goal.WIN else question.stopping()
        return list(keeping if most is None else islice(keeping, most + 1))

    def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
        """Return what is proved of a move of the player's; raises `OutOfTime` once `stop` is set."""
        question = _Question(self._lines, task, Budget(Limit(), stop))
        if task.goal is Goal.STOP:
            beaten = question.beaten_by(square)
            return (
                ProvedMove(Fate.KEEPS) if beaten is None else ProvedMove(Fate.LOSES, beaten.pv, is_lost=True)
            )
        if question.completes(square):
            return ProvedMove(Fate.KEEPS)
        if question.lengths.wins_by(_PLAYER, square, task.moves):
            return ProvedMove(Fate.KEEPS, (question.resistance(square, task.moves - 1),))
        if (beaten := question.beaten_by(square, LATER_NODES)) is not None:
            return ProvedMove(Fate.LOSES, beaten.pv, is_lost=True)
        if question.wins_later(square, task.moves + LATER):
            return ProvedMove(Fate.LATE)
        return ProvedMove(Fate.LOSES, question.escape(square, task.moves - 1))


class _Question:
    """A position to ask about; the player is 0 on its board, the other side 1."""

    def __init__(self, lines: LineStates, task: Task, budget: Budget) -> None:
        self.budget = budget
        self.board = ThreatBoard(lines, task.stones)
        self.lengths = VCTLengths(self.board, budget)
        self._searches = VCTSearch(
            self.board, budget, ProofTables(self.board.geometry, PROOFS_MEGABYTES), certain=True
        )

    @property
    def _empty(self) -> Mask:
        return self.board.mask & ~(self.board.stones[_PLAYER] | self.board.stones[_OTHER])

    def completes(self, square: Square) -> bool:
        """Whether the player has a line by this stone."""
        return bool(self.board.threats()[0] >> self.board.five[_PLAYER] & 1 << square)

    def winning(self, stones: int) -> Iterator[Square]:
        """Give the player's moves that win with so many stones.

        Some are neither a four nor a three, and yet threaten: to make fours on two lines with one stone.
        """
        for square in squares_of(self._empty):
            if self.completes(square) or self.lengths.wins_by(_PLAYER, square, stones):
                yield square

    def stopping(self) -> Iterator[Square]:
        """Give the player's moves after which the other side has no win by force."""
        return (square for square in squares_of(self._empty) if self.beaten_by(square) is None)

    def beaten_by(self, square: Square, nodes: int | None = None) -> ForcedWin | None:
        """Return how the other side wins by force after a move of the player's, None if it does not.

        With a number of nodes None says only that so many did not show it.
        """
        self.board.play(square, _PLAYER)
        self._searches.budget = self.budget if nodes is None else self.budget.some(nodes)
        try:
            found = self._searches.by_threes(_OTHER, 1.0)
        except OutOfTime:
            self.budget.look()
            return None
        finally:
            self.board.undo()
        if found is None and not self._searches.exhausted and nodes is None:
            raise OutOfTime
        return found

    def resistance(self, square: Square, stones: int) -> Square:
        """Return the reply to a winning move after which the player needs most stones, at most so many."""
        self.board.play(square, _PLAYER)
        try:
            replies = self.board.ordered(self.lengths.replies(_PLAYER) or 0, 1 - _PLAYER)
            return max(replies, key=lambda reply: self._needed(reply, stones))
        finally:
            self.board.undo()

    def _needed(self, reply: Square, stones: int) -> int:
        return next(most for most in range(1, stones + 1) if self.lengths.wins_after(_PLAYER, reply, most))

    def wins_later(self, square: Square, stones: int) -> bool:
        """Whether a move wins with so many stones, as far as can be told with little effort."""
        before, self.lengths.budget = self.lengths.budget, self.budget.some(LATER_NODES)
        try:
            return self.lengths.wins_by(_PLAYER, square, stones)
        except OutOfTime:
            self.budget.look()
            return False
        finally:
            self.lengths.budget = before

    def escape(self, square: Square, stones: int) -> tuple[Square, ...]:
        """Return the reply after which the player has no win with so many stones; none if any will do."""
        self.board.play(square, _PLAYER)
        try:
            replies = self.lengths.replies(_PLAYER)
            tried = self.board.ordered(replies, 1 - _PLAYER) if replies else []
            return next(
                ((reply,) for reply in tried if not self.lengths.wins_after(_PLAYER, reply, stones)), ()
            )
        finally:
            self.board.undo()
