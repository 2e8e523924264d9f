"""How often each of several players wins when a position is played on."""

import threading
from random import Random

import pytest

from tests.support.strategies import make_setup, play
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.playout import playout_shares
from ttt_tui.engine import Game, Limit, Move, Position


def shares(position: Position, nodes: int = 20_000, seed: int = 1) -> tuple[float, ...]:
    return playout_shares(position, Budget(Limit(nodes=nodes), NEVER), Random(seed))


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_shares_add_up_to_one_and_nobody_is_favoured_on_an_empty_board(players: int) -> None:
    found = shares(Position(make_setup(9, 9, 4, players).geometry, players))
    assert sum(found) == pytest.approx(1)
    assert max(found) - min(found) < 0.1


def test_who_can_complete_a_line_and_is_to_move_has_all() -> None:
    position = play(Game(make_setup(5, 5, 3, players=3)), "a1 c3 e5 b1 c4 e4").position
    assert shares(position) == (1, 0, 0)


def test_two_ways_to_win_that_one_of_the_others_can_stop_are_not_lost_for_all() -> None:
    position = play(Game(make_setup(5, 5, 4, players=3)), "a5 b3 e5 a1 c3 e1 c5 d3 b1").position
    assert position.completing(1).bit_count() == 2
    found = shares(position)
    assert found[1] > found[0]
    assert found[1] > found[2]


def test_a_full_board_without_a_line_is_shared_by_all() -> None:
    game = play(Game(make_setup(3, 3, 3, players=3)), "a3 b3 a1 a2 c3 c2")
    assert shares(game.position) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_who_has_resigned_has_none() -> None:
    game = play(Game(make_setup(7, 7, 4, players=4)), "d4 c3 e5")
    game.push(Move(1, None))
    found = shares(game.position)
    assert found[1] == 0
    assert sum(found) == pytest.approx(1)


def test_the_same_dice_give_the_same_shares_and_the_position_stays() -> None:
    position = play(Game(make_setup(7, 7, 4, players=3)), "d4 c3 e5 d5").position
    before = position.copy()
    assert shares(position) == shares(position)
    assert position == before


def test_one_playout_is_made_even_when_it_has_to_stop() -> None:
    stop = threading.Event()
    stop.set()
    position = Position(make_setup(15, 15, 5, 3).geometry, 3)
    assert sum(playout_shares(position, Budget(Limit(), stop), Random(1))) == pytest.approx(1)


def test_no_more_playouts_are_made_than_were_asked_for() -> None:
    position = play(Game(make_setup(5, 5, 3, players=3)), "a1 c3 e5").position
    found = playout_shares(position, Budget(Limit(), NEVER), Random(1), most=8)
    assert all((24 * share) == pytest.approx(round(24 * share)) for share in found)
