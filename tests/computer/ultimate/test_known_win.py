"""The first player's win where boards are open until full: the expert finds it and wins by it, always.

Legality and results are judged by the tests' own boards alone. Nothing says how the expert has to play.
"""

import pytest

from tests.computer.ultimate.test_levels import placed, start
from tests.support.sampling import sampled
from tests.support.ultimate import NineBoards, name_of
from tests.support.ultimate_truth import after
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import make_solver
from ttt_tui.computer.ultimate.expert import UltimateExpert
from ttt_tui.computer.ultimate.forced_win import ANY, MiddleFirstWins
from ttt_tui.computer.ultimate.search_board import SearchBoard
from ttt_tui.engine import Limit
from ttt_tui.engine.ultimate import UltimatePosition

VARIANTS = ("open-until-full", "open-until-full, most-boards")
every_variant = pytest.mark.parametrize("words", VARIANTS)

PLIES = 43
"""The title of the paper: at most so many."""

ENOUGH = Limit(seconds=60)
"""A proof takes a tenth of a second and ends the search; slow machines get more."""


def play(position: UltimatePosition, board: NineBoards, square: int) -> None:
    """Make a move on both boards; the tests' own one has to allow it."""
    legal = {name_of(stone): stone for stone in board.legal()}
    board.play(legal[position.geometry.name(square)])
    position.play(square)


@pytest.mark.slow
@every_variant
@pytest.mark.parametrize("level", ["random", "rules", "expert 5", "negamax", "expert"])
def test_the_expert_moves_first_and_wins_in_time_against(level: str, words: str) -> None:
    for seed in range(sampled(10, 1)):
        first = seed % 2
        position, board = start(words, first), NineBoards.by(words, first)
        expert, other = UltimateExpert(seed), LEVELS[level].make(seed)
        left = PLIES
        while board.result() is None:
            if position.to_move == first:
                thought = expert.think(position, ENOUGH)
                assert thought.proof is not None
                assert thought.proof.value is Value.WIN
                assert thought.proof.plies is not None
                assert thought.proof.plies <= left
                left = thought.proof.plies
            else:
                thought = other.think(position, Limit(nodes=200))
            play(position, board, thought.move)
            left -= 1
        assert board.result() == str(first)
        assert left >= 0


def wins_whatever_the_other_does(words: str, expert: UltimateExpert, line: str = "") -> int:
    """Play all replies to the expert, who is to move after a line; the number of positions that were met."""
    seen: set[object] = set()
    position, board = start(words), NineBoards.by(words)
    for name in line.split():
        play(position, board, position.geometry.parse(name))
    attacker = board.to_move
    left = [(position, board, PLIES - position.ply)]
    while left:
        position, board, plies = left.pop()
        assert plies > 0
        move = expert.think(position, ENOUGH).move
        play(position, board, move)
        result = board.result()
        if result is not None:
            assert result == str(attacker)
            continue
        for stone in board.legal():
            reply = after(board, stone)
            assert reply.result() in (None, str(attacker))
            key = frozenset(reply.stones.items()), reply.due, frozenset(reply.owners.items())
            if reply.result() is None and key not in seen:
                seen.add(key)
                twin = position.copy()
                twin.play(twin.geometry.parse(name_of(stone)))
                left.append((twin, reply, plies - 2))
    return len(seen)


CORNER = "e5 e4 e2 f4 h2 d5 b5 f5 h5 d6 b8 e6 e8 f6 h8 d4"
EDGE = "e5 d4 b2 f4 h2 d5 b5 f5 h5 d6 b8 e6 e8 f6 h8 e4"
"""The middle board is full; which of its squares was the last one is all that matters."""


HALF_FULL = "a1 b1 d1 c1 g1 a2"
"""After it the last board is half full."""


@pytest.mark.sample(every=2)
@every_variant
def test_the_expert_wins_whatever_the_other_does(words: str) -> None:
    expert = UltimateExpert(1)
    if sampled(True, False):
        assert wins_whatever_the_other_does(words, expert) > 50_000
    else:  # the last board is half full
        assert wins_whatever_the_other_does(words, expert, f"{CORNER} {HALF_FULL}") > 500


@pytest.mark.slow
@every_variant
@pytest.mark.parametrize("line", ["", "e5 e4", "e5 e4 e2 f5", CORNER, EDGE])
def test_the_solver_proves_it_from_wherever_the_first_player_has_not_left_it(line: str, words: str) -> None:
    position = placed(start(words), line)
    if position.ply % 2 == 0:
        solver = make_solver(position.geometry)
        solution = solver.solve(position, Budget(Limit(nodes=100_000), NEVER))
        assert (solution.value, solution.plies) == (Value.WIN, PLIES - position.ply)
        assert not solution.is_exact, "other ways to win were not searched to the end"
        position.play(solution.best[0])
        solution = solver.solve(position, Budget(Limit(nodes=100_000), NEVER))
        assert (solution.value, solution.plies) == (Value.LOSS, PLIES - position.ply)


@every_variant
def test_no_fewer_plies_are_enough_by_way_of_the_middle_board(words: str) -> None:
    board, budget = SearchBoard(start(words)), Budget(Limit(), NEVER)
    assert MiddleFirstWins(20).plies(board, 0, PLIES - 1, budget) > PLIES


@every_variant
def test_nothing_is_proved_once_the_first_player_has_strayed(words: str) -> None:
    position = placed(start(words), "e5 e4 e2 f5")
    for square in position.moves:
        if position.geometry.name(square) != "h5":
            position.play(square)
            for player in (0, 1):
                budget = Budget(Limit(nodes=1000), NEVER)
                assert MiddleFirstWins(20).plies(SearchBoard(position), player, ANY, budget) > ANY
            position.undo()


@pytest.mark.parametrize("words", ["ultimate", "most-boards"])
def test_in_the_usual_game_that_way_does_not_win(words: str) -> None:
    board, budget = SearchBoard(start(words)), Budget(Limit(nodes=10_000), NEVER)
    assert MiddleFirstWins(20).plies(board, 0, 81, budget) > 81


@every_variant
def test_an_expert_without_time_for_the_proof_stays_on_the_way(words: str) -> None:
    position, expert = start(words), UltimateExpert(3)
    for reply in ("e4", "f5", "d6"):
        thought = expert.think(position, Limit(seconds=0.001))
        assert thought.proof is None
        assert position.geometry.name(thought.move) in ("e5", "e2", "h5")
        position.play(thought.move)
        position.play(position.geometry.parse(reply))


def test_an_expert_with_few_plies_or_nodes_does_not_look_for_it() -> None:
    for limit in (Limit(depth=2), Limit(nodes=2000)):
        thought = UltimateExpert(3).think(start("open-until-full"), limit)
        assert thought.proof is None
        assert thought.ranked[1:]
