"""Scanner of records in text: it finds games, and in each game tags, and moves with what is said of them.

`text` reads the tags and moves; each part has its place, for errors.

>>> game, other = scan('''[Board "3x3"]
... 1. b2 {in the middle} a1 (c1 $2)
...
... [Board "5x5"]''')
>>> game.tags["Board"].value, [word.text for word in game.words]
('3x3', ['b2', 'in the middle', 'a1', '(', 'c1', '$2', ')'])
>>> other.tags["Board"].line
4
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeVar

from ttt_tui.engine.records import ENDS, check_count
from ttt_tui.engine.setup import FEWEST_PLAYERS
from ttt_tui.errors import RecordError

T = TypeVar("T")

MOST_WORDS = 250_000
"""Moves, comments and parentheses in one text."""

ANALYSED = "# an analysis was shown during this game"

KNOWN_TAGS = (
    "Date", "GameId", "Game", "Board", "Line", "Rules", "Player", "First", "Points", "Draws", "Clock",
    "Starts", "Marks", "Times", "Result", "Start", "Played",
)  # fmt: skip

TAG_EXAMPLE = 'write a tag like [Board "3x3"]'


# Possessive quantifiers (`*+`): backtracking would keep a state for each character of a long value.
_QUOTED = r'"[^"\\]*+(?:\\["\\][^"\\]*+)*+"'
_TAG = re.compile(rf"\s*\[\s*([A-Za-z]{{1,20}})((?:\s*+{_QUOTED})++)\s*+\]")
_WORD = re.compile(
    r"(?P<special>[{#;\[()])|(?P<number>[0-9]{1,6}\.+)|(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?!\S))|(?P<word>[^\s(){]+)"
)
"""What stands among the moves: the beginning of a comment, a tag or a variation, and words.

The numbers of rounds and results are for human readers.
"""

_END = re.compile(rf"({'|'.join(ENDS)})(?![^\s(){{])")
"""What stands behind the symbol of a player who resigns."""

_END_OF_COMMENT = re.compile(r"((?:[^}\\]|\\.|\\$)*+)(\}?)")
_ESCAPED = re.compile(r"\\([\\}])")


def scan(text: str, symbols: Iterable[str] = ()) -> list["GameText"]:
    """Return the games of a text; raises `RecordError` for invalid syntax.

    `symbols` are the players' in a first game without tags.
    """
    return _Scanner(symbols).games(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")))


class WordKind(Enum):
    """What a word among the moves is."""

    MOVE = 1
    COMMENT = 2
    VARIATION = 3
    """The parenthesis with which one begins or ends."""


class Word(NamedTuple):
    """A word among the moves, with its place."""

    text: str
    line: int
    column: int
    kind: WordKind = WordKind.MOVE

    def error(self, reason: str) -> RecordError:
        """Return an error about this word."""
        return RecordError(reason, self.line, self.column)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag with its values and its place."""

    name: str
    values: tuple[str, ...]
    line: int
    column: int

    @property
    def value(self) -> str:
        """The tag's only value; raises `RecordError` if it has more."""
        if len(self.values) != 1:
            raise self.error(f"{self.name} needs one value in quotes")
        return self.values[0]

    def read(self, reader: Callable[[str], T]) -> T:
        """Return the result of a reader of the value; an error of the reader gets the tag's place."""
        try:
            return reader(self.value)
        except RecordError as error:
            raise (error if error.line else self.error(str(error))) from None

    def error(self, reason: str) -> RecordError:
        """Return an error about this tag."""
        return RecordError(reason, self.line, self.column)


@dataclass(slots=True)
class GameText:
    """The parts of one game."""

    tags: dict[str, Tag] = field(default_factory=dict)
    players: list[Tag] = field(default_factory=list)
    symbols: set[str] = field(default_factory=set)
    words: list[Word] = field(default_factory=list)
    has_moves: bool = False
    omitted: int = 0
    """The number of comments that are not read: those after `#`."""
    is_analysed: bool = False

    @property
    def is_set_up(self) -> bool:
        """Whether the tags state everything that a game needs."""
        return {"Board", "Line"} <= self.tags.keys() and len(self.players) >= FEWEST_PLAYERS

    def add(self, tag: Tag) -> None:
        """Add a tag; raises `RecordError` if it exists already."""
        if tag.name == "Player":
            self.players.append(tag)
            self.symbols.add(tag.values[0])
        elif tag.name in self.tags:
            raise RecordError(f"{tag.name} is given twice", tag.line, tag.column)
        else:
            self.tags[tag.name] = tag


class _Scanner:
    """Scans a text line by line: into games, and these into tags, moves and comments."""

    def __init__(self, symbols: Iterable[str]) -> None:
        self._games = [GameText(symbols=set(symbols))]
        self._block: list[Tag] = []
        """Tags that no empty line or move has followed yet; a block with a board can begin another game."""
        self._comments: list[Word] = []
        """The comments in this block."""
        self._is_analysed = False
        """Whether this block has the mark of an analysis."""
        self._count = 0
        self._open: Word | None = None
        """A comment that has not ended, None outside of comments; `_lines` are its lines so far."""
        self._lines: list[str] = []

    def games(self, lines: list[str]) -> list[GameText]:
        """Return the games of these lines; raises `RecordError`."""
        for number, line in enumerate(lines, 1):
            stripped = line.strip()
            if self._open is not None:
                self._scan(line, number)
            elif not stripped:
                self._end_block()
            elif stripped.startswith("#"):
                self._is_analysed |= stripped == ANALYSED
            elif stripped.startswith("["):
                tag, end = _read_tag(line, number)
                if not re.match(r"\s*(?:$|[{#;])", line[end:]):
                    raise tag.error(TAG_EXAMPLE)
                self._block.append(tag)
                self._scan(line, number, end)
            else:
                self._scan(line, number)
        if self._open is not None:
            raise self._open.error("this comment does not end: add }")
        self._end_block()
        return self._games

    def _end_block(self) -> None:
        """Assign a block of tags to the game that it is about."""
        game, block = self._games[-1], self._block
        has_board = any(tag.name == "Board" for tag in block)
        if block and game.has_moves and not has_board:
            raise block[0].error("tags must come before the moves")
        if has_board and (game.has_moves or game.is_set_up):
            game = GameText()
            self._games.append(game)
            check_count(self._games)
        for tag in block:
            game.add(tag)
        game.words += self._comments
        game.is_analysed |= self._is_analysed
        self._block, self._comments, self._is_analysed = [], [], False

    def _scan(self, line: str, number: int, start: int = 0) -> None:
        """Read moves and comments from a place in a line on."""
        if self._open is not None:
            start = self._continue_comment(line, start)
        while (match := _WORD.search(line, start)) is not None:
            start = match.end()
            if match.lastgroup not in ("word", "special"):
                continue
            word = Word(match[0], number, match.start() + 1)
            if match.lastgroup == "word":
                self._add(word)
            elif (end := _END.match(line, start)) is not None and word.text in self._symbols:
                start = end.end()
                self._add(word._replace(text=word.text + end[0]))
            else:
                match word.text:
                    case "{":
                        self._open = word._replace(kind=WordKind.COMMENT)
                        start = self._continue_comment(line, start)
                    case "[":
                        raise word.error("tags must come before the moves, each on its own line")
                    case "(" | ")":
                        self._add(word._replace(kind=WordKind.VARIATION))
                    case ";":
                        self._add_comment(word._replace(text=line[start:], kind=WordKind.COMMENT))
                        return
                    case _:
                        self._games[-1].omitted += 1
                        return

    @property
    def _symbols(self) -> set[str]:
        """The symbols of the players of the game that the next word is of."""
        new = {tag.values[0] for tag in self._block if tag.name == "Player"}
        return new or self._games[-1].symbols

    def _add(self, word: Word) -> None:
        """Add a word to the game that the tags before it are of."""
        self._count_word(word)
        if self._block:
            self._end_block()
        self._games[-1].words.append(word)
        self._games[-1].has_moves = True

    def _count_word(self, word: Word) -> None:
        self._count += 1
        if self._count > MOST_WORDS:
            raise word.error(f"a text has at most {MOST_WORDS:,} moves and comments")

    def _add_comment(self, comment: Word) -> None:
        """Add a comment to the latest move, or to the game of the tags before it."""
        self._count_word(comment)
        (self._comments if self._block else self._games[-1].words).append(comment)

    def _continue_comment(self, line: str, start: int) -> int:
        """Read a comment that has begun, and return the place where it ends, or the line does."""
        match = _END_OF_COMMENT.match(line, start)
        assert match is not None, "anything fits"
        assert self._open is not None, "a comment has begun"
        self._lines.append(_ESCAPED.sub(r"\1", match[1]))
        if match[2]:
            self._add_comment(self._open._replace(text="\n".join(self._lines)))
            self._open, self._lines = None, []
        return match.end()


def _read_tag(line: str, number: int) -> tuple[Tag, int]:
    """Return the tag with which a line begins, and where it ends."""
    column = line.index("[") + 1
    match = _TAG.match(line)
    if match is None:
        raise RecordError(TAG_EXAMPLE, number, column)
    if match[1] not in KNOWN_TAGS:
        raise RecordError(f"unknown tag {match[1]}; choose from {', '.join(KNOWN_TAGS)}", number, column)
    values = tuple(re.sub(r"\\(.)", r"\1", value[1:-1]) for value in re.findall(_QUOTED, match[2]))
    return Tag(match[1], values, number, column), match.end()
