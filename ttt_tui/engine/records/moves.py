"""Record ⇄ bare moves, as people and other programs write them: `h8 h9 i10`, `4453`, `5 1 9`.

A stone is the letter of its column and the number of its row, where row 1 is at the bottom: `h9` is the
square above the middle of 15×15, called h7 in this program. Gomocalc in a browser has such moves as one word,
also after its address.

>>> from ttt_tui.engine.records.moves import from_moves, to_moves
>>> record = from_moves("h8h9i10")
>>> [record.game.setup.geometry.name(move.square) for move in record.game.moves]
['h8', 'h7', 'i6']
>>> to_moves(record)
'h8h9i10'
>>> to_moves(from_moves("1. h8 h9 {a comment} 2. i10"))
'h8h9i10'

Where stones fall, columns are enough, as letters or digits; by the rules of Ultimate two digits are a small
board and its square; on a board that is named numbers count its squares. Columns may be lettered as in Go,
without i.

>>> [move.player for move in from_moves("44444222233").game.moves][:3]
[0, 1, 0]

Moves do not state the board or the rules. What was assumed is a note of the record.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ttt_tui.engine.game import Game, Move
from ttt_tui.engine.geometry import Geometry, column_letter
from ttt_tui.engine.names import shown
from ttt_tui.engine.records import (
    Record,
    check_count,
    check_line,
    check_readable,
    check_size,
    comments_note,
    only_record,
    place_in,
    usual_board,
)
from ttt_tui.engine.records.notations import (
    ColumnLetters,
    Notation,
    SquareDigits,
    SquareNames,
    are_of_go,
    usual_columns,
)
from ttt_tui.engine.records.scanner import Word, WordKind
from ttt_tui.engine.records.text import read_words
from ttt_tui.engine.records.tree import Cursor, Node, Tree
from ttt_tui.engine.rules import USUAL, GameName, Rules
from ttt_tui.engine.setup import Setup, check_setup
from ttt_tui.errors import ColumnFull, InvalidSetup, NotASquare, RecordError, SquareTaken

Board = tuple[int, int]
"""Columns and rows."""

_ADDRESS = r"https?://[^\s,;]+|(?:www\.)?gomocalc\.com/[^\s,;]*"
_MOVE = re.compile("[A-Za-z][0-9]{1,3}", re.ASCII)
_TOKEN = re.compile(
    rf"(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![^\s)]))|(?P<gap>[\s,;-]+)|(?P<comment>\{{[^}}]*\}}|\#[^\r\n]*)"
    rf"|(?P<address>{_ADDRESS})|(?P<nag>\$[0-9]{{1,3}})|(?P<sign>!!|\?\?|!\?|\?!|!|\?)|(?P<variation>[()])"
    r"|(?P<round>[0-9]{1,3}(?:\.+|\)))|(?P<number>[0-9]{1,3}(?![^\s,;]))|(?P<moves>[A-Za-z][A-Za-z0-9]*)",
    re.ASCII | re.IGNORECASE,
)
_DIGIT_TOKEN = re.compile(
    r"(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![^\s)]))|(?P<gap>[\s,;-]+)|(?P<comment>\{[^}]*\}|\#[^\r\n]*)"
    r"|(?P<nag>\$[0-9]{1,3})|(?P<sign>!!|\?\?|!\?|\?!|!|\?)|(?P<variation>[()])"
    r"|(?P<round>[0-9]{1,3}\.+)|(?P<moves>[0-9]+|[A-Za-z]+)",
    re.ASCII,
)
"""Where moves are digits, a number without a dot is no number of a move."""

_NUMBERS = re.compile(r"(?:[0-9]++\.*+[\s,;]*+)++", re.ASCII)
_COLUMN = re.compile(r"(?:[0-9]{1,3}\.+\s*)?(?:[1-9]+|[A-Za-z]+)(?![A-Za-z0-9.])", re.ASCII)
_COLUMN_DIGITS = re.compile(r"[1-7]{5,42}", re.ASCII)
"""What is taken for Connect Four without being told."""

MOST_MOVES = 250_000
"""Moves and what is said of them in one text."""

DRAWN = "1/2-1/2"
RESULTS = {"1-0": 0, "0-1": 1}
"""Written result → the seat that wins."""

KEPT_AS_RESIGNATION = "a win that the moves leave open is kept as a resignation"
KEPT_AS_AGREED = "a draw that the moves leave open is kept as agreed"

_EXAMPLE = "write moves like h8 h9 i10"


def to_moves(record: Record) -> str:
    """Return the stones of a record as one word, without its rules, its resignation and its choices.

    Where stones fall, it has the digits of the columns, as Connect Four is usually written. Raises
    `RecordError` unless the game is that, or five in a row for two players on a square board.
    """
    game, geometry = record.main_game, record.game.setup.geometry
    stones = [move.square for move in game.moves if move.square is not None and move.is_stone]
    if _is_connect_four(game):
        return "".join(str(geometry.column(square) + 1) for square in stones)
    check_line(game, usual_board(geometry.rules)[2], "a move string")
    if geometry.columns != geometry.rows:
        raise RecordError(f"a move string needs a square board; this one is {geometry}")
    return "".join(
        f"{column_letter(geometry.column(square))}{geometry.rows - geometry.row(square)}" for square in stones
    )


def _is_connect_four(game: Game) -> bool:
    """Whether digits of columns are a game, as those of Connect Four are."""
    setup, geometry = game.setup, game.setup.geometry
    is_known = geometry.rules == Rules.parse("connect4") and geometry.line_length == 4
    return is_known and geometry.columns < 10 and len(setup.players) == 2 and setup.start is None


def are_moves(text: str, board: Board | None = None, rules: Rules = USUAL) -> bool:
    """Whether a text begins with a move, the number of the first, or an address.

    Raises `RecordError` for a text too long to be a record.
    """
    check_size(text)
    if are_numbered(text, board, rules):
        return True
    has_number = False
    start = 1 if text.startswith("\ufeff") else 0
    while (token := _TOKEN.match(text, start)) is not None:
        start = token.end()
        match token.lastgroup:
            case "moves" | "address" as kind:
                return kind == "address" or _MOVE.match(token[0]) is not None
            case "round" | "number":
                if has_number or int(token[0].rstrip(".)")) != 1:
                    return False
                has_number = True
            case "gap" | "comment":
                pass
            case _:
                return False
    return False


def are_numbered(text: str, board: Board | None, rules: Rules) -> bool:
    """Whether moves are columns alone, pairs of digits or numbers of squares."""
    bare = _without_comments(text)
    if rules.drop:
        return _COLUMN.match(bare) is not None
    is_numbers = _NUMBERS.fullmatch(bare) is not None
    if rules.game is not GameName.IN_A_ROW:
        return is_numbers
    if board is None:
        return _COLUMN_DIGITS.fullmatch(bare) is not None
    lines = [line.split() for line in bare.splitlines()]
    return is_numbers and "," not in bare and ";" not in bare and not all(len(line) == 2 for line in lines)


def _without_comments(text: str) -> str:
    return re.sub(r"\{[^}]*+(?:\}|\Z)|#[^\r\n]*", " ", text.removeprefix("\ufeff")).strip()


def from_moves(
    text: str, board: Board | None = None, rules: Rules = USUAL, columns: ColumnLetters | None = None
) -> Record:
    """Return the record that the moves of one game hold; raises `RecordError`."""
    return only_record(all_from_moves(text, board, rules, columns))


def all_from_moves(
    text: str, board: Board | None = None, rules: Rules = USUAL, columns: ColumnLetters | None = None
) -> list[Record]:
    """Return the records of all games in a text of moves; raises `RecordError` with the place of an error.

    A new game begins where moves are numbered from 1 again, and with each line if every line is an address or
    moves without gaps. Without a `board` it is the usual one by the rules, and without `columns` their
    letters are recognised.
    """
    check_size(text)
    check_readable(rules, "a move string")
    notes: list[str] = []
    has_digits = are_numbered(text, board, rules)
    if has_digits and board is None and rules == USUAL:
        rules = Rules.parse("connect4")
        notes.append("assuming Connect Four; --rules and --board set others")
    if has_digits:
        geometry = geometry_of(board, rules)
        notation: Notation = SquareDigits(geometry)
        games = split_moves(text, notation)
        if board is None and rules.only_board is None:
            notes.append(f"assuming a {geometry} board; --board sets another")
    else:
        games = split_moves(text, SquareNames(geometry_of(board, rules)))
        words = [name for game in games for name in names_in(game.words)]
        is_go = columns is ColumnLetters.GO
        if columns is None and not usual_columns(rules) and are_of_go(words, board[1] if board else None):
            is_go = True
            notes.append("assuming columns as in Go, without i; --columns letters reads all letters")
        size = (19, 19) if is_go and board is None and rules.per_turn == 1 else board
        geometry = geometry_of(size, rules)
        notation = SquareNames(geometry, is_go)
        where = "top" if notation.is_from_top else "bottom"
        if rules.only_board is not None:
            notes.insert(0, f"assuming row 1 at the {where}")
        elif board is None:
            notes.insert(0, f"assuming a {geometry} board with row 1 at the {where}; --board sets another")
    if not games:
        raise RecordError(_EXAMPLE, 1, 1)
    return [_read_game(game, notation, tuple(notes), board is None) for game in games]


def names_in(words: Iterable[Word]) -> list[str]:
    """Return the squares among words."""
    return [word.text for word in words if word.kind is WordKind.MOVE and _MOVE.fullmatch(word.text)]


def geometry_of(board: Board | None, rules: Rules, line: int | None = None) -> Geometry:
    """Return the board, by default the usual one by these rules; raises `RecordError`."""
    *usual, usual_line = usual_board(rules)
    columns, rows = board or (usual[0], usual[1])
    geometry = Geometry(columns, rows, line or min(usual_line, max(columns, rows)), rules)
    try:
        check_setup(Setup(geometry))
    except InvalidSetup as error:
        raise RecordError(str(error)) from None
    return geometry


@dataclass(slots=True)
class MoveText:
    """The moves of one game, and what is said of them."""

    words: list[Word] = field(default_factory=list)
    stones: int = 0
    depth: int = 0
    """Variations that have begun and not ended."""
    omitted: int = 0
    """The number of comments after `#`."""
    result: str = ""
    """The result behind the moves."""


def _tokens(text: str, token: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the tokens of a text of moves; raises `RecordError` at anything else."""
    start = 1 if text.startswith("\ufeff") else 0
    while start < len(text):
        match = token.match(text, start)
        if match is None:
            raise _not_a_move(text, start)
        yield match
        start = match.end()


class _Places:
    """The lines and columns of ascending places in a text, without counting from its beginning each time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line, self._start, self._seen = 1, 1 if text.startswith("\ufeff") else 0, 0

    def word(self, text: str, start: int, kind: WordKind = WordKind.MOVE) -> Word:
        """Return a word with its place."""
        for end in re.compile(r"\r\n|\r|\n").finditer(self._text, self._seen, start):
            self._line, self._start = self._line + 1, end.end()
        self._seen = start
        return Word(text, self._line, start - self._start + 1, kind)


def split_moves(text: str, notation: Notation) -> list[MoveText]:
    """Return the games of a text; raises `RecordError` at anything that is not a move."""
    token = _TOKEN if isinstance(notation, SquareNames) else _DIGIT_TOKEN
    stripped = (line.strip() for line in re.split(r"[\r\n]+", text.removeprefix("\ufeff")))
    lines = [line for line in stripped if line and not line.startswith("#")]
    is_by_line = len(lines) > 1 and all(
        re.fullmatch(_ADDRESS, line, re.IGNORECASE) or len(notation.split(line)) > 1 for line in lines
    )
    games: list[MoveText] = []
    is_new = True
    before = MoveText()
    places = _Places(text)
    count = 0
    for match in _tokens(text, token):
        count += match.lastgroup != "gap"
        if count > MOST_MOVES:
            raise RecordError(f"a file has at most {MOST_MOVES:,} moves and comments")
        game = before if is_new else games[-1]
        match match.lastgroup:
            case "gap":
                continue
            case "result":
                if games and not games[-1].depth:
                    games[-1].result = match[0]
            case "comment" if match[0].startswith("#"):
                game.omitted += 1
            case "comment":
                game.words.append(places.word(match[0][1:-1], match.start(), WordKind.COMMENT))
            case "nag" | "sign":
                game.words.append(places.word(match[0], match.start()))
            case "variation":
                game.words.append(places.word(match[0], match.start(), WordKind.VARIATION))
                game.depth += 1 if match[0] == "(" else -1
            case "round":
                is_new = is_new or (match[0] in ("1.", "1)") and not game.depth)
            case "number":
                if int(match[0]) not in (game.stones + 1, game.stones // 2 + 1):
                    raise _not_a_move(text, match.start())
            case _:
                start = _start_of_moves(match, notation)
                if is_new or is_by_line:
                    games.append(before if is_new else MoveText())
                    check_count(games)
                    is_new, before = False, MoveText()
                moves = notation.split(text[start : match.end()].rstrip("/"))
                count += len(moves)
                if count > MOST_MOVES:
                    raise RecordError(f"a file has at most {MOST_MOVES:,} moves and comments")
                for name in moves:
                    games[-1].words.append(places.word(name, start))
                    start += len(name)
                games[-1].stones += len(moves)
    if games:
        games[-1].words += before.words
        games[-1].omitted += before.omitted
    return games


def _start_of_moves(match: re.Match[str], notation: Notation) -> int:
    """Return where the moves of a token begin, which may be an address; raises `RecordError` without any."""
    if match.lastgroup == "moves":
        if not notation.split(match[0]):
            raise _not_a_move(match.string, match.start())
        return match.start()
    address = match[0].rstrip("/")
    start = max(address.rfind(sign) for sign in "/#=") + 1
    if not notation.split(address[start:]):
        reason = "this address does not end in moves, as https://gomocalc.com/#/h8h9i10 does"
        raise _error(reason, match.string, match.start())
    return match.start() + start


def _read_game(moves: MoveText, notation: Notation, notes: tuple[str, ...], is_assumed: bool) -> Record:
    cursor = Cursor(Tree(Setup(notation.geometry)))
    hint = "; set a larger one with --board" if is_assumed else ""
    add_moves(cursor, moves.words, notation, hint)
    return finished(cursor, (*notes, *comments_note(moves.omitted)), result=moves.result)


def add_moves(cursor: Cursor, words: list[Word], notation: Notation, hint: str = "") -> None:
    """Add moves with what is said of them behind a cursor; raises `RecordError`.

    `hint` is added where a square is on a larger board only.
    """

    def push(cursor: Cursor, name: str, _index: int) -> Node:
        try:
            square = notation.square(name)
        except NotASquare as refusal:
            fits = isinstance(notation, SquareNames) and notation.fits_largest(name)
            raise NotASquare(f"{refusal}{hint if fits else ''}") from None
        game = cursor.game
        if game.outcome is not None and game.outcome.winner is None:
            return cursor.node  # other programs play on until the board is full
        landing = game.position.landing(square) if isinstance(notation, SquareDigits) else square
        try:
            return cursor.push(Move(game.position.to_move, landing))
        except ColumnFull:
            raise
        except SquareTaken:
            raise SquareTaken(f"{name.lower()} is taken") from None  # as it is called there

    read_words(cursor, words, push)


def finished(cursor: Cursor, notes: tuple[str, ...], date: str | None = None, result: str = "") -> Record:
    """Return the record of a tree that has been read, of which the main line was played.

    `result` is what the text says, as in PGN: where the moves leave a win open, the loser resigns, and a draw
    is by agreement.
    """
    tree = cursor.tree
    line = tree.main_line
    cursor.go_to(line[-1] if line else tree.root)
    if line and cursor.game.outcome is None:
        if result in RESULTS:
            cursor.push(Move(1 - RESULTS[result], None))
            notes = (*notes, KEPT_AS_RESIGNATION)
        elif result == DRAWN:
            cursor.game.agree_draw()
            notes = (*notes, KEPT_AS_AGREED)
    cursor.game.undone.clear()
    tree.end_game(cursor.game)
    return Record(cursor.game, date, notes, None, None if tree.is_plain else tree)


def _not_a_move(text: str, start: int) -> RecordError:
    """Return the error for a text that is no move at a place."""
    if text[start] == "{":
        return _error("this comment does not end: add }", text, start)
    word = re.compile(r"[^\s,;]+").match(text, start)
    return _error(f"{shown(word[0] if word else '')} is not a move: {_EXAMPLE}", text, start)


def _error(reason: str, text: str, start: int) -> RecordError:
    """Return an error about a place in a text."""
    return RecordError(reason, *place_in(text, start))
