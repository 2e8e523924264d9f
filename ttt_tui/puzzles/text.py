"""Puzzles ⇄ text that a person can read: one puzzle a line, comments and empty lines between them.

>>> from ttt_tui.puzzles.text import from_text, to_text
>>> puzzles = from_text('''
...     # on the smallest board
...     1: 3x3, 3 in a row, win in 2, rated 800: a1 b1 a2 a3
...     3x3, 3 in a row, hold for 1, rated 900: b2 a2 a1 c3 b3 b1
... ''')
>>> [puzzle.goal.value for puzzle in puzzles]
['win', 'hold']
>>> to_text(puzzles[0])
'1: 3x3, 3 in a row, win in 2, rated 800: a1 b1 a2 a3'

The number in front is optional; the goal is `win in`, with a number of moves, `hold for`, with a number of
moves, or `stop`; the moves of both sides that led to the position follow the last colon.

The reader is safe for untrusted text: an error names its place, nothing else is raised, and the size is
bounded before anything is parsed. It does not check that a puzzle has a solution.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ttt_tui.engine import Geometry, NotASquare, Setup, Square, check_setup
from ttt_tui.engine.names import shown
from ttt_tui.errors import InvalidSetup, PuzzleTextError
from ttt_tui.puzzles.puzzle import Goal, Puzzle

LARGEST_TEXT = 500_000
"""Characters of a text, which are parsed in at most two seconds."""

LONGEST_LINE = 2_000
"""Characters. The fullest of the largest boards takes 1,700."""

LOWEST_RATING, HIGHEST_RATING = 100, 4000

_EXAMPLE = "7: 15x15, 5 in a row, win in 3, rated 1430: h8 i7 g9"


# --- writing ---------------------------------------------------------------------------------------------


def to_text(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of text without its end; `from_text` returns an equal puzzle."""
    number = f"{puzzle.number}: " if puzzle.number else ""
    return f"{number}{_head(puzzle)}, rated {puzzle.rating}: {_moves(puzzle)}"


def puzzles_text(puzzles: Iterable[Puzzle]) -> str:
    """Return puzzles as text, a line each."""
    return "".join(f"{to_text(puzzle)}\n" for puzzle in puzzles)


def key(puzzle: Puzzle) -> str:
    """Return a puzzle's key in a store: its text without number and rating."""
    return f"{_head(puzzle)}: {_moves(puzzle)}"


def _head(puzzle: Puzzle) -> str:
    geometry = puzzle.geometry
    if not geometry.rules.are_usual:
        raise ValueError("the text of a puzzle has no rules")
    goal = {
        Goal.WIN: f"win in {puzzle.moves}",
        Goal.HOLD: f"hold for {puzzle.moves}",
        Goal.STOP: "stop",
    }[puzzle.goal]
    return f"{geometry.columns}x{geometry.rows}, {geometry.line_length} in a row, {goal}"


def _moves(puzzle: Puzzle) -> str:
    return " ".join(map(puzzle.geometry.name, puzzle.played))


# --- reading ---------------------------------------------------------------------------------------------


def from_text(text: str) -> list[Puzzle]:
    """Return the puzzles in a text, in its order; raises `PuzzleTextError` and nothing else."""
    if len(text) > LARGEST_TEXT:
        reason = f"a puzzle file has at most {LARGEST_TEXT:,} characters; this one has {len(text):,}"
        raise PuzzleTextError(1, 1, reason)
    puzzles = []
    lines_by_number: dict[int, int] = {}
    for place, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        if not (stripped := line.strip()) or stripped.startswith("#"):
            continue
        if len(line) > LONGEST_LINE:
            reason = f"a puzzle has at most {LONGEST_LINE:,} characters; this one has {len(line):,}"
            raise PuzzleTextError(place, LONGEST_LINE + 1, reason)
        puzzle = _read_puzzle(_TextPart(line, place, 1).stripped)
        if puzzle.number:
            before = lines_by_number.setdefault(puzzle.number, place)
            if before != place:
                reason = f"the puzzle in line {before} already has the number {puzzle.number}"
                raise PuzzleTextError(place, line.index(stripped[0]) + 1, reason)
        puzzles.append(puzzle)
    return puzzles


@dataclass(frozen=True, slots=True)
class _TextPart:
    """A part of a line, and its place."""

    text: str
    line: int
    column: int

    @property
    def stripped(self) -> "_TextPart":
        """The part without blanks around it."""
        left = len(self.text) - len(self.text.lstrip())
        return _TextPart(self.text.strip(), self.line, self.column + left)

    def split(self, mark: str) -> list["_TextPart"]:
        """Return the parts between these marks, without blanks around them."""
        found, column = [], self.column
        for text in self.text.split(mark):
            found.append(_TextPart(text, self.line, column).stripped)
            column += len(text) + len(mark)
        return found

    def words(self) -> Iterator["_TextPart"]:
        """Yield the parts between blanks."""
        for match in re.finditer(r"\S+", self.text):
            yield _TextPart(match[0], self.line, self.column + match.start())

    def numbers(self, pattern: str, what: str) -> list[int]:
        """Return the numbers in this part; `what` is the error's text if the pattern does not match."""
        match = re.fullmatch(pattern, self.text, re.ASCII)
        if match is None:
            raise self.error(f"{what}, not {shown(self.text)}")
        return [int(group) for group in match.groups() if group is not None]

    def error(self, reason: str) -> PuzzleTextError:
        """Return an error about this part."""
        return PuzzleTextError(self.line, self.column, reason)


def _read_puzzle(line: _TextPart) -> Puzzle:
    fields = line.split(":")
    if not 2 <= len(fields) <= 3:
        raise line.error(
            f"write a puzzle with its moves after a colon and its number, if any, before one: {_EXAMPLE}"
        )
    *before, head, moves = fields
    number = _read_number(before[0]) if before else 0
    parts = head.split(",")
    if len(parts) != 4:
        raise head.error(f"separate board, line, goal and rating with commas: {_EXAMPLE}")
    geometry = _read_geometry(parts[0], parts[1])
    (rating,) = parts[3].numbers(r"rated\s+([0-9]{1,6})", "write a rating like: rated 1430")
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise parts[3].error(f"a rating must be {LOWEST_RATING} to {HIGHEST_RATING}, not {rating}")
    played = _read_moves(geometry, moves)
    return _read_goal(parts[2], Puzzle(geometry, played, Goal.WIN, 0, rating, number))


def _read_number(part: _TextPart) -> int:
    (number,) = part.numbers(
        r"([0-9]{1,6})", "a puzzle's number must be a whole number of at most six digits"
    )
    if not number:
        raise part.error("puzzle numbers start at 1; leave the number out for a single puzzle")
    return number


def _read_geometry(board: _TextPart, line: _TextPart) -> Geometry:
    columns, rows = board.numbers(r"([0-9]{1,3})\s*[x×]\s*([0-9]{1,3})", "write a board like 15x15")
    (length,) = line.numbers(r"([0-9]{1,3})\s+in\s+a\s+row", "write the line like 5 in a row")
    try:
        return _geometry(columns, rows, length)
    except InvalidSetup as error:
        raise board.error(str(error)) from None


@lru_cache(maxsize=64)
def _geometry(columns: int, rows: int, length: int) -> Geometry:
    """Return a geometry, shared by all puzzles on it because of its tables. Raises `InvalidSetup`."""
    geometry = Geometry(columns, rows, length)
    check_setup(Setup(geometry))
    return geometry


def _read_moves(geometry: Geometry, moves: _TextPart) -> tuple[Square, ...]:
    played: dict[Square, None] = {}
    words = [*moves.words()]
    for word in words:
        try:
            square = geometry.parse(word.text)
        except NotASquare as refusal:
            raise word.error(f"{shown(word.text)} is not a square: {refusal}") from None
        if square in played:
            raise word.error(f"{geometry.name(square)} is taken; each square can be used once")
        played[square] = None
    _check_game_is_on(geometry, tuple(played), words)
    return tuple(played)


def _check_game_is_on(geometry: Geometry, played: tuple[Square, ...], words: list[_TextPart]) -> None:
    """Raise `PuzzleTextError` if these moves end a game."""
    position = Puzzle(geometry, played, Goal.WIN, 0, 0).task().position
    if any(map(geometry.has_line, position.stones)):
        while any(map(geometry.has_line, position.stones)):
            position.undo()
        raise words[position.ply].error("this move completes a line; a puzzle must stop before that")
    if not position.empty:
        raise words[-1].error("this move fills the board; a puzzle needs an empty square")
    if position.is_dead():
        raise words[-1].error("no line is possible after this move; a puzzle needs one that is")


def _read_goal(part: _TextPart, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the goal in a part of its text."""
    how = "write a goal like win in 3, hold for 2, or stop"
    goal = next((goal for goal in Goal if re.match(rf"{goal}\b", part.text)), None)
    match goal:
        case Goal.WIN:
            (moves,) = part.numbers(r"win\s+in\s+([0-9]{1,3})", how)
        case Goal.HOLD:
            (moves,) = part.numbers(r"hold\s+for\s+([0-9]{1,3})", how)
        case Goal.STOP:
            part.numbers("stop", how)
            moves = 1
        case None:
            raise part.error(f"{how}, not {shown(part.text)}")
    puzzle = replace(puzzle, goal=goal, moves=moves)
    left = (len(puzzle.geometry.squares) - len(puzzle.played) + 1) // 2
    if moves > left:
        raise part.error(f"the player has squares for {left} moves, not for {moves}")
    if moves < 1 or not puzzle.is_proper:
        others = "hold for one or more" if puzzle.has_exact_values else "stop"
        raise part.error(f"the goal on a {puzzle.geometry} board must be win in two or more, or {others}")
    return puzzle


# --- symmetry --------------------------------------------------------------------------------------------

Canonical = tuple[int, int, int, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


def same_position_key(puzzle: Puzzle) -> Canonical:
    """Return a value equal for two puzzles if one position is the other one turned or mirrored.

    It is the smallest among the eight orientations of the board: columns, rows, line length, and as columns
    and rows the stones of the player to move and of the other side. The order of the moves, and so the side
    that moved first, and the goal do not matter.
    """
    geometry = puzzle.geometry
    last_column, last_row = geometry.columns - 1, geometry.rows - 1
    cells = [(geometry.column(square), geometry.row(square)) for square in puzzle.played]
    found = []
    for _ in range(2):
        for flips in ((0, 0), (0, 1), (1, 0), (1, 1)):
            laid = [(last_column - x if flips[0] else x, last_row - y if flips[1] else y) for x, y in cells]
            mine, theirs = laid[puzzle.player :: 2], laid[1 - puzzle.player :: 2]
            sides = last_column + 1, last_row + 1, geometry.line_length
            found.append((*sides, tuple(sorted(mine)), tuple(sorted(theirs))))
        cells = [(y, x) for x, y in cells]
        last_column, last_row = last_row, last_column
    return min(found)
