"""The search for positions that are not decided by force: principal variation search, deeper and deeper.

After the first move of a position, the others only have to be shown to be no better, which a window of
width one does at less cost (T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees",
1982). Moves late in the order are looked at less deeply first, and again in full if they turn out well: the
later and the farther from the leaves, the less deeply, by the product of two logarithms, as the chess program
Stockfish has it.

Values are whole numbers for the player to move. `PROVED_WIN - n` is a proved win that is complete with n
stones on the board; `LIKELY_WIN - n` one that was found while some of the loser's moves were left out;
everything less is the evaluation: what the open lines of both are worth.
"""

from itertools import compress
from math import log

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.patterns import WORTH_BITS
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.transposition import AT_LEAST, AT_MOST, EXACT, TranspositionTable
from ttt_tui.computer.expert.two_player.vcf import VCFSearch, stops
from ttt_tui.engine import Mask, Square, squares_of

PROVED_WIN = 1_000_000
LIKELY_WIN = 900_000
"""Values of a win, proved and likely, less the stones on the board when it is complete."""

DECIDED = LIKELY_WIN - 1000
"""More than any evaluation, and less than any win."""

PROVED = PROVED_WIN - 1000
"""More than any likely win, and less than any proved one."""

INFINITE = PROVED_WIN + 1

DEEPEST = 1000
"""The depth of what was found out by force: enough for every search."""

_MUCH = bytes(gain if gain >= 6 else 0 for gain in range(256))
"""A translation of gains that drops the small ones, so that there is less to sort."""

WIDTHS = (0, 10, 12, 14, 16)
"""How many moves are looked at with so many plies to go; the last one holds for more."""

DEEPEST_REDUCED, LATEST_REDUCED = 15, 31
"""Where `REDUCTIONS` ends: farther from the leaves, or later, nothing more is gained."""

LATE_MOVE_REDUCTIONS = [
    [
        0 if depth < 2 or index < 3 else min(depth - 1, int(0.5 + log(depth) * log(index) / 1.6))
        for index in range(LATEST_REDUCED + 1)
    ]
    for depth in range(DEEPEST_REDUCED + 1)
]
"""By how many plies a move is looked at less deeply first, by the plies to go and its place in the order."""


class PrincipalVariationSearch:
    """Searches one position of two players. It plays on `board` and puts it back as it was."""

    def __init__(
        self, board: ThreatBoard, player: int, budget: Budget, table: TranspositionTable, wins: VCFSearch
    ) -> None:
        self.board = board
        self.player = player
        self.budget = budget
        self.table = table
        self.wins = wins
        self._killers: dict[int, list[Square]] = {}
        self._guess = 0
        self._squares = range(board.bits)
        self._value_shift = 8 * board.bits
        self._second = (1 << WORTH_BITS) - 1
        self._fives = (board.mask << board.five[0]) | (board.mask << board.five[1])

    # --- the root

    def value(self, move: Square, depth: int, best: int, index: int) -> int:
        """Return the value of a move, `depth` plies ahead; if that is no more than `best`, an upper bound.

        `index` is its place in the order. May raise `OutOfTime`.
        """
        board, player = self.board, self.player
        height = len(board.past)
        try:
            board.play(move, player)
            if best > -INFINITE:
                less = late_move_reduction(depth, index) if best > -DECIDED else 0
                value = -self._node(depth - 1 - less, -best - 1, -best, 1 - player)
                if less and value > best:
                    value = -self._node(depth - 1, -best - 1, -best, 1 - player)
                if value > best:
                    value = -self._node(depth - 1, -INFINITE, -best, 1 - player)
                return value
            low, high = self._guess - 30, self._guess + 30
            value = -self._node(depth - 1, -high, -low, 1 - player)
            if not low < value < high:
                value = -self._node(depth - 1, -INFINITE, INFINITE, 1 - player)
            self._guess = value
            return value
        finally:
            while len(board.past) > height:
                board.undo()

    def ordered(self) -> list[Square]:
        """Return the moves of the position as it stands, the most promising first, without any search."""
        return self._ordered(None, None, self.board.bits)

    def moves(self, most: int) -> list[Square]:
        """Return the moves to look at in the position as it stands, the best first. May raise `OutOfTime`."""
        anywhere, twice = self.board.threats()
        return self._candidates(self.player, anywhere, twice, None, DEEPEST, most)[0]

    def pv(self, first: Square, longest: int) -> tuple[Square, ...]:
        """Return the principal variation that starts with a move, as far as the table knows it."""
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

    def evaluate(self, player: int) -> int:
        """Return what the open lines are worth to the player, who is to move."""
        worth = self.board.value >> self._value_shift
        first, second = worth >> WORTH_BITS, worth & self._second
        mine, yours = (second, first) if player else (first, second)
        return mine + (mine >> 3) - yours + 50

    # --- inside

    def _node(self, depth: int, alpha: int, beta: int, player: int) -> int:
        self.budget.tick()
        board = self.board
        mask = board.mask
        stones = board.stones
        anywhere, twice = board.threats()
        other = 1 - player
        ply = (stones[0] | stones[1]).bit_count()
        must = 0
        if anywhere & self._fives:
            if anywhere >> board.five[player] & mask:
                return PROVED_WIN - ply - 1
            must = anywhere >> board.five[other] & mask
            if must & must - 1:
                return ply + 2 - PROVED_WIN
        stopping = (anywhere >> board.opens[player] | twice >> board.four[player]) & mask
        if stopping and (not must or stopping & must):
            return PROVED_WIN - ply - 3
        if must:
            square = must.bit_length() - 1
            board.play(square, player)
            value = -self._node(depth, -beta, -alpha, other)
            board.undo()
            return value

        if twice >> board.three[player] & mask and not anywhere >> board.four[other] & mask:
            return PROVED_WIN - ply - 5

        key = (stones[player], stones[other])
        entry = self.table.get(key)
        best_before = None
        if entry is not None:
            depth_before, value, bound, best_before = entry
            if (depth_before >= depth or abs(value) > PROVED) and (
                bound == EXACT
                or (bound == AT_LEAST and (value >= beta or value > PROVED))
                or (bound == AT_MOST and (value <= alpha or value < -PROVED))
            ):
                return value

        fours = anywhere >> board.four[player] & mask
        if depth <= 0:
            value = self.evaluate(player)
            if value >= beta or not fours:
                return value
        if fours and entry is None:
            most, nodes = (10, 100) if depth > 1 else (5, 20)
            if found := self.wins.any_by_fours(player, most, nodes):
                value = PROVED_WIN - ply - found.plies
                self.table.keep(key, (DEEPEST, value, AT_LEAST, found.pv[0]))
                return value
        if depth <= 0:
            return value

        moves, rest = self._candidates(
            player, anywhere, twice, best_before, depth, WIDTHS[min(depth, len(WIDTHS) - 1)]
        )
        if not moves:
            return 0
        threatened = -INFINITE < rest < -PROVED
        best, best_move, floor = -INFINITE, None, alpha
        for index, square in enumerate(moves):
            board.play(square, player)
            if index == 0:
                value = -self._node(depth - 1, -beta, -alpha, other)
            else:
                less = 0 if threatened else late_move_reduction(depth, index)
                value = -self._node(depth - 1 - less, -alpha - 1, -alpha, other)
                if less and value > alpha:
                    value = -self._node(depth - 1, -alpha - 1, -alpha, other)
                if alpha < value < beta:
                    value = -self._node(depth - 1, -beta, -alpha, other)
            board.undo()
            if value > best:
                best, best_move = value, square
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        killers = self._killers.setdefault(len(board.past), [])
                        if square not in killers:
                            killers.insert(0, square)
                            del killers[2:]
                        break
        if best < rest:  # all that was looked at loses
            best = rest
        bound = AT_MOST if best <= floor else AT_LEAST if best >= beta else EXACT
        self.table.keep(key, (depth, best, bound, best_move))
        return best

    def _candidates(
        self, player: int, anywhere: int, twice: int, first: Square | None, depth: int, most: int
    ) -> tuple[list[Square], int]:
        """Return the moves to look at, the most promising first, and what all the others are worth at most.

        That is a proved loss if the other side threatens to win by force and they do not stop that.
        """
        board = self.board
        other = 1 - player
        ply = (board.stones[0] | board.stones[1]).bit_count()
        useful = anywhere >> board.four[player] & board.mask
        if fours := (anywhere >> board.opens[other] | twice >> board.four[other]) & board.mask:
            useful |= stops(board, fours, other) or fours
            rest = ply + 4 - PROVED_WIN
        elif depth > 1 and (threat := self.wins.any_by_fours(other, 8, 60)):
            useful |= self._stopping(threat.pv, other)
            rest = ply + 1 + threat.plies - PROVED_WIN
        else:
            moves = self._ordered(None, first, most)
            return moves, -INFINITE if len(moves) == board.mask.bit_count() - ply else ply - LIKELY_WIN
        return self._ordered(useful, first, useful.bit_count()), rest

    def _stopping(self, pv: tuple[Square, ...], attacker: int) -> Mask:
        """Return the squares where a stone of the defender can stop this win by continuous fours.

        It has to take a square of the variation, or to make one of the replies a four, which is so if it
        lacks just this stone when the reply is made.
        """
        board = self.board
        defender = 1 - attacker
        found = 0
        for index, square in enumerate(pv[:-2]):
            found |= 1 << square
            board.play(square, defender if index % 2 else attacker)
            anywhere, _ = board.threats()
            found |= anywhere >> (board.four[defender] if index % 2 else board.five[attacker]) & board.mask
        for _ in pv[:-2]:
            board.undo()
        return found

    def _ordered(self, squares: Mask | None, first: Square | None, most: int) -> list[Square]:
        """Return some of these empty squares, of all if None, the most promising first."""
        board = self.board
        gains = board.gains()
        if squares is None:
            squares = board.mask & ~(board.stones[0] | board.stones[1])
            moves = list(compress(self._squares, gains.translate(_MUCH)))
            if len(moves) < most:
                moves = list(compress(self._squares, gains))  # on a stone there is nothing to gain
            if not moves:
                moves = list(squares_of(squares))
        else:
            moves = list(squares_of(squares))
        moves.sort(key=gains.__getitem__, reverse=True)
        del moves[most:]
        killers = self._killers.get(len(board.past), ())
        for square in (*killers, first):
            if square is not None and squares >> square & 1:
                if square in moves:
                    moves.remove(square)
                moves.insert(0, square)
        return moves


def late_move_reduction(depth: int, index: int) -> int:
    """Return by how many plies a move is looked at less deeply first."""
    return LATE_MOVE_REDUCTIONS[min(depth, DEEPEST_REDUCED)][min(index, LATEST_REDUCED)]
