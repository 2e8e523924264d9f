"""How many bytes are written for an arrow key, for a stone that is placed and answered, and for a win.

The terminal has 256 colours, as over SSH: `TERM=xterm-256color` without `COLORTERM`. Counts are exact, and
the same on every machine.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from tests.benchmarks.meter import BARE, Figure, Meter
from tests.support.reading import (
    agree,
    cursor,
    move_cursor,
    moves,
    place_and_see,
    place_with_go_to,
    status,
    stones,
)
from tests.support.terminal import DOWN, ENTER, LEFT, RIGHT, UP, Screen

KEY_AT_MOST, KEY_USUALLY = 200, 140
"""Bytes for any arrow key, and for half of them."""

STONE_AT_MOST = {"3": 2500, "15": 1500}
"""Bytes for a stone and its answer: where it is drawn, and where it is its symbol."""

WIN_AT_MOST = 6000
"""Bytes for the move that wins, with all the motion that follows."""

ANALYSED = {"4": "b2 a1", "15": "h8 a1 h9 c1 h10 e1 h11 g1"}
LINES = {"4": 3, "15": 5}
"""For each board of the analysis the moves before it, and the length of a line."""

LETTERS = "abcdefghijklmnopqrst"

WINS = {"3": "a1 a2 b1 b2 c1", "15": "e8 e9 f8 f9 g8 g9 h8 h9 i8"}

ALL_BOARDS = (*(str(side) for side in range(3, 21)), "7x6")
FEW_BOARDS = ("3", "7x6", "15", "20")
SIZES = ((80, 24), (120, 40))

TWO_PEOPLE = ("--player", "human", "--player", "human")
AT_ONCE = 4
"""Programs that run side by side; nearly all of the time is spent in waiting for silence."""


@dataclass(frozen=True, slots=True)
class Key:
    """What an arrow key cost, in bytes, that moved the cursor from one square to another."""

    game: str
    start: str
    end: str
    size: int

    def __str__(self) -> str:
        return f"{self.start}→{self.end} on {self.game}: {self.size}"


def sides(board: str) -> tuple[int, int]:
    """Return the columns and rows of a board that is written as on the command line."""
    columns, _, rows = board.partition("x")
    return int(columns), int(rows or columns)


Prepare = Callable[[Meter, str], None]
"""Brings a game on a board to the position in which the cursor walks."""


def empty(terminal: Meter, board: str) -> None:
    """Leave the board empty."""


def full_rows(terminal: Meter, board: str) -> None:
    """Fill the two rows with stones that the cursor walks in."""
    columns, rows = sides(board)
    squares = [f"{letter}{number}" for number in (rows // 2, rows // 2 + 1) for letter in LETTERS[:columns]]
    _place(terminal, squares)


def analysed(terminal: Meter, board: str) -> None:
    """Turn the analysis on in a position in which it soon knows all, so that it writes nothing more."""
    _place(terminal, ANALYSED[board].split())
    terminal.send("A")
    terminal.wait_for("proved")


def _place(terminal: Meter, squares: Iterable[str]) -> None:
    for count, square in enumerate(squares):
        place_and_see(terminal, square, "XO"[count % 2], place_with_go_to)


def key_sizes(
    boards: Iterable[str], sizes: Iterable[tuple[int, int]] = SIZES, prepare: Prepare = empty
) -> list[Key]:
    """Return what the arrow keys cost, in every column of each board, at each size of the terminal."""
    games = [(board, size, prepare) for board in boards for size in sizes]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return [key for keys in pool.map(lambda game: list(_walk(*game)), games) for key in keys]


def _walk(board: str, size: tuple[int, int], prepare: Prepare) -> Iterator[Key]:
    """Walk along the middle row to the right, with a step down and up in each column, and back."""
    columns, rows = sides(board)
    letters = LETTERS[:columns]
    row = rows // 2
    name = f"{columns}×{rows} at {size[0]}×{size[1]}"
    steps = [
        step
        for column, letter in enumerate(letters)
        for step in (
            (DOWN, f"{letter}{row}", f"{letter}{row + 1}"),
            (UP, f"{letter}{row + 1}", f"{letter}{row}"),
            (RIGHT, f"{letter}{row}", f"{letters[column + 1 : column + 2]}{row}"),
        )
    ][:-1] + [(LEFT, f"{b}{row}", f"{a}{row}") for a, b in reversed(list(pairwise(letters)))]
    line = LINES[board] if prepare is analysed else max(columns, rows)
    game = ("--board", board, "--line", str(line), *TWO_PEOPLE)
    with Meter(*game, columns=size[0], rows=size[1]) as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None and "to move" in status(terminal))
        prepare(terminal, board)
        move_cursor(terminal, f"a{row}")
        terminal.settle()
        for key, start, end in steps:
            yield Key(name, start, end, _press(terminal, key, end))


CONNECT_FOUR = ("--preset", "connect-four", *TWO_PEOPLE)
STACKED = "1223334444"
"""Columns of stones that leave columns of different heights."""


def column_key_sizes(columns: str = "", size: tuple[int, int] = SIZES[0]) -> list[Key]:
    """Return what ← and → cost where stones fall, after stones in these columns.

    Before each key the cursor has rested, and a stone is previewed there; the next preview is not counted.
    """
    sizes: list[Key] = []
    with Meter(*CONNECT_FOUR, columns=size[0], rows=size[1]) as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None and "to move" in status(terminal))
        for count, digit in enumerate(columns, 1):
            terminal.press(digit, lambda screen, count=count: len(moves(screen)) == count)
            terminal.settle()
        here = cursor(terminal)
        assert here is not None
        steps = [(RIGHT, letter) for letter in LETTERS[:7] if letter > here[0]]
        steps += [(LEFT, letter) for letter in reversed(LETTERS[:6])]
        for key, letter in steps:
            terminal.settle()
            start = here
            answer = terminal.press(key, lambda screen, letter=letter: (cursor(screen) or "")[0] == letter)
            here = cursor(terminal) or ""
            sizes.append(Key(f"Connect Four at {size[0]}×{size[1]}", start, here, answer.size))
    return sizes


ULTIMATE = ("--preset", "ultimate", *TWO_PEOPLE)
BOARDS_WALKED = (
    *((RIGHT, square) for square in ("f5", "g5", "h5", "i5")),
    *((UP, square) for square in ("i4", "i3")),
    *((LEFT, square) for square in ("h3", "g3", "f3", "e3", "d3")),
    *((DOWN, square) for square in ("d4", "d5", "d6", "d7")),
)
"""Arrow keys that lead from the middle through small boards and over the lines between them."""

ULTIMATE_MOVE_AT_MOST = 2000
"""Bytes for a stone of Ultimate: two boards change their grounds, and the cursor goes to the next one."""


def ultimate_key_sizes(size: tuple[int, int] = SIZES[0]) -> list[Key]:
    """Return what arrow keys cost on small boards."""
    with Meter(*ULTIMATE, columns=size[0], rows=size[1]) as terminal:
        terminal.wait_for(lambda: cursor(terminal) == "e5" and "to move" in status(terminal))
        terminal.settle()
        starts = ["e5", *(square for _, square in BOARDS_WALKED)]
        return [
            Key(f"Ultimate at {size[0]}×{size[1]}", start, end, _press(terminal, key, end))
            for start, (key, end) in zip(starts, BOARDS_WALKED, strict=False)
        ]


def ultimate_move_sizes() -> list[int]:
    """Return how many bytes stones cost after the first one, by which nine boards change."""
    sizes = []
    with Meter(*ULTIMATE) as terminal:
        terminal.wait_for(lambda: cursor(terminal) == "e5" and "to move" in status(terminal))
        for count, key in enumerate((UP, LEFT, RIGHT, DOWN), 1):
            terminal.press(key, lambda screen: cursor(screen) is not None)
            terminal.settle()

            def is_placed(screen: Screen, count: int = count) -> bool:
                return len(moves(screen)) == count and cursor(screen) is not None

            sizes.append(terminal.press(ENTER, is_placed, quiet=0.2).size)
    return sizes[1:]


def _press(terminal: Meter, key: str, square: str) -> int:
    return terminal.press(key, lambda screen: cursor(screen) == square).size


def stone_sizes(board: str) -> list[int]:
    """Return how many bytes the first two stones cost, each with the answer of the level `rules`."""
    game = ("--board", board, "--player", "human", "--player", "rules", "--seed", "1")
    sizes = []
    with Meter(*game) as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None and status(terminal) == "Your move")
        for count in (2, 4):
            move_cursor(terminal, next(square for square in ("b2", "a1", "a3") if _is_free(terminal, square)))
            terminal.settle()

            def answered(screen: Screen, count: int = count) -> bool:
                return len(moves(screen)) == count and agree(screen) and status(screen) == "Your move"

            sizes.append(terminal.press(ENTER, answered, quiet=0.2).size)
    return sizes


def win_size(board: str) -> int:
    """Return how many bytes the winning move costs, until nothing moves any more."""
    game = ("--board", board, "--line", str(min(int(board), 5)), *TWO_PEOPLE)
    with Meter(*game) as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None and "to move" in status(terminal))
        *others, last = WINS[board].split()
        for count, square in enumerate(others):
            place_and_see(terminal, square, "XO"[count % 2], place_with_go_to)
        move_cursor(terminal, last)
        terminal.settle()
        before = len(terminal.raw)
        terminal.send(ENTER)
        terminal.wait_for(" in a row, move ")
        terminal.settle(1.0)
        return len(terminal.raw) - before


def _is_free(screen: Screen, square: str) -> bool:
    return square not in stones(screen)


def bare_key_sizes() -> list[int]:
    """Return what arrow keys cost in a bare app that shows their names in a line of their own."""
    with Meter(program=(sys.executable, str(BARE), "echo")) as terminal:
        terminal.wait_for("no key")
        terminal.settle()
        names = ((UP, "up"), (RIGHT, "right"), (DOWN, "down"), (LEFT, "left"))
        return [
            terminal.press(key, lambda screen, name=name: name in screen.text()[1]).size
            for key, name in names
        ]


def figures(small: bool) -> list[Figure]:
    bare = median(bare_key_sizes())
    boards, sizes = (FEW_BOARDS, SIZES[:1]) if small else (ALL_BOARDS, SIZES)
    few = ("15",) if small else ("7x6", "15", "19")
    walks = {
        "": key_sizes(boards, sizes),
        " in two rows of stones": key_sizes(few, sizes, full_rows),
        " while analysing": key_sizes(ANALYSED, sizes, analysed),
        " on small boards": ultimate_key_sizes(),
        " where stones fall": [key for stones in ("", STACKED) for key in column_key_sizes(stones)],
    }
    found = []
    for where, keys in walks.items():
        worst = max(keys, key=lambda key: key.size)
        compared = f"{len(keys)} keys; a bare app that names the key: {bare:.0f} bytes"
        found += [
            Figure(f"arrow key{where}, at most", worst.size, "bytes", KEY_AT_MOST, f"worst: {worst}"),
            Figure(
                f"arrow key{where}, median", median(key.size for key in keys), "bytes", KEY_USUALLY, compared
            ),
        ]
    costs = ultimate_move_sizes()
    found.append(
        Figure(
            "stone of Ultimate, at most", max(costs), "bytes", ULTIMATE_MOVE_AT_MOST, f"after one: {costs}"
        )
    )
    for board in ("3", "15"):
        costs = stone_sizes(board)
        found.append(
            Figure(
                f"stone and answer on {board}×{board}, at most",
                max(costs),
                "bytes",
                STONE_AT_MOST[board],
                f"the first two: {costs}",
            )
        )
        won = f"the move that wins on {board}×{board}, in motion"
        found.append(Figure(won, win_size(board), "bytes", WIN_AT_MOST, "until all is still"))
    return found
