"""Record ⇄ text: the format that people can read and write. `json` has the format for programs.

The text has tags like PGN, then the moves in rounds, a stone as its square and a resignation as `O-resigns`;
where turns have two stones, each turn has a line. A line's number is the number of its first move; older
records, which number the rounds, are read as well. Lines that begin with `#` are comments:

>>> from ttt_tui.engine.records.text import from_text
>>> record = from_text('''
...     [Date "2026-11-21"]
...     [Board "3x3"]
...     [Line "3"]
...     [Player "X" "Ada" "human" "colour=blue"]
...     [Player "O" "hard" "negamax" "colour=red" "time=1"]
...     [First "X"]
...     [Result "X wins: line"]
...
...     1. b2 a1
...     3. a2 c2
...     5. b1 a3
...     7. b3
... ''')
>>> record.game
<Game on 3×3, 3 in a row: 7 moves, X has won>

The reader is safe for untrusted text: an error names its place, nothing else is raised, and the size is
bounded before anything is parsed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ttt_tui.engine.game import Game, rounds
from ttt_tui.engine.geometry import Geometry, Square
from ttt_tui.engine.names import shown
from ttt_tui.engine.records import (
    AGREED_DRAW,
    Record,
    check_size,
    comments_note,
    end_as_written,
    move_word,
    only_record,
    read_clock,
    read_date,
    read_game,
    read_game_id,
    read_level,
    read_move,
    read_rules,
    read_starts,
    result_text,
    rules_beside_game,
    times_of,
    with_engines_named,
    with_time,
)
from ttt_tui.engine.records.scanner import ANALYSED, GameText, Tag, Word, WordKind, scan
from ttt_tui.engine.records.tree import LARGEST_MOVETEXT, MOST_NODES, SIGNS, Cursor, Node, Tree, to_movetext
from ttt_tui.engine.rules import USUAL, GameName, Marks
from ttt_tui.engine.setup import (
    COLOURS,
    FirstMover,
    Limit,
    MatchRules,
    Player,
    Setup,
    check_setup,
)
from ttt_tui.engine.start import Start
from ttt_tui.errors import IllegalMove, InvalidSetup, InvalidStart, NotASquare, RecordError

_NAG = re.compile(r"\$([0-9]{1,3})", re.ASCII)
_MOVE = re.compile(r"(.+?)(!!|\?\?|!\?|\?!|!|\?)?", re.DOTALL)

TO_MOVE, BOARD_DUE = "to-move=", "board="
"""What stands in the tag `Start` before the symbol of the player to move and the number of a small board."""


def to_text(record: Record) -> str:
    """Return a record as text that `from_text` reads back as the same game."""
    game, lines = record.game, [*to_tags(record), ""]
    made = [move_word(game.setup, move) for move in game.moves]
    if (tree := record.annotated) is not None:
        lines.append(to_movetext(tree))
    else:
        lines += [f"{each.start + 1}. {' '.join(made[each.start : each.stop])}" for each in rounds(game)]
    return "\n".join(lines) + "\n"


def to_tags(record: Record) -> list[str]:
    """Return all lines of a record before its moves."""
    game, setup = record.game, record.game.setup
    geometry, rules = setup.geometry, setup.rules
    lines = [_tag("Date", record.date)] if record.date else []
    lines += [_tag("GameId", record.game_id)] if record.game_id else []
    if geometry.rules.game is not GameName.IN_A_ROW:
        lines.append(_tag("Game", geometry.rules.game))
    lines.append(_tag("Board", f"{geometry.columns}x{geometry.rows}"))
    lines.append(_tag("Line", str(geometry.line_length)))
    if words := rules_beside_game(geometry.rules):
        lines.append(_tag("Rules", words))
    lines += [_tag("Player", *_player_values(player)) for player in setup.players]
    lines.append(_tag("First", setup.players[game.first].symbol))
    if setup.start is not None:
        lines.append(_tag("Start", *_start_values(game, setup.start)))
    if rules.points is not None:
        lines.append(_tag("Points", str(rules.points)))
    if rules.draws is not None:
        lines.append(_tag("Draws", str(rules.draws)))
    if rules.clock is not None:
        lines.append(_tag("Clock", str(rules.clock)))
    lines.append(_tag("Starts", rules.first.value))
    if rules.marks_by_lot:
        lines.append(_tag("Marks", "by lot"))
    if times := times_of(game.moves):
        lines.append(_tag("Times", " ".join("-" if time is None else str(time) for time in times)))
    if (tree := record.annotated) is not None and tree.played < len(tree.main_line):
        lines.append(_tag("Played", str(tree.played)))
    return [*lines, _tag("Result", result_text(game)), *[ANALYSED] * game.is_analysed]


def from_text(text: str) -> Record:
    """Return the record in a text; raises `RecordError` with the place of the error."""
    return only_record(all_from_text(text))


def all_from_text(text: str) -> list[Record]:
    """Return the records of all games in a text, each with tags of its own; raises `RecordError`.

    Comments after `#` on a line are left out with a note.
    """
    check_size(text)
    return [_read_game(game) for game in scan(text)]


def _read_game(text: GameText) -> Record:
    cursor = Cursor(tree_from(text))
    times = times_from(text)

    def push(cursor: Cursor, word: str, index: int) -> Node:
        return cursor.push(with_time(read_move(cursor.game, word), times, index))

    read_words(cursor, text.words, push)
    return record_from(cursor, text)


def tree_from(text: GameText) -> Tree:
    """Return a tree without moves for the tags of a game; raises `RecordError`."""
    return Tree(*_read_setup(text.tags, text.players))


def times_from(text: GameText) -> list[int | None]:
    """Return the times of the moves in the tags of a game, in milliseconds; raises `RecordError`."""
    return _read_times(text.tags["Times"]) if "Times" in text.tags else []


def record_from(cursor: Cursor, text: GameText) -> Record:
    """Return the record of a tree whose moves have been read, as the tags say; raises `RecordError`."""
    tags, tree, line = text.tags, cursor.tree, cursor.tree.main_line
    played = _played(tags["Played"], tree) if "Played" in tags else len(line)
    cursor.go_to(line[played - 1] if played else tree.root)
    game = cursor.game
    game.undone.clear()
    game.is_analysed = text.is_analysed
    result = tags.get("Result")
    end_as_written(game, "" if result is None else result.value)
    tree.end_game(game)
    if result is not None and result.value != result_text(game):
        reason = f"the moves give {result_text(game)}, not {shown(result.value)}"
        raise RecordError(reason, result.line, result.column)
    date = tags["Date"].read(read_date) if "Date" in tags else None
    game_id = tags["GameId"].read(read_game_id) if "GameId" in tags else None
    return Record(game, date, comments_note(text.omitted), game_id, None if tree.is_plain else tree)


def played_tags(tree: Tree) -> list[str]:
    """Return the tags that say how many moves of the main line were played, and that a draw was agreed."""
    return [_tag("Played", str(tree.played)), *[_tag("Result", AGREED_DRAW)] * tree.is_agreed]


def _played(tag: Tag, tree: Tree) -> int:
    """Return how many moves of the main line were played; raises `RecordError`."""
    played, moves = _whole(tag), len(tree.main_line)
    if played > moves:
        raise tag.error(f"only {moves} {'move is' if moves == 1 else 'moves are'} in the main line")
    return played


def read_movetext(text: str, game: Game) -> Tree:
    """Return the lines of a game from movetext; its moves are the main line. Raises `RecordError`.

    A text without a game may say in a tag how many moves were played.
    """
    if len(text) > LARGEST_MOVETEXT:
        raise RecordError(f"it has more than {LARGEST_MOVETEXT:,} characters")
    cursor = Cursor(Tree(game.setup, game.first))
    symbols = {player.symbol for player in game.setup.players}
    scanned = scan(text, symbols)[0]
    read_words(cursor, scanned.words, _push)
    cursor.tree.set_game(game)
    if not game.moves and "Played" in scanned.tags:
        cursor.tree.played = _played(scanned.tags["Played"], cursor.tree)
        cursor.tree.is_agreed = "Result" in scanned.tags and scanned.tags["Result"].value == AGREED_DRAW
    return cursor.tree


def _push(cursor: Cursor, word: str, index: int) -> Node:
    return cursor.push(read_move(cursor.game, word))


def read_words(cursor: Cursor, words: list[Word], push: Callable[[Cursor, str, int], Node]) -> None:
    """Add moves, comments and variations behind a cursor; raises `RecordError`.

    `push` makes the move of a word, whose index is that in the main line, and a large one in variations. It
    may raise `IllegalMove` and `RecordError`.
    """
    begun: list[tuple[Word, Node]] = []
    """The variations that have not ended: each with its parenthesis and the node where the line goes on."""
    for word in words:
        try:
            if word.kind is WordKind.COMMENT:
                cursor.node.add_comment(word.text)
            elif word.text[0] == "$" and (nag := _NAG.fullmatch(word.text)) is not None:
                cursor.node.add_nag(int(nag[1]))
            elif word.text in SIGNS and cursor.node is not cursor.tree.root:
                cursor.node.add_nag(SIGNS[word.text])
            elif word.kind is WordKind.MOVE:
                match = _MOVE.fullmatch(word.text)
                assert match is not None, "a word is not empty"
                move, sign = match.groups()
                index = MOST_NODES if begun else len(cursor.game.moves)
                node = push(cursor, move, index)
                if sign:
                    node.add_nag(SIGNS[sign])
            elif word.text == ")" and not begun:
                raise RecordError("no variation has begun here: remove )")
            elif cursor.node is (begun[-1][1].parent if begun else cursor.tree.root):
                empty = "a variation needs a move" if word.text == ")" else ""
                raise RecordError(empty or "a variation stands behind the move that it replaces")
            elif word.text == ")":
                cursor.go_to(begun.pop()[1])
            else:
                begun.append((word, cursor.node))
                cursor.back()
        except (IllegalMove, RecordError) as error:
            raise word.error(str(error)) from None
    if begun:
        raise begun[-1][0].error("this variation does not end: add )")


def _tag(name: str, *values: str) -> str:
    quoted = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return f"[{name} {' '.join(f'{chr(34)}{value}{chr(34)}' for value in quoted)}]"


def _player_values(player: Player) -> list[str]:
    limit = player.limit
    given = {"time": limit.seconds, "depth": limit.depth, "nodes": limit.nodes}
    fields = [f"{key}={value!r}" for key, value in given.items() if value is not None]
    return [player.symbol, player.name, player.level, f"colour={player.colour}", *fields]


def _start_values(game: Game, start: Start) -> Iterator[str]:
    """Yield the squares of each kind of stones after its symbol, then who is to move, and the board due."""
    setup, geometry = game.setup, game.setup.geometry
    first = 0 if geometry.rules.marks is not Marks.OWN else game.first
    for side, squares in enumerate(start.stones):
        if squares:
            yield " ".join((setup.marks[(first + side) % len(setup.marks)], *map(geometry.name, squares)))
    yield f"{TO_MOVE}{setup.players[(game.first + start.to_move) % len(setup.players)].symbol}"
    if start.board is not None:
        yield f"{BOARD_DUE}{start.board + 1}"


def _read_start(tag: Tag, setup: Setup, first: int) -> Start:
    """Return the start in a tag; raises `RecordError`."""
    geometry, marks = setup.geometry, setup.marks
    symbols = [player.symbol for player in setup.players]
    stones: list[tuple[Square, ...]] = [()] * len(marks)
    to_move, board = first, None
    for value in tag.values:
        mark, _, names = value.partition(" ")
        if names and mark in marks:
            try:
                stones[marks.index(mark)] = tuple(map(geometry.parse, names.split()))
            except NotASquare as error:
                raise tag.error(str(error)) from None
        elif value.startswith(TO_MOVE) and value.removeprefix(TO_MOVE) in symbols:
            to_move = symbols.index(value.removeprefix(TO_MOVE))
        elif re.fullmatch(f"{BOARD_DUE}[1-9]", value, re.ASCII):
            board = int(value[-1]) - 1
        else:
            raise tag.error(f'write a start like [Start "{marks[0]} b2 c3" "{TO_MOVE}{symbols[-1]}"]')
    if geometry.rules.marks is Marks.OWN:
        stones = stones[first:] + stones[:first]
    return Start.of(geometry, stones, (to_move - first) % len(symbols), board)


def _read_setup(tags: Mapping[str, Tag], players: list[Tag]) -> tuple[Setup, int]:
    for needed in ("Board", "Line"):
        if needed not in tags:
            place = tags.get("Board")
            raise RecordError(
                f"the tag {needed} is missing", *((1, 1) if place is None else (place.line, place.column))
            )
    board = tags["Board"]
    sides = re.fullmatch(r"([0-9]{1,3})[x×]([0-9]{1,3})", board.value, re.ASCII)
    if sides is None:
        raise board.error('write a board like "15x15"')
    kind = tags["Rules"].read(read_rules) if "Rules" in tags else USUAL
    if (name := tags.get("Game")) is not None:
        kind = name.read(lambda text: read_game(text, kind))
    geometry = Geometry(int(sides[1]), int(sides[2]), _whole(tags["Line"]), kind)
    seats = tuple(_read_player(tag, i) for i, tag in enumerate(players[:20]))
    rules = MatchRules(
        _whole(tags["Points"]) if "Points" in tags else None,
        _whole(tags["Draws"]) if "Draws" in tags else None,
        tags["Starts"].read(read_starts) if "Starts" in tags else FirstMover.TURN,
        "Marks" in tags and _read_marks(tags["Marks"]),
        tags["Clock"].read(read_clock) if "Clock" in tags else None,
    )
    setup = Setup(geometry, seats, rules)
    try:
        check_setup(setup)
    except InvalidSetup as error:
        place = players[0] if players else board
        raise place.error(str(error)) from None
    first, start = tags.get("First"), tags.get("Start")
    symbols = [player.symbol for player in seats]
    if first is not None and first.value not in symbols:
        raise first.error(f"no player has the symbol {shown(first.value)}")
    mover = 0 if first is None else symbols.index(first.value)
    if start is not None:
        setup = replace(setup, start=_read_start(start, setup, mover))
        try:
            check_setup(setup)
        except InvalidStart as error:
            raise start.error(str(error)) from None
    return with_engines_named(setup), mover


def _read_player(tag: Tag, seat: int) -> Player:
    if len(tag.values) < 3:
        raise tag.error('write a player like [Player "X" "Ada" "human"]')
    symbol, name, level, *fields = tag.values
    try:
        player = Player(name, symbol, COLOURS[seat % len(COLOURS)], read_level(level))
    except RecordError as error:
        raise tag.error(str(error)) from None
    limit = Limit()
    for field in fields:
        key, _, value = field.partition("=")
        try:
            match key:
                case "colour":
                    player = replace(player, colour=value)
                case "time":
                    if len(value) > 30:  # `repr` writes no float as long
                        raise ValueError(value)
                    limit = replace(limit, seconds=float(value))
                case "depth":
                    limit = replace(limit, depth=_digits(value))
                case "nodes":
                    limit = replace(limit, nodes=_digits(value))
                case _:
                    raise tag.error(
                        f"unknown field {shown(key)} of a player; choose from colour, time, depth, nodes"
                    )
        except RecordError:
            raise
        except ValueError:
            raise tag.error(f"{key} must be a number, not {shown(value)}") from None
    return replace(player, limit=limit)


def _digits(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
        raise ValueError(text)
    return int(text)


def _whole(tag: Tag) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", tag.value, re.ASCII):
        raise tag.error(f"{tag.name} must be a whole number")
    return int(tag.value)


def _read_times(tag: Tag) -> list[int | None]:
    """Return the times of the moves in milliseconds, None where unknown."""
    words = tag.value.split()
    if not all(re.fullmatch("-|[0-9]{1,9}", word, re.ASCII) for word in words):
        raise tag.error("Times must be milliseconds, with - for an unknown time")
    return [None if word == "-" else int(word) for word in words]


def _read_marks(tag: Tag) -> bool:
    if tag.value not in ("by lot", "as set"):
        raise tag.error('Marks must be "by lot" or "as set"')
    return tag.value == "by lot"
