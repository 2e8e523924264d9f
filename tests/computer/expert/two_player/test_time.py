"""What becomes of a move when the time is short: none is played unchecked, and a likely win is believed."""

from collections.abc import Iterator
from random import Random
from threading import Event

import pytest

from ttt_tui.computer.base import ignore_report
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.root import TwoPlayerSearch
from ttt_tui.computer.expert.two_player.search_tables import SearchTables
from ttt_tui.computer.expert.two_player.values import DECIDED
from ttt_tui.engine import Geometry, Limit, Position, Square, squares_of

GOMOKU = Geometry(15, 15, 5)


def crowded(seed: int, plies: int) -> Position:
    """Stones close to one another, as in a game, and nobody has four of five."""
    random, position = Random(seed), Position(GOMOKU, players=2)
    while position.ply < plies:
        if not position.ply:
            position.play(GOMOKU.parse("h8"))
            continue
        stones = list(squares_of(position.occupied))
        near = {
            square
            for stone in stones
            for step in GOMOKU.directions
            for square in (stone + step, stone - step, stone + 2 * step, stone - 2 * step)
            if square in GOMOKU and position.empty >> square & 1
        }
        position.play(random.choice(sorted(near)))
        if position.completing(0) or position.completing(1):
            position.undo()
    return position


class Watched(TwoPlayerSearch):
    """Notes which moves were tried against wins by force."""

    def __init__(self, position: Position, nodes: int) -> None:
        budget, limit = Budget(Limit(nodes=nodes), Event()), Limit(nodes=nodes)
        super().__init__(SearchTables(GOMOKU, None, 30), position, limit, budget, ignore_report, Random(0))
        self.checked: set[Square] = set()
        check = self.refutations.check

        def note(move: Square, share: float) -> None:
            check(move, share)
            self.checked.add(move)

        self.refutations.check = note  # type: ignore[method-assign]


def positions() -> Iterator[Position]:
    for seed in range(40):
        yield crowded(seed, 8 + seed % 9)


@pytest.mark.slow
def test_no_move_is_played_that_was_not_tried_against_wins_by_force() -> None:
    tried = threatened = 0
    for position in positions():
        for nodes in (1500, 3000):
            thinking = Watched(position.copy(), nodes)
            thought = thinking.think()
            if thought.proof or (thought.score or 0) > DECIDED:
                continue
            threatened += thinking.refutations.threat is not None
            tried += 1
            assert thought.move in thinking.checked
            lost = thinking.refutations.found
            assert thought.move not in lost or thinking.checked <= lost.keys()
    assert tried > 30
    assert threatened > 10


@pytest.mark.slow
def test_a_likely_win_is_played_when_its_proof_takes_too_long() -> None:
    believed = 0
    for position in positions():
        thinking = Watched(position.copy(), 1200)
        found = thinking.likely.by_threes(thinking.me, 0.2)
        if found is None:
            continue
        thinking = Watched(position.copy(), 1200)
        proofs = thinking.certain.by_threes
        thinking.certain.by_threes = lambda attacker, share, proofs=proofs: proofs(attacker, 0.0)  # type: ignore[method-assign]
        thought = thinking.think()
        if thinking.certain.exhausted or thought.proof:
            continue
        believed += 1
        assert thought.move == thought.pv[0]
        assert thought.proof is None
        assert thought.score is not None
        assert thought.score > DECIDED
    assert believed > 0
