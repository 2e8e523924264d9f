"""Random set-ups of every rule, played to the end beside the reference; new rules enter by the strategies."""

from random import Random

import pytest
from hypothesis import given, settings

from tests.support.reference import Board
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, games, reference_of, repeat
from ttt_tui.engine import Game, Outcome, Termination

FEW_EMPTY = 5
"""So many empty squares can be filled in every order."""

TRIED = 2
"""Squares that are tried in each position."""


@pytest.mark.slow
@settings(max_examples=sampled(19_500, 100))
@given(game=games(largest=6, whole=True))
def test_small_games_are_those_of_the_reference(game: Game) -> None:
    confirm(game)


@pytest.mark.slow
@settings(max_examples=sampled(500, 4))
@given(game=games(whole=True))
def test_games_of_any_size_are_those_of_the_reference(game: Game) -> None:
    confirm(game)


def confirm(game: Game) -> None:
    """Make a game of random movers once more: who may move where, who wins when, and which draw is early."""
    again, board = Game(game.setup, game.first), reference_of(game, 0)
    geometry, dice = game.setup.geometry, Random(len(game.moves))
    for move in game.moves:
        assert again.outcome is None
        legal = {cell for cell, _ in board.children()}
        position = again.position
        assert {cell_of(geometry, square) for square in position.moves} == legal
        assert (position.to_move, [*position.active]) == (board.to_move, board.playing)
        for move_tried in dice.sample(geometry.placements, TRIED):
            assert (again.check(move_tried) is None) == (cell_of(geometry, move_tried) in legal)
        again.push(move)
        repeat(board, geometry, move)
        cell = None if move.square is None else cell_of(geometry, move.square)
        assert summary(again.outcome) == end_of(board, cell), again
    assert again.outcome == game.outcome
    assert again.outcome is not None


def summary(outcome: Outcome | None) -> tuple[bool, int | None]:
    """Whether a game is over, and who has won."""
    return (False, None) if outcome is None else (True, outcome.winner)


def end_of(board: Board, cell: tuple[int, int] | None) -> tuple[bool, int | None]:
    """The same by the reference after a stone, or a resignation."""
    winner = board.winner_by(cell) if cell else board.playing[0] if len(board.playing) == 1 else None
    return (True, winner) if winner is not None else (board.is_dead(), None)


@pytest.mark.slow
@settings(max_examples=sampled(10_000, 30))
@given(game=games(largest=5, whole=True))
def test_after_an_early_draw_no_way_to_play_on_makes_a_line(game: Game) -> None:
    assert game.outcome is not None
    if game.outcome.termination is not Termination.DEAD_BOARD:
        return
    board = reference_of(game)
    if len(board.empty()) <= FEW_EMPTY:
        assert board.nobody_can_complete_a_line(), game
