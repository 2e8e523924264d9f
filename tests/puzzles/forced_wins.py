"""Wins by continuous fours and threes: how soon they come, and whether there are any, however long.

Both look through `scanned_threats`, every attack and every reply that could help. How long a win is, is the
number of the attacker's stones. `TooHard` may come out of everything.
"""

from tests.puzzles.masks import singles
from tests.puzzles.scanned_threats import Threats

MANY = 1 << 30


class Lengths:
    """Tells how soon an attacker wins: everything is tried that there are stones enough for."""

    def __init__(self, threats: Threats) -> None:
        self.threats = threats
        # Of a position with the attacker to move: with how many stones it fails, and with how many it wins.
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def shortest(self, attacker: int, defender: int, most: int) -> int | None:
        """With how few stones the attacker, to move, wins; None if so many are not enough."""
        return next((stones for stones in range(1, most + 1) if self.wins(attacker, defender, stones)), None)

    def wins(self, attacker: int, defender: int, stones: int) -> bool:
        """Whether the attacker, to move, wins with so many stones at most."""
        fails, enough = self._known.get((attacker, defender), (0, MANY))
        if not fails < stones < enough:
            return stones >= enough
        needed, moves = self.threats.attacks(attacker, defender)
        if needed:
            return stones >= needed
        found = stones >= 3 and any(
            self.has_won(attacker | move, defender, stones - 1) for move in singles(moves)
        )
        self._known[attacker, defender] = (fails, stones) if found else (stones, enough)
        return found

    def has_won(self, attacker: int, defender: int, stones: int) -> bool:
        """Whether the attacker wins with so many stones at most, the defender to move."""
        needed, replies = self.threats.replies(attacker, defender)
        if needed:
            return stones >= needed
        return replies > 0 and all(
            self.wins(attacker, defender | reply, stones) for reply in singles(replies)
        )


class Wins:
    """Tells whether an attacker wins at all, by proof-number search.

    Each position has two numbers: of how many others it has to be shown, at least, that they are won so that
    it is; and of how many that they are not. When one of them is 0, that is shown. Until then they only say
    where to look next.
    """

    def __init__(self, threats: Threats) -> None:
        self.threats = threats
        self._numbers: dict[tuple[int, int, bool], tuple[int, int]] = {}
        self._moves: dict[tuple[int, int, bool], list[int]] = {}
        self._hints: dict[int, int] = {}  # what won last with these stones of the attacker's

    def wins(self, attacker: int, defender: int) -> bool:
        """Whether the attacker, to move, ever wins."""
        return self._search(attacker, defender, True, MANY, MANY)[0] == 0

    def _search(
        self, attacker: int, defender: int, attacks: bool, most_yes: int, most_no: int
    ) -> tuple[int, int]:
        """Return a position's numbers, as soon as one of them reaches its bound.

        The first is what it takes to show what whoever is to move wants: the attacker that the position is
        won, the defender that it is not. The second is what it takes to show the contrary.
        """
        key = attacker, defender, attacks
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = self._look(attacker, defender, attacks)
        if not moves:
            return self._numbers[key]
        hint = self._hints.get(attacker, 0) if attacks else 0
        while True:
            yes = second = MANY
            no = 0
            for move in moves:
                after = (attacker | move, defender, False) if attacks else (attacker, defender | move, True)
                unwanted, wanted = self._numbers.get(after, (1, 1 if not attacks or move == hint else 3))
                no += unwanted
                if wanted < yes:
                    yes, second, best, unwanted_of_best = wanted, yes, move, unwanted
                elif wanted < second:
                    second = wanted
            yes, no = (MANY, 0) if no == 0 else (0, MANY) if yes == 0 else (yes, no)
            if yes >= most_yes or no >= most_no or yes == 0 or no == 0:
                if yes == 0 and attacks:
                    self._hints[attacker] = best
                self._numbers[key] = yes, no
                return yes, no
            mine, theirs = (best, 0) if attacks else (0, best)
            self._search(
                attacker | mine,
                defender | theirs,
                not attacks,
                most_no - no + unwanted_of_best,
                min(most_yes, second + 1 + second // 4),
            )

    def _look(self, attacker: int, defender: int, attacks: bool) -> list[int]:
        """Return the moves to be tried; none if what the position is can be told, and then note it."""
        look = self.threats.attacks if attacks else self.threats.replies
        needed, moves = look(attacker, defender)
        if not moves:
            is_wanted = (needed > 0) is attacks
            self._numbers[attacker, defender, attacks] = (0, MANY) if is_wanted else (MANY, 0)
        return singles(moves)
