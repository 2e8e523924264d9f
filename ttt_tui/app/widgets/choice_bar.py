"""The line that asks for a choice in an opening, in place of the status line, and a card in the panel.

Neither covers the board: the card has the options with what follows from them, and where there is no room for
it the line has them.
"""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from textual import events
from textual.message import Message

from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import (
    CARD,
    MUTED,
    Line,
    Lines,
    TextStyle,
    card,
    cells_of,
    longest_fitting,
    padded,
)
from ttt_tui.engine import Choice
from ttt_tui.session.opening_words import Option

KEY, CHOSEN = TextStyle("accent"), TextStyle("ink", "accent", bold=True, stands_out=True)
"""The styles of a key and of the highlighted option."""

GAP = 3
"""Blanks between two parts; a narrow window leaves one of them."""

WAYS: Sequence[Callable[[Option], str]] = (
    lambda option: option.text,
    lambda option: option.shorter,
    lambda option: option.brief,
    lambda option: option.briefest,
)
"""The wordings of an option, the longest first."""


class ChoiceBar(Lines):
    """Shows a question with the options, which are chosen by their keys or by clicks."""

    DEFAULT_CSS = """
    ChoiceBar { height: 1; padding: 0 2; display: none; }
    """

    class Chosen(Message):
        """An option was clicked."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self) -> None:
        super().__init__()
        self._questions: Sequence[str] = ("",)
        self._options: tuple[Option, ...] = ()
        self._highlighted: Choice | None = None
        self._places: list[tuple[int, int, int, Choice]] = []  # line, first cell, end and what is there

    def show(self, questions: Sequence[str], options: tuple[Option, ...], highlighted: Choice | None) -> None:
        """Ask the first question that fits, or show a refusal instead; no options if the card has them."""
        self._questions, self._options, self._highlighted = questions, options, highlighted
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return one line, or two where question and options do not fit side by side."""
        asked: Line = ((self._questions[0], TextStyle(bold=True)), (" " * GAP, MUTED))
        for way in WAYS[:-1]:
            beside = self._chosen_from(way, GAP)
            if cells_of(asked) + cells_of(beside) <= width:
                self._note_places(0, cells_of(asked), way, GAP)
                return [(*asked, *beside)]
        has_two = self.size.height > 1 or self.styles.is_auto_height
        for way in WAYS:
            for gap in (GAP, 1):
                below = self._chosen_from(way, gap)
                if cells_of(below) <= width:
                    self._note_places(int(has_two), 0, way, gap)
                    question: Line = ((longest_fitting(self._questions, width), TextStyle(bold=True)),)
                    return [question, below] if has_two else [below]
        return [below]

    def _chosen_from(self, way: Callable[[Option], str], gap: int) -> Line:
        line: Line = ()
        for option in self._options:
            is_chosen = option.choice == self._highlighted
            key, text = (CHOSEN, CHOSEN) if is_chosen else (KEY, MUTED)
            blank: Line = ((" " * gap, MUTED),) if line else ()
            line = (*line, *blank, (f"{option.number} ", key), (way(option), text))
        return line

    def _note_places(self, y: int, x: int, way: Callable[[Option], str], gap: int) -> None:
        self._places = []
        for option in self._options:
            end = x + cell_len(f"{option.number} {way(option)}")
            self._places.append((y, x, end, option.choice))
            x = end + gap

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked option."""
        place = event.get_content_offset(self)
        if place is None or event.button != LEFT_BUTTON:
            return
        for y, start, end, choice in self._places:
            if y == place.y and start <= place.x < end:
                self.post_message(self.Chosen(choice))


CARD_INDENT = 2
CARD_LINES = 5
"""Lines of the card with three options, and half a line above and below."""


class ChoiceCard(Lines):
    """Shows the options one below the other, with their consequences; they can be clicked."""

    DEFAULT_CSS = """
    ChoiceCard { height: auto; display: none; }
    """

    class Moved(Message):
        """The card has been shown or hidden, with the panel or for lack of room."""

    def __init__(self) -> None:
        super().__init__()
        self._options: tuple[Option, ...] = ()
        self._highlighted: Choice | None = None

    def on_show(self) -> None:
        self.post_message(self.Moved())

    def on_hide(self) -> None:
        self.post_message(self.Moved())

    def show(self, options: tuple[Option, ...], highlighted: Choice | None) -> None:
        self._options, self._highlighted = options, highlighted
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return a line for each option, on a ground of their own."""
        room = width - CARD_INDENT
        blank: Line = ((" " * (CARD_INDENT - 1), TextStyle(ground=CARD)),)
        rows: list[Line] = []
        for option in self._options:
            is_chosen = option.choice == self._highlighted
            key, text = (CHOSEN, CHOSEN) if is_chosen else (KEY._replace(ground=CARD), TextStyle(ground=CARD))
            words = longest_fitting([way(option) for way in WAYS], room - 2)
            rows.append(
                (*blank, (f"{option.number} ", key), (padded(words, room - 2) if is_chosen else words, text))
            )
        return card(rows, width)

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked option."""
        place = event.get_content_offset(self)
        if place is None or event.button != LEFT_BUTTON:
            return
        if place.y - 1 in range(len(self._options)):
            self.post_message(ChoiceBar.Chosen(self._options[place.y - 1].choice))
