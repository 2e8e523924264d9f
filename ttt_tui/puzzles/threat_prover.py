"""Proves puzzles on large boards: wins by fours and threes, and full-width refutations of all other moves.

A win is proved by continuous fours and threes against every reply to each threat. A refutation is proved
against every continuation of the player's, threat or not. A position with a move that escapes both proofs is
no puzzle.
"""

from functools import cached_property

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.search_tables import ProofTables
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vcf import ForcedWin
from ttt_tui.computer.expert.two_player.vct import VCTLengths, VCTSearch
from ttt_tui.engine import Geometry, Limit, Mask, Position, Square, mask_of, squares_of
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.full_width import FullWidth
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, MoveEffect, ProvedMove, Task, solution

LINES_MEGABYTES, PROOFS_MEGABYTES = 15.0, 25.0
"""Memory for line states, and for the positions of one question."""

GOAL_NODES = 4_000
"""Nodes to find the goal of a puzzle: a quarter of a second."""

REFUTING_NODES = 30_000
"""Nodes to refute all moves of a question: some seconds."""

ALL_MOVES = 5
"""Longer wins can be searched only where the other side has little choice."""

LATER = 3
"""Stones by which a win may exceed the task to be reported as late."""

LATER_NODES = 4000
"""Nodes for that, and to see whether a move that does not win loses by force."""

QUIET_NODES = 10_000
"""Nodes to prove that a quiet move wins, or to see that a move that stops a threat seems lost."""

PRAISING_NODES = 60_000
"""Nodes to see whether the only move that stops an attack still loses to a quiet move."""

_PLAYER, _OTHER = 0, 1


class ThreatProver:
    """Proves moves on one board."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry

    @cached_property
    def _lines(self) -> LineStates:
        return LineStates(self._geometry, LINES_MEGABYTES)

    def close(self) -> None:
        """Release the memory."""
        self.__dict__.pop("_lines", None)

    def goal(self, position: Position, most: int, stop: Stop = NEVER) -> tuple[Goal, int] | None:
        """Return a win by force and its moves, or a win of the other side's to stop; None if neither."""
        whole = Budget(Limit(), stop)
        lengths = self._question(Task(position, Goal.WIN, most), stop).lengths
        try:
            lengths.budget = whole.some(GOAL_NODES)
            if stones := lengths.shortest(_PLAYER, most):
                return (Goal.WIN, stones) if stones > 1 else None
            return (Goal.STOP, 1) if lengths.shortest(_OTHER, most) else None
        except OutOfTime:
            whole.check()
            return None

    def only(self, task: Task, stop: Stop = NEVER) -> Square | None:
        """Return the one move that keeps the goal, None if there are others or a move is unproved.

        A win is also proved to take `task.moves` stones, not fewer.
        """
        question = self._question(task, stop)
        likely = question.likely(most=1)
        if len(likely) != 1:
            return None
        try:
            if task.goal is Goal.STOP:
                square = likely[0]
                is_stopped = question.is_stopped_by(square) and not question.seems_lost(
                    square, PRAISING_NODES
                )
                return likely[0] if is_stopped else None
            if question.is_refuted(likely[0], task.moves - 1) and all(
                question.is_refuted(square, task.moves) for square in question.squares if square != likely[0]
            ):
                return likely[0]
        except OutOfTime:
            question.budget.check()
        return None

    def keeping(self, task: Task, stop: Stop = NEVER, most: int | None = None) -> list[Square]:
        """Return all moves that keep the goal; raises `OutOfTime` if `stop` is set or one is unknown."""
        question = self._question(task, stop)
        likely = question.likely(most)
        if task.goal is Goal.STOP:
            if not all(map(question.is_stopped_by, likely)):
                raise OutOfTime
            return likely
        if most is not None and len(likely) > most:
            return likely
        effects = {square: question.effect(square) for square in question.squares if square not in likely}
        if MoveEffect.UNKNOWN in effects.values():
            raise OutOfTime
        return sorted(
            [*likely, *(square for square, effect in effects.items() if effect is MoveEffect.KEEPS)]
        )

    def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
        """Return the proof about a move of the player's; raises `OutOfTime` once `stop` is set."""
        question = self._question(task, stop)
        if task.goal is Goal.STOP:
            return question.judged_stop(square)
        if question.completes(square):
            return ProvedMove(MoveEffect.KEEPS)
        match question.effect(square):
            case MoveEffect.KEEPS:
                return ProvedMove(MoveEffect.KEEPS, (question.resistance(square, task.moves - 1),))
            case MoveEffect.LOSES:
                return question.judged_miss(square)
            case _:
                return ProvedMove(MoveEffect.UNKNOWN)

    def attack(self, task: Task, stop: Stop = NEVER) -> tuple[Square, ...]:
        """Return the moves of the win, or of the win to stop; raises `OutOfTime`."""
        if task.goal is Goal.WIN:
            return solution(self, task, stop)
        threatened = self._question(task, stop).threatened()
        return () if threatened is None else threatened.pv

    def _question(self, task: Task, stop: Stop) -> "_ThreatQuestion":
        return _ThreatQuestion(self._lines, task, Budget(Limit(), stop))


class _ThreatQuestion:
    """The searches of one task; the player is 0 on their board, the other side 1."""

    def __init__(self, lines: LineStates, task: Task, budget: Budget) -> None:
        self.budget = budget
        self.board = ThreatBoard(lines, task.stones)
        self.lengths = VCTLengths(self.board, budget)
        self._task = task
        nodes = REFUTING_NODES if task.moves <= ALL_MOVES else REFUTING_NODES // 4
        self._full_width = FullWidth(self.board, budget.some(nodes))
        self._searches = VCTSearch(
            self.board, budget, ProofTables(self.board.geometry, PROOFS_MEGABYTES), certain=True
        )

    @cached_property
    def squares(self) -> list[Square]:
        """The empty squares, the most promising for the player first: an unrefuted move is soon found."""
        return self.board.ordered(self._empty, _PLAYER)

    @property
    def _empty(self) -> Mask:
        return self.board.mask & ~(self.board.stones[_PLAYER] | self.board.stones[_OTHER])

    def likely(self, most: int | None = None) -> list[Square]:
        """Return the moves proved to win, or not proved to lose; with `most` it may end after one more."""
        goal, found = self._task.goal, []
        squares = list(squares_of(self._empty))
        if goal is Goal.STOP:  # the squares of the attack usually stop it
            threatened = self.threatened()
            squares = list(dict.fromkeys((*(threatened.pv if threatened else ()), *self.squares)))
        for square in squares:
            is_likely = self._wins(square) if goal is Goal.WIN else self.beaten_by(square) is None
            if is_likely:
                found.append(square)
                if most is not None and len(found) > most:
                    break
        return sorted(found)

    # --- a win -------------------------------------------------------------------------------------------

    def completes(self, square: Square) -> bool:
        """Whether this stone completes a line of the player's."""
        return bool(self.board.threats()[0] >> self.board.five[_PLAYER] & 1 << square)

    def _wins(self, square: Square) -> bool:
        """Whether a move wins in time by fours and threes."""
        return self.completes(square) or self.lengths.wins_by(_PLAYER, square, self._task.moves)

    def effect(self, square: Square) -> MoveEffect:
        """Return whether a move wins in time; `UNKNOWN` if neither is proved."""
        if self._wins(square):
            return MoveEffect.KEEPS
        try:
            if self.is_refuted(square, self._task.moves):
                return MoveEffect.LOSES
        except OutOfTime:
            self.budget.check()
        return MoveEffect.KEEPS if self._wins_quietly(square) else MoveEffect.UNKNOWN

    def is_refuted(self, square: Square, stones: int) -> bool:
        """Whether a move is proved not to win with `stones` stones. Raises `OutOfTime`."""
        return self._full_width.fails_by(_PLAYER, square, stones)

    def _wins_quietly(self, square: Square) -> bool:
        """Whether a move is found to win by fours and threes after every reply, within `QUIET_NODES`."""
        before, self.lengths.budget = self.lengths.budget, self.budget.some(QUIET_NODES)
        try:
            with self.board.after(square, _PLAYER):
                if self.board.threats()[0] >> self.board.five[_OTHER] & self.board.mask:
                    return False
                replies = self.board.ordered(self._empty, _OTHER)
                stones = self._task.moves - 1
                return all(self.lengths.wins_after(_PLAYER, reply, stones) for reply in replies)
        except OutOfTime:
            self.budget.check()
            return False
        finally:
            self.lengths.budget = before

    def resistance(self, square: Square, stones: int) -> Square:
        """Return the reply to a winning move that makes the player need the most stones, at most `stones`."""

        def needed(reply: Square) -> int:
            return next(
                most for most in range(1, stones + 1) if self.lengths.wins_after(_PLAYER, reply, most)
            )

        with self.board.after(square, _PLAYER):
            return max(self.board.ordered(self.lengths.replies(_PLAYER) or self._empty, _OTHER), key=needed)

    def judged_miss(self, square: Square) -> ProvedMove:
        """Return the proof about a move that does not win in time."""
        if (beaten := self.beaten_by(square, LATER_NODES)) is not None:
            return ProvedMove(MoveEffect.LOSES, beaten.pv, is_lost=True)
        in_time = self._task.moves
        if later := self._wins_later(square, in_time + LATER):
            return ProvedMove(MoveEffect.LATE, moves=later, is_exact=later == in_time + 1)
        with self.board.after(square, _PLAYER):
            reply = self._full_width.reply(_PLAYER, in_time - 1)
        return ProvedMove(MoveEffect.LOSES, () if reply is None else (reply,))

    def _wins_later(self, square: Square, most: int) -> int | None:
        """Return the stones with which a move wins, at most `most`; None if `LATER_NODES` do not show it."""
        before, self.lengths.budget = self.lengths.budget, self.budget.some(LATER_NODES)
        try:
            later = range(self._task.moves + 1, most + 1)
            return next((count for count in later if self.lengths.wins_by(_PLAYER, square, count)), None)
        except OutOfTime:
            self.budget.check()
            return None
        finally:
            self.lengths.budget = before

    # --- a stop ------------------------------------------------------------------------------------------

    def threatened(self) -> ForcedWin | None:
        """Return the win by force that the other side would have if it were to move."""
        return self._searches.by_threes(_OTHER, 1.0)

    def beaten_by(self, square: Square, nodes: int | None = None) -> ForcedWin | None:
        """Return the other side's win by force after a move of the player's, None if it has none.

        With `nodes`, None only means that none was found within that number.
        """
        self._searches.budget = self.budget if nodes is None else self.budget.some(nodes)
        try:
            with self.board.after(square, _PLAYER):
                found = self._searches.by_threes(_OTHER, 1.0)
        except OutOfTime:
            self.budget.check()
            return None
        if found is None and not self._searches.exhausted and nodes is None:
            raise OutOfTime
        return found

    def is_stopped_by(self, square: Square) -> bool:
        """Whether the other side is proved to have no win with `STOP_MOVES` stones after a move."""
        with self.board.after(square, _PLAYER):
            return self._full_width.fails(_OTHER, STOP_MOVES)

    def seems_lost(self, square: Square, nodes: int) -> bool:
        """Whether after a move the other side has a quiet one after which no likely reply helps.

        Such an attack can take longer than what `is_stopped_by` refutes. It is no proof in either direction:
        it avoids praise for a move that only loses later. The most promising attacks are tried first, as many
        as `nodes` allow.
        """
        self._searches.budget = self.budget.some(nodes)
        try:
            with self.board.after(square, _PLAYER):
                return any(self._seems_to_win(quiet) for quiet in self.board.ordered(self._empty, _OTHER))
        except OutOfTime:
            self.budget.check()
            return False

    def _seems_to_win(self, square: Square) -> bool:
        """Whether a move of the other side wins by fours and threes after each reply to its threats."""
        board = self.board
        with board.after(square, _OTHER):
            anywhere, _ = board.threats()
            if anywhere >> board.five[_PLAYER] & board.mask:
                return False
            threatened = self._by_threes()
            if threatened is None:
                return False
            replies = mask_of(threatened.pv) | anywhere >> board.four[_PLAYER] & board.mask
            for reply in board.ordered(replies, _PLAYER):
                with board.after(reply, _PLAYER):
                    if self._by_threes() is None:
                        return False
            return True

    def _by_threes(self) -> ForcedWin | None:
        """Return a win of the other side, to move, by fours and threes; raises `OutOfTime` if unknown."""
        found = self._searches.by_threes(_OTHER, 1.0)
        if found is None and not self._searches.exhausted:
            raise OutOfTime
        return found

    def judged_stop(self, square: Square) -> ProvedMove:
        """Return the proof about a move that has to stop the other side."""
        if (beaten := self.beaten_by(square)) is not None:
            return ProvedMove(MoveEffect.LOSES, beaten.pv, is_lost=True)
        try:
            is_stopped = not self.seems_lost(square, QUIET_NODES) and self.is_stopped_by(square)
            return ProvedMove(MoveEffect.KEEPS if is_stopped else MoveEffect.UNKNOWN)
        except OutOfTime:
            self.budget.check()
            return ProvedMove(MoveEffect.UNKNOWN)
