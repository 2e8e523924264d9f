"""Libraries of RenLib: random trees written by an obvious writer, odd files, and hostile bytes."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.engine.records.test_tree import random_record
from tests.support.records import names, refused
from tests.support.strategies import make_setup
from ttt_tui.engine import Game, Rules
from ttt_tui.engine.records.renlib import HEADER, from_renlib
from ttt_tui.engine.records.tree import Node, Tree, to_movetext
from ttt_tui.errors import RecordError
from ttt_tui.store.files import read_record

BEGINNING = HEADER + bytes([3, 4]) + b"\xff" * 10
ROOT = b"\0\0"


def written(tree: Tree) -> bytes:
    """Return a tree as a library, by recursion."""

    def of(node: Node, is_last_sibling: bool) -> bytes:
        assert node.move is not None
        assert node.move.square is not None
        geometry = tree.setup.geometry
        place = 16 * geometry.row(node.move.square) + geometry.column(node.move.square) + 1
        flags = 0x80 * (not is_last_sibling) + 0x40 * (not node.children) + 0x08 * bool(node.comment)
        comment = node.comment.encode() + b"\0" if node.comment else b""
        comment += b"\0" * (len(comment) % 2)
        return bytes([place, flags]) + comment + below(node)

    def below(node: Node) -> bytes:
        return b"".join(of(child, child is node.children[-1]) for child in node.children)

    return BEGINNING + ROOT + below(tree.root)


@pytest.mark.parametrize("number", range(20))
def test_trees_are_read(number: int) -> None:
    record = random_record(Game(make_setup(15, 15, 5)), Random(number))
    tree = record.tree
    assert tree is not None
    for node in [tree.root, *tree.nodes()]:
        node.nags, node.comment = (), "" if node is tree.root else node.comment
        node.children = [child for child in node.children if child.move is not None and child.move.is_stone]
    found = from_renlib(written(tree), Rules())
    assert to_movetext(found.tree or Tree.of(found.game)) == to_movetext(tree)


def test_comments_have_a_first_line_and_others(tmp_path: Path) -> None:
    nodes = (
        bytes([0x78, 0x08])
        + b"one\x08two\xe9\0\0"
        + bytes([0x79, 0x60])
        + b"ol"
        + bytes([ord("d") | 0x80, 0])
    )
    path = tmp_path / "game.lib"
    path.write_bytes(BEGINNING + nodes)
    record = read_record(path)
    assert names(record) == ["h8", "i8"]
    assert record.tree is not None
    assert [node.comment for node in record.tree.main_line] == ["one\ntwoé", "old"]
    assert record.notes == ("assuming five in a row; --rules renju sets another",)


def test_what_cannot_be_played_here_is_left_out_with_all_that_follows() -> None:
    passes = bytes([0x78, 0, 0, 0x80, 0x79, 0x40, 0x7A, 0x40])
    record = from_renlib(BEGINNING + passes)
    assert names(record) == ["h8", "j8"]
    assert record.notes[1:] == ("passes and what follows them were left out",)
    board = bytes([0x78, 0x01, 0, 1]) + b"X\0" + bytes([0x79, 0x40])
    assert from_renlib(BEGINNING + board).notes[1:] == ("1 texts on the board were left out",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "a RenLib library begins with a header of 20 bytes"),
        (HEADER + bytes([9, 0]) + b"\xff" * 10, "version 9.0 of RenLib's format is not read, only up to 3.4"),
        (BEGINNING + bytes([0x78]), "byte 21: the library ends within a move"),
        (BEGINNING + bytes([0x78, 0, 0x78, 0]), "byte 23: h8 is taken"),
        (BEGINNING + bytes([0x80, 0]), "byte 21: 128 is not a square"),
        (BEGINNING + bytes([0x78, 8]) + b"abc", "byte 23: a comment does not end"),
        (
            BEGINNING + bytes([0x78, 8]) + b"a" * 30_001 + b"\0",
            "byte 21: a comment has at most 20,000 characters",
        ),
    ],
)
def test_what_is_wrong_is_told(content: bytes, said: str) -> None:
    assert refused(content, read=from_renlib) == said  # type: ignore[arg-type]  # bytes are its text


def test_hostile_bytes_raise_nothing_else() -> None:
    random = Random(4)
    tree = random_record(Game(make_setup(15, 15, 5)), Random(1)).tree
    assert tree is not None
    for _ in range(400):
        content = BEGINNING + bytes(random.choice((0x78, 0x79, 0x80, 0x48, 0, 0xC0, 1, 9)) for _ in range(60))
        with suppress(RecordError):
            from_renlib(content)
