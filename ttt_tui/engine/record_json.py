"""Game ⇄ JSON, for programs: one object with the same content as the text of `record_text`.

>>> from ttt_tui.engine.record_json import from_json, to_json
>>> record = from_json('''{"board": [3, 3], "line": 3, "moves": ["b2", "a1"],
...     "players": [{"name": "Ada", "symbol": "X"}, {"name": "Bob", "symbol": "O"}]}''')
>>> record.game
<Game on 3×3, 3 in a row: 2 moves, X is to move>
>>> from_json(to_json(record)).game.moves == record.game.moves
True

The reader takes what strangers wrote: it raises `RecordError` and nothing else, in bounded time.
"""

import json
from typing import Any

from ttt_tui.engine.errors import IllegalMove
from ttt_tui.engine.game import Game
from ttt_tui.engine.geometry import Geometry
from ttt_tui.engine.record import (
    Record,
    RecordError,
    check_size,
    move_word,
    read_date,
    read_game_id,
    read_level,
    read_move,
    read_starts,
    result_text,
    shown,
)
from ttt_tui.engine.setup import COLOURS, FirstMover, Limit, MatchRules, Player, Setup, problem


def setup_to_data(setup: Setup) -> dict[str, Any]:
    """Return a set-up as plain data, for JSON."""
    geometry, rules = setup.geometry, setup.rules
    return {
        "board": [geometry.columns, geometry.rows],
        "line": geometry.line_length,
        "players": [
            {
                "symbol": player.symbol,
                "name": player.name,
                "level": player.level,
                "colour": player.colour,
                "time": player.limit.seconds,
                "depth": player.limit.depth,
                "nodes": player.limit.nodes,
            }
            for player in setup.players
        ],
        "rules": {
            "points": rules.points,
            "draws": rules.draws,
            "starts": rules.first.value,
            "marks_by_lot": rules.marks_by_lot,
        },
    }


def to_data(record: Record) -> dict[str, Any]:
    """Return a record as plain data, for JSON."""
    game = record.game
    return {
        **setup_to_data(game.setup),
        "date": record.date,
        **({"game_id": record.game_id} if record.game_id else {}),
        "first": game.first,
        "moves": [move_word(game.setup, move) for move in game.moves],
        "result": result_text(game),
        "analysed": game.is_analysed,
    }


def to_json(record: Record) -> str:
    """Return a record as JSON that `from_json` reads back as the same game."""
    return json.dumps(to_data(record), ensure_ascii=False, indent=2) + "\n"


def from_json(text: str) -> Record:
    """Return the record that a JSON text holds; raises `RecordError`."""
    check_size(text)
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise RecordError(error.msg, error.lineno, error.colno) from None
    except (ValueError, RecursionError):  # a number of many digits, or brackets nested without end
        raise RecordError("this is no record: numbers are too long or brackets too deep") from None
    return from_data(data)


def setup_from_data(data: object) -> Setup:
    """Return the set-up that plain data holds; raises `RecordError`."""
    fields = _Fields(data, "the record")
    columns, rows = (_int(side, "board") for side in fields.list("board", 2, 2))
    rules = _Fields(fields.get("rules", {}), "rules")
    setup = Setup(
        Geometry(columns, rows, _int(fields.get("line"), "line")),
        tuple(_player_from_data(player, i) for i, player in enumerate(fields.list("players", 0, 20))),
        MatchRules(
            _optional_int(rules.get("points", None), "points"),
            _optional_int(rules.get("draws", None), "draws"),
            _first_mover(rules.get("starts", FirstMover.TURN.value)),
            _bool(rules.get("marks_by_lot", False), "marks_by_lot"),
        ),
    )
    if reason := problem(setup):
        raise RecordError(reason)
    return setup


def from_data(data: object) -> Record:
    """Return the record that plain data holds; raises `RecordError`."""
    fields = _Fields(data, "the record")
    setup = setup_from_data(data)
    first = _int(fields.get("first", 0), "first")
    if not 0 <= first < len(setup.players):
        raise RecordError(f"first is the number of a player, 0 to {len(setup.players) - 1}")
    game = Game(setup, first)
    game.is_analysed = _bool(fields.get("analysed", False), "analysed")
    for number, word in enumerate(fields.list("moves", 0, 1000), 1):
        try:
            game.push(read_move(game, _str(word, "a move")))
        except IllegalMove as refusal:
            raise RecordError(f"move {number}: {refusal}") from None
    result = fields.get("result", None)
    if result is not None and result != result_text(game):
        raise RecordError(f"the moves say {result_text(game)}, not {shown(str(result))}")
    date = fields.get("date", None)
    game_id = fields.get("game_id", None)
    return Record(
        game,
        None if date is None else read_date(_str(date, "date")),
        None if game_id is None else read_game_id(_str(game_id, "game_id")),
    )


class _Fields:
    """An object of a JSON text, asked for its fields."""

    def __init__(self, data: object, what: str) -> None:
        if not isinstance(data, dict):
            raise RecordError(f"{what} is not an object")
        self.data = data

    def get(self, key: str, *default: object) -> object:
        if key not in self.data and not default:
            raise RecordError(f"{key} is missing")
        return self.data.get(key, *default)

    def list(self, key: str, least: int, most: int) -> list[object]:
        value = self.get(key)
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise RecordError(
                f"{key} is a list" + (f" of {least}" if least == most else f" of at most {most}")
            )
        return value


def _player_from_data(data: object, seat: int) -> Player:
    fields = _Fields(data, "a player")
    seconds = fields.get("time", None)
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float)):
        raise RecordError("time is a number of seconds")
    return Player(
        _str(fields.get("name"), "name"),
        _str(fields.get("symbol"), "symbol"),
        _str(fields.get("colour", COLOURS[seat % len(COLOURS)]), "colour"),
        read_level(_str(fields.get("level", "human"), "level")),
        Limit(
            None if seconds is None else float(max(-1.0, min(seconds, 1e9))),
            _optional_int(fields.get("depth", None), "depth"),
            _optional_int(fields.get("nodes", None), "nodes"),
        ),
    )


def _first_mover(value: object) -> FirstMover:
    return read_starts(_str(value, "starts"))


def _bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{what} is not true or false")
    return value


def _str(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{what} is not a text")
    return value


def _int(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 10**18:
        raise RecordError(f"{what} is not a whole number")
    return value


def _optional_int(value: object, what: str) -> int | None:
    return None if value is None else _int(value, what)
