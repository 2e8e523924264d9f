"""The level as a ladder below its row in the card of a set-up, with what the level does."""

from textwrap import wrap

from textual import events
from textual.message import Message

from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import CARD, Line, Lines, TextStyle, fitted, longest_fitting
from ttt_tui.app.widgets.setup_rows import SetupView, level_texts
from ttt_tui.computer.levels import STEPS, strength_of
from ttt_tui.session.setup_changes import common_level

ENDS = "novice ", " expert"
"""The words before and after the ladder."""

WORD_LINES = 2
"""Lines of what a level does, below the ladder or where it would be."""

REACHED, AHEAD = TextStyle("accent", CARD), TextStyle("faint", CARD)
WORDS = TextStyle("muted", CARD)


class Ladder(Lines):
    """Shows the step of all computers on the ladder, a cell for each step, and words; a click chooses a step.

    In one line the words stand beside the ladder, in three below it. Other levels have only words.
    """

    GROUND = CARD
    DEFAULT_CSS = """
    Ladder { height: 1; }
    """

    class Chosen(Message):
        """A step was clicked."""

        def __init__(self, level: str) -> None:
            super().__init__()
            self.level = level

    def __init__(self) -> None:
        super().__init__(id="ladder")
        self._strength: int | None = None
        self._texts = [""]

    def show(self, view: SetupView) -> None:
        common = common_level(view.setup)
        self._strength = None if common is None else strength_of(common)
        self._texts = [*level_texts(view)]
        self.follow()

    def lines(self, width: int) -> list[Line]:
        is_alone = self.size.height > 1
        if self._strength is None:
            return _wrapped(self._texts, width, 1 + WORD_LINES if is_alone else 1)
        reached = "━" * (self._strength - 1) + "◆"
        steps: Line = (reached, REACHED), ("─" * (len(STEPS) - self._strength), AHEAD)
        if is_alone:
            first, last = ENDS
            return [((first, AHEAD), *steps, (last, AHEAD)), *_wrapped(self._texts, width, WORD_LINES)]
        room = width - len(STEPS) - 1
        return [(*steps, (f" {longest_fitting(self._texts, room)}", WORDS))]

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if self._strength is None or place is None or place.y or event.button != LEFT_BUTTON:
            return
        step = place.x - (len(ENDS[0]) if self.size.height > 1 else 0)
        if step in range(len(STEPS)):
            self.post_message(self.Chosen(STEPS[step]))


def _wrapped(texts: list[str], width: int, most: int) -> list[Line]:
    """Return the longest text that takes at most `most` lines of `width` cells, else the last one, cut."""
    wrapped = (wrap(text, max(width, 1)) for text in texts)
    lines = next((lines for lines in wrapped if len(lines) <= most), [fitted(texts[-1], width)])
    return [((line, WORDS),) for line in lines]
