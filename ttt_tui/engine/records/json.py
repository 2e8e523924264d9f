"""Game ⇄ JSON, for programs: one object with the same content as the text of `text`.

>>> from ttt_tui.engine.records.json import from_json, to_json
>>> record = from_json('''{"board": [3, 3], "line": 3, "moves": ["b2", "a1"],
...     "players": [{"name": "Ada", "symbol": "X"}, {"name": "Bob", "symbol": "O"}]}''')
>>> record.game
<Game on 3×3, 3 in a row: 2 moves, X is to move>
>>> from_json(to_json(record)).game.moves == record.game.moves
True

The reader is safe for untrusted text: it raises `RecordError` and nothing else, in bounded time.
"""

import json
import re
from dataclasses import replace
from typing import Any

from ttt_tui.engine.game import Game
from ttt_tui.engine.geometry import LARGEST_SIDE, Geometry, Square
from ttt_tui.engine.names import shown
from ttt_tui.engine.records import (
    Record,
    check_count,
    check_size,
    end_as_written,
    is_time,
    move_word,
    only_record,
    read_clock,
    read_date,
    read_game_id,
    read_level,
    read_move,
    read_rules,
    read_starts,
    result_text,
    times_of,
    with_engines_named,
    with_time,
)
from ttt_tui.engine.records.tree import MOST_NAG, MOST_NODES, Cursor, Tree
from ttt_tui.engine.rules import USUAL
from ttt_tui.engine.setup import (
    COLOURS,
    MOST_PLAYERS,
    FirstMover,
    Limit,
    MatchRules,
    Player,
    Setup,
    check_setup,
)
from ttt_tui.engine.start import Start
from ttt_tui.engine.validation import MOST, Fields, boolean, check, items, number, text, whole
from ttt_tui.errors import IllegalMove, InvalidData, InvalidSetup, NotASquare, RecordError

_KEYS = frozenset(("board", "line", "players", "moves"))
"""The fields of every record."""

MOST_STONES = LARGEST_SIDE * LARGEST_SIDE

_BLANKS = re.compile(r"\s*")


def setup_to_data(setup: Setup) -> dict[str, Any]:
    """Return a set-up as plain data, for JSON."""
    geometry, rules = setup.geometry, setup.rules
    return {
        # unusual rules stand in the board so that a program that does not know them refuses the game
        "board": [geometry.columns, geometry.rows, *[str(geometry.rules)] * (not geometry.rules.are_usual)],
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
            **({} if rules.clock is None else {"clock": str(rules.clock)}),
        },
        **({} if setup.start is None else {"start": _start_to_data(geometry, setup.start)}),
    }


def _start_to_data(geometry: Geometry, start: Start) -> dict[str, Any]:
    return {
        "stones": [[geometry.name(square) for square in squares] for squares in start.stones],
        "to_move": start.to_move,
        **({} if start.board is None else {"board": start.board + 1}),
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
        **({"times": times} if (times := times_of(game.moves)) else {}),
        "result": result_text(game),
        "analysed": game.is_analysed,
        **({} if (tree := record.annotated) is None else {"tree": tree_to_data(tree)}),
    }


def tree_to_data(tree: Tree) -> list[dict[str, Any]]:
    """Return all lines of a game as plain data, a dictionary for each move.

    Each names by its place in the list, from 1, the move that it comes after, unless that is the entry
    before; 0 is the start of the game, whose comment is that of an entry without a move.
    """
    places = {tree.root: 0}
    found: list[dict[str, Any]] = [{"comment": tree.root.comment}] if tree.root.comment else []
    for place, node in enumerate(tree.nodes(), 1):
        assert node.move is not None, "only the root has no move"
        assert node.parent is not None, "only the root has no parent"
        places[node] = place
        after = places[node.parent]
        found.append(
            {
                "move": move_word(tree.setup, node.move),
                **({"after": after} if after != place - 1 else {}),
                **({"comment": node.comment} if node.comment else {}),
                **({"nags": [*node.nags]} if node.nags else {}),
            }
        )
    return found


def to_json(record: Record) -> str:
    """Return a record as JSON that `from_json` reads back as the same game. A move of a tree is a line."""
    data = to_data(record)
    tree = data.pop("tree", ())
    text = json.dumps(data, ensure_ascii=False, indent=2)
    if tree:
        entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in tree)
        text = f'{text.removesuffix("}").rstrip()},\n  "tree": [\n{entries}\n  ]\n}}'
    return f"{text}\n"


def from_json(text: str) -> Record:
    """Return the record that a JSON text holds; raises `RecordError`."""
    return only_record(all_from_json(text))


def all_from_json(text: str) -> list[Record]:
    """Return the records of all games in a JSON text.

    The text holds an object, a list of objects, such a list as `games` of an object, or several objects in a
    row. Raises `RecordError`, with the number of the game if there are several.
    """
    check_size(text)
    text = text.removeprefix("\ufeff")
    try:
        values = _values(text)
    except json.JSONDecodeError as error:
        raise RecordError(error.msg, error.lineno, error.colno) from None
    except RecordError:
        raise
    except (ValueError, RecursionError):  # a number of many digits, or brackets nested without end
        raise RecordError("not a record: its numbers are too long or its brackets too deep") from None
    games = _games(values)
    check_count(games)
    if not any(isinstance(game, dict) and game.keys() & _KEYS for game in games):
        raise RecordError("this JSON has no game; a game has board, line, players and moves")
    if len(games) == 1:
        return [from_data(games[0])]
    records = []
    for index, game in enumerate(games, 1):
        try:
            records.append(from_data(game))
        except RecordError as error:
            raise RecordError(f"game {index}: {error}") from None
    return records


def _values(text: str) -> list[Any]:
    """Return the values of a JSON text; raises what `json.loads` raises, and `RecordError` for too many."""
    decoder, start = json.JSONDecoder(), _end_of_blanks(text, 0)
    values: list[Any] = []
    while start < len(text) or not values:
        value, end = decoder.raw_decode(text, start)
        values.append(value)
        check_count(values)
        start = _end_of_blanks(text, end)
    return values


def _games(values: list[Any]) -> list[Any]:
    """Return the games among a text's values: the items of its only list, or else all values."""
    match values:
        case [list(games)]:
            return games
        case [{"games": list(games), **others}] if not others.keys() & _KEYS:
            return games
    return values


def _end_of_blanks(text: str, start: int) -> int:
    match = _BLANKS.match(text, start)
    return start if match is None else match.end()


def setup_from_data(data: object) -> Setup:
    """Return the set-up that plain data describes. Raises `RecordError`."""
    try:
        return _setup(Fields(data, "the record"))
    except InvalidData as error:
        raise RecordError(str(error)) from None


def from_data(data: object) -> Record:
    """Return the record that plain data describes. Raises `RecordError`."""
    try:
        return _record(Fields(data, "the record"))
    except InvalidData as error:
        raise RecordError(str(error)) from None


def _setup(fields: Fields) -> Setup:
    columns, rows, *words = items(fields["board"], "board", 2, 3)
    rules = Fields(fields.get("rules", {}), "rules")
    geometry = Geometry(
        whole(columns, "board"),
        whole(rows, "board"),
        whole(fields["line"], "line"),
        read_rules(text(words[0], "board")) if words else USUAL,
    )
    setup = Setup(
        geometry,
        tuple(_player(player, i) for i, player in enumerate(items(fields["players"], "players", 0, 20))),
        MatchRules(
            _optional_whole(rules.get("points"), "points"),
            _optional_whole(rules.get("draws"), "draws"),
            read_starts(text(rules.get("starts", FirstMover.TURN.value), "starts")),
            boolean(rules.get("marks_by_lot", False), "marks_by_lot"),
            None if (clock := rules.get("clock")) is None else read_clock(text(clock, "clock")),
        ),
    )
    if (start := fields.get("start")) is not None:
        _check(setup)
        setup = replace(setup, start=_start(Fields(start, "start"), geometry))
    _check(setup)
    return with_engines_named(setup)


def _check(setup: Setup) -> None:
    try:
        check_setup(setup)
    except InvalidSetup as error:
        raise RecordError(str(error)) from None


def _start(fields: Fields, geometry: Geometry) -> Start:
    sides = [
        [_square(geometry, name) for name in items(side, "stones", 0, MOST_STONES)]
        for side in items(fields["stones"], "stones", 0, MOST_PLAYERS)
    ]
    board = fields.get("board")
    return Start.of(
        geometry,
        sides,
        whole(fields.get("to_move", 0), "to_move", 0, MOST_PLAYERS),
        None if board is None else whole(board, "board", 1, 9) - 1,
    )


def _square(geometry: Geometry, name: object) -> Square:
    try:
        return geometry.parse(text(name, "a square"))
    except NotASquare as error:
        raise RecordError(str(error)) from None


def _player(data: object, seat: int) -> Player:
    fields = Fields(data, "a player")
    seconds = fields.get("time")
    return Player(
        text(fields["name"], "name"),
        text(fields["symbol"], "symbol"),
        text(fields.get("colour", COLOURS[seat % len(COLOURS)]), "colour"),
        read_level(text(fields.get("level", "human"), "level")),
        Limit(
            None if seconds is None else number(seconds, "time", -MOST, MOST, "a number of seconds"),
            _optional_whole(fields.get("depth"), "depth"),
            _optional_whole(fields.get("nodes"), "nodes"),
        ),
    )


def _optional_whole(value: object, what: str) -> int | None:
    return None if value is None else whole(value, what)


def _record(fields: Fields) -> Record:
    setup = _setup(fields)
    first = whole(fields.get("first", 0), "first")
    check(0 <= first < len(setup.players), "first", f"the number of a player, 0 to {len(setup.players) - 1}")
    game = Game(setup, first)
    game.is_analysed = boolean(fields.get("analysed", False), "analysed")
    times = fields.get("times", [])
    check(
        isinstance(times, list) and all(time is None or is_time(time) for time in times),
        "times",
        "a list of milliseconds",
    )
    for ply, word in enumerate(items(fields["moves"], "moves", 0, 1000), 1):
        try:
            game.push(with_time(read_move(game, text(word, "a move")), times, ply - 1))
        except IllegalMove as refusal:
            raise RecordError(f"move {ply}: {refusal}") from None
    result = fields.get("result")
    end_as_written(game, str(result))
    if result is not None and result != result_text(game):
        raise RecordError(f"the moves give {result_text(game)}, not {shown(str(result))}")
    date, game_id = fields.get("date"), fields.get("game_id")
    return Record(
        game,
        None if date is None else read_date(text(date, "date")),
        game_id=None if game_id is None else read_game_id(text(game_id, "game_id")),
        tree=_tree(fields["tree"], game) if "tree" in fields else None,
    )


def _tree(data: object, game: Game) -> Tree | None:
    """Return the lines of a game, None if there is nothing but the game."""
    cursor = Cursor(Tree.of(game))
    node, line = cursor.tree.root, [0]
    count = 0
    for entry in items(data, "tree", 0, MOST_NODES + 1):
        fields = Fields(entry, "an entry of the tree")
        if "move" in fields:
            after = whole(fields.get("after", line[-1]), "after")
            while line and line[-1] != after:  # the order of the entries is what keeps the time linear
                line.pop()
                node = node.parent or node
            check(bool(line), "after", "the number of an entry in the line before, or 0")
            cursor.go_to(node)
            try:
                node = cursor.push(read_move(cursor.game, text(fields["move"], "a move")))
            except IllegalMove as refusal:
                raise RecordError(f"move {count + 1} of the tree: {refusal}") from None
            count += 1
            line.append(count)
        else:
            check(count == 0, "move", "in all entries of the tree but the first")
        if "comment" in fields:
            node.add_comment(text(fields["comment"], "comment"))
        for nag in items(fields.get("nags", []), "nags", 0, MOST_NAG):
            node.add_nag(whole(nag, "nags"))
    return None if cursor.tree.is_plain else cursor.tree
