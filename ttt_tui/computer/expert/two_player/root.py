"""One move of the expert in a game of two.

In this order: complete a line; block one; a win by continuous fours; a win by fours and threes; after a short
search the exact solver; else principal variation search until the limit, whose move is tested against wins by
force of the other side. With at most one stone on the board, there is no search beyond proofs.
"""

from contextlib import suppress
from dataclasses import replace
from random import Random

from ttt_tui.computer.base import Proof, Report, Thought, Value, ranking
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solver import can_be_solved
from ttt_tui.computer.expert.two_player.alphabeta import DEEPEST, PrincipalVariationSearch
from ttt_tui.computer.expert.two_player.candidates import Candidates, Refutations
from ttt_tui.computer.expert.two_player.evaluation import evaluate
from ttt_tui.computer.expert.two_player.openings import MOST_USUAL_STONES, usual_move
from ttt_tui.computer.expert.two_player.search_tables import SearchTables
from ttt_tui.computer.expert.two_player.solved_move import solved
from ttt_tui.computer.expert.two_player.threat_board import board_of
from ttt_tui.computer.expert.two_player.values import DECIDED, INFINITE, LIKELY_WIN, PROVED, PROVED_WIN
from ttt_tui.computer.expert.two_player.vcf import ForcedWin, VCFSearch, lowest
from ttt_tui.computer.expert.two_player.vct import VCTSearch
from ttt_tui.engine import Limit, Mask, Position, Square, squares_of
from ttt_tui.errors import OutOfTime

MOST_FOURS = 40
"""The fours of the longest win by fours that is looked for."""

FOURS_SHARE, THREES_SHARE, PROOF_SHARE = 0.04, 0.2, 0.4
"""The shares of the limit for a win by fours, for a likely win by threes, and for its proof."""

BRIEF_CHECKS = 0.15
"""The share of the limit for testing all moves against wins by force before any is searched."""

LONG_CHECK = 0.05
"""The share of the limit for testing one of them again when it seems best."""

SOLVED_BEFORE = 3
"""The depth before which the exact solver is tried: meanwhile, a searched move is available."""

OPENING_BONUS = 150
"""The most points by which an advised move may be worth less to this search than the best one."""

ROOT_WIDTH = 30
"""The number of moves searched at the root."""


class TwoPlayerSearch:
    """The thinking about one position, in which some squares may be advised."""

    def __init__(
        self,
        tables: SearchTables,
        position: Position,
        limit: Limit,
        budget: Budget,
        report: Report,
        random: Random,
        openings: Mask = 0,
    ) -> None:
        self.tables = tables
        self.position = position
        self.limit = limit
        self.budget = budget
        self.report = report
        self.deepest = min(limit.depth or len(position.moves), len(position.moves))
        me, you = position.in_turn()
        first, second = sorted((me, you))
        if tables.has_bans and first != position.first:
            first, second = second, first  # the bans are for the first player of the board
        self.me = 0 if me == first else 1
        self.board = board_of(tables.lines, (position.stones[first], position.stones[second]))
        self.board.block(position.occupied & ~(position.stones[first] | position.stones[second]))
        self.random = random
        self.wins = VCFSearch(self.board, budget, tables.failure_megabytes)
        self.certain = VCTSearch(self.board, budget, tables.proofs, certain=True)
        self.likely = VCTSearch(self.board, budget, tables.proofs, certain=False)
        self.refutations = Refutations(self.board, self.me, self.likely)
        self._openings = openings
        self._has_all_moves = False
        self._cut: Thought | None = None
        self._likely_win: ForcedWin | None = None  # neither proved nor disproved in its time
        self.candidates = Candidates(self.board, self.wins)
        self.search = PrincipalVariationSearch(
            self.board, self.me, budget, tables.table, self.wins, self.candidates
        )

    def think(self) -> Thought:
        """Return the best move found within the limit."""
        anywhere, twice = self.board.threats()
        mine = anywhere >> self.board.five[self.me] & self.board.mask
        if mine:
            return self._forced(ForcedWin(1, (lowest(mine),)))
        if self.position.ply <= MOST_USUAL_STONES:
            return self._first_move()
        lacking = anywhere >> self.board.five[1 - self.me] & self.board.mask
        yours = lacking & self.board.legal(self.me)
        best = self.candidates.all(self.me)[0]
        if lacking and not yours:
            lost = Proof(Value.LOSS, 2, is_exact=True)  # renju forbids the only move that stops a line
            return self._decided((best, lowest(lacking)), self.position.ply + 2 - PROVED_WIN, lost, 2)
        thought = self._thought(
            {lowest(yours) if yours else best: evaluate(self.board, self.me, anywhere)}, 0
        )
        moves = [thought.move]
        try:
            moves = (
                list(squares_of(yours))
                or self.candidates.of(self.me, anywhere, twice, None, DEEPEST, ROOT_WIDTH)[0]
            )
            if forced := self._by_force():
                return self._forced(forced)
            if self._likely_win is not None:
                # A likely win is seldom wrong, and there is only one chance.
                plies = self._likely_win.plies
                score = LIKELY_WIN - self.position.ply - plies
                return self._decided(self._likely_win.pv, score, None, min(plies, self.deepest))
            if not yours:
                moves = list(dict.fromkeys((*squares_of(self._openings), *moves)))
            if not yours and self.limit.depth is None:
                moves = self._with_defences(moves)
            for depth in range(1, self.deepest + 1):
                if depth == SOLVED_BEFORE and self.limit.depth is None and (proved := self._solve()):
                    return proved
                thought = self._iterate(moves, depth, thought)
                self.report(thought)
                if thought.proof or (len(moves) == 1 and depth > 1):
                    break
                if depth >= SOLVED_BEFORE and all(map(self._lost, moves)):  # the solver may prove it
                    break
        except OutOfTime:
            thought = self._cut or thought
        return replace(thought, nodes=self.budget.nodes, seconds=self.budget.seconds)

    def _first_move(self) -> Thought:
        """Return the solver's move or, if depth is limited, a win within it; else the usual move."""
        usual = (
            self.random.choice(list(squares_of(self._openings)))
            if self._openings
            else usual_move(self.position, self.random)
        )
        with suppress(OutOfTime):
            if self.limit.depth is None:
                if proved := self._solve(usual):
                    return proved
            elif forced := self._by_force():
                return self._forced(forced)
        thought = Thought(usual, nodes=self.budget.nodes, seconds=self.budget.seconds, pv=(usual,))
        self.report(thought)
        return thought

    def _with_defences(self, moves: list[Square]) -> list[Square]:
        """Return the moves, and moves that may stop a win by force that the other side threatens.

        Each is tested briefly against such wins, so that no untested move is played, however soon the time is
        over.
        """
        self.refutations.find_threat()
        threat = self.refutations.threat
        if threat:
            legal = self.board.legal(self.me)
            moves = list(dict.fromkeys((*moves, *(square for square in threat.pv if legal >> square & 1))))
        for square in moves:
            self.refutations.check(square, BRIEF_CHECKS / len(moves))
        return moves

    def _iterate(self, moves: list[Square], depth: int, before: Thought) -> Thought:
        """Return the thought of a search of `depth` plies, and sort the moves for the next one.

        A move is tested against wins by force before it counts as the best. If the search is cut short, its
        results count if the previous best move is no longer the best.
        """
        values: dict[Square, int] = {}
        best = -INFINITE
        try:
            while True:
                for square in moves:
                    if square not in values:
                        is_advised = self._openings >> square & 1 and abs(best) < DECIDED
                        bar = best - OPENING_BONUS if is_advised else best
                        value = self._lost(square) or self.search.value(square, depth, bar, len(values))
                        if value > bar:
                            if self.limit.depth is None:  # with a depth limit it must not see further
                                self.refutations.check(square, LONG_CHECK)
                            value = self._lost(square) or value
                        values[square] = value
                        best = max(best, value)
                if best > -DECIDED or self._has_all_moves:
                    break
                self._has_all_moves = True
                moves += [square for square in self.candidates.all(self.me) if square not in values]
        except OutOfTime:
            self._cut = self._best_so_far(moves, values, before)
            raise
        moves.sort(key=lambda square: -self._worth(square, values[square]))
        return self._thought(values, depth)

    def _worth(self, square: Square, value: int) -> int:
        """Return the value that decides the choice of a move: advice counts as long as nothing is decided."""
        return value + OPENING_BONUS if self._openings >> square & 1 and abs(value) < DECIDED else value

    def _best_so_far(self, moves: list[Square], values: dict[Square, int], before: Thought) -> Thought:
        """Return the thought of a search that was cut short."""
        if values and max(values.values()) > -DECIDED:
            found = self._thought(values, before.depth)
            return before if found.move == before.move else found
        if before.move not in values:
            return before
        # Moves that were not searched any more are all equal to it: the first one that is not known to
        # to lose, in the order of the search before.
        scores = {ranked.square: int(ranked.score) for ranked in before.ranked}
        least = min(scores.values(), default=0)
        scores = {square: self._lost(square) or scores.get(square, least) for square in moves} | values
        return self._thought(scores, before.depth)

    def _lost(self, move: Square) -> int:
        """Return the value of a move known to lose by force, 0 for any other."""
        forced = self.refutations.found.get(move)
        return self.position.ply + 1 + forced.plies - LIKELY_WIN if forced else 0

    def _by_force(self) -> ForcedWin | None:
        most = (self.deepest - 1) // 2
        if found := self.wins.by_fours(self.me, min(most, MOST_FOURS), FOURS_SHARE):
            return found
        if likely := self.likely.by_threes(self.me, THREES_SHARE):
            found = self.certain.by_threes(self.me, PROOF_SHARE)
            if found is None and not self.certain.exhausted and self.limit.depth is None:
                self._likely_win = likely
        return found if found and found.plies <= self.deepest else None

    def _solve(self, usual: Square | None = None) -> Thought | None:
        """Return the move with a proved value, None without a solver or a proof in time: see `solved`."""
        if self.tables.solver is None or (self.tables.has_bans and not can_be_solved(self.position)):
            return None
        thought = solved(self.tables.solver, self.position, self.budget, self.random, usual)
        if thought is not None:
            self.report(thought)
        return thought

    def _forced(self, forced: ForcedWin) -> Thought:
        proof = Proof(Value.WIN, forced.plies, is_exact=forced.plies <= 3)  # a win in one is looked for first
        score = PROVED_WIN - self.position.ply - forced.plies
        return self._decided(forced.pv, score, proof, min(forced.plies, self.deepest))

    def _decided(self, pv: tuple[Square, ...], score: int, proof: Proof | None, depth: int) -> Thought:
        """Report and return the first move of a line that needs no search."""
        thought = Thought.of_line(pv, score, proof, depth, self.budget.nodes, self.budget.seconds)
        self.report(thought)
        return thought

    def _thought(self, values: dict[Square, int], depth: int) -> Thought:
        # Equal values of later moves are upper bounds only: the first one is the only certain one.
        move = max(values, key=lambda square: self._worth(square, values[square]))
        best = values[move]
        proof = None
        if abs(best) > PROVED:
            proof = Proof(Value.WIN if best > 0 else Value.LOSS, PROVED_WIN - abs(best) - self.position.ply)
        for lost in self.refutations.found:
            values.setdefault(lost, self._lost(lost))
        return Thought(
            move,
            best,
            proof,
            depth=depth,
            nodes=self.budget.nodes,
            seconds=self.budget.seconds,
            pv=self.search.pv(move, max(depth, 1)),
            ranked=ranking(values, move, proof),
        )
