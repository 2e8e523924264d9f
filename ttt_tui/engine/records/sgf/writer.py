"""Writes records as SGF, with properties of our own for what it has no word for."""

import re
from collections.abc import Iterator

from ttt_tui.engine.game import Game, Move
from ttt_tui.engine.geometry import Geometry, Square
from ttt_tui.engine.outcome import Termination
from ttt_tui.engine.records import (
    Record,
    move_word,
    times_of,
    usual_board,
    written_name,
)
from ttt_tui.engine.records.sgf.properties import (
    COLOURS,
    GOMOKU,
    OWN_ID,
    OWN_MOVE,
    OWN_SIGNS,
    OWN_TAGS,
    PROGRAM,
    PROPERTY_OF_SIGN,
)
from ttt_tui.engine.records.text import to_tags
from ttt_tui.engine.records.tree import Node, Tree
from ttt_tui.engine.rules import USUAL, Opening
from ttt_tui.engine.setup import UNSET, Player, Setup

_LINE_WIDTH = 90


def to_sgf(record: Record) -> str:
    """Return a record as SGF that `from_sgf` reads back as the same game."""
    tree = record.tree or Tree.of(record.game)
    lines = ["(;" + "".join(_root(record, tree)), ""]
    for part in _nodes(tree):
        if len(lines[-1]) + len(part) > _LINE_WIDTH and part.startswith((";", "(")) and lines[-1]:
            lines.append(part)
        else:
            lines[-1] += part
    return "\n".join(filter(None, lines)) + ")\n"


def omitted_by_sgf(record: Record) -> str | None:
    """Return a clause about what SGF has no word for, which only this program reads back; None if nothing."""
    game = record.game
    rules, players = game.setup.geometry.rules, game.setup.players
    what = [str(rules)] if rules.words else []
    if game.setup.geometry.line_length != usual_board(USUAL)[2]:
        what.append(f"{game.setup.geometry.line_length} in a row")
    if len(players) > 2:
        what.append(f"{len(players)} players")
    if not what:
        return None
    return f"SGF has no word for {', '.join(what)}: written as its rules, which other programs may ignore"


def _root(record: Record, tree: Tree) -> Iterator[str]:
    """Yield the properties of the first node."""
    game, setup = record.game, record.game.setup
    geometry, start = setup.geometry, setup.start
    is_square = geometry.columns == geometry.rows
    size = f"{geometry.columns}" if is_square else f"{geometry.columns}:{geometry.rows}"
    yield f"FF[4]GM[{GOMOKU}]CA[UTF-8]AP[{PROGRAM}]SZ[{size}]"
    for name, player in zip(("PB", "PW"), setup.players, strict=False):
        yield f"{name}[{_escaped(player.name)}]"
    if record.date:
        yield f"DT[{record.date}]"
    yield from _result(game)
    words = [str(geometry.rules)] * bool(geometry.rules.words)
    if geometry.line_length != usual_board(geometry.rules)[2]:
        words.append(f"{geometry.line_length} in a row")
    if words:
        yield f"RU[{', '.join(words)}]"
    if not _is_plain(record, tree):
        yield "\n" + f"{OWN_TAGS}[{_escaped(chr(10).join(to_tags(record)))}]" + "\n"
    elif record.game_id:
        yield f"{OWN_ID}[{record.game_id}]"
    if start is not None:
        for name, squares in zip(("AB", "AW"), start.stones, strict=False):
            if squares:
                yield name + "".join(f"[{_written(geometry, square)}]" for square in squares)
        yield f"PL[{COLOURS[start.to_move % 2]}]"
    if tree.root.comment:
        yield f"C[{_escaped(tree.root.comment)}]"


HOW = {Termination.RESIGNATION: "R", Termination.TIME: "T"}
"""What stands behind `B+` in a result."""


def _result(game: Game) -> Iterator[str]:
    outcome = game.outcome
    if outcome is not None and len(game.setup.players) == 2:
        if outcome.winner is None:
            yield "RE[0]"
        else:
            yield f"RE[{COLOURS[outcome.winner]}+{HOW.get(outcome.termination, '')}]"


def _is_plain(record: Record, tree: Tree) -> bool:
    """Whether a record without tags of our own is read as the same one."""
    game, setup = record.game, record.game.setup
    geometry, line = setup.geometry, tree.main_line
    if len(setup.players) != 2 or geometry.rules.opening is not Opening.FREE:
        return False
    seats = [
        Player(player.name if player.name != f"Player {seat}" else UNSET)
        for seat, player in enumerate(setup.players, 1)
    ]
    begun = line[0].move if line and setup.start is None else None
    first = begun.player if begun is not None and begun.is_stone else 0
    return (
        setup == Setup(geometry, seats, start=setup.start)
        and geometry.rules.only_board is None
        and not geometry.is_wild
        and all(written_name(player.name) == player.name for player in setup.players)
        and game.first == first
        and not times_of(game.moves)
        and not game.is_analysed
        and tree.played == len(line)
        and (setup.start is None or setup.start.board is None)
    )


def _nodes(tree: Tree) -> Iterator[str]:
    """Yield the nodes behind the first one, and the parentheses around lines where the tree branches."""
    waiting: list[tuple[Node, int, bool] | None] = []
    """Nodes to write, the next one last, each with the stones before it and whether it has siblings; None
    where a line ends."""

    def add(node: Node, stones: int) -> None:
        for child in reversed(node.children):
            if len(node.children) > 1:
                waiting.append(None)
            waiting.append((child, stones, len(node.children) > 1))

    add(tree.root, 0)
    while waiting:
        item = waiting.pop()
        if item is None:
            yield ")"
            continue
        node, stones, is_branch = item
        assert node.move is not None, "only the root has no move"
        yield ("(" if is_branch else "") + ";" + "".join(_properties(tree.setup, node, node.move, stones))
        add(node, stones + node.move.is_stone)


def _properties(setup: Setup, node: Node, move: Move, stones: int) -> Iterator[str]:
    geometry = setup.geometry
    side = move.player
    if geometry.rules.opening is not Opening.FREE:  # colours stay with their stones, players may swap them
        side = (stones + 1) // 2 % 2 if geometry.rules.per_turn > 1 else stones % 2
    is_stone = move.square is not None and move.is_stone and side < len(COLOURS)
    if is_stone:
        assert move.square is not None
        yield f"{COLOURS[side]}[{_written(geometry, geometry.square_of(move.square))}]"
    if not is_stone or geometry.is_wild or geometry.rules.opening is not Opening.FREE:
        yield f"{OWN_MOVE}[{_escaped(move_word(setup, move))}]"
    signs = [nag for nag in node.nags if nag in PROPERTY_OF_SIGN]
    names = {PROPERTY_OF_SIGN[nag][:2] for nag in signs}
    is_sayable = len(signs) == len(node.nags) == len(names)
    yield from (PROPERTY_OF_SIGN[nag] for nag in (signs if is_sayable else signs[:1]))
    if not is_sayable:
        yield f"{OWN_SIGNS}[{' '.join(map(str, node.nags))}]"
    if node.comment:
        yield f"C[{_escaped(node.comment)}]"


def _written(geometry: Geometry, square: Square) -> str:
    """Return a square as a point."""
    return chr(ord("a") + geometry.column(square)) + chr(ord("a") + geometry.row(square))


def _escaped(text: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", text)
