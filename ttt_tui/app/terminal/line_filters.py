"""What every line goes through on its way to the terminal: fewer colours, or ASCII, where it has no more.

Relied on: nothing private; Textual puts every line through what `App.get_line_filters` returns.
"""

from collections.abc import Sequence

from textual.filter import ANSIToTruecolor, LineFilter
from textual.theme import Theme

from ttt_tui.app.terminal.few_colours import FilterOf16, FilterOf256
from ttt_tui.app.terminal.filters import AsciiFilter


class Filters:
    """The filters of one terminal, each made once.

    `colours` are its colours as `rich` calls them, `encoding` is what it can show beyond ASCII if `is_ascii`.
    """

    def __init__(
        self, colours: str | None, *, has_colours: bool, is_ascii: bool, encoding: str = "ascii"
    ) -> None:
        self._of_256 = FilterOf256(enabled=colours == "256")
        self._of_16 = {
            is_dark: FilterOf16(is_dark=is_dark, has_colours=has_colours) for is_dark in (False, True)
        }
        self._ascii = AsciiFilter(is_ascii, encoding)

    def of(self, theme: Theme, others: Sequence[LineFilter]) -> list[LineFilter]:
        """Return the filters for a theme; `others` are Textual's own."""
        colours = self._of_16[theme.dark] if theme.ansi else self._of_256
        kept = [other for other in others if not (theme.ansi and isinstance(other, ANSIToTruecolor))]
        return [own for own in (colours, *kept, self._ascii) if own.enabled]
