"""The board: its squares and, by the rules, its lines as integers.

A *square* is an integer that only its geometry interprets. `parse` converts a name or a number to a square,
`at` a column and a row; `squares` has all squares; `name`, `number`, `column` and `row` convert back:

>>> from ttt_tui.engine import Geometry, squares_of
>>> geometry = Geometry(7, 6, 4)
>>> square = geometry.parse("c2")
>>> square == geometry.at(column=2, row=1)
True
>>> geometry.name(square), geometry.number(square), geometry.column(square), geometry.row(square)
('c2', 10, 2, 1)

A set of squares is a *mask*: `mask_of` makes one from squares, and `squares_of` iterates over its squares:

>>> [geometry.name(square) for square in squares_of(geometry.lines[0])]
['a1', 'b1', 'c1', 'd1']

Programs that do not search need to know no more. A mask is one integer with a bit for each square, so that a
question about the whole board takes a few shifts and ANDs of one big integer. Squares count in reading order,
and each row has one bit more than it has squares: that guard bit is never set, so a shift cannot carry a
stone from the end of one row to the start of the next. A square is the index of its bit: `1 << square` is its
mask.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from ttt_tui.engine.coordinates import COLUMNS_ALONE, LETTERS, Coordinates, Style, read, style_of
from ttt_tui.engine.rules import (
    MARK_LETTERS,
    ULTIMATE_BOARD,
    USUAL,
    Choice,
    GameName,
    LineRule,
    Marks,
    Opening,
    Rules,
)
from ttt_tui.errors import NotASquare

if TYPE_CHECKING:
    from ttt_tui.engine.renju import Renju
    from ttt_tui.engine.torus import Torus

Square = int
"""One square of a board, as returned by `Geometry.parse`, `at` and `squares`."""

Placement = int
"""The placement of a stone: a square, and by the rule of `WILD` a square with one of two marks.

`Geometry.marked` combines a square and a mark, `square_of` and `mark_of` return them. A `Choice` of the
opening, by which no stone is placed, is negative.
"""

Mask = int
"""A set of squares; `mask_of` makes one, `squares_of` yields its squares."""

LINE_METHODS = ("has_line", "has_run", "winning_squares", "longest_run", "completing")
"""The methods of `Geometry` that a `Torus` and the module `nine_boards` have as well."""

SMALLEST_SIDE, LARGEST_SIDE = 3, 20
SHORTEST_LINE = 3

_NUMBER = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_NAME = re.compile(r"([a-z])([1-9][0-9]{0,2})", re.ASCII)


@dataclass(frozen=True)  # without slots: the tables below are computed at the first use and cached
class Geometry:
    """A board of `columns` × `rows` squares on which `line_length` stones in an unbroken line count.

    A *run* is an unbroken row of stones of one player, whatever its length; a *line* is a run that the rules
    count. The board carries the rules, so knowledge of one game is never applied to another. Two geometries
    with the same numbers and rules are equal. Any sizes can be created; `setup.check_setup` decides which are
    playable.
    """

    columns: int
    rows: int
    line_length: int
    rules: Rules = USUAL
    coordinates: Coordinates = field(default=Coordinates.TOP, compare=False, repr=False)
    """How its squares are shown to a reader: no part of the board's identity, nor of any record."""

    def __post_init__(self) -> None:
        if self.rules.wrap:  # replaces the methods here, which then need no test at each call
            self.__dict__.update({name: getattr(self.torus, name) for name in LINE_METHODS})
        elif self.block_side is not None:
            names = (*LINE_METHODS, "number", "square_named")
            self.__dict__.update({name: partial(_on_nine_boards, name) for name in names})

    def __str__(self) -> str:
        """The size, as `15×15`, without line length and rules."""
        return f"{self.columns}×{self.rows}"

    # --- squares -----------------------------------------------------------------------------------------

    @cached_property
    def stride(self) -> int:
        """Distance between two squares of one column: the columns and the guard."""
        return self.columns + 1

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Every square in reading order."""
        return tuple(row * self.stride + column for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def board(self) -> Mask:
        """All squares."""
        return mask_of(self.squares)

    def at(self, column: int, row: int) -> Square:
        """Return the square in `column` and `row`, both from 0; they have to be on the board."""
        return row * self.stride + column

    def column(self, square: Square) -> int:
        """Return the square's column, from 0 at the left."""
        return square % self.stride

    def row(self, square: Square) -> int:
        """Return the square's row, from 0 at the top."""
        return square // self.stride % self.rows

    def landing(self, square: Square, occupied: Mask) -> Square | None:
        """Return where a stone placed on a square comes to rest on a board with these stones.

        Where stones fall, the lowest empty square of its column, None if the column is full; elsewhere the
        square itself.
        """
        if not self.rules.drop:
            return square
        column = self.column(square)
        below = (self.at(column, row) for row in reversed(range(self.rows)))
        return next((other for other in below if not occupied >> other & 1), None)

    def straight(self, start: Square, end: Square) -> Iterator[Square]:
        """Yield the squares of the straightest way from a square to another one, which is the last."""
        column, row = self.column(start), self.row(start)
        across, down = self.column(end) - column, self.row(end) - row
        steps = max(abs(across), abs(down))
        for step in range(1, steps + 1):
            yield self.at(column + round(across * step / steps), row + round(down * step / steps))

    def __contains__(self, square: Square) -> bool:
        """Whether the square is on the board."""
        return square >= 0 and bool(self.board >> square & 1)

    # --- marks -------------------------------------------------------------------------------------------

    @cached_property
    def _layer(self) -> int:
        """The distance, in a mask of placements, between one mark's squares and the next's."""
        return self.stride * self.rows

    @cached_property
    def is_wild(self) -> bool:
        """Whether a placement is a square with a mark."""
        return self.rules.marks is Marks.WILD

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every placement: each square, or each with the first mark, then each with the second."""
        if not self.is_wild:
            return self.squares
        return tuple(squares_of(self.placing(self.board, self.board)))

    def placing(self, first: Mask, second: Mask) -> Mask:
        """Return the placements of the first mark on some squares and of the second one on others."""
        return first << self._layer | second << 2 * self._layer

    def marked(self, square: Square, mark: int) -> Placement:
        """Return the placement of a mark, 0 or 1, on a square."""
        return square + (mark + 1) * self._layer

    def square_of(self, placement: Placement) -> Square:
        """Return the square of a placement, which is the placement itself if marks are not chosen."""
        if self.is_wild and 0 <= placement < 3 * self._layer:
            return placement % self._layer
        return placement

    def mark_of(self, placement: Placement) -> int | None:
        """Return the mark of a placement; None if the player's own is meant, or none is chosen yet."""
        if self.is_wild:
            return placement // self._layer - 1 if placement >= self._layer else None
        return 0 if self.rules.marks is Marks.SHARED else None

    def mark_by(self, player: int, placement: Placement) -> int:
        """Return the number of a stone's mark in a position: its player's, unless marks belong to nobody."""
        mark = self.mark_of(placement)
        return player if mark is None else mark

    # --- names for readers --------------------------------------------------------------------------------

    def shown_by(self, coordinates: Coordinates) -> "Geometry":
        """Return this board for a reader with these coordinates; it shares all tables."""
        if coordinates is self.coordinates:
            return self
        board = copy(self)
        object.__setattr__(board, "coordinates", coordinates)
        for derived in ("style", "without_opening", "exact"):
            board.__dict__.pop(derived, None)
        return board

    @cached_property
    def style(self) -> Style:
        """What columns and rows are called."""
        return style_of(self.coordinates, self.rules)

    def column_label(self, column: int) -> str:
        """Return what a column, from 0 at the left, is called."""
        return self.style.column(column)

    def row_label(self, row: int) -> int:
        """Return the number that a row, from 0 at the top, is shown with."""
        return self.rows - row if self.style.from_bottom else row + 1

    def corner(self, end: int) -> Square:
        """Return the square of the first column and row by their numbers (0), or of the last ones (-1)."""
        row = end if not self.style.from_bottom else -1 - end
        return self.at(range(self.columns)[end], range(self.rows)[row])

    def shown(self, square: Placement) -> str:
        """Return what a move is called in a list: like `name`, but in the coordinates of the reader.

        Where stones fall, by the game's own coordinates, it is the number of the column.
        """
        if square < 0:
            return Choice(square).word
        row, column = divmod(square, self.stride)
        is_marked = self.is_wild and row >= self.rows
        mark = MARK_LETTERS[row // self.rows - 1] if is_marked else ""
        style = self.style
        if style is COLUMNS_ALONE:
            return f"{mark}{column + 1}"
        return f"{mark}{style.square(column, self.row_label(row % self.rows))}"

    def worded(self, *squares: Placement) -> list[str]:
        """Return what squares are called in a sentence: as by `shown`, or `column 4`, `columns 4` and `5`."""
        found = list(dict.fromkeys(map(self.shown, squares)))
        if found and self.style is COLUMNS_ALONE:
            found[0] = f"column{'s' * (len(found) > 1)} {found[0]}"
        return found

    def located(self, square: Square) -> str:
        """Return what a square is called where its row matters: `c2`, or `column 4 row 1`."""
        if self.style is COLUMNS_ALONE:
            return f"column {self.column(square) + 1} row {self.row_label(self.row(square))}"
        return self.shown(square)

    # --- names in records --------------------------------------------------------------------------------

    def name(self, square: Placement) -> str:
        """Return a square's name: the letter of its column, the number of its row from the top, as `c2`.

        It is the same in all coordinates; `shown` is for people.
        A chosen mark precedes it, as in `Xc2`. The name of a choice of the opening is its word.
        """
        if square < 0:
            return Choice(square).word
        row, column = divmod(square, self.stride)
        if self.is_wild and row >= self.rows:
            return f"{MARK_LETTERS[row // self.rows - 1]}{column_letter(column)}{row % self.rows + 1}"
        return f"{column_letter(column)}{row + 1}"

    def number(self, square: Square) -> int:
        """Return a square's number: 1 at the top left, then on in reading order."""
        return self.row(square) * self.columns + self.column(square) + 1

    @cached_property
    def block_side(self) -> int | None:
        """The side of the small boards that make up the board, None if there are none."""
        sizes = self.columns, self.rows, self.line_length
        is_ultimate = self.rules.game is GameName.ULTIMATE and sizes == ULTIMATE_BOARD
        return ULTIMATE_BOARD[2] if is_ultimate else None

    @property
    def notation(self) -> str:
        """A sentence about how to write a square of this board, in the reader's coordinates."""
        if self.block_side is not None:
            from ttt_tui.engine.nine_boards import NOTATION

            e5, digits = self.shown(self.squares[40]), NOTATION.removeprefix("write a square like e5, ")
            return f"write a square like {e5}, {digits}"
        if self.rules.drop:
            letters = self.style.letters or LETTERS
            what, name, number = "column", letters[self.columns - 1], self.columns
        else:
            last = self.corner(-1)
            what, name, number = "square", self.shown(last), self.number(last)
        if self.is_wild:
            return f"write a mark and a {what} like {MARK_LETTERS[0]}{name} or {MARK_LETTERS[1]}{number}"
        return f"write a {what} like {name} or {number}"

    def parse(self, text: str) -> Placement:
        """Return the square with a name like `c2`, or with a number; with a mark, as in `Xc2`.

        Where stones fall, the letter of a column means its top square, as the column's number does. Where a
        game begins with an opening, the words of its choices are read as well. Raises `NotASquare`, with the
        reason, for text that names no square of this board.
        """
        return self._parse(text, self.square_named)

    def _parse(self, text: str, named: Callable[[str], Square]) -> Placement:
        text = text.strip().lower()
        if self.rules.opening is not Opening.FREE and (choice := Choice.named(text)) is not None:
            return choice
        try:
            return named(text)
        except NotASquare:
            mark = "".join(MARK_LETTERS).lower().find(text[:1])
            if not self.is_wild or not text or mark < 0:
                raise
        return self.marked(named(text[1:]), mark)

    def square_named(self, text: str) -> Square:
        """Return the square of a name or number in small letters; raises `NotASquare`."""
        if _NUMBER.fullmatch(text):
            index = int(text) - 1
            if index < len(self.squares):
                return self.squares[index]
            raise NotASquare(f"no square {text} on a {self} board; choose from 1 to {len(self.squares)}")
        if match := _NAME.fullmatch(text):
            column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
            if column < self.columns and row < self.rows:
                return self.at(column, row)
            raise NotASquare(f"{text} is not on a {self} board")
        if self.rules.drop and len(text) == 1 and "a" <= text <= column_letter(LARGEST_SIDE - 1):
            column = ord(text) - ord("a")
            if column < self.columns:
                return self.at(column, 0)
            raise NotASquare(
                f"no column {text} on a {self} board; choose from a to {column_letter(self.columns - 1)}"
            )
        raise NotASquare(self.notation)

    def parse_choice(self, text: str) -> Square:
        """Return the square that a player typed, in the reader's coordinates; raises `NotASquare`.

        Where stones fall, a number means a column, not a square.
        """
        number = _NUMBER.fullmatch(text.strip())
        if self.rules.drop and number and int(number[0]) > self.columns:
            raise NotASquare(f"no column {number[0]} on a {self} board; choose from 1 to {self.columns}")
        return self._parse(text, lambda typed: read(self, typed, self.square_named))

    # --- lines -------------------------------------------------------------------------------------------

    @cached_property
    def directions(self) -> tuple[int, int, int, int]:
        """The shifts to the next square: along a row, down a column, and down the two diagonals."""
        return (1, self.stride, self.stride + 1, self.stride - 1)

    @cached_property
    def _starts(self) -> tuple[tuple[Square, int], ...]:
        """The first square and the direction of every line."""
        reach = self.line_length - 1
        found = []
        for square in self.squares:
            column, row = self.column(square), self.row(square)
            right, down, left = column + reach < self.columns, row + reach < self.rows, column >= reach
            fits = (right, down, right and down, left and down)
            found += [(square, step) for step, inside in zip(self.directions, fits, strict=True) if inside]
        return tuple(found)

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Every place of a line: `line_length` squares in a row, column or diagonal."""
        if self.rules.wrap:
            return tuple(self.torus.line_ends)
        if self.block_side is not None:
            from ttt_tui.engine.nine_boards import LINES

            return LINES
        return tuple(
            mask_of(square + step * place for place in range(self.line_length))
            for square, step in self._starts
        )

    @cached_property
    def line_ends(self) -> dict[Mask, Mask]:
        """Line → the squares just before and after it, where a stone makes its run too long for `EXACTLY`."""
        if self.rules.wrap:
            return self.torus.line_ends
        if self.block_side is not None:  # the lines of Ultimate have three squares, and cannot be too long
            return dict.fromkeys(self.lines, 0)
        ends = {}
        for line, (square, step) in zip(self.lines, self._starts, strict=True):
            around = (square - step, square + self.line_length * step)
            ends[line] = mask_of(each for each in around if each in self)
        return ends

    @cached_property
    def lines_through(self) -> dict[Square, tuple[Mask, ...]]:
        """The lines that each square is part of."""
        through: dict[Square, list[Mask]] = {square: [] for square in self.squares}
        for line in self.lines:
            for square in squares_of(line):
                through[square].append(line)
        return {square: tuple(lines) for square, lines in through.items()}

    @cached_property
    def without_opening(self) -> "Geometry":
        """The board of the same game after its opening."""
        return replace(self, rules=replace(self.rules, opening=Opening.FREE))

    @cached_property
    def exact(self) -> "Geometry":
        """The board with lines of exactly `line_length`, as the first player of renju needs."""
        return replace(self, rules=replace(self.rules, line=LineRule.EXACTLY))

    @cached_property
    def renju(self) -> "Renju":
        """The forbidden points of renju."""
        from ttt_tui.engine.renju import Renju  # no first paint waits for it, nor for the torus

        return Renju(self.directions)

    @cached_property
    def torus(self) -> "Torus":
        """The replacement for the methods below where lines continue at the opposite edge."""
        from ttt_tui.engine.torus import Torus

        return Torus(self.columns, self.rows, self.line_length, self.is_exact)

    @cached_property
    def is_exact(self) -> bool:
        """Whether only runs of exactly `line_length` are lines."""
        return self.rules.line is LineRule.EXACTLY

    @cached_property
    def _doublings(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        # A run of k is found by ANDing the board with itself shifted by 1, 2, 4 … squares, the last shift
        # cut to the remainder: about log2(k) steps for each direction instead of k.
        spans = []
        span = 1
        while span < self.line_length:
            step = min(span, self.line_length - span)
            spans.append(step)
            span += step
        return tuple((direction, tuple(step * direction for step in spans)) for direction in self.directions)

    def has_line(self, stones: Mask) -> bool:
        """Whether the stones hold a line."""
        for direction, shifts in self._doublings:
            run = stones
            for shift in shifts:
                run &= run >> shift
            if run and self.is_exact:
                run &= ~(stones << direction | stones >> self.line_length * direction)
            if run:
                return True
        return False

    def has_run(self, stones: Mask) -> bool:
        """Whether the stones hold a run of `line_length` or more, even one too long for a line."""
        for _, shifts in self._doublings:
            run = stones
            for shift in shifts:
                run &= run >> shift
            if run:
                return True
        return False

    def winning_squares(self, stones: Mask, square: Square) -> Mask:
        """Return the squares of every line that runs through `square`."""
        found = 0
        for direction in self.directions:
            run = 1 << square
            while wider := (run | run << direction | run >> direction) & stones & ~run:
                run |= wider
            count = run.bit_count()
            if count == self.line_length or (count > self.line_length and not self.is_exact):
                found |= run
        return found

    def longest_run(self, stones: Mask) -> int:
        """Return how many of the stones stand in the longest unbroken line; 0 for no stones."""
        longest = 0
        for direction in self.directions:
            run, count = stones, 0
            while run:
                run &= run >> direction
                count += 1
            longest = max(longest, count)
        return longest

    def completing(self, stones: Mask) -> Mask:
        """Return the squares, empty or not, where one more stone would complete a line of these stones."""
        found = 0
        k, is_exact = self.line_length, self.is_exact
        for direction in self.directions:
            # before[i]: squares with i stones in a row right before them; `after` likewise, built on the way.
            before = [self.board]
            for i in range(1, k + is_exact):
                before.append(before[-1] & stones << i * direction)
            after = self.board
            for i in range(k):
                completed = before[k - 1 - i] & after
                after &= stones >> (i + 1) * direction
                found |= completed & ~(before[k - i] | after) if is_exact else completed
        return found & ~stones


def _on_nine_boards(name: str, *arguments: Any) -> Any:
    """Call the function of `nine_boards` with a method's name: no other game waits for its tables."""
    from ttt_tui.engine import nine_boards

    return getattr(nine_boards, name)(*arguments)


def column_letter(column: int) -> str:
    """Return the letter of a column, counted from 0: `a` for 0."""
    return chr(ord("a") + column)


def mask_of(squares: Iterable[Square]) -> Mask:
    """Return the mask with exactly these squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def squares_of(mask: Mask) -> Iterator[Square]:
    """Yield the squares of a mask in reading order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
