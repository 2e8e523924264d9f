"""Marks that belong to no player: Notakto, where all place X, and wild, where each move chooses X or O."""

import pytest

from tests.support.strategies import make_setup, play
from ttt_tui.engine import (
    Game,
    Geometry,
    InvalidSetup,
    NoMark,
    NotASquare,
    Rules,
    Termination,
    check_setup,
    squares_of,
)
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import InvalidRules

WILD, NOTAKTO = Rules.parse("wild"), Rules.parse("notakto")


def game_of(rules: Rules, moves: str = "", size: tuple[int, int, int] = (3, 3, 3)) -> Game:
    return play(Game(make_setup(*size, kind=rules)), moves)


def test_a_wild_move_is_a_square_with_a_mark_and_has_a_name() -> None:
    geometry = Geometry(15, 15, 5, WILD)
    for square in geometry.squares:
        for mark, letter in enumerate("XO"):
            placement = geometry.marked(square, mark)
            name = f"{letter}{geometry.name(square)}"
            assert geometry.name(placement) == name
            assert geometry.parse(name) == geometry.parse(name.lower()) == placement
            assert (geometry.square_of(placement), geometry.mark_of(placement)) == (square, mark)
            assert (geometry.column(placement), geometry.row(placement)) == (
                geometry.column(square), geometry.row(square),
            )  # fmt: skip
        assert geometry.parse(geometry.name(square)) == square == geometry.square_of(square)
    assert len({*geometry.placements}) == 2 * len(geometry.squares)


def test_a_wild_game_is_won_by_any_line_and_taken_back_move_by_move() -> None:
    game = game_of(WILD, "Xb2 Oa1 Xa2")
    assert str(game) == "   a b c\n 1 O · ·\n 2 X X ·\n 3 · · ·"
    completing = squares_of(game.position.completing(0))
    assert [game.setup.geometry.name(move) for move in completing] == ["Xc2"]
    game.place("xc2")
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.winner) == (Termination.LINE, 1), "who completed it"
    assert game.outcome.squares.bit_count() == 3
    for expected in ("Xc2", "Xa2", "Oa1", "Xb2"):
        square = game.pop().square
        assert square is not None
        assert game.setup.geometry.name(square) == expected
    assert game.position.stones == [0, 0]


@pytest.mark.parametrize("chosen", ["b2", "5"])
def test_a_wild_move_without_a_mark_is_refused(chosen: str) -> None:
    game = game_of(WILD)
    with pytest.raises(NoMark) as refusal:
        game.place(chosen)
    assert str(refusal.value) == "choose a mark for b2: Xb2 or Ob2"
    assert game.setup.geometry.parse("O5") == game.setup.geometry.parse("Ob2")
    assert game.check(-1) is not None
    assert game.check(3 * 12 + 1) is not None


@pytest.mark.parametrize("text", ["x", "xx", "ob9", "zb2", "", "Xb2 Xc2"])
def test_what_is_no_wild_move_is_refused(text: str) -> None:
    with pytest.raises(NotASquare):
        game_of(WILD).place(text)
    assert Geometry(3, 3, 3, WILD).notation == "write a mark and a square like Xc3 or O9"


def test_marks_and_falling_stones_go_together() -> None:
    game = game_of(Rules.parse("wild,drop"), "Xd Od Oa", (7, 6, 4))
    names = [game.setup.geometry.name(move.square) for move in game.moves if move.square is not None]
    assert names == ["Xd6", "Od5", "Oa6"]
    assert game.setup.geometry.notation == "write a mark and a column like Xg or O7"


def test_in_notakto_all_place_x_and_who_completes_a_line_loses() -> None:
    game = game_of(NOTAKTO, "b2 a1 c3")
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.winner) == (Termination.LINE, 1)
    assert str(game) == "   a b c\n 1 X · ·\n 2 · X ·\n 3 · · X"


@pytest.mark.parametrize("rules", [WILD, NOTAKTO, Rules.parse("wild, misere, torus")], ids=str)
def test_a_game_with_marks_comes_back_from_its_records(rules: Rules) -> None:
    game = game_of(rules, "Xb2 Oa1 Xc1" if rules.marks == "wild" else "b2 a1 c2", (4, 4, 4))
    for write, read in ((to_text, from_text), (to_json, from_json)):
        again = read(write(Record(game))).game
        assert (again.setup, again.moves, again.position) == (game.setup, game.moves, game.position)
    assert f'[Rules "{rules}"]' in to_text(Record(game))


def test_marks_are_for_two_players_and_one_kind_at_a_time() -> None:
    for rules, marks in ((WILD, "wild"), (NOTAKTO, "shared")):
        with pytest.raises(InvalidSetup) as refusal:
            check_setup(make_setup(4, 4, 3, 3, kind=rules))
        assert str(refusal.value) == f"{marks} is for two players, not for 3"
    with pytest.raises(InvalidRules, match="the rules shared and wild contradict each other"):
        Rules.parse("shared, wild")
    assert str(NOTAKTO) == "misere, shared"
