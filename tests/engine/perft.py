"""Counts what there is to play by each rule, with the reference alone: `perft.txt` beside this module.

`python -m tests.engine.perft` prints the table, and with `--write` writes it.
"""

from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.support.every_rule import EACH_RULE, THREE_AND_MORE, board_by, suits
from tests.support.reference import Board, census
from tests.support.tool import parser_of

TABLE = Path(__file__).with_suffix(".txt")

HEADER = """\
# rules | columns rows line | first squares | ways to play 0, 1, 2 … plies on | different positions then
# Made by `python -m tests.engine.perft --write` with tests/support/reference.py; no engine was asked.
"""

MANY = 2_000
"""Positions of one ply of 3×3, Connect Four and renju, after which a count ends; others end sooner."""

BOARDS = ((3, 3, 3), (4, 3, 3), (4, 5, 4))
CONNECT_FOUR = (7, 6, 4)
RENJU_STARTS = (((15, 15, 5), 18, 2), ((8, 7, 5), 18, 2), ((7, 6, 5), 32, 1), ((6, 6, 5), 26, 1))
"""Boards, the stones that stand on them, and how many squares are forbidden at least."""


class Count(NamedTuple):
    """One line of the table."""

    words: str
    size: tuple[int, int, int]
    start: tuple[str, ...]
    """Names of squares that are taken in turn before the count begins."""
    ways: tuple[int, ...]
    positions: tuple[int, ...]

    def __str__(self) -> str:
        parts = self.words, self.size, self.start, self.ways, self.positions
        return " | ".join(part if isinstance(part, str) else " ".join(map(str, part)) for part in parts)

    @classmethod
    def read(cls, line: str) -> "Count":
        words, size, start, ways, positions = (part.strip() for part in line.split("|"))
        columns, rows, k = map(int, size.split())
        return cls(
            words, (columns, rows, k), tuple(start.split()),
            tuple(map(int, ways.split())), tuple(map(int, positions.split())),
        )  # fmt: skip

    def board(self) -> Board:
        """The position from which is counted."""
        board = board_by(self.words, self.size)
        for name in self.start:
            board.place((ord(name[0]) - ord("a"), int(name[1:]) - 1))
        return board


def read() -> list[Count]:
    return [Count.read(line) for line in TABLE.read_text().splitlines() if not line.startswith("#")]


def counted(count: Count) -> Count:
    """Count up to the first ply that has many positions, or to the last of all."""
    is_long = count.size in (BOARDS[0], CONNECT_FOUR) or count.words == "renju"
    most = MANY if is_long else MANY // 10
    found = []
    for ways, positions in census(count.board()):
        if not positions:
            break
        found.append((ways, positions))
        if positions > most:
            break
    return count._replace(ways=tuple(ways for ways, _ in found), positions=tuple(each for _, each in found))


def crowded(size: tuple[int, int, int], stones: int, bans: int) -> tuple[str, ...]:
    """Squares that are taken in turn near the middle, after which as many as asked for are forbidden."""
    columns, rows, _ = size
    dice = Random(f"{size} {stones}")
    while True:
        board, names = board_by("renju", size), []
        for _ in range(stones):
            near = [
                (column, row)
                for column, row in board.empty()
                if abs(column - columns // 2) < 4
                and abs(row - rows // 2) < 4
                and board.is_legal((column, row))
            ]
            cell = dice.choice(near)
            names.append(f"{chr(ord('a') + cell[0])}{cell[1] + 1}")
            board.place(cell)
            if board.winner_by(cell) is not None:
                break
        else:
            if sum(bool(board.forbidden(cell)) for cell in board.empty()) >= bans:
                return tuple(names)


def made() -> list[Count]:
    counts = [
        Count(words, size, (), (), ())
        for words in (*EACH_RULE, *THREE_AND_MORE)
        if words != "renju"
        for size in (BOARDS if words in EACH_RULE else BOARDS[:2])
        if suits(words, size)
    ]
    counts.append(Count("drop", CONNECT_FOUR, (), (), ()))
    counts += [
        Count("renju", size, crowded(size, stones, bans), (), ()) for size, stones, bans in RENJU_STARTS
    ]
    return [counted(count) for count in counts]


def main(writes: bool) -> None:
    text = HEADER + "".join(f"{count}\n" for count in made())
    if writes:
        TABLE.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("--write", action="store_true", help="write the table instead of printing it")
    main(parser.parse_args().write)
