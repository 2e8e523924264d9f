"""The line above the keys: how things stand, and quieter what goes with it."""

from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.geometry import Size

from ttt_tui.app.widgets.lines import MUTED, Line, Lines, TextStyle, cells_of, fitted

GAP = 3
"""Blanks between a statement and what goes with it."""


class StatusText(NamedTuple):
    """What a status line says."""

    statement: str
    more: str = ""
    colour: str = "text"
    """That of the statement: a role's or a player's."""
    mark: Line = ()
    """Something drawn that stands before `more`."""
    is_notice: bool = False
    """Whether `more` is no less important: why something was refused."""
    less: str = ""
    """What is said instead of `more` where there is no room for that, nothing for nothing."""
    brief: str = ""
    """What is said instead of `statement` where a notice stands beside it and there is no room for both."""


class StatusLine(Lines):
    """Shows a statement in bold and more beside it, or below it where there are two lines."""

    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 2; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.told = StatusText("")
        """What is shown."""

    def show(self, told: StatusText) -> None:
        """Show this from now on."""
        self.told = told
        self.follow()

    def show_with(self, told: StatusText, notice: str) -> None:
        """Show a statement and a notice side by side, shortening either if there is no room for both.

        What goes with the statement, as the score does, stays between them if there is room for all three.
        """
        brief = told.brief or told.statement
        plain = told._replace(more=notice, is_notice=True, mark=(), less="")
        with_more = plain._replace(mark=((told.more, MUTED), (" " * GAP, MUTED))) if told.more else plain
        for both in (
            with_more,
            with_more._replace(statement=brief),
            plain,
            plain._replace(statement=brief),
        ):
            if self.has_room_for(both):
                self.show(both)
                return
        width = self.size.width
        brief = fitted(brief, width)
        room = width if self._has_two else max(0, width - GAP - cell_len(brief))
        self.show(plain._replace(statement=brief, more=fitted(notice, room)))

    def has_room_for(self, told: StatusText) -> bool:
        """Return whether both would be seen as a whole."""
        return self._fits(told, told.more, self.size.width)

    def _fits(self, told: StatusText, more: str, width: int) -> bool:
        needed = (cell_len(told.statement), cells_of(told.mark) + cell_len(more))
        return sum(needed) + GAP <= width or (self._has_two and max(needed) <= width)

    @property
    def _has_two(self) -> bool:
        return self.size.height > 1

    def lines(self, width: int) -> list[Line]:
        """Return the line, or on a narrow screen two; more that finds no room is left out, the mark last."""
        told, look = self.told, TextStyle(self.told.colour, bold=True)
        words = told.less if told.less and not self._fits(told, told.more, width) else told.more
        more: Line = (*told.mark, (words, TextStyle(bold=True) if told.is_notice else MUTED))
        statement: Line = ((told.statement, look),)
        if cells_of(statement) + GAP + cells_of(more) <= width:
            return [(*statement, (" " * GAP, MUTED), *more)]
        if cells_of(more) > width or (not self._has_two and told.mark):
            more = told.mark
            if more and cells_of(statement) + GAP + cells_of(more) <= width:
                return [(*statement, (" " * GAP, MUTED), *more)]
        if not self._has_two:
            return [((fitted(told.statement, width), look),)]
        if cells_of(statement) <= width:
            return [statement, more] if cells_of(more) <= width else [statement]
        first, *rest = Text(told.statement).wrap(self.app.console, max(width, 1))
        second = fitted(" ".join(line.plain.strip() for line in rest), width)
        return [((first.plain.rstrip(), look),), ((second, look),)]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one line; the style sheet may give two."""
        return 1
