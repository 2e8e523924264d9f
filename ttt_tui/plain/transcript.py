"""A recorded game as text: a sentence for each move, and its variations and comments."""

import sys
from collections.abc import Iterator

from ttt_tui.engine import Game, Match
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.tree import Cursor, Node, Tree
from ttt_tui.plain.sentences import SentenceWriter, made, table
from ttt_tui.process.streams import print_error, status_of
from ttt_tui.session import wording
from ttt_tui.session.layout import board_text

INDENT = "  "


def print_transcript(record: Record, is_ascii: bool = False) -> int:
    """Print a recorded game with all its lines, and return the exit status."""
    game, tree = record.game, record.tree or Tree.of(record.game)
    out = SentenceWriter(sys.stdout, is_ascii)
    out.set_players(game.setup.players)
    match = Match.resumed(game, 0)
    for note in record.notes:
        print_error(note)
    cursor = Cursor(tree)
    cursor.game = Game(game.setup, game.first)  # it names squares as the game does
    try:
        out.say(table(match))
        _write_comment(out, tree.root, "")
        for node in tree.main_line[: len(game.moves)]:
            _write_move(out, cursor, node, "")
        end = game.outcome and wording.game_end_text(match, game.outcome, by_name=True)
        out.say(end or "The game is not finished")
        out.write(board_text(game, out.letters))
        for node, depth in _other_lines(tree, len(game.moves)):
            parent, indent = node.parent, INDENT * depth
            assert parent is not None, "a line begins with a move"
            if parent.next is not node:
                out.write(f"{indent}Instead of move {node.ply}:")
            elif node.ply == len(game.moves) + 1 and not depth:
                out.write("More moves:")
            _write_move(out, cursor, node, indent)
    except OSError as error:
        return status_of(error)
    return 0


def _other_lines(tree: Tree, played: int) -> Iterator[tuple[Node, int]]:
    """Yield the nodes that are no moves of the game, which has `played` ones, each with the number of
    variations that it is in. A line stands before its variations, the earliest one first.
    """
    waiting = [(tree.root, 0)]
    while waiting:
        begin, depth = waiting.pop()
        line = [begin, *begin.line()]
        for node in line:
            if depth or node.ply > played:
                yield node, depth
        for node in reversed(line[:-1]):
            waiting += [(child, depth + 1) for child in reversed(node.children[1:])]


def _write_move(out: SentenceWriter, cursor: Cursor, node: Node, indent: str) -> None:
    """Write a move with its sign and its comment."""
    cursor.go_to(node)
    sign = f" ({node.sign})" * bool(node.sign)
    out.write(f"{indent}{node.ply}: {made(cursor.game, cursor.game.moves[-1])}{sign}.")
    _write_comment(out, node, indent)


def _write_comment(out: SentenceWriter, node: Node, indent: str) -> None:
    for line in node.comment.splitlines():
        out.write(f"{indent}{INDENT}{line}")
