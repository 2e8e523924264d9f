"""The expert with two stones a turn: proofs first, wins by threats next, else a look ahead.

The second stone of a turn proved to win is the planned one; in any other turn the search begins with the
planned one if only seconds are limited. Under other limits the same position has the same answer.
"""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from ttt_tui.computer.base import Proof, Report, Thought, Value, ranking
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.double.attack import FURTHEST, TurnAttack
from ttt_tui.computer.expert.double.board import TurnBoard
from ttt_tui.computer.expert.double.lookahead import PROVED, WIN, Memory, TurnLookahead
from ttt_tui.computer.expert.double.tracks import Tracks
from ttt_tui.computer.expert.solver.any_rules import WIN as SOLVED_WIN
from ttt_tui.computer.expert.solver.any_rules import AnyRulesSolver
from ttt_tui.computer.expert.solver.solver import can_be_solved
from ttt_tui.engine import Geometry, Limit, LineRule, Mask, Position, Rules, Square, squares_of
from ttt_tui.errors import OutOfTime

SOLVER_SHARE, ATTACK_SHARE, URGENT_SHARE = 0.4, 0.25, 0.1
"""The shares of the budget for the exact solver, for the attack, and for the attack that the other side would
have if it were to move."""

SECOND_SHARE = 0.05
"""The attack's share if it searched the whole turn before its first stone."""

SOLVER_MEMORY, TRACKS_MEMORY, ATTACK_MEMORY = 0.3, 0.3, 0.2
"""The parts of the megabytes; the rest is for the look ahead."""

UNTIMED_NODES = 2_000
"""The nodes of attacks that the shares refer to where neither nodes nor seconds are limited."""

DEEPEST = 30
"""The most turns looked ahead."""


class TurnPlan(NamedTuple):
    """The second stone of a turn."""

    stones: tuple[Mask, Mask]
    """The stones of the player and of the other one when the first stone is placed."""
    second: Square
    score: float
    proof: Proof | None
    """The proof of a turn that wins, None for any other."""

    def fits(self, position: Position) -> bool:
        """Whether the second stone is the one to place."""
        mover, other = position.in_turn()
        return stones_left(position) == 1 and self.stones == (position.stones[mover], position.stones[other])


def knows_double(geometry: Geometry) -> bool:
    """Whether this player knows the rules of a board."""
    rules = geometry.rules
    double = Rules(per_turn=2)
    return rules in (double, replace(double, wrap=True), replace(double, line=LineRule.EXACTLY))


class DoublePlayer:
    """Thinks about positions of one geometry, and keeps what it learned within a limit of megabytes."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        self.geometry = geometry
        self._solver = AnyRulesSolver(geometry, SOLVER_MEMORY * megabytes)
        self._tracks = Tracks(geometry, TRACKS_MEMORY * megabytes)
        self._attack = TurnAttack(self._tracks.bits, ATTACK_MEMORY * megabytes)
        lookahead = megabytes * (1 - SOLVER_MEMORY - TRACKS_MEMORY - ATTACK_MEMORY)
        self._memory = Memory(self._tracks.bits, lookahead)
        self._plan: TurnPlan | None = None

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._solver.bytes + self._tracks.states.bytes + self._attack.bytes + self._memory.bytes

    def think(
        self, position: Position, limit: Limit, budget: Budget, report: Report, random: Random
    ) -> Thought:
        """Return the best move found within the limit."""
        if limit.seconds is None:
            self._attack.forget()  # a game under such a limit can be replayed whatever was before
            self._memory.clear()
            self._plan = None
        board = TurnBoard(self._tracks, position)
        thought = self._proved(position, board, limit, budget)
        if thought is None:
            thought = self._look_ahead(position, board, limit, budget, report, random)
        else:
            report(replace(thought, nodes=budget.nodes, seconds=budget.seconds))
        self._keep_plan(position, thought)
        return replace(thought, nodes=budget.nodes, seconds=budget.seconds)

    def _proved(self, position: Position, board: TurnBoard, limit: Limit, budget: Budget) -> Thought | None:
        """Return the move of a proved value, None if there is no proof in its part of the budget."""
        if planned := self._planned(position):
            return planned
        if can_be_solved(position) and limit.depth is None:
            try:
                solution = self._solver.solve(position, budget.part(SOLVER_SHARE))
                return solution.thought(position, budget, SOLVED_WIN)
            except OutOfTime:
                if budget.is_up():
                    return None
        left = stones_left(position)
        try:
            is_planned = self._plan is not None and self._plan.fits(position)
            part = _part(budget, SECOND_SHARE if is_planned else ATTACK_SHARE)
            won = self._attack.win(board, 0, left, min(limit.depth or FURTHEST, FURTHEST), part)
        except OutOfTime:
            return None
        if won is None:
            return None
        move, *others = squares_of(won.turn)
        proof = Proof(Value.WIN, won.plies, is_exact=won.plies <= left)
        score = WIN - position.ply - won.plies
        return Thought.of_line((move, *others), score, proof, won.plies)

    def _planned(self, position: Position) -> Thought | None:
        """Return the second stone of a turn that was proved to win, None without one."""
        plan = self._plan
        if plan is None or plan.proof is None or not plan.fits(position):
            return None
        plies = None if plan.proof.plies is None else plan.proof.plies - 1
        proof = replace(plan.proof, plies=plies)
        return Thought.of_line((plan.second,), plan.score, proof, plies or 1)

    def _keep_plan(self, position: Position, thought: Thought) -> None:
        """Keep the second stone of a turn if the search for the first one has found it."""
        self._plan = None
        if len(thought.pv) > 1 and stones_left(position) == 2 and thought.score is not None:
            mover, other = position.in_turn()
            stones = position.stones[mover] | 1 << thought.move, position.stones[other]
            proof = thought.proof if thought.proof and thought.proof.value is Value.WIN else None
            self._plan = TurnPlan(stones, thought.pv[1], thought.score, proof)

    def _look_ahead(
        self,
        position: Position,
        board: TurnBoard,
        limit: Limit,
        budget: Budget,
        report: Report,
        random: Random,
    ) -> Thought:
        left = stones_left(position)
        if not position.occupied:  # a look ahead cannot distinguish first stones
            usual = random.choice(_middle(self.geometry))
            return Thought(usual, pv=(usual,))
        ahead = TurnLookahead(board, left, self._attack, self._memory, self._urgent(board, budget))
        if self._plan and self._plan.fits(position):
            ahead.begin_with(self._plan.second)
        thought = Thought(ahead.order[0], pv=(ahead.order[0],))
        for depth in range(1, DEEPEST + 1):
            plies = left + 2 * (depth - 1)
            if depth > 1 and plies > (limit.depth or plies):
                break
            try:
                values = ahead.values(depth, budget)
            except OutOfTime:
                values = ahead.values_so_far()
                if values and max(values.values()) >= -PROVED:  # a loss needs all values
                    thought = self._conclude(position, ahead, values, plies)
                break
            thought = self._conclude(position, ahead, values, plies)
            report(replace(thought, nodes=budget.nodes, seconds=budget.seconds))
            if thought.proof or budget.is_up() or len(values) == 1 or plies >= position.empty.bit_count():
                break
        return thought

    def _urgent(self, board: TurnBoard, budget: Budget) -> Mask:
        """Return the squares of the other side's winning turn by threats, and of its threats; 0 for none."""
        if board.threats[1]:
            return 0  # they have to be stopped now
        try:
            won = self._attack.win(board, 1, 2, FURTHEST, _part(budget, URGENT_SHARE))
        except OutOfTime:
            return 0
        if won is None:
            return 0
        urgent = won.turn
        for need in board.needs_after(1, tuple(squares_of(won.turn))):
            urgent |= need
        return urgent

    def _conclude(
        self, position: Position, ahead: TurnLookahead, values: dict[Square, int], plies: int
    ) -> Thought:
        """Return the thought of a look ahead, and keep the second stone of its turn as the plan."""
        move = max(values, key=values.__getitem__)
        best = values[move]
        proof = None
        if best > PROVED or (best < -PROVED and ahead.is_complete):
            left = WIN - abs(best) - position.ply
            proof = Proof(Value.WIN if best > 0 else Value.LOSS, left)
        second = ahead.second(move)
        pv = (move,) if second is None else (move, second)
        return Thought(move, best, proof, plies, pv=pv, ranked=ranking(values, move, proof))


def _part(budget: Budget, share: float) -> Budget:
    """Return a part of a budget for an attack, whose nodes take longer than other searches'."""
    return budget.part(share) if budget.is_limited else budget.some(int(UNTIMED_NODES * share))


def stones_left(position: Position) -> int:
    """Return how many stones the player to move has left in the turn."""
    return min(1 + position.ply % 2, position.empty.bit_count())


def _middle(geometry: Geometry) -> list[Square]:
    """Return the squares of a board that lie next to its centre."""
    middle = (geometry.columns - 1) / 2, (geometry.rows - 1) / 2

    def distance(square: Square) -> float:
        return abs(geometry.column(square) - middle[0]) + abs(geometry.row(square) - middle[1])

    least = min(map(distance, geometry.squares))
    return [square for square in geometry.squares if distance(square) == least]
