"""Reads lists of moves in JSON, as programs write them: `["h8", "i9"]` and `[[7, 7], [8, 8]]`.

>>> record = all_from_lists(lists_of_moves('[[7, 7], [0, 14]]'), None, Rules(), None)[0]
>>> [record.game.setup.geometry.name(move.square) for move in record.game.moves], record.notes[-1]
(['h8', 'a15'], 'assuming pairs of column and row, from 0 at the top left')

A list of such lists is a game for each. The reader is safe for untrusted text, as the others are.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ttt_tui.engine.records import Record, check_count, check_readable, check_size, place_played_on
from ttt_tui.engine.records.moves import Board, all_from_moves, finished, geometry_of
from ttt_tui.engine.records.notations import ColumnLetters
from ttt_tui.engine.records.tree import Cursor, Tree
from ttt_tui.engine.rules import Rules
from ttt_tui.engine.setup import Setup
from ttt_tui.errors import IllegalMove, RecordError

_BEGINNING = re.compile(r'\[\s*(?:"[A-Za-z]?[0-9]{1,3}"|\[\s*(?:"|\[?\s*-?[0-9]))')
_NAME = re.compile("[A-Za-z]?[0-9]{1,3}|[A-Za-z]", re.ASCII)
_DEEPEST = 4


def lists_of_moves(text: str) -> list[list[Any]] | None:
    """Return the moves of each game, None if a text is no list of moves; raises `RecordError`."""
    check_size(text)
    if _BEGINNING.match(text) is None or re.search(rf"(?:\[\s*){{{_DEEPEST}}}", text) is not None:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    games = [found] if are_moves(found) else found
    return games if isinstance(games, list) and games and all(map(are_moves, games)) else None


def are_moves(value: Any) -> bool:
    """Whether a value from JSON is a list of names, or one of pairs of numbers."""
    if not isinstance(value, list) or not value:
        return False
    if isinstance(value[0], str):
        return all(isinstance(each, str) and _NAME.fullmatch(each) for each in value)
    return all(
        isinstance(each, list) and len(each) == 2 and all(type(number) is int for number in each)
        for each in value
    )


def all_from_lists(
    games: Sequence[list[Any]], board: Board | None, rules: Rules, columns: ColumnLetters | None
) -> list[Record]:
    """Return the record of each game; raises `RecordError`."""
    check_count(games)
    check_readable(rules, "a list of moves")
    records = []
    for number, moves in enumerate(games, 1):
        try:
            if isinstance(moves[0], str):
                records += all_from_moves(" ".join(moves), board, rules, columns)
            else:
                records.append(_from_pairs(moves, board, rules))
        except RecordError as error:
            where = f"game {number}: " if len(games) > 1 else ""
            raise RecordError(f"{where}{error.reason}") from None
    return records


def _from_pairs(pairs: list[list[int]], board: Board | None, rules: Rules) -> Record:
    geometry = geometry_of(board, rules)
    numbers = [number for pair in pairs for number in pair]
    first = 1 if 0 not in numbers and max(numbers) in (geometry.columns, geometry.rows) else 0
    cursor = Cursor(Tree(Setup(geometry)))
    for index, (column, row) in enumerate(pairs, 1):
        column, row = column - first, row - first
        if not (0 <= column < geometry.columns and 0 <= row < geometry.rows):
            raise RecordError(f"move {index} is not on a {geometry} board")
        try:
            place_played_on(cursor.game, geometry.at(column, row))
        except IllegalMove as refusal:
            raise RecordError(f"move {index}: {refusal}") from None
    record = finished(Cursor(Tree.of(cursor.game)), ())
    notes = [] if board else [f"assuming a {geometry} board; --board sets another"]
    notes.append(f"assuming pairs of column and row, from {first} at the top left")
    return replace(record, notes=tuple(notes))
