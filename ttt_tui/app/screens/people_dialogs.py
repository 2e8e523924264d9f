"""The dialogs of a server's lobby: challenges, greetings, names and the leaderboard."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from ttt_tui.app.screens.dialog import AnswerButton, Dialog, ListDialog
from ttt_tui.app.widgets.inputs import NameList, Stepper
from ttt_tui.engine import Geometry
from ttt_tui.engine.clock import TimeControl
from ttt_tui.errors import InvalidClock
from ttt_tui.multiplayer.lobby import Lobby
from ttt_tui.multiplayer.lobby_messages import (
    GREETINGS,
    Challenge,
    GameKind,
    ranking_lines,
)
from ttt_tui.session import wording
from ttt_tui.session.clocks import CLOCKS, SLOW_CLOCKS, clock_words
from ttt_tui.session.presets import PRESETS


def games_for_two() -> dict[str, Geometry]:
    """Return the games that people play with each other, by their titles."""
    boards = (preset.geometry for preset in PRESETS.values() if len(preset.levels) == 2)
    return {wording.board_title(geometry): geometry for geometry in boards}


OFFER = Binding("enter", "keep", "offer", key_display="↵", id="offer.keep")
SEND = Binding("enter", "take", "send", key_display="↵", id="greet.take")
KEEP = Binding("enter", "keep", "ok", key_display="↵", id="typed.keep")
NO_OFFER, NO_GREETING, NO_TEXT = (
    Binding("escape", "leave", "cancel", key_display="Esc", id=f"{dialog}.leave")
    for dialog in ("offer", "greet", "typed")
)
CLOSE = Binding("escape,q,enter", "leave", "back", key_display="Esc", id="ranking.leave")


FIRST_OFFERED = "gomoku"
"""The preset with which the choice of a game begins: good players never win the smaller boards."""

OTHER = "other"
"""The choice of a clock that is typed."""

LABELS = 7
"""Cells of the labels of a challenge."""


class OfferScreen(Dialog[Challenge | None]):
    """Chooses a game, its clock and whether it is rated.

    It is dismissed with the challenge for `to`, or with None.
    """

    AUTO_FOCUS = "#game"
    BINDINGS = [
        OFFER,
        NO_OFFER,
        Binding("down,tab", "app.focus_next", "next", show=False, id="offer.next"),
        Binding("up,shift+tab", "app.focus_previous", "previous", show=False, id="offer.previous"),
    ]

    def __init__(self, to: str, before: Challenge | None, *, is_guest: bool, finds: bool = False) -> None:
        """Begin with the choice `before`, if there was one."""
        super().__init__("Find an opponent" if finds else f"Challenge {to}" if to else "Challenge anybody")
        self._to, self._before, self._is_guest, self._finds = to, before, is_guest, finds

    def compose_body(self) -> ComposeResult:
        games = [(geometry, name) for name, geometry in games_for_two().items()]
        rated = [(False, "no")] if self._is_guest else [(True, "yes"), (False, "no")]
        game, is_rated, clock = PRESETS[FIRST_OFFERED].geometry, not self._is_guest, None
        if self._before is not None:
            game, is_rated, clock = self._before.geometry, self._before.rated, self._before.time_control
        for stepper in (
            Stepper("Game", games, game, "game"),
            Stepper("Clock", self._clocks(clock), clock, "clock"),
            Stepper("Rated", rated, is_rated, "rated"),
        ):
            stepper.fit(LABELS)
            yield stepper

    def _clocks(self, chosen: TimeControl | None) -> list[tuple[TimeControl | str | None, str]]:
        """Return the clocks to choose from, with the chosen one if it was typed."""
        clocks = CLOCKS if self._is_guest else [*CLOCKS, *SLOW_CLOCKS]
        if chosen is not None and chosen not in clocks:
            clocks = [*clocks, chosen]
        return [(None, "none"), *((clock, clock_words(clock)) for clock in clocks), (OTHER, "other…")]

    def compose_answers(self) -> Sequence[AnswerButton]:
        words = "find" if self._finds else "offer"
        return AnswerButton(OFFER, words, is_default=True), AnswerButton(NO_OFFER)

    def action_keep(self) -> None:
        """Return the challenge; ask for the clock first if it is to be typed."""
        clock = self.query_one("#clock", Stepper)
        if clock.value == OTHER:
            self.app.push_screen(ClockScreen(), self._take_clock)
            return
        geometry = self.query_one("#game", Stepper).value
        rated = bool(self.query_one("#rated", Stepper).value)
        text = "" if clock.value is None else str(clock.value)
        self.dismiss(Challenge(*GameKind.fields_of(geometry), rated, self._to, clock=text))

    def _take_clock(self, text: str | None) -> None:
        """Choose the clock that was typed."""
        if text:
            control = TimeControl.parse(text)
            self.query_one("#clock", Stepper).offer(self._clocks(control), control)


class GreetScreen(ListDialog[int | None]):
    """Chooses a greeting; is dismissed with its number."""

    BINDINGS = [SEND, NO_GREETING]

    def __init__(self, name: str) -> None:
        super().__init__(f"To {name}")

    def compose_body(self) -> ComposeResult:
        yield NameList(*(Option(greeting) for greeting in GREETINGS), markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(SEND, is_default=True), AnswerButton(NO_GREETING)

    def action_take(self) -> None:
        self.dismiss(self.names.highlighted)


class TextScreen(Dialog[str | None]):
    """Asks for a short text; is dismissed with it, or with None."""

    AUTO_FOCUS = "#text"
    BINDINGS = [KEEP, NO_TEXT]

    def __init__(self, heading: str, text: str = "", explanation: str = "") -> None:
        super().__init__(heading)
        self._text, self._explanation = text, explanation

    def compose_body(self) -> ComposeResult:
        if self._explanation:
            yield Static(self._explanation, markup=False, id="explanation")
        yield Input(self._text, max_length=40, compact=True, id="text")

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(KEEP), AnswerButton(NO_TEXT)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        """Return the text."""
        self.dismiss(self.query_one("#text", Input).value.strip())


class ClockScreen(TextScreen):
    """Asks for a clock; is dismissed with a text that is one, or with None."""

    def __init__(self) -> None:
        super().__init__("Clock", "", "Like 3m+2s, 10s/move, 5m:3x20s or 2d/move.")

    def action_keep(self) -> None:
        """Return the text, or say what is wrong with it."""
        try:
            TimeControl.parse(self.query_one("#text", Input).value)
        except InvalidClock as refusal:
            self.query_one("#explanation", Static).update(wording.sentence(str(refusal)))
        else:
            super().action_keep()


class RankingScreen(Dialog[None]):
    """The leaderboard, which arrives after it is shown."""

    WIDTH = 60
    BINDINGS = [CLOSE]

    def __init__(self, lobby: Lobby) -> None:
        super().__init__("Leaderboard")
        self._lobby = lobby

    def compose_body(self) -> ComposeResult:
        yield Static(*ranking_lines([]), markup=False, id="ranks")

    def compose_answers(self) -> Sequence[AnswerButton]:
        return (AnswerButton(CLOSE, is_default=True),)

    def show(self) -> None:
        """Show what has arrived."""
        if not self._lobby.ranking:
            return
        self.query_one("#ranks", Static).update("\n".join(ranking_lines(self._lobby.ranking)))
        self.fit()
