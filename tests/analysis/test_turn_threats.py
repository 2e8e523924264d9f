"""Threats of turns of two stones, compared with playing every turn out, and the hints that name them."""

from itertools import combinations
from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.threats import threatened_gaps, threats_of, turn_answers, winning_gaps
from ttt_tui.computer import Thought
from ttt_tui.engine import Geometry, Mask, Position, Rules, Setup, mask_of


def winning_sets(position: Position, player: int, stones: int) -> set[Mask]:
    """Return the smallest sets of empty squares, at most so many, with which a player has a line."""
    found: set[Mask] = set()
    for count in range(1, stones + 1):
        for squares in combinations(position.moves, count):
            mask = mask_of(squares)
            if position.geometry.has_line(position.stones[player] | mask):
                found |= {mask} if not any(less & ~mask == 0 for less in found) else set()
    return found


def is_safe(position: Position) -> bool:
    """Whether the player to move, who cannot win in this turn, can stop the other one from winning next."""
    mover = position.to_move
    if not position.moves:
        return True
    for square in position.moves:
        position.play(square)
        is_held = (
            is_safe(position)
            if position.to_move == mover
            else not winning_sets(position, position.to_move, position.stones_left)
        )
        position.undo()
        if is_held:
            return True
    return False


def positions(count: int, geometry: Geometry) -> list[Position]:
    random, found = Random(7), []
    while len(found) < count:
        position = Position(geometry, 2)
        for _ in range(random.randrange(3, 11)):
            position.play(random.choice(position.moves))
        if not any(map(geometry.has_line, position.stones)):
            found.append(position)
    return found


@pytest.mark.parametrize(("side", "k"), [(4, 4), (5, 4)])
def test_gaps_and_answers_are_those_that_playing_every_turn_finds(side: int, k: int) -> None:
    kinds = set()
    for position in positions(sampled(100, 25), Geometry(side, side, k, Rules.parse("double"))):
        wins = winning_sets(position, position.to_move, position.stones_left)
        assert {gap for gap in winning_gaps(position) if not _has_smaller(gap, wins)} == wins
        answers = turn_answers(position)
        if wins or not threatened_gaps(position):
            assert answers is None
            continue
        safe = 0
        mover = position.to_move
        for square in position.moves:
            position.play(square)
            other = position.to_move
            is_held = is_safe(position) if other == mover else not winning_sets(position, other, 2)
            position.undo()
            safe |= is_held << square
        assert (position.empty if answers is None else answers) == safe
        kinds.add("any" if answers is None else "some" if answers else "none")
    assert kinds >= {"some", "none"}


def _has_smaller(gap: Mask, sets: set[Mask]) -> bool:
    return any(less != gap and less & ~gap == 0 for less in sets)


def start(names: str) -> tuple[Position, Setup]:
    geometry = Geometry(9, 9, 6, Rules.parse("connect6"))
    position = Position(geometry, 2)
    for name in names.split():
        position.play(geometry.parse(name))
    return position, Setup(geometry, 2)


FOUR = "c5 a1 i9 d5 e5 a9 i1 f5 i3"
"""X has four in a row, c5 to f5, and it is O's turn."""


@pytest.mark.parametrize(
    ("names", "move", "theme", "why"),
    [
        (f"{FOUR} c1 e9", "a5", "You can win in this turn", "a5 and b5 complete a line"),
        (f"{FOUR} c1 e9 a5", "b5", "You can win at once", "b5 completes a line"),
        (FOUR, "g5", "X threatens to complete a line", "g5 stops 2 of the 3 ways X can complete a line"),
        (f"{FOUR} b5", "g5", "X threatens to complete a line", "g5 stops X's line"),
        (f"{FOUR} c1", "g5", "X threatens to complete a line", "You can't stop all that X threatens"),
    ],
)
def test_a_hint_says_what_a_turn_completes_or_has_to_stop(
    names: str, move: str, theme: str, why: str
) -> None:
    position, setup = start(names)
    found = hint(position, setup, Thought(setup.geometry.parse(move)))
    assert (found.look_for, found.why) == (theme, why)


def test_both_squares_of_a_turn_that_wins_are_drawn_with_their_line() -> None:
    position, setup = start(f"{FOUR} c1 e9")
    drawing = hint(position, setup, Thought(setup.geometry.parse("a5"))).drawing
    planned = [(setup.geometry.name(move.square), move.player, move.number) for move in drawing.moves]
    assert planned == [("a5", 0, 1), ("b5", 0, 2)]
    assert [line.squares.bit_count() for line in drawing.lines] == [6]


def test_a_four_of_six_is_a_threat_that_is_shown_and_has_to_be_answered() -> None:
    position, setup = start(FOUR)
    threats = threats_of(position)
    named = {setup.geometry.name(square) for square in position.moves if threats.fours[0] >> square & 1}
    assert named == {"a5", "b5", "g5", "h5"}
    assert threats.completing == (0, 0)
    assert threats.answers == threats.fours[0]
    position.play(setup.geometry.parse("b5"))
    assert threats_of(position).answers == mask_of(map(setup.geometry.parse, ("g5", "h5")))
