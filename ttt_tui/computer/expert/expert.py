"""Level `expert`: proves what can be proved, and searches threats and lines for the rest.

With two players, in this order: complete a line; block one; a win by continuous fours; one by fours and
threes; after a short look around the exact solver; else principal variation search until the limit. With
more, `several`.
"""

from dataclasses import replace
from math import inf

from ttt_tui.computer.base import (
    Clock,
    OutOfTime,
    Proof,
    RankedMove,
    Report,
    Stop,
    Thought,
    Value,
    dice,
)
from ttt_tui.computer.expert import several
from ttt_tui.computer.expert.alphabeta import DECIDED, DEEPEST, PROVED, WIN, PrincipalVariationSearch
from ttt_tui.computer.expert.exact import Solver, SolverFactory, solved
from ttt_tui.computer.expert.field import Field, Lines
from ttt_tui.computer.expert.proof_numbers import ProofNumberSearch, Proofs
from ttt_tui.computer.expert.safety import Safety
from ttt_tui.computer.expert.solver import Solver as ExactSolver
from ttt_tui.computer.expert.table import AT_LEAST, Table
from ttt_tui.computer.expert.threats import Forced, ForcedWins, lowest
from ttt_tui.engine import Geometry, Limit, Mask, Position, Square, squares_of

MOST_FOURS = 40
"""The fours of the longest win by fours that is looked for."""

UNTIMED_NODES, MOST_NODES = 100_000, 100_000_000
"""What a part of a search is a part of, where the limit is neither of nodes nor of seconds, and at most."""

FOURS, THREES = 0.04, 0.12
"""The parts of the limit in which a win by force is looked for."""

FIRST_CHECK, UNVERIFIED, CHECK = 0.02, 0.55, 0.2
"""Parts of the limit: for trying the move that seems best against wins by force; when that begins to be done
more thoroughly; and for doing so."""

SOLVED_BEFORE = 3
"""The depth before which the exact solver is asked: who wants a move meanwhile gets one that was searched."""

ROOT_WIDTH = 30
"""How many moves of the position itself are looked at."""


class Expert:
    """The strong computer player. It keeps what it learned for the next move of the game."""

    def __init__(self, seed: int = 0, solver: SolverFactory | None = ExactSolver) -> None:
        self.seed = seed
        self.table = Table()
        self.proofs = Proofs()
        self._lines: Lines | None = None
        self._make_solver = solver
        self._solver: Solver | None = None

    def think(self, position: Position, limit: Limit, stop: Stop, report: Report) -> Thought:
        """Return the best move that it can find inside the limit."""
        clock = Clock(limit, stop)
        clock.armed = True
        if len(position.active) > 2:
            return several.think(position, limit, clock, report, dice(self.seed, position))
        square = opening(position, self.seed)
        if square is not None:
            return Thought(square, line=(square,), seconds=clock.seconds)
        if limit.seconds is None:
            self.proofs = Proofs()
            self.table.clear()  # a game under such a limit can be replayed: nothing earlier may matter
            self._solver = None
        return _TwoPlayers(self, position, limit, clock, stop, report).think()

    def close(self) -> None:
        """Forget everything."""
        self.proofs = Proofs()
        self.table.clear()
        self._lines = self._solver = None

    def solver(self) -> Solver | None:
        """Return the exact solver for the board of `lines`, None if there is none."""
        if self._solver is None and self._make_solver and self._lines:
            self._solver = self._make_solver(self._lines.geometry)
        return self._solver

    def lines(self, geometry: Geometry) -> Lines:
        """Return the lines of a board, those of the latest move if it is the same board."""
        if self._lines is None or self._lines.geometry != geometry:
            self._lines, self._solver = Lines(geometry), None
            self.proofs = Proofs()
            self.table.clear()
        self._lines.forget_if_full()
        return self._lines


class _TwoPlayers:
    """One move of an expert in a game of two."""

    def __init__(
        self,
        expert: Expert,
        position: Position,
        limit: Limit,
        clock: Clock,
        stop: Stop,
        report: Report,
    ) -> None:
        self.expert = expert
        self.stop = stop
        self.position = position
        self.limit = limit
        self.clock = clock
        self.report = report
        self.deepest = min(limit.depth or len(position.moves), len(position.moves))
        me, you = position.in_turn()
        self.me = 0 if me < you else 1
        first, second = sorted((me, you))
        self.field = Field(expert.lines(position.geometry), (position.stones[first], position.stones[second]))
        resigned = position.occupied & ~(position.stones[first] | position.stones[second])
        for square in squares_of(resigned):  # a stone of both is a stone that neither can use
            self.field.play(square, 0)
            self.field.play(square, 1)
        self.dice = dice(expert.seed, position)
        self.wins = ForcedWins(self.field, clock)
        self.threes = ProofNumberSearch(self.field, clock, self.wins, expert.proofs)
        self.table = expert.table
        self.safety = Safety(self.field, self.me, self.threes, self._share)
        self._all_moves = False
        self._is_late = False
        self._cut: Thought | None = None
        self.search = PrincipalVariationSearch(self.field, self.me, clock, self.table, self.wins)

    def think(self) -> Thought:
        anywhere, _ = self.field.threats()
        mine = anywhere >> self.field.five[self.me] & self.field.board
        if mine:
            return self._forced(Forced(1, (lowest(mine),)))
        yours = anywhere >> self.field.five[1 - self.me] & self.field.board
        best = self.search.ordered()[0]
        thought = self._thought({lowest(yours) if yours else best: self.search.evaluate(self.me)}, 0)
        moves = [thought.move]
        try:
            moves = list(squares_of(yours)) or self.search.moves(ROOT_WIDTH)
            if forced := self._by_force():
                return self._forced(forced)
            if not yours and self.limit.depth is None:
                moves = self._sifted(moves)
            for depth in range(1, self.deepest + 1):
                if depth == SOLVED_BEFORE and self.limit.depth is None:
                    if proved := self._solve():
                        return proved
                    if not yours and self.safety.is_doubtful:
                        self.clock.allow(UNVERIFIED)
                try:
                    thought = self._iterate(moves, depth, thought)
                except OutOfTime:
                    if self.clock.has_all or self.stop.is_set():
                        raise
                    self.clock.allow(1.0)
                    self._is_late = True
                    thought, self._cut = self._verified(moves, self._cut or thought), None
                    self.report(thought)
                    moves.sort(key=thought.move.__ne__)
                    thought = self._iterate(moves, depth, thought)
                self.report(thought)
                if thought.proof or (len(moves) == 1 and depth > 1):
                    break
        except OutOfTime:
            thought = self._standing(moves, self._cut or thought)
        return replace(thought, nodes=self.clock.nodes, seconds=self.clock.seconds)

    def _iterate(self, moves: list[Square], depth: int, before: Thought) -> Thought:
        """Return what a search of so many plies finds, and sort the moves for the next one.

        If it is cut short, it still counts once a move other than the first has turned out better. A move
        that walks into a win by force is found out here, before it is believed in.
        """
        while True:
            values: dict[Square, int] = {}
            try:
                values.update(self.search.values(moves, depth))
            except OutOfTime:
                if values and max(values.values()) > values[moves[0]]:
                    self._cut = self._thought(values, before.depth)
                raise
            moves.sort(key=lambda square: -values[square])
            best = moves[0]
            if values[best] < -PROVED and not self._all_moves:
                self._all_moves = True
                moves += [square for square in self.search.ordered() if square not in values]
            elif depth == 1 or values[best] < -DECIDED or not self._refuted(best):
                return self._thought(values, depth)

    def _refuted(self, move: Square) -> bool:
        """Whether the other side wins by force after a move; the table knows it from then on."""
        if self.limit.depth is not None:
            return False  # it sees no further than it may
        forced = self.safety.check(move, CHECK if self._is_late else FIRST_CHECK)
        if forced is not None:
            self._remember_loss(move, forced)
        return forced is not None

    def _verified(self, moves: list[Square], thought: Thought) -> Thought:
        """Return the thought if its move does not lose by force, else one of the next move that does not.

        The moves are in the order of their promise. May raise `OutOfTime`.
        """
        while self._refuted(thought.move):
            self._cut = standing = self._standing(moves, thought)
            if standing is thought:
                break
            thought = standing
        return thought

    def _standing(self, moves: list[Square], thought: Thought) -> Thought:
        """Return the thought if its move is not known to lose by force, else one of the next that is not."""
        lost = self.safety.refutations
        if thought.move not in lost:
            return thought
        move = next((move for move in moves if move not in lost), None)
        if move is None:
            return thought
        scores = {ranked.square: int(ranked.score) for ranked in thought.ranked}
        return self._thought({move: scores.get(move, 0)}, thought.depth)

    def _remember_loss(self, move: Square, forced: Forced) -> None:
        field, me, you = self.field, self.me, 1 - self.me
        field.play(move, me)
        value = WIN - self.position.ply - 1 - forced.plies
        self.table.put((field.stones[you], field.stones[me]), (DEEPEST, value, AT_LEAST, forced.line[0]))
        field.undo()

    def _sifted(self, moves: list[Square]) -> list[Square]:
        """Return the moves that are worth a search, if the other side threatens to win by force."""
        self.safety.look()
        if self.safety.threat is None:
            return moves
        moves = list(dict.fromkeys((*moves, *self.safety.threat.line)))
        stand = self.safety.sift(moves)
        for move, forced in self.safety.refutations.items():
            self._remember_loss(move, forced)
        return stand

    def _by_force(self) -> Forced | None:
        most = (self.deepest - 1) // 2
        if found := self.wins.by_fours(self.me, min(most, MOST_FOURS), *self._share(FOURS)):
            return found
        found = self.threes.by_threes(self.me, *self._share(THREES))
        return found if found and found.plies <= self.deepest else None

    def _solve(self) -> Thought | None:
        """Return the move of a proved value, if there is a solver and it is done in time."""
        solver = self.expert.solver()
        if solver is None:
            return None
        thought = solved(solver, self.position, self.limit, self.stop, self.clock, self.dice)
        if thought is not None:
            self.report(thought)
        return thought

    def _share(self, part: float) -> tuple[int, float]:
        """Return how many positions and seconds a part of the limit is."""
        nodes = self.limit.nodes or (UNTIMED_NODES if self.limit.seconds is None else MOST_NODES)
        return int(nodes * part), inf if self.limit.seconds is None else self.limit.seconds * part

    def _forced(self, forced: Forced) -> Thought:
        proof = Proof(Value.WIN, forced.plies)
        score = WIN - self.position.ply - forced.plies
        thought = Thought(
            forced.line[0],
            score,
            proof,
            depth=min(forced.plies, self.deepest),
            nodes=self.clock.nodes,
            seconds=self.clock.seconds,
            line=forced.line,
            ranked=(RankedMove(forced.line[0], score, proof),),
        )
        self.report(thought)
        return thought

    def _thought(self, values: dict[Square, int], depth: int) -> Thought:
        # Equal values of later moves are upper bounds only: the first one is the only certain one.
        move = max(values, key=values.__getitem__)
        best = values[move]
        proof = None
        if abs(best) > PROVED:
            proof = Proof(Value.WIN if best > 0 else Value.LOSS, WIN - abs(best) - self.position.ply)
        for lost, forced in self.safety.refutations.items():
            values.setdefault(lost, self.position.ply + 1 + forced.plies - WIN)
        return Thought(
            move,
            best,
            proof,
            depth=depth,
            nodes=self.clock.nodes,
            seconds=self.clock.seconds,
            line=self.search.line(move, max(depth, 1)),
            ranked=tuple(
                RankedMove(square, value, proof if square == move else None)
                for square, value in sorted(values.items(), key=lambda item: (item[0] != move, -item[1]))
            ),
        )


def opening(position: Position, seed: int) -> Square | None:
    """Return the move in a position without or with one stone, None in any other: it needs no search."""
    geometry = position.geometry
    if position.ply > 1:
        return None
    centre = geometry.at(geometry.columns // 2, geometry.rows // 2)
    empty: Mask = position.empty
    if empty >> centre & 1:
        return centre
    near = [s for s in (centre + d for d in geometry.directions) if s in geometry]
    near += [s for s in (centre - d for d in geometry.directions) if s in geometry]
    diagonal = [
        s
        for s in near
        if geometry.column(s) != geometry.column(centre) and geometry.row(s) != geometry.row(centre)
    ]
    return dice(seed, position).choice(diagonal)
