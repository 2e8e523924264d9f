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
    FIRST_KEYS,
    HISTORY,
    PLAYING,
    PUZZLES,
    SETTINGS,
    SYNONYMS,
    TEXTS,
    TITLES,
    TOGETHER,
)
from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.footer import key_name
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import SCREEN_NAMES, screen_name
from ttt_tui.engine import COLOURS
from ttt_tui.names import CLASSIC_NAMES

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
    "play": PLAYING, "log": PLAYING, "setup": PLAYING, "history": HISTORY, "replay": HISTORY,
    "statistics": HISTORY, "review": PUZZLES, "practice": PUZZLES, "puzzle": PUZZLES, "app": SETTINGS,
}  # fmt: skip
"""The first part of a binding's id → the page that lists it."""

PAGE_OF_BINDING = {
    **dict.fromkeys(
        ("play.left", "play.right", "play.up", "play.down", "play.home", "play.end", "play.top",
         "play.bottom", "play.goto", "play.x", "play.o", "play.panel", "play.numbers",
         *(f"play.digit{digit}" for digit in range(1, 10))), BOARD,
    ),
    **dict.fromkeys(
        ("play.now", "play.hint", "play.analysis", "play.threats", "play.candidate", "play.line",
         "play.opinion", "play.pause", "play.resume", "play.step", "play.faster", "play.slower",
         "play.figures"), COMPUTERS,
    ),
    **dict.fromkeys(("play.review", "setup.puzzle"), PUZZLES),
    **dict.fromkeys(
        ("play.takeback", "play.rejoin", "play.agree", "play.refuse", "setup.host", "setup.join",
         "setup.watch"), TOGETHER,
    ),
    **dict.fromkeys(("setup.history", "setup.resume", "play.share"), HISTORY),
    **dict.fromkeys(("setup.theme", "setup.rename"), SETTINGS),
}  # fmt: skip
"""Bindings on another page than their group."""

SHORTEST_BEGINNING = 3
"""Letters from which the search finds the middle of words, and synonyms by their beginnings."""


def pages(sources: Iterable[Source], first: Source | None, theme: Theme, is_ascii: bool) -> list[Page]:
    """Return the pages, in the order of `TITLES`.

    `sources` are the classes with bindings, the game's first; the keys of `first`, from which the user came,
    are first on their page.
    """
    listed = list(sources)
    bindings = {b.id: b for source in listed for b in source.BINDINGS if isinstance(b, Binding)}
    sections: dict[str, list[Section]] = {title: [] for title in TITLES}
    sections[PLAYING] += _first_keys(bindings)
    sections[BOARD] += _marks(theme, is_ascii)
    sections[COMPUTERS] += _levels()
    for title, texts in TEXTS.items():
        for heading, rows in texts:
            sections[title].append(
                Section(heading, tuple(HelpEntry(Text(sign), text) for sign, text in rows))
            )
    for source in listed:
        for title, keys in _keys_of(source).items():
            if first is source and source is not listed[0] and title == page_of(source):
                sections[title].insert(0, keys)
            else:
                sections[title].append(keys)
    return [Page(title, tuple(parts)) for title, parts in sections.items()]


def page_of(source: Source | None) -> str:
    """Return the title of the page with the keys of a screen, by default of the main menu."""
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
    """Return a row for each description, with all keys bound to it."""
    rows: dict[str, tuple[list[str], str]] = {}
    for binding in bindings:
        assert isinstance(binding, Binding), "every binding of ours is written out, with an id"
        listed, _ = rows.setdefault(binding.tooltip or binding.description, ([], binding.description))
        listed += [key for key in _keys(binding) if key not in listed]
    return [HelpEntry(Text(_joined(keys)), text, also, is_key=True) for text, (keys, also) in rows.items()]


def _keys_of(source: Source) -> dict[str, Section]:
    """Return the keys of a class by page."""
    listed: dict[str, list[Binding]] = {}
    for binding in source.BINDINGS:
        assert isinstance(binding, Binding), "every binding of ours is written out, with an id"
        assert binding.id is not None, "every binding of ours is written out, with an id"
        title = PAGE_OF_BINDING.get(binding.id) or PAGE_OF_GROUP[binding.id.partition(".")[0]]
        listed.setdefault(title, []).append(binding)
    heading = f"{source.BINDING_GROUP_TITLE}: keys"
    return {title: Section(heading, tuple(described(bindings))) for title, bindings in listed.items()}


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


def _first_keys(bindings: dict[str | None, Binding]) -> Iterator[Section]:
    """Yield the most important keys: one for each of several bindings in a row, two for a single binding."""
    for index, (title, rows) in enumerate(FIRST_KEYS):
        shown = []
        for ids, text in rows:
            words = ids.split()
            signs = _keys(bindings[ids])[:2] if len(words) == 1 else []
            signs = signs or [_keys(bindings[word])[0] if word in bindings else word for word in words]
            also = " ".join(bindings[word].description for word in words if word in bindings)
            shown.append(HelpEntry(Text(" ".join(signs)), text, also, is_key=True))
        yield Section(title, tuple(shown), is_beside=index > 0)


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
