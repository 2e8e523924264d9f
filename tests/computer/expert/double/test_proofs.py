"""What the expert claims with two stones a turn is true: against trying everything on small boards."""

from random import Random

import pytest

from tests.computer.expert.double.brute_force import CERTAIN, BruteForce, empty_board, random_position
from tests.support.reference import MaxN
from tests.support.sampling import sampled
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.double.attack import FURTHEST, TurnAttack
from ttt_tui.computer.expert.double.board import TurnBoard
from ttt_tui.computer.expert.double.player import PROVED, WIN, Memory, TurnLookahead, stones_left
from ttt_tui.computer.expert.double.tracks import Tracks
from ttt_tui.engine import Geometry, Limit, Position, Rules, squares_of

BOARDS = [
    (Geometry(columns, rows, k, Rules.parse(words)), empty)
    for columns, rows, k, words, empty in (
        (5, 5, 4, "double", 8),
        (6, 6, 5, "double", 8),
        (5, 4, 4, "double", 8),
        (4, 4, 3, "double", 8),
        (6, 4, 4, "double, exactly", 8),
        (5, 4, 4, "double, torus", 8),
    )
]


def test_trying_everything_agrees_with_the_reference() -> None:
    geometry = Geometry(3, 3, 3, Rules(per_turn=2))
    position, board = Position(geometry, 2), empty_board(geometry)
    for column, row in ((0, 0), (1, 1)):
        position.play(geometry.at(column, row))
        board.place((column, row))
    assert BruteForce(geometry).worth_of(position) == MaxN().worth(board)[position.to_move]


def positions(truth: BruteForce, geometry: Geometry, empty: int, count: int) -> list[tuple[Position, int]]:
    """Positions of a board and what they are worth to the side to move."""
    rng = Random(f"proofs {geometry} {geometry.rules}")
    chosen = [random_position(geometry, rng.randint(empty - 2, empty), rng) for _ in range(count)]
    return [(position, truth.worth_of(position)) for position in chosen]


@pytest.mark.slow
@pytest.mark.parametrize(("geometry", "empty"), BOARDS, ids=str)
def test_wins_by_threats_are_wins(geometry: Geometry, empty: int) -> None:
    truth, tracks = BruteForce(geometry), Tracks(geometry, 1.0)
    wins = claimed = 0
    for position, worth in positions(truth, geometry, empty, sampled(150, 8)):
        board = TurnBoard(tracks, position)
        left = stones_left(position)
        won = TurnAttack(tracks.bits, 1.0).win(board, 0, left, FURTHEST, Budget(Limit(), NEVER))
        wins += worth > 0
        if won is None:
            continue
        claimed += 1
        assert worth >= CERTAIN - position.ply - won.plies
        after, mover = position.copy(), position.to_move
        for square in squares_of(won.turn):
            after.play(square)
        if not after.geometry.has_line(after.stones[mover]):
            sign = 1 if after.to_move == mover else -1
            assert sign * truth.worth_of(after) >= CERTAIN - position.ply - won.plies
    assert wins / 2 < claimed <= wins


@pytest.mark.parametrize(("geometry", "empty"), BOARDS, ids=str)
def test_what_a_look_ahead_proves_is_true(geometry: Geometry, empty: int) -> None:
    truth, tracks = BruteForce(geometry), Tracks(geometry, 1.0)
    proved = {1: 0, -1: 0}
    for position, worth in positions(truth, geometry, empty, sampled(100, 5)):
        board, left = TurnBoard(tracks, position), stones_left(position)
        ahead = TurnLookahead(board, left, TurnAttack(tracks.bits, 1.0), Memory(tracks.bits, 1.0))
        for depth in (1, 2, 3):
            values = ahead.values(depth, Budget(Limit(), NEVER))
            best = max(values.values())
            chosen = max(values, key=values.__getitem__)
            for square, value in values.items():
                after, mover = position.copy(), position.to_move
                after.play(square)
                if after.geometry.has_line(after.stones[mover]):
                    continue
                real = truth.worth_of(after) * (1 if after.to_move == mover else -1)
                if square == chosen and value > PROVED:  # of others it is a bound
                    assert real >= value - WIN + CERTAIN
                if value < -PROVED:
                    assert real <= value + WIN - CERTAIN
            if best > PROVED:
                assert worth > 0
                proved[1] += 1
            if best < -PROVED and ahead.is_complete:
                assert worth < 0
                proved[-1] += 1
    assert proved[1]


def test_an_attack_remembers_whose_turn_it_is_and_how_many_stones_are_left() -> None:
    geometry = Geometry(7, 7, 4, Rules(per_turn=2))
    rng, tracks, attack = Random("memory"), Tracks(geometry, 1.0), TurnAttack(Tracks(geometry, 1.0).bits, 1.0)
    answers = set()
    for _ in range(sampled(60, 8)):
        board = TurnBoard(tracks, random_position(geometry, 40, rng))
        for player in (0, 1):
            for left in (1, 2, 1):
                fresh = TurnAttack(tracks.bits, 1.0).win(board, player, left, 4, Budget(Limit(), NEVER))
                kept = attack.win(board, player, left, 4, Budget(Limit(), NEVER))
                assert (kept is None) == (fresh is None)
                answers.add((left, kept is None))
    assert len(answers) == 4
