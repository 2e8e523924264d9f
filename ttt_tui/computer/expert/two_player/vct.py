"""Wins by continuous fours and threes (VCT), searched where they seem easiest to prove.

A three may be answered in several ways, so the tree branches for both sides. Depth-first proof-number search
(A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002) assigns each position two
numbers: the least number of positions to prove won so that this one is won, and the least number to disprove
so that this one is not. It goes where these are small, deep or not, so it follows a long forced line as
readily as a short one, and it often finds soon that there is no win.

Replies are complete: whatever stops a four with two completing squares s, t takes its square or one of s and
t, and on each of these the attacker's line was short of just two stones; or it is a four of the defender's.
(L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku solved by new search techniques", 1996, calls
searching such threats threat-space search; here every reply is played.)

Most replies are such fours, and most of those change nothing: the attacker blocks them and has the same win.
A search that leaves them out is nearly four times as fast. If it finds nothing, there is no win; if it finds
a win, that is no proof, but seldom wrong.

`VCTLengths` decides how soon such a win comes. It uses the same threats and complete replies, but counts the
attacker's stones.
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.search_tables import BothStones, ProofTable, ProofTables
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vcf import (
    ForcedWin,
    any_reply,
    by_two_threes,
    by_unstoppable_four,
    lowest,
    stops,
)
from ttt_tui.computer.memory import FULL_SLOT, int_bytes, tuple_bytes
from ttt_tui.engine import Mask, Square, squares_of
from ttt_tui.errors import OutOfTime

IMPOSSIBLE = 1 << 30
_PROVED, _DISPROVED = (0, IMPOSSIBLE), (IMPOSSIBLE, 0)
_UNKNOWN = (1, 1)
_UNKNOWN_AFTER = (((8, 1), (6, 1)), ((2, 1), (1, 1)))
"""The numbers of a position not met before: after a reply; and after a three or a four that makes nothing
possible in another direction, and one that does. The first lead nowhere most of the time."""


class VCTSearch:
    """Looks for wins by fours and threes on a board, for certain ones or for likely ones."""

    def __init__(self, board: ThreatBoard, budget: Budget, proofs: ProofTables, certain: bool) -> None:
        self.board = board
        self.budget = budget
        self.certain = certain
        self.exhausted = True
        """Whether the latest search that found nothing has shown that there is nothing."""
        self._proofs = proofs
        self._attacker = 0
        self._known = ProofTable()
        self._part = budget

    def by_threes(self, attacker: int, share: float) -> ForcedWin | None:
        """Return a win by continuous fours and threes of the attacker, who is to move.

        The win is not always the shortest. The search may use this share of the budget, of which only
        positions of the attacker count as nodes. May raise `OutOfTime`.
        """
        self._proofs.make_room()
        first, second = self.board.stones
        self._attacker = attacker
        self._known = self._proofs.of(attacker, (first | second).bit_count(), self.certain)
        self._part = self.budget.part(share)
        height = len(self.board.past)
        try:
            self._attack(IMPOSSIBLE, IMPOSSIBLE)
        except OutOfTime:
            self.budget.check()
            self.exhausted = False
            return None
        finally:
            while len(self.board.past) > height:
                self.board.undo()
        self.exhausted = True
        return self._win() if self._known.numbers[self._key()] == _PROVED else None

    def _key(self) -> BothStones:
        first, second = self.board.stones
        return first | second << self.board.bits

    # --- the attacker to move ----------------------------------------------------------------------------

    def _attack(self, most_to_prove: int, most_to_disprove: int) -> None:
        """Search until one of the position's numbers reaches its bound."""
        numbers, attacker = self._known.numbers, self._attacker
        key = self._key()
        moves = self._known.moves.get(key)
        if moves is None:
            moves = self._known.moves[key] = self._threats(key)
        if not moves:
            return
        board = self.board
        shift = attacker * board.bits
        anywhere, twice = board.threats()
        fours, more = anywhere >> board.four[attacker], twice >> board.builds[attacker]
        children = [
            (key | 1 << square + shift, _UNKNOWN_AFTER[more >> square & 1][fours >> square & 1], square)
            for square in moves
        ]
        while True:
            to_prove = second = IMPOSSIBLE
            to_disprove = 0
            for child, unknown, square in children:
                prove, disprove = numbers.get(child, unknown)
                to_disprove += disprove
                if prove < to_prove:
                    to_prove, second, best, bests = prove, to_prove, square, disprove
                elif prove < second:
                    second = prove
            if to_prove == 0 or to_disprove == 0:
                numbers[key] = _DISPROVED if to_prove else _PROVED
                return
            if to_prove >= most_to_prove or to_disprove >= most_to_disprove:
                numbers[key] = to_prove, to_disprove
                return
            board.play(best, attacker)
            self._defend(
                min(most_to_prove, second + 1 + (second >> 2)), most_to_disprove - to_disprove + bests
            )
            board.undo()

    def _threats(self, key: BothStones) -> tuple[Square, ...]:
        """Return the attacker's fours and threes, empty if it is already decided whether it wins."""
        self._part.tick()
        if not self._part.nodes & 15 and self._proofs.is_full():
            raise OutOfTime
        board, attacker = self.board, self._attacker
        anywhere, twice = board.threats()
        mask = board.mask
        fours = anywhere >> board.four[attacker] & mask
        moves = fours | anywhere >> board.three[attacker] & mask
        stopping = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        double = twice >> board.three[attacker] & mask
        won = None
        if five := anywhere >> board.five[attacker] & mask:
            won = ForcedWin(1, (lowest(five),))
        elif must := anywhere >> board.five[1 - attacker] & mask:
            fours &= must
            stopping &= must
            double = 0
            # Even if it makes nothing: then the defender may be the one who has to answer.
            moves = 0 if must & must - 1 else must & ~(anywhere >> board.barred[attacker])
        if not won and moves:
            if stopping:
                won = by_unstoppable_four(board, lowest(stopping), attacker)
            elif (
                double
                and not anywhere >> board.any_four[1 - attacker] & mask
                and board.can_always_move(1 - attacker, 2)
            ):
                won = by_two_threes(board, lowest(double), attacker)
        if won:
            self._known.wins[key] = won
        if won or not moves:
            self._known.numbers[key] = _PROVED if won else _DISPROVED
            return ()
        return (*board.ordered(moves & ~fours, attacker), *board.ordered(fours, attacker))

    # --- the defender to move ----------------------------------------------------------------------------

    def _defend(self, most_to_prove: int, most_to_disprove: int) -> None:
        """Search until one of the position's numbers reaches its bound."""
        numbers, defender = self._known.numbers, 1 - self._attacker
        key = self._key()
        moves = self._known.moves.get(key)
        if moves is None:
            moves = self._known.moves[key] = self._replies()
        shift = defender * self.board.bits
        children = [(key | 1 << square + shift, square) for square in moves]
        while True:
            to_disprove = second = IMPOSSIBLE
            to_prove = 0
            for child, square in children:
                prove, disprove = numbers.get(child, _UNKNOWN)
                to_prove += prove
                if disprove < to_disprove:
                    to_disprove, second, best, bests = disprove, to_disprove, square, prove
                elif disprove < second:
                    second = disprove
            if not moves or to_disprove == 0 or to_prove == 0:
                numbers[key] = _PROVED if moves and to_disprove else _DISPROVED
                return
            if to_prove >= most_to_prove or to_disprove >= most_to_disprove:
                numbers[key] = to_prove, to_disprove
                return
            self.board.play(best, defender)
            self._attack(most_to_prove - to_prove + bests, min(most_to_disprove, second + 1 + (second >> 2)))
            self.board.undo()

    def _replies(self) -> tuple[Square, ...]:
        """Return the defender's replies to the threat; empty without a threat.

        The defender has no four on the board, which the attacker would have had to answer.
        """
        self.budget.tick()
        board, attacker = self.board, self._attacker
        anywhere, twice = board.threats()
        mask = board.mask
        barred = anywhere >> board.barred[1 - attacker]
        if five := anywhere >> board.five[attacker] & mask:
            reply = any_reply(board, attacker, five, barred)
            return () if reply is None else (reply,)  # with two the attacker had won already
        stopping = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        stopping &= ~(twice >> board.unsure[attacker])  # another stone of the defender's may forbid that
        if not stopping or not board.can_always_move(1 - attacker, 2):
            return ()
        own = anywhere >> board.four[1 - attacker] & mask
        if own and not self.certain:
            own &= self._gaining(anywhere, twice)
        replies = (stops(board, stopping, attacker) | own) & ~barred
        if replies:
            return tuple(board.ordered(replies, 1 - attacker))
        reply = any_reply(board, attacker, stopping, barred)  # nothing helps: one reply shows it
        return () if reply is None else (reply,)

    def _gaining(self, anywhere: int, twice: int) -> Mask:
        """Return where a four of the defender's probably does more than be completed by the attacker.

        Such a four cannot be stopped, or has an effect in another direction too, or takes a square that the
        attacker wants.
        """
        board, attacker, defender = self.board, self._attacker, 1 - self._attacker
        more = anywhere >> board.opens[defender] | twice >> board.builds[defender]
        return more | anywhere >> board.four[attacker] | anywhere >> board.three[attacker]

    # --- the win that was found --------------------------------------------------------------------------

    def _win(self) -> ForcedWin:
        """Return the shortest proved win, against the longest defence to it."""
        key = self._key()
        if key in self._known.wins:
            return self._known.wins[key]
        found = []
        for square in self._known.moves[key]:
            if self._known.numbers.get(key | 1 << square + self._attacker * self.board.bits) == _PROVED:
                self.board.play(square, self._attacker)
                after = self._win_after_reply()
                self.board.undo()
                found.append(ForcedWin(after.plies + 1, (square, *after.pv)))
        self._known.wins[key] = shortest = min(found, key=lambda win: win.plies)
        return shortest

    def _win_after_reply(self) -> ForcedWin:
        key = self._key()
        if key not in self._known.wins:
            found = []
            for square in self._known.moves[key]:
                self.board.play(square, 1 - self._attacker)
                after = self._win()
                self.board.undo()
                found.append(ForcedWin(after.plies + 1, (square, *after.pv)))
            self._known.wins[key] = max(found, key=lambda win: win.plies)
        return self._known.wins[key]


_ENOUGH = 1000
"""More stones than anybody can place."""


class VCTLengths:
    """Decides on one board whether a number of stones is enough to win by fours and threes, and remembers it.

    Results with fewer stones serve the search with more: that it failed, and where. Players are 0 and 1, as
    on the board. The board is unchanged after `OutOfTime`.
    """

    def __init__(self, board: ThreatBoard, budget: Budget, megabytes: float = 30.0) -> None:
        self.board = board
        self.budget = budget
        position_bytes = FULL_SLOT + int_bytes(2 * board.bits + 1) + tuple_bytes(2)
        self._most = int(megabytes * 1_000_000) // position_bytes
        # For positions with an attacker to move: the number of stones that fails, and the number that wins.
        self._known: dict[int, tuple[int, int]] = {}

    def shortest(self, attacker: int, most: int) -> int | None:
        """Return with how few stones the attacker, to move, wins; None if `most` are not enough."""
        return next((stones for stones in range(1, most + 1) if self.wins(attacker, stones)), None)

    def shortest_after(self, attacker: int, most: int) -> int | None:
        """Return how few stones more the attacker needs if the other side is to move; None as above."""
        return next((stones for stones in range(1, most + 1) if self.has_won(attacker, stones)), None)

    def wins(self, attacker: int, stones: int) -> bool:
        """Whether the attacker, to move, can win with `stones` stones."""
        board = self.board
        anywhere, twice = board.threats()
        mask = board.mask
        if anywhere >> board.five[attacker] & mask:
            return stones >= 1
        if stones < 2:
            return False
        must = anywhere >> board.five[1 - attacker] & mask
        if must & must - 1:
            return False
        stopping = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        if stopping & must if must else stopping:
            return True
        if stones < 3:
            return False
        first, second = board.stones
        key = (first | second << board.bits) << 1 | attacker
        fails, enough = self._known.get(key, (2, _ENOUGH))
        if stones <= fails or stones >= enough:
            return stones >= enough
        self.budget.tick()
        found = any(self.wins_by(attacker, square, stones) for square in self.threats(attacker))
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[key] = (fails, stones) if found else (stones, enough)
        return found

    def wins_by(self, attacker: int, square: Square, stones: int) -> bool:
        """Whether the attacker, to move, can win with `stones` stones, including this one."""
        self.board.play(square, attacker)
        try:
            return self.has_won(attacker, stones - 1)
        finally:
            self.board.undo()

    def has_won(self, attacker: int, stones: int) -> bool:
        """Whether the attacker wins with `stones` more stones although the other side is to move."""
        replies = self.replies(attacker)
        if not replies or stones < 1:
            return False
        return all(
            self.wins_after(attacker, square, stones) for square in self.board.ordered(replies, 1 - attacker)
        )

    def wins_after(self, attacker: int, reply: Square, stones: int) -> bool:
        """Whether the attacker wins with `stones` stones after this reply of the other side's."""
        self.board.play(reply, 1 - attacker)
        try:
            return self.wins(attacker, stones)
        finally:
            self.board.undo()

    def threats(self, attacker: int) -> list[Square]:
        """Return the attacker's fours, then its threes, or where a line must be made or stopped."""
        board = self.board
        anywhere, _ = board.threats()
        mask = board.mask
        if five := anywhere >> board.five[attacker] & mask:
            return list(squares_of(five))
        if must := anywhere >> board.five[1 - attacker] & mask:
            return [lowest(must)]  # even if it makes nothing: then the other side may have to answer
        fours = anywhere >> board.four[attacker] & mask
        threes = anywhere >> board.three[attacker] & mask & ~fours
        return [*board.ordered(fours, attacker), *board.ordered(threes, attacker)]

    def replies(self, attacker: int) -> Mask | None:
        """Return all replies of the other side, to move, to the attacker's threat.

        None if there is no threat, or the other side can complete a line first. If nothing helps, return one
        reply that shows it.
        """
        board = self.board
        anywhere, twice = board.threats()
        mask = board.mask
        if anywhere >> board.five[1 - attacker] & mask:
            return None
        if five := anywhere >> board.five[attacker] & mask:
            return five & -five
        stopping = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        if not stopping:
            return None
        own = anywhere >> board.four[1 - attacker] & mask
        return stops(board, stopping, attacker) | own or stopping & -stopping
