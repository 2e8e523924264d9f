"""The expert with two stones a turn: proofs first, wins by threats next, else a look ahead.

The second stone of a turn proved to win is the planned one; in any other turn the search begins with the
planned one if only seconds are limited. Under other limits the same position has the same answer.

The look ahead is alpha-beta, stone by stone: a side keeps the move until its turn is complete. Only a few
stones of each turn are tried, those that gain the most; where threats have to be stopped, all that stop them.
Positions at the horizon are evaluated by the lines that each side can still complete, but not while there are
threats: those are followed up. A value beyond `PROVED` is proved. A loss is proved only where every reply was
tried; else its value stays below.
"""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from ttt_tui.computer.base import Proof, Report, Thought, Value, ranking
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.double.attack import FURTHEST, TurnAttack
from ttt_tui.computer.expert.double.board import TurnBoard
from ttt_tui.computer.expert.double.tracks import Tracks, first_hits
from ttt_tui.computer.expert.solver.any_rules import AnyRulesSolver
from ttt_tui.computer.expert.solver.solver import can_be_solved
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Geometry, Limit, LineRule, Mask, Position, Rules, Square, squares_of
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
        self.found: dict[Square, int] = {}
        """The values that the latest search has found so far."""

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
        found = self.found = {}
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


SOLVER_SHARE, ATTACK_SHARE, URGENT_SHARE = 0.4, 0.25, 0.1
"""The shares of the budget for the exact solver, for the attack, and for the attack that the other side would
have if it were to move."""

SECOND_SHARE = 0.05
"""The attack's share if it searched the whole turn before its first stone."""

SOLVER_MEMORY, TRACKS_MEMORY, ATTACK_MEMORY = 0.3, 0.3, 0.2
"""The parts of the megabytes; the rest is for the look ahead."""

UNTIMED_NODES = 2_000
"""The nodes of attacks, which take longer than others, that the shares refer to where nothing is limited."""

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
                return solution.thought(position, budget)
            except OutOfTime:
                if budget.is_up():
                    return None
        left = stones_left(position)
        try:
            is_planned = self._plan is not None and self._plan.fits(position)
            part = budget.part(SECOND_SHARE if is_planned else ATTACK_SHARE, untimed=UNTIMED_NODES)
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
                values = ahead.found
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
            won = self._attack.win(board, 1, 2, FURTHEST, budget.part(URGENT_SHARE, untimed=UNTIMED_NODES))
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
