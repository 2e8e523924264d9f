"""What positions of two players on a small board are worth, by trying everything: the truth to compare with.

All is told by one question: can the attacker complete a line with so many stones more, whatever the other
side does? With as many as fit on the board the answer is the value, with fewer it is how soon. Nothing is
left out, save where the rules leave nothing to try: a line that lacks one square has to be stopped, and a
side without an open line cannot win. The module knows the lines of `tests.support.reference` and nothing of
the package under test: squares are bits in reading order, a position is two masks of them.
"""

from collections.abc import Iterator

from tests.support.reference import Cell, lines

CERTAIN = 1000
"""A win in n plies is worth 1000 - n to its winner, so that quick wins and slow losses are worth more."""

ANY_NUMBER = 400
"""More stones than anybody can place."""

FEW_SQUARES = 16
"""On so small a board a position and its images are looked at once."""


class TooHard(Exception):
    """It takes more positions than were granted."""


def singles(mask: int) -> list[int]:
    """The bits of a mask, each as a mask."""
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found


class Truth:
    """Tells what a board's positions are worth; a position is the attacker's stones and the defender's."""

    def __init__(
        self, columns: int, rows: int, k: int, most_positions: int = 1 << 60, blocked: int = 0
    ) -> None:
        """After so many positions `TooHard` is raised; on `blocked` squares others' stones are in the way."""
        self.left = most_positions
        self.columns, self.rows = columns, rows
        self.board = (1 << columns * rows) - 1 & ~blocked
        windows = [sum(map(self.bit, line)) for line in lines(columns, rows, k)]
        self.windows = [window for window in windows if not window & blocked]
        # With how many stones an attacker who is to move fails, and with how many it wins.
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        self._maps = [*self._symmetries()] if columns * rows <= FEW_SQUARES and not blocked else []
        self._images: dict[int, tuple[int, ...]] = {}

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
        key = self._key(attacker, defender)
        fails, enough = self._known.get(key, (0, ANY_NUMBER))
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
        self._known[key] = (fails, stones) if found else (stones, enough)
        return found

    def has_won(self, attacker: int, defender: int, stones: int = ANY_NUMBER) -> bool:
        """Whether the attacker completes a line with so many stones at most, the defender to move."""
        if self.completing(defender, attacker):
            return False
        empty = self.board & ~attacker & ~defender
        lacked = [window & ~attacker for window in self.windows if not window & defender]
        if not empty or min(map(int.bit_count, lacked), default=ANY_NUMBER) > stones:
            return False
        replies = self.completing(attacker, defender)
        if replies.bit_count() > 1:
            return True
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

    def has_line(self, stones: int) -> bool:
        return any(window & stones == window for window in self.windows)

    def worth(self, mine: int, theirs: int) -> int:
        """What a position is worth to the side to move, which has the first stones; nobody has a line yet."""
        left = (self.board & ~mine & ~theirs).bit_count()
        for own in range(1, (left + 1) // 2 + 1):
            if self.wins(mine, theirs, own):
                return CERTAIN - (2 * own - 1)
            if own <= left // 2 and self.has_won(theirs, mine, own):
                return 2 * own - CERTAIN
        return 0

    def worth_of_move(self, mine: int, theirs: int, move: int) -> int:
        """What a move is worth to its player, counted from before it."""
        if self.has_line(mine | move):
            return CERTAIN - 1
        worth = self.worth(theirs, mine | move)
        return sign(worth) - worth

    def value(self, mine: int, theirs: int, move: int) -> int:
        """What a move is worth to its player, the length left out: 1 if it wins, −1 if it loses, else 0."""
        if self.has_line(mine | move) or self.has_won(mine | move, theirs):
            return 1
        return -self.wins(theirs, mine | move)

    # --- images

    def _key(self, attacker: int, defender: int) -> tuple[int, int]:
        if not self._maps:
            return attacker, defender
        return min(zip(self._images_of(attacker), self._images_of(defender), strict=True))

    def _images_of(self, mask: int) -> tuple[int, ...]:
        if mask not in self._images:
            self._images[mask] = tuple(
                sum(1 << to for cell, to in enumerate(cells) if mask >> cell & 1) for cells in self._maps
            )
        return self._images[mask]

    def _symmetries(self) -> Iterator[list[int]]:
        """Where each cell goes when the board is turned or mirrored."""
        across, down = range(self.columns), range(self.rows)
        for columns in (across, across[::-1]):
            for rows in (down, down[::-1]):
                yield [row * self.columns + column for row in rows for column in columns]
                if self.columns == self.rows:
                    yield [column * self.columns + row for row in rows for column in columns]


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def text(worth: int) -> str:
    """A worth as a verdict is written."""
    return f"{'W' if worth > 0 else 'L'}{CERTAIN - abs(worth)}" if worth else "D"


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
