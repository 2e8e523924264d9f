"""The list of rules for a set-up, each with its meaning, which in a slim window is below the list."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ttt_tui.app.look.room import LOW_FOR_CARDS, SLIM
from ttt_tui.app.screens.dialog import MARGINS, AnswerButton, ListDialog
from ttt_tui.app.widgets.inputs import NameList
from ttt_tui.app.widgets.lines import balanced
from ttt_tui.engine import Rules, Setup
from ttt_tui.session import wording
from ttt_tui.session.rule_choices import RuleChoice, rule_choices

TAKE = Binding("enter", "take", "select", key_display="↵", id="rules.take")
CANCEL = Binding("escape,q,R", "leave", "cancel", key_display="Esc", id="rules.leave")


AROUND_LINE = 3
"""Cells of a line of the list beside its text: a blank at both ends, and the scrollbar."""

INDENT = 4
"""Cells before a meaning that begins a line of its own."""

LEAST_ROOM = 20
"""Cells that a meaning needs beside the names."""

AIRY = 20
"""Lines of the window from which a blank line is above a heading."""

ALONE, TOGETHER, REFUSED = "One rule", "Two together", "Not with this set-up"
"""The headings of the groups."""

MOST_COLUMNS = 100
"""The most columns of the card, which else is as wide as the longest line needs."""


class RulesScreen(ListDialog[Rules | None]):
    """Is dismissed with the chosen rules, or with None; rules that do not fit the set-up cannot be chosen."""

    WIDTH = 60
    BINDINGS = [TAKE, CANCEL]
    DEFAULT_CSS = """
    RulesScreen {
        & NameList {
            text-wrap: nowrap;
            scrollbar-gutter: stable;
            scrollbar-size-horizontal: 0; /* else Textual adds a line for one to an automatic height */
        }
        & #meaning { height: 2; margin-top: 1; }
        &.-low #meaning { margin-top: 0; }
    }
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__("Rules")
        self._own = setup.geometry.rules
        self._choices = rule_choices(setup)
        self._lines = _grouped(self._choices, self._own, has_headings=self.app.size.height >= LOW_FOR_CARDS)
        self._longest = max(cell_len(choice.title) for choice in self._choices)
        self._drawn = 0  # the line that is drawn as the selected one

    def compose_body(self) -> ComposeResult:
        options = (Option("", disabled=isinstance(line, str)) for line in self._lines)
        yield NameList(*options, markup=False)
        yield Static(id="meaning", markup=False)

    @property
    def card_width(self) -> int:
        longest = max(cell_len(_told(choice)) for choice in self._choices)
        needed = self._column + longest + AROUND_LINE + MARGINS
        return max(super().card_width, min(needed, MOST_COLUMNS, self.app.size.width - 2))

    @property
    def _column(self) -> int:
        """Cells before the meanings, where they stand beside the names."""
        return self._longest + 4

    @property
    def _room(self) -> int:
        """Cells for a meaning beside the names."""
        return self.inner_width - AROUND_LINE - self._column

    def _heading(self, number: int, group: str) -> Content:
        """Return the heading of a group, where there is room with a blank line above."""
        is_airy = number > 0 and self.app.size.height >= AIRY
        return Content.styled("\n" * is_airy + group, "bold")

    def _line(self, choice: RuleChoice) -> Content:
        """Return a choice with its meaning, wrapped: `● misère           completing a line loses`.

        With little room beside the names it begins a line of its own. In the selected line it has the colour
        of the name, since what is muted cannot be read on the accent.
        """
        is_muted = not choice.refusal and choice is not self._chosen
        line = Content(f"{'●' if choice.rules == self._own else ' '} {choice.title}")
        if self.app.size.width >= SLIM:
            column, before = self._column, " " * (self._column - 2 - cell_len(choice.title))
            if self._room < LEAST_ROOM:
                column, before = INDENT, f"\n{' ' * INDENT}"
            lines = balanced(_told(choice), self.inner_width - AROUND_LINE - column)
            meaning = before + f"\n{' ' * column}".join(lines)
            line = Content.assemble(line, (meaning, "$muted" if is_muted else ""))
        return line.stylize("dim") if choice.refusal else line

    def fit(self) -> None:
        """Wrap the lines to the width of the card."""
        self.lines_below = 0 if self.app.size.width >= SLIM else 2
        super().fit()
        self._draw(range(len(self._lines)))
        self._show_meaning()

    def _draw(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            line = self._lines[number]
            drawn = self._heading(number, line) if isinstance(line, str) else self._line(line)
            self.names.replace_option_prompt_at_index(number, drawn)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(TAKE, is_default=True), AnswerButton(CANCEL)

    def on_mount(self) -> None:
        own = next(choice for choice in self._choices if choice.rules == self._own)
        self.names.highlighted = self._lines.index(own)

    @property
    def _chosen(self) -> RuleChoice | None:
        """The choice at the cursor, None before there is one."""
        number = self.names.highlighted
        line = None if number is None else self._lines[number]
        return None if isinstance(line, str) else line

    def _show_meaning(self) -> None:
        """Show below the list what the selected rules mean, where their line does not say it."""
        meaning = self.query_one("#meaning", Static)
        meaning.display = self.app.size.width < SLIM
        meaning.update(wording.sentence(_told(self._chosen)) if self._chosen else "")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._draw({self._drawn, event.option_index})
        self._drawn = event.option_index
        self._show_meaning()

    def action_take(self) -> None:
        """Choose the rules, unless the list says why that is not possible."""
        if self._chosen is not None and not self._chosen.refusal:
            self.dismiss(self._chosen.rules)


def _grouped(choices: Sequence[RuleChoice], own: Rules, *, has_headings: bool) -> list[RuleChoice | str]:
    """Return the choices in groups, if there are several with headings."""
    groups: dict[str, list[RuleChoice]] = {ALONE: [], TOGETHER: [], REFUSED: []}
    for choice in choices:
        is_refused = choice.refusal and choice.rules != own
        groups[REFUSED if is_refused else TOGETHER if "," in choice.title else ALONE].append(choice)
    filled = {group: found for group, found in groups.items() if found}
    lines: list[RuleChoice | str] = []
    for group, found in filled.items():
        lines += [*[group] * (has_headings and len(filled) > 1), *found]
    return lines


def _told(choice: RuleChoice) -> str:
    """Return why a choice is refused, else what it means."""
    return choice.refusal or choice.meaning
