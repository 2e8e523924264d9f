"""The table of openings: found however the stones lie, and never believed against the search."""

from collections.abc import Iterator
from importlib.resources import files
from random import Random

import pytest

from tests.computer.expert.label_openings import arrangements, position_of
from ttt_tui.computer.expert import expert
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.expert.two_player import openings, root
from ttt_tui.computer.expert.two_player.openings import (
    FROM_EDGE,
    MOST_STONES,
    opening_moves,
    stones_of,
    table,
)
from ttt_tui.engine import Geometry, Limit, Position, Square, squares_of

LARGE = Geometry(19, 17, 5)

DIAGRAMS = sorted(table())


def place(moves: list[tuple[int, int]], geometry: Geometry = LARGE) -> Position:
    position = Position(geometry, 2)
    for column, row in moves:
        position.play(geometry.at(column, row))
    return position


def names(position: Position) -> set[tuple[int, int]]:
    geometry = position.geometry
    return {(geometry.column(square), geometry.row(square)) for square in squares_of(opening_moves(position))}


def images(places: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Give the places turned and mirrored in every way around the middle, and moved about a little."""
    for _ in range(2):
        for _ in range(4):
            places = [(8 - (row - 8), column) for column, row in places]  # a quarter turn around 8, 8
            yield places
            yield [(column + 1, row - 1) for column, row in places]
        places = [(16 - column, row) for column, row in places]


@pytest.mark.slow
@pytest.mark.parametrize("stones", range(1, MOST_STONES + 1))
def test_the_same_shape_has_the_same_advice_wherever_it_lies_and_however_it_is_turned(stones: int) -> None:
    random = Random(stones)
    met = 0
    for _ in range(60):
        middle = [(column, row) for column in range(7, 11) for row in range(7, 11)]
        moves = random.sample(middle, stones)
        advice = names(place(moves))
        met += bool(advice)
        for square in advice or {(8, 8)}:
            for *turned, image in images([*moves, square]):
                assert (image in names(place(turned))) == bool(advice)
    assert met > 30


def test_each_shape_is_there_once_with_a_square_that_is_empty_and_near() -> None:
    lines = (files(openings.__package__) / "openings.txt").read_text().splitlines()
    assert len(DIAGRAMS) == len(lines)
    for diagram in DIAGRAMS:
        position = position_of(diagram)
        assert opening_moves(position) & position.empty
        column, row = table()[diagram]
        assert min(max(abs(stone.column - column), abs(stone.row - row)) for stone in stones_of(diagram)) <= 4


@pytest.mark.slow
def test_every_shape_that_the_table_is_made_for_is_in_it() -> None:
    for stones, width in ((1, 1), (2, 5), (3, 5), (4, 4)):
        assert set(arrangements(stones, width)) <= set(DIAGRAMS)


@pytest.mark.parametrize(
    ("geometry", "moves"),
    [
        (LARGE, []),
        (LARGE, [(FROM_EDGE - 1, 8)]),
        (LARGE, [(8, 17 - FROM_EDGE)]),
        (LARGE, [(8, 8), (9, 8), (8, 9), (9, 9), (10, 10)]),
        (LARGE, [(5, 5), (12, 12)]),
        (Geometry(19, 17, 4), [(8, 8)]),
        (Geometry(19, 17, 6), [(8, 8)]),
        (Geometry(8, 8, 5), [(4, 4)]),
    ],
)
def test_elsewhere_it_says_nothing(geometry: Geometry, moves: list[tuple[int, int]]) -> None:
    assert not opening_moves(place(moves, geometry))


def test_a_stone_of_somebody_who_has_resigned_is_nobody_s_here() -> None:
    position = Position(LARGE, 3)
    for square in (LARGE.at(8, 8), LARGE.at(9, 9), LARGE.at(8, 9)):
        position.play(square)
    position.resign(1)
    assert len(position.active) == 2
    assert not opening_moves(position)


def thought_of(position: Position, advice: Square, monkeypatch: pytest.MonkeyPatch) -> Square:
    monkeypatch.setattr(expert, "opening_moves", lambda position: 1 << advice)
    return Expert().think(position, Limit(nodes=3_000)).move


@pytest.mark.slow
def test_advice_is_followed_where_it_is_nearly_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    position = place([(9, 8), (10, 9)])
    best, *others = Expert().think(position, Limit(nodes=3_000)).ranked
    near = next(other.square for other in others if best.score - other.score < root.OPENING_BONUS / 3)
    assert thought_of(position, near, monkeypatch) == near
    corner = LARGE.at(0, 0)
    assert thought_of(position, corner, monkeypatch) != corner


def test_advice_that_loses_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    position = place([(9, 8), (3, 3), (9, 9), (13, 3), (9, 10)])  # three in a row, open at both ends
    monkeypatch.setattr(root, "OPENING_BONUS", 5_000)
    elsewhere = LARGE.at(3, 12)
    assert thought_of(position, elsewhere, monkeypatch) != elsewhere
