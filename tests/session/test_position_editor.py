"""The editor of positions, against a slow model: a dict of squares that is copied before each edit."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from ttt_tui.engine import Game, Geometry, Rules, Setup, check_setup
from ttt_tui.engine.records.diagrams import read_diagram
from ttt_tui.engine.start import Start
from ttt_tui.errors import ActionUnavailable, InvalidSetup, NothingToRedo, NothingToUndo, RecordError
from ttt_tui.session.position_editor import PositionEditor

SETUPS = {
    "usual": Setup(Geometry(5, 4, 4)),
    "square": Setup(Geometry(4, 4, 3)),
    "fifteen": Setup(Geometry(20, 20, 5), 15),
    "exactly": Setup(Geometry(6, 6, 4, Rules.parse("exactly"))),
    "renju": Setup(Geometry(15, 15, 5, Rules.parse("renju"))),
    "misere": Setup(Geometry(4, 4, 3, Rules.parse("misere")), 3),
    "drop": Setup(Geometry(7, 6, 4, Rules.parse("drop"))),
    "torus": Setup(Geometry(5, 5, 4, Rules.parse("torus"))),
    "notakto": Setup(Geometry(3, 3, 3, Rules.parse("notakto"))),
    "wild": Setup(Geometry(4, 4, 3, Rules.parse("wild"))),
    "connect6": Setup(Geometry(9, 9, 6, Rules.parse("double"))),
    "ultimate": Setup(Geometry(9, 9, 3, Rules.parse("ultimate"))),
    "vanishing": Setup(Geometry(3, 3, 3, Rules.parse("vanishing"))),
}


class Model:
    """The stones as a dict: (column, row) → stone; every state before an edit is kept as a copy."""

    def __init__(self, setup: Setup) -> None:
        self.columns, self.rows = setup.geometry.columns, setup.geometry.rows
        self.falls = setup.geometry.rules.drop
        self.stones: dict[tuple[int, int], int] = {}
        self.turn = 0
        self.players = len(setup.players)
        self.done: list[tuple[dict[tuple[int, int], int], int]] = []
        self.undone: list[tuple[dict[tuple[int, int], int], int]] = []

    def edit(self, stones: dict[tuple[int, int], int], turn: int) -> None:
        if (stones, turn) != (self.stones, self.turn):
            self.done.append((self.stones, self.turn))
            self.undone.clear()
            self.stones, self.turn = stones, turn

    def put(self, column: int, row: int, stone: int) -> None:
        if self.falls and (column, row) not in self.stones:
            row = max(r for r in range(self.rows) if (column, r) not in self.stones)
        self.edit({**self.stones, (column, row): stone}, self.turn)

    def erase(self, column: int, row: int) -> None:
        if self.falls:
            pile = [self.stones[column, r] for r in range(self.rows) if (column, r) in self.stones]
            top = self.rows - len(pile)
            if not pile:
                return
            del pile[row - top if (column, row) in self.stones else 0]
            others = {place: stone for place, stone in self.stones.items() if place[0] != column}
            top = self.rows - len(pile)
            self.edit(others | {(column, top + i): stone for i, stone in enumerate(pile)}, self.turn)
        else:
            self.edit({p: s for p, s in self.stones.items() if p != (column, row)}, self.turn)

    def undo(self) -> None:
        if self.done:
            self.undone.append((self.stones, self.turn))
            self.stones, self.turn = self.done.pop()

    def redo(self) -> None:
        if self.undone:
            self.done.append((self.stones, self.turn))
            self.stones, self.turn = self.undone.pop()


def stones_of(editor: PositionEditor) -> dict[tuple[int, int], int]:
    geometry = editor.geometry
    return {
        (geometry.column(square), geometry.row(square)): stone
        for stone, squares in enumerate(editor.start.stones)
        for square in squares
    }


@pytest.mark.parametrize("name", SETUPS)
def test_random_edits_with_undo_are_those_of_a_dict(name: str) -> None:
    setup, rng = SETUPS[name], Random(name)
    editor, model = PositionEditor(setup), Model(setup)
    for _ in range(300):
        column, row = rng.randrange(model.columns), rng.randrange(model.rows)
        square = editor.geometry.at(column, row)
        match rng.choice(("put", "put", "put", "erase", "turn", "undo", "redo", "clear")):
            case "put":
                stone = rng.randrange(len(editor.marks))
                editor.put(square, stone)
                model.put(column, row, stone)
            case "erase":
                with suppress(ActionUnavailable):
                    editor.erase(square)
                model.erase(column, row)
            case "turn":
                editor.pass_turn()
                model.edit(model.stones, (model.turn + 1) % model.players)
            case "undo":
                with suppress(NothingToUndo):
                    editor.undo()
                model.undo()
            case "redo":
                with suppress(NothingToRedo):
                    editor.redo()
                model.redo()
            case "clear" if rng.random() < 0.1:
                editor.clear()
                model.edit({}, 0)
        assert stones_of(editor) == model.stones
        assert editor.start.to_move == model.turn


@pytest.mark.parametrize("name", SETUPS)
def test_played_stones_make_the_position_of_the_game(name: str) -> None:
    setup, rng = SETUPS[name], Random(name)
    for _ in range(5):
        game, editor = Game(setup), PositionEditor(setup)
        while game.outcome is None and game.position.ply < 12 and len(game.moves) < 20:
            move = rng.choice(game.position.moves)
            if game.position.geometry.is_wild:
                mark = game.position.to_move
                move = game.position.geometry.marked(game.position.geometry.square_of(move), mark)
            game.place(move)
            if game.outcome is not None or len(game.position.active) < len(setup.players):
                break
            editor.play(game.position.geometry.square_of(move))
            assert not editor.problem
            assert editor.position.stones == game.position.stones
            assert editor.position.to_move == game.position.to_move
            assert editor.start.board == game.position.board_due
            assert editor.note == ""


@pytest.mark.parametrize("name", SETUPS)
def test_the_result_is_what_start_makes_of_its_diagram(name: str) -> None:
    """`--start` reads the diagram that anybody would draw of the board."""
    setup, rng = SETUPS[name], Random(f"diagram {name}")
    compared = 0
    for _ in range(40):
        editor = PositionEditor(setup)
        for square in rng.sample(setup.geometry.squares, rng.randrange(1, 6)):
            editor.put(square, rng.randrange(len(editor.marks)))
        if rng.random() < 0.5:
            editor.pass_turn()
        if editor.problem:
            continue
        placed = stones_of(editor)
        marks = [
            [editor.marks[placed[c, r]] if (c, r) in placed else "." for c in range(setup.geometry.columns)]
            for r in range(setup.geometry.rows)
        ]
        mover = setup.players[editor.start.to_move].symbol
        text = "\n".join([*(" ".join(row) for row in marks), f"to move: {mover}"])
        diagram = read_diagram(text)
        assert diagram is not None
        start, _ = diagram.start(editor.result)
        assert start is not None
        made = editor.result.start
        assert made is not None
        if name == "vanishing":  # a diagram does not say the stones' ages
            made = replace(made, stones=tuple(tuple(sorted(squares)) for squares in made.stones))
        else:
            assert Game(editor.result).position == Game(replace(setup, start=start)).position
        assert [*map(set, made.stones)] == [*map(set, start.stones[: len(made.stones)])]
        assert made.to_move == start.to_move
        check_setup(editor.result)
        compared += 1
        other = PositionEditor(setup)
        other.paste(text)
        assert stones_of(other) == placed
        assert other.start.to_move == editor.start.to_move
    assert compared >= 5


def test_problems_are_the_sentences_of_check_setup() -> None:
    editor = PositionEditor(SETUPS["square"])
    for name in ("a1", "b1", "c1"):
        editor.put(editor.geometry.parse(name), 1)
    with pytest.raises(InvalidSetup) as refused:
        check_setup(editor.result)
    assert editor.problem == str(refused.value) == "a player has a line, so the game would be over"
    editor.erase(editor.geometry.parse("b1"))
    assert editor.problem == ""
    assert editor.note == "X has 0 and O has 2 stones, which no game with X to move has"


def test_a_position_is_turned_through_all_its_images_and_back() -> None:
    for name, images in (("square", 8), ("usual", 4), ("drop", 2), ("ultimate", 8)):
        editor = PositionEditor(SETUPS[name])
        geometry = editor.geometry
        corner = geometry.at(0, geometry.rows - 1)
        editor.put(corner, 0)
        editor.put(geometry.at(1, geometry.rows - 1), 1)
        if name == "ultimate":
            editor.send_to(2)
        before, seen = editor.start, []
        for _ in range(images):
            editor.turn()
            seen.append(editor.start)
        assert seen[-1] == before
        assert len(set(seen)) == images
        editor.undo()
        assert editor.start == seen[-2]
        if name == "ultimate":
            assert {start.board for start in seen} == {0, 2, 6, 8}


def test_strokes_are_one_edit() -> None:
    editor = PositionEditor(SETUPS["usual"])
    for number, name in enumerate(("a1", "b1", "c1")):
        editor.put(editor.geometry.parse(name), 0, joins=number > 0)
    editor.undo()
    assert editor.counts == [0, 0]
    editor.redo()
    assert editor.counts == [3, 0]


def test_a_position_that_was_left_is_what_redo_brings_back() -> None:
    setup = SETUPS["usual"]
    left = Start.named(setup.geometry, "a1", "b2")
    editor = PositionEditor(setup, left)
    assert editor.result.start is None
    editor.redo()
    assert editor.result.start == left
    editor.undo()
    assert editor.result.start is None


def test_an_opening_is_left_out() -> None:
    setup = Setup(Geometry(15, 15, 5, Rules.parse("swap2")))
    editor = PositionEditor(setup)
    editor.play(setup.geometry.parse("h8"))
    assert editor.problem == ""
    assert editor.result.geometry == setup.geometry.without_opening


def test_moves_and_records_are_pasted() -> None:
    editor = PositionEditor(Setup(Geometry(15, 15, 5)))
    editor.paste("h8 h9 i10")
    assert editor.counts == [2, 1]
    assert editor.start.to_move == 1
    for text in ("", "hello", "x.o/.x./o..", "h8 h8"):
        with pytest.raises(RecordError) as refused:
            editor.paste(text)
        assert "--" not in str(refused.value)
    assert editor.counts == [2, 1]


@pytest.mark.parametrize("mover", [0, 1])
def test_a_diagram_that_does_not_tell_the_turn_leaves_it_as_it_is(mover: int) -> None:
    editor = PositionEditor(SETUPS["square"])
    for _ in range(mover):
        editor.pass_turn()
    (note,) = editor.paste("xxx1/4/4/o3")
    symbol = SETUPS["square"].players[mover].symbol
    assert note == f"nothing tells who is to move: {symbol} is, as before"
    assert (editor.start.to_move, editor.counts) == (mover, [3, 1])
    assert editor.paste("xx2/4/4/o3") == ()
    assert editor.start.to_move == 1, "the stones tell it"


def test_taken_and_empty_squares_are_refused() -> None:
    editor = PositionEditor(SETUPS["drop"])
    with pytest.raises(ActionUnavailable):
        editor.erase(editor.geometry.parse("c1"))
    editor.play(editor.geometry.parse("c1"))
    assert stones_of(editor) == {(2, 5): 0}
    with pytest.raises(ActionUnavailable, match="taken"):
        editor.play(editor.geometry.at(2, 5))
    editor.erase(editor.geometry.parse("c1"))
    assert stones_of(editor) == {}


def test_a_line_that_puts_a_player_out_is_a_problem_as_any_other() -> None:
    editor = PositionEditor(SETUPS["misere"])
    for name in ("a1", "b1"):
        editor.put(editor.geometry.parse(name), 0)
    editor.play(editor.geometry.parse("c1"))
    assert editor.counts == [3, 0, 0]
    assert editor.start.to_move == 1
    assert "has a line" in editor.problem


def test_a_stone_is_played_although_no_game_can_go_on() -> None:
    editor = PositionEditor(SETUPS["square"])
    for name in ("a1", "b1", "c1"):
        editor.put(editor.geometry.parse(name), 0)
    editor.play(editor.geometry.parse("d4"))
    assert editor.counts == [4, 0]
    assert editor.start.to_move == 1
    editor.undo()
    assert (editor.counts, editor.start.to_move) == ([3, 0], 0)
