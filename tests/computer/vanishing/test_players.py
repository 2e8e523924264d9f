"""Every level plays Vanishing: legally, inside its limits, by its seed, and by what its name means."""

import threading
from random import Random

import pytest

from tests.engine.test_vanishing import BOARD, game_of, repeated
from tests.support.levels import SOME_LEVELS
from tests.support.sampling import sampled
from tests.support.vanishing import name_of
from ttt_tui.computer import LEVELS, Proof, Value
from ttt_tui.computer.base import NEVER, play_game
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import make_solver
from ttt_tui.computer.vanishing.players import SOLVING_NODES, VanishingSearch
from ttt_tui.engine import Game, Limit, Setup, Termination, start_position
from ttt_tui.engine.vanishing import as_vanishing


def random_game(rng: Random, most: int = 20) -> Game:
    """A running game after at most so many random moves."""
    game = Game(Setup(BOARD), rng.randrange(2))
    for _ in range(rng.randrange(most)):
        game.place(rng.choice(game.position.moves))
        if game.outcome is not None:
            game.pop()
    return game


@pytest.mark.parametrize("level", [*SOME_LEVELS, "random"])
def test_every_level_plays_a_whole_game_by_its_seed(level: str) -> None:
    games = []
    for _ in range(2):
        game = Game(Setup(BOARD))
        computers = [LEVELS[level].make(seed) for seed in (3, 4)]
        outcome = play_game(game, computers, Limit(nodes=60))
        assert outcome.termination in (Termination.LINE, Termination.REPETITION)
        games.append([move.square for move in game.moves])
    assert games[0] == games[1]


@pytest.mark.parametrize("level", ["rules", "scorer", "minimax", "negamax", "expert 3", "expert"])
def test_a_win_in_one_is_taken_and_the_oldest_stone_is_no_part_of_it(level: str) -> None:
    game = game_of("a1 c3 b1 a2 c2 b2")  # X has a1, b1 and c2: a1 leaves, so c1 completes nothing
    assert not game.position.completing(0)
    game = game_of("c2 c3 a1 a2 b1 b2")
    computer = LEVELS[level].make(1)
    assert BOARD.name(computer.think(game.position.copy(), Limit(depth=1)).move) == "c1"


def test_the_expert_knows_the_value_of_every_move_and_keeps_it() -> None:
    expert, solver, rng = LEVELS["expert"].make(5), make_solver(BOARD), Random("expert")
    for _ in range(sampled(500, 40)):
        position = random_game(rng).position
        solution = solver.solve(position, Budget(Limit(), NEVER), all_moves=True)
        thought = expert.think(position.copy(), Limit())
        assert thought.move in solution.best
        assert thought.proof == Proof(solution.value, solution.plies, solution.is_exact)
        assert [move.proof is not None for move in thought.ranked] == [True] * len(position.moves)
        assert [move.score for move in thought.ranked] == sorted(
            (move.score for move in thought.ranked), reverse=True
        )
        assert len(thought.pv) == (solution.plies or 1)


def test_the_expert_does_not_lose_to_random_moves() -> None:
    rng = Random("never")
    for number in range(sampled(100, 10)):
        game, expert = Game(Setup(BOARD)), LEVELS["expert"].make(number)
        while game.outcome is None:
            position = as_vanishing(game.position)
            if position.to_move == number % 2:
                game.place(expert.think(position.copy(), Limit()).move)
            else:
                game.place(rng.choice(position.moves))
        assert game.outcome.winner in (number % 2, None)


@pytest.mark.parametrize("prunes", [True, False])
def test_searches_find_the_wins_that_the_solver_knows(prunes: bool) -> None:
    rng, solver = Random(f"search {prunes}"), make_solver(BOARD)
    for number in range(sampled(200, 12)):
        position = as_vanishing((random_game(rng) if number else repeated_but_one()).position.copy())
        for depth in (1, 3, 5):
            found = VanishingSearch(position, 1.0, prunes).values(
                position.moves, depth, Budget(Limit(), NEVER)
            )
            solution = solver.solve(position, Budget(Limit(), NEVER))
            best = max(found.values())
            if solution.plies is not None and solution.plies <= depth:
                assert 1000 - abs(best) == solution.plies
                assert (best > 0) == (solution.value is Value.WIN)
            else:
                assert best == 0


def repeated_but_one() -> Game:
    game = repeated()
    game.pop()
    return game


@pytest.mark.parametrize("level", ["minimax", "negamax", "expert"])
def test_limits_and_stops_are_kept(level: str) -> None:
    position, stop = start_position(BOARD), threading.Event()
    thought = LEVELS[level].make(1).think(position, Limit(nodes=200))
    assert thought.nodes <= 201
    assert LEVELS[level].make(1).think(position, Limit(depth=2)).depth == 2
    stop.set()
    assert LEVELS[level].make(1).think(position, Limit(), stop).move in position.moves
    assert SOLVING_NODES > 200


def test_levels_choose_among_equal_moves_by_the_seed() -> None:
    position = game_of("b2").position
    moves = {LEVELS["negamax"].make(seed).think(position, Limit(depth=2)).move for seed in range(12)}
    assert len(moves) > 2
    assert {name_of(number) for number in range(9)} > {*map(BOARD.name, moves)}


def test_the_expert_is_described_by_what_it_does() -> None:
    assert LEVELS["expert"].under(BOARD.rules).summary == "knows the value of every move"
    assert LEVELS["rules"].under(BOARD.rules) == LEVELS["rules"]
