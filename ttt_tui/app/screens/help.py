"""The one page of help: the keys, made from the bindings themselves, the board's marks, rules and levels."""

from collections.abc import Iterable

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import ModalScreen
from textual.widgets import Static

from ttt_tui.app.screens.base import SteadyScreen
from ttt_tui.app.widgets.footer import KeyLine
from ttt_tui.app.widgets.key_names import key_name
from ttt_tui.computer import LEVELS

Source = type[DOMNode]
"""A class whose bindings the page lists."""

NARROW = 50
"""Below so many columns there is no room for keys and what they do side by side."""

RULES = (
    ("To win", "Be the first with a whole line of your stones: in a row, a column or a diagonal, "
     "without a gap. The top line says how long it has to be; longer ones win too."),
    ("A draw", "Nobody can complete a line any more with the turns that are left; that ends the game early."),
    ("Squares", "c2 is the third column from the left and the second row from the top. They also count "
     "from 1 at the top left."),
    ("A match", "Goes on until somebody has the points, or until so many draws in a row. Who starts changes "
     "from game to game, unless the setup says otherwise."),
    ("Resigning", "Gives the game up. With more than two players the others play on."),
    ("Undo", "Goes back to before your latest move, as often as you like."),
)  # fmt: skip
"""What somebody has to know who has never seen the game."""

MARKS = (
    ("[X]", "the cursor; the letter of its column and the number of its row are lit"),
    ("(O)", "a stone placed since your latest move"),
    ("underlined", "the very last stone"),
    ("reversed", "the line that won; for a moment also a stone just placed"),
    ("slanted", "the stone that a click would place, under the mouse"),
)
"""What the marks on the board mean."""


THINKING = (
    ("0.6 s · depth 7", "how long a computer has thought, and how many moves ahead it sees"),
    ("41 k nodes", "how many positions it has looked at, and how many a second"),
    ("+12  h8 i9", "how good its move is for it, by its own measure, and the moves that it expects"),
    ("wins in 5 plies", "proved: so many moves, both sides counted, whatever anybody does"),
)
"""What the panel tells of a computer."""


class HelpScreen(SteadyScreen[None], ModalScreen[None]):
    """Lists each screen's keys with what they do, what the board shows, the rules and the levels."""

    BINDINGS = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", "close", key_display="q", id="help.close"),
        Binding("down,j", "scroll(1)", "down", show=False, id="help.down"),
        Binding("up,k", "scroll(-1)", "up", show=False, id="help.up"),
        Binding("pagedown,space", "scroll(10)", "page down", key_display="Space", id="help.page"),
        Binding("pageup", "scroll(-10)", "page up", show=False, id="help.back"),
    ]

    def compose(self) -> ComposeResult:
        """Give the page; the screen that the user came from is first."""
        from ttt_tui.app.screens.history import HistoryScreen
        from ttt_tui.app.screens.play import PlayScreen
        from ttt_tui.app.screens.replay import ReplayScreen
        from ttt_tui.app.screens.setup import SetupScreen
        from ttt_tui.app.widgets.move_log import MoveLog

        below = self.app.screen_stack[-2] if len(self.app.screen_stack) > 1 else None
        sources: list[Source] = [
            PlayScreen,
            MoveLog,
            SetupScreen,
            HistoryScreen,
            ReplayScreen,
            type(self.app),
        ]
        sources.sort(key=lambda source: source is not type(below))  # stable: the others keep their order
        with VerticalScroll(id="help", can_focus=False):
            first, *others = ((s.BINDING_GROUP_TITLE or "", described(s.BINDINGS)) for s in sources)
            levels = [(level.name, level.summary) for level in LEVELS.values()]
            shown = (("On the board", MARKS), ("In the panel", THINKING))
            general = (*shown, ("The rules", RULES), ("The levels", levels))
            is_narrow = self.app.size.width < NARROW
            for title, rows in (first, *general, *others):
                yield Static(Text(title), classes="help-title")
                yield Static(key_table(rows, is_narrow))
        yield KeyLine()

    def action_scroll(self, lines: int) -> None:
        """Scroll the page by so many lines."""
        self.query_one("#help").scroll_relative(y=lines, animate=False)


def described(bindings: Iterable[BindingType]) -> list[tuple[str, str]]:
    """Return (keys, what they do) for each binding, those with the same explanation together."""
    rows: dict[str, list[str]] = {}
    for binding in bindings:
        assert isinstance(binding, Binding), "every binding of ours is written out, with an id"
        keys = [key_name(key.strip()) for key in binding.key.split(",")]
        listed = rows.setdefault(binding.tooltip or binding.description, [])
        listed += [key for key in keys if key not in listed]
    return [(_joined(keys), text) for text, keys in rows.items()]


def _joined(keys: list[str]) -> str:
    if len(keys) > 4:
        return f"{keys[0]} … {keys[-1]}"
    return "  ".join(keys)


def key_table(rows: Iterable[tuple[str, str]], is_narrow: bool) -> RenderableType:
    """Return two columns, the first as wide as it needs; on a narrow screen the second below the first."""
    if is_narrow:
        return Text("\n").join(Text(f"{keys}  ", "bold") + Text(text, "not bold") for keys, text in rows)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True, min_width=10)
    table.add_column()
    for keys, text in rows:
        table.add_row(Text(keys), Text(text))
    return table
