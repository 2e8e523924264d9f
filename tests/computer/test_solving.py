"""Proof maps as the rest of the program asks for them: limits, stops, boards and what is kept."""

import threading
from random import Random

import pytest

from tests.support.reference import CERTAIN, Board, MaxN
from tests.support.strategies import cell_of, position_after
from ttt_tui.computer import Proof, Value
from ttt_tui.computer.expert.solver.solver import can_be_solved
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.engine import Geometry, Limit, Position, Square


@pytest.mark.slow
def test_what_was_cut_goes_on_and_only_news_is_reported() -> None:
    position = position_after(Geometry(5, 5, 4), "c3")
    at_once = ProofMaps().of(position, Limit())
    maps = ProofMaps()
    reported: list[tuple[Square, Proof]] = []
    sizes = []
    for _ in range(100):
        part = maps.of(position, Limit(nodes=1000), report=lambda *news: reported.append(news))
        assert part == dict(reported)
        sizes.append(len(part))
    assert sizes == sorted(sizes)
    assert 0 < sizes[3] < sizes[-1] == 24
    assert part == at_once
    assert len(set(reported)) == len(reported)
    assert {proof.value for proof in part.values()} == {Value.DRAW, Value.LOSS}
    position.play(position.moves[0])
    assert maps.of(position, Limit(nodes=20)) != part
    position.undo()
    assert maps.of(position, Limit(nodes=0)) == at_once, "the map is kept while others are made"


def test_the_position_is_left_as_it_was_and_the_map_is_the_callers() -> None:
    maps, position = ProofMaps(), position_after(Geometry(3, 3, 3), "a1 b2")
    before = position.copy()
    found = maps.of(position, Limit())
    assert position == before
    whole = dict(found)
    found.clear()
    assert maps.of(position, Limit(nodes=0)) == whole


def test_the_same_stones_with_the_other_player_to_move_have_another_map() -> None:
    maps, geometry = ProofMaps(), Geometry(3, 3, 3)
    found = []
    for mover in (0, 1):
        position = position_after(geometry, "a1 b2 b1")
        position.to_move = mover
        found.append(maps.of(position, Limit())[geometry.parse("c1")])
    assert found == [Proof(Value.WIN, 1, is_exact=True), Proof(Value.DRAW)]


def test_stones_of_who_resigned_stand_in_the_way_of_both() -> None:
    geometry = Geometry(4, 3, 3)
    position, board = position_after(geometry, "a1 b2 b1 a3 c3", players=3), Board(4, 3, 3, [0, 1, 2])
    for name in ("a1", "b2", "b1", "a3", "c3"):
        board.place(cell_of(geometry, geometry.parse(name)))
    assert not can_be_solved(position)
    with pytest.raises(ValueError, match="values to unpack"):
        ProofMaps().of(position)
    position.resign(1)
    board.resign(1)
    assert can_be_solved(position)
    truth, found = MaxN(), ProofMaps().of(position, Limit())
    for square in position.moves:
        worth = truth.worth_of_move(board, cell_of(geometry, square))[position.to_move]
        value = Value.WIN if worth > 0 else Value.LOSS if worth < 0 else Value.DRAW
        plies = CERTAIN - abs(worth) - position.ply if worth else None
        assert found[square] == Proof(value, plies, is_exact=plies is not None)
    assert len({proof.value for proof in found.values()}) > 1


def test_large_boards_are_for_a_map_when_few_squares_are_left() -> None:
    assert can_be_solved(Position(Geometry(9, 9, 5), 2))
    position = Position(Geometry(10, 9, 5), 2)
    assert not can_be_solved(position)
    for square in position.moves[:9]:
        position.play(square)
    assert can_be_solved(position)


@pytest.mark.slow
def test_it_keeps_to_its_megabytes() -> None:
    maps, geometry, dice = ProofMaps(megabytes=8.0), Geometry(6, 6, 4), Random(1)
    for _ in range(150):
        position = Position(geometry, 2)
        for square in dice.sample(position.moves, 10):
            position.play(square)
        if not any(map(geometry.has_line, position.stones)):
            maps.of(position, Limit(nodes=200))
            assert maps.bytes <= 8_000_000
    assert maps.bytes > 4_000_000
    maps.close()
    assert maps.bytes == 0


def test_another_board_begins_anew_and_a_stop_ends_it() -> None:
    maps, stop = ProofMaps(), threading.Event()
    for size in ((3, 3, 3), (4, 3, 3), (3, 3, 3)):
        position = Position(Geometry(*size), 2)
        assert maps.of(position, Limit(nodes=100_000)).keys() == set(position.moves)
    stop.set()
    assert maps.of(Position(Geometry(4, 4, 3), 2), Limit(nodes=100_000), stop) == {}
