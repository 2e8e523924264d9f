"""The top lines of screens, with the program and what is shown, and the status line below a board."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import HEADING, MUTED, TEXT, Line, Lines, Run, TextStyle, cells_of, fitted
from ttt_tui.engine import COLOURS, Match
from ttt_tui.session import wording
from ttt_tui.session.clocks import ShownClock

BAR = "panel"
BETWEEN = 2
"""The least number of blanks between two parts."""

NAME, TITLE = TextStyle(ground=BAR, bold=True), TextStyle("muted", BAR)
MODE = TextStyle("accent", BAR, bold=True)
KEY = TextStyle("accent")


class TopLine(Lines):
    """Shows logo, board and number of the game, or the scores where there is no panel."""

    GROUND = BAR
    DEFAULT_CSS = """
    TopLine { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._match: Match | None = None
        self._tells_scores = False
        self._mode = ""
        self._clocks: Sequence[ShownClock] = ()
        self._shown_for: object = None  # what the line depends on, apart from its width

    def show(
        self, match: Match, tells_scores: bool, mode: str = "", clocks: Sequence[ShownClock] = ()
    ) -> None:
        """Show a match; with scores if nothing else shows them, with `mode` instead of the game number."""
        seen = (match.points, [*clocks]) if tells_scores else None
        shown = (match.setup, match.game_number, seen, mode)
        self._match, self._tells_scores, self._mode = match, tells_scores, mode
        self._clocks = clocks
        if shown != self._shown_for:
            self._shown_for = shown
            self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return one line with as much as fits; the number of the game comes first."""
        if self._match is None:
            return []
        setup, goal = self._match.setup, self._match.setup.rules.points
        number = (self._mode, MODE) if self._mode else (f"Game {self._match.game_number}", NAME)
        lefts, titles = self._lefts(self._match), (*wording.setup_titles(setup), "")
        variants: list[Variant] = [(left, quiet(text), (number,)) for left in lefts for text in titles]
        if goal is not None and not self._mode:
            right: Line = (number, (f" · first to {goal}", TITLE))
            variants.insert(0, (lefts[0], quiet(titles[0]), right))
        return [first_in_three(variants, width) or in_three(*variants[-1], width)]

    def _lefts(self, match: Match) -> list[Line]:
        """Return the possible left parts, the best first."""
        players, points = match.setup.players, match.points
        named, logo, nothing = brands(players[0].colour, players[1].colour)
        if not self._tells_scores:
            return [named, logo, nothing]
        symbols: Line = tuple((player.symbol, TextStyle(player.colour, BAR, bold=True)) for player in players)
        if len(players) == 2:
            first, second = [(clock_run(clock),) for clock in self._clocks] or ((), ())
            scores: Line = (symbols[0], *first, (f" {wording.score(points)} ", NAME), *second, symbols[1])
        else:
            pairs = zip(symbols, points, strict=True)
            scores = tuple(run for symbol, won in pairs for run in (symbol, (f"{won} ", TITLE)))
        return [scores, logo, nothing]  # with 15 players hardly any terminal has room for them


def clock_run(clock: ShownClock) -> Run:
    return f" {clock.text} ", TextStyle("bad" if clock.is_short else "text", BAR)


Variant = tuple[Line, Line, Line]
"""Parts of a line: at the left, in the middle, at the right."""


def brands(first: str = COLOURS[0], second: str = COLOURS[1]) -> Variant:
    """Return logo and name of the program in the colours of two players, the logo alone, and nothing."""
    x, o = (TextStyle(colour, BAR, bold=True) for colour in (first, second))
    logo = ("X", x), ("O", o), ("X", x)
    return (*logo, (" ttt-tui", NAME)), logo, ()


BRANDS = brands()


def first_in_three(variants: Iterable[Variant], width: int) -> Line | None:
    """Return the first variant that fits as a line, None if none does."""
    for parts in variants:
        cells = sum(map(cells_of, parts)) + BETWEEN * (sum(map(bool, map(cells_of, parts))) - 1)
        if cells + 2 + _after(parts[2], width) <= width:
            return in_three(*parts, width)
    return None


def in_three(left: Line, middle: Line, right: Line, width: int) -> Line:
    """Return a line with parts at both ends and one as near to the middle as possible."""
    from_left, centre = 1 + cells_of(left), cells_of(middle)
    from_right = 1 + cells_of(right) + _after(right, width)
    start = max((width - centre) // 2, from_left + BETWEEN * bool(left))
    start = min(start, width - from_right - centre - BETWEEN * bool(right))
    blank = TextStyle(ground=BAR)
    return (
        (" ", blank), *left, (" " * (start - from_left), blank), *middle,
        (" " * (width - start - centre - from_right), blank), *right,
    )  # fmt: skip


def _after(right: Line, width: int) -> int:
    """Return the additional blanks after the right part: as above a panel."""
    return int(bool(right) and width >= NARROW)


# --- the top line of other screens -------------------------------------------------------------------------


def title(text: str) -> Line:
    """Return the title of a screen."""
    return ((text, NAME),)


def quiet(text: str) -> Line:
    """Return an explanatory part."""
    return ((text, TITLE),)


def mode(text: str) -> Line:
    """Return the name of a mode."""
    return ((text, MODE),)


class ScreenHeader(Lines):
    """Shows a part at the left, one as close to the middle as possible, and one at the right."""

    GROUND = BAR
    DEFAULT_CSS = """
    ScreenHeader { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[Sequence[Line], Sequence[Line], Sequence[Line]] = (BRANDS, ((),), ((),))

    def show(
        self, middle: Sequence[Line], right: Sequence[Line] = ((),), left: Sequence[Line] = BRANDS
    ) -> None:
        """Show the first variants that fit together; the left part is shortened first, the right one last."""
        self._parts = left, middle, right
        self.follow()

    def lines(self, width: int) -> list[Line]:
        lefts, middles, rights = self._parts
        variants = ((left, middle, right) for right, middle, left in product(rights, middles, lefts))
        if fitting := first_in_three(variants, width):
            return [fitting]
        text = "".join(text for text, _ in middles[-1])
        return [((" ", TITLE), (fitted(text, width - 2 - (width >= NARROW)), NAME))]


# --- the status line ---------------------------------------------------------------------------------------

TWO = 2
"""Lines of a status line in a narrow window."""

GAP = 3
"""Blanks between a statement and the rest."""


class StatusText(NamedTuple):
    """The text of a status line."""

    statement: str
    more: str = ""
    colour: str = "text"
    """The colour of the statement: a role's or a player's."""
    mark: Line = ()
    """Something drawn before `more`."""
    is_notice: bool = False
    """Whether `more` is as important as the statement, as a refusal is."""
    less: str = ""
    """The text instead of `more` if that does not fit, empty for none."""
    brief: str = ""
    """The text instead of `statement` if that does not fit, or not beside a notice."""
    lead: Line = ()
    """Something drawn before the statement where there is room for both."""
    keys: Collection[str] = ()
    """The words of `more` that name keys."""


def with_keys(text: str, keys: Collection[str]) -> Line:
    """Return a text in which the words that name keys have the colour of keys."""
    words = re.split(r"([ ,]+)", text)
    return tuple((word, KEY if word in keys else MUTED) for word in words if word)


class StatusLine(Lines):
    """Shows a statement in bold and more beside it, or below it in two lines.

    Of two lines a single text takes the lower one; the upper one is blank, or has the lower edge of a board
    whose wood has no line for it. With an automatic height there is a second line only for a long statement
    or a notice, else the board gets it.
    """

    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 2; }
    """

    class Clicked(Message):
        """The line was clicked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = StatusText("")
        self.cut_off: Callable[[], range] = lambda: range(0)
        """Returns the columns of the screen in which wood ends right above, without an edge."""

    def on_click(self, event: events.Click) -> None:
        if event.button == LEFT_BUTTON:
            self.post_message(self.Clicked())

    def show(self, text: StatusText) -> None:
        self.text = text
        self.follow()
        width, height = self.size
        if self.styles.is_auto_height and self.size and self._needed(self._room(width)) != height:
            self.refresh(layout=True)

    def show_with(self, text: StatusText, notice: str) -> None:
        """Show a statement and a notice side by side, shortened if both do not fit.

        The rest of the text, such as the score, stays between them if it fits, too.
        """
        brief = text.brief or text.statement
        plain = text._replace(more=notice, is_notice=True, mark=(), less="")
        with_more = plain._replace(mark=((text.more, MUTED), (" " * GAP, MUTED))) if text.more else plain
        for both in (
            with_more,
            with_more._replace(statement=brief),
            plain,
            plain._replace(statement=brief),
        ):
            if self.has_room_for(both):
                self.show(both)
                return
        width = self._place.width
        brief = fitted(brief, width)
        room = width if self._has_two else max(0, width - GAP - cell_len(brief))
        self.show(plain._replace(statement=brief, more=fitted(notice, room)))

    def show_beside(self, text: StatusText, news: str) -> None:
        """Show news after a text, of which as much stays as fits; of two lines the news has the second."""
        plain = text._replace(more=news, is_notice=True, mark=(), less="")
        variants = []
        for own in filter(None, dict.fromkeys((text.more, text.less))):
            variants.append(plain._replace(mark=((own, MUTED), (" " * GAP, MUTED))))
            if self._has_two:
                variants.append(plain._replace(statement=f"{text.statement} · {own}"))
        self.show(next(filter(self.has_room_for, [*variants, plain]), StatusText(news)))

    def has_room_for(self, text: StatusText) -> bool:
        """Return whether statement and `more` fit."""
        return self._fits(text, self._place.width)

    def beginning(self, statement: str, text: str, key: str) -> str:
        """Return what fits of a text beside or below a statement, with the key that shows the rest."""
        width = self.size.width
        for room in (width, width - cell_len(statement) - GAP):
            less = fitted(text, max(room - len(key), 1)) + key
            if self.has_room_for(StatusText(statement, less)):
                return less
        return ""

    def _fits(self, text: StatusText, width: int) -> bool:
        needed = (cell_len(text.statement), cells_of(text.mark) + cell_len(text.more))
        return self._fits_beside(text, width) or (self._has_two and max(needed) <= width)

    @staticmethod
    def _fits_beside(text: StatusText, width: int) -> bool:
        return cell_len(text.statement) + GAP + cells_of(text.mark) + cell_len(text.more) <= width

    @property
    def _has_two(self) -> bool:
        return self._place.height > 1 or self.styles.is_auto_height

    @property
    def _place(self) -> Size:
        """The size; while another widget takes this line's place, the size that follows from the window."""
        height = self.styles.height
        if self.size or height is None:
            return self.size
        return Size(self.app.size.width - self.styles.padding.width, int(height.value))

    def _needed(self, width: int) -> int:
        """Return the number of lines that are needed at an automatic height."""
        text = self.text
        if cell_len(text.statement) > width:
            return 2
        return 2 if text.is_notice and not self._fits_beside(text, width) else 1

    def lines(self, width: int) -> list[Line]:
        """Return one or two lines; the lead is omitted if the statement would be cut."""
        room = self._room(width)
        lines = self._lines(room)
        if room < width:
            blank: Line = ((" " * (width - room), MUTED),)
            lines = [(*(blank if number else self.text.lead), *line) for number, line in enumerate(lines)]
        return [self._edge(), *lines] if len(lines) < self.size.height else lines

    def _edge(self) -> Line:
        """Return the front of the wood above, a blank line where there is none or no room for all of it."""
        wood, place = self.cut_off(), self.content_region
        if not wood or wood.start < place.x or wood.stop > place.right:
            return ()
        front = TextStyle("board", "ground" if only_ascii(self.app) else "edge", is_edge=True)
        return ((" " * (wood.start - place.x), TEXT), ("▀" * len(wood), front))

    def _room(self, width: int) -> int:
        """Return the cells for the texts: fewer with a lead, unless the statement would be cut."""
        room = width - cells_of(self.text.lead)
        return room if room > 0 and self._holds(self.text.statement, room) else width

    def _holds(self, statement: str, width: int) -> bool:
        """Return whether a statement fits in the available lines."""
        if not self._has_two or cell_len(statement) <= width:
            return cell_len(statement) <= width
        return len(Text(statement).wrap(self.app.console, max(width, 1))) <= TWO

    def _lines(self, width: int) -> list[Line]:
        """Return one or two lines without the lead; `more` is omitted if it does not fit, the mark last."""
        text, style = self.text, TextStyle(self.text.colour, bold=True)
        if text.brief and not self._holds(text.statement, width):
            text = text._replace(statement=text.brief)
        words = text.less if text.less and not self._fits(text, width) else text.more
        shown = ((words, TextStyle(bold=True)),) if text.is_notice else with_keys(words, text.keys)
        more: Line = (*text.mark, *shown)
        statement: Line = ((text.statement, style),)
        if cells_of(statement) + GAP + cells_of(more) <= width:
            return [(*statement, (" " * GAP, MUTED), *more)]
        if cells_of(more) > width or (not self._has_two and text.mark):
            more = text.mark
            if more and cells_of(statement) + GAP + cells_of(more) <= width:
                return [(*statement, (" " * GAP, MUTED), *more)]
        if not self._has_two:
            return [((fitted(text.statement, width), style),)]
        if cells_of(statement) <= width:
            return [statement, more] if cells_of(more) <= width else [statement]
        first, *rest = Text(text.statement).wrap(self.app.console, max(width, 1))
        second = fitted(" ".join(line.plain.strip() for line in rest), width)
        return [((first.plain.rstrip(), style),), ((second, style),)]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines needed; the style sheet may set two."""
        return self._needed(self._room(width))


STEPS = 3

ASCII_DOTS = {"●": "*", "○": "-"}
"""ASCII signs of the dots, whose usual replacements could be taken for full stops."""


def hint_dots(step: int, *, is_ascii: bool = False) -> Line:
    """Return a dot for each step, those up to `step` filled, and a blank."""
    full, hollow = (ASCII_DOTS[dot] if is_ascii else dot for dot in "●○")
    return (full * step, TextStyle(bold=True)), (hollow * (STEPS - step) + " ", HEADING)
