"""The expert near the end of a game: its moves and proofs against plain negamax, and what it does in time."""

import threading
from random import Random

import pytest

from tests.computer.ultimate.test_levels import MOST_CALLS, every_variant, start
from tests.computer.ultimate.test_search import late_game
from tests.computer.ultimate.test_solver import VALUES, late_games, stone_of
from tests.support.calls import CallCounter
from tests.support.sampling import sampled
from tests.support.truth import sign
from tests.support.ultimate_truth import CERTAIN
from ttt_tui.computer import Thought, Value
from ttt_tui.computer.base import NEVER, ignore_report
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.memory import TwoGenerationCache
from ttt_tui.computer.ultimate.deepening import deepen
from ttt_tui.computer.ultimate.expert import ENTRY_BYTES, FEWEST_NODES, ROOM, ChanceSearch, UltimateExpert
from ttt_tui.engine import Limit

ENOUGH = Limit(nodes=400_000)


@pytest.mark.slow
@every_variant
def test_the_expert_plays_the_end_as_plain_negamax_does(words: str) -> None:
    expert, met = UltimateExpert(1), set()
    for position, _, worths in late_games(words, sampled(100, 12), sampled(10, 8)):
        best = max(worths.values())
        reports: list[Thought] = []
        thought = expert.think(position, ENOUGH, report=reports.append)
        assert (reports[-1].move, reports[-1].proof) == (thought.move, thought.proof)
        assert thought.proof is not None
        assert thought.proof.value is VALUES[sign(best)]
        assert worths[thought.move] == best if best else worths[thought.move] == 0
        if best:
            assert (thought.proof.plies, thought.proof.is_exact) == (CERTAIN - abs(best), True)
        else:
            assert all(worths[ranked.square] == 0 for ranked in thought.ranked)
            assert thought.score == 0
        met.add(sign(best))
    assert len(met) > 1


@pytest.mark.slow
@every_variant
def test_twenty_squares_are_played_without_a_mistake(words: str) -> None:
    dice, games = Random(words), 0
    while games < sampled(30, 3):
        game = late_game(dice, words, 20)
        if game is None:
            continue
        games += 1
        position, board = game
        proved: dict[int, Value] = {}
        experts = UltimateExpert(1), UltimateExpert(2)
        while board.result() is None:
            thought = experts[position.to_move].think(position, ENOUGH)
            assert thought.proof is not None
            assert proved.setdefault(position.to_move, thought.proof.value) is thought.proof.value
            position.play(thought.move)
            board.play(stone_of(thought.move))
        for player, value_of in proved.items():
            expected = {str(player): Value.WIN, "draw": Value.DRAW}.get(board.result() or "", Value.LOSS)
            assert value_of is expected


@pytest.mark.slow
@every_variant
def test_a_search_of_some_moves_proves_only_wins(words: str) -> None:
    met = set()
    for position, _, worths in late_games(words, sampled(60, 12), 8):
        some = [move for move, worth in worths.items() if worth == min(worths.values())]
        if len(some) == len(worths):
            continue
        search = ChanceSearch(position, TwoGenerationCache(1.0, ENTRY_BYTES))
        thought = deepen(position, search, Limit(), Budget(Limit(), NEVER), ignore_report, Random(1), some)
        worst = VALUES[sign(worths[some[0]])]
        met.add(worst)
        assert thought.move in some
        assert thought.proof is None if worst is not Value.WIN else thought.proof is not None
    assert Value.LOSS in met


@pytest.mark.slow
def test_few_nodes_or_plies_are_for_the_search_alone() -> None:
    dice = Random(5)
    while (game := late_game(dice, "ultimate", ROOM)) is None:
        pass
    position, _ = game
    assert position.squares_left > 20
    assert UltimateExpert(1).think(position, Limit(nodes=FEWEST_NODES - 1, depth=None)).depth < 20
    assert UltimateExpert(1).think(position, Limit(depth=2)).depth == 2


@every_variant
def test_a_proof_ends_with_the_time_and_with_a_stop(words: str) -> None:
    dice, stop = Random(words), threading.Event()
    stop.set()
    late = None
    while late is None:
        late = late_game(dice, words, ROOM)
    for position in (start(words), late[0]):
        expert = UltimateExpert(1)
        with CallCounter() as stopped:
            expert.think(position, Limit(), stop)
        assert stopped.calls < MOST_CALLS
        with CallCounter(after=0.05) as overtime:
            expert.think(position, Limit(seconds=0.05))
        assert overtime.calls < MOST_CALLS
