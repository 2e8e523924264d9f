"""Trees of variations: walking, editing, and their text and JSON, for random trees by every rule."""

from dataclasses import replace
from random import Random

import pytest

from tests.support.all_rules import TABLE, new_game
from tests.support.records import TAGS, refused
from ttt_tui.engine import Game, Geometry, Rules, Setup
from ttt_tui.engine.game import Move
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.engine.records.tree import (
    LONGEST_COMMENT,
    MOST_NAG,
    Cursor,
    Node,
    Tree,
    cleaned,
    counts_in,
    to_movetext,
)
from ttt_tui.errors import RecordError, SquareTaken

OTHER_GAMES = [
    ("ultimate", 2, (9, 9, 3)),
    ("vanishing", 2, (3, 3, 3)),
    ("swap2", 2, (9, 9, 5)),
    ("pie", 2, (6, 6, 4)),
]
COMMENTS = ("", "", "", "a } brace", "\\", "\\}", "two\nlines", "(1. a1)", "[Board]", "# no", "ü·×", "; $3")


def random_record(game: Game, random: Random, most: int = 40) -> Record:
    """A record with random variations, comments, signs and resignations; sometimes played in part only."""
    cursor = Cursor(Tree(game.setup, game.first))
    nodes = [cursor.tree.root]
    for _ in range(random.randrange(1, most)):
        if random.random() < 0.3:
            cursor.go_to(random.choice(nodes))
        if cursor.game.outcome is None:
            position = cursor.game.position
            if random.random() < 0.04 and not position.choices:
                cursor.push(Move(random.choice(position.active), None))
            else:
                cursor.push(Move(position.to_move, position.landing(random.choice(position.moves))))
            nodes.append(cursor.node)
        cursor.node.comment = random.choice(COMMENTS)
        if cursor.node is not cursor.tree.root:
            cursor.node.nags = tuple(random.sample(range(1, MOST_NAG + 1), random.choice((0, 0, 1, 2))))
    line = cursor.tree.main_line
    cursor.tree.played = random.randint(0, len(line)) if random.random() < 0.3 else len(line)
    cursor.go_to(line[cursor.tree.played - 1] if cursor.tree.played else cursor.tree.root)
    cursor.game.undone.clear()
    return Record(cursor.game, "2026-11-29", tree=cursor.tree)


@pytest.mark.parametrize(
    ("words", "players", "size"), [(words, players, None) for words, players in TABLE] + OTHER_GAMES
)
def test_text_and_json_keep_every_line_and_comment(
    words: str, players: int, size: tuple[int, int, int] | None
) -> None:
    random = Random(f"{words} {players}")
    game = new_game(words, players) if size is None else new_game(words, players, size)
    assert game is not None
    for symbol in ("X", "(", ")", "{", "$", "!", "*"):
        record = random_record(with_symbol(game, symbol), random)
        assert record.tree is not None
        assert counts_in(to_movetext(record.tree)) == record.tree.counts
        for read, text in ((from_text, to_text(record)), (from_json, to_json(record))):
            again = read(text)
            assert again.game.moves == record.game.moves
            if record.tree.is_plain:
                assert again.tree is None
            else:
                assert again.tree == record.tree


def with_symbol(game: Game, symbol: str) -> Game:
    first, *others = game.setup.players
    return Game(replace(game.setup, players=(replace(first, symbol=symbol), *others)), game.first)


def cursor(*names: str) -> Cursor:
    found = Cursor(Tree(Setup(Geometry(3, 3, 3))))
    for name in names:
        found.place(name)
    return found


def test_a_cursor_keeps_the_game_in_step() -> None:
    here = cursor("b2", "a1", "c1")
    end = here.node
    here.back()
    here.back()
    here.place("b1")
    here.place("c3")
    assert [node.path()[0] is here.tree.root.next for node in here.tree.nodes()] == [True] * 5
    here.go_to(end)
    assert here.game.moves == [node.move for node in end.path()]
    here.go_to(here.tree.root)
    assert here.game.moves == []
    here.back()
    assert here.node is here.tree.root


def test_a_move_that_is_known_opens_no_variation() -> None:
    here = cursor("b2", "a1")
    here.back()
    assert here.place("a1") is here.tree.main_line[1]
    with pytest.raises(SquareTaken):
        here.place("b2")
    assert here.count == 2


def test_the_game_as_played_becomes_the_main_line() -> None:
    here = cursor("b2", "a1")
    here.back()
    variation = here.place("c1")
    played = Game(here.tree.setup)
    for name in ("b2", "c1", "a3"):
        played.place(name)
    here.tree.set_game(played)
    assert here.tree.main_line[1] is variation
    assert [node.move for node in here.tree.main_line] == played.moves
    assert here.tree.played == 3
    assert here.tree.is_played(here.tree.main_line[2])
    assert not here.tree.is_played(variation.parent.children[1])  # type: ignore[union-attr]  # not the root


def test_long_comments_signs_and_control_characters_are_refused_or_left_out() -> None:
    node = Node()
    node.add_comment("x" * LONGEST_COMMENT)
    with pytest.raises(RecordError, match="a comment has at most 20,000 characters"):
        node.add_comment("y")
    with pytest.raises(RecordError, match=r"signs are numbered from \$1 to \$255"):
        node.add_nag(256)
    assert cleaned("a\x1b[2J\r\nb\u202e\tc\r") == "a[2J\nb c"


def test_signs_are_read_as_people_write_them() -> None:
    record = from_text(TAGS + "1. b2! a1?? 2.c1 $14 !? (2... a2 { too slow } 3. c3) *")
    assert record.tree is not None
    assert to_movetext(record.tree) == "1. b2! 2. a1?? 3. c1 $14 $5 (3. a2 {too slow} 4. c3)"
    assert [node.sign for node in record.tree.main_line] == ["!", "??", "!?"]


def test_json_says_what_is_wrong_with_a_tree() -> None:
    start = '{"board": [3, 3], "line": 3, "players": [{"name": "A", "symbol": "X"}, {"name": "B",' + (
        ' "symbol": "O"}], "moves": ["b2"], "tree": '
    )
    cases = {
        '[{"move": "b2"}, {"move": "b2"}]': "move 2 of the tree: b2 is taken",
        '[{"move": "b2", "after": 7}]': "after must be the number of an entry in the line before, or 0",
        '[{"move": "b2"}, {"move": "a1", "after": 0}, {"move": "c1", "after": 1}]': (
            "after must be the number of an entry in the line before, or 0"
        ),
        '[{"move": "b2"}, {"comment": "x"}]': "move must be in all entries of the tree but the first",
        '[{"move": "b2", "nags": [0]}]': "signs are numbered from $1 to $255",
        "5": "tree must be a list of at most 100001",
    }
    for tree, sentence in cases.items():
        assert refused(f"{start}{tree}}}", read=from_json) == sentence


def test_nested_variations_and_as_many_side_by_side_are_one_tree() -> None:
    geometry = Geometry(20, 20, 20, Rules.parse("misere"))
    tags = to_text(Record(Game(Setup(geometry)))).replace('[Result "unfinished"]\n', "")
    names = [geometry.name(square) for square in geometry.squares]
    nested = from_text(tags + " (".join(names) + ")" * (len(names) - 1)).tree
    beside = from_text(tags + f"{names[0]} " + " ".join(f"({name})" for name in names[1:])).tree
    assert nested is not None
    assert nested == beside
    assert len(nested.root.children) == 400
