"""Whether an attacker wins with so many stones, by whatever moves, against every defence.

The attacker's moves are all tried. Two facts keep the defender's few:

- An extra stone never hurts. If the attacker, moving twice, does not win with the stones that are left, the
  first of the two moves is refuted by any reply.
- If it does win when the defender passes, a reply outside the *zone* of that win changes nothing. The zone is
  a set of squares such that the win stays one however many extra stones, up to a number that is asked for,
  the defender has elsewhere: it holds the attacker's squares, the replies that are forced, and of every open
  window of the defender's that the extra stones could fill up to one square two squares
  (relevance zones: Wu and Lin, "Relevance-Zone-Oriented Proof Search for Connect6", 2010).

How many stones a win takes counts every stone of the attacker's, its answers to the defender's fours too.
"""

from collections import defaultdict

from tests.puzzles.attack_board import AttackBoard, AttackPosition
from tests.support.truth import TooHard, singles

ANSWERED = 4
"""From so many stones of the attacker's on, some replies are tried before a pass."""

FEARED = 3
"""How many replies that have often been refutations are tried then."""


class FullWidth:
    """Finds out whether an attacker wins with at most so many stones.

    Every answer is the zone of the win, 0 if there is none.
    """

    def __init__(self, board: AttackBoard, most_positions: int = 1 << 60) -> None:
        """After so many positions `TooHard` is raised."""
        self.board = board
        self.left = most_positions
        """How many positions may still be looked at."""
        self._fails: dict[bytes, int] = {}  # with how many stones the attacker, to move, does not win
        self._fails_after: dict[bytes, int] = {}  # the same with the defender to move
        self._wins: dict[tuple[bytes, int], tuple[int, int]] = {}  # with how many it does, and the zone
        self._wins_after: dict[tuple[bytes, int], tuple[int, int]] = {}
        self._refutations: dict[int, int] = defaultdict(int)  # how often a reply has been one
        self._hints: dict[int, int] = {}  # the move that won last in a position like this

    def wins(self, position: AttackPosition, stones: int, extra: int = 0) -> int:
        """Return the zone if the attacker, to move, wins with at most so many stones, else 0.

        The defender may have so many extra stones outside the zone.
        """
        if stones < 1:
            return 0
        if position.completes:
            return position.completes & -position.completes
        must = position.their_completes
        if stones == 1 or must & must - 1:
            return 0
        if must and stones > 2:
            zone = self.has_won(position.with_attacker(must), stones - 1, extra)
            return zone and zone | must
        if double := position.doubles & (must or -position.doubles):
            ends = position.ends(double)
            others = ends & ends - 1
            return double | ends & -ends | others & -others | position.guard(extra)
        if stones == 2:
            return 0
        key = position.key
        failed = self._fails.get(key, 2)
        if stones <= failed:
            return 0
        won = self._wins.get((key, extra))
        if won and won[0] <= stones:
            return won[1]
        for count in range(failed + 1, stones + 1):
            for move in self._moves(position, count):
                zone = self.has_won(position.with_attacker(move), count - 1, extra)
                if zone:
                    self._hints[position.attacker] = move
                    self._wins[key, extra] = count, zone | move
                    return zone | move
            self._fails[key] = count
        return 0

    def _moves(self, position: AttackPosition, stones: int) -> list[int]:
        """Return all moves that may win with so many stones, at least three, likely ones first."""
        starts = position.starts
        if stones == 3:
            return singles(starts)
        near = position.near
        moves = [*singles(starts), *singles(near & position.fours & ~starts)]
        moves += singles(near & ~position.fours & ~starts)
        if stones >= self.board.k:
            moves += singles(position.empty & ~near)
        hint = self._hints.get(position.attacker, 0)
        if hint & position.empty and hint in moves:
            moves.remove(hint)
            moves.insert(0, hint)
        return moves

    def has_won(self, position: AttackPosition, stones: int, extra: int = 0) -> int:
        """Return the same with the defender to move."""
        self.left -= 1
        if self.left < 0:
            raise TooHard
        completes = position.completes
        if stones < 1 or position.their_completes:
            return 0
        if completes & completes - 1:
            first = completes & -completes
            second = completes & ~first
            return first | second & -second | position.guard(extra)
        if completes:
            zone = self.wins(position.with_defender(completes), stones, extra)
            return zone and zone | completes | position.guard(extra)
        if stones == 1 or position.their_doubles:
            return 0
        if stones == 2 and (not position.doubles or self._spoils(position)):
            return 0
        if stones == 3 and not position.doubles and not position.starts:
            return 0
        key = position.key
        if stones <= self._fails_after.get(key, 1):
            return 0
        won = self._wins_after.get((key, extra))
        if won and won[0] <= stones:
            return won[1]
        zone = self._withstands(position, stones, extra)
        if zone:
            self._wins_after[key, extra] = stones, zone
        else:
            self._fails_after[key] = stones
        return zone

    def _spoils(self, position: AttackPosition) -> bool:
        """Whether some reply keeps the attacker, who threatens no five, from winning with two stones.

        The reply is on each double square, or completes what only two windows lack after it; or it is a four
        of the defender's, and the square that answers it is no double square any more.
        """
        spoiling = position.empty
        for double in singles(position.doubles):
            ends = position.ends(double)
            spoiling &= double | ends if ends.bit_count() == 2 else double
            if not spoiling:
                break
        if spoiling:
            return True
        for four in singles(position.their_fours):
            ends = position.ends(position.their_end(four)) & ~four
            if not ends & ends - 1:
                return True
        return False

    def _withstands(self, position: AttackPosition, stones: int, extra: int) -> int:
        """Return the zone if no reply refutes the attack, which threatens no five, else 0."""
        zone = 0
        fours = position.their_fours
        for reply in singles(fours):
            found = self.wins(position.with_defender(reply), stones, extra)
            if not found:
                return 0
            zone |= found
        if stones >= ANSWERED:
            # Threats of the defender's and replies that often refute leave the attacker less than a pass.
            counterattacks = position.their_starts & position.empty & ~fours
            for reply in [*self._ordered(counterattacks), *self._feared(position.empty & ~counterattacks)]:
                if not self.wins(position.with_defender(reply), stones):
                    self._refutations[reply] += 1
                    return 0
        after_pass = self.wins(position, stones, extra + 1)
        if not after_pass:
            return 0
        zone |= after_pass | position.guard(extra)
        replies = self._ordered(after_pass & position.empty & ~fours)
        for count in range(2, stones + 1):
            left = []
            for reply in replies:
                found = self.wins(position.with_defender(reply), count, extra)
                if found:
                    zone |= found
                elif count == stones:
                    self._refutations[reply] += 1
                    return 0
                else:
                    left.append(reply)
            replies = left
            if not replies:
                break
        return zone

    def _ordered(self, replies: int) -> list[int]:
        return sorted(singles(replies), key=lambda reply: -self._refutations[reply])

    def _feared(self, replies: int) -> list[int]:
        known = [reply for reply in self._refutations if reply & replies]
        return sorted(known, key=lambda reply: -self._refutations[reply])[:FEARED]
