"""The exact solver for games in which stones fall, of two players with lines of k or more.

The solver first proves the value of a position, then how soon it is won. If that takes much longer than the
value, the plies are an upper bound.

>>> from ttt_tui.computer.base import NEVER
>>> from ttt_tui.computer.budget import Budget
>>> from ttt_tui.computer.expert.solver.drop import DropSolver
>>> from ttt_tui.engine import Game, Geometry, Limit, Rules, Setup
>>> geometry = Geometry(7, 6, 4, Rules(drop=True))
>>> game = Game(Setup(geometry))
>>> for column in "fgegaddfagaagebafeea":
...     game.place(column)
>>> budget = Budget(Limit(), NEVER)
>>> solution = DropSolver(geometry).solve(game.position, budget, all_moves=True)
>>> solution.value, solution.plies, [geometry.name(square) for square in solution.best]
(<Value.WIN: 'win'>, 15, ['f3', 'c6'])
"""

from contextlib import suppress

from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.any_rules import checked, value_of
from ttt_tui.computer.expert.solver.drop_search import DropSearch
from ttt_tui.computer.expert.solver.proof_map import ReportProof, ignore_proof
from ttt_tui.computer.expert.solver.solution import SOLVER_MEGABYTES, WIN, MoveMap, Solution
from ttt_tui.engine import Geometry, Position, Rules, Square
from ttt_tui.errors import OutOfTime

_FIRST_NODES = 1_000
"""The nodes of the first attempt at a value."""

_LEAST_NODES, _MORE_NODES = 20_000, 2
"""The nodes for proving the plies: the larger of a number, and a multiple of the value's nodes."""


def knows_drop(geometry: Geometry) -> bool:
    """Whether this solver knows the rules of a board: all others must be the usual ones."""
    return geometry.rules == Rules(drop=True)


class DropSolver:
    """Solves positions of one geometry, and keeps its proofs within `megabytes`."""

    def __init__(self, geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> None:
        assert knows_drop(geometry)
        self.geometry = geometry
        self.search = DropSearch(geometry, megabytes)
        lines = geometry.lines_through
        self._order = sorted(geometry.squares, key=lambda square: -len(lines[square]))

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self.search.bytes

    def forget(self) -> None:
        """Discard all proofs."""
        self.search.forget()

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with `all_moves` all moves that keep it.

        The plies are those of the shortest win and of the longest resistance, unless that took too many
        nodes; then they are an upper bound. Raises `OutOfTime` if the budget is used up first, and
        `ValueError` if the game is over or the number of active players is not two.
        """
        position = checked(position)
        moves = self._moves(position)
        if not moves:
            return Solution(Value.DRAW, None, (), ())
        before = budget.nodes
        sign = self._sign(position, budget)
        keeping = moves  # in a lost position every move keeps the value
        if sign >= 0:
            worthy = (square for square in moves if self.is_worth(position, square, sign, budget))
            keeping = list(worthy) if all_moves else [next(worthy)]
        first = keeping[0]
        plies: int | None = None
        pv: tuple[Square, ...] = (first,)
        if sign:
            part = budget.some(max(_LEAST_NODES, _MORE_NODES * (budget.nodes - before)))
            plies, first = self._length(position, sign, first, part)
            pv = self._variation(position, first, sign * (WIN - position.ply - plies), part)
        best = dict.fromkeys((first, *keeping)) if all_moves else (first,)
        return Solution(value_of(sign), plies, tuple(best), pv)

    def proof_map(self, position: Position) -> "DropMap":
        """Return an empty map of the values of a position's moves, to be extended. Raises `ValueError`."""
        return DropMap(self, checked(position))

    def _sign(self, position: Position, budget: Budget) -> int:
        """Return 1, 0 or -1 for a win, a draw or a loss of the side to move.

        Two methods alternate, each time with twice the nodes: whether the position is won or lost at all, and
        who wins in one ply, in two, in three …
        """
        left, plies, is_won, nodes = position.empty.bit_count(), 1, None, _FIRST_NODES
        while True:
            part = budget.some(nodes)
            try:
                while plies <= left:
                    worth = WIN - position.ply - plies
                    if plies % 2 and self._value(position, worth - 1, worth, part) >= worth:
                        return 1
                    if not plies % 2 and self._value(position, -worth, 1 - worth, part) <= -worth:
                        return -1
                    plies += 1
                return 0
            except OutOfTime:
                budget.check()
            part = budget.some(2 * nodes)
            try:
                if is_won is None:
                    is_won = self._value(position, 0, 1, part) > 0
                if is_won:
                    return 1
                return -1 if self._value(position, -1, 0, part) < 0 else 0
            except OutOfTime:
                budget.check()
            nodes *= 2

    def _length(self, position: Position, sign: int, move: Square, budget: Budget) -> tuple[int, Square]:
        """Return the plies until a position is won or lost, exact if the budget allows, and the move.

        `move` keeps the value. It is returned unless a quicker win, or a longer resistance, is found.
        """
        left = position.empty.bit_count()
        with suppress(OutOfTime):
            for plies in range(1 if sign > 0 else 2, left + 1, 2):
                worth = sign * (WIN - position.ply - plies)
                if sign > 0 and self._value(position, worth - 1, worth, budget) >= worth:
                    return plies, self._worth_at_least(position, worth, move, budget)
                if sign < 0:
                    if self._value(position, worth, worth + 1, budget) <= worth:
                        return plies, self._worth_at_least(position, worth, move, budget)
                    move = self._worth_at_least(position, worth + 1, move, budget)
        return left - (left - (sign > 0)) % 2, move

    def _worth_at_least(self, position: Position, worth: int, move: Square, budget: Budget) -> Square:
        """Return a move worth at least `worth`, or `move` if the budget ends before one is found."""
        with suppress(OutOfTime):
            return next(s for s in self._moves(position) if self.is_worth(position, s, worth, budget))
        return move

    def _variation(self, position: Position, first: Square, worth: int, budget: Budget) -> tuple[Square, ...]:
        """Return the moves of both sides that keep at least `worth`, as far as time allows."""
        found, position = [first], position.copy()
        with suppress(OutOfTime, StopIteration):  # the plies may be an upper bound: then the line ends sooner
            while not position.completing(position.to_move) >> found[-1] & 1:
                position.play(found[-1])
                worth = -worth
                found.append(
                    next(s for s in self._moves(position) if self.is_worth(position, s, worth, budget))
                )
        return tuple(found)

    def _moves(self, position: Position) -> list[Square]:
        """Return the moves, sorted by the number of lines through them."""
        legal = position.legal
        return [square for square in self._order if legal >> square & 1]

    def is_worth(self, position: Position, square: Square, value: int, budget: Budget) -> bool:
        """Whether a move is worth at least `value` to its player: 0, or `WIN` less the stones at the end."""
        return self._after(position, square, value - 1, value, budget) >= value

    def _after(self, position: Position, square: Square, alpha: int, beta: int, budget: Budget) -> int:
        """Return the value of a move to its player; a bound if it is outside alpha … beta."""
        mover = position.to_move
        position.play(square)
        try:
            if position.winner_by_line(mover) is not None:
                return WIN - position.ply
            return -self._value(position, -beta, -alpha, budget)
        finally:
            position.undo()

    def _value(self, position: Position, alpha: int, beta: int, budget: Budget) -> int:
        """Return the value to the side to move; a bound if it is outside alpha … beta."""
        mover, other = position.in_turn()
        mine, theirs = position.stones[mover], position.stones[other]
        return self.search.value(mine, theirs, position.occupied ^ (mine | theirs), alpha, beta, budget)


class DropMap(MoveMap):
    """The values of each move of one position, as far as proved, and then their lengths."""

    def __init__(self, solver: DropSolver, position: Position) -> None:
        super().__init__(position)
        self._solver = solver

    def extend(self, budget: Budget, report: ReportProof = ignore_proof) -> None:
        """Prove what is left, and report each proof; raises `OutOfTime`, and another call goes on then."""
        position, solver = self._position, self._solver
        left = position.empty.bit_count()
        for square in position.moves:
            if square not in self.proofs:
                sign = next((s for s in (1, 0) if solver.is_worth(position, square, s, budget)), -1)
                plies = left - (left - (sign > 0)) % 2 if sign else None
                self._prove(square, Proof(value_of(sign), plies), report)
        for plies in range(1, left + 1):
            worth = WIN - position.ply - plies
            value, least = (Value.WIN, worth) if plies % 2 else (Value.LOSS, 1 - worth)
            for square, proof in list(self.proofs.items()):
                if (
                    proof.value is value
                    and not proof.is_exact
                    and solver.is_worth(position, square, least, budget) is (value is Value.WIN)
                ):
                    self._prove(square, Proof(value, plies, is_exact=True), report)
