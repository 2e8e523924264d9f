"""Squares with their names and numbers, and boards as text."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import any_text, games, make_setup, many, play
from ttt_tui.engine import (
    EMPTY_SQUARE,
    Game,
    Geometry,
    Move,
    NotASquare,
    Player,
    Position,
    Setup,
    mask_of,
    squares_of,
)
from ttt_tui.session.layout import board_text

sides = st.integers(3, 20)
boards = st.builds(Geometry, sides, sides, st.just(3))
spaces = st.text(" \t\n\x0b\x1f\xa0\u2003", max_size=2)
almost_squares = st.tuples(
    spaces, st.text(string.ascii_letters, max_size=1), st.text(string.digits + "٣৪４", max_size=4), spaces
).map("".join)


@many
@given(boards, st.integers(-50, 600))
def test_squares_are_the_cells_in_reading_order_each_with_a_name_and_a_number(
    geometry: Geometry, square: int
) -> None:
    cells = [(column, row) for row in range(geometry.rows) for column in range(geometry.columns)]
    squares = list(geometry.squares)
    assert [(geometry.column(square), geometry.row(square)) for square in squares] == cells
    assert [geometry.at(column, row) for column, row in cells] == squares == sorted(set(squares))
    assert geometry.board == sum(1 << square for square in squares)
    assert (square in geometry) == (square in squares)
    names = [f"{string.ascii_lowercase[column]}{row + 1}" for column, row in cells]
    numbers = list(range(1, len(cells) + 1))
    assert [geometry.name(square) for square in squares] == names
    assert [geometry.number(square) for square in squares] == numbers
    for texts in (names, [f"  {name.upper()}\n" for name in names], map(str, numbers)):
        assert [geometry.parse(text) for text in texts] == squares
    assert str(geometry) == f"{geometry.columns}×{geometry.rows}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("h9", "h9 is not on a 5×4 board"),
        ("F1", "f1 is not on a 5×4 board"),
        ("a5", "a5 is not on a 5×4 board"),
        ("e999", "e999 is not on a 5×4 board"),
        ("21", "no square 21 on a 5×4 board; choose from 1 to 20"),
        ("9999", "no square 9999 on a 5×4 board; choose from 1 to 20"),
        *[
            (text, "write a square like e4 or 20")
            for text in ("", " ", "0", "-1", "a", "a0", "a01", "01", "aa1", "1a", "a 1", "a1 b2", "a1\0",
                         "c2.", "²", "a²", "٣", "a٣", "ä1", "1e0", "+1", "1_0", "1" * 9999, "a" + "1" * 9999)
        ],
    ],
)  # fmt: skip
def test_what_is_no_square_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(NotASquare) as refusal:
        Geometry(5, 4, 3).parse(text)
    assert str(refusal.value) == reason


@many
@given(boards, any_text() | almost_squares | st.text("abt019 \t", max_size=4))
def test_reading_any_text_gives_a_square_or_says_that_it_is_none(geometry: Geometry, text: str) -> None:
    try:
        square = geometry.parse(text)
    except NotASquare as refusal:
        reason = str(refusal)
    else:
        reason = "none"
        assert square in geometry.squares
        assert text.strip().lower() in (geometry.name(square), str(geometry.number(square)))
    assert reason.isprintable()


@many
@given(st.sets(st.integers(0, 450)))
def test_a_mask_gives_its_squares_back_in_order(squares: set[int]) -> None:
    assert list(squares_of(mask_of(tuple(squares)))) == sorted(squares)


@pytest.mark.slow
@many
@given(games())
def test_every_stone_can_be_read_from_the_text(game: Game) -> None:
    geometry = game.setup.geometry
    top, *rows = str(game).split("\n")
    assert len(rows) == geometry.rows
    columns = {letter: index for index, letter in enumerate(top) if letter != " "}
    symbols = {mark: number for number, mark in enumerate(game.setup.marks)}
    for line in rows:
        number = int(line[:2])
        for letter, index in columns.items():
            owner = game.position.owner(geometry.parse(f"{letter}{number}"))
            assert symbols.get(line[index]) == owner
            assert owner is not None or line[index] == EMPTY_SQUARE


def test_columns_are_as_wide_as_the_widest_symbol_or_number() -> None:
    setup = Setup(Geometry(3, 3, 3), [Player("Ada", "你"), Player("Bob", "★")])
    game = play(Game(setup), "a1 b2 c1 a3")
    assert str(game) == (
        "   a  b  c\n"
        " 1 你 ·  你\n"
        " 2 ·  ★  ·\n"
        " 3 ★  ·  ·"
    )  # fmt: skip
    assert board_text(game, {ord("你"): "X", ord("★"): "O"}).split("\n")[1:] == [
        " 1 X . X", " 2 . O .", " 3 O . .",
    ]  # fmt: skip
    position = Position(Geometry(5, 3, 3), players=11)
    for square in position.geometry.squares[:11]:
        position.play(square)
    assert str(position).split("\n") == [
        "   a  b  c  d  e",
        " 1 0  1  2  3  4",
        " 2 5  6  7  8  9",
        " 3 10 ·  ·  ·  ·",
        "Stones are numbered by player; 0 is to move.",
    ]


def test_positions_and_games_describe_themselves_in_a_line() -> None:
    game = play(Game(make_setup(4, 3, 3, players=3)), "a1 b1")
    game.push(Move(0, None))
    assert str(game.position).endswith("\nStones are numbered by player; 0 has resigned; 2 is to move.")
    assert repr(game.position) == (
        "<Position on 4×3, 3 in a row: 0 has a1; 1 has b1; 2 has nothing; 0 has resigned; 2 is to move>"
    )
    for names, state in (
        ("", "0 moves, O is to move"),
        ("b2", "1 move, X is to move"),
        ("a1 b1 a2 b2 a3", "5 moves, O has won"),
        ("a1 b1 c1 a2 c2 b2 b3 c3", "8 moves, drawn"),
    ):
        assert repr(play(Game(make_setup(), first=1), names)) == f"<Game on 3×3, 3 in a row: {state}>"
