"""Coordinates: every style names every square once, and reads back what it shows; records know none of it."""

import doctest
import pickle
from itertools import product

import pytest

from ttt_tui.engine import Coordinates, Game, Geometry, NotASquare, Rules, Setup, coordinates
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import to_data
from ttt_tui.engine.records.text import to_text
from ttt_tui.names import COORDINATE_NAMES

BOARDS = [
    ("usual", 3, 3, 3), ("usual", 20, 20, 5), ("usual", 7, 4, 4), ("drop", 7, 6, 4), ("drop", 20, 9, 4),
    ("renju", 15, 15, 5), ("wild", 4, 5, 3), ("wild, drop", 5, 4, 3), ("connect6", 19, 19, 6),
    ("swap2", 15, 15, 5), ("torus", 5, 5, 4), ("ultimate", 9, 9, 3), ("vanishing", 3, 3, 3),
]  # fmt: skip


def board(words: str, columns: int, rows: int, k: int, style: Coordinates) -> Geometry:
    return Geometry(columns, rows, k, Rules.parse(words), style)


def test_the_doctest() -> None:
    assert doctest.testmod(coordinates).failed == 0


def test_the_command_line_knows_all_styles() -> None:
    assert tuple(Coordinates) == COORDINATE_NAMES


@pytest.mark.parametrize("style", Coordinates)
@pytest.mark.parametrize("words", BOARDS, ids=str)
def test_what_is_shown_is_read_back(words: tuple[str, int, int, int], style: Coordinates) -> None:
    geometry = board(*words, style)
    columns_alone = geometry.rules.drop and style is Coordinates.GAME
    shown = {geometry.shown(placement) for placement in geometry.placements}
    marks = 2 if geometry.is_wild else 1
    assert len(shown) == (marks * geometry.columns if columns_alone else len(geometry.placements))
    for placement in geometry.placements:
        read = geometry.parse_choice(geometry.shown(placement).upper())
        assert geometry.mark_of(read) == geometry.mark_of(placement)
        square, meant = geometry.square_of(read), geometry.square_of(placement)
        assert geometry.column(square) == geometry.column(meant)
        assert columns_alone or square == meant


@pytest.mark.parametrize("words", BOARDS, ids=str)
def test_names_in_records_are_the_same_in_every_style(words: tuple[str, int, int, int]) -> None:
    plain = board(*words, Coordinates.TOP)
    for style in Coordinates:
        geometry = plain.shown_by(style)
        assert (geometry, hash(geometry), repr(geometry)) == (plain, hash(plain), repr(plain))
        assert [*map(geometry.name, geometry.placements)] == [*map(plain.name, plain.placements)]
        for placement in plain.placements:
            assert geometry.parse(plain.name(placement)) == placement
        assert geometry.has_line(geometry.lines[0])
        assert not geometry.has_line(0)
        assert pickle.loads(pickle.dumps(geometry)).coordinates is style


@pytest.mark.parametrize(
    ("style", "corners"),
    [
        (Coordinates.TOP, ("a1", "t1", "a20", "t20")),
        (Coordinates.BOTTOM, ("a20", "t20", "a1", "t1")),
        (Coordinates.GO, ("a20", "u20", "a1", "u1")),
        (Coordinates.NUMBERS, ("1,1", "20,1", "1,20", "20,20")),
    ],
)
def test_the_corners_of_the_largest_board(style: Coordinates, corners: tuple[str, ...]) -> None:
    geometry = Geometry(20, 20, 5, coordinates=style)
    assert tuple(geometry.shown(geometry.at(c, r)) for r, c in product((0, 19), repeat=2)) == corners
    assert (geometry.column_label(8), geometry.column_label(19)) == (
        {"go": ("j", "u"), "numbers": ("9", "20")}.get(style, ("i", "t"))
    )


def test_a_square_of_another_style_is_named_in_the_one_shown() -> None:
    for style, typed, named in (
        (Coordinates.GO, "i9", "as j7"),
        (Coordinates.BOTTOM, "8,8", "as h8"),
        (Coordinates.NUMBERS, "h8", "as 8,8"),
        (Coordinates.TOP, "3,2", "as c2"),
    ):
        with pytest.raises(NotASquare, match=named):
            Geometry(15, 15, 5, coordinates=style).parse_choice(typed)
    for style, typed in product(Coordinates, ("z9", "a99", "99,1", ",", "1,", "0,0", "a0", "")):
        with pytest.raises(NotASquare):
            Geometry(15, 15, 5, coordinates=style).parse_choice(typed)


def test_connect_four_is_worded_by_columns() -> None:
    geometry = board("drop", 7, 6, 4, Coordinates.GAME)
    d6, e6, d5 = map(geometry.parse, ("d6", "e6", "d5"))
    assert (geometry.shown(d6), geometry.worded(d6)) == ("4", ["column 4"])
    assert (geometry.worded(d6, e6), geometry.worded(d6, d5)) == (["columns 4", "5"], ["column 4"])
    assert (geometry.located(d6), geometry.located(d5)) == ("column 4 row 1", "column 4 row 2")
    assert geometry.parse_choice("D") == geometry.parse_choice("4") == geometry.at(3, 0)


@pytest.mark.parametrize("words", BOARDS, ids=str)
def test_records_are_the_same_byte_for_byte(words: tuple[str, int, int, int]) -> None:
    def written(style: Coordinates, changed: Coordinates) -> tuple[str, object]:
        game = Game(Setup(board(*words, style)))
        for _ in range(5):
            if game.outcome is None:
                game.place(game.position.moves[-1])
            game.show_by(changed)
        return to_text(Record(game)), to_data(Record(game))

    usual = written(Coordinates.TOP, Coordinates.TOP)
    assert all(written(*pair) == usual for pair in product(Coordinates, repeat=2))


def test_an_open_game_changes_what_it_says_and_nothing_else() -> None:
    game = Game(Setup(Geometry(15, 15, 5)))
    game.place("h1")
    before = game.position.copy()
    game.show_by(Coordinates.BOTTOM)
    assert str(game.check("h1")) == "h15 is taken"
    assert game.position == before
    game.place("a1")
    assert str(game).splitlines()[0].split() == list("abcdefghijklmno")
    assert [line.split()[0] for line in str(game).splitlines()[1:]] == [str(n) for n in range(15, 0, -1)]
    game.show_by(Coordinates.NUMBERS)
    assert str(game).splitlines()[0].split() == [str(n) for n in range(1, 16)]
    assert len({len(line) for line in str(game).splitlines()}) <= 2, "two figures have room"
