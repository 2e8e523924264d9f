"""Positions for the tests of reviews, and what is true of them."""

from functools import cache
from random import Random

from tests.review.truth import Stones, Truth
from tests.support.strategies import make_setup
from ttt_tui.engine import Game, Position, squares_of


@cache
def truth_of(columns: int, rows: int, k: int) -> Truth:
    return Truth(columns, rows, k)


def stones_of(position: Position) -> Stones:
    """A position of two players as the truth knows it."""
    geometry = position.geometry
    mine, theirs = (
        sum(1 << geometry.number(square) - 1 for square in squares_of(position.stones[player]))
        for player in position.in_turn()
    )
    return mine, theirs


def worth_of(position: Position) -> int:
    """What a position of two players is worth, by trying everything."""
    geometry = position.geometry
    return truth_of(geometry.columns, geometry.rows, geometry.line_length).worth(stones_of(position))


def scattered(columns: int, rows: int, k: int, empty: int, rng: Random) -> Position:
    """A running game of two after random moves, with so many empty squares."""
    while True:
        game = Game(make_setup(columns, rows, k))
        while game.outcome is None and game.position.empty.bit_count() > empty:
            game.place(rng.choice(game.position.moves))
        if game.outcome is None:
            return game.position
