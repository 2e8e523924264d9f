"""Threats of a position: examples, and each square of random positions against the definitions."""

from typing import Any

import pytest

from tests.analysis import definitions
from tests.analysis.positions import played, random_game
from tests.support.reference import STEPS, Board, Cell
from tests.support.strategies import cells_of, reference_of, repeat
from ttt_tui.analysis.threats import threats_of
from ttt_tui.engine import Game, Rules, squares_of

TIC_TAC_TOE = 3, 3, 3
GOMOKU = 15, 15, 5


def names(game: Game, squares: int | None) -> str | None:
    return None if squares is None else " ".join(map(game.setup.geometry.name, squares_of(squares)))


@pytest.mark.parametrize(
    ("board", "moves", "completing", "fours", "runs", "answers"),
    [
        (TIC_TAC_TOE, "a1 b2", ["", ""], ["b1 c1 a2 a3", "b1 c1 a2 c2 a3 b3"], ["", ""], None),
        (TIC_TAC_TOE, "a1 b3 b1", ["c1", ""], ["a2 b2 a3 c3", "a3 c3"], ["", ""], "c1"),
        (TIC_TAC_TOE, "a1 b3 b1 c3", ["c1", "a3"], ["a2 a3", "c1 c2"], ["", ""], None),  # X is first
        (TIC_TAC_TOE, "a1 b2 c3 a3 c1", ["b1 c2", ""], ["", "b1 a2 c2 b3"], ["", ""], ""),  # two at once
        (GOMOKU, "h8 a1 i8", ["", ""], ["", ""], ["g8 j8", ""], None),
        (GOMOKU, "h8 f8 i8 l8", ["", ""], ["", ""], ["", ""], None),  # no room beyond either end
    ],
)
def test_examples(
    board: tuple[int, int, int],
    moves: str,
    completing: list[str],
    fours: list[str],
    runs: list[str],
    answers: str | None,
) -> None:
    game = played(board, moves)
    threats = threats_of(game.position)
    assert [names(game, mask) for mask in threats.completing] == completing
    assert [names(game, mask) for mask in threats.fours] == fours
    assert [names(game, mask) for mask in threats.open_threes] == runs
    assert names(game, threats.answers) == answers


def with_stone(board: Board, player: int, cell: Cell) -> Board:
    board = board.copy()
    board.cells[cell] = player
    return board


def is_four(board: Board, player: int, cell: Cell) -> bool:
    """Whether a stone of the player gives a line that lacks one square and goes through it."""
    after = with_stone(board, player, cell)
    return any(cell in line for line, _ in definitions.lacking_one(after, player))


def is_open_three(board: Board, player: int, cell: Cell) -> bool:
    after = with_stone(board, player, cell)
    return any(cell in run[1:-1] for step in STEPS for run in definitions.open_runs(after, player, step))


def slow_answers(board: Board) -> set[Cell] | None:
    """The moves after which the next player cannot complete a line, None if nobody has to care."""
    if definitions.lacking_one(board, board.to_move):
        return None
    safe = {cell for cell, child in board.children() if not definitions.lacking_one(child, child.to_move)}
    return None if safe == {*board.empty()} else safe


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "games"),
    [
        ((7, 5, 4, 2, "exactly"), 2), ((3, 3, 3, 2), 20), ((3, 3, 3, 3), 10), ((5, 5, 4, 2), 12),
        ((6, 6, 4, 3), 6), ((7, 3, 5, 2), 5),
        ((8, 8, 5, 2), 2), ((9, 7, 6, 2), 1),
    ],
)  # fmt: skip
def test_they_are_those_of_the_definitions(board: tuple[Any, ...], games: int) -> None:
    positions = 0
    for seed in range(games):
        whole = random_game(board[:4], seed, Rules.parse(",".join(board[4:]) or "usual"))
        game = Game(whole.setup, whole.first)
        reference = reference_of(game)
        geometry = game.setup.geometry
        for move in whole.moves:
            threats = threats_of(game.position)
            for player in range(board[3]):
                turns = reference.turns_left(player) if player in reference.playing else 0
                empty = reference.empty() if turns else []
                wins = {cell for _, cell in definitions.lacking_one(reference, player)} if turns else set()
                assert cells_of(geometry, threats.completing[player]) == wins
                fours = {cell for cell in empty if is_four(reference, player, cell)}
                assert cells_of(geometry, threats.fours[player]) == (fours if turns >= 2 else set())
                runs = {cell for cell in empty if is_open_three(reference, player, cell)}
                assert cells_of(geometry, threats.open_threes[player]) == (runs if turns >= 3 else set())
            answers = None if threats.answers is None else cells_of(geometry, threats.answers)
            assert answers == slow_answers(reference), game
            game.push(move)
            repeat(reference, geometry, move)
            positions += 1
    assert positions > games
