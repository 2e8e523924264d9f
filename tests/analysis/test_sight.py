"""What the rules alone tell of a position, against trying everything."""

from random import Random

import pytest

from tests.analysis.positions import scattered, worth_of
from tests.analysis.truth import CERTAIN, text
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.verdict import LONGEST_SEEN, immediate_verdict, is_shortest, only_move
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Position, Termination

BOARDS = [(3, 3, 3), (4, 3, 3), (5, 3, 3), (4, 4, 3)]


def some(board: tuple[int, int, int], count: int = 200) -> list[Position]:
    rng = Random(f"sight {board}")
    most = min(12, board[0] * board[1])
    return [scattered(*board, rng.randint(most // 3, most), rng) for _ in range(count)]


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_told_at_sight_is_true_and_all_of_its_kind(board: tuple[int, int, int]) -> None:
    told = 0
    for position in some(board):
        seen, truth = immediate_verdict(position), text(worth_of(position))
        if seen is not None:
            told += 1
            assert str(seen) == truth
        else:
            assert truth not in ("W1", "L2")
    assert told > 20


@pytest.mark.parametrize("board", BOARDS)
def test_all_moves_but_an_only_one_lose_at_once(board: tuple[int, int, int]) -> None:
    told = 0
    for position in some(board):
        if immediate_verdict(position) is not None or (move := only_move(position)) is None:
            continue
        told += 1
        assert position.empty >> move & 1
        for square in position.moves:
            if square != move:
                child = position.copy()
                child.play(square)
                assert worth_of(child) == CERTAIN - 1
    assert told > 5


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("board", BOARDS)
def test_a_length_is_called_the_shortest_if_it_is_and_is_told_up_to_five_plies(
    board: tuple[int, int, int],
) -> None:
    told = 0
    for position in some(board):
        worth = worth_of(position)
        if not worth:
            continue
        value, plies = Value.WIN if worth > 0 else Value.LOSS, CERTAIN - abs(worth)
        assert is_shortest(position, value, plies) == (plies <= LONGEST_SEEN)
        assert not is_shortest(position, value, plies + 2)
        told += plies > 2
    assert told > 5


def test_a_dead_board_of_three_players_is_shared() -> None:
    game = play(Game(make_setup(3, 3, 3, players=3)), "a3 b3 a1 a2 c3 c2")
    assert game.outcome is not None
    assert game.outcome.termination is Termination.DEAD_BOARD
    seen = immediate_verdict(game.position)
    assert seen is not None
    assert (str(seen), seen.chance) == ("D", 1 / 3)


def test_with_more_players_two_threats_of_the_next_one_are_no_proof() -> None:
    game = play(Game(make_setup(5, 5, 3, players=3)), "a1 c3 e5 b4 d3 e1")
    assert game.position.completing(1).bit_count() == 2
    assert immediate_verdict(game.position) is None
