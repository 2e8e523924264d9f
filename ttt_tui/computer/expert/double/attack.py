"""Wins by threats with two stones a turn: the other side needs both stones to answer each turn.

A turn whose threats two stones cannot stop wins. A turn whose threats take both stones has only the pairs
that stop them as replies, and all pairs are tried: a win found is proved. The attack searches only turns of
that kind, so it may miss wins.

A turn of the attack also stops the threats of the other side, which its replies may have made.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.double.board import TurnBoard
from ttt_tui.computer.expert.double.tracks import MANY, fewest_hitting, first_hits, hitting_pairs
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Mask, Square, squares_of

MOST_TURNS = 12
"""Turns of one position that are followed up, the likely best first."""

QUIET = 6
"""Squares tried for a second stone where the first alone takes two stones to stop."""

FURTHEST = 12
"""The most turns of an attack."""

ENDLESS = 99
"""More turns than any attack has."""


class Win(NamedTuple):
    """A proved win of the side to move."""

    plies: int
    """The most stones until the line is complete."""
    turn: Mask
    """The stones of the turn; more may be left in it if they complete a line."""


class Held(NamedTuple):
    """No win was found."""

    turns: int
    """The most turns of threats that were allowed."""
    followed: tuple[Mask, ...]
    """The turns that were followed up."""


class TurnAttack:
    """Searches for wins by threats, and keeps results within a limit of megabytes."""

    def __init__(self, bits: int, megabytes: float) -> None:
        followed = tuple_bytes(MOST_TURNS) + MOST_TURNS // 2 * int_bytes(bits)
        self._known: TwoGenerationCache[tuple[Mask, Mask], Win | Held] = TwoGenerationCache(
            megabytes, 2 * tuple_bytes(2) + 2 * int_bytes(bits) + followed
        )
        """Results by the attacker's stones, with the number left in the turn, and the other side's stones."""
        self._is_cut = False

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._known.bytes

    def forget(self) -> None:
        """Forget everything."""
        self._known.clear()

    def win(self, board: TurnBoard, attacker: int, left: int, furthest: int, budget: Budget) -> Win | None:
        """Return a win for a player with `left` stones to place in this turn, None if none is found.

        Raises `OutOfTime`; the board is unchanged even then.
        """
        for turns in range(1, furthest + 1):
            seen = len(board.past)
            self._is_cut = False
            try:
                if found := self._win(board, attacker, left, turns, budget):
                    return found
            finally:
                while len(board.past) > seen:
                    board.undo()
            if not self._is_cut:
                break
        return None

    def _win(self, board: TurnBoard, attacker: int, left: int, turns: int, budget: Budget) -> Win | None:
        if needs := board.needs(attacker):
            need = min(needs, key=int.bit_count)
            if need.bit_count() <= left:
                return Win(need.bit_count(), need)
        if turns <= 0:
            self._is_cut = True
            return None
        key = board.stones[attacker] << 1 | (left == 2), board.stones[1 - attacker]
        known = self._known.get(key)
        if isinstance(known, Win):
            return known
        if known is not None and known.turns >= turns:
            self._is_cut |= known.turns < ENDLESS
            return None
        budget.tick()
        budget.check()  # a node takes long
        if known is not None:
            followed = known.followed
        else:
            turn, followed = threatening_turns(board, attacker, left)
            if turn:
                won = Win(left + 4, turn)
                self._known.keep(key, won)
                return won
        was_cut, self._is_cut = self._is_cut, turns == 1 and len(followed) > 0
        if turns > 1:
            for turn in followed:
                if plies := self._plies(board, attacker, turn, turns - 1, budget):
                    won = Win(left + 2 + plies, turn)
                    self._known.keep(key, won)
                    return won
        self._known.keep(key, Held(turns if self._is_cut else ENDLESS, followed))
        self._is_cut |= was_cut
        return None

    def _plies(self, board: TurnBoard, attacker: int, turn: Mask, turns: int, budget: Budget) -> int:
        """Return the most stones until the line after any reply to a turn, 0 if a reply holds."""
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


def threatening_turns(board: TurnBoard, attacker: int, left: int) -> tuple[Mask, tuple[Mask, ...]]:
    """Return a winning turn, 0 if there is none, and the turns that take both stones to stop.

    The likely best turns are first. All stop the other side's threats.
    """
    theirs = board.needs(1 - attacker)
    must = first_hits(theirs, left) if theirs else 0
    if theirs and not must:
        return 0, ()
    ones = 0
    for state, shift in zip(board.now, board.tracks.shifts, strict=True):
        if one := state.ones[attacker]:
            ones |= one << shift
    lanes = board.lanes(attacker)
    found: list[tuple[int, Mask]] = []
    for turn, hits in (_last_stones if left == 1 else _turns)(board, attacker, ones, must):
        if hits < 2 or any(not need & turn for need in theirs):
            continue
        if hits == MANY:
            return turn, ()
        found.append((-sum([lanes[square] for square in squares_of(turn)]), turn))
    found.sort()
    return 0, tuple([turn for _, turn in found[:MOST_TURNS]])


_Turn = tuple[Mask, int]
"""A turn, and how many stones have to stop its threats at least."""


def _last_stones(board: TurnBoard, attacker: int, ones: Mask, must: Mask) -> Iterator[_Turn]:
    """Yield second stones: those that make a threat, and others that combine with existing threats."""
    for square in board.best_squares(attacker, QUIET):
        ones |= 1 << square
    for square in squares_of(must or ones):
        yield 1 << square, fewest_hitting(board.needs_after(attacker, (square,)))


def _turns(board: TurnBoard, attacker: int, ones: Mask, must: Mask) -> Iterator[_Turn]:
    """Yield turns of two stones of a player without threats; one stone is on `must`, unless that is 0.

    Pairs of stones that each make a threat on separate lines need no check on the board.
    """
    through = board.tracks.through
    singles = []
    strong: list[Square] = []
    for square in squares_of(ones):
        needs = board.needs_after(attacker, (square,))
        common = -1
        for need in needs:
            common &= need
        if not common and fewest_hitting(needs) > 1:
            strong.append(square)
        singles.append((square, 1 << square, through[square], needs, common))
    for i, (square, bit, tracks, needs, common) in enumerate(singles):
        for other, other_bit, other_tracks, other_needs, other_common in singles[:i]:
            turn = bit | other_bit
            if must and not turn & must:
                continue
            if tracks & other_tracks:
                yield turn, fewest_hitting(board.needs_after(attacker, (square, other)))
            elif common and other_common:
                yield turn, 1 if common & other_common else 2
            else:
                yield turn, fewest_hitting(needs + other_needs)
    quiet = squares_of(must & ~ones) if must else board.best_squares(attacker, QUIET)
    for other in quiet if strong else ():
        for square in strong:
            if not ones >> other & 1:
                yield 1 << square | 1 << other, fewest_hitting(board.needs_after(attacker, (square, other)))
    for state, shift in zip(board.now, board.tracks.shifts, strict=True):
        pairs, weak = state.makers(attacker)
        if weak and (near := ones >> shift):
            pairs += tuple([pair for pair in weak if pair & near])
        for pair in pairs:
            turn = pair << shift
            if turn & ones == turn or (must and not turn & must):
                continue
            yield turn, fewest_hitting(board.needs_after(attacker, tuple(squares_of(turn))))
