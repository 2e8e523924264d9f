r"""Recognises the format of the games in a text: reads known formats, and names the others.

>>> from ttt_tui.engine.records.kinds import read_records
>>> [record] = read_records("h8 h9 i9", board=(20, 20))
>>> record.game
<Game on 20×20, 5 in a row: 3 moves, O is to move>
>>> read_records("no;player;square\n1;Ada;h8")
Traceback (most recent call last):
ttt_tui.errors.RecordError: a table (CSV) is not supported: save only its squares, as h8 h9 i10

The content decides; the file's name is used only where the content is ambiguous.
"""

import re

from ttt_tui.engine.records import Record, check_size
from ttt_tui.engine.records.diagrams import from_diagram, read_diagram
from ttt_tui.engine.records.json import all_from_json
from ttt_tui.engine.records.lists import all_from_lists, lists_of_moves
from ttt_tui.engine.records.moves import Board, all_from_moves, are_moves, are_numbered
from ttt_tui.engine.records.notations import ColumnLetters
from ttt_tui.engine.records.pgn import all_from_pgn, is_pgn
from ttt_tui.engine.records.psq import BEGINNING, all_from_psq
from ttt_tui.engine.records.sgf import all_from_sgf
from ttt_tui.engine.records.sgf.syntax import BEGINNING as SGF_BEGINNING
from ttt_tui.engine.records.text import all_from_text
from ttt_tui.engine.rules import USUAL, Rules
from ttt_tui.errors import RecordError

AS_PSQ = "save it as .psq, or its moves as h8 h9 i10"
IN_PISKVORK = "open it in Piskvork and save it as .psq"

_POSITIONS = "a table of positions", "they have no moves; write one as rows of x, o and . for --start"
_TABLE = "a table (CSV)", "save only its squares, as h8 h9 i10"

_NUMBER = r"[ \t]*[-+]?[0-9]{1,3}[ \t]*"
_PAIR = rf"{_NUMBER}[,;: \t]{_NUMBER}"

FOREIGN: tuple[tuple[str, str, str], ...] = (
    (r"<!doctype html|<html", "HTML", "save the moves it shows as h8 h9 i10"),
    (r"<svg[ >]", "a picture (SVG)", "import the record that it was made from"),
    (r"<\?xml|<[a-z]+[ >]", "XML", AS_PSQ),
    (
        r"(?:[0-9]{1,4} )?(?:boardsize|clear_board|play [bw]|genmove|protocol_version|komi)\b",
        "a file of GTP commands",
        "write its squares as h8 j9, with --columns go --board 15",
    ),
    (
        r"(?:start|rectstart|begin|board|info|about) ?[^\n]*\n(?:[a-z]|[0-9]+,)",
        "the log of a Gomocup engine",
        "write the squares like h8, or as in a .psq file",
    ),
    (
        r"[^\n,]+\n[^\n,]+\n[0-9]{1,2},[0-9]{1,2}(?:,[0-9]+)?(?:\n|$)",
        "a Gomotur record (.rec)",
        IN_PISKVORK,
    ),
    (
        rf"{_PAIR},{_PAIR}(?:[,;]|\n|$)",
        "a list of openings counted from the centre of the board",
        "it is for ttt-tui match --openings FILE",
    ),
    (
        rf"(?:1[.)])?[\[( \t]*{_PAIR}(?:[\])\n,;]|$|[-+\[(]?[0-9]+[ \t]*[,:.)])",
        "a list of squares as numbers",
        "whether they count from 0 or 1 is not known; write them like h8, or as in a .psq file",
    ),
)
"""Patterns of unsupported formats at the beginning of a text, each with its name and a remedy."""

BY_NAME = {
    ".rec": ("a Gomotur record (.rec)", IN_PISKVORK),
    ".csv": _TABLE,
}
"""Suffixes of unsupported formats, each with the format's name and a remedy."""

READ = 'expected tags like [Board "15x15"], JSON, SGF, .psq or moves like h8 h9 i10'


def read_records(
    text: str,
    suffix: str = "",
    board: Board | None = None,
    rules: Rules | None = None,
    columns: ColumnLetters | None = None,
) -> list[Record]:
    """Return the records of all games in a text of any known format; raises `RecordError`.

    `suffix` is the file's, such as `.psq`. `board` and `rules` are for formats that do not state them; games
    in other formats have to match them. `columns` says how the columns of bare moves are lettered.
    """
    check_size(text)
    text = text.removeprefix("\ufeff")
    beginning = text.lstrip()
    if not beginning:
        raise RecordError(f"it is empty: {READ}")
    if (listed := lists_of_moves(beginning)) is not None:
        return all_from_lists(listed, board, rules or USUAL, columns)
    if re.match(r"\{\s*[\"}]|\[\s*[{\]]", beginning):
        records = all_from_json(text)
    elif beginning.startswith(BEGINNING):
        records = all_from_psq(text, rules or USUAL)
    elif suffix == ".sgf" or SGF_BEGINNING.match(beginning):
        records = all_from_sgf(text, board, rules)
    elif are_numbered(text, board, rules or USUAL):
        return all_from_moves(text, board, rules or USUAL)
    elif read_diagram(text) is not None:
        records = [from_diagram(text, rules)]
    elif (foreign := _recognise_foreign(beginning)) is not None:
        raise foreign
    elif are_moves(text):
        return all_from_moves(text, board, rules or USUAL, columns)
    elif is_pgn(text):
        records = all_from_pgn(text, board, rules, columns)
    elif re.search(r"^[ \t]*\[[ \t]*[A-Za-z]", text, re.MULTILINE):
        records = all_from_text(text)
    elif suffix == ".psq":
        records = all_from_psq(text, rules or USUAL)
    elif re.match(r"(?:[xob.][,;\t ]){8,}", beginning, re.IGNORECASE):
        raise _unread_format(*_POSITIONS)
    elif re.match(r"[^\r\n,;\t]+([,;\t])[^\r\n]*[\r\n]+[^\r\n]*\1", beginning[:2000]):
        raise _unread_format(*_TABLE)
    elif re.fullmatch(r"(?:[0-9]++[\s.]*+)++", beginning, re.ASCII):
        raise RecordError("squares that are numbers need a board: name it, as --board 3")
    elif suffix in BY_NAME:
        raise _unread_format(*BY_NAME[suffix])
    else:
        raise RecordError(f"unknown format: {READ}")
    return _checked(records, board, rules)


def _unread_format(what: str, right: str) -> RecordError:
    """Return the error for an unsupported format, with the remedy."""
    return RecordError(f"{what} is not supported: {right}")


def _recognise_foreign(beginning: str) -> RecordError | None:
    """Return the error for a text that begins like an unsupported format, None for any other."""
    lines = re.sub(r"[ \t]*(?:\r\n|\r|\n)\s*", "\n", beginning[:2000])
    for pattern, what, right in FOREIGN:
        if re.match(pattern, lines, re.IGNORECASE | re.ASCII):
            return _unread_format(what, right)
    return None


def _checked(records: list[Record], board: Board | None, rules: Rules | None) -> list[Record]:
    """Return the records; raises `RecordError` if a board or rules were named that are not theirs."""
    for geometry in (record.game.setup.geometry for record in records):
        if board is not None and (geometry.columns, geometry.rows) != board:
            named = "×".join(map(str, board))
            raise RecordError(f"the record is of a {geometry} board, not {named}; leave out --board")
        if rules not in (None, geometry.rules):
            raise RecordError(f"the record's rules are {geometry.rules}, not {rules}; leave out --rules")
    return records
