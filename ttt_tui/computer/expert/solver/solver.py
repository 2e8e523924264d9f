"""The exact solver: the proved value of a position of two players.

A position is a win for the side to move if that side can force a line, a loss if the other side can, and a
draw if neither can: two questions to `attack`, asked in turn with growing effort until one is answered by yes
or both by no. On a wide board, where `attack` is slow, a search for wins by threats comes before the larger
efforts. There are no tables: no known openings, no special boards.

A game that begins with an opening is solved by every way through it, each solved from there on:

>>> from ttt_tui.computer.base import NEVER
>>> from ttt_tui.engine import Limit, Rules
>>> geometry = Geometry(4, 3, 3, Rules.parse("pie"))
>>> budget = Budget(Limit(), NEVER)
>>> solution = make_solver(geometry).solve(Position(geometry, players=2), budget)
>>> solution.value  # every first stone wins or loses, and the other player takes the better side
<Value.LOSS: 'loss'>
"""

from contextlib import suppress
from dataclasses import replace
from functools import partial

from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.any_rules import AnyRulesSolver, WorthMap, value_of
from ttt_tui.computer.expert.solver.attack import AttackResult, AttackState
from ttt_tui.computer.expert.solver.drop import DropSolver, knows_drop
from ttt_tui.computer.expert.solver.proof_map import Lengths, ProofMap
from ttt_tui.computer.expert.solver.questions import PLAN, AttackView, Questions, side_of
from ttt_tui.computer.expert.solver.residuals import Residuals
from ttt_tui.computer.expert.solver.solution import SOLVER_MEGABYTES, WIN, ExactMap, ExactSolver, Solution
from ttt_tui.computer.expert.solver.threat_search import ThreatSearch
from ttt_tui.computer.memory import room
from ttt_tui.engine import GameName, Geometry, Opening, Placement, Position, Square, squares_of
from ttt_tui.engine.rules import Shortcut
from ttt_tui.errors import OutOfTime

_LENGTHS_SHARE, _THREATS_SHARE = 0.1, 0.05  # shares of the megabytes
_MANY_LINES = 100  # beyond, wins by threats are searched for; 8x8 with five in a row has fewer
_MOST_STONES = 9  # the winner's, from there on
_THREAT_NODES = 10_000  # for wins by threats; 20x20 with four in a row takes 3,400


class Solver:
    """Solves positions of one geometry with the usual rules, and keeps its proofs within `megabytes`."""

    def __init__(self, geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> None:
        self.geometry = geometry
        self._lines = Residuals(geometry)
        megabytes = room(megabytes, self._lines.bytes)
        self._threats: ThreatSearch | None = None
        threats_share = _THREATS_SHARE if self._lines.width > _MANY_LINES else 0.0
        self._questions = Questions(self._lines, (1 - _LENGTHS_SHARE - threats_share) * megabytes)
        self._attack = self._questions.attack
        self._lengths = Lengths(self._attack, _LENGTHS_SHARE * megabytes)
        if threats_share:
            symmetries = self._attack.maker_breaker.symmetries
            self._threats = ThreatSearch(symmetries, self._attack.fours, threats_share * megabytes)

    @property
    def bytes(self) -> int:
        """The bytes in use, the tables of the board included."""
        threats = 0 if self._threats is None else self._threats.bytes
        return self._lines.bytes + self._attack.bytes + self._lengths.bytes + threats

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with `all_moves` all moves that keep it.

        The same calls in the same order cost the same nodes on every machine. A win is kept: called again
        after its move and any answer, the solver returns at most the remaining plies. Raises `OutOfTime` if
        the budget is used up first; proofs are kept. Raises `ValueError` if somebody has a line already, or
        if the number of active players is not two.
        """
        side = side_of(self._lines, position)
        try:
            solution = self._solve(side, budget)
            if all_moves:
                keeping = ProofMap(self._questions, self._lengths, side).keeping(solution.value, budget)
                rest = (square for square in squares_of(keeping) if square not in solution.best)
                solution = replace(solution, best=(*solution.best, *rest))
        except RecursionError:  # a search this deep would not have ended
            raise OutOfTime from None
        return solution

    def proof_map(self, position: Position) -> ProofMap:
        """Return an empty map of the values of a position's moves, to be extended.

        Raises `ValueError` if somebody has a line already, or if the number of active players is not two.
        """
        return ProofMap(self._questions, self._lengths, side_of(self._lines, position))

    # --- values ------------------------------------------------------------------------------------------

    def _solve(self, side: AttackView, budget: Budget) -> Solution:
        attack, defence = AttackResult(AttackState.OPEN), AttackResult(AttackState.OPEN)
        for effort, nodes in PLAN:
            if attack.fate is AttackState.OPEN:
                attack = self._questions.wins(side, effort, nodes, budget)
                if attack.fate is AttackState.WON:
                    return self._solution(Value.WIN, attack, side, effort, budget)
            # With equal reaches the side to move cannot lose: it could steal the other side's
            # strategy (Hales and Jewett, 1963). Then the only question is which move holds a draw.
            level = attack.fate is AttackState.OPEN and side.mine == side.theirs
            if defence.fate is AttackState.OPEN and not level:
                defence = self._questions.loses(side, effort, nodes, budget)
                if defence.fate is AttackState.WON:
                    return self._solution(Value.LOSS, defence, side, effort, budget)
            if attack.fate is defence.fate is AttackState.HELD:
                break
            if not effort and self._threats and (found := self._by_threats(self._threats, side, budget)):
                return found
        anything = tuple(squares_of(side.empty & -side.empty))  # nothing on a full board
        best = anything if defence.move is None else (defence.move,)
        return Solution(Value.DRAW, None, best, best)

    def _by_threats(self, threats: ThreatSearch, side: AttackView, budget: Budget) -> Solution | None:
        """Return the value of a position where one side wins by threats, after at most one free move."""
        part = budget.some(_THREAT_NODES)
        mine, theirs, empty = side
        try:
            for stones in range(2, _MOST_STONES + 1):
                if win := threats.attack(mine, theirs, empty, stones, part):
                    return Solution(Value.WIN, win.plies, win.pv[:1], win.pv)
                if loss := threats.defend(theirs, mine, empty, stones, part):
                    return Solution(Value.LOSS, loss.plies, loss.pv[:1], loss.pv)
        except OutOfTime:
            budget.check()
        return None

    def _solution(
        self, value: Value, answer: AttackResult, side: AttackView, effort: int, budget: Budget
    ) -> Solution:
        assert answer.move is not None
        pv = [answer.move]
        with suppress(OutOfTime):  # the value is proved: an incomplete line is enough
            self._extend(pv, value, side, effort, budget)
        return Solution(value, answer.plies, (answer.move,), tuple(pv))

    def _extend(self, pv: list[Square], value: Value, side: AttackView, effort: int, budget: Budget) -> None:
        """Add the moves that the proof expects to the first one, in turn the winner's and the other's."""
        lines = self._lines
        mine, theirs, empty = side.mine, side.theirs, side.empty
        attacking = value is Value.WIN
        while not lines.fours(mine, empty) >> pv[-1] & 1:
            square = pv[-1]
            empty ^= 1 << square
            mine, theirs = theirs & ~lines.spread[square], lines.gain(mine, square)
            attacking = not attacking
            if attacking:
                answer = self._attack.attack(mine, theirs, empty, effort, budget)
            else:
                answer = self._attack.defend(theirs, mine, empty, effort, budget)
            if answer.fate is not AttackState.WON or answer.move is None:
                return
            pv.append(answer.move)


class OpeningSolver:
    """Solves positions of one geometry in an opening by a solver of those after it."""

    def __init__(self, geometry: Geometry, solver: ExactSolver) -> None:
        self.geometry = geometry
        self._solver = solver

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._solver.bytes

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with `all_moves` all moves that keep it.

        Raises `OutOfTime` if the budget is used up first, and `ValueError` if the game is over or the number
        of active players is not two.
        """
        if position.stage is None:
            return self._solver.solve(position, budget, all_moves)
        position = position.copy()
        values: dict[Placement, int] = {}
        for move in position.moves:
            values[move] = self.worth(position, move, budget)
            if values[move] > 0 and not all_moves:
                break
        most = max(values.values())
        keeping = sorted(values, key=values.__getitem__, reverse=True)
        best = [move for move in keeping if value_of(values[move]) is value_of(most)]
        plies = WIN - abs(most) - position.ply if most else None
        return Solution(value_of(most), plies, tuple(best if all_moves else best[:1]), (best[0],))

    def proof_map(self, position: Position) -> ExactMap:
        """Return an empty map of the values of a position's moves, to be extended. Raises `ValueError`."""
        if position.stage is None:
            return self._solver.proof_map(position)
        return WorthMap(partial(self.worth, is_exact=True), position.copy())

    def worth(self, position: Position, move: Placement, budget: Budget, is_exact: bool = False) -> int:
        """Return the value of a move to its player: 0, `WIN` less the stones at the end, or its negative.

        With `is_exact` the stones are those of the shortest win and the longest resistance.
        """
        mover = position.to_move
        budget.tick()
        position.play(move)
        try:
            value = self._value(position, budget, is_exact)
            return value if position.to_move == mover else -value
        finally:
            position.undo()

    def _value(self, position: Position, budget: Budget, is_exact: bool) -> int:
        """Return the value of a position to the player to move."""
        if position.stage is not None:
            return max(self.worth(position, move, budget, is_exact) for move in position.moves)
        if position.is_dead():
            return 0
        if not is_exact:
            solution = self._solver.solve(position, budget)
            return _number(Proof(solution.value, solution.plies), position)
        found = self._solver.proof_map(position)
        found.extend(budget)
        return max(_number(proof, position) for proof in found.proofs.values())


def _number(proof: Proof, position: Position) -> int:
    """Return a proof as a number, as `OpeningSolver.worth` does."""
    if proof.plies is None:
        return 0
    value = WIN - position.ply - proof.plies
    return value if proof.value is Value.WIN else -value


def make_solver(geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> ExactSolver:
    """Return the solver that knows the rules of a board, and its opening if it has one."""
    if geometry.rules.opening is not Opening.FREE:
        return OpeningSolver(geometry, make_solver(geometry.without_opening, megabytes))
    if geometry.rules.allows(Shortcut.EXTRA_STONE):
        return Solver(geometry, megabytes)
    if knows_drop(geometry):
        return DropSolver(geometry, megabytes)
    return AnyRulesSolver(geometry, megabytes)


def can_be_solved(position: Position) -> bool:
    """Whether to try the solver while a player waits: two play k in a row, and few enough squares are empty.

    In an opening that would take too long.
    """
    geometry = position.geometry
    if position.stage is not None or geometry.rules.game is not GameName.IN_A_ROW:
        return False
    most = 81 if geometry.rules.allows(Shortcut.EXTRA_STONE) else 32 if knows_drop(geometry) else 16
    return len(position.active) == 2 and position.empty.bit_count() <= most
