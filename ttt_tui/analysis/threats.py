"""Threats of both sides as squares: where a stone completes a line, and shapes that lead there.

`k` is the length of a line. A *four* of five in a row stands here, for any k, for a line of k−1 stones that
lacks one square; an *open three* is an open run, k−2 adjacent stones from which one more makes two fours.

>>> from ttt_tui.engine import Geometry, Position, squares_of
>>> from ttt_tui.analysis.threats import threats_of
>>> position = Position(Geometry(3, 3, 3), players=2)
>>> for name in ("a1", "b3", "b1"):
...     position.play(position.geometry.parse(name))
>>> threats = threats_of(position)
>>> [position.geometry.name(square) for square in squares_of(threats.completing[0])]
['c1']
>>> [position.geometry.name(square) for square in squares_of(threats.answers)]
['c1']

Where lines have to be of exactly k, a stone beside one makes it too long, so that it is no threat. Under
rules by which no line wins there are no threats.

Where a turn has two stones, a line that lacks two squares has to be answered as well. A *gap* is the empty
squares that a line without anybody else's stone lacks.

>>> position = Position(Geometry(6, 6, 4, Rules.parse("double")), players=2)
>>> for name in ("a1", "b3", "c3"):
...     position.play(position.geometry.parse(name))
>>> [" ".join(map(position.geometry.name, squares_of(gap))) for gap in threatened_gaps(position)]
['a3 d3', 'd3 e3']
>>> [position.geometry.name(square) for square in squares_of(turn_answers(position) or 0)]
[]
>>> winning_gaps(position)
[]
"""

from itertools import chain
from typing import NamedTuple

from ttt_tui.analysis.by_rules import lines_win
from ttt_tui.engine import Geometry, LineRule, Mask, Position, Rules, mask_of, squares_of
from ttt_tui.engine.rules import TWO_A_TURN


def step_of(line: Mask) -> int:
    """Return the direction of squares in a straight line: how far the first two are apart."""
    first, second, *_ = squares_of(line)
    return second - first


def direction_of(geometry: Geometry, line: Mask) -> str:
    """Return the word for the direction of squares in a straight line: `row`, `column` or `diagonal`."""
    along_row, down_column, *_ = geometry.directions
    return {along_row: "row", down_column: "column"}.get(step_of(line), "diagonal")


def is_too_long(geometry: Geometry, line: Mask, stones: Mask) -> bool:
    """Whether any of the owner's `stones` makes a line too long for the rules."""
    return geometry.rules.line is not LineRule.AT_LEAST and bool(geometry.line_ends[line] & stones)


def makes_four(geometry: Geometry, stones: Mask, empty: Mask) -> Mask:
    """Return the empty squares where one more of these stones makes a line that lacks one square."""
    found = 0
    k, free = geometry.line_length, stones | empty
    for line in geometry.lines:
        if (
            not line & ~free
            and (line & stones).bit_count() == k - 2
            and not is_too_long(geometry, line, stones)
        ):
            found |= line
    return found & empty


def open_runs(geometry: Geometry, stones: Mask, empty: Mask, step: int) -> Mask:
    """Return the first squares of the runs of k−2 stones along `step` that are open at both ends.

    The squares at both ends are empty and so is one beyond, so that a stone between makes two ways to win.
    There is none for k = 3.
    """
    length = geometry.line_length - 2
    starts = _open_places(geometry, stones, empty, step)
    for i in range(length):
        starts &= stones >> i * step
    return starts


def makes_open_run(geometry: Geometry, stones: Mask, empty: Mask) -> Mask:
    """Return the empty squares where one more of these stones makes a run one of `open_runs`."""
    length = geometry.line_length - 2
    found = 0
    for step in geometry.directions:
        places = _open_places(geometry, stones, empty, step)
        for gap in range(length):
            starts = places & empty >> gap * step
            for i in range(length):
                if i != gap:
                    starts &= stones >> i * step
            found |= starts << gap * step
    return found


def _open_places(geometry: Geometry, stones: Mask, empty: Mask, step: int) -> Mask:
    """Return the squares where a run of k−2 of these stones could begin, by the squares around it."""
    length = geometry.line_length - 2
    if length < 2:  # one stone of three is no run
        return 0
    before, after = empty << 2 * step, empty >> (length + 1) * step  # one beyond is empty, too
    if geometry.rules.line is not LineRule.AT_LEAST:  # a stone still further makes a line too long
        further_before, further_after = stones << 3 * step, stones >> (length + 2) * step
        before &= ~further_before & ~(stones >> (length + 1) * step)
        after &= ~further_after & ~(stones << 2 * step)
    return empty << step & empty >> length * step & (before | after)


def run_of(geometry: Geometry, start: int, step: int) -> tuple[tuple[int, ...], Mask]:
    """Return the squares of an open run that begins there, and those with the squares at its ends."""
    length = geometry.line_length - 2
    squares = tuple(start + i * step for i in range(length))
    return squares, mask_of((start - step, *squares, start + length * step))


class Threats(NamedTuple):
    """The squares that count in a position. A player who resigned, or has too few turns left, has none."""

    completing: tuple[Mask, ...]
    """For each player, where a stone completes a line."""
    fours: tuple[Mask, ...]
    """For each player, where a stone makes a line of k−1 that lacks one square."""
    open_threes: tuple[Mask, ...]
    """For each player, where a stone makes k−2 in a row that are open at both ends, as in
    `ReasonKind.MAKES_RUN`."""
    answers: Mask | None
    """Where the player to move has to move: after any other move the next player can complete a line. 0 if
    that holds for every move; None if there is no such threat, or the mover can complete a line first. Where
    a turn has two stones it refers to the turn; see `turn_answers`."""


def threats_of(position: Position) -> Threats:
    """Return the threats of a position in which nobody has won; none where a line does not win."""
    if not have_threats(position):
        none = (0,) * len(position.stones)
        return Threats(none, none, none, None)
    geometry, empty = position.geometry, position.empty
    players = range(len(position.stones))
    turns = [position.turns_left(player) if player in position.active else 0 for player in players]
    completing = tuple(position.completing(player) if turns[player] else 0 for player in players)
    fours = tuple(
        makes_four(geometry, position.stones[player], empty) if turns[player] >= 2 else 0
        for player in players
    )
    open_threes = tuple(
        makes_open_run(geometry, position.stones[player], empty) if turns[player] >= 3 else 0
        for player in players
    )
    must_answer = turn_answers if has_turn_threats(position) else answers
    return Threats(completing, fours, open_threes, must_answer(position))


def have_threats(position: Position) -> bool:
    """Whether a line wins, so that lines that lack a square, or two where a turn has two stones, threaten."""
    return lines_win(position) or has_turn_threats(position)


def answers(position: Position) -> Mask | None:
    """Return where the player to move has to move, as in `Threats.answers`."""
    mover, *others = position.in_turn()
    if not others or not lines_win(position) or position.completing(mover):
        return None
    threat = position.completing(others[0])
    if not threat or not position.turns_left(others[0]):
        return None
    return threat if threat & threat - 1 == 0 else 0


# --- a turn of two stones --------------------------------------------------------------------------------


def has_turn_threats(position: Position) -> bool:
    """Whether a turn has two stones, and a gap of two is known to be a threat by the other rules."""
    return position.geometry.rules == Rules(per_turn=TWO_A_TURN)


def winning_gaps(position: Position) -> list[Mask]:
    """Return the gaps that the player to move can fill in this turn, none by other rules."""
    return _gaps(position, position.to_move, position.stones_left)


def threatened_gaps(position: Position) -> list[Mask]:
    """Return the gaps that the other player fills in the next turn unless they are blocked before."""
    other = position.in_turn()[-1]
    return _gaps(position, other, min(TWO_A_TURN, position.turns_left(other)))


def _gaps(position: Position, player: int, stones: int) -> list[Mask]:
    from ttt_tui.computer.one_ply import gaps  # the first screen does not need it

    return list(dict.fromkeys(gaps(position, player, stones))) if has_turn_threats(position) else []


def turn_answers(position: Position) -> Mask | None:
    """Return where the player to move has to place the next stone so that the turn can stop all threats.

    0 if no turn can; None if any stone will do, as the last one of the turn can stop them all, and where
    there is no threat or the player can win first.
    """
    gaps = [] if winning_gaps(position) else threatened_gaps(position)
    if not gaps:
        return None
    alone = _in_all(gaps)
    if position.stones_left == 1:
        return alone
    if alone:
        return None
    found = 0
    for square in set(chain.from_iterable(map(squares_of, gaps))):
        if _in_all([gap for gap in gaps if not gap >> square & 1]):
            found |= 1 << square
    return found


def _in_all(gaps: list[Mask]) -> Mask:
    """Return the squares common to all gaps."""
    found = -1
    for gap in gaps:
        found &= gap
    return found
