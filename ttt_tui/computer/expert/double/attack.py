"""Wins by threats with two stones a turn: each turn makes so many that the other side has no stone left.

A turn that leaves threats which two stones cannot stop wins. A turn that leaves threats which take both
stones has as replies only the pairs that stop them, and all of those are tried: what is found is proved. The
attack looks at turns of that kind alone, so what it does not find may still be a win.

A turn of the attack stops the threats of the other side, too, which its replies may have made.
"""

from typing import NamedTuple

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.double.board import TurnBoard
from ttt_tui.computer.expert.double.hitting import MANY, fewest_hitting, first_hits, hitting_pairs
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Mask, Square, squares_of

MOST_TURNS = 12
"""Turns of one position that are followed up, the likely best first."""

QUIET = 6
"""Squares tried for a second stone where the first alone takes two stones to stop."""

FURTHEST = 12
"""Turns of an attack at most."""


class Win(NamedTuple):
    """A proved win of the side to move."""

    plies: int
    """Stones until the line is complete, at most."""
    turn: Mask
    """The stones of the turn; more may be left in it if they complete a line."""


class Attack:
    """Searches for wins by threats, and keeps what it found in so many megabytes."""

    def __init__(self, bits: int, megabytes: float) -> None:
        self._known: TwoGenerationCache[tuple[Mask, Mask], Win | int] = TwoGenerationCache(
            megabytes, tuple_bytes(2) + 3 * int_bytes(bits) + tuple_bytes(2)
        )
        """By the attacker's stones, with those left in the turn, and the other's: a win, or how many turns do
        not suffice."""

    @property
    def bytes(self) -> int:
        """How many bytes it keeps."""
        return self._known.bytes

    def forget(self) -> None:
        """Forget everything."""
        self._known.clear()

    def win(self, board: TurnBoard, attacker: int, left: int, furthest: int, budget: Budget) -> Win | None:
        """Return a win of a player who has so many stones left in this turn, None if none is found.

        Raises `OutOfTime`, and leaves the board as it was also then.
        """
        for turns in range(1, furthest + 1):
            seen = len(board.past)
            try:
                if found := self._win(board, attacker, left, turns, budget):
                    return found
            finally:
                while len(board.past) > seen:
                    board.undo()
        return None

    def _win(self, board: TurnBoard, attacker: int, left: int, turns: int, budget: Budget) -> Win | None:
        if needs := board.needs(attacker):
            need = min(needs, key=int.bit_count)
            if need.bit_count() <= left:
                return Win(need.bit_count(), need)
        if turns <= 0:
            return None
        key = board.stones[attacker] << 1 | left == 2, board.stones[1 - attacker]
        known = self._known.get(key)
        if isinstance(known, Win):
            return known
        if known is not None and known >= turns:
            return None
        budget.tick()
        followed = []
        for turn, hits in self._turns(board, attacker, left):
            if hits == MANY:
                found = Win(left + 4, turn)
                self._known.keep(key, found)
                return found
            followed.append(turn)
        if turns > 1:
            for turn in followed[:MOST_TURNS]:
                if plies := self._plies(board, attacker, turn, turns - 1, budget):
                    found = Win(left + 2 + plies, turn)
                    self._known.keep(key, found)
                    return found
        self._known.keep(key, turns)
        return None

    def _plies(self, board: TurnBoard, attacker: int, turn: Mask, turns: int, budget: Budget) -> int:
        """Return the stones until the line after each reply to a turn at most, 0 if a reply holds."""
        for square in squares_of(turn):
            board.play(square, attacker)
        longest = 0
        stones = turn.bit_count()
        for reply in hitting_pairs(board.needs(attacker)):
            for square in squares_of(reply):
                board.play(square, 1 - attacker)
            won = self._win(board, attacker, 2, turns, budget)
            board.undo()
            board.undo()
            if won is None:
                longest = 0
                break
            longest = max(longest, won.plies)
        for _ in range(stones):
            board.undo()
        return longest

    def _turns(self, board: TurnBoard, attacker: int, left: int) -> list[tuple[Mask, int]]:
        """Return the turns that win, or that take both stones to stop, with the stones that would stop it.

        If there is a turn that wins it is the only one; else the likely best are the first.
        """
        theirs = board.needs(1 - attacker)
        first = first_hits(theirs, left) if theirs else 0
        if theirs and not first:
            return []
        lanes = board.lanes(attacker)
        ones = 0
        for state, shift in zip(board.now, board.tracks.shifts, strict=True):
            if one := state.ones[attacker]:
                ones |= one << shift
        found: list[tuple[int, Mask]] = []
        for squares in self._candidates(board, attacker, left, ones, first, lanes):
            turn = 0
            for square in squares:
                turn |= 1 << square
            if any(not need & turn for need in theirs):
                continue
            hits = fewest_hitting(board.needs_after(attacker, squares))
            if hits == MANY:
                return [(turn, MANY)]
            if hits == MANY - 1:
                found.append((-sum(lanes[square] for square in squares), turn))
        found.sort()
        return [(turn, MANY - 1) for _, turn in found]

    def _candidates(
        self, board: TurnBoard, attacker: int, left: int, ones: Mask, must: Mask, lanes: list[int]
    ) -> list[list[Square]]:
        """Return turns that may be threatening enough; if a threat must be hit one stone is on `must`."""
        singles = list(squares_of(ones))
        if left == 1:
            best = squares_of(must) if must else board.best_squares(attacker, QUIET)
            return [[square] for square in {*singles, *best} if not must or must >> square & 1]
        pairs: set[Mask] = set()
        for i, one in enumerate(singles):
            pairs |= {1 << one | 1 << other for other in singles[:i]}
            if fewest_hitting(board.needs_after(attacker, [one])) >= 2:
                quiet = squares_of(must) if must else board.best_squares(attacker, QUIET)
                pairs |= {1 << one | 1 << other for other in quiet if other != one}
        for state, shift in zip(board.now, board.tracks.shifts, strict=True):
            strong, weak = state.makers(attacker)
            pairs.update([maker << shift for maker in strong])
            if weak:
                near = ones >> shift
                pairs.update([maker << shift for maker in weak if maker & near])
        return [list(squares_of(pair)) for pair in pairs if not must or pair & must]
