"""The choices of an opening: offered in place of the status line and in the panel, for keys and clicks.

A key that was pressed before the question was on the screen was meant for the board: it chooses nothing.
Enter makes the highlighted choice; at first none is highlighted.
"""

from typing import TYPE_CHECKING

from textual.binding import Binding

from ttt_tui.app.play.reading_time import READING_SECONDS, ReadingTime
from ttt_tui.app.widgets.choice_bar import ChoiceBar
from ttt_tui.engine import Choice, Game, IllegalMove
from ttt_tui.session import opening_words

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen
    from ttt_tui.engine import Move


SIDES = (Choice.STAY, Choice.SWAP)
"""The choices that end an opening."""


class OpeningChoice:
    """Asks the human to move for a choice while `is_due`, and reports the choices of others."""

    BINDINGS = (
        Binding("enter,space", "pick", "choose", key_display="↵", id="play.pick",
                tooltip="In an opening: choose what ← and → have highlighted; 1 2 3 choose at once"),
    )  # fmt: skip

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._session = screen.session
        self._controller = screen.controller
        self._view = screen.board_area
        self.bar = ChoiceBar()
        self._highlighted: Choice | None = None
        self._asked: tuple[Game, int] | None = None  # the game, and after how many moves it asks
        self._painted = ReadingTime()
        self._reading = ReadingTime()
        self._announced: Move | None = None

    @property
    def is_due(self) -> bool:
        """Whether a human at this terminal has to choose."""
        return bool(self._controller.match.game.position.choices) and self._screen.context.is_choosing

    # --- display -----------------------------------------------------------------------------------------

    def show(self) -> bool:
        """Ask for a choice in place of the status line if one is due, and return whether one is.

        A notice replaces the question.
        """
        screen, match, is_due = self._screen, self._controller.match, self.is_due
        self.bar.display, screen.status.display = is_due, not (is_due or screen.go_to.display)
        if not is_due:
            self._asked = self._highlighted = None
            self._view.show_choice(False)
            return False
        asked = match.game, len(match.game.moves)
        if self._asked != asked:
            self._asked, self._highlighted = asked, None
            self._painted.reset()
            self._reading.reset()
            screen.call_after_refresh(self._note_painted)
        question = opening_words.opening_text(match)
        brief = opening_words.opening_text(match, is_brief=True)
        options = opening_words.options(match)
        self._view.choice.show(options, self._highlighted)
        self._view.show_choice(True)
        is_on_card = self._view.shows_panel and self._view.choice.display
        questions = [screen.notice] if screen.notice else [question, brief]
        self.bar.show(questions, () if is_on_card else options, self._highlighted)
        return True

    def on_choice_card_moved(self) -> None:
        """Name the options in the line as long as they are not on the card."""
        if self.is_due:
            self._screen.show_status()

    def _note_painted(self) -> None:
        if self._asked is not None:
            self._painted.start(-READING_SECONDS)
            self._reading.start()

    def announcement(self) -> str:
        """Return which side the latest move has chosen, once; empty if it has chosen none."""
        match = self._controller.match
        latest = match.game.moves[-1] if match.game.moves else None
        if latest is None or latest.square not in SIDES or match.game.undone or latest is self._announced:
            return ""
        self._announced = latest
        return opening_words.choice_sentence(match, latest)

    # --- choices -----------------------------------------------------------------------------------------

    @property
    def _keys(self) -> str:
        return opening_words.keys_of(self._controller.match)

    def take_digit(self, digit: int) -> None:
        """Make the choice of a digit key, unless the key could be meant for the board."""
        match = self._controller.match
        chosen = next((each for each in opening_words.options(match) if each.number == digit), None)
        if chosen is None:
            self._screen.refuse(f"choose {self._keys}")
            return
        places = match.game.position.digit_choices > 0
        if (self._reading if places else self._painted).has_passed(self._session.key_pressed):
            self._make(chosen.choice)
        else:
            self._screen.refuse(f"the choice has just come up: press {digit} again")

    def highlight(self, by: int) -> None:
        """Highlight the next option, or the previous one."""
        if not self._reading.has_passed(self._session.key_pressed):
            return
        choices = self._controller.match.game.position.choices
        if self._highlighted is None:
            self._highlighted = choices[0 if by > 0 else -1]
        else:
            self._highlighted = choices[(choices.index(self._highlighted) + by) % len(choices)]
        self._screen.show_status()

    def action_pick(self) -> None:
        """Make the highlighted choice."""
        if not self._reading.has_passed(self._session.key_pressed):
            return
        if self._highlighted is None:
            self._screen.refuse(f"choose {self._keys}, or highlight one with ← and →")
        else:
            self._make(self._highlighted)

    def on_choice_bar_chosen(self, event: ChoiceBar.Chosen) -> None:
        """Make the choice that was clicked."""
        if self.is_due and event.choice in self._controller.match.game.position.choices:
            self._make(event.choice)

    def _make(self, choice: Choice) -> None:
        try:
            self._screen.choose(choice)
        except IllegalMove as refusal:
            self._screen.refuse(str(refusal))
