"""The expert with two stones a turn: wins, defends, keeps to its plan and to its limits."""

import gc
import threading
import tracemalloc
from itertools import combinations
from random import Random

import pytest

from tests.support.sampling import sampled
from tests.support.strategies import position_after
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.expert.double.player import knows_double
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.engine import Game, Geometry, Limit, Position, Rules, Setup, mask_of, squares_of

CONNECT_SIX = Geometry(19, 19, 6, Rules(per_turn=2))
LIMITS = (Limit(nodes=1), Limit(depth=1), Limit(depth=3), Limit(nodes=600))

FOUR = "j10 a1 c1 k10 l10 a5 c5 m10 a9"
"""The first player has four in a row, and the second is to move."""

FORCED = "j10 k9 j9 k10 l11 k11 k8 k7 k12"
"""The side to move wins by threats, in some turns."""


def played(expert: Expert, position: Position, limit: Limit, turns: int) -> list[str]:
    """The stones that an expert places for both sides."""
    names = []
    for _ in range(turns):
        names.append(position.geometry.name(expert.think(position.copy(), limit).move))
        position.play(position.geometry.parse(names[-1]))
    return names


@pytest.mark.parametrize("limit", LIMITS, ids=str)
def test_it_completes_a_line_in_a_turn(limit: Limit) -> None:
    position = position_after(CONNECT_SIX, FOUR + " c9 e1")
    expert = Expert()
    thought = expert.think(position, limit)
    assert thought.proof is not None
    assert (thought.proof.value, thought.proof.plies) == (Value.WIN, 2)
    position.play(thought.move)
    thought = expert.think(position, limit)
    assert thought.proof is not None
    assert thought.proof.plies == 1
    position.play(thought.move)
    assert CONNECT_SIX.has_line(position.stones[0])


@pytest.mark.parametrize("limit", LIMITS, ids=str)
def test_with_one_stone_left_it_does_what_it_can_against_an_open_four(limit: Limit) -> None:
    position = position_after(CONNECT_SIX, FOUR + " c9")
    thought = Expert().think(position, limit)
    assert CONNECT_SIX.name(thought.move) in {"h10", "i10", "n10", "o10"}
    assert thought.proof is not None
    assert thought.proof.value is Value.LOSS


@pytest.mark.parametrize("limit", LIMITS, ids=str)
def test_with_two_stones_it_stops_an_open_four(limit: Limit) -> None:
    position = position_after(CONNECT_SIX, "a1 j10 k10 c1 a5 l10 m10")
    played(Expert(), position, limit, 2)
    board = position.geometry
    assert not any(
        (line & ~position.stones[1]).bit_count() <= 2 and not line & position.stones[0]
        for line in board.lines
    )


def stopping_turns(position: Position, attacker: int) -> list[tuple[int, int]]:
    """All pairs of squares that leave an attacker no line to complete in a turn, of those near its stones."""
    theirs, ours = position.stones[attacker], position.stones[1 - attacker]
    lines = CONNECT_SIX.lines
    lacking = [line & ~theirs for line in lines if not line & ours and (line & ~theirs).bit_count() <= 2]
    near = [square for square in squares_of(position.empty) if any(need >> square & 1 for need in lacking)]
    pairs = combinations(near, 2)
    return [pair for pair in pairs if all(need & mask_of(pair) for need in lacking)]


@pytest.mark.parametrize("number", range(sampled(12, 2)))
def test_a_win_that_was_proved_comes_in_time_whatever_the_replies(number: int) -> None:
    position, expert, limit = position_after(CONNECT_SIX, FORCED), Expert(), Limit(seconds=60)
    mover, plies, rng = position.to_move, 99, Random(f"replies {number}")
    while True:
        if position.to_move == mover:
            thought = expert.think(position, limit)
            assert thought.proof is not None
            assert thought.proof.value is Value.WIN
            assert thought.proof.plies is not None
            assert thought.proof.plies <= plies
            plies = thought.proof.plies - 1
            position.play(thought.move)
            if CONNECT_SIX.has_line(position.stones[mover]):
                break
        else:
            pairs = stopping_turns(position, mover)
            for square in rng.choice(pairs) if pairs else rng.sample(position.moves, 2):
                position.play(square)
            plies -= 2
    assert plies == 0


def test_under_a_limit_of_nodes_a_game_can_be_replayed() -> None:
    used = Expert(seed=3)
    names = played(used, Position(CONNECT_SIX, 2), Limit(nodes=150), 5)
    assert played(used, Position(CONNECT_SIX, 2), Limit(nodes=150), 5) == names
    position = position_after(CONNECT_SIX, " ".join(names[:2]))
    assert played(Expert(seed=3), position, Limit(nodes=150), 3) == names[2:]


def test_the_first_stone_goes_to_the_middle() -> None:
    assert played(Expert(), Position(CONNECT_SIX, 2), Limit(nodes=100), 1) == ["j10"]


def test_a_stop_ends_it_with_a_move_and_another_board_begins_anew() -> None:
    expert, stop = Expert(), threading.Event()
    stop.set()
    for geometry in (CONNECT_SIX, Geometry(9, 9, 5, Rules(per_turn=2))):
        position = position_after(geometry, "e5 e6 f6 d7 d8 g4 g3")
        thought = expert.think(position, Limit(seconds=30), stop)
        assert thought.move in position.moves
        assert thought.nodes < 20


def test_it_leaves_a_full_board_or_one_without_lines_to_the_rules() -> None:
    geometry = Geometry(5, 4, 4, Rules(per_turn=2))
    rng = Random("full")
    for _ in range(3):
        game, expert = Game(Setup(geometry)), Expert()
        while game.outcome is None:
            game.place(geometry.name(rng.choice(game.position.moves)))
            if game.outcome is None:
                game.place(geometry.name(expert.think(game.position.copy(), Limit(nodes=40)).move))


@pytest.mark.parametrize(
    "words", ["usual", "double, misere", "double, drop", "double, exactly, torus", "torus", "exactly"]
)
def test_other_rules_are_not_its_affair(words: str) -> None:
    assert not knows_double(Geometry(9, 9, 5, Rules.parse(words)))


@pytest.mark.slow
@pytest.mark.parametrize("words", ["double", "double, torus"])
def test_it_keeps_to_its_megabytes(words: str) -> None:
    geometry = Geometry(20, 20, 6, Rules.parse(words))
    position = position_after(geometry, "j10 h9 g8 k11 l12 m13 j12")
    geometry.lines  # noqa: B018 -- the board's own tables are not the expert's
    Expert(megabytes=0.1).think(position, Limit(nodes=10))
    gc.collect()
    tracemalloc.start()
    try:
        expert = Expert(megabytes=5)
        for _ in range(5):
            position.play(expert.think(position, Limit(seconds=1000, nodes=4000)).move)
            assert tracemalloc.get_traced_memory()[1] <= 5_000_000
            assert 0 < expert.bytes <= 5_000_000
        expert.close()
        del expert
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] <= 200_000
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.parametrize("level", ["scorer", "negamax", "rules"])
def test_it_beats_the_other_levels(level: str) -> None:
    rng, won, games = Random("beats"), 0, 8
    for number in range(games):
        game = Game(Setup(CONNECT_SIX))
        if number % 2 == 0:
            squares = [CONNECT_SIX.at(column, row) for column in range(6, 13) for row in range(6, 13)]
            opening = [CONNECT_SIX.name(square) for square in rng.sample(squares, 5)]
        for name in opening:
            game.place(name)
        players = [LEVELS[level].make(seed=number), LEVELS[level].make(seed=number)]
        players[number % 2] = Expert()
        while game.outcome is None:
            thought = players[game.position.to_move].think(game.position.copy(), Limit(nodes=1000))
            game.place(CONNECT_SIX.name(thought.move))
        won += game.outcome.winner == number % 2
    assert won >= 0.75 * games
