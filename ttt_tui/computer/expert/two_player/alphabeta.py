"""The search for positions that are not decided by force: principal variation search, deeper and deeper.

After the first move of a position, the others only have to be shown to be no better, which a window of
width one does at less cost (T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees",
1982). Moves late in the order are looked at less deeply first, and again in full if they turn out well: the
later and the farther from the leaves, the less deeply, by the product of two logarithms, as the chess program
Stockfish has it.

Values are whole numbers for the player to move. `WIN - n` is a proved win that is complete with n stones on
the board; `LIKELY - n` one that was found while some of the loser's moves were left out; everything less is
the evaluation: what the open lines of both are worth.
"""

from itertools import compress
from math import log

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.patterns import WORTH_BITS
from ttt_tui.computer.expert.two_player.threat_board import Field
from ttt_tui.computer.expert.two_player.transposition import AT_LEAST, AT_MOST, EXACT, Table
from ttt_tui.computer.expert.two_player.vcf import ForcedWins, stops
from ttt_tui.engine import Mask, Square, squares_of

WIN = 1_000_000
LIKELY = 900_000
"""Values of a win, proved and likely, less the stones on the board when it is complete."""

DECIDED = LIKELY - 1000
"""More than any evaluation, and less than any win."""

PROVED = WIN - 1000
"""More than any likely win, and less than any proved one."""

INFINITE = WIN + 1

DEEPEST = 1000
"""The depth of what was found out by force: enough for every search."""

_MUCH = bytes(gain if gain >= 6 else 0 for gain in range(256))
"""A translation of gains that drops the small ones, so that there is less to sort."""

WIDTHS = (0, 10, 12, 14, 16)
"""How many moves are looked at with so many plies to go; the last one holds for more."""

DEEPEST_REDUCED, LATEST_REDUCED = 15, 31
"""Where `REDUCTIONS` ends: farther from the leaves, or later, nothing more is gained."""

REDUCTIONS = [
    [
        0 if depth < 2 or index < 3 else min(depth - 1, int(0.5 + log(depth) * log(index) / 1.6))
        for index in range(LATEST_REDUCED + 1)
    ]
    for depth in range(DEEPEST_REDUCED + 1)
]
"""By how many plies a move is looked at less deeply first, by the plies to go and its place in the order."""


class PrincipalVariationSearch:
    """Searches one position of two players. It plays in `field` and puts it back as it was."""

    def __init__(self, field: Field, player: int, budget: Budget, table: Table, wins: ForcedWins) -> None:
        self.field = field
        self.player = player
        self.budget = budget
        self.table = table
        self.wins = wins
        self._killers: dict[int, list[Square]] = {}
        self._guess = 0
        self._squares = range(field.bits)
        self._value_shift = 8 * field.bits
        self._second = (1 << WORTH_BITS) - 1
        self._fives = (field.board << field.five[0]) | (field.board << field.five[1])

    # --- the root

    def value(self, move: Square, depth: int, best: int, index: int) -> int:
        """Return the value of a move, `depth` plies ahead; if that is no more than `best`, an upper bound.

        `index` is its place in the order. May raise `OutOfTime`.
        """
        field, player = self.field, self.player
        height = len(field.past)
        try:
            field.play(move, player)
            if best > -INFINITE:
                less = reduction(depth, index) if best > -DECIDED else 0
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
            while len(field.past) > height:
                field.undo()

    def ordered(self) -> list[Square]:
        """Return the moves of the position as it stands, the most promising first, without any search."""
        return self._ordered(None, None, self.field.bits)

    def moves(self, most: int) -> list[Square]:
        """Return the moves to look at in the position as it stands, the best first. May raise `OutOfTime`."""
        anywhere, twice = self.field.threats()
        return self._candidates(self.player, anywhere, twice, None, DEEPEST, most)[0]

    def line(self, first: Square, longest: int) -> tuple[Square, ...]:
        """Return the principal variation that starts with a move, as far as the table knows it."""
        field = self.field
        line = [first]
        player = self.player
        field.play(first, player)
        while len(line) < longest:
            player = 1 - player
            entry = self.table.get((field.stones[player], field.stones[1 - player]))
            move = entry and entry[3]
            if move is None or (field.stones[0] | field.stones[1]) >> move & 1:
                break
            line.append(move)
            field.play(move, player)
        for _ in line:
            field.undo()
        return tuple(line)

    def evaluate(self, player: int) -> int:
        """Return what the open lines are worth to the player, who is to move."""
        worth = self.field.value >> self._value_shift
        first, second = worth >> WORTH_BITS, worth & self._second
        mine, yours = (second, first) if player else (first, second)
        return mine + (mine >> 3) - yours + 50

    # --- inside

    def _node(self, depth: int, alpha: int, beta: int, player: int) -> int:
        self.budget.tick()
        field = self.field
        board = field.board
        stones = field.stones
        anywhere, twice = field.threats()
        other = 1 - player
        ply = (stones[0] | stones[1]).bit_count()
        must = 0
        if anywhere & self._fives:
            if anywhere >> field.five[player] & board:
                return WIN - ply - 1
            must = anywhere >> field.five[other] & board
            if must & must - 1:
                return ply + 2 - WIN
        stopping = (anywhere >> field.opens[player] | twice >> field.four[player]) & board
        if stopping and (not must or stopping & must):
            return WIN - ply - 3
        if must:
            square = must.bit_length() - 1
            field.play(square, player)
            value = -self._node(depth, -beta, -alpha, other)
            field.undo()
            return value

        if twice >> field.three[player] & board and not anywhere >> field.four[other] & board:
            return WIN - ply - 5

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

        fours = anywhere >> field.four[player] & board
        if depth <= 0:
            value = self.evaluate(player)
            if value >= beta or not fours:
                return value
        if fours and entry is None:
            most, nodes = (10, 100) if depth > 1 else (5, 20)
            if found := self.wins.any_by_fours(player, most, nodes):
                value = WIN - ply - found.plies
                self.table.keep(key, (DEEPEST, value, AT_LEAST, found.line[0]))
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
            field.play(square, player)
            if index == 0:
                value = -self._node(depth - 1, -beta, -alpha, other)
            else:
                less = 0 if threatened else reduction(depth, index)
                value = -self._node(depth - 1 - less, -alpha - 1, -alpha, other)
                if less and value > alpha:
                    value = -self._node(depth - 1, -alpha - 1, -alpha, other)
                if alpha < value < beta:
                    value = -self._node(depth - 1, -beta, -alpha, other)
            field.undo()
            if value > best:
                best, best_move = value, square
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        killers = self._killers.setdefault(len(field.past), [])
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
        field = self.field
        other = 1 - player
        ply = (field.stones[0] | field.stones[1]).bit_count()
        useful = anywhere >> field.four[player] & field.board
        if fours := (anywhere >> field.opens[other] | twice >> field.four[other]) & field.board:
            useful |= stops(field, fours, other) or fours
            rest = ply + 4 - WIN
        elif depth > 1 and (threat := self.wins.any_by_fours(other, 8, 60)):
            useful |= self._stopping(threat.line, other)
            rest = ply + 1 + threat.plies - WIN
        else:
            moves = self._ordered(None, first, most)
            return moves, -INFINITE if len(moves) == field.board.bit_count() - ply else ply - LIKELY
        return self._ordered(useful, first, useful.bit_count()), rest

    def _stopping(self, line: tuple[Square, ...], attacker: int) -> Mask:
        """Return the squares where a stone of the defender can stop this win by continuous fours.

        It has to take a square of the line, or to make one of the replies a four, which is so if it lacks
        just this stone when the reply is made.
        """
        field = self.field
        defender = 1 - attacker
        found = 0
        for index, square in enumerate(line[:-2]):
            found |= 1 << square
            field.play(square, defender if index % 2 else attacker)
            anywhere, _ = field.threats()
            found |= anywhere >> (field.four[defender] if index % 2 else field.five[attacker]) & field.board
        for _ in line[:-2]:
            field.undo()
        return found

    def _ordered(self, squares: Mask | None, first: Square | None, most: int) -> list[Square]:
        """Return some of these empty squares, of all if None, the most promising first."""
        field = self.field
        gains = field.gains()
        if squares is None:
            squares = field.board & ~(field.stones[0] | field.stones[1])
            moves = list(compress(self._squares, gains.translate(_MUCH)))
            if len(moves) < most:
                moves = list(compress(self._squares, gains))  # on a stone there is nothing to gain
            if not moves:
                moves = list(squares_of(squares))
        else:
            moves = list(squares_of(squares))
        moves.sort(key=gains.__getitem__, reverse=True)
        del moves[most:]
        killers = self._killers.get(len(field.past), ())
        for square in (*killers, first):
            if square is not None and squares >> square & 1:
                if square in moves:
                    moves.remove(square)
                moves.insert(0, square)
        return moves


def reduction(depth: int, index: int) -> int:
    """Return by how many plies a move is looked at less deeply first."""
    return REDUCTIONS[min(depth, DEEPEST_REDUCED)][min(index, LATEST_REDUCED)]
