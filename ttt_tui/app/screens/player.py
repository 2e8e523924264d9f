"""One player in a small dialog: the only place with text fields, so that no other screen needs them."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup, VerticalGroup
from textual.widgets import Input, Label, Static

from ttt_tui.app.screens.dialog import Answer, Dialog
from ttt_tui.app.widgets.level_notes import LEVEL_NOTES
from ttt_tui.app.widgets.stepper import Stepper
from ttt_tui.app.widgets.stone_text import stone_text
from ttt_tui.app.widgets.swatches import Swatches
from ttt_tui.computer import LEVELS
from ttt_tui.engine import HUMAN, LONGEST_NAME, OPEN, Limit, Player, player_problem, symbol_problem
from ttt_tui.session import wording
from ttt_tui.session.presets import default_limit, is_usual_name, usual_name
from ttt_tui.session.seats import filled_by

TIMES = (0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
DEPTHS = tuple(range(1, 21))
NO_LIMIT = 0

COMPUTER = "computer"
USUAL_LEVEL = "negamax"
"""The level of a person who becomes a computer."""

OPEN_NOTE = "for a person elsewhere"

SUGGESTED = "XO●○▲■◆AHK"
"""Symbols that are easily told apart."""

STONE_SIZE = (7, 3)
"""Columns and lines of the stone that is shown."""

LABEL_WIDTH = 9
"""Cells from the beginning of a label to what it is about."""

KEEP = Binding("enter", "accept", "keep", key_display="↵", id="player.accept")
LEAVE = Binding("escape", "leave", "leave as it was", key_display="Esc", id="player.leave")


class PlayerScreen(Dialog[Player | None]):
    """Changes a player; Enter keeps what was changed, Esc leaves everything as it was."""

    WIDTH = 64
    AUTO_FOCUS = "#name"
    BINDINGS = [
        KEEP,
        Binding("tab,down", "app.focus_next", "next", show=False, id="player.next"),
        Binding("shift+tab,up", "app.focus_previous", "previous", show=False, id="player.previous"),
        LEAVE,
    ]
    DEFAULT_CSS = """
    PlayerScreen {
        .fields { width: 1fr; }
        .stone { width: 9; height: 3; padding-left: 2; }
        Label { width: 9; }
        Input { width: 1fr; max-width: 26; }
        #symbol { width: 4; }
        #suggested { width: 1fr; color: $faint; text-wrap: nowrap; padding-left: 1; }
        Stepper { width: 1fr; }
        #plays { margin-top: 1; }
        &.-low #plays { margin: 0; }
        &.-slim .stone, &.-slim #suggested { display: none; }
        &.-slim Label { width: 7; }
    }
    """

    def __init__(self, player: Player, others: Sequence[Player], names: Random, seat: int = 0) -> None:
        super().__init__(f"Player {seat + 1}")
        self.names = names
        self.player = player
        self.others = others

    def compose_body(self) -> ComposeResult:
        """Give a line for each thing that can be changed."""
        player, limit = self.player, self.player.limit
        with HorizontalGroup():
            with VerticalGroup(classes="fields"):
                with HorizontalGroup():
                    yield Label("Name")
                    yield Input(player.name, max_length=LONGEST_NAME, compact=True, id="name")
                with HorizontalGroup():
                    yield Label("Symbol")
                    yield Input(player.symbol, max_length=2, compact=True, id="symbol")
                    yield Static(self._suggested(), markup=False, id="suggested")
                yield Swatches("Colour", player.colour, id="colour")
            yield Static(classes="stone")
        plays = [(HUMAN, "person"), (OPEN, OPEN), (COMPUTER, COMPUTER)]
        yield Stepper("Plays", plays, COMPUTER if player.is_computer else player.level, id="plays")
        level = player.level if player.is_computer else USUAL_LEVEL
        yield Stepper("Level", [(level, level) for level in LEVELS], level, id="level")
        times = [(seconds, f"{seconds:g} s") for seconds in TIMES] + [(NO_LIMIT, "no limit")]
        yield Stepper("Time", times, limit.seconds or NO_LIMIT, id="seconds", note="a move")
        depths = [(NO_LIMIT, "any")] + [(depth, f"{depth} plies") for depth in DEPTHS]
        yield Stepper("Depth", depths, limit.depth or NO_LIMIT, id="depth")
        yield Static(id="wrong", markup=False)

    def compose_answers(self) -> Sequence[Answer]:
        """Return both answers."""
        return Answer(KEEP), Answer(LEAVE)

    def on_mount(self) -> None:
        """Show what fits the level."""
        self._show_level()
        self._show_stone()

    def fit(self) -> None:
        """Let the labels take less where there is little room."""
        super().fit()
        for stepper in self.query(Stepper):
            stepper.fit(0 if self.has_class("-slim") else LABEL_WIDTH)

    def show_colours(self) -> None:
        """Show the stone in its colour of this theme."""
        self._show_stone()

    def on_stepper_changed(self, event: "Stepper.Changed") -> None:
        """A person's name suits no computer, and the other way round."""
        event.stop()
        if event.stepper.id == "plays":
            self._suit_name()
        self._show_level()
        self._show_stone()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another symbol is another stone."""
        event.stop()
        if event.input.id == "symbol":
            self._show_stone()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter keeps from a text field as well."""
        event.stop()
        self.action_accept()

    def action_accept(self) -> None:
        """Keep what was changed, or say what is wrong with it."""
        player = self._edited()
        reason = player_problem(player, filled_by()) or next(
            (
                f"{player.symbol} is {other.name}'s symbol: each needs one of its own"
                for other in self.others
                if other.symbol.casefold() == player.symbol.casefold()
            ),
            None,
        )
        if reason is None:
            self.dismiss(player)
        else:
            self.query_one("#wrong", Static).update(wording.sentence(reason))

    def action_leave(self) -> None:
        """Leave everything as it was."""
        self.dismiss(None)

    def _value(self, id: str) -> Any:
        return self.query_one(f"#{id}", Stepper).value

    def _edited(self) -> Player:
        level = str(self._value("level" if self._is_computer else "plays"))
        limit = replace(
            self.player.limit, seconds=self._value("seconds") or None, depth=self._value("depth") or None
        )
        return replace(
            self.player,
            name=self.query_one("#name", Input).value.strip(),
            symbol=self.query_one("#symbol", Input).value.strip(),
            colour=str(self._value("colour")),
            level=level,
            limit=limit if self._is_computer else Limit(),
        )

    @property
    def _is_computer(self) -> bool:
        return bool(self._value("plays") == COMPUTER)

    def _suit_name(self) -> None:
        """Give a usual name in place of a usual name of another kind; what somebody typed stays."""
        field = self.query_one("#name", Input)
        if is_usual_name(field.value):
            level = COMPUTER if self._is_computer else str(self._value("plays"))
            field.value = usual_name(level, [other.name for other in self.others], self.names)
        if self._is_computer and not self.player.is_computer and self._value("seconds") == NO_LIMIT:
            seconds = default_limit(len(self.others) + 1).seconds
            stepper = self.query_one("#seconds", Stepper)
            stepper.offer(stepper.choices, seconds)

    def _show_level(self) -> None:
        """Show the limits only for a level that they matter to."""
        level = LEVELS[str(self._value("level"))] if self._is_computer else None
        plays = self.query_one("#plays", Stepper)
        plays.offer(plays.choices, plays.value, OPEN_NOTE if plays.value == OPEN else "")
        stepper = self.query_one("#level", Stepper)
        stepper.display = level is not None
        if level is not None:
            stepper.offer(stepper.choices, level.name, LEVEL_NOTES[level.name])
        for id in ("seconds", "depth"):
            self.query_one(f"#{id}").display = level is not None and level.looks_ahead

    def _suggested(self) -> str:
        """Return symbols that nobody else has."""
        taken = {other.symbol.casefold() for other in self.others}
        return " ".join(symbol for symbol in SUGGESTED if symbol.casefold() not in taken)

    def _show_stone(self) -> None:
        """Draw the stone as it will be on the board, none if the symbol is none."""
        symbol = self.query_one("#symbol", Input).value.strip()
        drawn = Text()
        if symbol_problem(symbol) is None:
            colour, theme = str(self._value("colour")), self.app.current_theme
            drawn = stone_text(symbol, colour, *STONE_SIZE, theme, is_ascii=self.is_ascii)
        self.query_one(".stone", Static).update(drawn, layout=False)
