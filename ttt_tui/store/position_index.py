"""The table of the positions that games reached: filled in slices, searched, and counted move by move.

Triggers note which games changed (`to_index`), whoever changes them; the positions of a game follow in a
later transaction. Until then, and in a file that cannot be written, such games are walked through instead, so
that answers are complete at any time. Keys of positions with many stones are hashes: there each game is
compared.
"""

import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from ttt_tui.engine import Geometry, Rules
from ttt_tui.engine.geometry import Placement
from ttt_tui.engine.records import UNFINISHED
from ttt_tui.errors import InvalidRules
from ttt_tui.store.positions import ReachedPosition, Step, reached, walk, winning_side
from ttt_tui.store.stored_game import UNREADABLE, LineUp, Origin, read_line_up, read_words

MOST_STONES = 30
"""Stones of the positions in the table; for later ones all games on the board are walked through."""

SLICE = 200
"""Games that are indexed in one transaction: it takes about a tenth of a second."""

NO_STONE = -1
DRAW, NO_RESULT = -1, -2
"""Outcomes without a winner."""


class Source(StrEnum):
    """Which games are counted."""

    ALL = "all"
    MINE = "mine"
    """Those played here."""
    IMPORTED = "imported"


class ExplorerMove(NamedTuple):
    """A next move in the stored games, on the board of the position that was asked about.

    Moves that a symmetry of the position maps to each other count as one, the first in reading order, so that
    each game counts once.
    """

    move: Placement
    games: int
    """How many games it was played in."""
    wins: tuple[int, ...]
    """The games that each side won; sides count from the one that began."""
    draws: int
    """The other games are unfinished."""


class _Row(NamedTuple):
    """What is known of a game in the table."""

    stone: int
    outcome: int
    imported: int
    game: int


# --- filling ---------------------------------------------------------------------------------------------


def count_to_index(connection: sqlite3.Connection) -> int:
    """Return how many games are not in the table yet."""
    return int(connection.execute("SELECT count(*) FROM to_index").fetchone()[0])


def index_some(connection: sqlite3.Connection, most: int = SLICE) -> int:
    """Bring up to `most` games into the table, within a transaction, and return how many there were."""
    games = [row[0] for row in connection.execute("SELECT game FROM to_index ORDER BY game LIMIT ?", (most,))]
    known = f"({','.join(map(str, games))})"  # they are integers
    _remove(connection, known)
    boards = {name: id for id, name in connection.execute("SELECT id, name FROM boards")}
    rows: list[tuple[int, ...]] = []
    entries: list[tuple[object, ...]] = []
    for game, setup, first, words, result, imported in _unowned(connection, known):
        name = board_name(setup.geometry, len(setup.players))
        if name not in boards:
            boards[name] = connection.execute("INSERT INTO boards (name) VALUES (?)", (name,)).lastrowid
        outcome = _outcome(setup, first, words, result)
        keys, stones = array("q"), array("h")
        for step in _first_steps(walk(setup, first, words)):
            key, stone = step.key_and_move()
            keys.append(key)
            stones.append(NO_STONE if stone is None else stone)
            rows.append((boards[name], key, stones[-1], outcome, imported, game))
        entries.append((game, boards[name], outcome, imported, keys.tobytes(), stones.tobytes()))
    rows.sort()  # neighbours go into one page
    connection.executemany("INSERT OR IGNORE INTO reached VALUES (?, ?, ?, ?, ?, ?)", rows)
    connection.executemany("INSERT OR REPLACE INTO indexed VALUES (?, ?, ?, ?, ?, ?)", entries)
    connection.execute(f"DELETE FROM to_index WHERE game IN {known}")
    return len(games)


def _remove(connection: sqlite3.Connection, games: str) -> None:
    """Remove what the table has of these games."""
    rows = []
    found = connection.execute(
        f"SELECT game, board, outcome, imported, keys, stones FROM indexed WHERE game IN {games}"
    )
    for game, board, outcome, imported, *blobs in found.fetchall():
        keys, stones = array("q"), array("h")
        try:
            keys.frombytes(blobs[0])
            stones.frombytes(blobs[1])
        except UNREADABLE:
            continue
        pairs = zip(keys, stones, strict=False)
        rows += [(board, key, stone, outcome, imported, game) for key, stone in pairs]
    connection.executemany(
        "DELETE FROM reached WHERE board = ? AND key = ? AND stone = ? AND outcome = ? AND imported = ?"
        " AND game = ?",
        rows,
    )
    connection.execute(f"DELETE FROM indexed WHERE game IN {games}")


def _first_steps(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        if step.stones > MOST_STONES:
            return
        yield step


_Game = tuple[int, LineUp, int, tuple[str, ...], str, int]
"""Id, set-up, first seat, moves, result, and whether it was imported."""

_COLUMNS = "id, setup, first, moves, result, origin"


def _unowned(connection: sqlite3.Connection, games: str) -> Iterator[_Game]:
    return _read(
        connection.execute(f"SELECT {_COLUMNS} FROM games WHERE id IN {games} AND owner IS NULL").fetchall()
    )


def _read(rows: Iterable[Sequence[object]]) -> Iterator[_Game]:
    """Yield the games of rows; studies, and those that cannot be read, are left out."""
    for id, setup, first, moves, result, origin in rows:
        if origin == Origin.STUDY:
            continue
        try:
            game = read_line_up(str(setup))
            if (seat := int(str(first))) not in range(len(game.players)):
                continue
            words = read_words(str(moves))
        except UNREADABLE:
            continue
        yield int(str(id)), game, seat, words, str(result), int(origin == Origin.IMPORTED)


def _outcome(setup: LineUp, first: int, words: Sequence[str], result: str) -> int:
    symbol, wins, _ = result.partition(" wins: ")
    if not wins:
        return NO_RESULT if result == UNFINISHED else DRAW
    seats = (seat for seat, player in enumerate(setup.players) if player.symbol == symbol)
    winner = next(seats, None)
    return NO_RESULT if winner is None else winning_side(setup, first, words, winner)


# --- boards ----------------------------------------------------------------------------------------------


def board_name(geometry: Geometry, players: int) -> str:
    """Return the key of a board with its rules and the number of its players."""
    return f"{players} {geometry.line_length} {geometry.columns}x{geometry.rows} {geometry.rules}"


def _read_board(name: str) -> tuple[Geometry, int]:
    players, line, size, rules = name.split(" ", 3)
    columns, rows = map(int, size.split("x"))
    return Geometry(columns, rows, int(line), Rules.parse(rules)), int(players)


def _boards(connection: sqlite3.Connection) -> Iterator[tuple[int, Geometry, int]]:
    for id, name in connection.execute("SELECT id, name FROM boards").fetchall():
        try:
            geometry, players = _read_board(str(name))
        except (ValueError, InvalidRules):  # edited by hand
            continue
        yield id, geometry, players


# --- searching -------------------------------------------------------------------------------------------


def games_reaching(connection: sqlite3.Connection, words: Sequence[str]) -> set[int]:
    """Return the games that reach the position after these moves, on any board that has the squares."""
    changed = _changed(connection)
    found = set[int]()
    positions: dict[tuple[Geometry, int], ReachedPosition | None] = {}
    for board, geometry, players in _boards(connection):
        position = positions[geometry, players] = reached(geometry, players, words)
        if position is not None:
            found.update(row.game for row in _rows(connection, board, position))
    found -= changed
    for game, setup, first, moves, _, _ in _games(connection, changed):
        kind = setup.geometry, len(setup.players)
        if kind not in positions:
            positions[kind] = reached(*kind, words)
        position = positions[kind]
        if position is not None and _step_at(position, setup, first, moves) is not None:
            found.add(game)
    return found


def explore(
    connection: sqlite3.Connection,
    geometry: Geometry,
    position: ReachedPosition,
    source: Source = Source.ALL,
) -> list[ExplorerMove]:
    """Return the moves that followed a position in the stored games, the most frequent first.

    `geometry` has the rules that the games have, with their opening.
    """
    players = position.table.players
    changed = _changed(connection)
    counts: dict[int, list[int]] = {}  # by move: draws, wins of each side, all games

    def add(stone: int, outcome: int, imported: int, games: int = 1) -> None:
        if stone == NO_STONE or (source is not Source.ALL and imported != (source is Source.IMPORTED)):
            return
        count = counts.setdefault(stone, [0] * (players + 2))
        count[-1] += games
        if DRAW <= outcome < players:
            count[outcome + 1] += games

    name = board_name(geometry, players)
    row = connection.execute("SELECT id FROM boards WHERE name = ?", (name,)).fetchone()
    if row is not None and position.is_packed and position.stones <= MOST_STONES:
        for stone, outcome, imported, games in connection.execute(
            "SELECT stone, outcome, imported, count(*) FROM reached WHERE board = ? AND key = ?"
            " GROUP BY stone, outcome, imported",
            (row[0], position.key),
        ):
            add(stone, outcome, imported, games)
        for taken in _taken(connection, changed, row[0], position.key):
            add(taken.stone, taken.outcome, taken.imported, -1)
    elif row is not None:
        for each in _rows(connection, row[0], position):
            if each.game not in changed:
                add(each.stone, each.outcome, each.imported)
    for _, setup, first, words, result, imported in _games(connection, changed):
        if board_name(setup.geometry, len(setup.players)) == name:
            stone = _step_at(position, setup, first, words)
            if stone is not None:
                add(stone, _outcome(setup, first, words, result), imported)
    moves = [
        ExplorerMove(position.own_move(stone), count[-1], tuple(count[1:-1]), count[0])
        for stone, count in counts.items()
        if count[-1] > 0
    ]
    squares = geometry.square_of
    return sorted(moves, key=lambda each: (-each.games, squares(each.move), each.move))


def _rows(connection: sqlite3.Connection, board: int, position: ReachedPosition) -> Iterator[_Row]:
    """Yield what the table has of the games on a board that reach a position."""
    if position.stones <= MOST_STONES:
        found = connection.execute(
            "SELECT stone, outcome, imported, game FROM reached WHERE board = ? AND key = ?",
            (board, position.key),
        )
        rows = {row[3]: _Row(*row) for row in found}
        if position.is_packed:
            yield from rows.values()
            return
    else:
        found = connection.execute(
            "SELECT -1, outcome, imported, game FROM indexed"
            " WHERE board = ? AND substr(stones, -2) IS NOT x'ffff'",  # those that did not end before
            (board,),
        )
        rows = {row[3]: _Row(*row) for row in found}
    for game, setup, first, words, _, _ in _games(connection, rows):
        stone = _step_at(position, setup, first, words)
        if stone is not None:
            yield rows[game]._replace(stone=stone)


def _taken(connection: sqlite3.Connection, games: Iterable[int], board: int, key: int) -> Iterator[_Row]:
    """Yield what the table has of games that have changed since, at one position."""
    for chunk in _chunks(games):
        for game, outcome, imported, keys, stones in connection.execute(
            f"SELECT game, outcome, imported, keys, stones FROM indexed WHERE board = ? AND game IN {chunk}",
            (board,),
        ):
            numbers, following = array("q"), array("h")
            try:
                numbers.frombytes(keys)
                following.frombytes(stones)
            except UNREADABLE:
                continue
            for number, stone in zip(numbers, following, strict=False):
                if number == key:
                    yield _Row(stone, outcome, imported, game)


def _changed(connection: sqlite3.Connection) -> set[int]:
    """Return the games of which the table says nothing reliable, with those that are being played."""
    games = {row[0] for row in connection.execute("SELECT game FROM to_index")}
    games.update(row[0] for row in connection.execute("SELECT id FROM games WHERE owner IS NOT NULL"))
    return games


def _games(connection: sqlite3.Connection, ids: Iterable[int]) -> Iterator[_Game]:
    """Yield these games, as far as they can be read."""
    for chunk in _chunks(ids):
        yield from _read(connection.execute(f"SELECT {_COLUMNS} FROM games WHERE id IN {chunk}"))


def _chunks(ids: Iterable[int]) -> Iterator[str]:
    remaining = iter(ids)
    while chunk := [*islice(remaining, SLICE)]:
        yield f"({','.join(map(str, chunk))})"  # they are integers


def _step_at(position: ReachedPosition, setup: LineUp, first: int, words: Sequence[str]) -> int | None:
    """Return the next stone of a game at a position, as the table has it; None if it is not reached."""
    for step in walk(setup, first, words):
        if step.stones == position.stones:
            here = step.position()
            if not position.is_like(here):
                return None
            return NO_STONE if step.stone is None else here.canonical_move(step.stone)
    return None
