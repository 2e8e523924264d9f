"""What the help says: what one needs first, the rules, the levels, and all keys, made from the bindings."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.theme import Theme

from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.key_names import key_name
from ttt_tui.computer import LEVELS
from ttt_tui.engine import COLOURS

Source = type[DOMNode]
"""A class whose bindings the help lists."""

Row = tuple[Text, str]
"""What somebody sees or presses, and what it means."""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a title."""

    title: str
    rows: tuple[Row, ...]
    is_beside: bool = False
    """Whether it stands on the right of the section before, where there is room."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown at a time."""

    title: str
    """By which the page before tells of it."""
    sections: tuple[Section, ...]


FIRST_KEYS = (
    ("Playing", (
        ("play.place", "place a stone"),
        ("play.left play.down play.up play.right", "move the cursor"),
        ("play.digit1 … play.digit9", "place there on 3×3"),
        ("play.goto", "type a square"),
        ("play.undo play.redo", "undo, play again"),
        ("play.hint play.analysis", "hint, analysis"),
        ("play.now", "let it move now"),
        ("play.resign play.new", "resign, new game"),
    )),
    ("Looking", (
        ("play.walk", "list of moves"),
        ("play.panel", "side panel"),
        ("play.review", "review a game"),
        ("play.pause play.step", "pause, one move"),
        ("app.theme", "theme"),
        ("app.commands", "find anything"),
        ("play.help", "this help"),
        ("play.leave", "leave"),
    )),
)  # fmt: skip
"""What one needs first: ids of bindings, and what their keys do."""

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

PUZZLES = (
    ("The task", "Win in so many moves, hold the draw, or stop the threat. One move alone does it, proved: "
     "up to 6×6 whatever both sides do, on larger boards by fours and threes, which have to be answered."),
    ("A miss", "What beats it is played on the board. Take it back, or try another square at once."),
    ("Hint", "Says how it begins, then along which column, then the square."),
    ("Show it", "Walks through the solution. Begin again to find it yourself."),
    ("Own ones", "Mistakes that a review found in your games come back until you know them."),
    ("Streak", "The days in a row on which you solved the day's puzzle, with hints or without. The same "
     "everywhere on that day, without a network."),
    ("Rating", "Begins at 1500 and grows with puzzles solved at the first try. A miss, a hint, the solution "
     "cost points; what you try again later changes nothing."),
)  # fmt: skip
"""What puzzles are."""

BRAINS = (
    ("What they are", "Other programs that play five in a row and speak the Gomocup protocol. A player's "
     "dialog takes one by its command; from then on it has a name and stands among the levels."),
    ("A failure", "Is told, and you choose who goes on in that seat. The game is kept."),
    ("As judges", "While you analyse, b asks a brain instead of the expert. What it says is never proved."),
)  # fmt: skip
"""What brains are."""

THINKING = (
    ("0.6 s · depth 7", "how long a computer has thought, and how many moves ahead it sees"),
    ("41 k nodes", "how many positions it has looked at, and how many a second"),
    ("+12  h8 i9", "how good its move is for it, by its own measure, and the moves that it expects"),
    (
        "wins in 5 plies",
        "proved: so many moves, both sides counted, whatever anybody does; at most so many "
        "where a shorter way was not ruled out",
    ),
)
"""What the panel tells of a computer."""


def pages(sources: Iterable[Source], first: Source | None, theme: Theme, is_ascii: bool) -> list[Page]:
    """Return the pages: what one needs first, the rules, the levels, all keys.

    `sources` are the classes with bindings, that of the game first; `first` is the one that the user came
    from, whose keys come before everything else. In a game what one needs first are these.
    """
    listed = list(sources)
    bindings = {b.id: b for source in listed for b in source.BINDINGS if isinstance(b, Binding)}
    keys = {source: _keys_page(source) for source in listed}
    puzzles = Page("puzzles", (Section("Puzzles", _plain(PUZZLES)),))
    is_at_puzzle = first is not None and puzzles.sections[0].title == first.BINDING_GROUP_TITLE
    start = Page("playing", (*_first_keys(bindings), *_marks(theme, is_ascii)))
    is_elsewhere = first in keys and first is not listed[0]
    return [
        *(page for source, page in keys.items() if is_elsewhere and source is first),
        *[puzzles] * is_at_puzzle,
        start,
        Page("rules", (Section("The rules", _plain(RULES)),)),
        Page(
            "levels",
            (
                _levels(),
                Section("Brains", _plain(BRAINS)),
                Section("In the panel", _plain(THINKING)),
            ),
        ),
        *[puzzles] * (not is_at_puzzle),
        *(page for source, page in keys.items() if not (is_elsewhere and source is first)),
    ]


def found(listed: Iterable[Page], wanted: str) -> Page:
    """Return a page with the rows of all pages in which a text occurs, whatever its capitals."""
    wanted = wanted.casefold()
    sections: list[Section] = []
    for section in (section for page in listed for section in page.sections):
        rows = tuple(
            (sign, text) for sign, text in section.rows if wanted in f"{sign.plain} {text}".casefold()
        )
        if rows:
            sections.append(Section(section.title, rows))
    return Page("found", tuple(sections) or (Section("Nothing found", ()),))


def described(bindings: Iterable[BindingType]) -> list[tuple[str, str]]:
    """Return (keys, what they do) for each binding, those with the same explanation together."""
    rows: dict[str, list[str]] = {}
    for binding in bindings:
        assert isinstance(binding, Binding), "every binding of ours is written out, with an id"
        listed = rows.setdefault(binding.tooltip or binding.description, [])
        listed += [key for key in _keys(binding) if key not in listed]
    return [(_joined(keys), text) for text, keys in rows.items()]


def _keys(binding: Binding) -> list[str]:
    return [key_name(key.strip()) for key in binding.key.split(",")]


def _joined(keys: list[str]) -> str:
    if len(keys) > 4:
        return f"{keys[0]} … {keys[-1]}"
    return "  ".join(keys)


def _plain(rows: Iterable[tuple[str, str]]) -> tuple[Row, ...]:
    return tuple((Text(sign), text) for sign, text in rows)


def _keys_page(source: Source) -> Page:
    title = source.BINDING_GROUP_TITLE or ""
    return Page(
        f"keys: {title.lower()}", (Section(f"{title}: all keys", _plain(described(source.BINDINGS))),)
    )


def _levels() -> Section:
    return Section("The levels", _plain((level.name, level.summary) for level in LEVELS.values()))


def _first_keys(bindings: dict[str | None, Binding]) -> Iterator[Section]:
    """Give the keys that one needs first; of several for one thing the first, of a single binding two."""
    for index, (title, rows) in enumerate(FIRST_KEYS):
        shown = []
        for ids, text in rows:
            words = ids.split()
            signs = _keys(bindings[ids])[:2] if len(words) == 1 else []
            signs = signs or [_keys(bindings[word])[0] if word in bindings else word for word in words]
            shown.append((Text(" ".join(signs)), text))
        yield Section(title, tuple(shown), is_beside=index > 0)


Mark = tuple[str, str, Callable[[str, str, str], Style], str]
"""A mark, the same in ASCII, its style by accent, ink and a player's colour, and what it means."""

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
    """Give the marks, drawn as on the board, in two sections."""
    roles = roles_of(theme)
    colours = roles.accent, roles.ink, player_colour(theme, COLOURS[0])
    rows = [
        (Text().append(spelt if is_ascii else sign, style(*colours)), text)
        for sign, spelt, style, text in _MARKS
    ]
    half = (len(rows) + 1) // 2
    yield Section("Marks on the board", tuple(rows[:half]))
    yield Section("", tuple(rows[half:]), is_beside=True)
