"""The list of themes: the highlighted theme is shown at once on the screen below."""

from collections.abc import Sequence

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.app.widgets.inputs import NameList

TAKE = Binding("enter", "take", "select", key_display="↵", id="theme.take")
RETURN = Binding("escape,q,f2", "return", "cancel", key_display="Esc", id="theme.return")


class ThemeScreen(Dialog[None]):
    """Chooses a theme. It is on the right and dims nothing, so that the board stays visible."""

    WIDTH = 34
    MAY_BE_WIDE = False
    AUTO_FOCUS = "NameList"
    BINDINGS = [TAKE, RETURN]
    DEFAULT_CSS = """
    ThemeScreen {
        align: right middle;
        background: transparent;
    }
    """

    def __init__(self) -> None:
        super().__init__("Theme")
        self.before = self.app.theme
        """The theme that Esc restores."""

    def compose_body(self) -> ComposeResult:
        names = (Option(f"{'●' if name == self.before else ' '} {name}", id=name) for name in THEME_NAMES)
        yield NameList(*names, markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(TAKE, is_default=True), AnswerButton(RETURN)

    def on_mount(self) -> None:
        if self.before in THEME_NAMES:
            self.query_one(NameList).highlighted = THEME_NAMES.index(self.before)

    def fit(self) -> None:
        super().fit()
        most = self.query_one(".body").styles.max_height
        heading = 1 if self.has_class("-low") else 2
        if most is not None:
            self.query_one(NameList).styles.max_height = max(1, int(most.value) - heading)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Preview a theme without saving it."""
        event.stop()
        if event.option_id is not None and self.is_active:
            self.app.theme = event.option_id

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.app.theme = event.option_id or self.app.theme
        self.action_take()

    def action_take(self) -> None:
        self.app.choose_theme(self.app.theme)
        self.dismiss(None)

    def action_return(self) -> None:
        self.app.theme = self.before
        self.dismiss(None)

    def render(self) -> RenderableType:
        """Do not dim the screen behind."""
        return self.render_behind()
