"""No level that looks for a line misses one that wins at once, by any combination of rules."""

from random import Random

import pytest

from tests.support.all_rules import TABLE, fewer, new_game
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, reference_of
from ttt_tui.computer import LEVELS
from ttt_tui.engine import Limit


@pytest.mark.slow
@pytest.mark.parametrize(("words", "players"), TABLE, ids=[f"{words}-{n}" for words, n in TABLE])
def test_a_win_in_one_is_taken(words: str, players: int) -> None:
    dice, found = Random(f"{words} {players}"), 0
    for number in range(fewer(words, sampled(200, 12))):
        game = new_game(words, players)
        assert game is not None
        geometry = game.setup.geometry
        while game.outcome is None:
            board = reference_of(game)
            winning = set() if board.misere else board.wins_with(board.to_move)
            if winning:
                found += 1
                for level in ("rules", "scorer"):
                    move = LEVELS[level].make(number).think(game.position, Limit(nodes=100)).move
                    cell, mark = cell_of(geometry, geometry.square_of(move)), geometry.mark_of(move)
                    assert (cell, board.to_move if mark is None else mark) in winning, (level, game)
            game.place(dice.choice(game.position.moves))
    assert found or "misere" in words or words == "renju"


ANYBODYS = [
    words
    for words, _ in TABLE
    if "double" in words and "misere" not in words and ("shared" in words or "wild" in words)
]


@pytest.mark.sample(every=9)
@pytest.mark.parametrize("words", ANYBODYS)
def test_a_win_with_both_stones_of_a_turn_is_begun_where_lines_are_everybodys(words: str) -> None:
    dice, found = Random(words), 0
    for number in range(sampled(100, 12)):
        game = new_game(words)
        assert game is not None
        geometry = game.setup.geometry
        while game.outcome is None:
            board = reference_of(game)
            beginning = set()
            for cell, stone in board.choices(board.to_move):
                child = board.copy()
                child.place(cell, stone)
                if child.to_move == board.to_move and child.wins_with(child.to_move):
                    beginning.add((cell, stone))
            if beginning and not board.wins_with(board.to_move):
                found += 1
                for level in ("rules", "scorer"):
                    move = LEVELS[level].make(number).think(game.position, Limit(nodes=100)).move
                    cell, mark = cell_of(geometry, geometry.square_of(move)), geometry.mark_of(move)
                    assert (cell, mark or 0) in beginning, (level, game)
            game.place(dice.choice(game.position.moves))
    assert found
