"""Scanner of records in text: it finds games, and in each game tags, moves and comments.

`text` reads the tags and moves; each part has its place, for errors.

>>> game, other = scan('''[Board "3x3"]
... 1. b2 {in the middle} a1
...
... [Board "5x5"]''')
>>> game.tags["Board"].value, [word.text for word in game.words], game.comments
('3x3', ['b2', 'a1'], 1)
>>> other.tags["Board"].line
4
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from ttt_tui.engine.records import RESIGNS, check_count
from ttt_tui.engine.setup import FEWEST_PLAYERS
from ttt_tui.errors import RecordError

T = TypeVar("T")

ANALYSED = "# an analysis was shown during this game"

KNOWN_TAGS = (
    "Date", "GameId", "Game", "Board", "Line", "Rules", "Player", "First", "Points", "Draws", "Starts",
    "Marks", "Times", "Result", "Start",
)  # fmt: skip

TAG_EXAMPLE = 'write a tag like [Board "3x3"]'

_SPECIAL = "{#;[("
"""The characters that begin comments, tags and variations, and resignations of players with such a symbol."""

# Possessive quantifiers (`*+`): backtracking would keep a state for each character of a long value.
_QUOTED = r'"[^"\\]*+(?:\\["\\][^"\\]*+)*+"'
_TAG = re.compile(rf"\s*\[\s*([A-Za-z]{{1,20}})((?:\s*+{_QUOTED})++)\s*+\]")
_WORD = re.compile(rf"\{{(?:{RESIGNS}(?!\S))?|[^\s{{]+")
_ROUND = re.compile("[0-9]{1,6}\\.", re.ASCII)


def scan(text: str) -> list["GameText"]:
    """Return the games of a text; raises `RecordError` for invalid syntax."""
    return _Scanner().games(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")))


@dataclass(frozen=True, slots=True)
class Word:
    """A word among the moves, with its place."""

    text: str
    line: int
    column: int


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
    comments: int = 0
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

    def __init__(self) -> None:
        self._games = [GameText()]
        self._block: list[Tag] = []
        """Tags that no empty line or move has followed yet; a block with a board can begin another game."""
        self._comments = 0
        self._is_analysed = False
        """Whether this block has the mark of an analysis; `_comments` counts the block's comments."""
        self._open: tuple[int, int] | None = None
        """The line and column where a comment began that has not ended, None outside of comments."""

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
            raise RecordError("this comment does not end: add }", *self._open)
        self._end_block()
        return self._games

    def _end_block(self) -> None:
        """Assign a block of tags to the game that it is about."""
        game, block = self._games[-1], self._block
        has_board = any(tag.name == "Board" for tag in block)
        if block and game.words and not has_board:
            raise block[0].error("tags must come before the moves")
        if has_board and (game.words or game.is_set_up):
            game = GameText()
            self._games.append(game)
            check_count(self._games)
        for tag in block:
            game.add(tag)
        game.comments += self._comments
        game.is_analysed |= self._is_analysed
        self._block, self._comments, self._is_analysed = [], 0, False

    def _scan(self, line: str, number: int, start: int = 0) -> None:
        """Read moves and comments from a place in a line on."""
        while True:
            if self._open is not None:
                end = line.find("}", start)
                if end < 0:
                    return
                self._open, start = None, end + 1
            match = _WORD.search(line, start)
            if match is None:
                return
            word, place, start = match[0], (number, match.start() + 1), match.end()
            if self._block and (word[0] not in _SPECIAL or word[1:] == RESIGNS):
                self._end_block()
            game = self._games[-1]
            if word[0] in _SPECIAL and not (word[1:] == RESIGNS and word[0] in game.symbols):
                if word[0] == "[":
                    raise RecordError("tags must come before the moves, each on its own line", *place)
                if word[0] == "(":
                    raise RecordError("variations in parentheses are not supported: remove them", *place)
                self._comments += 1
                if word[0] != "{":
                    return
                self._open, start = place, match.start() + 1
            elif not _ROUND.fullmatch(word):  # the numbers of rounds are for human readers
                game.words.append(Word(word, *place))


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
