"""Games on their way from records into the store: converted, kept aside, compared with the stored ones."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import NamedTuple, Self

from ttt_tui.engine.records import UNFINISHED, Record
from ttt_tui.engine.records.tree import to_movetext
from ttt_tui.errors import AlreadyStored
from ttt_tui.store.stored_game import Entry, Origin, StoredGame, now, read_entry, read_words

MOST_IN_MEMORY = 8_000_000
"""Bytes of games of one file that are kept in memory; more are in a temporary file."""


class Imported(NamedTuple):
    """The game of a record as it is stored, and what the record says of it."""

    columns: dict[str, object]
    has_id: bool
    has_date: bool

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return what is kept of a record, without its positions."""
        game = StoredGame.of_game(
            record.game,
            number=1,
            seed=0,
            started=f"{record.date}T00:00:00" if record.date else None,
            uid=record.game_id,
            origin=Origin.STUDY if record.is_study else Origin.IMPORTED,
            study=None if record.tree is None else to_movetext(record.tree),
        )
        return cls(game.columns(), record.game_id is not None, record.date is not None)

    @property
    def game(self) -> StoredGame:
        """The game, which few need: most are told apart by their columns."""
        place = {"id": 0, "match": None, "changed": now(), "owner": None, "owned_since": None}
        entry = read_entry({**self.columns, **place}, "")
        assert entry is not None, "it was written as the store reads it"
        return entry


class ImportedGames:
    """The games of one file, kept until all have been read.

    So a mistake at the end of the file leaves the store as it is, and it is locked only while the games are
    written. They are in a temporary file: memory does not grow with them.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self._file = SpooledTemporaryFile(MOST_IN_MEMORY)  # noqa: SIM115  # `close` closes it
        try:
            for record in records:
                self._file.write(f"{json.dumps(Imported.of(record))}\n".encode())
        except BaseException:  # of the reader of the file, too
            self.close()
            raise

    def __iter__(self) -> Iterator[Imported]:
        self._file.seek(0)
        return (Imported(*json.loads(line)) for line in self._file)

    def close(self) -> None:
        """Delete the temporary file."""
        self._file.close()


SIMILAR = """
    WHERE id IN (
        SELECT id FROM games WHERE owner IS NULL AND substr(moves, 1, 60) BETWEEN :start AND :end
        UNION ALL SELECT id FROM games WHERE owner IS NOT NULL
    ) AND substr(moves, 1, :length) = :beginning ORDER BY id
"""
"""Games whose moves begin with a text: an index has the first characters of those that nobody plays."""

NO_MOVES = "[]"

INDEXED = 60
"""How many characters of the moves that index has."""


def check_is_new(find: Callable[..., Iterator[Entry]], imported: Imported, again: bool) -> None:
    """Raise `AlreadyStored` if an imported game is stored; `find` returns the games of a `WHERE` clause.

    Its id makes that certain. A record without one may only resemble a stored game, and the copy of a guest
    who left earlier, or whose host cheats, has other moves under the same id: those are added with `again`.
    """
    columns, uid = imported.columns, imported.columns["uid"]
    moves = str(columns["moves"])
    same_id = "WHERE uid = ? OR hosted_id = ? ORDER BY uid = ? DESC, result = ?, id LIMIT 1"
    if (known := next(find(same_id, uid, uid, uid, UNFINISHED), None)) is not None:
        has_same_moves = known.moves == read_words(moves)
        if has_same_moves or known.host is None:
            reason = f"already stored as game {known.id}{'' if has_same_moves else ', with other moves'}"
            raise AlreadyStored(reason, known.id, has_same_id=True)
        if not again:
            reason = f"game {known.id} is a copy of it with other moves; add it anyway with --again"
            raise AlreadyStored(reason, known.id)
    elif not imported.has_id and not again:
        has_moves = moves != NO_MOVES
        beginning = moves[:-1] if has_moves else moves  # every game begins as one without moves does
        start = beginning[:INDEXED]
        values: dict[str, object] = {"beginning": beginning, "length": len(beginning)}
        values |= {"start": start, "end": start + chr(sys.maxunicode)}
        similar = (
            entry
            for entry in find(SIMILAR, values)
            if entry.resembles(imported.game, has_date=imported.has_date)
        )
        same = (entry for entry in similar if has_moves or entry.study == columns["study"])
        if (known := next(same, None)) is not None:
            reason = f"game {known.id} has the same date, players and moves; add it anyway with --again"
            raise AlreadyStored(reason, known.id)
