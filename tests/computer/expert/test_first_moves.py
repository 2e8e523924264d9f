"""The expert's first stone and its reply to one: they keep what the board is worth, by a plain search."""

import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.support.reference import lines
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.engine import Geometry, Limit, Position, mask_of, squares_of

Size = tuple[int, int, int]
"""Columns, rows, line length."""

# --- the truth: a search over the lines that each side can still complete, every square of them tried

Lines = frozenset[int]
"""The empty squares of each line that a side can still complete, a bit for each."""


def open_lines(position: Position) -> tuple[Lines, Lines]:
    """Those of the player to move, and those of the other one."""
    geometry = position.geometry
    mover, other = (position.stones[player] for player in position.in_turn())
    every = [
        mask_of(geometry.at(*cell) for cell in line)
        for line in lines(geometry.columns, geometry.rows, geometry.line_length)
    ]
    return (
        frozenset(line & ~mover for line in every if not line & other),
        frozenset(line & ~other for line in every if not line & mover),
    )


def after(square: int, mine: Lines, yours: Lines) -> tuple[Lines, Lines]:
    """The open lines, those of the side to move first, when a stone was placed."""
    stone = 1 << square
    return frozenset(line for line in yours if not line & stone), frozenset(line & ~stone for line in mine)


@cache
def is_worth(least: int, mine: Lines, yours: Lines) -> bool:
    """Whether the side to move wins, if `least` is 1, or at least does not lose, if it is 0."""
    if any(line.bit_count() == 1 for line in mine):
        return True
    if not (mine if least else yours):
        return not least
    if forced := [line for line in yours if line.bit_count() == 1]:
        return not is_worth(1 - least, *after(forced[0].bit_length() - 1, mine, yours))
    weights: Counter[int] = Counter()
    for line in (*mine, *yours):
        for square in squares_of(line):
            weights[square] += 4 ** (20 - line.bit_count())
    order = sorted(weights, key=lambda square: (-weights[square], square))
    return any(not is_worth(1 - least, *after(square, mine, yours)) for square in order)


def worth(position: Position) -> int:
    """1 if the player to move can force a line, −1 if the other one can, else 0."""
    both = open_lines(position)
    return 1 if is_worth(1, *both) else 0 if is_worth(0, *both) else -1


# --- first moves


def one_stone(geometry: Geometry) -> Iterator[int]:
    """The squares of a quarter of the board, which stand for all."""
    for row in range((geometry.rows + 1) // 2):
        for column in range((geometry.columns + 1) // 2):
            yield geometry.at(column, row)


def first_move(position: Position, limit: Limit, seed: int = 0) -> Thought:
    return Expert(seed).think(position, limit, threading.Event(), lambda thought: None)


SMALL = [(columns, rows, 3) for columns in range(3, 9) for rows in range(3, 9) if columns * rows <= 28]
LONG = [(12, 3, 3), (3, 12, 3)]


@pytest.mark.sample(every=11)
@pytest.mark.parametrize("size", [*SMALL, *LONG, (4, 4, 4)])
def test_the_first_stone_and_the_reply_to_any_keep_what_the_board_is_worth(size: Size) -> None:
    geometry = Geometry(*size)
    for first in (None, *one_stone(geometry)):
        position = Position(geometry, 2)
        if first is not None:
            position.play(first)
        before = worth(position)
        thought = first_move(position, Limit(nodes=20_000))
        position.play(thought.move)
        assert -worth(position) == before, (first, geometry.name(thought.move))
    is_worth.cache_clear()


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 7, 3), (4, 4, 4), (6, 6, 5), (12, 12, 12)])
def test_what_the_first_two_moves_are_worth_is_proved_and_said(size: Size) -> None:
    position = Position(Geometry(*size), 2)
    expert = Expert(0)
    for value in (Value.WIN, Value.LOSS) if size == (3, 7, 3) else (Value.DRAW, Value.DRAW):
        reports: list[Thought] = []
        thought = expert.think(position, Limit(nodes=20_000), threading.Event(), reports.append)
        assert thought.proof is not None
        assert thought.proof.value is value
        assert reports == [thought]
        position.play(thought.move)


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    ("size", "first"), [((3, 6, 3), "b1"), ((3, 7, 3), "b7"), ((7, 3, 3), "g2"), ((20, 3, 3), "a2")]
)
def test_a_win_that_a_bad_first_stone_gives_away_is_taken_and_kept(size: Size, first: str) -> None:
    """The other side blocks what it can and else plays by chance; the plies promised run down."""
    geometry = Geometry(*size)
    dice = Random(1)
    for _ in range(20):
        position = Position(geometry, 2)
        position.play(geometry.parse(first))
        me, promised, expert = position.to_move, 99, Expert(0)
        while not geometry.has_line(position.stones[me]):
            thought = expert.think(position, Limit(nodes=20_000), threading.Event(), lambda thought: None)
            assert thought.proof is not None
            assert thought.proof.value is Value.WIN
            assert thought.proof.plies is not None
            assert thought.proof.plies <= promised
            promised = thought.proof.plies - 2
            position.play(thought.move)
            position.play(dice.choice(list(squares_of(position.completing(me))) or position.moves))


CORNERS = {(column, row) for column in (-1, 1) for row in (-1, 1)}
SIDES = {(-1, 0), (1, 0), (0, -1), (0, 1)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "around"),
    [((15, 15, 5), SIDES), ((10, 11, 5), SIDES), ((15, 15, 6), CORNERS)],
)
def test_where_nothing_is_proved_at_a_glance_they_cost_no_more_than_that(
    size: Size, around: set[tuple[int, int]]
) -> None:
    """The centre, and a square that touches its side, as the table of openings has it, or else its corner."""
    geometry = Geometry(*size)
    position = Position(geometry, 2)
    centre = size[0] // 2, size[1] // 2
    thought = first_move(position, Limit(nodes=400))
    assert (geometry.column(thought.move), geometry.row(thought.move)) == centre
    replies = set()
    position.play(thought.move)
    for seed in range(40):
        thought = first_move(position, Limit(nodes=400), seed)
        assert thought.proof is None
        assert thought.nodes <= 21
        replies.add((geometry.column(thought.move), geometry.row(thought.move)))
    assert replies == {(centre[0] + column, centre[1] + row) for column, row in around}


def test_on_a_narrow_board_the_reply_is_on_the_board() -> None:
    for size in ((3, 20, 20), (20, 3, 20), (3, 4, 4), (3, 3, 3)):
        geometry = Geometry(*size)
        for first in one_stone(geometry):
            position = Position(geometry, 2)
            position.play(first)
            assert first_move(position, Limit(nodes=1000)).move in position.moves


def test_a_depth_is_not_seen_beyond_and_what_it_shows_is_played() -> None:
    geometry = Geometry(3, 7, 3)
    position = Position(geometry, 2)
    position.play(geometry.parse("b1"))
    near = first_move(position, Limit(depth=2))
    assert near.proof is None
    far = first_move(position, Limit(depth=21))
    assert far.proof is not None
    assert far.proof.value is Value.WIN
    position.play(far.move)
    assert worth(position) == -1


@pytest.mark.parametrize("size", [(4, 4, 3), (7, 6, 3), (9, 9, 3)])
def test_of_the_quickest_wins_the_centre_is_played(size: Size) -> None:
    position = Position(Geometry(*size), 2)
    thought = first_move(position, Limit(nodes=20_000))
    assert thought.proof == Proof(Value.WIN, 5)
    assert thought.move == position.geometry.at(size[0] // 2, size[1] // 2)
