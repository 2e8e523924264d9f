"""Record ⇄ bare moves, the input and output of Gomocalc in a browser: `h8h9…`, also after its address.

A stone is the letter of its column and the number of its row, where row 1 is at the bottom: `h9` is the
square above the middle of 15×15, called h7 in this program.

>>> from ttt_tui.engine.records.moves import from_moves, to_moves
>>> record = from_moves("h8h9i10")
>>> [record.game.setup.geometry.name(move.square) for move in record.game.moves]
['h8', 'h7', 'i6']
>>> to_moves(record)
'h8h9i10'
>>> to_moves(from_moves("1. h8 h9 {a comment} 2. i10"))
'h8h9i10'

Moves do not state the size of the board. Without one they are read on 15×15, and a note of the record says
so. The game is five in a row for two players.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ttt_tui.engine.game import Game
from ttt_tui.engine.geometry import LARGEST_SIDE, Geometry, column_letter
from ttt_tui.engine.names import shown
from ttt_tui.engine.records import (
    Record,
    check_count,
    check_five_in_a_row,
    check_readable,
    check_size,
    comments_note,
    only_record,
    place_in,
    place_played_on,
)
from ttt_tui.engine.rules import USUAL, Rules
from ttt_tui.engine.setup import Setup, check_setup
from ttt_tui.errors import IllegalMove, InvalidSetup, NotASquare, RecordError

Board = tuple[int, int]
"""Columns and rows."""

USUAL_BOARD: Board = (15, 15)
"""Gomocalc's default."""

_ADDRESS = r"https?://[^\s,;]+|(?:www\.)?gomocalc\.com/[^\s,;]*"
_MOVE = re.compile("([A-Za-z])([0-9]{1,3})", re.ASCII)
_MOVES = re.compile(rf"(?:{_MOVE.pattern})+", re.ASCII)
_TOKEN = re.compile(
    rf"(?P<gap>[\s,;-]+)|(?P<comment>\{{[^}}]*\}}|\#[^\r\n]*)|(?P<address>{_ADDRESS})"
    r"|(?P<round>[0-9]{1,3}(?:\.+|\)))|(?P<number>[0-9]{1,3}(?![^\s,;]))|(?P<moves>[A-Za-z][A-Za-z0-9]+)",
    re.ASCII | re.IGNORECASE,
)
_GAME = re.compile(rf"(?:{_ADDRESS}|(?:[A-Za-z][0-9]{{1,3}}){{2,}})", re.ASCII | re.IGNORECASE)
"""A line that is a game of its own where others are as well: an address, or moves without gaps."""

_EXAMPLE = "write moves like h8 h9 i10"


def to_moves(record: Record) -> str:
    """Return the stones of a record as one word, without its rules, its resignation and its choices.

    Raises `RecordError` unless the game is five in a row for two players on a square board.
    """
    game, geometry = record.game, record.game.setup.geometry
    check_five_in_a_row(game, "a move string")
    if geometry.columns != geometry.rows:
        raise RecordError(f"a move string needs a square board; this one is {geometry}")
    return "".join(
        f"{column_letter(geometry.column(move.square))}{geometry.rows - geometry.row(move.square)}"
        for move in game.moves
        if move.square is not None and move.is_stone
    )


def are_moves(text: str) -> bool:
    """Whether a text begins with a move, the number of the first, or an address.

    Raises `RecordError` for a text too long to be a record.
    """
    check_size(text)
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
    return False


def from_moves(text: str, board: Board | None = None, rules: Rules = USUAL) -> Record:
    """Return the record that the moves of one game hold; raises `RecordError`."""
    return only_record(all_from_moves(text, board, rules))


def all_from_moves(text: str, board: Board | None = None, rules: Rules = USUAL) -> list[Record]:
    """Return the records of all games in a text of moves; raises `RecordError` with the place of an error.

    A new game begins where moves are numbered from 1 again, and with each line if every line is an address or
    moves without gaps. A `board` of None means 15×15.
    """
    check_size(text)
    check_readable(rules, "a move string")
    geometry = Geometry(*(board or USUAL_BOARD), 5, rules)
    try:
        check_setup(Setup(geometry))
    except InvalidSetup as error:
        raise RecordError(str(error)) from None
    games = _split_games(text)
    if not games:
        raise RecordError(_EXAMPLE, 1, 1)
    note = f"assuming a {geometry} board with row 1 at the bottom; --board sets another"
    assumed = () if board else (note,)
    return [_read_game(game, geometry, assumed) for game in games]


@dataclass(slots=True)
class _MoveText:
    """The moves of one game, as `_MOVE` matches them."""

    stones: list[re.Match[str]] = field(default_factory=list)
    comments: int = 0


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a text of moves; raises `RecordError` at anything else."""
    start = 1 if text.startswith("\ufeff") else 0
    while start < len(text):
        match = _TOKEN.match(text, start)
        if match is None:
            raise _not_a_move(text, start)
        yield match
        start = match.end()


def _split_games(text: str) -> list[_MoveText]:
    """Return the games of a text; raises `RecordError` at anything that is not a move."""
    stripped = (line.strip() for line in re.split(r"[\r\n]+", text.removeprefix("\ufeff")))
    lines = [line for line in stripped if line and not line.startswith("#")]
    is_by_line = len(lines) > 1 and all(map(_GAME.fullmatch, lines))
    games: list[_MoveText] = []
    is_new = True
    comments = 0
    for match in _tokens(text):
        game = None if is_new else games[-1]
        match match.lastgroup:
            case "gap":
                continue
            case "comment":
                comments += 1
            case "round":
                is_new = is_new or match[0] in ("1.", "1)")  # `1...` continues the first round
            case "number":
                count = 0 if game is None else len(game.stones)
                if int(match[0]) not in (count + 1, count // 2 + 1):
                    raise _not_a_move(text, match.start())
            case _:
                start = _start_of_moves(match)
                if is_new or is_by_line:
                    games.append(_MoveText())
                    check_count(games)
                    is_new = False
                games[-1].stones += _MOVE.finditer(text, start, match.end())
    if games:
        games[0].comments = comments
    return games


def _start_of_moves(match: re.Match[str]) -> int:
    """Return where the moves of a token begin, which may be an address; raises `RecordError` without any."""
    if match.lastgroup == "moves":
        if _MOVES.fullmatch(match[0]) is None:
            raise _not_a_move(match.string, match.start())
        return match.start()
    address = match[0].rstrip("/")
    start = max(address.rfind(sign) for sign in "/#=") + 1
    if _MOVES.fullmatch(address, start) is None:
        reason = "this address does not end in moves, as https://gomocalc.com/#/h8h9i10 does"
        raise _error(reason, match.string, match.start())
    return match.start() + start


def _read_game(moves: _MoveText, geometry: Geometry, notes: tuple[str, ...]) -> Record:
    game = Game(Setup(geometry))
    for stone in moves.stones:
        column, number = ord(stone[1].lower()) - ord("a"), int(stone[2])
        try:
            if not (column < geometry.columns and 1 <= number <= geometry.rows):
                raise NotASquare(f"{column_letter(column)}{number} is not on a {geometry} board")
            place_played_on(game, geometry.at(column, geometry.rows - number))
        except NotASquare as refusal:
            fits = column < LARGEST_SIDE and 1 <= number <= LARGEST_SIDE
            hint = "; set a larger one with --board" if notes and fits else ""
            raise _error(f"{refusal}{hint}", stone.string, stone.start()) from None
        except IllegalMove as refusal:
            raise _error(str(refusal), stone.string, stone.start()) from None
    return Record(game, notes=(*notes, *comments_note(moves.comments)))


def _not_a_move(text: str, start: int) -> RecordError:
    """Return the error for a text that is no move at a place."""
    if text[start] == "{":
        return _error("this comment does not end: add }", text, start)
    word = re.compile(r"[^\s,;]+").match(text, start)
    return _error(f"{shown(word[0] if word else '')} is not a move: {_EXAMPLE}", text, start)


def _error(reason: str, text: str, start: int) -> RecordError:
    """Return an error about a place in a text."""
    return RecordError(reason, *place_in(text, start))
