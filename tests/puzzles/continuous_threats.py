"""Whether an attacker wins by continuous threats, however many stones that takes.

A *four* leaves a square that completes a window. A *threat* is a stone after which the attacker, if the other
side passed, would win by fours alone. The attacker plays fours and threats only, and a stone that it has to
place to stop a five has to be one of them too. Against that the defender has every reply: those outside the
zone of the win that is threatened (see `full_width`) change nothing.

A win that is found is a win. When there is none the search has been exhausted, which says nothing of wins
with a stone that threatens less.
"""

from tests.puzzles.attack_board import AttackBoard, AttackPosition
from tests.puzzles.full_width import FullWidth
from tests.support.truth import TooHard, singles

MANY = 1 << 30

HINT_EFFORT = 40
"""Up to which number the move that won in a similar position is tried before any other."""


WITHOUT_THREATS = 3
"""Wins with so many stones are found by whatever moves."""


class ContinuousThreats:
    """Tells whether an attacker ever wins by fours and threats, by proof-number search.

    The two numbers of a position say of how many positions it has to be shown, at least, that the attacker
    wins so that it wins here, and of how many that it does not. At 0 that is shown. Until then they only say
    where to look next (Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994).
    """

    def __init__(self, board: AttackBoard, most_positions: int = 1 << 60) -> None:
        """After so many positions `TooHard` is raised."""
        self.board = board
        self.left = most_positions
        """How many positions may still be looked at."""
        self._full_width = FullWidth(board)
        self._expected: dict[bytes, int] = {}  # how many replies a threat probably leaves
        self._fours: dict[bytes, tuple[int, int]] = {}
        self._numbers: dict[tuple[bytes, bool], tuple[int, int]] = {}
        self._moves: dict[tuple[bytes, bool], list[int]] = {}
        self._hints: dict[int, int] = {}  # the move that won last with these stones of the attacker's

    def wins(self, position: AttackPosition) -> bool:
        return self._search(position, True, MANY, MANY)[0] == 0

    # --- fours alone

    def fours(self, position: AttackPosition) -> int:
        """Return a zone for one extra stone if the attacker, to move, wins by fours alone, else 0."""
        return self._look_at_fours(position)[0]

    def _look_at_fours(self, position: AttackPosition) -> tuple[int, int]:
        """Return that zone, and if there is none the squares where a stone more could change that."""
        must = position.their_completes
        if position.completes:
            return position.completes & -position.completes, 0
        if must & must - 1 or not position.fours:
            return 0, must | position.threes | position.fours
        key = position.key
        if key in self._fours:
            return self._fours[key]
        self._count()
        interest = must | position.fours | position.threes
        zone = 0
        moves = position.fours & (must or -1)
        if double := position.doubles & (must or -position.doubles):
            ends = position.ends(double)
            others = ends & ends - 1
            zone = double | ends & -ends | others & -others | position.guard(1)
            moves = 0
        for move in singles(moves):
            after = position.with_attacker(move)
            reply = after.completes
            found, more = self._look_at_fours(after.with_defender(reply))
            if found:
                zone = found | move | reply | after.guard(1)
                break
            interest |= more
        self._fours[key] = zone, interest
        return zone, interest

    # --- fours and threats

    def _search(
        self, position: AttackPosition, attacks: bool, most_proof: int, most_disproof: int
    ) -> tuple[int, int]:
        """Return a position's numbers as soon as one of them reaches its bound."""
        key = position.key, attacks
        moves = self._moves.get(key)
        if moves is None:
            if attacks and self._wins_by_hint(position):
                self._numbers[key] = 0, MANY
                return 0, MANY
            moves = self._moves[key] = self._attacks(position) if attacks else self._replies(position)
        if not moves:
            return self._numbers[key]
        after_all = [
            (position.with_attacker(move) if attacks else position.with_defender(move)) for move in moves
        ]
        keys = [(after.key, not attacks) for after in after_all]
        numbers = self._numbers
        at_first = [(self._expected.get(after_key[0], 1) if attacks else 1, 1) for after_key in keys]
        while True:
            # In the terms of the side to move: what it takes to show what it wants, and the contrary.
            wanted, second, unwanted = MANY, MANY, 0
            best = 0
            for number, after_key in enumerate(keys):
                proof, disproof = numbers.get(after_key, at_first[number])
                this, other = (proof, disproof) if attacks else (disproof, proof)
                unwanted += other
                if this < wanted:
                    wanted, second, best = this, wanted, number
                elif this < second:
                    second = this
            if not wanted:
                unwanted = MANY
            elif not unwanted:
                wanted = MANY
            unwanted = min(unwanted, MANY)
            proof, disproof = (wanted, unwanted) if attacks else (unwanted, wanted)
            if proof >= most_proof or disproof >= most_disproof or not proof or not disproof:
                self._numbers[key] = proof, disproof
                if not proof and attacks:
                    self._hints[position.attacker] = moves[best]
                return proof, disproof
            of_best = numbers.get(keys[best], at_first[best])
            most_wanted = min(most_proof if attacks else most_disproof, second + 1 + second // 4)
            most_unwanted = (most_disproof if attacks else most_proof) - unwanted + of_best[attacks]
            limits = (most_wanted, most_unwanted) if attacks else (most_unwanted, most_wanted)
            self._search(after_all[best], not attacks, *limits)

    def _wins_by_hint(self, position: AttackPosition) -> bool:
        """Whether the move wins soon that won last with the same stones of the attacker's."""
        move = self._hints.get(position.attacker, 0) & position.empty
        must = position.their_completes
        if not move or must & ~move or position.completes:
            return False
        after = position.with_attacker(move)
        if not after.completes and not self.fours(after):
            return False
        return self._search(after, False, HINT_EFFORT, MANY)[0] == 0

    def _attacks(self, position: AttackPosition) -> list[int]:
        """Return the attacker's fours and threats; none if it is clear what the position is."""
        self._count()
        zone, interest = self._look_at_fours(position)
        must = position.their_completes
        if zone or must & must - 1:
            return self._settle(position, True, won=zone > 0)
        moves = []
        if self._full_width.wins(position, WITHOUT_THREATS):
            return self._settle(position, True, won=True)
        for move in singles((interest | position.fours) & (must or position.empty)):
            after = position.with_attacker(move)
            if position.fours & move:
                moves.append(move)
            elif zone := self.fours(after):
                moves.append(move)
                self._expected[after.key] = zone.bit_count()
        return moves or self._settle(position, True, won=False)

    def _replies(self, position: AttackPosition) -> list[int]:
        """Return the defender's replies that may help; none if it is clear what the position is."""
        self._count()
        completes = position.completes
        if position.their_completes:
            return self._settle(position, False, won=False)
        if completes & completes - 1:
            return self._settle(position, False, won=True)
        if completes:
            return [completes]
        zone = self.fours(position)
        replies = [
            reply for reply in singles(zone & position.empty) if not self.fours(position.with_defender(reply))
        ]
        if zone and replies:
            return replies
        return self._settle(position, False, won=zone > 0)

    def _settle(self, position: AttackPosition, attacks: bool, *, won: bool) -> list[int]:
        self._numbers[position.key, attacks] = (0, MANY) if won else (MANY, 0)
        return []

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooHard
