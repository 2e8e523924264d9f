"""The command palette: a field to search in, the commands in groups, and what the selected one does."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.fuzzy import FuzzySearch
from textual.types import IgnoreReturnCallbackType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ttt_tui.app.look.room import LOW_FOR_CARDS, USUAL
from ttt_tui.app.screens.dialog import MARGINS, AnswerButton, Dialog
from ttt_tui.app.screens.help_pages import synonyms
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.lines import longest_fitting

RUN = Binding("enter", "take", "run", key_display="↵", id="palette.run")
CLOSE = Binding("escape", "leave", "close", key_display="Esc", id="palette.close")

MOST_WIDTH = 100
"""The most columns of the card."""

BESIDE = 4
"""Columns that a card of more than the usual width leaves free in a window of more than the usual width."""

GAP = 2
"""Cells between the columns of a line."""

AROUND_LINE = 3
"""Cells of a line beside its text: mark and blank at its ends, and the scrollbar."""

EXPLAINED_FROM = 70
"""Columns of the card from which explanations stand beside the names."""

DENSE_BELOW = 20
"""Lines of the window below which the card has no blank lines but those at its edges."""

FEW_LINES, USUAL_LINES = 2, 4
"""Lines of the body above the list, without and with blank lines: heading and field."""

MARGIN = 2
"""Lines of the window that are free above and below the card, unless it is dense."""

EDGES = 2
"""Blank lines at the upper and lower edge of the card."""

FILLERS = {
    *("a", "the", "your", "this", "game", "whole", "screen"),
    *("get", "change", "choose", "delete", "go", "open", "show", "to"),
}
"""Words that say nothing beside the name of a command."""

BAR, PLAIN_BAR = "▌", ">"
"""The mark of the selected command, before its name."""


class Command(NamedTuple):
    """An entry of the palette."""

    name: str
    help: str
    run: IgnoreReturnCallbackType
    key: str = ""
    """The key of the command, as displayed."""
    group: str = ""
    is_listed: bool = True
    """Whether it is listed while nothing is typed; else only the search finds it."""

    @property
    def meaning(self) -> str:
        """What is said about it: its help, empty if that only repeats the name."""
        return self.adding(self.help)

    def adding(self, text: str) -> str:
        """Return a text if it says more than the name, else nothing."""
        said = {word.strip(",;:").casefold() for word in text.split()}
        return text if said - {*self.name.casefold().split()} - FILLERS else ""


class Found(NamedTuple):
    """A command that matches a search."""

    command: Command
    score: float
    """How well it matches: 1 or more if its name does."""
    offsets: tuple[int, ...]
    """The characters of the name that match."""


class CommandList(OptionList, can_focus=False, inherit_bindings=False):
    """The commands; the field above it keeps the focus."""


class GamePalette(Dialog[IgnoreReturnCallbackType]):
    """Is dismissed with what the chosen command does, or with None."""

    WIDTH = 64
    MAY_BE_WIDE = False
    AUTO_FOCUS = "Input"
    BINDINGS = [
        RUN,
        CLOSE,
        Binding("down", "move(1)", "down", show=False, id="palette.down"),
        Binding("up", "move(-1)", "up", show=False, id="palette.up"),
        Binding("pagedown", "page(1)", "page down", show=False, id="palette.page_down"),
        Binding("pageup", "page(-1)", "page up", show=False, id="palette.page_up"),
    ]

    def __init__(self, listed: Sequence[Command], heading: str = "Commands") -> None:
        super().__init__(heading)
        self._commands = listed
        cells = [_cells(command) for command in listed if command.is_listed]
        self._columns = tuple(max(each) for each in zip(*cells, strict=True))
        self._needed = min(sum(self._columns) + 2 * GAP + AROUND_LINE + MARGINS, MOST_WIDTH)
        """The columns of a card with the explanations beside the names."""
        self._shown: list[Found | None] = []  # None for the heading of a group
        self._marked: int | None = None  # the line with the mark
        self._names = 0  # cells of the longest name that is shown

    def compose_body(self) -> ComposeResult:
        yield Input(placeholder=" Search", compact=True)  # the cursor stands before the word
        yield CommandList(markup=False)
        yield Static(id="meaning", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(RUN, is_default=True), AnswerButton(CLOSE)

    @property
    def _list(self) -> CommandList:
        return self.query_one(CommandList)

    @property
    def card_width(self) -> int:
        columns = self.app.size.width
        room = columns if columns <= USUAL else columns - BESIDE
        return min(
            columns, max(self.WIDTH, min(self._needed, room)) if room >= EXPLAINED_FROM else self.WIDTH
        )

    def fit(self) -> None:
        """Fit the card; the list keeps its height whatever is found."""
        super().fit()
        height = self.app.size.height
        is_dense = height < DENSE_BELOW
        has_edges = height >= LOW_FOR_CARDS
        self.set_class(is_dense, "-low")
        self.set_class(is_dense and has_edges, "-edged")
        self._show()
        listed = [each for each in self._commands if each.is_listed]
        meaning = self.query_one("#meaning")
        says_more = any(self._beside(each) != each.meaning for each in listed)
        meaning.display = says_more and has_edges
        self.set_class(meaning.display, "-explained")
        lines = 1 if self.inner_width - AROUND_LINE >= self._columns[1] else 2
        meaning.styles.height = lines
        around = 1 + EDGES * has_edges + (not is_dense and not meaning.display)  # answers and blank lines
        self.query_one(".body").styles.max_height = max(1, height - around)
        room = height - around - MARGIN * (not is_dense) - lines * meaning.display
        room -= FEW_LINES if is_dense else USUAL_LINES
        groups = len(dict.fromkeys(each.group for each in listed))
        self._list.styles.height = max(1, min(room, len(listed) + 2 * groups - 1))

    # --- what is listed ----------------------------------------------------------------------------------

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._show()

    def _show(self) -> None:
        """Show the groups, or what the search finds."""
        query = self.query_one(Input).value.strip()
        matches = [Found(command, 0, ()) for command in self._commands if command.is_listed]
        if query:
            matches = found(self._commands, query)
        self._names = max((cell_len(match.command.name) for match in matches), default=0)
        self._shown, options = [], list[Option]()
        for group, members in groupby(matches, lambda match: "" if query else match.command.group):
            if group:
                options.append(Option(Content(f"\n {group}" if options else f" {group}"), disabled=True))
                self._shown.append(None)
            for match in members:
                options.append(Option(self._line(match)))
                self._shown.append(match)
        listed = self._list
        self._marked = None
        listed.clear_options()
        listed.add_options(options)
        listed.highlighted = next((i for i, each in enumerate(self._shown) if each is not None), None)
        listed.scroll_to(y=0, animate=False, immediate=True)
        self._explain()

    def _line(self, match: Found, mark: str = " ") -> Content:
        """Return the line of a command: its name, what it does in a wide card, and its key at the end."""
        command, width = match.command, self.inner_width - AROUND_LINE
        name = Content(command.name)
        for offset in match.offsets:
            name = name.stylize("bold underline $role-accent", offset, offset + 1)
        said = self._beside(command)
        before = " " * (self._names + GAP - cell_len(command.name)) if said else ""
        used = cell_len(f"{command.name}{before}{said}{command.key}")
        after = " " * max(width - used, GAP)
        bar = (mark, "$role-accent")
        return Content.assemble(
            bar, name, before, (said, "$muted"), after, (command.key, "bold $role-accent")
        )

    def _beside(self, command: Command) -> str:
        """Return what stands beside the name of a command: what it does, without details if need be."""
        room = self.inner_width - AROUND_LINE - self._names - cell_len(command.key) - 2 * GAP
        if self.card_width < EXPLAINED_FROM:
            return ""
        ends = ("; ", ": ", ", ", " and ")
        means = command.meaning
        return longest_fitting([means, *(command.adding(means.split(end)[0]) for end in ends), ""], room)

    @property
    def _chosen(self) -> Command | None:
        at = self._list.highlighted
        found = self._shown[at] if at is not None and at < len(self._shown) else None
        return None if found is None else found.command

    def _explain(self) -> None:
        """Mark the selected command, and explain it below the list, unless all is said beside its name."""
        chosen = self._chosen
        self._mark(None if chosen is None else self._list.highlighted)
        text = "Nothing found" if chosen is None else chosen.meaning
        self.query_one("#meaning", Static).update(text * (chosen is None or self._beside(chosen) != text))

    def _mark(self, at: int | None) -> None:
        """Move the mark to a line."""
        before, self._marked = self._marked, at
        if before == at:
            return
        mark = PLAIN_BAR if only_ascii(self.app) else BAR
        for place, bar in ((before, " "), (at, mark)):
            if place is not None and (found := self._shown[place]) is not None:
                self._list.replace_option_prompt_at_index(place, self._line(found, bar))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._explain()

    # --- choosing ----------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Select the next command (1) or the previous one (-1); the first follows the last."""
        self._select(by, is_round=True)

    def action_page(self, by: int) -> None:
        """Select a command a page further down (1) or up (-1)."""
        self._select(by * max(self._list.size.height - 1, 1), is_round=False)

    def _select(self, by: int, *, is_round: bool) -> None:
        """Select the command that is `by` commands further down."""
        places = [i for i, command in enumerate(self._shown) if command is not None]
        if (at := self._list.highlighted) is not None and places:
            further = places.index(at) + by
            last = len(places) - 1
            self._list.highlighted = places[further % len(places) if is_round else min(max(further, 0), last)]

    def action_take(self) -> None:
        """Run the selected command."""
        if (chosen := self._chosen) is not None:
            self.dismiss(chosen.run)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Run the clicked command."""
        event.stop()
        self.action_take()

    def on_click(self, event: events.Click) -> None:
        """Close at a click beside the card."""
        if event.widget is self:
            self.action_leave()


def found(listed: Iterable[Command], query: str) -> list[Found]:
    """Return the commands that match a query, the best first.

    A name matches by letters in their order, an explanation by the text or a word of the same meaning.
    """
    query = query.strip()
    fuzzy, words = FuzzySearch(), synonyms(query.casefold()) | {query.casefold()}
    matches = []
    for command in listed:
        score, offsets = fuzzy.match(query, command.name)
        if score:
            matches.append(Found(command, 1 + score, tuple(offsets)))
        elif any(word in f"{command.name} {command.help} {command.group}".casefold() for word in words):
            matches.append(Found(command, 0.5, ()))
    return sorted(matches, key=lambda match: -match.score)


def _cells(command: Command) -> tuple[int, int, int]:
    """Return the cells of a command's name, of what it does, and of its key."""
    return cell_len(command.name), cell_len(command.help), cell_len(command.key)
