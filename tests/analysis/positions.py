"""Positions for the tests of reviews, and what is true of them."""

from collections.abc import Iterator
from functools import cache
from random import Random

from tests.analysis.truth import Stones, Truth
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


def complete_games(count: int) -> Iterator[Game]:
    """Random ones of all ways to play tic-tac-toe to its end, each equally likely."""
    rng = Random("249,984")

    known: dict[Stones, list[int]] = {}

    def endings(game: Game) -> int:
        return 1 if game.outcome is not None else sum(after_each_move(game))

    def after_each_move(game: Game) -> list[int]:
        key = stones_of(game.position)
        if key not in known:
            known[key] = []
            for square in game.position.moves:
                game.place(square)
                known[key].append(endings(game))
                game.pop()
        return known[key]

    assert endings(Game(make_setup())) == 249_984
    for _ in range(count):
        game = Game(make_setup())
        while game.outcome is None:
            game.place(rng.choices(game.position.moves, after_each_move(game))[0])
        yield game
