"""A stored game keeps its variations, comments and signs."""

from datetime import date
from pathlib import Path

from tests.support.records import TAGS
from tests.support.stores import edit
from ttt_tui.engine.records.text import from_text
from ttt_tui.session.finding import search_wording
from ttt_tui.store.games import History
from ttt_tui.store.search import parse_query

TEXT = (
    TAGS
    + "{about it} 1. b2! a1 {not } yet}".replace("not }", "not \\}")
    + " (2. b1? c3 (3. a3) 4. a3) 3. c1\n"
)


def test_a_study_is_stored_with_its_game(tmp_path: Path) -> None:
    record = from_text(TEXT)
    path = tmp_path / "history.db"
    history = History(path)
    number = history.add(record)
    plain = history.add(from_text(TAGS + "b2 a1"))
    history.close()
    history = History(path)
    entry, other = history.find(number), history.find(plain)
    assert entry is not None
    assert other is not None
    assert entry.record().tree == record.tree
    assert (other.study, other.record().tree) == (None, None)
    history.close()


def test_games_with_comments_are_found(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    number = history.add(from_text(TEXT))
    history.add(from_text(TAGS + "b2 a1"))
    history.add(from_text(TAGS + "b2 a1 (c1) c3"))
    found = history.finder.search(parse_query("with:comment"), ["Ada"], search_wording(date(2026, 11, 29)))
    assert [game.id for game in found] == [number]
    history.close()


def test_a_damaged_study_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    history = History(path)
    number = history.add(from_text(TEXT))
    edit(path, "UPDATE games SET study = '1. b2 (2. b1'")
    entry = history.find(number)
    assert entry is not None
    record = entry.record()
    assert record.tree is None
    assert [*record.notes] == [
        "the study of game 1 in the history is damaged: line 1, column 7: this variation does not end: add )"
    ]
    assert len(record.game.moves) == 3
    history.close()


def test_the_moves_of_the_game_are_the_main_line_whatever_the_study_says(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    history = History(path)
    number = history.add(from_text(TEXT))
    edit(path, "UPDATE games SET study = '1. b2 2. b1 {x}'")
    entry = history.find(number)
    assert entry is not None
    tree = entry.record().tree
    assert tree is not None
    assert [node.move for node in tree.main_line] == entry.game().moves
    assert [node.comment for node in tree.main_line[0].children] == ["", "x"]
    history.close()
