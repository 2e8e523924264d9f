"""The search of positions without a forced win: principal variation search with iterative deepening.

After the first move of a position, the others only have to be proved no better, which a window of width one
does at less cost (T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", 1982).
Moves late in the order are first searched less deeply, and again in full if they turn out well: the later and
the farther from the leaves, the greater the reduction, by the product of two logarithms, as in the chess
program Stockfish.
"""

from math import log

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.candidates import Candidates
from ttt_tui.computer.expert.two_player.evaluation import evaluate
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.values import (
    AT_LEAST,
    AT_MOST,
    DECIDED,
    EXACT,
    INFINITE,
    PROVED,
    PROVED_WIN,
    StonePair,
    Stored,
    TranspositionTable,
    is_usable,
)
from ttt_tui.computer.expert.two_player.vcf import VCFSearch
from ttt_tui.engine import Square

DEEPEST = 1000
"""The depth of forced results: enough for every search."""

WIDTHS = (0, 10, 12, 14, 16)
"""How many moves are searched, by the plies to go; the last number holds for more plies."""

DEEPEST_REDUCED, LATEST_REDUCED = 15, 31
"""Where `LATE_MOVE_REDUCTIONS` ends: farther from the leaves, or later, nothing more is gained."""

LATE_MOVE_REDUCTIONS = [
    [
        0 if depth < 2 or index < 3 else min(depth - 1, int(0.5 + log(depth) * log(index) / 1.6))
        for index in range(LATEST_REDUCED + 1)
    ]
    for depth in range(DEEPEST_REDUCED + 1)
]
"""The first reduction of a move in plies, by the plies to go and the move's place in the order."""


class PrincipalVariationSearch:
    """Searches one position of two players. It makes and undoes moves on `board`."""

    def __init__(
        self,
        board: ThreatBoard,
        player: int,
        budget: Budget,
        table: TranspositionTable,
        wins: VCFSearch,
        candidates: Candidates,
    ) -> None:
        self.board = board
        self.player = player
        self.budget = budget
        self.table = table
        self.wins = wins
        self._candidates = candidates
        self._guess = 0
        self._has_bans = board.barred[0] != board.barred[1]
        self._fives = (board.mask << board.five[0]) | (board.mask << board.five[1])

    # --- the root

    def value(self, move: Square, depth: int, best: int, index: int) -> int:
        """Return the value of a move, `depth` plies ahead; an upper bound if it is at most `best`.

        `index` is its place in the order. May raise `OutOfTime`.
        """
        board, player = self.board, self.player
        height = len(board.past)
        try:
            board.play(move, player)
            if best > -INFINITE:
                less = late_move_reduction(depth, index) if best > -DECIDED else 0
                return self._scout(depth - 1, less, best, INFINITE, 1 - player)
            low, high = self._guess - 30, self._guess + 30
            value = -self._node(depth - 1, -high, -low, 1 - player)
            if not low < value < high:
                value = -self._node(depth - 1, -INFINITE, INFINITE, 1 - player)
            self._guess = value
            return value
        finally:
            while len(board.past) > height:
                board.undo()

    def pv(self, first: Square, longest: int) -> tuple[Square, ...]:
        """Return the principal variation that starts with a move, as far as the table has it."""
        board = self.board
        pv = [first]
        player = self.player
        board.play(first, player)
        while len(pv) < longest:
            player = 1 - player
            entry = self.table.get((board.stones[player], board.stones[1 - player]))
            move = entry and entry[3]
            if move is None or (board.stones[0] | board.stones[1]) >> move & 1:
                break
            pv.append(move)
            board.play(move, player)
        for _ in pv:
            board.undo()
        return tuple(pv)

    # --- inside

    def _node(self, depth: int, alpha: int, beta: int, player: int) -> int:
        """Return the value of the position to `player`, to move; a bound outside alpha … beta."""
        self.budget.tick()
        board = self.board
        stones = board.stones
        anywhere, twice = board.threats()
        ply = (stones[0] | stones[1]).bit_count()
        if value := self._decided(anywhere, twice, ply, player):
            return value
        if anywhere & self._fives:
            return self._only_reply(anywhere, depth, alpha, beta, player)
        key = (stones[player], stones[1 - player])
        entry = self.table.get(key)
        if entry is not None and is_usable(entry, depth, alpha, beta):
            return entry[1]
        fours = anywhere >> board.four[player] & board.mask
        if depth <= 0:
            value = evaluate(board, player, anywhere)
            if value >= beta or not fours:
                return value
        if fours and entry is None and (won := self._by_fours(key, depth, ply, player)):
            return won
        if depth <= 0:
            return value
        return self._by_moves(key, entry, anywhere, twice, depth, alpha, beta, player)

    def _decided(self, anywhere: int, twice: int, ply: int, player: int) -> int:
        """Return the value of a position decided by existing threats, 0 for any other."""
        board = self.board
        mask = board.mask
        other = 1 - player
        must = 0
        if anywhere & self._fives:
            if anywhere >> board.five[player] & mask:
                return PROVED_WIN - ply - 1
            must = anywhere >> board.five[other] & mask
            if must & must - 1 or must & anywhere >> board.barred[player]:
                return ply + 2 - PROVED_WIN if not self._has_bans or board.legal(player) else 0
        stopping = (anywhere >> board.opens[player] | twice >> board.four[player]) & mask
        if stopping and (not must or stopping & must) and board.can_always_move(other, 1):
            return PROVED_WIN - ply - 3
        if not must and twice >> board.three[player] & mask and not anywhere >> board.any_four[other] & mask:
            return PROVED_WIN - ply - 5 if board.can_always_move(other, 2) else 0
        return 0

    def _only_reply(self, anywhere: int, depth: int, alpha: int, beta: int, player: int) -> int:
        """Return the value where the other side could complete a line on one square; it costs no depth."""
        board = self.board
        other = 1 - player
        if self._has_bans and not board.legal(player):
            return 0
        board.play((anywhere >> board.five[other] & board.mask).bit_length() - 1, player)
        value = -self._node(depth, -beta, -alpha, other)
        board.undo()
        return value

    def _by_fours(self, key: StonePair, depth: int, ply: int, player: int) -> int:
        """Return the value of a win by continuous fours that is found at once, 0 if none is."""
        most, nodes = (10, 100) if depth > 1 else (5, 20)
        found = self.wins.any_by_fours(player, most, nodes)
        if not found:
            return 0
        value = PROVED_WIN - ply - found.plies
        self.table.keep(key, (DEEPEST, value, AT_LEAST, found.pv[0]))
        return value

    def _by_moves(
        self,
        key: StonePair,
        entry: Stored | None,
        anywhere: int,
        twice: int,
        depth: int,
        alpha: int,
        beta: int,
        player: int,
    ) -> int:
        """Return the value of the best move, 0 without a legal one, and store it in the table."""
        first = None if entry is None else entry[3]
        most = WIDTHS[min(depth, len(WIDTHS) - 1)]
        moves, rest = self._candidates.of(player, anywhere, twice, first, depth, most)
        board = self.board
        if not moves:  # in renju all that would help may be forbidden
            return rest if rest > -INFINITE and board.legal(player) else 0
        threatened = -INFINITE < rest < -PROVED
        best, best_move, floor = -INFINITE, None, alpha
        for index, square in enumerate(moves):
            board.play(square, player)
            if index == 0:
                value = -self._node(depth - 1, -beta, -alpha, 1 - player)
            else:
                less = 0 if threatened else late_move_reduction(depth, index)
                value = self._scout(depth - 1, less, alpha, beta, 1 - player)
            board.undo()
            if value > best:
                best, best_move = value, square
                alpha = max(alpha, value)
                if value >= beta:
                    self._candidates.remember_killer(square)
                    break
        best = max(best, rest)  # if all searched moves lose
        bound = AT_MOST if best <= floor else AT_LEAST if best >= beta else EXACT
        self.table.keep(key, (depth, best, bound, best_move))
        return best

    def _scout(self, depth: int, less: int, alpha: int, beta: int, player: int) -> int:
        """Return the value of the previous move, which is expected to be at most alpha.

        It is first searched `less` plies less deeply. `player` is to move now.
        """
        value = -self._node(depth - less, -alpha - 1, -alpha, player)
        if less and value > alpha:
            value = -self._node(depth, -alpha - 1, -alpha, player)
        if alpha < value < beta:
            value = -self._node(depth, -beta, -alpha, player)
        return value


def late_move_reduction(depth: int, index: int) -> int:
    """Return the first reduction of a move in plies."""
    return LATE_MOVE_REDUCTIONS[min(depth, DEEPEST_REDUCED)][min(index, LATEST_REDUCED)]
