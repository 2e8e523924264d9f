"""The dialog for one player: name, symbol, colour, kind, level, engine and limits."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup, VerticalGroup
from textual.widgets import Input, Label, Static

from ttt_tui.analysis.words import counted
from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.screens.engine_fields import EngineFields
from ttt_tui.app.themes import roles_of
from ttt_tui.app.widgets.inputs import Stepper, Swatches
from ttt_tui.app.widgets.pictures import stone_text
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import STEPS, Level, screen_name
from ttt_tui.engine import (
    ENGINE_PREFIX,
    HUMAN,
    LONGEST_NAME,
    OPEN,
    OWN_PREFIX,
    Geometry,
    Limit,
    Player,
    check_engines_can_play,
    check_player,
    engine_name,
    is_valid_symbol,
)
from ttt_tui.engine.names import check_distinct, skeleton
from ttt_tui.errors import InvalidSetup, InvalidSymbol, NotForEngines
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.process.permissions import Permission
from ttt_tui.session import wording
from ttt_tui.session.presets import MEDIUM, TIMED, default_limit, is_usual_name
from ttt_tui.session.seats import assignable_levels
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import free_player_name, is_named_as_engine

TIMES = (0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
DEPTHS = tuple(range(1, 21))
NO_LIMIT = 0

COMPUTER, CLASSIC_COMPUTER, ENGINE = "computer", "classic", "brain"
KINDS = [
    (HUMAN, "human"),
    (OPEN, "open seat"),
    (COMPUTER, "computer"),
    (CLASSIC_COMPUTER, "classic computer"),
    (ENGINE, "engine"),
]
"""Kinds of players with their names on the screen."""

NEEDED = {OPEN: Permission.LOCAL_GAMES, ENGINE: Permission.ENGINES}
"""The kinds that need a permission."""

OFFERED = {COMPUTER: STEPS, CLASSIC_COMPUTER: CLASSIC_NAMES}
"""The levels of each kind of computer."""

USUAL_LEVELS = {COMPUTER: MEDIUM, CLASSIC_COMPUTER: "minimax"}
"""The level of a player who becomes a computer of this kind."""

SUGGESTED, SUGGESTED_ASCII = "XO●○▲■◆AHK", "XOAHKMNS"
"""Symbols that are easily told apart, in Unicode and in ASCII."""

STONE_SIZE = (7, 3)
"""Columns and lines of the previewed stone."""

LABEL_WIDTH = 9
"""Cells from the beginning of a label to its value."""

KEEP = Binding("enter", "accept", "save", key_display="↵", id="player.accept")
LEAVE = Binding("escape", "leave", "cancel", key_display="Esc", id="player.leave")


class PlayerScreen(Dialog[Player | None]):
    """Changes a player; Enter saves the changes, Esc discards them."""

    WIDTH = 64
    AUTO_FOCUS = "#name"
    BINDINGS = [
        KEEP,
        Binding("tab", "app.focus_next", "next", show=False, id="player.next"),
        Binding("shift+tab", "app.focus_previous", "previous", show=False, id="player.previous"),
        Binding("down", "focus_line(1)", "next line", show=False, id="player.down"),
        Binding("up", "focus_line(-1)", "previous line", show=False, id="player.up"),
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

    def __init__(
        self, session: Session, player: Player, others: Sequence[Player], board: Geometry, seat: int = 0
    ) -> None:
        """Edit a player who plays against `others` on `board`."""
        super().__init__(f"Player {seat + 1}")
        self.session = session
        self.player = player
        self.others = others
        self.board = board
        is_own = player.is_human and player.name == session.profile.name
        is_default = is_own or is_named_as_engine(player)
        self._default_name = player.name if is_default else ""  # which another level replaces

    def compose_body(self) -> ComposeResult:
        player, limit = self.player, self.player.limit
        with HorizontalGroup():
            with VerticalGroup(classes="fields"):
                with HorizontalGroup():
                    yield Label("Name")
                    yield Input(player.name, max_length=LONGEST_NAME, compact=True, id="name")
                with HorizontalGroup():
                    yield Label("Symbol")
                    yield Input(player.symbol, max_length=2, compact=True, id="symbol")
                    yield Static(self._free_symbols(), markup=False, id="suggested")
                yield Swatches("Colour", player.colour, id="colour")
            yield Static(classes="stone")
        yield Stepper("Type", self._kinds(), _kind(player), id="plays")
        yield Stepper("Level", (), player.level, id="level")
        yield Static(id="classic", markup=False)
        yield EngineFields(self.session, engine_name(player.level) if player.is_engine else None)
        yield Stepper("Time", (), limit.seconds or NO_LIMIT, id="seconds", note="a move")
        depths = [(NO_LIMIT, "no limit")] + [(depth, counted(depth, "move")) for depth in DEPTHS]
        yield Stepper("Depth", depths, limit.depth or NO_LIMIT, id="depth")
        yield Static(id="wrong", markup=False)

    def _kinds(self) -> list[tuple[str, str]]:
        """Return the kinds that a player may have here."""
        permissions = self.session.permissions
        return [
            (kind, name) for kind, name in KINDS if kind not in NEEDED or permissions.allows(NEEDED[kind])
        ]

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(KEEP), AnswerButton(LEAVE)

    def on_mount(self) -> None:
        self._show_level()
        self._show_stone()

    def fit(self) -> None:
        """Shorten the labels in a narrow window."""
        super().fit()
        for stepper in self.query(Stepper):
            stepper.fit(0 if self.has_class("-slim") else LABEL_WIDTH)

    def show_colours(self) -> None:
        self._show_stone()
        self._show_level()

    def on_stepper_changed(self, event: "Stepper.Changed") -> None:
        event.stop()
        if event.stepper.id == "brain":
            self.fields.offer(self.fields.chosen)
        self._show_level()
        if event.stepper.id in ("plays", "level", "brain"):
            self._update_name()
        self._show_stone()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.input.id == "symbol":
            self._show_stone()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_accept()

    def action_accept(self) -> None:
        if self._kind == ENGINE and not self.fields.save():
            return
        player = self._edited()
        try:
            self._check(player)
        except InvalidSetup as error:
            self._show_error(wording.sentence(str(error)))
        else:
            self.dismiss(player)

    def _check(self, player: Player) -> None:
        """Raise an `InvalidSetup` if the player cannot join the others."""
        check_player(player, assignable_levels(self.session.engines.levels))
        for other in self.others:
            if other.symbol.casefold() == player.symbol.casefold():
                raise InvalidSymbol(f"{other.name} already uses {other.symbol}; choose another symbol")
        for other in self.others:
            check_distinct((other.symbol, player.symbol))

    def _show_error(self, text: str) -> None:
        self.query_one("#wrong", Static).update(text)

    @property
    def fields(self) -> EngineFields:
        """The fields of an engine."""
        return self.query_one(EngineFields)

    def on_engine_fields_status_changed(self, event: EngineFields.StatusChanged) -> None:
        """Show the state of the engine; once it can play, save the player."""
        event.stop()
        self._show_error(event.text)
        self._update_name()
        if event.is_ready and self._kind == ENGINE:  # else another type was chosen meanwhile
            self.action_accept()

    # --- values ------------------------------------------------------------------------------------------

    def _value(self, id: str) -> Any:
        return self.query_one(f"#{id}", Stepper).value

    @property
    def _kind(self) -> str:
        """The kind of player, one of `KINDS`."""
        return str(self._value("plays"))

    @property
    def _level(self) -> str:
        if self._kind == ENGINE:
            return self.session.engines.level(self.fields.chosen)
        return str(self._value("level")) if self._kind in OFFERED else self._kind

    def _edited(self) -> Player:
        seconds, depth = self._value("seconds") or None, self._value("depth") or None
        limit = Limit()
        if self._level in TIMED:
            limit = replace(self.player.limit, seconds=seconds, depth=depth)
        elif self._kind in OFFERED:
            limit = default_limit(len(self.others) + 1)
        elif self._kind == ENGINE:
            limit = Limit(seconds=seconds)
        return replace(
            self.player,
            name=self.query_one("#name", Input).value.strip(),
            symbol=self.query_one("#symbol", Input).value.strip(),
            colour=str(self._value("colour")),
            level=self._level,
            limit=limit,
        )

    def _update_name(self) -> None:
        """Replace a default name by the chosen kind's; a typed name stays."""
        field, engines = self.query_one("#name", Input), self.session.engines.names
        is_default = is_usual_name(field.value) or field.value in (*engines, self._default_name)
        if is_default and self._level != ENGINE_PREFIX:
            others = [other.name for other in self.others]
            field.value = free_player_name(self._level, others, self.session.profile.name)
            self._default_name = field.value
        if self._kind in (*OFFERED, ENGINE) and not self.player.is_computer:
            self._offer_times(self._value("seconds") or self._usual_seconds)

    @property
    def _usual_seconds(self) -> float:
        return default_limit(len(self.others) + 1).seconds or NO_LIMIT

    def _offer_times(self, seconds: float) -> None:
        """Offer the times for the chosen kind; engines always have a limit."""
        times = [(seconds, f"{seconds:g} s") for seconds in TIMES]
        if self._kind == ENGINE:
            seconds = seconds or self._usual_seconds
        else:
            times.append((NO_LIMIT, "no limit"))
        self.query_one("#seconds", Stepper).offer(times, seconds)

    def _show_level(self) -> None:
        """Show the fields that the chosen kind and level need."""
        kind = self._kind
        level = self._offer_levels(kind)
        notes = {OPEN: "for a guest", ENGINE: "an outside program"}
        try:
            if not self._level.startswith(OWN_PREFIX):
                check_engines_can_play(self.board, len(self.others) + 1)
        except NotForEngines as error:
            notes[ENGINE] = str(error)
        plays = self.query_one("#plays", Stepper)
        plays.offer(plays.choices, plays.value, notes.get(kind, ""))
        self.fields.display = kind == ENGINE
        looks_ahead = level is not None and level.name in TIMED
        self.query_one("#seconds").display = looks_ahead or kind == ENGINE
        self.query_one("#depth").display = looks_ahead
        self._offer_times(self._value("seconds"))

    def _offer_levels(self, kind: str) -> Level | None:
        """Offer the levels of a kind; return the chosen one, None if it has none."""
        stepper, listed = self.query_one("#level", Stepper), self.query_one("#classic", Static)
        stepper.display = kind in OFFERED
        listed.display = kind == CLASSIC_COMPUTER
        if kind not in OFFERED:
            return None
        chosen = str(stepper.value) if stepper.value in OFFERED[kind] else USUAL_LEVELS[kind]
        level = LEVELS[chosen].under(self.board.rules)
        choices = [(each, screen_name(each)) for each in OFFERED[kind]]
        stepper.offer(choices, chosen, "" if listed.display else level.note)
        if listed.display:
            lines = {
                each: f"{name:{LABEL_WIDTH}}{LEVELS[each].under(self.board.rules).summary}"
                for each, name in choices
            }
            room = self.inner_width - max(map(cell_len, lines.values()))
            indent = LABEL_WIDTH if room >= LABEL_WIDTH else 0
            bold = f"bold {roles_of(self.app.current_theme).text}"
            listed.update(
                Text("\n").join(
                    Text(f"{'':{indent}}{line}", bold if each == chosen else "")
                    for each, line in lines.items()
                )
            )
        return level

    def _free_symbols(self) -> str:
        taken = {skeleton(other.symbol) for other in self.others}
        suggested = SUGGESTED_ASCII if self.is_ascii else SUGGESTED
        return " ".join(symbol for symbol in suggested if skeleton(symbol) not in taken)

    def _show_stone(self) -> None:
        """Preview the stone, if the symbol is valid."""
        symbol = self.query_one("#symbol", Input).value.strip()
        drawn = Text()
        if is_valid_symbol(symbol):
            colour, theme = str(self._value("colour")), self.app.current_theme
            drawn = stone_text(symbol, colour, *STONE_SIZE, theme, is_ascii=self.is_ascii)
        self.query_one(".stone", Static).update(drawn, layout=False)


def _kind(player: Player) -> str:
    """Return the kind of a player, one of `KINDS`."""
    if player.is_engine:
        return ENGINE
    kinds = (kind for kind, levels in OFFERED.items() if player.level in levels)
    return next(kinds, player.level)
