"""One player in a small dialog: the only place with text fields, so that no other screen needs them."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ttt_tui.app.screens.base import SteadyScreen
from ttt_tui.app.widgets.footer import KeyLine
from ttt_tui.app.widgets.stepper import Stepper
from ttt_tui.computer import LEVELS
from ttt_tui.engine import COLOURS, HUMAN, LONGEST_NAME, Limit, Player, player_problem
from ttt_tui.session import wording
from ttt_tui.session.presets import NATO, computer_name, default_limit, human_name

TIMES = (0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
DEPTHS = tuple(range(1, 21))
NO_LIMIT = 0


class PlayerScreen(SteadyScreen[Player | None], ModalScreen[Player | None]):
    """Changes a player; Enter accepts, Esc leaves everything as it was."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (24, "-usual")]
    BINDINGS = [
        Binding("enter", "accept", "accept", key_display="↵", id="player.accept"),
        Binding("tab,down", "app.focus_next", "next", key_display="⇥", id="player.next"),
        Binding("shift+tab,up", "app.focus_previous", "previous", show=False, id="player.previous"),
        Binding("escape", "leave", "leave", id="player.leave"),
    ]

    def __init__(self, player: Player, others: Sequence[Player], names: Random) -> None:
        super().__init__()
        self.names = names
        self.player = player
        self.others = others

    def compose(self) -> ComposeResult:
        """Give a line for each thing that can be changed."""
        player, limit = self.player, self.player.limit
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Player"
            dialog.border_subtitle = "Enter accepts · Esc leaves"
            with HorizontalGroup():
                yield Label("Name   ")
                yield Input(player.name, max_length=LONGEST_NAME, compact=True, id="name")
            with HorizontalGroup():
                yield Label("Symbol ")
                yield Input(player.symbol, max_length=2, compact=True, id="symbol")
            yield Stepper("Colour", [(c, c) for c in COLOURS], player.colour, id="colour")
            yield Stepper("Level ", [(level, level) for level in (HUMAN, *LEVELS)], player.level, id="level")
            yield Static(id="summary", markup=False)
            times = [(seconds, f"{seconds:g} s") for seconds in TIMES] + [(NO_LIMIT, "no limit")]
            yield Stepper("Time  ", times, limit.seconds or NO_LIMIT, id="seconds")
            depths = [(NO_LIMIT, "any")] + [(depth, f"{depth} plies") for depth in DEPTHS]
            yield Stepper("Depth ", depths, limit.depth or NO_LIMIT, id="depth")
            yield Static(id="wrong", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show what fits the level."""
        self._show_level()

    def on_stepper_changed(self, event: "Stepper.Changed") -> None:
        """A person's name suits no computer, and the other way round."""
        event.stop()
        if event.stepper.id == "level":
            self._suit_name()
            self._show_level()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter accepts from a text field as well."""
        event.stop()
        self.action_accept()

    def action_accept(self) -> None:
        """Accept what was changed, or say what is wrong with it."""
        player = self._edited()
        reason = player_problem(player, LEVELS) or next(
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
        level = str(self._value("level"))
        limit = replace(
            self.player.limit, seconds=self._value("seconds") or None, depth=self._value("depth") or None
        )
        return replace(
            self.player,
            name=self.query_one("#name", Input).value.strip(),
            symbol=self.query_one("#symbol", Input).value.strip(),
            colour=str(self._value("colour")),
            level=level,
            limit=Limit() if level == HUMAN else limit,
        )

    def _suit_name(self) -> None:
        """Give a usual name in place of a usual name of the other kind; what somebody typed stays."""
        field = self.query_one("#name", Input)
        taken = [other.name for other in self.others]
        is_human = self._value("level") == HUMAN
        words = field.value.split()
        if is_human and len(words) == 2 and all(word in NATO for word in words):
            field.value = human_name(taken)
        elif not is_human and (field.value == "You" or field.value.startswith("Player ")):
            field.value = computer_name(self.names, taken)
        if not is_human and self.player.is_human and self._value("seconds") == NO_LIMIT:
            seconds = default_limit(len(self.others) + 1).seconds
            stepper = self.query_one("#seconds", Stepper)
            stepper.offer(stepper.choices, seconds)

    def _show_level(self) -> None:
        """Show the limits only for a level that they matter to."""
        level = LEVELS.get(str(self._value("level")))
        self.query_one("#summary", Static).update(level.summary if level else "a person decides")
        for id in ("seconds", "depth"):
            self.query_one(f"#{id}").display = level is not None and level.looks_ahead
