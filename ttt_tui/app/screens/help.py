"""The help: a card of eight pages, and a search in all of them."""

from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup
from textual.widgets import Input, Static

from ttt_tui.app.roles import Roles
from ttt_tui.app.screens.dialog import BLANKS, WIDE_BLANKS, AnswerButton, Dialog
from ttt_tui.app.screens.help_pages import HelpEntry, Page, Section, Source, found, page_of, pages
from ttt_tui.app.screens.help_texts import TITLES
from ttt_tui.app.themes import roles_of
from ttt_tui.app.widgets.lines import balanced, longest_fitting

TWO_COLUMNS = 56
"""Columns from which two sections stand side by side."""

SEARCHED = 40
"""Columns from which the search key is named; it always works."""

OTHER_ANSWERS = (20, 31)
"""Columns of the answers beside the words for Space, without and with the search: the answers stay in one
row, since a second one would shorten the page, and so change whether it goes on.
"""

SIDE_BY_SIDE = 44
"""Columns from which keys and descriptions stand side by side."""

LEAST_HEIGHT, MOST_HEIGHT = 18, 32
"""Lines of a page; the card keeps its height from page to page."""

AROUND = 12
"""Lines of the window left free around a page."""

LARGE, HUGE = 112, 168
"""Columns of the window from which a page has two columns, and three."""

BESIDE, MOST_WIDTH = 8, 184
"""Columns that a card with several columns leaves free, and its most columns."""

AROUND_COLUMNS = 7
"""Lines of the window left free around a page of several columns."""

SCROLLBAR = 2
"""Columns of the scrollbar and of the blank before it, which a page leaves free."""

HEADING_LINES = 2
"""Lines of the heading with a blank one, also of the search field."""

CLOSE = Binding("escape,q,question_mark,f1,enter", "leave", "close", key_display="Esc", id="help.close")
FORWARD = Binding("space", "forward", "next page", key_display="Space", id="help.forward",
                  tooltip="Scroll down, or go to the next page")  # fmt: skip
SEARCH = Binding("slash", "search", "search", key_display="/", id="help.search",
                 tooltip="Search all pages")  # fmt: skip


class HelpScreen(Dialog[None]):
    """Shows a page at a time, first the one with the keys of the screen below."""

    WIDTH = 72
    AUTO_FOCUS = ""
    BINDINGS = [
        CLOSE,
        FORWARD,
        SEARCH,
        Binding("right,n,tab", "turn(1)", "next page", show=False, id="help.next"),
        Binding("left,p,shift+tab", "turn(-1)", "previous page", show=False, id="help.previous"),
        Binding("pagedown", "scroll_body(10)", "page down", show=False, id="help.page_down"),
        Binding("pageup", "scroll_body(-10)", "page up", show=False, id="help.page_up"),
    ]
    DEFAULT_CSS = """
    HelpScreen .body { scrollbar-gutter: stable; }
    HelpScreen .body > * { margin-right: 1; }
    HelpScreen .number { width: auto; color: $faint; }
    HelpScreen .heading { width: 1fr; }
    HelpScreen Input { background: $raised; color: $role-text; padding: 0 1; margin-bottom: 1; }
    """

    def __init__(self) -> None:
        super().__init__("Help")
        below = self.app.screen
        self.pages = pages(
            _sources(type(self.app), has_lobby=self.app.start_request.lobby is not None),
            type(below),
            self.app.current_theme,
            self.is_ascii,
            self.app.session.permissions,
        )
        self.number = TITLES.index(page_of(type(below)))
        """The shown page, from 0."""

    def compose_heading(self) -> ComposeResult:
        with HorizontalGroup():
            yield Static(self.heading, classes="heading")
            yield Static(classes="number")
        field = Input(placeholder=" Search all pages", select_on_focus=False, compact=True)
        field.display = False
        yield field

    def compose_body(self) -> ComposeResult:
        yield Static(classes="page")

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(CLOSE, is_default=True), AnswerButton(FORWARD), AnswerButton(SEARCH)

    def on_mount(self) -> None:
        """Watch the scrolling: Space has another meaning at the end of a page."""
        body = self.query_one(".body")
        for attribute in ("scroll_y", "virtual_size", "size"):
            self.watch(body, attribute, self._follow, init=False)

    def _follow(self) -> None:
        before = [(answer.words, answer.display) for answer in self.query(AnswerButton)]
        self._show_answers()
        if before != [(answer.words, answer.display) for answer in self.query(AnswerButton)]:
            super().fit()

    def fit(self) -> None:
        self._show()
        self.query_one(".body").styles.height = self._body_height
        super().fit()

    @property
    def has_columns(self) -> bool:
        """Whether a page has several columns."""
        return self.app.size.width >= LARGE

    @property
    def card_width(self) -> int:
        if not self.has_columns:
            return super().card_width
        return min(self.app.size.width - BESIDE, MOST_WIDTH)

    @property
    def _body_height(self) -> int:
        lines = self.app.size.height
        if not self.has_columns:
            return min(max(LEAST_HEIGHT, lines - AROUND), MOST_HEIGHT)
        around = 1 + (WIDE_BLANKS if self.is_wide else BLANKS)
        return min(max(LEAST_HEIGHT, lines - AROUND_COLUMNS), lines - around)

    def action_leave(self) -> None:
        """Close the search first, then the help."""
        field = self.query_one(Input)
        if not field.display:
            super().action_leave()
            return
        field.display = False
        field.value = ""
        self.set_focus(None)
        self.fit()

    def action_turn(self, by: int) -> None:
        """Turn `by` pages, wrapping around."""
        self.number = (self.number + by) % len(self.pages)
        self.query_one(".body").scroll_home(animate=False, immediate=True)
        self.fit()

    def action_forward(self) -> None:
        """Scroll down, or turn to the next page at the end of this one."""
        body = self.query_one(".body")
        if body.scroll_y < body.max_scroll_y:
            body.scroll_relative(y=max(1, body.size.height - 2), animate=False, immediate=True)
        else:
            self.action_turn(1)

    def action_search(self) -> None:
        field = self.query_one(Input)
        field.display = True
        field.focus()
        self.fit()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.query_one(".body").scroll_home(animate=False, immediate=True)
        self.fit()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Leave the field, so that the keys scroll the results."""
        event.stop()
        self.set_focus(None)
        self.fit()

    def _show(self) -> None:
        wanted = self.query_one(Input).value
        page = found(self.pages, wanted) if wanted else self.pages[self.number]
        title = page.title if wanted or self.inner_width < TWO_COLUMNS else f"{self.heading} · {page.title}"
        self.query_one(".heading", Static).update(title)
        self.query_one(".page", Static).update(self._drawn(page))
        self.query_one(".number", Static).update(f"{self.number + 1}/{len(self.pages)}" * (not wanted))
        self._show_answers()

    def _show_answers(self) -> None:
        """Describe what the keys do now; `fit` has to follow."""
        field = self.query_one(Input)
        is_typing = self.focused is field  # then each of these keys is a letter
        for answer in self.query(AnswerButton):
            if answer.binding is FORWARD:
                number = (self.number + 1) % len(self.pages)
                titles = f"next: {self.pages[number].title}", f"next: page {number + 1}", "next"
                room = self.inner_width - OTHER_ANSWERS[self.inner_width >= SEARCHED]
                answer.say("more" if self._has_more else longest_fitting(titles, room))
                answer.display = not is_typing and (self._has_more or not field.display)
            elif answer.binding is SEARCH:
                answer.display = not is_typing and self.inner_width >= SEARCHED

    @property
    def _has_more(self) -> bool:
        """Whether the page can be scrolled further down."""
        body = self.query_one(".body")
        return body.scroll_y < body.max_scroll_y

    def _drawn(self, page: Page) -> RenderableType:
        if self.has_columns:
            headings = HEADING_LINES * (1 + self.query_one(Input).display)
            roles, height = roles_of(self.app.current_theme), self._body_height - headings
            number = 3 if self.app.size.width >= HUGE else 2
            width = self.inner_width - SCROLLBAR
            return _in_columns(page.sections, number, width, height, roles)
        drawn: list[RenderableType] = []
        for section in page.sections:
            if section.is_beside and self.inner_width >= TWO_COLUMNS:
                pair = Table.grid(padding=(0, 2), expand=True)
                pair.add_column(ratio=1)
                pair.add_column(ratio=1)
                pair.add_row(drawn.pop(), self._section(section))
                drawn.append(pair)
            else:
                drawn += [Text("")] * bool(drawn) + [self._section(section, page.sections)]
        return Group(*drawn)

    def _section(self, section: Section, aligned: Sequence[Section] = ()) -> RenderableType:
        """Return a section whose descriptions begin where those of the `aligned` ones do, or its own."""
        roles = roles_of(self.app.current_theme)
        if self.inner_width < SIDE_BY_SIDE:
            title, words = Text(section.title, f"bold {roles.faint}"), f"not bold {roles.muted}"
            signs = {True: f"bold {roles.accent}", False: f"bold {roles.text}"}
            rows = (
                Text(style=signs[row.is_key]).append(row.sign).append(f"  {row.text}", words)
                for row in section.rows
            )
            return Group(title, *rows)
        width = self.inner_width - SCROLLBAR
        width = width if aligned else (width - GAP) // 2
        blocks = _blocks(section, width, sign_width(aligned or [section]), roles)
        return Group(*(line for block in blocks for line in (*[Text()] * block.is_apart, *block.lines)))


def _sources(app: Source, *, has_lobby: bool) -> list[Source]:
    """Return the classes with keys; imported late, since each of these screens shows the help."""
    from ttt_tui.app.screens.editor import EditorScreen
    from ttt_tui.app.screens.history import HistoryScreen
    from ttt_tui.app.screens.people import PeopleScreen
    from ttt_tui.app.screens.play import PlayScreen
    from ttt_tui.app.screens.practice import PracticeScreen
    from ttt_tui.app.screens.puzzle import PuzzleScreen
    from ttt_tui.app.screens.replay import ReplayScreen
    from ttt_tui.app.screens.review import ReviewScreen
    from ttt_tui.app.screens.setup import SetupScreen
    from ttt_tui.app.screens.statistics import StatisticsScreen
    from ttt_tui.app.screens.study import StudyScreen
    from ttt_tui.app.widgets.move_log import MoveLog
    from ttt_tui.app.widgets.tree_log import TreeLog

    return [
        PlayScreen, MoveLog, SetupScreen, HistoryScreen, StatisticsScreen, ReplayScreen, ReviewScreen,
        PracticeScreen, PuzzleScreen, StudyScreen, TreeLog, EditorScreen, app,
        *[PeopleScreen] * has_lobby,
    ]  # fmt: skip


# --- columns -----------------------------------------------------------------------------------------

GUTTER = 4
"""Cells between the columns."""

LEAST_SIGN, MOST_SIGN = 8, 13
"""The least and most cells of the keys before their descriptions; longer ones have a line of their own."""

GAP = 2
"""Cells between a key and its description."""

SHORT = 3
"""Sections of at most 1/`SHORT` of a column's lines are not split."""

_Column = list[Text]


class _Block(NamedTuple):
    """Lines that stay together: a row of a section, the first one with the title above it."""

    section: Section
    lines: tuple[Text, ...]
    is_first: bool
    is_apart: bool = False
    """Whether a blank line is above it, except at the top of a column."""


def _in_columns(sections: Sequence[Section], number: int, width: int, height: int, roles: Roles) -> Text:
    """Return sections as a text of `number` columns in `width` cells, read one after the other.

    Each screen's keys have a column of their own if that fits into `height` lines; where it helps, groups are
    not apart. Sections of more lines are split into parts, each read column by column, so that the reader
    never scrolls back up.
    """
    room = (width - GUTTER * (number - 1)) // number
    signs = sign_width(sections)
    apart = [[*_blocks(section, room, signs, roles)] for section in sections]
    close = [[block._replace(is_apart=False) for block in blocks] for blocks in apart]
    for drawn in (apart, close):
        if columns := _fitting(drawn, number, height, roles):
            return _joined_lines([columns], room, height)
    columns = _filled([block for blocks in apart for block in blocks], height, roles)
    return _joined_lines([columns[i : i + number] for i in range(0, len(columns), number)], room, height)


def _fitting(drawn: Sequence[Sequence[_Block]], number: int, height: int, roles: Roles) -> list[_Column]:
    """Return sections in at most `number` columns of `height` lines, empty if they do not fit."""
    if 1 < len(drawn) <= number:
        columns = [column for blocks in drawn for column in _filled(blocks, height, roles)]
        if len(columns) == len(drawn):
            return columns
    blocks = [block for each in drawn for block in each]
    if len(_filled(blocks, height, roles)) > number:
        return []
    heights = range(1, height + 1)
    return next(found for each in heights if len(found := _filled(blocks, each, roles)) <= number)


def _joined_lines(parts: Sequence[Sequence[_Column]], width: int, height: int) -> Text:
    """Return parts, one below the other, as a text with their columns side by side.

    Each but the last has `height` lines, so that none begins at the bottom of the one before.
    """
    lines: list[Text] = []
    for number, part in enumerate(parts):
        lines += [Text()] * (number * height - len(lines))
        lines += _beside(part, width)
    return Text("\n", no_wrap=True).join(lines)


def sign_width(sections: Sequence[Section]) -> int:
    """Return the cells of the keys and subjects before the descriptions of these sections."""
    cells = (row.sign.cell_len for section in sections for row in section.rows)
    return max([LEAST_SIGN, *(each for each in cells if each <= MOST_SIGN)])


def _blocks(section: Section, width: int, signs: int, roles: Roles) -> Iterator[_Block]:
    title = [Text(section.title, f"bold {roles.faint}")] if section.title else []
    if not section.rows:
        yield _Block(section, tuple(title), True)
    for number, row in enumerate(section.rows):
        lines = _row(row, signs, width, roles)
        is_apart = number > 0 and row.group != section.rows[number - 1].group
        yield _Block(section, (*title, *lines) if number == 0 else tuple(lines), number == 0, is_apart)


def _row(row: HelpEntry, signs: int, width: int, roles: Roles) -> _Column:
    """Return a key or subject in `signs` cells with its description, wrapped, or above it if it is longer."""
    room = width - signs - GAP
    texts = [
        Text(line.replace("\xa0", " "), roles.muted)
        for text in row.text.replace("← →", "←\xa0→").split("\n")
        for line in balanced(text, room) or [""]
    ]
    if row.sign.cell_len > signs:
        texts.insert(0, Text())
    lines = []
    for number, text in enumerate(texts):
        style = f"bold {roles.accent if row.is_key else roles.text}"
        sign = Text(style=style).append_text(row.sign) if number == 0 else Text()
        sign.pad_right(max(signs + GAP - sign.cell_len, 0))
        lines.append(Text().append_text(sign).append_text(text))
    return lines


def _filled(blocks: Sequence[_Block], height: int, roles: Roles) -> list[_Column]:
    """Return the blocks in columns of at most `height` lines, unless a single block is higher.

    A section that continues in the next column repeats its title there; a short one stays together.
    """
    columns: list[_Column] = [[]]
    for number, block in enumerate(blocks):
        column = columns[-1]
        is_apart = block.is_apart or (block.is_first and block.section.title)
        gap = [Text()] if column and is_apart else []
        lines = len(block.lines)
        if block.is_first and block.section.title:
            rest = takewhile(lambda other: not other.is_first, blocks[number + 1 :])
            whole = lines + sum(len(other.lines) for other in rest)
            lines = whole if whole <= height // SHORT else lines
        if column and len(column) + len(gap) + lines > height:
            is_continued = not block.is_first and bool(block.section.title)
            column = [Text(f"{block.section.title} …", f"bold {roles.faint}")] if is_continued else []
            gap = []
            columns.append(column)
        column += [*gap, *block.lines]
    return columns


def _beside(columns: Sequence[_Column], width: int) -> Iterator[Text]:
    for lines in zip_longest(*columns, fillvalue=Text()):
        whole = Text()
        for number, line in enumerate(lines):
            whole.pad_right(max(number * (width + GUTTER) - whole.cell_len, 0))
            whole.append_text(line)
        yield whole
