"""How many ways there are to play on by each rule, and to how many positions: engine and reference."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, takewhile

import pytest

from tests.engine.perft import Count, counted, read
from tests.support.sampling import sampled
from tests.support.strategies import make_setup
from ttt_tui.engine import Game, Position, Rules

COUNTS = read()

FEW = 150
"""Positions of one ply that are enough for the quick tests."""


def engine_census(position: Position) -> Iterator[tuple[int, int]]:
    """The same as `reference.census`, from what a position says: who may place where, and who has won."""
    yield 1, 1
    going_on: dict[object, tuple[Position, int]] = {0: (position, 1)}
    while going_on:
        ways: Counter[object] = Counter()
        after: dict[object, Position] = {}
        for before, count in going_on.values():
            for move in before.moves:
                mover, child = before.to_move, before.copy()
                child.play(move)
                key = tuple(child.stones), child.to_move, child.stage
                ways[key] += count
                if child.winner_by_line(mover) is None:
                    after[key] = child
                child = child.copy()
                child.undo()
                assert child == before
        yield ways.total(), len(ways)
        going_on = {key: (child, ways[key]) for key, child in after.items()}


@pytest.mark.slow
@pytest.mark.parametrize("count", COUNTS, ids=lambda count: f"{count.words} {count.size} {len(count.start)}")
def test_the_engine_counts_as_many_as_the_reference(count: Count) -> None:
    game = Game(make_setup(*count.size, kind=Rules.parse(count.words)))
    for name in count.start:
        game.place(name)
    most = sampled(10**9, FEW)
    expected = list(
        takewhile(lambda counts: counts[1] <= most, zip(count.ways, count.positions, strict=True))
    )
    assert list(islice(engine_census(game.position), len(expected))) == expected


@pytest.mark.slow
@pytest.mark.parametrize("count", COUNTS, ids=lambda count: f"{count.words} {count.size} {len(count.start)}")
def test_the_reference_still_counts_what_the_table_says(count: Count) -> None:
    assert counted(count) == count


def test_the_table_has_counts_that_are_known() -> None:
    """Of usual tic-tac-toe there are 255,168 games and 5,478 positions."""
    usual = next(count for count in COUNTS if (count.words, count.size) == ("usual", (3, 3, 3)))
    assert usual.ways == (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
    assert sum(usual.positions) == 5478
    connect_four = next(count for count in COUNTS if count.size == (7, 6, 4))
    assert connect_four.positions == (1, 7, 49, 238, 1120, 4263)
