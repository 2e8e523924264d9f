"""The dialogs of what a user prefers: the settings, and the list of themes."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rich.console import RenderableType
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ttt_tui.app.look.room import ROOMY
from ttt_tui.app.screens.dialog import AnswerButton, Dialog, ListDialog
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.app.widgets.inputs import NameList, Stepper
from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, cells_of, chip_of
from ttt_tui.engine import Geometry, Player, Setup
from ttt_tui.errors import SettingNotSaved
from ttt_tui.process.paths import settings_path
from ttt_tui.process.permissions import Permission
from ttt_tui.session.coordinates import COORDINATES
from ttt_tui.session.profile import DELAYS
from ttt_tui.session.session import Session
from ttt_tui.session.wording import sentence
from ttt_tui.store.settings import BY_NAME, SETTINGS, Bell, Setting

CLOSE = Binding("escape,q,enter", "leave", "close", key_display="Esc", id="settings.close")
CHOSEN_BY = {"theme": "F2 changes it", "delay": "+ - change it", "second_opinion": "b changes it"}
"""Setting that follows the latest choice made elsewhere → the keys for that."""

NEEDED = {"second_opinion": Permission.ENGINES, "plain": Permission.MACHINE}
"""Settings that are of no use without a permission."""

SHORT = 18
"""Lines of the window below which the card has no blank lines."""

SNUG = 26
"""Lines of the window below which the card has no blank lines above and below all."""

LABEL_WIDTH = 1 + max(len(setting.label) for setting in SETTINGS)

VALUE_WIDTH = len("‹ okabe-ito ›")
"""Cells of a usual value with its arrows; the notes begin behind it."""

GROUPED = 24
"""Lines of the window from which groups have headings."""


class SettingsScreen(Dialog[None]):
    """Changes a setting per line with ← and → or by a click, and writes it to the user's file at once.

    Engines are edited in a player's dialog.
    """

    WIDTH = 66
    AUTO_FOCUS = "Stepper"
    BINDINGS = [
        Binding("down,j", "app.focus_next", "next setting", show=False, id="settings.down"),
        Binding("up,k", "app.focus_previous", "previous setting", show=False, id="settings.up"),
        CLOSE,
    ]
    DEFAULT_CSS = """
    SettingsScreen {
        Stepper { width: 1fr; padding: 0 2; }
        .group { color: $faint; text-style: bold; }
        Stepper.unused > .stepper--value { color: $muted; text-style: none; }
        .group, #where { margin-top: 1; }
        &.-snug .card { padding: 0 3 0 2; }
        &.-short .heading, &.-short #where, &.-short .answers { margin: 0; }
        &.-snug.-slim .card { padding: 0; }
        &.-short Stepper { padding: 0; }
    }
    """

    def __init__(self, session: Session, unused: Mapping[str, str] = MappingProxyType({})) -> None:
        """`unused` are settings that the game below does not follow, each with the reason."""
        super().__init__("Settings")
        self.session = session
        self._unused = unused

    def compose_body(self) -> ComposeResult:
        permissions = self.session.permissions
        groups: dict[str, list[Setting]] = {}
        for setting in SETTINGS:
            if setting.name not in NEEDED or permissions.allows(NEEDED[setting.name]):
                groups.setdefault(setting.group, []).append(setting)
        for group, settings in groups.items():
            yield Static(group, classes="group")
            for setting in settings:
                name, value = setting.name, getattr(self.session.settings, setting.name)
                yield Stepper(
                    setting.label,
                    self._choices(name),
                    value,
                    name,
                    note=self._note(setting, value),
                    classes="unused" if name in self._unused else None,
                )
        yield Static(self._path, markup=False, id="where")

    @property
    def _path(self) -> str:
        """The line with the path of the file, empty if the user cannot reach it."""
        can_reach = self.session.permissions.allows(Permission.MACHINE)
        return f"File: {settings_path() or 'none'}" if can_reach else ""

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say below why the game does not follow a setting, where there is no room for notes."""
        has_notes = self.app.size.width >= self.WIDTH
        reason = "" if has_notes else self._unused.get(event.widget.id or "", "")
        self.query_one("#where", Static).update(sentence(reason) or self._path)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return (AnswerButton(CLOSE, is_default=True),)

    def fit(self) -> None:
        """Align values and notes, and omit blank lines in a low window."""
        lines = self.app.size.height
        self.set_class(lines < SHORT, "-short")
        self.set_class(lines < SNUG, "-snug")
        for heading in self.query(".group"):
            heading.display = lines >= GROUPED
        super().fit()
        if lines < SNUG:
            answer = 1 + (lines >= SHORT)  # and a blank line above it
            self.query_one(".body").styles.max_height = max(1, lines - answer)
        for stepper in self.query(Stepper):
            stepper.fit(LABEL_WIDTH, VALUE_WIDTH)

    def on_stepper_changed(self, event: Stepper.Changed) -> None:
        """Write the value, or say why that failed and show the value still in effect."""
        event.stop()
        name, value = str(event.stepper.id), event.stepper.value
        try:
            self.session.change_setting(name, value)
        except SettingNotSaved as error:
            event.stepper.offer(self._choices(name), getattr(self.session.settings, name))
            self.query_one("#where", Static).update(sentence(str(error)))
            return
        event.stepper.note = self._note(BY_NAME[name], value)
        event.stepper.draw_anew()
        if name == "theme" and value is not None:
            self.app.theme = value

    def _choices(self, name: str) -> list[tuple[Any, str]]:
        """Return the values of a setting, and their words."""
        latest = (None, self._latest(name))
        match name:
            case "theme":
                return [latest, *((theme, theme) for theme in THEME_NAMES)]
            case "delay":
                return [latest, *((delay, f"{delay:g} s") for delay in DELAYS)]
            case "coordinates":
                return list(COORDINATES.items())
            case "bell":
                return [(bell, str(bell)) for bell in Bell]
            case "second_opinion":
                return [latest, *((engine, engine) for engine in self.session.engines.advisers)]
        return [(False, "no"), (True, "yes")]

    def _latest(self, name: str) -> str:
        """Return the latest choice made elsewhere."""
        preferences = self.session.preferences
        now = {
            "theme": self.app.theme,
            "delay": f"{preferences.delay:g} s",
            "second_opinion": preferences.opinion or "expert",
        }
        return now.get(name, "")

    def _note(self, setting: Setting, value: object) -> str:
        """Return the note on a value: of the latest choice made elsewhere, by which keys it is made.

        A setting that the game below does not follow has the reason.
        """
        if setting.name in self._unused:
            return self._unused[setting.name]
        return f"last used; {CHOSEN_BY[setting.name]}" if value is None else setting.note


TAKE = Binding("enter", "take", "select", key_display="↵", id="theme.take")
CANCEL = Binding("escape,q,f2", "leave", "cancel", key_display="Esc", id="theme.return")


SHOWN_STONES = 5
STONES_LINES = 4
"""Lines of `StonesOnWood` with the blank one above."""


class StonesOnWood(Lines):
    """Shows a row of a board with stones of the first players, in the present theme."""

    DEFAULT_CSS = """
    StonesOnWood { height: 3; margin-top: 1; }
    """

    GROUND = "panel"

    def lines(self, width: int) -> list[Line]:
        grid = TextStyle("grid", "board")
        players = Setup(Geometry(3, 3, 3), players=(Player(),) * SHOWN_STONES).players
        chips = [chip_of(player, "board") for player in players]
        row = tuple(run for chip in chips for run in (("─", grid), *chip))
        beside = max(width - cells_of(row), 0)
        left = beside // 2
        below = "panel" if only_ascii(self.app) else "edge"
        upper, lower = TextStyle("rim", "panel", is_edge=True), TextStyle("board", below, is_edge=True)
        return [
            (("▄" * width, upper),),
            (("─" * left, grid), *row, ("─" * (beside - left), grid)),
            (("▀" * width, lower),),
        ]


class ThemeScreen(ListDialog[None]):
    """Chooses a theme, which is shown at once on the screen below and by stones below the list.

    The card is on the right and dims nothing, and the last line of the window stays visible, too.
    """

    WIDTH = 34
    MAY_BE_WIDE = False
    lines_below = 1  # the last line of the window
    BINDINGS = [TAKE, CANCEL]
    DEFAULT_CSS = """
    ThemeScreen {
        align: right middle;
        background: transparent;
        & .card { margin-bottom: 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__("Theme")
        self.before = self.app.theme
        """The theme that Esc restores."""

    def compose_body(self) -> ComposeResult:
        names = (Option(f"{'●' if name == self.before else ' '} {name}", id=name) for name in THEME_NAMES)
        yield NameList(*names, markup=False)
        yield StonesOnWood()

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(TAKE, is_default=True), AnswerButton(CANCEL)

    def fit(self) -> None:
        """Leave lines for the stones where there is room for them."""
        super().fit()
        stones, most = self.query_one(StonesOnWood), self.names.styles.max_height
        stones.display = self.app.size.height >= ROOMY
        if stones.display and most is not None:
            self.names.styles.max_height = int(most.value) - STONES_LINES

    def on_mount(self) -> None:
        if self.before in THEME_NAMES:
            self.names.highlighted = THEME_NAMES.index(self.before)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Preview a theme without saving it."""
        event.stop()
        if event.option_id is not None and self.is_active:
            self.app.theme = event.option_id

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Set the clicked theme before the base class takes it."""
        self.app.theme = event.option_id or self.app.theme

    def action_take(self) -> None:
        self.app.choose_theme(self.app.theme)
        self.dismiss(None)

    def action_leave(self) -> None:
        self.app.theme = self.before
        super().action_leave()

    def render(self) -> RenderableType:
        """Do not dim the screen behind."""
        return self.render_behind()
