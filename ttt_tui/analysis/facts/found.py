"""What a move did: facts of the positions before and after it, true by definition and never from a score.

A line is somebody's as long as that player is still in the game, no other stone is in it, and the player has
as many turns left as the line has empty squares: that is what a dead board is judged by, too. What can no
longer be completed is no fact; nor are the lines of players who resigned.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from ttt_tui.analysis.threats import open_runs, run_of, step_of
from ttt_tui.engine import Game, Geometry, Mask, Position, Square, squares_of

SMALL_SIDE = 5
"""The longest side, in squares, of a board on which the middle and the corners are worth a word."""


class FactKind(StrEnum):
    """What a move did, the most important first. Lines have k squares."""

    WON = "won"
    """It completed a line; then nothing else is told."""
    MISSED = "missed"
    """It did not complete a line where it could."""
    CLOSED = "closed"
    """It took the square that an opponent's line lacked; those stones have no line that way any more."""
    BLOCKED = "blocked"
    """It took a square that an opponent's line lacked; those stones can still become a line that way."""
    WANTS = "wants"
    """It made a line that lacks one square, and one where the player could not win before."""
    LEFT_OPEN = "left open"
    """It let an opponent keep a line that lacks one square."""
    STOPPED = "stopped"
    """It took from k−2 stones of an opponent what had made them `OPENED`."""
    OPENED = "opened"
    """It put k−2 stones in a row that is open at both ends: one more at an end makes two ways to win."""
    EXTENDED = "extended"
    """It made a line of k−2 stones, the fullest that way, which is not `OPENED`."""
    MIDDLE = "middle"
    """It took the middle of a small board, and nothing else is true."""
    CORNER = "corner"
    """It took a corner of a small board, and nothing else is true."""


class Fact(NamedTuple):
    """One thing that a move did."""

    kind: FactKind
    squares: tuple[Square, ...]
    """In reading order, what it is about. The squares that complete a line: played for `WON`, `CLOSED` and
    `BLOCKED`, empty for `MISSED`, `WANTS` and `LEFT_OPEN`. The stones of `STOPPED`, `OPENED` and `EXTENDED`,
    the square of `MIDDLE` and `CORNER`."""
    line: Mask
    """All squares of all lines that are meant; 0 for `MIDDLE` and `CORNER`. It is one direction's, save for
    `WON`, `MISSED`, `WANTS` and `LEFT_OPEN`."""
    player: int
    """Whose line it is: an opponent's for `CLOSED`, `BLOCKED`, `LEFT_OPEN` and `STOPPED`, else the mover's;
    the mover for `MIDDLE` and `CORNER`."""


IMPORTANCE = {kind: place for place, kind in enumerate(FactKind)}
"""The place of each kind, the most important first."""


def would_have_won(game: Game, ply: int) -> tuple[Square, ...]:
    """Return the squares where the mover of move `ply`, from 1, could have completed a line at once.

    A move that won is on one of them. Who resigned out of turn had none. Raises `ValueError` if the game has
    no such move.
    """
    position, player = _before(game, ply), game.moves[ply - 1].player
    return tuple(squares_of(position.completing(player))) if player == position.to_move else ()


def facts(game: Game, ply: int) -> tuple[Fact, ...]:
    """Return what move `ply`, from 1, of a game did, the most important first.

    Opponents' lines come in the order in which their players move next. A resignation can only have missed
    a win. Raises `ValueError` if the game has no such move.
    """
    before, move = _before(game, ply), game.moves[ply - 1]
    if move.square is None:
        return tuple(_missed(before)) if move.player == before.to_move else ()
    return facts_of_stone(before, move.square)


def facts_of_stone(before: Position, square: Square) -> tuple[Fact, ...]:
    """Return what a stone of the player to move does on an empty square, the most important first."""
    after = before.copy()
    after.play(square)
    mover = before.to_move
    if before.completing(mover) >> square & 1:
        won = before.geometry.winning_squares(after.stones[mover], square)
        return (Fact(FactKind.WON, (square,), won, mover),)
    found = [
        *_missed(before),
        *_blocked(before, after, square),
        *_wanted(before, after),
        *_left_open(before, after),
        *_stopped(before, after),
        *_extended(before, after, square),
    ] or _place(before, square)
    return tuple(sorted(found, key=lambda fact: IMPORTANCE[fact.kind]))


def _before(game: Game, ply: int) -> Position:
    """Return the position in which move `ply` was made."""
    if not 1 <= ply <= len(game.moves):
        raise ValueError(f"no move {ply} in a game of {len(game.moves)}")
    position = Position(game.setup.geometry, len(game.setup.players), game.first)
    for move in game.moves[: ply - 1]:
        if move.square is None:
            position.resign(move.player)
        else:
            position.play(move.square)
    return position


# --- one kind after the other, of the positions before and after a stone of the player to move -----------


def _missed(before: Position) -> Iterator[Fact]:
    mover = before.to_move
    if squares := before.completing(mover):
        yield _to_complete(FactKind.MISSED, before, mover, squares)


def _blocked(before: Position, after: Position, square: Square) -> Iterator[Fact]:
    geometry = before.geometry
    for player in _opponents(before):
        stones = before.stones[player]
        if not before.turns_left(player):
            continue
        for step in geometry.directions:
            line = 0
            for needed in geometry.lines_through[square]:
                if needed & ~stones == 1 << square and step_of(needed) == step:
                    line |= needed
            if line:
                is_open = any(
                    other & line & stones and step_of(other) == step and _is_live(after, player, other)
                    for other in geometry.lines
                )
                kind = FactKind.BLOCKED if is_open else FactKind.CLOSED
                yield Fact(kind, (square,), line, player)


def _wanted(before: Position, after: Position) -> Iterator[Fact]:
    mover = before.to_move
    squares = after.completing(mover)
    if squares & ~before.completing(mover) and after.turns_left(mover):
        yield _to_complete(FactKind.WANTS, after, mover, squares)


def _left_open(before: Position, after: Position) -> Iterator[Fact]:
    for player in _opponents(before):
        if (squares := after.completing(player)) and after.turns_left(player):
            yield _to_complete(FactKind.LEFT_OPEN, after, player, squares)


def _stopped(before: Position, after: Position) -> Iterator[Fact]:
    for player in _opponents(before):
        if before.turns_left(player) >= 2:
            for step in before.geometry.directions:
                starts = _open_runs(before, player, step) & ~_open_runs(after, player, step)
                yield from _runs(FactKind.STOPPED, before.geometry, player, starts, step)


def _extended(before: Position, after: Position, square: Square) -> Iterator[Fact]:
    geometry, mover = before.geometry, before.to_move
    k, stones = geometry.line_length, after.stones[mover]
    if k < 4 or after.turns_left(mover) < 2:  # one stone of three is no line yet
        return
    live = [line for line in geometry.lines_through[square] if _is_live(after, mover, line)]
    for step in geometry.directions:
        opened = _open_runs(after, mover, step) & ~_open_runs(before, mover, step)
        if opened:
            yield from _runs(FactKind.OPENED, geometry, mover, opened, step)
            continue
        counts = {line: (line & stones).bit_count() for line in live if step_of(line) == step}
        if max(counts.values(), default=0) == k - 2:
            union = 0
            for line, count in counts.items():
                if count == k - 2:
                    union |= line
            yield Fact(FactKind.EXTENDED, tuple(squares_of(union & stones)), union, mover)


def _place(before: Position, square: Square) -> list[Fact]:
    geometry = before.geometry
    columns, rows = geometry.columns, geometry.rows
    if max(columns, rows) > SMALL_SIDE:
        return []
    column, row = geometry.column(square), geometry.row(square)
    if (2 * column, 2 * row) == (columns - 1, rows - 1):
        return [Fact(FactKind.MIDDLE, (square,), 0, before.to_move)]
    if column in (0, columns - 1) and row in (0, rows - 1):
        return [Fact(FactKind.CORNER, (square,), 0, before.to_move)]
    return []


def _opponents(before: Position) -> tuple[int, ...]:
    """Return the players still in the game but the one to move, in the order in which they move."""
    return before.in_turn()[1:]


def _to_complete(kind: FactKind, position: Position, player: int, squares: Mask) -> Fact:
    """Return the fact about empty squares where one stone of the player completes a line."""
    line = 0
    for square in squares_of(squares):
        line |= position.geometry.winning_squares(position.stones[player] | 1 << square, square)
    return Fact(kind, tuple(squares_of(squares)), line, player)


def _is_live(position: Position, player: int, line: Mask) -> bool:
    """Whether the player can still complete the line, if nobody resigns."""
    missing = line & ~position.stones[player]
    return not missing & position.occupied and missing.bit_count() <= position.turns_left(player)


def _runs(kind: FactKind, geometry: Geometry, player: int, starts: Mask, step: int) -> Iterator[Fact]:
    """Give the facts about runs of k−2 stones and the squares at their ends."""
    for start in squares_of(starts):
        yield Fact(kind, *run_of(geometry, start, step), player)


def _open_runs(position: Position, player: int, step: int) -> Mask:
    """Return the first squares of the player's runs of k−2 stones that are open at both ends."""
    return open_runs(position.geometry, position.stones[player], position.empty, step)
