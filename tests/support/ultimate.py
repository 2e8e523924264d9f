"""Ultimate once more, for the tests to compare with: slow, plain and without any trick.

A stone is told by its small board and its place there, both from 0 in reading order. Nothing here imports the
package under test.
"""

from dataclasses import dataclass, field

Stone = tuple[int, int]
"""A small board, and a place in it."""

LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
]  # fmt: skip

VARIANTS = ("ultimate", "open-until-full", "most-boards", "open-until-full, most-boards")
"""The words for each kind of rules."""


def name_of(stone: Stone) -> str:
    """The square's name on the board of nine columns."""
    board, place = stone
    column, row = board % 3 * 3 + place % 3, board // 3 * 3 + place // 3
    return "abcdefghi"[column] + str(row + 1)


@dataclass
class NineBoards:
    """A position: who has which places, who has won which boards, who is to move, and where."""

    until_full: bool = False
    """Whether stones are placed on a board that is won, until it is full."""
    most_boards: bool = False
    """Whether more boards win without a line of them."""
    to_move: int = 0
    stones: dict[Stone, int] = field(default_factory=dict)
    owners: dict[int, int] = field(default_factory=dict)
    due: int | None = None
    """The board that the latest stone leads to, open or not."""

    @classmethod
    def by(cls, words: str, first: int = 0) -> "NineBoards":
        """The empty boards for the rules of these words."""
        return cls("open-until-full" in words, "most-boards" in words, first)

    def is_full(self, board: int) -> bool:
        return all((board, place) in self.stones for place in range(9))

    def is_open(self, board: int) -> bool:
        return not self.is_full(board) and (self.until_full or board not in self.owners)

    def legal(self) -> list[Stone]:
        """Where the player to move may place."""
        boards = [board for board in range(9) if self.is_open(board)]
        if self.due in boards:
            boards = [self.due]
        return [(b, p) for b in boards for p in range(9) if (b, p) not in self.stones]

    def play(self, stone: Stone) -> None:
        """Place a stone of the player to move."""
        board, place = stone
        assert stone not in self.stones
        self.stones[stone] = self.to_move
        if board not in self.owners:
            for line in LINES:
                if all(self.stones.get((board, each)) == self.to_move for each in line):
                    self.owners[board] = self.to_move
        self.due = place
        self.to_move = 1 - self.to_move

    def can_own(self, board: int, player: int) -> bool:
        """Whether a board is the player's, or is nobody's and has a line without a stone of the other."""
        if board in self.owners:
            return self.owners[board] == player
        return any(all(self.stones.get((board, each)) != 1 - player for each in line) for line in LINES)

    def line_of_boards(self, player: int) -> bool:
        """Whether the player has won."""
        return any(all(self.owners.get(board) == player for board in line) for line in LINES)

    def boards_of(self, player: int) -> int:
        return list(self.owners.values()).count(player)

    def result(self) -> str | None:
        """`0` or `1` for the winner, `draw`, or None if the game goes on."""
        for player in (0, 1):
            if self.line_of_boards(player):
                return str(player)
        for player in (0, 1):
            if any(all(self.can_own(board, player) for board in line) for line in LINES):
                return None
        if not self.most_boards:
            return "draw"
        left = [b for b in range(9) if b not in self.owners and (self.can_own(b, 0) or self.can_own(b, 1))]
        lead = self.boards_of(0) - self.boards_of(1)
        if abs(lead) > len(left):
            return "0" if lead > 0 else "1"
        return None if left else "draw"
