"""A study: random edits against copies of the tree, the game as played, and the store."""

from contextlib import suppress
from random import Random

import pytest

from tests.support.records import TAGS
from tests.support.stores import edit
from ttt_tui.engine import Game, Geometry, Move, Setup
from ttt_tui.engine.records import result_text
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.engine.records.tree import LONGEST_COMMENT, Tree, to_movetext
from ttt_tui.errors import ActionUnavailable, IllegalMove, NothingToRedo, NothingToUndo, RecordError
from ttt_tui.session.session import Session
from ttt_tui.session.study import CHANGED_ELSEWHERE, GAME_DELETED, Study
from ttt_tui.store.positions import reached
from ttt_tui.store.stored_game import GameRef, Origin
from ttt_tui.store.thread import StoreThread


def played(*names: str) -> Game:
    game = Game(Setup(Geometry(3, 3, 3)))
    for name in names:
        game.place(name)
    return game


def place(study: Study, name: str) -> None:
    study.push(Move(study.game.position.to_move, study.tree.setup.geometry.parse(name)))


def random_edit(study: Study, random: Random) -> None:
    """Walk or edit at random; edits that are refused change nothing."""
    position = study.game.position
    square = random.choice(study.tree.setup.geometry.squares)
    edits = (
        lambda: study.push(Move(position.to_move, square)),
        lambda: study.push(Move(position.to_move, square)),
        lambda: study.comment(random.choice(("", "one", "two } three"))),
        lambda: study.sign(random.choice((None, 1, 4, 14))),
        study.delete,
        study.promote,
        study.back,
        study.forward,
        lambda: study.switch(random.choice((-1, 1))),
        lambda: study.go_to(random.choice([study.tree.root, *study.tree.nodes()])),
    )
    with suppress(ActionUnavailable, IllegalMove):
        random.choice(edits)()


@pytest.mark.parametrize("seed", range(6))
def test_every_edit_can_be_undone_and_redone(seed: int) -> None:
    random = Random(seed)
    study = Study(Session(), Tree.of(played("b2", "a1", "c1")))
    states = [to_movetext(study.tree)]
    for _ in range(120):
        random_edit(study, random)
        if (state := to_movetext(study.tree)) != states[-1]:
            states.append(state)
        assert [node.move for node in study.node.path()] == study.game.moves
        assert [node.move for node in study.tree.main_line][:3] == played("b2", "a1", "c1").moves
    assert len(states) > 20
    for state in reversed(states[:-1]):
        study.undo()
        while to_movetext(study.tree) != state:  # an edit that changed nothing that is written
            study.undo()
        assert [node.move for node in study.node.path()] == study.game.moves
    with pytest.raises(NothingToUndo):
        study.undo()
    for state in states[1:]:
        study.redo()
        assert to_movetext(study.tree) == state
    with pytest.raises(NothingToRedo):
        study.redo()


def test_a_name_is_the_first_line_of_the_comment_on_the_game_and_replaces_nothing_else() -> None:
    study = Study(Session(), Tree.of(played("b2", "a1")))
    study.forward()
    study.comment("the centre\nalways")
    assert (study.tree.name, study.heading) == ("the centre", ""), "named by its first comment"
    study.rename(" Lines of the centre ")
    assert (study.tree.name, study.node.ply) == ("Lines of the centre", 1), "the cursor stays"
    study.go_to(study.tree.root)
    study.comment("Lines\nfor beginners")
    study.rename("All lines")
    assert study.tree.root.comment == "All lines\nfor beginners"
    study.rename("")
    assert study.tree.root.comment == "for beginners"
    for text in ("All lines\nfor beginners", "Lines\nfor beginners", "Lines of the centre", ""):
        study.undo()
        assert study.tree.root.comment == text


def test_the_game_as_played_stays_what_it_is() -> None:
    study = Study(Session(), Tree.of(played("b2", "a1")))
    study.forward()
    for refused in (study.delete, study.promote):
        with pytest.raises(ActionUnavailable):
            refused()
    place(study, "c1")
    with pytest.raises(ActionUnavailable, match="the game as played stays what it is"):
        study.promote()
    study.back()
    place(study, "b1")
    place(study, "a3")
    study.promote()
    assert to_movetext(study.tree) == "1. b2 2. a1 (2. b1 3. a3) (2. c1)"
    study.delete()
    study.undo()
    assert study.node.ply == 3
    study.back()
    study.switch(1)
    assert study.game.setup.geometry.name(study.game.moves[-1].square or 0) == "c1"
    study.switch(1)
    study.switch(-5)
    assert study.tree.is_played(study.node)


def test_a_line_without_a_game_is_free() -> None:
    study = Study(Session(), Tree(Setup(Geometry(3, 3, 3))))
    place(study, "b2")
    study.back()
    place(study, "a1")
    study.promote()
    assert to_movetext(study.tree) == "1. a1 (1. b2)"
    with pytest.raises(ActionUnavailable, match="this is the main line already"):
        study.promote()
    study.go_to(study.tree.root)
    with pytest.raises(ActionUnavailable, match="go to a move first"):
        study.sign(1)


def test_a_comment_that_is_too_long_leaves_the_one_before() -> None:
    study = Study(Session(), Tree.of(played("b2")))
    study.comment("short")
    with pytest.raises(RecordError):
        study.comment("x" * (LONGEST_COMMENT + 1))
    assert study.node.comment == "short"


def test_each_edit_is_stored_with_the_game(session: Session, history: StoreThread) -> None:
    number = history.run(lambda stored: stored.add(from_text(TAGS + "b2 a1")))

    def stored() -> str | None:
        entry = history.run(lambda stored: stored.find(number))
        assert entry is not None
        return entry.study

    study = Study(session, Tree.of(played("b2", "a1")), number)
    study.comment("the centre")
    assert stored() == "{the centre} 1. b2 2. a1"
    place(study, "c1")
    assert stored() == "{the centre} 1. b2 (1. c1) 2. a1"
    study.undo()
    study.undo()
    assert stored() is None


def test_a_study_without_a_game_is_stored_as_such_and_counts_nowhere(
    session: Session, history: StoreThread
) -> None:
    study = Study(session, Tree(Setup(Geometry(3, 3, 3))))
    place(study, "b2")
    place(study, "a1")
    study.comment("two")
    (entry,) = history.run(lambda stored: stored.entries())
    assert (entry.origin, entry.moves, entry.result) == (Origin.STUDY, (), "unfinished")
    assert to_movetext(entry.tree()) == to_movetext(study.tree) == "1. b2 2. a1 {two}"
    assert history.run(lambda stored: stored.last_unfinished()) is None
    assert history.run(lambda stored: stored.finder.finished()) == []
    assert history.run(lambda stored: stored.score(["you"])).games == 0
    history.run(lambda stored: stored.finder.index_all())
    start = reached(Geometry(3, 3, 3), 2, [])
    assert start is not None
    assert history.run(lambda stored: stored.finder.explorer(Geometry(3, 3, 3), start)) == []
    again = Study(session, entry.tree(), entry.uid)
    for step in (again.forward, again.forward, again.delete, again.delete):
        step()
    (entry,) = history.run(lambda stored: stored.entries())
    assert not entry.study
    again.undo()
    (entry,) = history.run(lambda stored: stored.entries())
    assert entry.study == "1. b2"


def test_a_study_whose_game_was_deleted_says_so_once_and_keeps_its_edits(
    session: Session, history: StoreThread
) -> None:
    number = history.run(lambda stored: stored.add(from_text(TAGS + "b2 a1")))
    study = Study(session, Tree.of(played("b2", "a1")), number)
    study.comment("kept")
    history.run(lambda stored: stored.delete(number))
    study.forward()
    place(study, "c1")
    study.sign(1)
    (entry,) = history.run(lambda stored: stored.entries())
    assert (entry.origin, entry.study) == (Origin.STUDY, '[Played "2"]\n{kept} 1. b2 2. a1 (2. c1!)')
    assert session.take_warnings().count(GAME_DELETED) == 1


def test_a_study_is_stored_again_in_another_file(session: Session, history: StoreThread) -> None:
    study = Study(session, Tree(Setup(Geometry(3, 3, 3))))
    place(study, "b2")
    assert history.path is not None
    for path in history.path.parent.glob(f"{history.path.name}*"):
        path.unlink()
    history.set_value("key", "value")
    (entry,) = history.run(lambda stored: stored.entries(), after_writes=True)
    assert entry.study == "1. b2"
    study.close()


@pytest.mark.parametrize("has_game", [True, False])
def test_of_two_that_edit_one_study_the_second_keeps_its_lines_apart(
    session: Session, history: StoreThread, has_game: bool
) -> None:
    if has_game:
        ref: GameRef = history.run(lambda stored: stored.add(from_text(TAGS + "b2 a1")))
        first = Study(session, Tree.of(played("b2", "a1")), ref)
    else:
        first = Study(session, Tree(Setup(Geometry(3, 3, 3))))
        place(first, "b2")
    (entry,) = history.run(lambda stored: stored.entries())
    second = Study(session, entry.tree(), entry.uid)
    second.comment("of the second")
    assert session.take_warnings() == []
    first.comment("of the first")
    first.sign(1) if first.node.parent is not None else place(first, "c3")
    assert session.take_warnings() == [CHANGED_ELSEWHERE]
    second.comment("of the second, changed")
    first.undo()
    assert session.take_warnings() == []
    kept = history.run(lambda stored: stored.entries())
    assert sorted(entry.tree().root.comment or entry.tree().main_line[0].comment for entry in kept) == [
        "of the first", "of the second, changed"
    ]  # fmt: skip
    assert len({entry.uid for entry in kept}) == len(kept) == 2
    assert [entry.origin for entry in kept if "first" in (entry.study or "")] == [Origin.STUDY]


def test_a_study_written_by_hand_is_the_same_study(session: Session, history: StoreThread) -> None:
    number = history.run(lambda stored: stored.add(from_text(TAGS + "b2 a1 (c1) c3")))
    assert history.path is not None
    edit(history.path, "UPDATE games SET study = 'b2   a1 (2. c1) c3'")
    (entry,) = history.run(lambda stored: stored.entries())
    Study(session, entry.tree(), number).comment("edited")
    (entry,) = history.run(lambda stored: stored.entries())
    assert (entry.study or "").startswith("{edited}")
    assert session.take_warnings() == []


def test_a_study_of_a_file_keeps_what_was_played(session: Session, history: StoreThread) -> None:
    study = Study(session, from_text(TAGS + '[Played "2"]\n\nb2 a1 (c1) c3').tree or pytest.fail("no tree"))
    study.comment("read from a file")
    (entry,) = history.run(lambda stored: stored.entries())
    assert (entry.origin, entry.moves, entry.study_name) == (Origin.STUDY, (), "read from a file")
    again = Study(session, entry.tree(), entry.uid)
    assert again.tree == study.tree
    for _ in range(2):
        again.forward()
        with pytest.raises(ActionUnavailable, match="the game as played"):
            again.delete()
    again.forward()
    again.delete()
    assert session.take_warnings() == []
    (entry,) = history.run(lambda stored: stored.entries())
    assert len(entry.tree().main_line) == entry.tree().played == 2
    assert from_text(to_text(entry.record())).tree == entry.tree()


@pytest.mark.parametrize("names", ["a1 b1 a2 b2 a3", "a1 b1"])
def test_a_study_without_a_game_is_read_back_as_such(names: str) -> None:
    study = Study(Session(), Tree(Setup(Geometry(3, 3, 3))))
    for name in names.split():
        place(study, name)
    for again in (from_text(to_text(study.record())), from_json(to_json(study.record()))):
        assert again.tree == study.tree
        assert not again.game.moves
        assert again.main_game.moves == played(*names.split()).moves


def test_an_agreed_draw_is_stored_counted_and_studied(session: Session, history: StoreThread) -> None:
    drawn = from_text(TAGS + '[Result "draw: agreement"]\n\nb2 a1')
    assert drawn.game.outcome is not None
    number = history.run(lambda stored: stored.add(drawn))
    (entry,) = history.run(lambda stored: stored.entries())
    assert (entry.is_finished, entry.result, entry.moves) == (True, "draw: agreement", ("b2", "a1"))
    assert entry.record().game.outcome == entry.moves_record().game.outcome == drawn.game.outcome
    assert history.run(lambda stored: stored.last_unfinished()) is None
    study = Study(session, entry.tree(), number)
    study.go_to(study.tree.main_line[-1])
    place(study, "c3")
    assert result_text(from_text(to_text(study.record())).game) == "draw: agreement"
    history.run(lambda stored: stored.delete(number))
    study.sign(1)
    (entry,) = history.run(lambda stored: stored.entries())
    assert (entry.origin, result_text(entry.record().game)) == (Origin.STUDY, "draw: agreement")
    assert entry.tree() == study.tree
