r"""A diagram of a board → the position in which a game starts.

A diagram is rows of squares as people type them and programs print them, with or without coordinates, or
rows between slashes where digits count empty squares. Whose turn it is follows from the rules unless a line
says so.

>>> record = from_diagram('''
...    A B C
... 1  X O .
... 2  . X .
... 3  O . .
... ''')
>>> print(record.game)
   a b c
 1 X O ·
 2 · X ·
 3 O · ·
>>> record.game
<Game on 3×3, 3 in a row: 0 moves, X is to move>
>>> from_diagram("xo1/1x1/o2 x").game.setup == from_diagram("XO.\n.X.\nO..").game.setup == record.game.setup
True
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ttt_tui.engine.game import Game
from ttt_tui.engine.geometry import SMALLEST_SIDE, Geometry
from ttt_tui.engine.names import is_valid_symbol, skeleton
from ttt_tui.engine.records import Record, check_size
from ttt_tui.engine.rules import USUAL, GameName, Marks, Rules
from ttt_tui.engine.setup import SYMBOLS, Setup, check_setup, usual_line
from ttt_tui.engine.start import Start, start_position
from ttt_tui.errors import InvalidSetup, RecordError

EMPTY = frozenset(".·-_*+")
"""What stands on an empty square."""

FORBIDDEN = "×"
"""What stands on an empty square where renju forbids a stone, unless it is the only mark like an X."""

COLOURED = {"●": 0, "⚫": 0, "○": 1, "⚪": 1}
"""Stones by their colours where no player has them as a symbol; black moves first."""

MOST_LINES, LONGEST_LINE = 100, 200
"""Lines and characters of a line from which a text is no diagram."""

_NO_MARKS = frozenset("/|,;:!?'\"#%&()[]{}<>=\\")
"""Characters that players may have as symbols, but that stand for nothing on a square."""

_LABEL = re.compile(r"\s*[0-9]{1,2}[.):]?(?=[\s|])", re.ASCII)
_LABEL_BEHIND = re.compile(r"(?<=[\s|])[0-9]{1,2}\s*$", re.ASCII)
_RULE = re.compile(r"[-─=][+┼]|[+┼][-─=]")
_FEN = re.compile(r"(?P<rows>[^\s/]+(?:/[^\s/]+){2,})(?P<rest>.*)")
_TO_MOVE = re.compile(
    r"(?:(?:to move|to play|turn|next)\s*[:=]?\s*(?P<after>\S)|(?P<before>\S)\s+(?:is\s+)?to (?:move|play)"
    r"|(?P<alone>\S))\s*\.?",
    re.IGNORECASE,
)
_BOARD = re.compile(r"board\s*[:=]?\s*([1-9])\s*\.?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Diagram:
    """The squares of a board, and what is written below them."""

    rows: tuple[tuple[str, ...], ...]
    """What stands on each square, empty text for nothing."""
    to_move: str | None = None
    """The symbol of the player to move, None if it is not stated."""
    board: int | None = None
    """The stated small board of Ultimate to play on, from 0."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.rows[0]), len(self.rows)

    @property
    def marks(self) -> tuple[str, ...]:
        """The different marks, in reading order."""
        return tuple(dict.fromkeys(mark for row in self.rows for mark in row if mark))

    @property
    def least_players(self) -> int:
        """How many players there are at least if they have the usual symbols."""
        places = (_place(mark, SYMBOLS) for mark in self.marks)
        return max(2, *(place + 1 for place in places if place is not None), 0)

    def start(self, setup: Setup, else_to_move: int | None = None) -> tuple[Start | None, tuple[str, ...]]:
        """Return the start of a game of this set-up, None for the empty board, with notes on it.

        Notes are clauses without full stops. Raises `RecordError` if a mark belongs to nobody, or if nothing
        says who is to move and no player `else_to_move` is given.
        """
        geometry, marks = setup.geometry, setup.marks
        if all(_place(mark, marks) is None for mark in self.marks):  # the players have symbols of their own
            marks = SYMBOLS[: len(marks)]
        stones: list[list[int]] = [[] for _ in marks]
        for row, squares in enumerate(self.rows):
            for column, mark in enumerate(squares):
                if mark:
                    square = geometry.at(column, row)
                    stones[self._owner(mark, marks, geometry.name(square))].append(square)
        counts = [len(squares) for squares in stones]
        to_move, notes = self._mover(counts, setup, else_to_move)
        if not any(counts) and not to_move:
            return None, notes
        if geometry.rules.kept_stones is not None and max(counts) > 1:
            notes += ("a diagram does not say which stones are older: the first ones in reading order are",)
        if geometry.rules.game is GameName.ULTIMATE and self.board is None:
            notes += ('the next stone may be placed on any open board; a line like "board: 5" names one',)
        return Start.of(geometry, stones, to_move, self.board), notes

    def _owner(self, mark: str, marks: Sequence[str], name: str) -> int:
        place = _place(mark, marks)
        if place is None:
            raise RecordError(f"no player has the stone {mark} on {name}; stones are {_listed(marks)}")
        return place

    def _mover(
        self, counts: Sequence[int], setup: Setup, else_to_move: int | None
    ) -> tuple[int, tuple[str, ...]]:
        """Return who is to move, and a note if so many stones cannot come about or leave that open."""
        symbols = [player.symbol for player in setup.players]
        possible = list(_possible_movers(counts, setup))
        kept = setup.geometry.rules.kept_stones
        is_known = bool(possible) and min(counts) != kept
        if self.to_move is None:
            if is_known:
                return possible[0], ()
            if else_to_move is not None:
                return else_to_move, (f"nothing tells who is to move: {symbols[else_to_move]} is, as before",)
            raise RecordError(
                f"{_stones_listed(counts, setup)}, which does not tell who is to move; "
                f'add a line like "to move: {symbols[0]}"'
            )
        stated = _place(self.to_move, symbols)
        if stated is None:
            stated = _place(self.to_move, SYMBOLS[: len(symbols)])
        if stated is None:
            raise RecordError(
                f"no player with the symbol {self.to_move} can be to move; choose {_listed(symbols, 'or')}"
            )
        return stated, tuple(filter(None, [count_note(counts, stated, setup)]))


def count_note(counts: Sequence[int], to_move: int, setup: Setup) -> str:
    """Return a clause saying that no game from the empty board has so many stones of each mark with this
    player to move, "" if one may have.
    """
    if to_move in _possible_movers(counts, setup):
        return ""
    symbol = setup.players[to_move].symbol
    return f"{_stones_listed(counts, setup)}, which no game with {symbol} to move has"


def _stones_listed(counts: Sequence[int], setup: Setup) -> str:
    has = [f"{mark} has {count}" for mark, count in zip(setup.marks, counts, strict=True)]
    return f"{_listed(has)} stones"


def _listed(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _place(mark: str, marks: Sequence[str]) -> int | None:
    """Return the place of a mark or of one that looks like it, None without one."""
    if mark in marks:
        return marks.index(mark)
    alike = [skeleton(each) for each in marks]
    if skeleton(mark) in alike:
        return alike.index(skeleton(mark))
    place = COLOURED.get(mark)
    return place if place is not None and place < len(marks) else None


def _possible_movers(counts: Sequence[int], setup: Setup) -> Iterator[int]:
    """Yield who may be to move with so many stones of each mark, first if the first player began."""
    players, total = len(setup.players), sum(counts)
    empty = start_position(setup.geometry.without_opening, players)
    *placed, mover = islice(empty.movers(), total + 1)
    if empty.has_marks:
        yield mover
        return
    expected = [placed.count(player) for player in range(players)]
    for first in range(players):
        if [*expected[-first:], *expected[:-first]] == [*counts]:
            yield (mover + first) % players
    if setup.geometry.rules.kept_stones == min(counts):
        yield from range(players)


# --- reading ---------------------------------------------------------------------------------------------


def from_diagram(text: str, rules: Rules | None = None) -> Record:
    """Return a game without moves that starts where a diagram shows; raises `RecordError`.

    The players are as many as have stones, two at least, with the usual symbols. Notes say what is assumed.
    """
    diagram = read_diagram(text)
    if diagram is None:
        raise RecordError("expected a diagram: rows of X, O and . as long as the board is wide")
    rules = rules or USUAL
    columns, rows = diagram.size
    line = rules.only_board[2] if rules.only_board else usual_line(columns, rows)
    players = diagram.least_players if rules.marks is Marks.OWN else 2
    setup = Setup(Geometry(columns, rows, line, rules), players)
    try:
        check_setup(setup)
        start, notes = diagram.start(setup)
        game = Game(replace(setup, start=start))
    except InvalidSetup as error:
        raise RecordError(str(error)) from None
    return Record(game, notes=(*[f"assuming {line} in a row"] * (not rules.only_board), *notes))


def read_diagram(text: str) -> Diagram | None:
    """Return the diagram in a text, None if the text is none; raises `RecordError` for one that is wrong."""
    check_size(text)
    lines = text.removeprefix("\ufeff").splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines or len(lines) > MOST_LINES or any(len(line) > LONGEST_LINE for line in lines):
        return None
    lines = [line for line in lines if not line.lstrip().startswith("#")]
    return _read_fen(lines) or _read_rows(lines)


def _read_fen(lines: Sequence[str]) -> Diagram | None:
    """Return the diagram of rows between slashes, None for another text."""
    first, *below = [text for line in lines if (text := line.strip())] or [""]
    match = _FEN.fullmatch(first)
    if match is None:
        return None
    rows: list[tuple[str, ...]] = []
    for row in match["rows"].split("/"):
        squares: list[str] = []
        for part in re.findall(r"[0-9]+|.", row, re.ASCII):
            if part.isdecimal():
                squares += [""] * int(part[:3])
            elif _is_square(part):
                squares.append("" if part in EMPTY else part)
            else:
                return None
        rows.append(tuple(squares))
    return _checked(rows, [*filter(None, [match["rest"].strip()]), *below])


def _read_rows(lines: Sequence[str]) -> Diagram | None:
    """Return the diagram of one row a line, None for another text."""
    has_bars = any("|" in line for line in lines)
    is_boxed = has_bars and all(
        line.strip()[:1] + line.strip()[-1:] == "||" for line in map(_without_labels, lines) if "|" in line
    )
    groups: list[list[tuple[str, ...]]] = [[]]
    below: list[str] = []
    has_empty = False
    for line in lines:
        if not line.strip():
            if groups[-1]:
                groups.append([])
        elif _is_rule(line, has_bars) or _is_header(line):
            continue
        elif (
            not (below or _BOARD.fullmatch(line.strip()))
            and (row := _row(line, is_boxed=is_boxed)) is not None
            and len(row) > 1
        ):
            has_empty |= any(mark in EMPTY or not mark.strip() for mark in row)
            groups[-1].append(tuple("" if mark in EMPTY or not mark.strip() else mark for mark in row))
        elif any(groups):
            below.append(line.strip())
        else:
            return None
    groups = [group for group in groups if group]
    rows = [row for group in groups for row in group]
    if len(rows) < SMALLEST_SIDE or not has_empty:
        return None
    is_spaced = all(len(group) == 1 for group in groups) or (
        [len(group) for group in groups] == [3, 3, 3] and all(len(row) == 9 for row in rows)
    )
    if len(groups) > 1 and not is_spaced:
        raise RecordError(f"expected one board, found {len(groups)}: blank lines separate boards")
    return _checked(rows, below)


def _checked(rows: Sequence[tuple[str, ...]], below: Sequence[str]) -> Diagram | None:
    """Return the diagram with what is written below it, None if that does not belong to one."""
    to_move, board = None, None
    for text in below:
        if (match := _BOARD.fullmatch(text)) is not None:
            board = int(match[1]) - 1
        elif (match := _TO_MOVE.fullmatch(text)) is not None and match[match.lastgroup or 0] not in EMPTY:
            to_move = match[match.lastgroup or 0]
        elif not (" " in text and text.endswith(".")):  # a sentence about the position
            return None
    marks = {mark for row in rows for mark in row if mark}
    width = len(rows[0])
    if not marks and any(len(row) != width for row in rows):
        return None  # a date, or lines between paragraphs
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise RecordError(f"row {number} has {len(row)} squares, but row 1 has {width}")
    if FORBIDDEN in marks and any(skeleton(mark) == "x" for mark in marks - {FORBIDDEN}):
        rows = [tuple("" if mark == FORBIDDEN else mark for mark in row) for row in rows]
    return Diagram(tuple(rows), to_move, board)


def _is_rule(line: str, has_bars: bool) -> bool:
    """Whether a line separates rows: `---+---`, or without a crossing where other lines have bars."""
    if not set(line) <= set("-─=+┼| \t"):
        return False
    return _RULE.search(line) is not None or (has_bars and "|" not in line)


def _is_header(line: str) -> bool:
    """Whether a line names the columns: letters from a on, perhaps without i, or numbers from 0 or 1 on."""
    words = line.replace("|", " ").split()
    if len(words) == 1 and words[0].isalpha():
        words = [*words[0]]
    if len(words) < SMALLEST_SIDE:
        return False
    letters, count = "abcdefghijklmnopqrstuvw", len(words)
    lower = [word.lower() for word in words]
    if lower in ([*letters[:count]], [*letters.replace("i", "")[:count]]):
        return True
    return any(words == [str(number) for number in range(first, first + count)] for first in (0, 1))


def _without_labels(line: str) -> str:
    """Return a line without the numbers of its row."""
    if (label := _LABEL.match(line)) is not None:
        line = line[label.end() :]
    return _LABEL_BEHIND.sub("", line)


def _row(line: str, *, is_boxed: bool) -> Sequence[str] | None:
    """Return what stands on the squares of a row, None for another line."""
    line = _without_labels(line)
    parts = line.split("|")
    if len(parts) > 1 and all(len(part.strip()) <= 1 for part in parts):
        squares = [part.strip() for part in (parts[1:-1] if is_boxed else parts)]
    else:
        words = " ".join(parts).split()
        if len(set(map(len, words))) > 1:  # words, not squares
            return None
        squares = [*"".join(words)]
    return squares if all(not square or _is_square(square) for square in squares) else None


def _is_square(mark: str) -> bool:
    """Whether a character can stand on a square."""
    return mark in EMPTY or (mark not in _NO_MARKS and not mark.isdecimal() and is_valid_symbol(mark))
