"""Curves in braille or ASCII: the chances of a game."""

from collections.abc import Callable, Mapping, Sequence

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.lines import CARD, HEADING, Line, Lines, Run, TextStyle, card, padded
from ttt_tui.app.widgets.move_log import sign_style
from ttt_tui.engine import Player

BEFORE = 4
"""Cells before the curve: two blanks, a symbol, and one more."""

AFTER = 2
LEFT_DOTS, RIGHT_DOTS = (0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80)
"""The dots of a braille cell from above, in each of its two columns."""

DOTS = 4
"""Lines of dots in a cell."""

UP, DOWN = " .:##", " ':##"
"""ASCII cells by how many of their four lines of dots are set, from below and from above."""

BAD_MOVES = ("?!", "?", "??")
"""The signs of bad moves, the worst last."""

STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Distances in moves between numbers under the curve."""

MARK = "▲"
"""A bad move where its sign has no room."""

Chances = Sequence[Sequence[float] | None]

Placed = tuple[int, str, TextStyle]
"""The first cell of a text, and the text."""


class Curve(Lines):
    """Shows chances, the current position, and signs under bad moves."""

    DEFAULT_CSS = """
    Curve { height: auto; }
    """

    def __init__(self, players: tuple[Player, ...]) -> None:
        super().__init__()
        self._players = players
        self._chances: Chances = ()
        self._signs: Mapping[int, str] = {}
        self._ply = 0
        self.rows = 4
        """Lines of the curve, an even number."""
        self.is_card = True
        """Whether half a line of ground is above and below."""
        self.has_numbers = True
        """Whether numbers of moves are below."""

    @property
    def most_rows(self) -> int | None:
        """The most lines that the curve can use, None for any number."""
        return None if len(self._players) == 2 else len(self._players)

    def seat(self, players: tuple[Player, ...]) -> None:
        """Show other players' symbols and colours from now on."""
        self._players = players

    def show(self, chances: Chances, signs: Mapping[int, str], ply: int) -> None:
        """Show each player's chances, 0 to 1, after 0, 1, 2 … moves, None where unknown.

        `signs` are the signs of bad moves by number, from 1; `ply` is the position on the board.
        """
        self._chances, self._signs, self._ply = chances, signs, ply
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the curve, the signs and the numbers of moves."""
        cells = width - BEFORE - AFTER
        if cells < 1 or not self._chances:
            return []
        rows = self._of_two(cells) if len(self._players) == 2 else self._of_several(cells)
        below = [self._marks(cells)]
        if self.has_numbers:
            below.append(_joined(self._spread(self._numbers(cells), cells)))
        rows += [((" " * BEFORE, TextStyle(ground=CARD)), *line) for line in below]
        lines = card(rows, width)
        return lines if self.is_card else lines[1:-1]

    def place(self, ply: int, cells: int) -> int:
        """Return the cell of a position."""
        return round(ply * (cells - 1) / max(len(self._chances) - 1, 1))

    # --- the curve ---------------------------------------------------------------------------------------

    def _of_two(self, cells: int) -> list[Line]:
        """Return the lines of one curve for both players."""
        first, second = self._players
        half = self.rows // 2
        levels = levels_of(self._chances, 0, 2 * cells, lambda chance: round((2 * chance - 1) * half * DOTS))
        above = self._drawn([max(level, 0) for level in levels], half, first.colour, is_up=True)
        below = self._drawn([max(-level, 0) for level in levels], half, second.colour, is_up=False)
        labels = {0: first, self.rows - 1: second}
        return [
            (*self._label(labels.get(row)), *self._with_upright(line, cells))
            for row, line in enumerate([*above, *below])
        ]

    def _of_several(self, cells: int) -> list[Line]:
        """Return a line for each player, as many as fit; a dot is a quarter."""
        lines = []
        for seat, player in enumerate(self._players[: self.rows]):
            levels = levels_of(self._chances, seat, 2 * cells, lambda chance: -int(-chance * DOTS // 1))
            (drawn,) = self._drawn(levels, 1, player.colour, is_up=True)
            lines.append((*self._label(player), *self._with_upright(drawn, cells)))
        return lines

    def _drawn(self, levels: list[int], rows: int, colour: str, *, is_up: bool) -> list[Run]:
        return drawn(levels, rows, TextStyle(colour, CARD), is_up=is_up, is_ascii=only_ascii(self.app))

    def _with_upright(self, run: Run, cells: int) -> Line:
        """Return a line of the curve with the vertical line at the current position."""
        text, style = run
        x = self.place(self._ply, cells)
        is_free = text[x] == " "
        here = TextStyle("accent" if is_free else style.colour, "raised", stands_out=not is_free)
        return ((text[:x], style), ("│" if is_free else text[x], here), (text[x + 1 :], style))

    def _label(self, player: Player | None) -> Line:
        blank = TextStyle(ground=CARD)
        if player is None:
            return ((" " * BEFORE, blank),)
        return (
            ("  ", blank),
            (padded(player.symbol, BEFORE - 2), TextStyle(player.colour, CARD, bold=True)),
        )

    # --- below it ----------------------------------------------------------------------------------------

    def _marks(self, cells: int) -> Line:
        """Return the signs of bad moves, or where not all have room, a cell in its colour for each.

        Of several in one cell it is the worst.
        """
        worst: dict[int, tuple[int, str]] = {}
        for ply, sign in sorted(self._signs.items(), key=lambda item: (-BAD_MOVES.index(item[1]), item[0])):
            worst.setdefault(self.place(ply, cells), (ply, sign))
        texts = [(ply, sign, sign_style(sign, CARD)) for ply, sign in worst.values()]
        placed = self._spread(texts, cells, most_aside=1)
        if len(placed) < len(worst):
            placed = [(x, MARK, sign_style(sign, CARD)) for x, (_, sign) in worst.items()]
        return _joined(placed)

    def _numbers(self, cells: int) -> list[tuple[int, str, TextStyle]]:
        """Return the numbers of some moves, the current one first."""
        last, faint = len(self._chances) - 1, TextStyle("faint", CARD)
        step = next((step for step in STEPS if (last // step) * (len(str(last)) + 2) <= cells), STEPS[-1])
        shown = [(self._ply, str(self._ply), TextStyle("accent", CARD, bold=True))] if self._ply else []
        return [*shown, *((ply, str(ply), faint) for ply in range(step, last + 1, step))]

    def _spread(
        self, wanted: list[tuple[int, str, TextStyle]], cells: int, most_aside: int = 0
    ) -> list[Placed]:
        """Return each text under its position, or up to `most_aside` cells beside it, with its first cell.

        Where two meet, the later one is omitted.
        """
        free, placed = [True] * cells, list[Placed]()
        for ply, text, style in wanted:
            under = min(self.place(ply, cells), cells - len(text))
            for x in sorted(range(under - most_aside, under + most_aside + 1), key=lambda x: abs(x - under)):
                if 0 <= x <= cells - len(text) and all(free[max(x - 1, 0) : x + len(text) + 1]):
                    free[x : x + len(text)] = [False] * len(text)
                    placed.append((x, text, style))
                    break
        return placed


def _joined(placed: list[Placed]) -> Line:
    """Return the line in which texts begin at their cells."""
    line: Line = ()
    end = 0
    for x, text, style in sorted(placed, key=lambda each: each[0]):
        line = (*line, (" " * (x - end), style._replace(bold=False)), (text, style))
        end = x + len(text)
    return line


def levels_of(chances: Chances, seat: int, columns: int, level: Callable[[float], int]) -> list[int]:
    """Return the level in each column, interpolated between positions; 0 if unknown."""
    last = len(chances) - 1
    levels = []
    for column in range(columns):
        place = column * last / max(columns - 1, 1)
        before = int(place)
        after, share = min(before + 1, last), place - before
        one, other = chances[before], chances[after] if share else chances[before]
        levels.append(level(one[seat] * (1 - share) + other[seat] * share) if one and other else 0)
    return levels


def drawn(levels: list[int], rows: int, style: TextStyle, *, is_up: bool = True, is_ascii: bool) -> list[Run]:
    """Return lines in which each column of dots, two in a cell, is filled to its level in dots.

    Columns are filled from below, or if not `is_up` from above.
    """
    lines = []
    for row in range(rows - 1, -1, -1) if is_up else range(rows):
        filled = [min(max(level - row * DOTS, 0), DOTS) for level in levels]
        pairs = zip(filled[::2], filled[1::2], strict=True)
        draw = _ascii if is_ascii else _braille
        lines.append(("".join(draw(left, right, is_up) for left, right in pairs), style))
    return lines


def _braille(left: int, right: int, is_up: bool) -> str:
    """Return a braille cell with `left` and `right` dots in its two columns."""
    dots = 0
    for column, count in ((LEFT_DOTS, left), (RIGHT_DOTS, right)):
        chosen = column[DOTS - count :] if is_up else column[:count]
        dots |= sum(chosen)
    return chr(0x2800 + dots) if dots else " "


def _ascii(left: int, right: int, is_up: bool) -> str:
    return (UP if is_up else DOWN)[(left + right + 1) // 2]


GAME_ROWS = 6
CURVE_LINES = 1 + GAME_ROWS + 2 + 2
"""Lines of the heading, the curve, the two below it, and the half lines of its card."""


class GameCurve(Curve):
    """Shows the chances of a game, or nothing while none are known."""

    DEFAULT_CSS = f"""
    GameCurve {{ height: {CURVE_LINES}; }}
    """

    def __init__(self, players: tuple[Player, ...]) -> None:
        super().__init__(players)
        self.rows = min(GAME_ROWS, self.most_rows or GAME_ROWS)
        self._title = ""

    def show_game(self, chances: Chances, ply: int, title: str) -> None:
        """Show the chances after 0, 1, 2 … moves under a title; without chances, hide everything."""
        self._title = title
        self.show(chances, {}, ply)

    def lines(self, width: int) -> list[Line]:
        curve = super().lines(width)
        return [((f"  {self._title}", HEADING),), *curve] if curve else []
