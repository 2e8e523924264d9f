"""Reads a game from the screen as a person does: board, cursor, list of moves, status line."""

import re
import time
from collections.abc import Callable
from itertools import takewhile

from pyte.screens import wcwidth

from tests.support.boards import EMPTY, find_board
from tests.support.reference import Board
from tests.support.terminal import DOWN, ENTER, LEFT, RIGHT, UP, Screen, Terminal

_MOVE = re.compile(r"(\S) ([XO]?[a-t]\d{1,2})\b(?: {1,2}([a-t]\d{1,2})\b)?")
"""A move; where a turn has two stones the second one has no symbol."""
_DROP = re.compile(r"([^\s\d]) (\d{1,2})\b")
"""A move where stones fall: it has the figure of its column."""
_ENTRY = r"(\S) (?:[XO]?[a-t]\d{1,2}|(?<!\d )\d{1,2}|out|resigns)\b"
_NUMBERED = re.compile(rf"(?<!\w)\d+  {_ENTRY}")
_SET_APART = re.compile(rf"(?:^| ) {{2}}{_ENTRY}")
_HEADING = re.compile(r"(?<!\w)Moves(?!\w)")

PANEL_MARGIN = 3
"""Cells by which moves may begin further left than their heading."""

TWO_PEOPLE = ("--board", "3", "--player", "human,name=Ada", "--player", "human,name=Bob")
"""The options for a game of Ada and Bob on 3×3."""

RESULTS = ("You win", "wins with", "Draw: ", ", move ")
"""What the status line says when a game is over and nobody has resigned: with a panel only how it was won."""


def places(screen: Screen) -> dict[str, tuple[int, int]]:
    """Return where each square's symbol is on the screen: `c2` → (x, y). Empty while there is no board."""
    sight = find_board(screen)
    return sight.places if sight else {}


def board(screen: Screen) -> dict[str, str]:
    """Return what stands on each square that is in sight, `·` for nothing."""
    sight = find_board(screen)
    looks = sight.looks() if sight else {}
    return {square: EMPTY if look.is_preview else look.symbol for square, look in looks.items()}


def stones(screen: Screen) -> dict[str, str]:
    """Return the symbol on each square that is not empty."""
    return {square: symbol for square, symbol in board(screen).items() if symbol != EMPTY}


def cursor(screen: Screen) -> str | None:
    """Return the square with the cursor."""
    sight = find_board(screen)
    return sight.cursor if sight else None


def moves(screen: Screen) -> list[tuple[str, str]]:
    """Return the moves in the panel, each as (symbol, square), column by column.

    In a wild game a square has its mark: `Xb2`. Where stones fall the list has figures, and must begin with
    the first move.
    """
    starts: list[int] = []
    columns: list[list[tuple[str, str]]] = []
    panel, pattern = None, _MOVE
    for y, line in enumerate(screen.text()):
        if panel is None:
            if y and (heading := _HEADING.search(line)):
                panel = _cell_of(line, heading.start()) - PANEL_MARGIN
            continue
        text = _text_from(screen, panel, y)
        if not columns and not _MOVE.search(text):
            pattern = _DROP
        if not pattern.search(text):
            break
        starts = starts or _column_starts(text)
        columns = columns or [[] for _ in starts]
        for found in pattern.finditer(text):
            column = sum(start <= found.start() for start in starts) - 1
            columns[max(column, 0)] += [(found[1], name) for name in found.groups()[1:] if name]
    listed = [move for column in columns for move in column]
    return _landed(screen, listed) if pattern is _DROP else listed


def _landed(screen: Screen, dropped: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return moves with the squares where stones land instead of the figures of their columns."""
    rows = max((int(square[1:]) for square in places(screen)), default=0)
    landed: list[tuple[str, str]] = []
    for index, (symbol, figure) in enumerate(dropped):
        below = sum(figure == earlier for _, earlier in dropped[:index])
        landed.append((symbol, f"{chr(ord('a') + int(figure) - 1)}{rows - below}"))
    return landed


def _column_starts(line: str) -> list[int]:
    """Return where the columns of a list of moves begin: after a number, else after a wide gap."""
    numbered = [found.start(1) for found in _NUMBERED.finditer(line)]
    return numbered or [found.start(1) for found in _SET_APART.finditer(line)] or [0]


def _cell_of(line: str, index: int) -> int:
    """Return in which cell a character of a line is: those before it may be wide."""
    return index + sum(wcwidth(character) > 1 for character in line[:index])


def _text_from(screen: Screen, x: int, y: int) -> str:
    return "".join(screen.cell(column, y).text for column in range(x, screen.columns))


def agree(screen: Screen) -> bool:
    """Return whether the stones on the board are those of the list of moves."""
    listed = moves(screen)
    return {square: symbol for symbol, square in listed} == stones(screen)


def status(screen: Screen, lines: int = 1) -> str:
    """Return the status, the line above the keys; it is `lines` long below 60 columns.

    In a game it is a statement in bold, without what is added to it: that begins more quietly.
    """
    height = len(screen.text())
    cells = [screen.cell(x, y) for y in range(height - 1 - lines, height - 1) for x in range(screen.columns)]
    statement = "".join(
        cell.text for cell in takewhile(lambda cell: cell.bold or not cell.text.strip(), cells)
    )
    return " ".join((statement if statement.strip() else "".join(cell.text for cell in cells)).split())


def keys(screen: Screen) -> str:
    """Return the last line, which tells the keys."""
    return screen.text()[-1].strip()


def wait_for_game(terminal: Terminal) -> None:
    """Wait until Ada can begin a game on the screen."""
    terminal.wait_for(lambda: cursor(terminal) is not None and "Ada (X) to move" in status(terminal))


def walk(terminal: Terminal, *steps: tuple[str, str]) -> None:
    """Type keys, and wait for a text on the screen before the next ones; for `no …` until it is gone."""
    for typed, shown in steps:
        terminal.send(typed)
        text, is_there = shown.removeprefix("no "), not shown.startswith("no ")
        terminal.wait_for(lambda text=text, is_there=is_there: (text in str(terminal)) == is_there)


def is_over(screen: Screen) -> bool:
    """Return whether the game on the screen has its result, and the key for what is next is shown."""
    says_so = any(result in status(screen) for result in RESULTS)
    return says_so and shows_next(screen) and (is_summed_up(screen) or agree(screen))


def shows_next(screen: Screen) -> bool:
    """Return whether the key is shown that follows a game, in the panel or in the last line."""
    return any(re.search("(↵|Enter) (next game|rematch)", line) for line in screen.text())


def is_summed_up(screen: Screen) -> bool:
    """Return whether a match is over: its summary may have the place of the list of moves."""
    return any(re.search("(↵|Enter) rematch", line) for line in screen.text())


def number(square: str, columns: int = 3) -> int:
    """Return a square's number in reading order, from 1."""
    return (int(square[1:]) - 1) * columns + ord(square[0]) - ord("a") + 1


def move_cursor(terminal: Terminal, square: str) -> None:
    """Bring the cursor to a square with the arrow keys."""
    terminal.wait_for(lambda: cursor(terminal))
    here = cursor(terminal)
    assert here is not None
    right, down = ord(square[0]) - ord(here[0]), int(square[1:]) - int(here[1:])
    terminal.send((RIGHT if right > 0 else LEFT) * abs(right) + (DOWN if down > 0 else UP) * abs(down))
    terminal.wait_for(lambda: cursor(terminal) == square)


def place_with_arrows(terminal: Terminal, square: str) -> None:
    """Place with the arrow keys and Enter."""
    move_cursor(terminal, square)
    terminal.send(ENTER)


def place_with_go_to(terminal: Terminal, square: str) -> None:
    """Place by typing the square after a colon."""
    terminal.send(":")
    terminal.wait_for("Esc cancel")  # narrow windows have no room for more of a prompt
    terminal.send(square)
    typed = re.compile(rf" *(Go to )? *{square}\b")
    terminal.wait_for(lambda: any(typed.match(line) for line in terminal.text()))
    terminal.send(ENTER)


def place_with_digit(terminal: Terminal, square: str) -> None:
    """Place with the digit of a square of a 3×3 board."""
    terminal.send(str(number(square)))


def place_and_see(
    terminal: Terminal,
    square: str,
    symbol: str = "X",
    place: Callable[[Terminal, str], None] = place_with_arrows,
) -> None:
    """Place on a square and wait until the stone is there."""
    place(terminal, square)
    terminal.wait_for(lambda: board(terminal).get(square) == symbol)


def winner(listed: list[tuple[str, str]]) -> str | None:
    """Return whose line these moves on 3×3 completed, `""` for a draw, None while the game goes on."""
    game = Board(3, 3, 3, [0, 1])
    for symbol, square in listed:
        game.place((ord(square[0]) - ord("a"), int(square[1:]) - 1))
        if game.has_line("XO".index(symbol)):
            return symbol
    return "" if game.is_dead() else None


def play_on(terminal: Terminal, place: Callable[[Terminal, str], None]) -> list[str]:
    """Play X in a game on 3×3 to its end, always on the first empty square; return the squares placed on."""

    def is_ours() -> bool:
        # The parts of the screen are painted one after the other, so the status line alone may be of before.
        listed = moves(terminal)
        waits = status(terminal) == "Your move" and agree(terminal)
        return waits and len(listed) % 2 == 0 and winner(listed) is None

    placed: list[str] = []
    while True:
        terminal.wait_for(lambda: is_over(terminal) or is_ours())
        if is_over(terminal):
            return placed
        square = next(square for square, mark in board(terminal).items() if mark == EMPTY)
        place_and_see(terminal, square, place=place)
        placed.append(square)


def answer_result(terminal: Terminal, key: str = ENTER, seconds: float = 1.5) -> None:
    """Read the result of a game for so long, and press a key then: one pressed at once would not count."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        terminal.read(left)
    terminal.send(key)
