"""What every move on a small board is worth, by trying all games that can follow.

It shares no code with the program: two masks of stones, the windows of k squares as masks, and a memory. All
is told by one question: can the attacker complete a line with so many stones more, whatever the other side
does? With as many as fit on the board the answer is the value, with fewer it is how soon.
"""

from tests.puzzles.full_width import TooHard
from tests.puzzles.masks import singles
from tests.support.reference import Cell, lines

ANY_NUMBER = 400
"""More stones than anybody can place."""


class ExactValues:
    """Tells what a board's positions are worth; a position is the attacker's stones and the defender's."""

    def __init__(self, columns: int, rows: int, k: int, most_positions: int = 1 << 60) -> None:
        """After so many positions `TooHard` is raised."""
        self.left = most_positions
        self.columns = columns
        self.board = (1 << columns * rows) - 1
        self.windows = [sum(map(self.bit, line)) for line in lines(columns, rows, k)]
        # With how many stones an attacker who is to move fails, and with how many it wins.
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def bit(self, cell: Cell) -> int:
        column, row = cell
        return 1 << row * self.columns + column

    def wins(self, attacker: int, defender: int, stones: int = ANY_NUMBER) -> bool:
        """Whether the attacker, to move, completes a line with so many stones at most."""
        empty = self.board & ~attacker & ~defender
        stones = min(stones, (empty.bit_count() + 1) // 2)
        lacked = [(window & ~attacker) for window in self.windows if not window & defender]
        needed = min(map(int.bit_count, lacked), default=ANY_NUMBER)
        if needed > stones:
            return False
        if needed == 1:
            return True
        fails, enough = self._known.get((attacker, defender), (0, ANY_NUMBER))
        if not fails < stones < enough:
            return stones >= enough
        self.left -= 1
        if self.left < 0:
            raise TooHard
        moves = self.completing(defender, attacker)
        if moves.bit_count() > 1:
            return False
        found = any(
            self.has_won(attacker | move, defender, stones - 1) for move in best_first(moves or empty, lacked)
        )
        self._known[attacker, defender] = (fails, stones) if found else (stones, enough)
        return found

    def has_won(self, attacker: int, defender: int, stones: int = ANY_NUMBER) -> bool:
        """Whether the attacker completes a line with so many stones at most, the defender to move."""
        if self.completing(defender, attacker):
            return False
        empty = self.board & ~attacker & ~defender
        lacked = [window & ~attacker for window in self.windows if not window & defender]
        if not empty or not lacked:
            return False
        replies = self.completing(attacker, defender)
        if replies.bit_count() > 1:
            return stones > 0
        return all(
            self.wins(attacker, defender | reply, stones) for reply in best_first(replies or empty, lacked)
        )

    def completing(self, mine: int, theirs: int) -> int:
        """Where one stone completes a line."""
        found = 0
        for window in self.windows:
            lacked = window & ~mine
            if not lacked & lacked - 1 and not window & theirs:
                found |= lacked
        return found

    def value(self, mine: int, theirs: int, move: int) -> int:
        """What a move of the player with the first stones is worth: 1 if it wins, −1 if it loses, else 0."""
        mine |= move
        if any(window & mine == window for window in self.windows) or self.has_won(mine, theirs):
            return 1
        return -self.wins(theirs, mine)


def best_first(moves: int, lacked: list[int]) -> list[int]:
    """These moves, first those on windows that lack least: what is found soon is not looked for long."""
    if not moves & moves - 1:
        return [moves]
    worth = dict.fromkeys(singles(moves), 0)
    for window in lacked:
        gain = 1 << 10 - 2 * min(window.bit_count(), 5)
        for move in singles(window & moves):
            worth[move] += gain
    return sorted(worth, key=worth.__getitem__, reverse=True)
