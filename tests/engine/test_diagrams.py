"""The board as text: every stone can be read from it, however wide the symbols are."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.support.strategies import games, make_setup, many, play
from ttt_tui.engine import EMPTY_SQUARE, Game, Geometry, Move, Player, Position, Setup
from ttt_tui.session.layout import board_text


@many
@given(games())
def test_every_stone_can_be_read_from_the_text(game: Game) -> None:
    geometry = game.setup.geometry
    top, *rows = str(game).split("\n")
    assert len(rows) == geometry.rows
    columns = {letter: index for index, letter in enumerate(top) if letter != " "}
    symbols = {player.symbol: seat for seat, player in enumerate(game.setup.players)}
    for line in rows:
        number = int(line[:2])
        for letter, index in columns.items():
            owner = game.position.owner(geometry.parse(f"{letter}{number}"))
            assert symbols.get(line[index]) == owner
            assert owner is not None or line[index] == EMPTY_SQUARE


@many
@given(games())
def test_the_position_shows_the_same_with_numbers_as_the_plain_board(game: Game) -> None:
    *lines, told = str(game.position).split("\n")
    symbols = {player.symbol: str(seat) for seat, player in enumerate(game.setup.players)}
    plain = [line.split() for line in board_text(game).split("\n")]
    assert lines[0].split() == plain[0]
    for line, expected in zip(lines[1:], plain[1:], strict=True):
        marks = [EMPTY_SQUARE if mark == "." else symbols[mark] for mark in expected[1:]]
        assert line.split() == [expected[0], *marks]
    assert told.startswith("Stones are numbered by player; ")
    assert told.endswith(f"{game.position.to_move} is to move.")


def test_columns_are_as_wide_as_the_widest_symbol() -> None:
    setup = Setup(Geometry(3, 3, 3), [Player("Ada", "你"), Player("Bob", "x")])
    assert str(play(Game(setup), "a1 b2 c1 a3")) == (
        "   a  b  c\n"
        " 1 你 ·  你\n"
        " 2 ·  x  ·\n"
        " 3 x  ·  ·"
    )  # fmt: skip


def test_many_players_keep_their_columns_apart() -> None:
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


def test_who_has_resigned_is_told_of_a_position() -> None:
    game = play(Game(make_setup(4, 3, 3, players=3)), "a1 b1")
    game.push(Move(0, None))
    assert str(game.position).endswith("\nStones are numbered by player; 0 has resigned; 2 is to move.")
    assert repr(game.position) == (
        "<Position on 4×3, 3 in a row: 0 has a1; 1 has b1; 2 has nothing; 0 has resigned; 2 is to move>"
    )


@pytest.mark.parametrize(
    ("names", "state"),
    [
        ("", "0 moves, O is to move"),
        ("b2", "1 move, X is to move"),
        ("a1 b1 a2 b2 a3", "5 moves, O has won"),
        ("a1 b1 c1 a2 c2 b2 b3 c3", "8 moves, drawn"),
    ],
)
def test_a_game_tells_how_far_it_is(names: str, state: str) -> None:
    game = play(Game(make_setup(), first=1), names)
    assert repr(game) == f"<Game on 3×3, 3 in a row: {state}>"


def test_the_plain_board_writes_other_letters_where_it_has_to() -> None:
    setup = make_setup()
    setup = replace(setup, players=(replace(setup.players[0], symbol="★"), setup.players[1]))
    assert board_text(play(Game(setup), "a1 b1"), {ord("★"): "X"}).split("\n")[1] == " 1 X O ."
