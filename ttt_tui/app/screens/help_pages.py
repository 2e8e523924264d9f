"""Pages of the help: eight by subject, with all keys taken from the bindings."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.theme import Theme

from ttt_tui.app.screens.help_texts import (
    BOARD,
    COMPUTERS,
    HISTORY,
    INSTEAD,
    MENU,
    PLAYING,
    PUZZLES,
    SETTINGS,
    STUDIES,
    SYNONYMS,
    TEXTS,
    TITLES,
    TOGETHER,
)
from ttt_tui.app.screens.permitted import permitted
from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.footer import key_name
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import SCREEN_NAMES, screen_name
from ttt_tui.engine import COLOURS
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.process.permissions import EVERYTHING, Permissions

Source = type[DOMNode]
"""A class whose bindings the help lists."""


class HelpEntry(NamedTuple):
    """A row of the help."""

    sign: Text
    """A key or a subject."""
    text: str
    """The description."""
    also: str = ""
    """Additional words by which the search finds the row."""
    is_key: bool = False
    """Whether the sign is a key, which the screen shows in the accent."""
    group: int = 0
    """The rows of a section with the same number stand together."""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a title."""

    title: str
    rows: tuple[HelpEntry, ...]
    is_beside: bool = False
    """Whether the section stands to the right of the previous one, if there is room."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page with its sections."""

    title: str
    sections: tuple[Section, ...]


PAGE_OF_GROUP = {
    "play": PLAYING, "log": PLAYING, "setup": MENU, "history": HISTORY, "replay": HISTORY,
    "statistics": HISTORY, "review": PUZZLES, "practice": PUZZLES, "puzzle": PUZZLES, "study": STUDIES,
    "editor": BOARD, "app": SETTINGS, "people": TOGETHER,
}  # fmt: skip
"""The first part of a binding's id → the page that lists it."""

CURSOR_KEYS = {
    **dict.fromkeys(("move(-1, 0)", "move(0, 1)", "move(0, -1)", "move(1, 0)"), "Move the cursor"),
    **dict.fromkeys(("move(-20, 0)", "move(20, 0)"), "Move the cursor to the first or last column"),
    **dict.fromkeys(("move(0, -20)", "move(0, 20)"), "Move the cursor to the top or bottom row"),
}
"""The actions whose keys share a row → what it says."""

MOVING = frozenset(["←", "↓", "↑", "→", "Enter", "Space", "Tab", "Shift+Tab", "Home", "End", "PgUp", "PgDn"])
"""The keys that move and choose, which come first."""

LEAVING = frozenset(["?", "Esc", "q", "F1", "F2"])
"""The keys that leave a screen or open what every screen has, which come last."""

SHORTEST_BEGINNING = 3
"""Letters from which the search finds the middle of words, and synonyms by their beginnings."""


def pages(
    sources: Iterable[Source],
    first: Source | None,
    theme: Theme,
    is_ascii: bool,
    permissions: Permissions = EVERYTHING,
) -> list[Page]:
    """Return the pages, in the order of `TITLES`, with what is possible with these permissions.

    `sources` are the classes with bindings, the game's first; the keys of `first`, from which the user came,
    are first on their page.
    """
    listed = list(sources)
    sections: dict[str, list[Section]] = {title: [] for title in TITLES}
    sections[BOARD] += _marks(theme, is_ascii)
    sections[COMPUTERS] += _levels()
    for title, texts in TEXTS.items():
        for heading, rows in texts:
            known = tuple(
                HelpEntry(Text(sign), text)
                for sign, text in ((sign, _text(title, sign, text, permissions)) for sign, text in rows)
                if text
            )
            sections[title] += [Section(heading, known)] if known else []
    for source in listed:
        keys = Section(
            f"{source.BINDING_GROUP_TITLE}: keys", tuple(described(permitted(source.BINDINGS, permissions)))
        )
        of_page = sections[page_of(source)]
        of_page.insert(0 if first is source else len(of_page), keys)
    return [Page(title, tuple(parts)) for title, parts in sections.items()]


def _text(page: str, sign: str, text: str, permissions: Permissions) -> str:
    """Return the text about a subject with these permissions, empty if there is none."""
    needed, instead = INSTEAD.get(page, {}).get(sign, (None, ""))
    return text if needed is None or permissions.allows(needed) else instead


def page_of(source: Source | None) -> str:
    """Return the title of the page with the keys of a screen, by default of the game."""
    bindings = source.BINDINGS if source is not None else []
    ids = (binding.id for binding in bindings if isinstance(binding, Binding) and binding.id)
    groups = (PAGE_OF_GROUP.get(id.partition(".")[0]) for id in ids)
    return next(filter(None, groups), TITLES[0])


def found(listed: Iterable[Page], wanted: str) -> Page:
    """Return a page with all rows that match a text, ignoring case.

    First come pages and sections with a matching title, then rows with the text, then rows with synonyms.
    """
    wanted = " ".join(wanted.casefold().split())
    is_long = len(wanted) >= SHORTEST_BEGINNING
    start = r"\b" if wanted.isalnum() and not is_long else ""
    itself = re.compile(start + re.escape(wanted))
    others = [re.compile(rf"\b{word}") for word in synonyms(wanted)]
    literal: list[Section] = []
    related: list[Section] = []
    titled: list[Section] = []
    for title, section in ((page.title, section) for page in listed for section in page.sections):
        if is_long and any(itself.search(words.casefold()) for words in (title, section.title)):
            titled.append(section)
            continue
        texts = [(row, f"{row.sign.plain} {row.text} {row.also}".casefold()) for row in section.rows]
        rows = tuple(row for row, text in texts if itself.search(text))
        more = tuple(
            row
            for row, text in texts
            if not itself.search(text) and any(word.search(text) for word in others)
        )
        literal += [Section(section.title, rows)] if rows else []
        related += [Section(section.title, more)] if more else []
    return Page("Search results", (*titled, *literal, *related) or (Section("Nothing found", ()),))


def synonyms(wanted: str) -> set[str]:
    """Return synonyms of a word or of its beginning."""
    is_long = len(wanted) >= SHORTEST_BEGINNING
    groups = (group.split() for group in SYNONYMS)
    return {
        word
        for group in groups
        if any(each == wanted or (is_long and each.startswith(wanted)) for each in group)
        for word in group
    }


def described(bindings: Iterable[BindingType]) -> list[HelpEntry]:
    """Return a row for each key, with all that it does, a line each.

    Keys that do the same share a row, and so do those that move the cursor. They come first, with all others
    that move and choose; those that leave come last, and between them the order is that of the bindings.
    """
    rows: list[_KeyRow] = []
    for binding in bindings:
        assert isinstance(binding, Binding), "every binding of ours is written out, with an id"
        keys, text = _keys(binding), CURSOR_KEYS.get(binding.action) or binding.tooltip or binding.description
        row = next((row for row in rows if text in row.texts or row.keys == keys), None)
        if row is None:
            rows.append(_KeyRow(keys, [text], [binding.description], binding.action in CURSOR_KEYS))
            continue
        row.keys += [key for key in keys if key not in row.keys]
        row.texts += [text] * (text not in row.texts)
        row.also.append(binding.description)
    rows.sort(key=lambda row: (not row.moves_cursor, row.group))
    return [row.entry() for row in rows]


@dataclass(slots=True)
class _KeyRow:
    """What is known of a row of keys."""

    keys: list[str]
    texts: list[str]
    also: list[str]
    moves_cursor: bool

    @property
    def group(self) -> int:
        return 0 if self.keys[0] in MOVING else 2 if self.keys[0] in LEAVING else 1

    def entry(self) -> HelpEntry:
        """Return the row; of the keys that move the cursor, the letters stand in the text."""
        signs = [key for key in self.keys if not (self.moves_cursor and key.isalpha() and len(key) == 1)]
        letters = [key for key in self.keys if key not in signs]
        text = "\n".join(self.texts) + (f"; so do {' '.join(letters)}" if letters else "")
        return HelpEntry(Text(_joined(signs)), text, " ".join(self.also), is_key=True, group=self.group)


def _keys(binding: Binding) -> list[str]:
    return [key_name(key.strip()) for key in binding.key.split(",")]


def _joined(keys: list[str]) -> str:
    if len(keys) > 4:
        return f"{keys[0]} … {keys[-1]}"
    return "  ".join(keys)


def _levels() -> Iterator[Section]:
    """Yield the levels under their names on screen and on the command line."""
    titled = (("Levels", SCREEN_NAMES), ("Classic computers", CLASSIC_NAMES))
    for title, levels in titled:
        yield Section(
            title, tuple(HelpEntry(Text(screen_name(name)), LEVELS[name].summary, name) for name in levels)
        )


Mark = tuple[str, str, Callable[[str, str, str], Style], str]
"""A mark, the same in ASCII, its style by accent, ink and a player's colour, and its meaning."""

_MARKS: tuple[Mark, ...] = (
    ("┏ ┓", "+ +", lambda accent, ink, colour: Style(color=accent, bold=True), "cursor"),
    ("[X]", "[X]", lambda accent, ink, colour: Style(color=accent, bold=True), "cursor, small"),
    (" ◆ ", " * ", lambda accent, ink, colour: Style(color=colour, bold=True), "last stone"),
    (" ◇ ", " ' ", lambda accent, ink, colour: Style(color=colour, bold=True), "new since your move"),
    ("(X)", "(X)", lambda accent, ink, colour: Style(color=colour, bold=True), "last or new, small"),
    (" X ", " X ", lambda accent, ink, colour: Style(color=ink, bgcolor=colour, bold=True),
     "a winning line"),
)  # fmt: skip


def _marks(theme: Theme, is_ascii: bool) -> Iterator[Section]:
    """Yield the marks, drawn as on the board, in two sections."""
    roles = roles_of(theme)
    colours = roles.accent, roles.ink, player_colour(theme, COLOURS[0])
    rows = [
        HelpEntry(Text().append(spelt if is_ascii else sign, style(*colours)), text)
        for sign, spelt, style, text in _MARKS
    ]
    half = (len(rows) + 1) // 2
    yield Section("Marks on the board", tuple(rows[:half]))
    yield Section("", tuple(rows[half:]), is_beside=True)
