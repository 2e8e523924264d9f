"""The filters above the list of games, and the hint of its search."""

from collections.abc import Sequence

from rich.text import Text
from textual import events

from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.bars import KEY
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.app.widgets.lines import MUTED, Line, Lines

ANY = ""
"""The value of a filter that matches all games."""


class Filter(Stepper):
    """A choice of games; its label begins with the key that steps it.

    In brief it is the label alone while it matches all games, else the key and the value.
    """

    COMPONENT_CLASSES = {"filter--key"}
    DEFAULT_CSS = """
    Filter > .filter--key { color: $role-accent; text-style: bold; }
    """

    def __init__(self, key: str, label: str, choices: Sequence[tuple[str, str]], id: str) -> None:
        self._key, self._full_label = key, f"{key} {label}"
        self._is_brief = False
        super().__init__(self._full_label, [(ANY, "any"), *choices], ANY, id)

    def shorten(self, is_brief: bool) -> None:
        """Show the filter in brief or in full."""
        if is_brief != self._is_brief:
            self._is_brief = is_brief
            self.draw_anew()

    @property
    def brief_cells(self) -> int:
        """Cells of the filter in brief."""
        return len(self._full_label) if self.value == ANY else len(self._key) + 1 + self._value_cells

    @property
    def most_cells(self) -> int:
        return super().most_cells + len(self._full_label) - len(self.label)

    def draw_anew(self) -> None:
        self.label = self._key if self._is_brief and self.value != ANY else self._full_label
        super().draw_anew()

    @property
    def natural_width(self) -> int:
        return self.brief_cells if self._is_brief else super().natural_width

    def label_text(self) -> Text:
        text = super().label_text()
        text.stylize(self.get_component_rich_style("filter--key"), 0, 1)
        return text

    def render(self) -> Text:
        if not self._is_brief or self.value != ANY:
            return super().render()
        text = Text(self.label, self.get_component_rich_style("stepper--label"), no_wrap=True)
        text.stylize(self.get_component_rich_style("filter--key"), 0, 1)
        return text

    def step_on(self) -> None:
        """Choose the next value, after the last one the first."""
        self.choose((self._index + 1) % len(self.choices))
        self.scroll_visible(animate=False)


class SearchHint(Lines):
    """Names the key of the search; a click does the same."""

    DEFAULT_CSS = """
    SearchHint { width: 8; height: 1; }
    """

    def lines(self, width: int) -> list[Line]:
        return [(("/", KEY._replace(bold=True)), (" search", MUTED))]

    async def on_click(self, event: events.Click) -> None:
        if event.button == LEFT_BUTTON:
            await self.screen.run_action("search")


HINT_CELLS, FIELD_CELLS = len("/ search"), 24
"""Cells of the hint and of the field of the search."""

FILTER_GAP = 2
"""Cells before a filter."""
