"""Random set-ups and positions of every rule, drawn by the strategies, for the levels and the solver."""

from random import Random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from tests.support.levels import SOME_LEVELS
from tests.support.reference import MaxN
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, kinds_of_rules, placement_of, reference_of, repeat, setups
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solver import make_solver
from ttt_tui.engine import Game, Geometry, Limit, Move, Setup, is_valid_setup


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("level", SOME_LEVELS)
@settings(max_examples=sampled(500, 5))
@given(setup=setups(largest=6), seed=st.integers(0, 99))
def test_every_level_plays_every_set_up_legally_to_the_end(level: str, setup: Setup, seed: int) -> None:
    game, board = Game(setup, seed % len(setup.players)), None
    computer, dice = LEVELS[level].make(seed), Random(seed)
    board = reference_of(game)
    while game.outcome is None:
        assert not board.is_dead()
        position = game.position.copy()
        if dice.random() < 0.5:  # the others are random: more kinds of positions are met
            square = computer.think(position, Limit(nodes=dice.choice([1, 30]))).move
            assert position == game.position, "left as it was"
        else:
            square = dice.choice(position.moves)
        assert cell_of(setup.geometry, square) in {cell for cell, _ in board.children()}
        game.place(square)
        repeat(board, setup.geometry, game.moves[-1])
    computer.close()
    assert game.outcome.winner == board.winner_by(cell_of(setup.geometry, square))


FEWEST_STONES = {(3, 3, 3): 0, (4, 3, 3): 5, (4, 4, 3): 10, (4, 4, 4): 9}
"""Board → how many stones stand on it at least, so that it can be played out in every way."""

MOST_TRIES = 30
"""Games that are played for one position."""


@st.composite
def small_positions(draw: st.DrawFn) -> Game:
    """A running game of two on a small board with few empty squares, sometimes with stones of a third."""
    size = draw(st.sampled_from([*FEWEST_STONES]))
    kind, dice = draw(kinds_of_rules(*size)), Random(draw(st.integers(0, 2**32)))
    squares = size[0] * size[1]
    stones = draw(st.integers(FEWEST_STONES[size], squares - 1))
    can_be_three = is_valid_setup(Setup(Geometry(*size, kind), 3))
    players = 3 if can_be_three and stones > 3 and draw(st.integers(0, 9)) == 0 else 2
    for _ in range(MOST_TRIES):
        game = Game(Setup(Geometry(*size, kind), players))
        while game.outcome is None and len(game.position.active) > 1 and game.position.ply < stones:
            game.place(dice.choice(game.position.moves))
            if game.outcome is None and len(game.position.active) == 3 and dice.random() < 0.3:
                game.push(Move(dice.choice(game.position.active), None))
        if game.outcome is None and len(game.position.active) == 2:
            return game
        stones = max(FEWEST_STONES[size], stones - 1) if game.position.ply > 2 else stones
    return reject()  # by some rules hardly any game is still running with so many stones


TRUTHS: dict[Geometry, MaxN] = {}
"""What is known of each board with its rules."""

MOST_KNOWN = 40_000
"""Positions that are remembered, so that a worker stays small."""


@pytest.mark.slow
@settings(max_examples=sampled(20_000, 15))
@given(game=small_positions())
def test_the_solver_finds_the_value_and_all_moves_that_keep_it(game: Game) -> None:
    geometry, position, board = game.setup.geometry, game.position, reference_of(game)
    mover = board.to_move
    if sum(len(truth._known) for truth in TRUTHS.values()) > MOST_KNOWN:
        TRUTHS.clear()
    truth = TRUTHS.setdefault(geometry, MaxN())
    worths = {
        placement_of(geometry, *choice): truth.worth_of_move(board, *choice)[mover]
        for choice in board.choices(mover)
    }
    best = max(worths.values())
    sign = (best > 0) - (best < 0)
    solver = make_solver(geometry)
    solution = solver.solve(position, Budget(Limit(), NEVER), all_moves=True)
    assert solution.value is (Value.DRAW, Value.WIN, Value.LOSS)[sign], game
    keeping = {move for move, worth in worths.items() if (worth > 0) - (worth < 0) == sign}
    assert {*solution.best} == keeping, game
    found = solver.proof_map(position)
    found.extend(Budget(Limit(), NEVER))
    assert found.is_complete
    for move, proof in found.proofs.items():
        worth = worths[move]
        assert proof.value is (Value.DRAW, Value.WIN, Value.LOSS)[(worth > 0) - (worth < 0)], game
        assert proof.plies == (1000 - abs(worth) - position.ply if worth else None), game
