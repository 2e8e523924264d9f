"""Wins by continuous fours and threes: how soon they come, and whether there are any, however long.

A *four* leaves a square that completes a window. A *three* is a stone after which, along one line of the
board, a second one would leave two such squares at once, and would not have done so before. The attacker
plays fours and threes only, or the one square where the defender would complete a window, and after each of
its stones has to threaten: to complete a window, or to leave two such squares with one stone. The defender
may answer with any stone; a window of its own that it completes, or that the attacker cannot stop, ends the
attack. How long a win is, is the number of the attacker's stones.
"""

from tests.puzzles.attack_board import AttackPosition
from tests.puzzles.continuous_threats import MANY, ContinuousThreats
from tests.support.truth import singles


def attacks(position: AttackPosition) -> tuple[int, int]:
    """With how many stones the attacker, to move, wins at once, 0 if it does not; and its moves then.

    The moves are to be tried and need three stones at least. Without any there is no win.
    """
    must = position.their_completes
    if position.completes:
        return 1, 0
    if must & must - 1:
        return 0, 0
    if position.doubles & (must or -1):  # the defender completes nothing then, and stops one of two
        return 2, 0
    return 0, must or position.fours | position.threes_on_a_line


def replies(position: AttackPosition, every: bool = False) -> tuple[int, int]:
    """With how many stones the attacker has won though the defender is to move; and the replies else.

    The replies are all that could help, and the attacker still needs two stones at least after them; with
    `every` obviously useless ones are among them. Without any the attacker has no threat, or the defender
    completes a window.
    """
    if position.their_completes:
        return 0, 0
    if position.completes:
        return (1, 0) if position.completes & position.completes - 1 else (0, position.completes)
    if not position.doubles or every:
        return 0, position.empty if position.doubles else 0
    # Any other stone leaves a double square as it is, with the two squares that it makes completing: the
    # windows lack nothing but these three. Then the attacker wins with two stones, unless it is a four.
    useful = position.empty
    for square in singles(position.doubles):
        useful &= square | position.ends(square)
    useful |= position.their_fours
    return (0, useful) if useful else (2, 0)


class Lengths:
    """Tells how soon an attacker wins: everything is tried that there are stones enough for."""

    def __init__(self, every_reply: bool = False) -> None:
        self.every_reply = every_reply
        # Of a position with the attacker to move: with how many stones it fails, and with how many it wins.
        self._known: dict[bytes, tuple[int, int]] = {}

    def shortest(self, position: AttackPosition, most: int) -> int | None:
        """With how few stones the attacker, to move, wins; None if so many are not enough."""
        return next((stones for stones in range(1, most + 1) if self.wins(position, stones)), None)

    def wins(self, position: AttackPosition, stones: int) -> bool:
        """Whether the attacker, to move, wins with so many stones at most."""
        fails, enough = self._known.get(position.key, (0, MANY))
        if not fails < stones < enough:
            return stones >= enough
        needed, moves = attacks(position)
        if needed:
            return stones >= needed
        found = stones >= 3 and any(
            self.has_won(position.with_attacker(move), stones - 1) for move in singles(moves)
        )
        self._known[position.key] = (fails, stones) if found else (stones, enough)
        return found

    def has_won(self, position: AttackPosition, stones: int) -> bool:
        """Whether the attacker wins with so many stones at most, the defender to move."""
        needed, moves = replies(position, self.every_reply)
        if needed:
            return stones >= needed
        return moves > 0 and all(self.wins(position.with_defender(reply), stones) for reply in singles(moves))


class ForcedWins(ContinuousThreats):
    """Tells whether an attacker wins at all by fours and threes, by the same search."""

    def _attacks(self, position: AttackPosition) -> list[int]:
        self._count()
        needed, moves = attacks(position)
        return singles(moves) or self._settle(position, True, won=needed > 0)

    def _replies(self, position: AttackPosition) -> list[int]:
        self._count()
        needed, moves = replies(position)
        return singles(moves) or self._settle(position, False, won=needed > 0)

    def _wins_by_hint(self, position: AttackPosition) -> bool:
        return False
