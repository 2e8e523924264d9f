"""What starts a game from the main menu: two buttons with your record below, and the status line."""

from collections.abc import Callable, Mapping

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Static

from ttt_tui.app.look.room import LOW
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.footer import KeyHints, ShownKey
from ttt_tui.app.widgets.lines import CARD, Line, Lines, TextStyle, cells_of, fitted
from ttt_tui.engine import Setup
from ttt_tui.session import wording

ENTER = Binding("enter", "start", key_display="↵")

PLAYS, OPENS, JOINS, HOSTS = "play", "open", "join", "host"
"""Effects of Enter: on a game, puzzles or history, the entry for joining, a game with an open seat."""

WAITS = " and wait for players"
"""The addition to `HOSTS` where no game can be resumed."""

NOT_NOW = TextStyle("faint", "raised")
KEY, WORDS = TextStyle("accent", "raised", bold=True), TextStyle("text", "raised")
QUIET = TextStyle("muted", CARD)

PADDING, GAP = 2, 3
"""Cells on either side of the words of the button that starts, and between the buttons."""

RESUME = "r: "
"""The beginning of what is said about a game that can be resumed."""


class StartButtons(Lines):
    """Shows what Enter does and what `r` resumes as buttons, and a line about the chosen game below them."""

    GROUND = CARD
    DEFAULT_CSS = """
    StartButtons { height: 1; }
    """

    class Pressed(Message):
        """A button was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__(id="buttons")
        self._effect = PLAYS
        self._resumable: Callable[[int], str] = lambda room: ""
        self._can_start = True
        self._about: Line = ()
        self._second = 0  # the first cell of the second button

    def show_start(self, effect: str, resumable: Callable[[int], str], *, can_start: bool) -> None:
        """Show the effect of Enter, and the game to resume, which `resumable` describes in some cells."""
        self._effect, self._resumable, self._can_start = effect, resumable, can_start
        self.follow()

    def show_about(self, about: Line) -> None:
        """Show a line about the chosen game."""
        self._about = about
        self.follow()

    def _game(self, room: int) -> str:
        """Return the game that can be resumed in about `room` cells, empty if there is none."""
        return self._resumable(room + len(RESUME)).removeprefix(RESUME)

    def more_about_game(self, room: int) -> str:
        """Return what the button does not say of the game that can be resumed: `to resume: Ada v Bob`."""
        button = "".join(text for text, _ in self.lines(self.size.width)[0])
        parts = self._game(room).removeprefix("resume ").split(", ")
        unsaid = ", ".join(part for part in parts if part not in button)
        return unsaid and f"to resume: {unsaid}"

    def lines(self, width: int) -> list[Line]:
        enter, blank = self.app.get_key_display(ENTER), " " * PADDING
        play = f"{blank}{enter} {self._effect}{blank}"
        room = width - cell_len(play) - GAP - PADDING
        game = self._game(room - PADDING)
        if self._effect == HOSTS and not game and len(WAITS) <= width - cell_len(play):
            play = f"{blank}{enter} {self._effect}{WAITS}{blank}"
        before, after = play.split(enter)
        buttons: Line = (
            ((before + enter, KEY), (after, WORDS._replace(bold=True)))
            if self._can_start
            else ((play, NOT_NOW),)
        )
        self._second = cells_of(buttons) + GAP
        if game:
            words = (" r ", KEY), (f"{fitted(game, max(room - 1, 0))} ", WORDS)
            buttons = (*buttons, (" " * GAP, QUIET), *words)
        return [buttons, (), self._about]

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None or place.y or event.button != LEFT_BUTTON:
            return
        if place.x < self._second - GAP:
            self.post_message(self.Pressed("start"))
        elif place.x in range(self._second, cells_of(self.lines(self.size.width)[0])):
            self.post_message(self.Pressed("resume"))


def record_line(setup: Setup, duel: tuple[int, int] | None) -> Line:
    """Return the user's wins and losses against the computer of a set-up: `you 3–9 medium 4 at this game`."""
    if duel is None:
        return ()
    (you,) = (player for player in setup.players if not player.is_computer)
    (computer,) = (player for player in setup.players if player.is_computer)
    won, lost = (
        (str(points), TextStyle(player.colour, CARD, bold=True))
        for points, player in zip(duel, (you, computer), strict=True)
    )
    level = wording.level_title(computer.level)
    return ("you ", QUIET), won, ("–", QUIET), lost, (f" {level} at this game", QUIET)


class SetupStatus(Static):
    """Shows why something was refused, or a note; blank as long as there is nothing to say."""

    DEFAULT_CSS = """
    SetupStatus { background: $ground; color: $muted; }
    """

    def __init__(self) -> None:
        super().__init__(id="status", markup=False)
        self._is_low = False
        self._text = ""

    def fit(self, lines: int) -> None:
        """Use a line, or two for a long text; in a window of few `lines` none without a text."""
        self.styles.height, self.styles.max_height = "auto", 2
        self._is_low = lines < LOW
        self.display = bool(self._text) or not self._is_low

    def refuse(self, reason: str) -> None:
        self._show(wording.sentence(reason), is_refusal=True)

    def note(self, text: str) -> None:
        self._show(text, is_refusal=False)

    def _show(self, text: str, *, is_refusal: bool) -> None:
        self.set_class(is_refusal, "-refusal")
        if text != self._text:
            self._text = text
            self.display = bool(text) or not self._is_low
            self.update(text)


class SetupKeys(KeyHints):
    """The keys of the main menu: Enter first, although the keys of the focused row precede it."""

    def __init__(self, named: Callable[[], Mapping[str, str]]) -> None:
        """Show the bindings that `named` returns: ids with descriptions."""
        super().__init__(lambda binding: binding.id in self._now, lambda binding: self._now[str(binding.id)])
        self._named = named
        self._now: Mapping[str, str] = {}

    @property
    def keys(self) -> list[ShownKey]:
        if self._keys is None:
            self._now = self._named()
        return sorted(super().keys, key=lambda key: key.key != ENTER.key)
