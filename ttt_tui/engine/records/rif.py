r"""Reads databases of RenjuNet (`.rif`), XML with many games, one after another.

>>> text = b'''<?xml version="1.0"?><database><players><player id="7" name="Ann" surname="Lee"/></players>
... <games><game id="1" black="7" white="9" bresult="1"><move>h8 h9 i9</move></game></games></database>'''
>>> [record] = records_of_rif([text], Rules.parse("renju"))
>>> record.game.setup.players[0].name, len(record.game.moves), record.tree.root.comment
('Ann Lee', 4, 'RenjuNet game: 1\nresult: 1-0')

Names of players, countries and tournaments stand before the games and are remembered, each game is read when
it ends: memory grows with the names alone. Row 1 is at the bottom, and the board is 15×15.

The reader is safe for untrusted text: entities are refused, names and depth are bounded, and nothing but
`RecordError` is raised.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NoReturn
from xml.parsers import expat

from ttt_tui.engine.records import Record, check_readable, written_name
from ttt_tui.engine.records.dates import written_date
from ttt_tui.engine.records.moves import DRAWN, add_moves, finished, geometry_of, split_moves
from ttt_tui.engine.records.notations import SquareNames
from ttt_tui.engine.records.tree import Cursor, Tree
from ttt_tui.engine.rules import Rules
from ttt_tui.engine.setup import UNSET, Player, Setup
from ttt_tui.errors import RecordError

BEGINNING = b"<database"

DEEPEST = 20
"""Elements within each other."""

MOST_NAMES = 1_000_000
"""Players, tournaments and rules together."""

LONGEST_MOVES = 5_000
"""Characters of the moves of a game."""

LONGEST_VALUE = 200

WRITTEN = {"1": "1-0", "0": "0-1", "0.5": DRAWN}
"""The share of Black → the result."""

_NAMED = {"player", "tournament", "rule", "opening"}


def is_rif(content: bytes) -> bool:
    """Whether the first bytes of a file are those of a database."""
    is_xml = content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<?xml", BEGINNING))
    return is_xml and BEGINNING in content[:2000]


def records_of_rif(parts: Iterable[bytes], rules: Rules) -> Iterator[Record]:
    """Yield the records of a database in parts; raises `RecordError` where it is no longer well formed.

    A game that cannot be read by the rules is left out. The last record says in a note how many were.
    """
    check_readable(rules, "a RenjuNet database")
    reader = _DatabaseReader(rules)
    waiting: Record | None = None
    for part in parts:
        reader.feed(part)
        for record in reader.take():
            if waiting is not None:
                yield waiting
            waiting = record
    reader.feed(b"", is_end=True)
    for record in reader.take():
        if waiting is not None:
            yield waiting
        waiting = record
    if waiting is None:
        raise RecordError(f"this database has no game that can be read{reader.left_out}")
    if reader.left_out:
        waiting = replace(waiting, notes=(*waiting.notes, reader.left_out.removeprefix(": ")))
    yield waiting


class _DatabaseReader:
    """Makes records of the elements that the parser reports."""

    def __init__(self, rules: Rules) -> None:
        self._geometry = geometry_of((15, 15), rules)
        self._names: dict[tuple[str, str], str] = {}
        self._depth = 0
        self._game: dict[str, str] | None = None
        self._moves: list[str] | None = None
        self._length = 0
        self._records: list[Record] = []
        self._problems: list[str] = []
        self._count_left_out = 0
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.EntityDeclHandler = self._refuse_entity
        self._parser.buffer_text = True

    def feed(self, part: bytes, is_end: bool = False) -> None:
        """Parse a part of the database; raises `RecordError`."""
        try:
            self._parser.Parse(part, is_end)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise RecordError(f"not well-formed XML: {reason}", error.lineno, error.offset + 1) from None

    def take(self) -> list[Record]:
        """Return the records that have been completed since."""
        records, self._records = self._records, []
        return records

    @property
    def left_out(self) -> str:
        """How many games were left out and why the first one was, empty without any."""
        if not self._count_left_out:
            return ""
        count = self._count_left_out
        return (
            f": {count} game{'s were' if count > 1 else ' was'} left out, the first since {self._problems[0]}"
        )

    def _wrong(self, reason: str) -> RecordError:
        return RecordError(reason, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    def _refuse_entity(self, *_declaration: object) -> NoReturn:
        raise self._wrong("entities are not read")

    def _start(self, name: str, values: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._wrong(f"elements are more than {DEEPEST} deep")
        values = {key: value[:LONGEST_VALUE] for key, value in values.items()}
        if name in _NAMED and "id" in values:
            if len(self._names) >= MOST_NAMES:
                raise self._wrong(f"a database has at most {MOST_NAMES:,} names")
            called = " ".join(filter(None, (values.get("name", ""), values.get("surname", ""))))
            self._names[name, values["id"]] = called
        elif name == "game":
            self._game = values
        elif name == "move" and self._game is not None:
            self._moves, self._length = [], 0

    def _data(self, text: str) -> None:
        if self._moves is not None:
            self._length += len(text)
            if self._length <= LONGEST_MOVES:
                self._moves.append(text)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if name == "move" and self._game is not None and self._moves is not None:
            self._game["moves"] = "".join(self._moves)
            self._moves = None
        elif name == "game" and self._game is not None:
            try:
                if self._length > LONGEST_MOVES:
                    raise RecordError(f"it has more than {LONGEST_MOVES:,} characters of moves")
                self._records.append(self._record(self._game))
            except RecordError as error:
                self._count_left_out += 1
                self._problems = self._problems or [f"game {self._game.get('id', '?')}: {error.reason}"]
            self._game, self._length = None, 0

    def _record(self, game: dict[str, str]) -> Record:
        """Return the record of a game; raises `RecordError`."""
        players = [self._player(game.get(seat, "")) for seat in ("black", "white")]
        cursor = Cursor(Tree(Setup(self._geometry, players)))
        notation = SquareNames(self._geometry)
        parts = split_moves(game.get("moves", ""), notation)
        if not parts:
            raise RecordError("it has no moves")
        add_moves(cursor, parts[0].words, notation)
        date = written_date(game.get("date", ""))
        named = (
            ("RenjuNet game", game.get("id", "")),
            ("tournament", self._names.get(("tournament", game.get("tournament", "")), "")),
            ("round", game.get("round", "")),
            ("rule", self._names.get(("rule", game.get("rule", "")), "")),
            ("result", WRITTEN.get(game.get("bresult", ""), "")),
            ("date", "" if date is None or date.is_whole else game["date"]),
        )
        cursor.tree.root.add_comment("\n".join(f"{what}: {value}" for what, value in named if value))
        return finished(cursor, (), date and date.day, WRITTEN.get(game.get("bresult", ""), ""))

    def _player(self, number: str) -> Player:
        return Player(written_name(self._names.get(("player", number), "")) or UNSET)
