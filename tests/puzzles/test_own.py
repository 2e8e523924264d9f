"""Puzzles of one's own: a position is one if plain minimax knows one right move, else it gets a sentence."""

from functools import cache
from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.engine import Geometry, Position, Rules, Setup, Square
from ttt_tui.puzzles.collection import shipped
from ttt_tui.puzzles.own import in_turn, puzzle_of
from ttt_tui.puzzles.puzzle import Goal
from ttt_tui.puzzles.text import from_text

THREE = Setup(Geometry(3, 3, 3))
LINES = [
    *({(i, 0), (i, 1), (i, 2)} for i in range(3)),
    *({(0, i), (1, i), (2, i)} for i in range(3)),
    {(0, 0), (1, 1), (2, 2)},
    {(0, 2), (1, 1), (2, 0)},
]
EVERY = frozenset((column, row) for column in range(3) for row in range(3))
Cells = frozenset[tuple[int, int]]


@cache
def value(mine: Cells, theirs: Cells) -> int:
    """Return 1, 0 or -1 for the player to move on 3×3, by plain minimax."""
    if any(line <= theirs for line in LINES):
        return -1
    free = EVERY - mine - theirs
    return max((-value(theirs, mine | {cell}) for cell in free), default=0)


def of(setup: Setup, names: str) -> Position:
    position = Position(setup.geometry, len(setup.players))
    for name in names.split():
        position.play(setup.geometry.parse(name))
    return position


def cells(position: Position, player: int) -> Cells:
    geometry = position.geometry
    return frozenset(
        (geometry.column(square), geometry.row(square)) for square in position.squares_by_owner()[player]
    )


def keeping(position: Position) -> tuple[int, list[Square]]:
    """Return the value of a position, and the moves that keep it."""
    mine, theirs = cells(position, position.to_move), cells(position, 1 - position.to_move)
    geometry, worth = position.geometry, value(mine, theirs)
    kept = [
        square
        for square in position.moves
        if -value(theirs, mine | {(geometry.column(square), geometry.row(square))}) == worth
    ]
    return worth, kept


def test_on_the_smallest_board_the_puzzles_are_the_positions_with_one_right_move() -> None:
    rng, seen = Random(3), set[str]()
    for _ in range(sampled(400, 120)):
        position = Position(THREE.geometry, 2)
        for square in rng.sample(THREE.geometry.squares, rng.randrange(1, 7)):
            position.play(square)
        if any(map(THREE.geometry.has_line, position.stones)) or position.is_dead():
            continue
        if any(map(position.completing, (0, 1))):
            assert "completes a line" in (said := puzzle_of(position, THREE).sentence) or "threatens" in said
            continue
        found = puzzle_of(position, THREE)
        worth, kept = keeping(position)
        assert (found.puzzle is not None) == (worth >= 0 and len(kept) == 1), (position, found)
        if found.puzzle is not None:
            seen.add(found.puzzle.goal)
            assert found.puzzle.goal is (Goal.WIN if worth else Goal.HOLD)
            task = found.puzzle.task()
            assert {*task.stones} == {*position.stones}
            assert task.stones[0] == position.stones[position.to_move]
        else:
            seen.add(found.sentence.split(":")[0].rsplit(" ", 1)[-1])
    assert len(seen) >= 2


@pytest.mark.parametrize(
    ("setup", "names", "sentence"),
    [
        (THREE, "a1 a2 b1 b2", "X completes a line on c1: a puzzle takes at least two moves"),
        (THREE, "a1 b2 b1", "X threatens to complete a line on c1, so the answer is forced"),
        (THREE, "a1 a2 b1 b2 c1", "the game is over here"),
        (Setup(Geometry(4, 4, 3), 3), "a1 a2", "puzzles are for two players"),
        (Setup(Geometry(3, 3, 3, Rules.parse("misere"))), "a1", "Games with unusual rules make no puzzles"),
        (Setup(Geometry(6, 6, 4)), "a1", "35 squares are empty; on a board of this size"),
        (Setup(Geometry(15, 15, 5)), "h8", "no forced win was found for O, and none of X's to stop"),
        (Setup(Geometry(15, 15, 5)), "h8 a1 i9 a15 j10 o1", "g7 and k11 both win: a puzzle"),
    ],
)  # fmt: skip
def test_each_reason_has_a_sentence(setup: Setup, names: str, sentence: str) -> None:
    found = puzzle_of(of(setup, names), setup)
    assert found.puzzle is None
    assert found.sentence.startswith(sentence)


def test_stones_that_no_game_places_in_turn_make_none() -> None:
    position = Position(THREE.geometry, 2)
    position.set_up([[0], []], 0, None)
    assert in_turn(position) is None
    assert "placed in turn" in puzzle_of(position, THREE).sentence


def test_either_player_may_have_begun() -> None:
    geometry = THREE.geometry
    for stones, mover in (("b2 a3", "c3"), 1), (("c3", "b2 a3"), 0):
        position = Position(geometry, 2)
        position.set_up([[*map(geometry.parse, names.split())] for names in stones], mover, None)
        played = in_turn(position)
        assert played is not None
        assert sorted(map(geometry.name, played[::2])) == ["a3", "b2"]
        assert len(played) % 2 == 1


def test_a_puzzle_of_a_collection_is_found_again() -> None:
    for line in (
        "15x15, 5 in a row, win in 2, rated 900: h8 a1 i9 a3 j10 k11 h9 a7 j9 o15",
        "3x3, 3 in a row, hold for 1, rated 900: c1 c2 c3",
    ):
        [puzzle] = from_text(line)
        position = puzzle.task().position
        found = puzzle_of(position, Setup(puzzle.geometry))
        if found.puzzle is not None:
            assert (found.puzzle.goal, found.puzzle.task().stones) == (puzzle.goal, puzzle.task().stones)
        else:
            assert found.sentence


def test_the_time_ends_the_proof() -> None:
    puzzle = next(each for each in shipped().puzzles if each.goal is Goal.STOP)
    setup = Setup(puzzle.geometry)
    found = puzzle_of(puzzle.task().position, setup, seconds=0.0)
    assert found.puzzle is None
    assert "in the time" in found.sentence
