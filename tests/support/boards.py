"""Reads a board from a screen as eyes do: by its shapes, from a table of their own, at every size.

Letters and numbers tell where the squares are, and the distance between them how large; on a rack, where
stones fall, the figures of the columns and the holes below them. A small stone is its symbol. A large one is
drawn of quarters of cells: in the corners, in the middle of the edges and in the centre X, O and ● differ;
what is filled in all corners and edges is a tile, with a letter on it.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tests.support.pixel_letters import LETTERS
from tests.support.terminal import Cell, Screen

EMPTY = "·"

_LETTER = re.compile(r"(?<![^\s←<])[a-t](?![^\s→>])")
_NUMBER = re.compile(r" *(\d{1,2})(?!\w)")

_QUARTERS = {glyph: bits for bits, glyph in enumerate(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")}
"""Which quarters of a cell a glyph fills: upper left 1, upper right 2, lower left 4, lower right 8."""

_LINES = frozenset("─│┼━┃╋┌┬┐├┤└┴┘•┏┓┗┛◆◇")
_MARKS = frozenset("◆◇")
"""What tells the latest stone and new ones, beside those that are drawn; players may have them, too."""

_NOTHING = frozenset(" .+") | _LINES
"""What may stand on a crossing without a stone."""

_MARKED = re.compile(r"[‹<][1-9+][›>]")
_ADVICE = re.compile(r"[‹<]([1-9+])[›>]|([1-9+])|([WDL] ?[≤<]?\d+)|([WDL])|([!^~])")
_AROUND = " []." + "".join(_LINES)
"""What may stand beside something written."""

SMALLEST_TILE = 16
"""Quarters of cells that a tile is wide on which a letter is drawn, not written."""

_WITH_FIGURES = (16, 20, 28)
"""How far apart squares are on which values are drawn."""

_HASH = {(28, 14), (20, 10), (16, 8), (12, 6), (10, 5), (8, 4), (7, 3)}
"""How far apart squares are that lie between rules."""


_RACK = {18: 9, 14: 7, 10: 5, 8: 4, 6: 3, 4: 2, 3: 1, 2: 1}
"""How far apart columns of holes are → rows."""

FAINT = 1.8
"""The contrast below which a shape is part of the board."""

BLACK, DARK = 0.02, 0.2
"""The luminances below which a shape and the wood around it are an empty hole; players are brighter."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a square shows."""

    symbol: str = EMPTY
    is_cursor: bool = False
    is_latest: bool = False
    is_new: bool = False
    """Whether it is marked as placed since, or as the latest, which is marked still more."""
    is_won: bool = False
    is_preview: bool = False
    written: str = ""
    """What advice has written on an empty square, without its marks: `1`, `W 5`, `!`."""

    def __str__(self) -> str:
        """`[X]` with the cursor, `(X)` if it is marked, else ` X `."""
        left, right = "[]" if self.is_cursor else "()" if self.is_latest or self.is_new else "  "
        return f"{left}{self.symbol}{right}"


@dataclass(frozen=True)
class Sight:
    """A board that was found on a screen."""

    screen: Screen
    columns: dict[str, int]
    """Letter → x of the middle of that column."""
    rows: dict[int, int]
    """Number → y of the middle of that row."""
    letters_line: int

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Where each square's symbol is, or its middle: `c2` → (x, y)."""
        return {f"{c}{r}": (x, y) for r, y in self.rows.items() for c, x in self.columns.items()}

    @cached_property
    def pitch(self) -> tuple[int, int]:
        """How far apart columns and rows are."""
        xs, ys = sorted(self.columns.values()), sorted(self.rows.values())
        return xs[1] - xs[0], ys[1] - ys[0] if len(ys) > 1 else 1

    @cached_property
    def is_hash(self) -> bool:
        """Whether the squares lie between rules, not on crossings."""
        is_small = max(len(self.columns), len(self.rows)) <= 7
        return (is_small or self.has_blocks) and self.pitch in _HASH

    @cached_property
    def has_blocks(self) -> bool:
        """Whether the squares are those of small boards: some are farther apart than others."""
        xs = sorted(self.columns.values())
        return len({right - left for left, right in pairwise(xs)}) > 1

    def _bare(self, x: int, y: int) -> str:
        """Return the ground of a place without stone or mark: small boards may have grounds of their own."""
        if not self.has_blocks:
            return _grounds(self.screen.cell(x, self.letters_line))[1]
        xs, across = sorted(self.columns.values()), self.pitch[0]
        starts = [xs[0], *(right for left, right in pairwise(xs) if right - left > across)]
        first = max((start for start in starts if start <= x + across // 2), default=xs[0])
        inside = (across - 2) // 2 if self.is_drawn else (across - 1) // 2
        return _grounds(self.screen.cell(first - inside - 1, y))[1]

    @property
    def is_drawn(self) -> bool:
        """Whether stones are drawn, not written."""
        return self.is_hash or self.pitch[1] > 2

    def looks(self) -> dict[str, Look]:
        """Return what each square shows that is in sight."""
        return {square: self.look(square) for square in self.places}

    @property
    def cursor(self) -> str | None:
        """The square with the cursor; its letter and number are lit."""
        lit = next((square for square in self.places if self._is_lit(square)), None)
        return lit if lit is not None and self.look(lit).is_cursor else None

    def look(self, square: str) -> Look:
        """Return what a square shows."""
        look = self._drawn(square) if self.is_drawn else self._written(square)
        if not self.has_advice or not (written := self._advice(square)):
            return look
        return Look(is_cursor=look.is_cursor, written=written)

    @cached_property
    def has_advice(self) -> bool:
        """Whether something may be written on squares that are empty: then letters need not be stones."""
        lines = self.screen.text()
        modes = ("Analysis", "Review", "Study")
        return any(mode in lines[0] for mode in modes) or any(_MARKED.search(line) for line in lines)

    def _advice(self, square: str) -> str:
        """Return what is written in the middle of a square, nothing if that may be a stone."""
        x, y = self.places[square]
        across = self.pitch[0]
        reach = (3 if across > 7 else (across - 1) // 2) if self.is_drawn else int(across > 2)
        text = "".join(self.screen.cell(i, y).text for i in range(x - reach, x + reach + 1))
        found = _ADVICE.fullmatch(text.strip(_AROUND))
        if found:
            return next(filter(None, found.groups()), "")
        return self._figures(square) if self.is_hash and across in _WITH_FIGURES else ""

    def _figures(self, square: str) -> str:
        """Return a value that is drawn on a square, with its letters drawn or written; "" for none."""
        places = self._inside(square)
        picture = dict(_picture({place: self._cell(place) for place in places}))
        ground = Counter(picture.values()).most_common(1)[0][0]
        body = {place for place, colour in picture.items() if colour != ground}
        glyphs: list[set[tuple[int, int]]] = []
        for x in sorted({x for x, _ in body}):
            if not glyphs or x > max(left for left, _ in glyphs[-1]) + 1:
                glyphs.append(set())
            glyphs[-1] |= {place for place in body if place[0] == x}
        drawn = [next((c for c in LETTERS if _is_drawn_as(glyph, c)), "?") for glyph in glyphs]
        written = "".join(
            text for place in places if (text := self._cell(place).text) in ("W", "D", "L", "≤")
        )
        value = written + "".join(drawn)
        return value if re.fullmatch(r"[WL]≤?\d+|D", value) else ""

    def _inside(self, square: str) -> list[tuple[int, int]]:
        """Return the cells of a square between rules, without its corners, line by line."""
        x, y = self.places[square]
        width, height = self.pitch[0] - 1, self.pitch[1] - 1
        left, top = x - (width - 1) // 2, y - (height - 1) // 2
        ends = {(i, j) for i in (left, left + width - 1) for j in (top, top + height - 1)}
        cells = [(i, j) for j in range(top, top + height) for i in range(left, left + width)]
        return [cell for cell in cells if cell not in ends]

    # --- small stones --------------------------------------------------------------------------------------

    def _written(self, square: str) -> Look:
        x, y = self.places[square]
        cell, left = self.screen.cell(x, y), self.screen.cell(x - 1, y)
        symbol = EMPTY if cell.text in _NOTHING - _MARKS or not cell.text.strip() else cell.text
        is_filled = self._is_filled(x, y)
        is_latest = cell.underline and (self.pitch[0] > 2 or cell.bold)
        if self.pitch[0] > 2:
            is_cursor = "[" in (left.text, self.screen.cell(x - 2, y).text if self.pitch[0] > 3 else "")
            is_new = left.text == "(" or self._right_of(x, y).text == ")"
            is_new = is_new or (left.text == "[" and self._is_filled(x - 1, y))
            is_won = symbol != EMPTY and not is_cursor and left.text == " " and self._is_filled(x - 1, y)
        else:
            is_cursor = is_filled and self._is_lit(square) and not self._has_neighbour_filled(square)
            is_new, is_won = cell.underline, is_filled and not is_cursor
        return Look(symbol, is_cursor, is_latest, is_new or is_latest, is_won, cell.italic)

    def _right_of(self, x: int, y: int) -> Cell:
        right = self.screen.cell(x + 1, y)
        return right if right.text.strip() and right.text != EMPTY else self.screen.cell(x + 2, y)

    def _is_filled(self, x: int, y: int) -> bool:
        cell = self.screen.cell(x, y)
        return _grounds(cell)[1] != self._bare(x, y)

    def _is_lit(self, square: str) -> bool:
        x, y = self.places[square]
        column = self.screen.cell(x, self.letters_line)
        number = next(cell for left in range(x) if (cell := self.screen.cell(left, y)).text.isdigit())
        return column.bold and number.bold

    def _has_neighbour_filled(self, square: str) -> bool:
        x, y = self.places[square]
        across, down = self.pitch
        spots = [(x + i * across, y + j * down) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        return any(spot in self.places.values() and self._is_filled(*spot) for spot in spots)

    # --- drawn stones --------------------------------------------------------------------------------------

    def _drawn(self, square: str) -> Look:
        x, y = self.places[square]
        width, height = (self.pitch[0] - 1, self.pitch[1] - 1) if self.is_hash else (7, 3)
        left, top = x - (width - 1) // 2, y - (height - 1) // 2
        right, bottom = left + width - 1, top + height - 1
        corners = "".join(self.screen.cell(i, j).text for j in (top, bottom) for i in (left, right))
        places = [(i, j) for j in range(top, bottom + 1) for i in range(left, right + 1)]
        if self.pitch == (6, 3):
            places = [(i, j) for i, j in places if left < i < right]
        around = {(i, j) for i in (left, right) for j in (top, bottom)}
        beside = ((i, y) for i in range(right - 1, x, -1))
        below = (x, bottom), (x, bottom - 1), (x, y + 1), (x, y)
        place = self._mark(*below, *beside, (right, bottom))
        place = place or next((spot for spot in places if self._cell(spot).text in ("◆", "◇", "*")), None)
        mark = "" if place is None else self._cell(place).text
        under = [
            cell for cell in map(self._cell, places) if cell.underline
        ]  # where the cursor takes all corners
        symbol, is_filled = self._stone(places, around, place)
        return Look(
            symbol,
            is_cursor=corners in ("┏┓┗┛", "▛▜▙▟", "++++"),
            is_latest=mark in ("◆", "*") or any(cell.bold for cell in under),
            is_new=mark in ("◆", "◇", "*", "'") or bool(under),
            is_won=is_filled,
            is_preview=any(cell.italic and cell.text.strip() for cell in map(self._cell, places)),
        )

    def _mark(self, *places: tuple[int, int]) -> tuple[int, int] | None:
        """Return the first of these places that has the mark of a stone; a symbol may look like one."""
        return next((place for place in places if self._cell(place).text in ("◆", "◇", "*", "'")), None)

    def _cell(self, place: tuple[int, int]) -> Cell:
        return self.screen.cell(*place)

    def _stone(
        self, places: list[tuple[int, int]], corners: set[tuple[int, int]], mark: tuple[int, int] | None
    ) -> tuple[str, bool]:
        """Return the symbol that is drawn in these cells, and whether they are filled around it.

        Behind a mark the stone goes on as it does left of it.
        """
        inner = {place: self._cell(place) for place in places if place not in corners}
        if mark is not None and mark in inner:
            inner[mark] = self._cell((mark[0] - 1, mark[1]))
        texts = [cell.text for cell in inner.values()]
        ground = _grounds(self.screen.cell(*places[0]))[1]
        is_filled = ground != self._bare(*places[0])
        letters = [text for text in texts if text and text not in _QUARTERS and text not in _LINES - _MARKS]
        if all(line.isascii() for line in self.screen.text()):
            return _in_ascii(letters), is_filled
        if letters:
            return letters[0], is_filled
        return _shape(dict(_picture(inner)), ground), is_filled


class Rack(Sight):
    """A board where stones fall: discs in holes, or symbols in one line."""

    @property
    def is_hash(self) -> bool:
        return False

    @property
    def is_drawn(self) -> bool:
        return _has_holes(self.screen, self.columns, min(self.rows.values()))

    def _is_lit(self, square: str) -> bool:
        return self.screen.cell(self.places[square][0], self.letters_line).bold

    @property
    def cursor(self) -> str | None:
        """The square with the cursor, in the column whose figure is lit."""
        lit = (square for square in self.places if self._is_lit(square))
        return next((square for square in lit if self.look(square).is_cursor), None)

    def _bare(self, x: int, y: int) -> str:
        return _grounds(self.screen.cell(x, self.letters_line))[1]

    def _written(self, square: str) -> Look:
        look = super()._written(square)
        x, y = self.places[square]
        is_dark = look.symbol == "●" and not look.is_preview and _is_faint(self.screen.cell(x, y))
        return Look(is_cursor=look.is_cursor) if is_dark else look

    def _advice(self, square: str) -> str:
        x, y = self.places[square]
        if not self.is_drawn:
            return super()._advice(square)
        reach = (self.pitch[0] - 1) // 2
        text = "".join(self.screen.cell(i, y).text for i in range(x - reach, x + reach + 1))
        found = _ADVICE.fullmatch(text.strip(_AROUND + "()╭╮╯╰" + "".join(_QUARTERS)))
        return next(filter(None, found.groups()), "") if found else ""

    def _drawn(self, square: str) -> Look:
        x, y = self.places[square]
        height, right = self.pitch[1], (self.pitch[0] - 1) // 2
        top = y - (height - 1) // 2
        rows = [
            [self.screen.cell(i, j) for i in range(x - right - 1, x + right + 2)]
            for j in range(top, top + height)
        ]
        beside = [row[0].text + row[-1].text for row in rows]
        is_cursor = beside[y - top] == "[]"
        inner = [cell for row in rows for cell in row[1:-1]]
        middle = rows[y - top][right + 1]
        # without colours, and in ASCII, a hole is an edge
        ascii_rows = rows[:-1] if height > 2 else rows
        marks = "".join(cell.text for row in ascii_rows for cell in row[1:-1] if cell.text in "◆◇*'")
        letters = [
            cell.text
            for cell in inner
            if cell.text and cell.text not in _QUARTERS and cell.text not in "()-.'|*╭─╮│╰╯◆◇\\/"
        ]
        picture = dict(_picture({(i, j): cell for j, row in enumerate(rows) for i, cell in enumerate(row)}))
        bare = self._bare(x, y)
        corners = [
            (i, j)
            for i in (1, len(rows[0]) - 2)
            for j in (0, height - 1)
            if rows[j][i].text in {*_QUARTERS, "◆"}
        ]
        is_bar = any(text.strip("[] ") for text in beside) or any(
            picture[2 * i + (i > 1), 2 * j + (j > 0)] != bare for i, j in corners
        )
        is_edge = any(row[1].text in ("╭", "(") for row in rows)
        is_won = _grounds(rows[y - top][1])[1] != bare if is_edge else is_bar
        is_preview = any(cell.italic and cell.text.strip() for cell in inner)
        if letters:
            symbol = letters[0]
        elif is_edge or (not is_preview and _is_faint(rows[y - top][1])):
            return Look(is_cursor=is_cursor)
        else:
            of_disc = picture[2, 2 * (y - top) + 1]  # at the left end
            symbol = self._on_disc(
                _enclosed({p for p, colour in picture.items() if colour != of_disc}, picture), rows
            )
        is_latest = bool(set("◆*") & {*marks}) or (middle.underline and middle.bold)
        is_new = is_latest or bool(set("◇'") & {*marks}) or middle.underline
        return Look(symbol, is_cursor, is_latest and not is_won, is_new and not is_won, is_won, is_preview)

    def _on_disc(self, body: set[tuple[int, int]], rows: list[list[Cell]]) -> str:
        """Return what is drawn on a disc: these quarters of cells are not in its colour."""
        marks = {(i, j) for j, row in enumerate(rows) for i, cell in enumerate(row) if cell.text in _MARKS}
        body = {place for place in body if (place[0] // 2, place[1] // 2) not in marks}
        centre = marks & {(len(rows[0]) // 2, (len(rows) - 1) // 2)}
        inner = body | {(2 * i + m, 2 * j + n) for i, j in centre for m in (0, 1) for n in (0, 1)}
        if not body:
            row = (len(rows) - 1) // 2
            is_hole = marks and rows[row][len(rows[0]) // 2 - 1].text in ("▌", "▐")
            return "○" if is_hole else "●"
        if letter := next((letter for letter in LETTERS if _is_drawn_as(body, letter)), ""):
            return letter
        drawn = _shape({place: "ink" if place in inner else "ground" for place in _around(inner)}, "ground")
        left, right = min(x for x, _ in inner), max(x for x, _ in inner)
        top, bottom = min(y for _, y in inner), max(y for _, y in inner)
        is_full = {((left + right) // 2, (top + bottom) // 2), ((left + right) // 2, top)} <= inner
        return "○" if is_full else drawn


def _enclosed(places: set[tuple[int, int]], box: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return those of some places that are not connected with the edge of the box around them."""
    right, bottom = max(x for x, _ in box), max(y for _, y in box)
    outer = [(x, y) for x, y in places if x in (0, right) or y in (0, bottom)]
    reached = set(outer)
    while outer:
        x, y = outer.pop()
        beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & places - reached
        reached |= beside
        outer += beside
    return places - reached


def _around(body: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield all places of the smallest box around a body."""
    xs, ys = {x for x, _ in body}, {y for _, y in body}
    yield from ((x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1))


def _has_holes(screen: Screen, columns: dict[str, int], y: int) -> bool:
    """Whether the squares of a rack are drawn: most have something left and right of the middle."""
    step = sorted(columns.values())[1] - sorted(columns.values())[0]
    if step != 4:
        return step > 4
    sides = [(screen.cell(x - 1, y), screen.cell(x + 1, y)) for x in columns.values()]
    bare = _grounds(screen.cell(min(columns.values()) - 2, y))[1]
    drawn = [all(cell.text.strip() or _grounds(cell)[1] != bare for cell in pair) for pair in sides]
    return 2 * sum(drawn) > len(sides)


def _is_faint(cell: Cell) -> bool:
    """Whether a shape hardly differs from the wood around it or is nearly black, as an empty hole is."""
    ink, ground = (colour.strip("#") for colour in _grounds(cell))
    if not all(colour.isalnum() and len(colour) == 6 for colour in (ink, ground)):
        return False
    light, dark = sorted((_light(ink), _light(ground)), reverse=True)
    is_black = bool(cell.text.strip()) and _light(ink) < BLACK and _light(ground) < DARK
    return is_black or (light + 0.05) / (dark + 0.05) < FAINT


def _light(colour: str) -> float:
    """Return the luminance of a colour, from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def _picture(cells: dict[tuple[int, int], Cell]) -> Iterator[tuple[tuple[int, int], str]]:
    """Give the colour of each quarter of these cells."""
    for (x, y), cell in cells.items():
        ink, ground = _grounds(cell)
        filled = _QUARTERS.get(cell.text, 0)
        for bit in range(4):
            yield (2 * x + bit % 2, 2 * y + bit // 2), ink if filled >> bit & 1 else ground


def find_board(screen: Screen) -> Sight | None:
    """Return the board on a screen, None if there is none."""
    lines = screen.text()
    has_two = screen.columns < 60 and screen.rows >= 12  # a low window's status has two lines just at times
    below = 3 if has_two else 2  # the status, where a square may be typed, and the keys
    for y, line in enumerate(lines[:-below]):
        columns = _letters(line)
        if columns and (rows := _numbers(lines[y + 1 : -below], min(columns.values()))):
            return Sight(screen, columns, {number: y + 1 + at for number, at in rows.items()}, y)
    for y in range(len(lines) - below):
        if (columns := _figures(lines[y])) and (
            rows := _rows_of_holes(screen, columns, y, len(lines) - below)
        ):
            return Rack(screen, columns, rows, y)
    return None


def _figures(line: str) -> dict[str, int]:
    """Return the columns that figures name in a line, by letter: figures that rise by equal distances."""
    found = [(match.start(), int(match[0])) for match in re.finditer(r"\d{1,2}", line)]
    for start in range(len(found) - 2):
        (x, number), (after, following) = found[start : start + 2]
        step = after - x
        if following != number + 1 or step not in _RACK:
            continue
        columns = {number: x}
        for at, each in found[start + 1 :]:
            if at != x + (each - number) * step:
                break
            columns[each] = at
        numbers = range(number, max(columns) + 1)  # two digits in two cells are on every other column
        if len(columns) > 2:
            return {chr(ord("a") + each - 1): x + (each - number) * step for each in numbers}
    return {}


def _rows_of_holes(screen: Screen, columns: dict[str, int], line: int, end: int) -> dict[int, int]:
    """Return the rows of holes below a line of figures, by number, and in which lines their middles are."""
    step = sorted(columns.values())[1] - sorted(columns.values())[0]
    height, rows = _RACK[step], dict[int, int]()
    reach = (step - 1) // 2 if _has_holes(screen, columns, line + 1) else 0
    y = line + 1 + ((height - 1) // 2 if reach else 0)
    while y < end:
        holes = [[screen.cell(i, y) for i in range(x - reach, x + reach + 1)] for x in columns.values()]
        bare = _grounds(screen.cell(min(columns.values()), line))[1]
        are_there = all(any(c.text.strip() or _grounds(c)[1] != bare for c in cells) for cells in holes)
        is_blank = not any(cell.text.strip() for cells in holes for cell in cells)
        is_edge = is_blank and _grounds(screen.cell(min(columns.values()) - reach - 1, y))[1] != bare
        if is_edge or not are_there or all({cell.text for cell in cells} == {"▀"} for cells in holes):
            break
        rows[len(rows) + 1] = y
        y += height
    return rows


def _letters(line: str) -> dict[str, int]:
    """Return the letters of a line that follow one another at equal distances, three or more.

    The first letters of small boards are farther from those before them, each as far as the others.
    """
    found = [(match.start(), match[0]) for match in _LETTER.finditer(line)]
    runs: list[list[tuple[int, str]]] = []
    for x, letter in found:
        run = runs[-1] if runs else []
        follows = bool(run) and ord(letter) == ord(run[-1][1]) + 1
        step = run[1][0] - run[0][0] if len(run) > 1 else 0
        if follows and (
            not step or x - run[-1][0] == step or (letter in "dg" and x - run[-1][0] == step + _gap(step))
        ):
            run.append((x, letter))
        else:
            runs.append([(x, letter)])
    longest = max(runs, key=len, default=[])
    return {letter: x for x, letter in longest} if len(longest) > 2 else {}


def _gap(step: int) -> int:
    """Return how much farther apart the columns of two small boards are than two of one."""
    return 3 if step < 4 else 2


def _numbers(lines: list[str], before: int) -> dict[int, int]:
    """Return the row numbers left of the first column, which end in the same cell, and in which lines."""
    found = [
        (match.end(), int(match[1]), y)
        for y, line in enumerate(lines)
        if (match := _NUMBER.match(line[:before]))
    ]
    ends = min((end for end, _, _ in found), default=0)
    rows = {number: y for end, number, y in found if end == ends}
    steps = {after - number for number, after in pairwise(rows)}
    return rows if steps <= {1} or (steps == {-1} and min(rows) == 1) else {}  # row 1 can be at the bottom


def _grounds(cell: Cell) -> tuple[str, str]:
    """Return the colours of a cell's ink and of its ground, as they are seen."""
    ink = "own ink" if cell.foreground in ("default", "") else cell.foreground
    ground = "own ground" if cell.background in ("default", "") else cell.background
    return (ground, ink) if cell.reverse else (ink, ground)


def _in_ascii(letters: list[str]) -> str:
    written = next((text for text in letters if text not in "\\/|-.'"), None)
    if len(letters) < 2:  # a crossing
        return EMPTY
    return written or ("X" if letters[0] == "\\" else "O")


def _shape(picture: dict[tuple[int, int], str], ground: str) -> str:
    """Return what is drawn: quarters of cells by their places, each with its colour."""
    body = {place for place, colour in picture.items() if colour != ground}
    if not body:
        return EMPTY
    xs, ys = {x for x, _ in body}, {y for _, y in body}
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    across, down = (
        {(left + right) // 2, (left + right + 1) // 2},
        {(top + bottom) // 2, (top + bottom + 1) // 2},
    )
    has_corners = body.issuperset((x, y) for x in (left, right) for y in (top, bottom))
    has_edges = body.issuperset((x, y) for x in across for y in (top, bottom))
    is_wide = body.issuperset((x, y) for x in (left + 1, right - 1) for y in (top, bottom))
    if has_edges and is_wide and right - left >= SMALLEST_TILE:
        return _on_tile({place: colour for place, colour in picture.items() if left <= place[0] <= right})
    if has_corners:
        return "X"
    return "●" if body.issuperset((x, y) for x in across for y in down) else "O"


def _on_tile(picture: dict[tuple[int, int], str]) -> str:
    """Return the letter on a tile: what has another colour than most of it."""
    counted = Counter(picture.values())
    tile = counted.most_common(1)[0][0]
    top, bottom = (pick(y for (_, y), colour in picture.items() if colour == tile) for pick in (min, max))
    left, right = (pick(x for (x, _), colour in picture.items() if colour == tile) for pick in (min, max))
    pixels = {
        (x, y)
        for (x, y), colour in picture.items()
        if colour != tile and left < x < right and top < y < bottom
    }
    return next((letter for letter in LETTERS if _is_drawn_as(pixels, letter)), "?")


def _is_drawn_as(pixels: set[tuple[int, int]], letter: str) -> bool:
    """Whether these quarters of cells are a letter: its pixels are at least two of them wide and one high."""
    drawn = {(x, y) for y, row in enumerate(LETTERS[letter]) for x, mark in enumerate(row) if mark == "#"}
    for scale in (1, 2, 3, 4):
        large = {
            (2 * scale * x + i, scale * y + j)
            for x, y in drawn
            for i in range(2 * scale)
            for j in range(scale)
        }
        if _in_corner(large) == _in_corner(pixels):
            return True
    return False


def _in_corner(pixels: set[tuple[int, int]]) -> set[tuple[int, int]]:
    left, top = min((x for x, _ in pixels), default=0), min((y for _, y in pixels), default=0)
    return {(x - left, y - top) for x, y in pixels}
