"""The exact solver for Ultimate.

It tests alternately, with growing effort, whether the player to move can force a win and whether the other
one can: if neither can, the game is drawn. Where boards are open until full it first looks for the win by way
of the middle board. Then it determines how soon the win comes; if that takes much longer than the value, the
plies are an upper bound.

>>> from ttt_tui.computer.base import NEVER
>>> from ttt_tui.engine import Limit, Rules, start_position
>>> geometry = Geometry(9, 9, 3, Rules.parse("open-until-full"))
>>> solver, budget = UltimateSolver(geometry), Budget(Limit(nodes=200_000), NEVER)
>>> solution = solver.solve(start_position(geometry), budget)
>>> solution.value, solution.plies, geometry.name(solution.best[0])
(<Value.WIN: 'win'>, 43, 'e5')
"""

from contextlib import suppress
from dataclasses import dataclass, replace

from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.proof_map import ReportProof, ignore_proof
from ttt_tui.computer.expert.solver.solution import SOLVER_MEGABYTES, MoveMap, Solution
from ttt_tui.computer.ultimate.forced_win import ANY, ForcedWins, MiddleFirstWins, faces_it
from ttt_tui.computer.ultimate.search_board import Code, SearchBoard, code_of, square_of
from ttt_tui.engine import Geometry, Position, Square
from ttt_tui.engine.ultimate import UltimatePosition, as_ultimate
from ttt_tui.errors import OutOfTime

NEAR = 26
"""The most squares left with which a position is usually solved in some tenths of a second."""

FIRST_NODES = 500
"""The nodes of the first attempt at each question, doubled again and again."""

MIDDLE_NODES = 40_000
"""The most for the win by way of the middle board; from the empty board it takes 27,000."""

LEAST_NODES, MORE_NODES = 20_000, 2
"""The nodes for finding a shorter win: the larger of a number, and a multiple of those spent before."""

MIDDLE_SHARE, MIDDLE_MEGABYTES = 0.5, 12.0
"""The table for wins by way of the middle board: its share of the megabytes, and the most that it needs."""


@dataclass(frozen=True, slots=True)
class PerfectResult:
    """The winner of a position with best play."""

    winner: int | None
    """The winner, None for a draw."""
    plies: int = 0
    """The most plies in which the winner wins."""
    search: ForcedWins | None = None
    """The one that found the win."""
    is_exact: bool = False
    """Whether the winner cannot win in fewer."""

    def value_to(self, player: int) -> Value:
        """Return the value for a player."""
        if self.winner is None:
            return Value.DRAW
        return Value.WIN if self.winner == player else Value.LOSS


class UltimateSolver:
    """Solves positions by one kind of rules, and keeps its proofs in tables of `megabytes`."""

    def __init__(self, geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> None:
        self.geometry = geometry
        share = min(MIDDLE_SHARE * megabytes, MIDDLE_MEGABYTES) if geometry.rules.until_full else 0.0
        self._any = ForcedWins(megabytes - share)
        self._middle = MiddleFirstWins(share) if share else None

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._any.bytes + (0 if self._middle is None else self._middle.bytes)

    def forget(self) -> None:
        """Discard all proofs."""
        self._any.clear()
        if self._middle is not None:
            self._middle.clear()

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position, with `all_moves` all moves that keep it.

        The plies are those of the shortest win and of the longest resistance, unless that took too many
        nodes; then they are an upper bound. Raises `OutOfTime` if the budget is used up first, and
        `ValueError` if the game is over.
        """
        position = checked(position)
        board, mover = SearchBoard(position), position.to_move
        before = budget.nodes
        verdict = self.verdict(board, budget)
        value = verdict.value_to(mover)
        best: list[Square] = []
        plies: int | None = None
        pv: tuple[Square, ...] = ()
        if verdict.search is not None:
            more = MORE_NODES * (budget.nodes - before) if verdict.search is self._any else 0
            part = budget.some(max(LEAST_NODES, more))
            verdict = self.shortened(board, verdict, part)
            plies = verdict.plies
            pv = tuple(map(square_of, _variation(board, verdict, budget)))
            best = [pv[0]]
        if all_moves or not best:
            for square in position.moves:
                if square not in best and (
                    value is Value.LOSS or self.after(board, square, budget).value_to(mover) is value
                ):
                    best.append(square)
                    if not all_moves:
                        break
        return Solution(value, plies, tuple(best), pv or (best[0],), verdict.is_exact)

    def proof_map(self, position: Position) -> "UltimateMap":
        """Return an empty map of the values of a position's moves, to be extended. Raises `ValueError`."""
        return UltimateMap(self, checked(position))

    def verdict(self, board: SearchBoard, budget: Budget) -> PerfectResult:
        """Return the winner, and the most plies it takes. Raises `OutOfTime`."""
        players = [board.mover, 1 - board.mover]
        if self._middle is not None:
            for player in players:
                with suppress(OutOfTime):
                    plies = self._middle.plies(board, player, ANY, budget.some(MIDDLE_NODES))
                    if plies <= ANY:
                        return PerfectResult(player, plies, self._middle)
                budget.check()
        nodes = FIRST_NODES
        while players:
            for player in tuple(players):
                with suppress(OutOfTime):
                    plies = self._any.plies(board, player, ANY, budget.some(nodes))
                    if plies <= ANY:
                        return PerfectResult(player, plies, self._any)
                    players.remove(player)
                budget.check()
            nodes *= 2
        return PerfectResult(None)

    def after(self, board: SearchBoard, square: Square, budget: Budget) -> PerfectResult:
        """Return the winner after a move, and the most plies, counting the move. Raises `OutOfTime`."""
        mover = board.mover
        result = board.play(code_of(square))
        try:
            if result is None:
                verdict = self.verdict(board, budget)
                return verdict if verdict.winner is None else replace(verdict, plies=verdict.plies + 1)
            if result == 0:
                return PerfectResult(None)
            return PerfectResult(mover if result > 0 else 1 - mover, 1, self._any)
        finally:
            board.undo()

    def by_the_middle(self, position: Position, budget: Budget) -> Solution | None:
        """Return the win of the player to move by way of the middle board, None if there is none.

        It has the fewest plies that this way allows. Raises `OutOfTime`, also if the search takes unusually
        long.
        """
        if self._middle is None:
            return None
        board = SearchBoard(as_ultimate(position))
        plies = self._middle.plies(board, board.mover, ANY, budget.some(MIDDLE_NODES))
        if plies > ANY:
            return None
        verdict = _tightened(board, PerfectResult(board.mover, plies, self._middle), budget)
        pv = tuple(map(square_of, _variation(board, verdict, budget)))
        return Solution(Value.WIN, verdict.plies, pv[:1], pv, is_exact=verdict.plies == 1)

    def shortened(self, board: SearchBoard, verdict: PerfectResult, budget: Budget) -> PerfectResult:
        """Return a verdict with the fewest plies; with the fewest known if the budget ends before."""
        winner = verdict.winner
        assert winner is not None
        if verdict.search is self._middle:
            verdict = _tightened(board, verdict, budget)
        with suppress(OutOfTime):
            for most in lengths(board, winner, verdict.plies):
                if self._any.plies(board, winner, most, budget) <= most:
                    return PerfectResult(winner, most, self._any, is_exact=True)
            return replace(verdict, is_exact=True)
        return verdict

    def wins_after(self, board: SearchBoard, square: Square, player: int, most: int, budget: Budget) -> bool:
        """Return whether a player wins in `most` plies or fewer, counting this move. Raises `OutOfTime`."""
        return self._any.plies_after(board, code_of(square), player, most, budget) <= most


class UltimateMap(MoveMap):
    """The proved values of the moves of one position, first the values and then their lengths."""

    def __init__(self, solver: UltimateSolver, position: UltimatePosition) -> None:
        super().__init__(position)
        self._solver = solver
        self._board = SearchBoard(position)

    def extend(self, budget: Budget, report: ReportProof = ignore_proof) -> None:
        """Prove what is left, and report each proof; raises `OutOfTime`, and another call goes on then."""
        board, solver, moves = self._board, self._solver, self._position.moves
        nodes = FIRST_NODES
        while len(self.proofs) < len(moves):
            for square in moves:
                if square not in self.proofs:
                    with suppress(OutOfTime):
                        verdict = solver.after(board, square, budget.some(nodes))
                        value = verdict.value_to(board.mover)
                        self._prove(square, Proof(value, verdict.plies or None), report)
                    budget.check()
            nodes *= 2
        for plies in range(1, 1 + max(proof.plies or 0 for proof in self.proofs.values())):
            for square, proof in list(self.proofs.items()):
                winner = board.mover if proof.value is Value.WIN else 1 - board.mover
                if proof.is_bound and (
                    plies == proof.plies or solver.wins_after(board, square, winner, plies, budget)
                ):
                    self._prove(square, Proof(proof.value, plies, is_exact=True), report)


def lengths(board: SearchBoard, player: int, below: int) -> range:
    """Return in how many plies a player may win, the fewest first: a line is completed by its owner."""
    if board.is_by_majority:
        return range(1, below)
    return range(1 if board.mover == player else 2, below, 2)


def _tightened(board: SearchBoard, verdict: PerfectResult, budget: Budget) -> PerfectResult:
    """Return a verdict with the fewest plies that its search finds, in as much as the budget allows."""
    assert verdict.winner is not None
    assert verdict.search is not None
    plies = verdict.plies
    with suppress(OutOfTime):
        while (fewer := verdict.search.plies(board, verdict.winner, plies - 1, budget)) < plies:
            plies = fewer
    return replace(verdict, plies=plies)


def _variation(board: SearchBoard, verdict: PerfectResult, budget: Budget) -> list[Code]:
    """Return moves of both sides that keep the plies, until the budget is used up.

    The proof has the first move, so the budget may end before the search for it. Raises `OutOfTime` if the
    memory was too small for it.
    """
    found: list[Code] = []
    first = budget.without_end().some(LEAST_NODES)
    ply, result, left = board.ply, None, verdict.plies
    assert verdict.search is not None
    assert verdict.winner is not None
    try:
        while result is None:
            if board.mover == verdict.winner:
                win = verdict.search.move(board, left, budget if found else first)
                assert win is not None, "it was found before"
                move, left = win
            else:
                move, left = verdict.search.resistance(board, left, budget if found else first)
            found.append(move)
            result = board.play(move)
            left -= 1
    except OutOfTime:
        if not found:
            raise
    finally:
        while board.ply > ply:
            board.undo()
    return found


def checked(position: Position) -> UltimatePosition:
    """Return a copy of a position; raises `ValueError` if its game is over."""
    position = as_ultimate(position.copy())
    if len(position.active) != 2:
        raise ValueError("two players have to be in the game")
    if position.is_dead() or any(position.winner_by_line(player) is not None for player in (0, 1)):
        raise ValueError("the game is over")
    return position


def can_be_solved_soon(position: Position) -> bool:
    """Whether both players are in the game, and few squares are left or the mover faces the known win."""
    if len(position.active) != 2:
        return False
    if position.squares_left <= NEAR:
        return True
    return position.geometry.rules.until_full and faces_it(SearchBoard(as_ultimate(position)))
