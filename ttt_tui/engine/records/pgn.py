r"""Reads text like PGN, as sites such as Pente.org and PlayOK write it: tags about the game, then its moves.

>>> record = from_pgn('''[Site "Pente.org"]
... [Game "Gomoku"]
... [Player 1 Name "anna"]
... [Result "1-0"]
...
... 1. K10 L10 2. K11 1-0''')
>>> record.game.setup.players[0].name, str(record.game.setup.geometry)
('anna', '19×19')
>>> record.tree.root.comment
'Site: Pente.org\nResult: 1-0'

The tags of these sites have no meaning in common. Those that tell of the board, the rules, the players and
the day are used, all others become lines of the comment on the game. Row 1 is taken to be at the bottom.

The reader is safe for untrusted text: an error names its place, nothing else is raised, and the size is
bounded before anything is parsed.
"""

import re
from dataclasses import dataclass, field, replace

from ttt_tui.engine.records import (
    Record,
    check_count,
    check_readable,
    check_size,
    only_record,
    place_in,
    result_text,
    usual_board,
    written_name,
)
from ttt_tui.engine.records.dates import DAY_UNKNOWN, written_date
from ttt_tui.engine.records.moves import (
    DRAWN,
    RESULTS,
    Board,
    add_moves,
    finished,
    geometry_of,
    names_in,
    split_moves,
)
from ttt_tui.engine.records.notations import ColumnLetters, SquareNames, are_of_go
from ttt_tui.engine.records.sgf.properties import GAMES_NAMED
from ttt_tui.engine.records.tree import Cursor, Tree
from ttt_tui.engine.rules import USUAL, Rules
from ttt_tui.engine.setup import UNSET, Player, Setup, check_setup
from ttt_tui.errors import InvalidSetup, RecordError

_TAG = re.compile(
    r'[ \t]*\[[ \t]*([A-Za-z][A-Za-z0-9 _-]{0,39}?)[ \t]*"((?:[^"\\\r\n]|\\.)*+)"[ \t]*\][ \t]*'
)
_CHESS = re.compile(r"\b[KQRBN][a-h]?[1-8]?x?[a-h][1-8]\b|\bO-O\b|\b[a-h]x[a-h][1-8]\b", re.ASCII)
_SIZE = re.compile(r"([0-9]{1,2})\s*(?:[x×*]\s*([0-9]{1,2}))?", re.ASCII)

PLAYERS = (("player 1 name", "player1", "black", "x"), ("player 2 name", "player2", "white", "o"))
"""Tags with the name of the player who begins, and of the other one, in small letters."""

SIZES = ("board", "boardsize", "board size", "size", "grid")
LENGTHS = ("wincount", "line", "inarow")
NO_GAMES = {"pente": "stones are captured in Pente", "chess": "chess", "reversi": "Reversi"}
USED = {*PLAYERS[0], *PLAYERS[1], *SIZES, *LENGTHS, "date", "game", "rules"}
UNKNOWN = ("", "?", "-", "????.??.??")


@dataclass(slots=True)
class _GameText:
    start: int
    tags: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Name in small letters → the name as written, and the value."""
    moves: list[str] = field(default_factory=list)

    def value(self, *names: str) -> str:
        """Return the value of the first of these tags that is there."""
        return next((self.tags[name][1] for name in names if name in self.tags), "")


def is_pgn(text: str) -> bool:
    """Whether a text begins with a tag, and none of its tags is one that records of this program need."""
    first = _TAG.match(text.lstrip("\ufeff \t\r\n"))
    names = {match[1] for line in text[:5000].splitlines() if (match := _TAG.fullmatch(line)) is not None}
    return first is not None and not names & {"Line", "Player"}


def from_pgn(text: str) -> Record:
    """Return the record in a text; raises `RecordError` with the place of the error."""
    return only_record(all_from_pgn(text))


def all_from_pgn(
    text: str, board: Board | None = None, rules: Rules | None = None, columns: ColumnLetters | None = None
) -> list[Record]:
    """Return the records of all games in a text; raises `RecordError` with the place of the error.

    `board` and `rules` are for games whose tags do not tell them, `columns` are the letters of columns.
    """
    check_size(text)
    check_readable(rules or USUAL, "PGN")
    return [_read_game(text, game, board, rules, columns) for game in _split_games(text)]


def _split_games(text: str) -> list[_GameText]:
    games = [_GameText(0)]
    start = 0
    for line in re.split(r"(?<=\n)|(?<=\r)(?!\n)", text):
        tag = _TAG.fullmatch(line.strip("\r\n\ufeff"))
        if tag is not None:
            if "".join(games[-1].moves).strip():
                games.append(_GameText(start))
                check_count(games)
            value = re.sub(r"\\(.)", r"\1", tag[2])
            games[-1].tags.setdefault(tag[1].lower(), (tag[1], value))
        # an empty line instead of a tag leaves the places of what follows as they are
        games[-1].moves.append("\n" if tag is not None else line)
        start += len(line)
    return games


def _read_game(
    text: str, game: _GameText, board: Board | None, rules: Rules | None, columns: ColumnLetters | None
) -> Record:
    lines_before = place_in(text, game.start)[0] - 1
    moves = "".join(game.moves)
    name = game.value("game").strip()
    if (why := NO_GAMES.get(name.lower())) is not None or _CHESS.search(moves):
        what = name[:20] if why else "chess"
        raise RecordError(f"this is a game of {what}, which is not read", lines_before + 1, 1)
    notes: list[str] = []
    try:
        size, line = _board(game, name)
        rules = rules or _rules(f"{game.value('rules')} {name}")
        size = size or board
        parts = split_moves(moves, SquareNames(geometry_of(None, USUAL)))
        words = [word for part in parts for word in part.words]
        is_go = columns is ColumnLetters.GO or (
            columns is None and are_of_go(names_in(words), size[1] if size else None)
        )
        is_known = size is not None
        is_pente = "pente.org" in game.value("site").lower()
        if (is_go or is_pente) and usual_board(rules) == usual_board(USUAL):
            size = size or (19, 19)
        geometry = geometry_of(size, rules, line)
        if not is_known:
            notes.append(f"assuming a {geometry} board; --board sets another")
        notes.append(f"assuming row 1 at the bottom{', and columns as in Go, without i' * is_go}")
        players = [_player(game.value(*tags), seat) for seat, tags in enumerate(PLAYERS, 1)]
        setup = Setup(geometry, players)
        check_setup(setup)
        cursor = Cursor(Tree(setup))
        date = written_date(game.value("date"), is_month_first=is_pente)
        _add_comment(cursor, game, has_day=date is not None and date.is_whole)
        add_moves(cursor, words, SquareNames(geometry, is_go))
    except InvalidSetup as error:
        raise RecordError(str(error), lines_before + 1, 1) from None
    except RecordError as error:
        if not error.line:
            raise RecordError(str(error), lines_before + 1, 1) from None
        raise RecordError(error.reason, error.line + lines_before, error.column) from None
    if date is not None and not date.is_whole:
        notes.append(DAY_UNKNOWN)
    written = game.value("result").strip() or next((part.result for part in parts[::-1] if part.result), "")
    winner = RESULTS.get(written)
    record = finished(cursor, tuple(notes), date and date.day, written)
    outcome = record.game.outcome
    is_drawn = outcome is not None and outcome.winner is None
    if (written in RESULTS and (outcome is None or outcome.winner != winner)) or (
        written == DRAWN and not is_drawn
    ):
        note = f"the result is {written}; the moves give {result_text(record.game)}"
        record = replace(record, notes=(*record.notes, note))
    return record


def _board(game: _GameText, name: str) -> tuple[Board | None, int | None]:
    """Return the size and the line length in the tags, None without them."""
    length = re.fullmatch(r"\s*([0-9]{1,2})\s*", game.value(*LENGTHS), re.ASCII)
    line = int(length[1]) if length else None
    size = _SIZE.search(game.value(*SIZES))
    if size is not None:
        return (int(size[1]), int(size[2] or size[1])), line
    if re.search(r"tic.?tac.?toe|noughts", name, re.IGNORECASE):
        return (3, 3), line
    return None, line


def _rules(text: str) -> Rules:
    """Return the rules of a game that is named in a text, the usual ones without any."""
    named = (name for pattern, name in GAMES_NAMED if re.search(pattern, text[:200], re.IGNORECASE))
    return Rules.parse(next(named, "usual"))


def _player(name: str, seat: int) -> Player:
    return Player(UNSET if name in UNKNOWN or name == f"Player {seat}" else written_name(name))


def _add_comment(cursor: Cursor, game: _GameText, *, has_day: bool) -> None:
    """Keep the tags without another use in the comment on the game."""
    lines = []
    for key, (name, value) in game.tags.items():
        is_used = key in USED and (key != "date" or has_day)
        if not is_used and value.strip() not in UNKNOWN:
            lines.append(f"{name}: {value[:500]}")
    cursor.tree.root.add_comment("\n".join(lines[:100]))
