"""The moves that a search of two players examines, their order, and which of them lose by force.

Where the other side threatens to win by force, only moves that can stop that are searched. At the same depth,
a move that was too good for the other side is likely to be so again: a *killer* (S. G. Akl and M. M. Newborn,
"The principal continuation and the killer heuristic", 1977).

An extra stone of one's own never helps the other side to win by force. So if the other side could not even
win by moving twice in a row, every move is safe. If it could, that is a threat: most moves lose to it, and a
search of all replies to all moves would notice that too late. In renju an extra stone may forbid or allow
others, so there each move is tried.
"""

from itertools import compress

from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.values import INFINITE, LIKELY_WIN, PROVED_WIN
from ttt_tui.computer.expert.two_player.vcf import ForcedWin, VCFSearch, stops
from ttt_tui.computer.expert.two_player.vct import VCTSearch
from ttt_tui.engine import Mask, Square, squares_of

_LITTLE = 24
"""Promise below which a square is left out of the order if there are enough others."""

_MUCH = bytes(promise if promise >= _LITTLE else 0 for promise in range(256))
"""A translation that drops low promise, so that there is less to sort."""


class Candidates:
    """The candidate moves in the position on a board, and the killers of its search."""

    def __init__(self, board: ThreatBoard, wins: VCFSearch) -> None:
        self.board = board
        self.wins = wins
        self._has_bans = board.barred[0] != board.barred[1]
        self._killers: dict[int, list[Square]] = {}
        self._squares = range(board.bits)

    def all(self, player: int) -> list[Square]:
        """Return all moves, the most promising for the player first, without any search."""
        return self.ordered(player, None, None, self.board.bits)

    def of(
        self, player: int, anywhere: int, twice: int, first: Square | None, depth: int, most: int
    ) -> tuple[list[Square], int]:
        """Return the candidate moves, the most promising first, and the highest value of all the others.

        The other moves are proved to lose if the other side threatens to win by force and they do not stop
        that.
        """
        board = self.board
        other = 1 - player
        ply = (board.stones[0] | board.stones[1]).bit_count()
        useful = anywhere >> board.four[player] & board.mask
        if fours := (anywhere >> board.opens[other] | twice >> board.four[other]) & board.mask:
            certain = fours & ~(twice >> board.unsure[other])
            useful |= stops(board, certain or fours, other) or fours
            is_proved = certain and board.can_always_move(player, 2)
            rest = ply + 4 - (PROVED_WIN if is_proved else LIKELY_WIN)
        elif depth > 1 and (threat := self.wins.any_by_fours(other, 8, 60)):
            useful |= self._stopping(threat.pv, other)
            # By renju a stone elsewhere can allow or forbid a move of the variation.
            rest = ply + 1 + threat.plies - (LIKELY_WIN if self._has_bans else PROVED_WIN)
        else:
            moves = self.ordered(player, None, first, most)
            squares = board.legal(player) if self._has_bans else board.mask
            count = squares.bit_count() - (0 if self._has_bans else ply)
            return moves, -INFINITE if len(moves) == count else ply - LIKELY_WIN
        return self.ordered(player, useful, first, useful.bit_count()), rest

    def _stopping(self, pv: tuple[Square, ...], attacker: int) -> Mask:
        """Return the squares where a stone of the defender can stop this win by continuous fours.

        The stone has to take a square of the variation, or to make one of the replies a four, which happens
        if that four lacks only this stone when the reply is made.
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

    def ordered(self, player: int, squares: Mask | None, first: Square | None, most: int) -> list[Square]:
        """Return some of these empty squares, of all if None, the most promising for the player first.

        In renju those are left out that are forbidden.
        """
        board = self.board
        promise = board.promise(player)
        if squares is None:
            squares = board.mask & ~(board.stones[0] | board.stones[1])
            moves = list(compress(self._squares, promise.translate(_MUCH)))
            if len(moves) < most:
                moves = list(compress(self._squares, promise))  # occupied squares have no promise
            if not moves:
                moves = list(squares_of(squares))
        else:
            moves = list(squares_of(squares))
        if self._has_bans and (barred := board.threats()[0] >> board.barred[player] & board.mask):
            squares &= ~barred
            # The only legal squares may promise nothing.
            moves = [square for square in moves if squares >> square & 1] or list(squares_of(squares))
        moves.sort(key=promise.__getitem__, reverse=True)
        del moves[most:]
        killers = self._killers.get(len(board.past), ())
        for square in (*killers, first):
            if square is not None and squares >> square & 1:
                if square in moves:
                    moves.remove(square)
                moves.insert(0, square)
        return moves

    def remember_killer(self, square: Square) -> None:
        """Try a move that caused a cutoff early in other positions with as many stones."""
        killers = self._killers.setdefault(len(self.board.past), [])
        if square not in killers:
            killers.insert(0, square)
            del killers[2:]


THREAT_SHARE = 0.06
"""The share of the budget for finding a threat."""


class Refutations:
    """The refuted moves of one position: `found` has those that lose, and how."""

    def __init__(self, board: ThreatBoard, me: int, threes: VCTSearch) -> None:
        self.found: dict[Square, ForcedWin] = {}
        self.threat: ForcedWin | None = None
        """How the other side would win if it could move now."""
        self._safe: set[Square] = set()
        self._all_safe = False
        self._board = board
        self._me = me
        self._threes = threes
        self._has_bans = board.barred[0] != board.barred[1]

    def find_threat(self) -> None:
        """Look for a win by force that the other side threatens. It must not threaten to complete a line."""
        self.threat = self._threes.by_threes(1 - self._me, THREAT_SHARE)
        self._all_safe = self.threat is None and self._threes.exhausted and not self._has_bans

    def check(self, move: Square, share: float) -> None:
        """Look for a win of the other side after a move, within this share of the budget."""
        if self._all_safe or move in self._safe or move in self.found:
            return
        with self._board.after(move, self._me):
            forced = self._threes.by_threes(1 - self._me, share)
        if forced is not None:
            self.found[move] = forced
        elif self._threes.exhausted:
            self._safe.add(move)
