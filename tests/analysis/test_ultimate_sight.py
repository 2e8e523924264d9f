"""What is said of Ultimate without a search, against the tests' own slow boards."""

from collections import Counter

import pytest

from tests.analysis.ultimate_truth import is_safe, walks, winning, worth_at_sight
from tests.support.sampling import sampled
from tests.support.ultimate import VARIANTS, name_of
from tests.support.ultimate_truth import after
from ttt_tui.analysis.judge import immediate_judgement
from ttt_tui.analysis.reasons import would_have_won
from ttt_tui.analysis.verdict import immediate_verdict, in_own_moves, is_shortest, only_move, winning_squares
from ttt_tui.computer import Value
from ttt_tui.engine import squares_of

every_variant = pytest.mark.parametrize("words", VARIANTS)


@pytest.mark.slow
@every_variant
def test_what_the_next_two_moves_decide_is_seen(words: str) -> None:
    seen = Counter[str]()
    for game, board in walks(words, sampled(100, 12)):
        position = game.position
        if position.ply < 20:
            continue
        name = position.geometry.name
        assert sorted(map(name, squares_of(winning_squares(position)))) == sorted(
            map(name_of, winning(board))
        )
        expected, verdict = worth_at_sight(board), immediate_verdict(position)
        if expected is None:
            assert verdict is None, game
            safe = [name_of(stone) for stone in board.legal() if is_safe(board, stone)]
            only = only_move(position)
            assert [name(only)] == safe if only is not None else len(safe) > 1
            seen["only"] += only is not None
            seen["not"] += 1
        else:
            assert str(verdict) == "{}{}".format(*expected), game
            assert verdict is not None
            judgement = immediate_judgement(position, verdict)
            assert judgement.move in position.moves
            if verdict.value is Value.WIN:
                assert judgement.move in squares_of(winning_squares(position))
            seen["{}{}".format(*expected)] += 1
    assert {"W1", "L2", "only", "not"} <= {*+seen}, seen


@pytest.mark.slow
@every_variant
def test_a_length_that_is_called_the_shortest_is_no_longer_than_one_that_is_seen(words: str) -> None:
    told = 0
    for game, board in walks(words, sampled(40, 5), "shortest"):
        position = game.position
        if position.ply < 20 or len(board.legal()) > 9:
            continue
        if (at_sight := worth_at_sight(board)) is not None:
            value, plies = Value.WIN if at_sight[0] == "W" else Value.LOSS, at_sight[1]
            assert is_shortest(position, value, plies)
            assert not any(is_shortest(position, value, plies + more) for more in (2, 4))
            told += 1
        elif any(
            later.result() is None and worth_at_sight(later) == ("L", 2)
            for later in (after(board, stone) for stone in board.legal())
        ):
            assert is_shortest(position, Value.WIN, 3) or "most-boards" in words
        else:
            assert not is_shortest(position, Value.WIN, 5), "nobody has looked so far"
    assert told


@pytest.mark.slow
@every_variant
def test_a_win_that_was_missed_is_one_on_the_board_that_was_due(words: str) -> None:
    missed = 0
    for number in range(10):
        wins = [(game, sorted(map(name_of, winning(board)))) for game, board in walks(words, 1, str(number))]
        game = wins[-1][0]
        for ply, (_, expected) in enumerate(wins, 1):
            assert sorted(map(game.setup.geometry.name, would_have_won(game, ply))) == expected
            missed += bool(expected) and ply < len(game.moves)
    assert missed


def test_the_winner_makes_the_last_move_unless_more_boards_win() -> None:
    for words in VARIANTS:
        for game, _ in walks(words, 10, "last"):
            verdict = immediate_verdict(game.position)
            if verdict is not None and verdict.value is not Value.DRAW:
                counted = in_own_moves(game.position, verdict, game.setup)
                assert bool(counted) == ("most-boards" not in words)
