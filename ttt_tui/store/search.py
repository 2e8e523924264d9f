"""Queries of the history: words that a game has to match, parsed into a value.

>>> query = parse_query('renju won -random after:2026-11 "Ada L"')
>>> [str(term) for term in query.terms]
['renju', 'won', '-random', 'after:2026-11', '"ada l"']
>>> parse_query("after:2026-13")
Traceback (most recent call last):
ttt_tui.errors.InvalidQuery: “2026-13” is not a date; write one like after:2026-11 or after:2026-11-21

All words have to match. What is typed comes from anybody: a query is bounded, and read in linear time.
"""

import re
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from ttt_tui.engine.geometry import LARGEST_SIDE, SMALLEST_SIDE
from ttt_tui.engine.names import shown
from ttt_tui.errors import InvalidQuery

LONGEST_QUERY = 500
"""Characters."""

MOST_NAMED = 3
"""Parts of a query of which an error says what is wrong with them."""

MOST_MOVES = 400
"""Words after `moves:`; no board has more squares."""


class Result(StrEnum):
    """The words for how games ended for the user, or for a player who is named."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    FINISHED = "finished"
    UNFINISHED = "unfinished"


class Having(StrEnum):
    """What follows `with:`."""

    COMMENT = "comment"


class Text(NamedTuple):
    """A text that the names of players, levels, rules, board or day, or the comments contain; see `fold`."""

    text: str

    def __str__(self) -> str:
        return f'"{self.text}"' if " " in self.text else self.text


class Board(NamedTuple):
    """Columns and rows."""

    columns: int
    rows: int

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"


class Number(NamedTuple):
    """The number by which the command line finds a game."""

    id: int

    def __str__(self) -> str:
        return f"#{self.id}"


class PlayedAfter(NamedTuple):
    """The first day that matches."""

    day: date
    text: str

    def __str__(self) -> str:
        return f"after:{self.text}"


class PlayedBefore(NamedTuple):
    """The first day that matches no more."""

    day: date
    text: str

    def __str__(self) -> str:
        return f"before:{self.text}"


class Moves(NamedTuple):
    """Moves that lead to a position which a game has to reach; see `store.positions`."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"moves:{' '.join(self.words)}"


Condition = Text | Board | Number | PlayedAfter | PlayedBefore | Moves | Result | Having


class Term(NamedTuple):
    """A condition that games have to meet, or must not meet."""

    condition: Condition
    is_excluded: bool = False

    def __str__(self) -> str:
        condition = self.condition
        text = f"with:{condition}" if isinstance(condition, Having) else str(condition)
        return f"-{text}" if self.is_excluded else text


class GameQuery(NamedTuple):
    """What games are searched for: they match all terms; without terms all games do."""

    terms: tuple[Term, ...] = ()

    @property
    def moves(self) -> Iterator[Moves]:
        """The moves among the conditions."""
        return (term.condition for term in self.terms if isinstance(term.condition, Moves))


WORDS = (
    ("ada, misère", 'Names, levels, games, rules, days and comments with the word; quote blanks: "ada l".'),
    ("15x15", "The size of the board."),
    ("won", "How it ended for you, or for whom you name; also drawn, lost, finished, unfinished."),
    ("after:2026-11", "From that year, month or day on; before: ends before it."),
    ("moves:g7 h8", "The position after these moves, in any order, also turned or mirrored."),
    ("with:comment", "Games with comments."),
    ("#17", "The game with that number."),
    ("-won", "Games that do not match."),
)
"""What can be typed, with what it means, for help."""


def parse_query(text: str) -> GameQuery:
    """Return the query that a text means. Raises `InvalidQuery`, which says what is wrong."""
    if len(text) > LONGEST_QUERY:
        raise InvalidQuery(f"a search has at most {LONGEST_QUERY} characters")
    terms: list[Term] = []
    wrong: list[str] = []
    tokens = deque(_tokens(text))
    while tokens:
        token = tokens.popleft()
        try:
            condition = Text(fold(token.text)) if token.is_quoted else _condition(token.text, tokens)
        except InvalidQuery as error:
            wrong.append(str(error))
            continue
        if not isinstance(condition, Text) or condition.text.strip("-"):
            terms.append(Term(condition, token.is_excluded))
    if wrong:
        raise InvalidQuery("; ".join(wrong[:MOST_NAMED]))
    return GameQuery(tuple(terms))


def _condition(word: str, rest: "deque[_Token]") -> Condition:
    """Return the condition that a word means, if it is `moves:` with what belongs to it of the rest."""
    key, colon, value = word.partition(":")
    key = key.lower()
    if not colon:
        return _word(word)
    if key == "moves":
        return _moves(value, rest)
    if (read := _KEYS.get(key)) is not None:
        return read(value)
    known = ", ".join(f"{each}:" for each in (*_KEYS, "moves"))
    raise InvalidQuery(f"unknown word {shown(f'{key}:')}; choose from {known}, or quote it")


def fold(text: str) -> str:
    """Return a text in the form in which texts are compared: in small letters, without accents.

    >>> fold("Misère 15×15 ZOË")
    'misere 15x15 zoe'
    """
    if text.isascii():
        return text.lower()
    small = unicodedata.normalize("NFKD", text).casefold()  # other alphabets' letters first become plain ones
    plain = unicodedata.normalize("NFKD", small)
    return "".join(c for c in plain if not unicodedata.combining(c)).replace("×", "x")


class _Token(NamedTuple):
    text: str
    is_quoted: bool
    is_excluded: bool


_TOKEN = re.compile(r'(?P<minus>-?)(?:"(?P<quoted>[^"]*)"?|(?P<word>[^\s"]\S*))|-')
"""A quotation that is still being typed ends with the text."""


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        quoted, word = match["quoted"], match["word"]
        yield _Token(quoted or word or "", quoted is not None, bool(match["minus"]))


def _word(word: str) -> Condition:
    folded = fold(word)
    if folded in _RESULTS:
        return _RESULTS[folded]
    if match := re.fullmatch(r"(\d{1,2})x(\d{1,2})", folded, re.ASCII):
        columns, rows = int(match[1]), int(match[2])
        if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (columns, rows)):
            raise InvalidQuery(f"no board is {columns}×{rows}; write a size like 15x15, or quote it")
        return Board(columns, rows)
    if match := re.fullmatch(r"#(\d{1,15})", word, re.ASCII):
        return Number(int(match[1]))
    return Text(folded)


_RESULTS = {"draw": Result.DRAWN, **{str(result): result for result in Result}}


def _day(value: str, key: str) -> date:
    """Return the first day of a year, a month or a day; raises `InvalidQuery`."""
    try:
        if not re.fullmatch(r"\d{4}(-\d\d){0,2}", value, re.ASCII):
            raise ValueError
        return date.fromisoformat(value + "-01" * (2 - value.count("-")))
    except ValueError:
        what = f"{shown(value)} is not a date" if value else f"{key}: needs a date"
        raise InvalidQuery(f"{what}; write one like {key}:2026-11 or {key}:2026-11-21") from None


def _having(value: str) -> Having:
    try:
        return Having(value.lower())
    except ValueError:
        known = ", ".join(f"with:{each}" for each in Having)
        raise InvalidQuery(f"unknown word {shown(f'with:{value}')}; choose from {known}") from None


_KEYS: dict[str, Callable[[str], Condition]] = {
    "after": lambda value: PlayedAfter(_day(value, "after"), value),
    "before": lambda value: PlayedBefore(_day(value, "before"), value),
    "with": _having,
}

_MOVE = re.compile(
    r"[xo]?(?:[a-t](?:[1-9]|1[0-9]|20)?|[1-9][0-9]?|[1-3][0-9][0-9]|400)",
    re.ASCII,
)
"""A square of some board with a mark or without, a column, or the number of a square."""


def _moves(value: str, rest: "deque[_Token]") -> Moves:
    """Return the moves up to the next word with a colon, a minus or quotation marks."""
    words = [value] if value else []
    while rest and not (rest[0].is_quoted or rest[0].is_excluded or ":" in rest[0].text):
        words.append(rest.popleft().text)
    return Moves(check_moves(words))


def check_moves(words: Iterable[str]) -> tuple[str, ...]:
    """Return words for moves in small letters; raises `InvalidQuery`, which names all that no board has."""
    moves = tuple(word.lower() for word in words)
    if not moves:
        raise InvalidQuery("moves: needs squares; write them like moves:h8 i9")
    if len(moves) > MOST_MOVES:
        raise InvalidQuery(f"a search has at most {MOST_MOVES} moves")
    wrong = [shown(word) for word in moves if not _MOVE.fullmatch(word)][:MOST_NAMED]
    if wrong:
        what = "is not a square" if len(wrong) == 1 else "are not squares"
        raise InvalidQuery(f"{', '.join(wrong)} {what}; write moves like moves:h8 i9")
    return moves
