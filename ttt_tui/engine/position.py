"""A position: the stones of each player and whose turn it is, for computers to search.

A position knows nothing of names, levels or matches. It plays any move without checking its legality, since
searches make millions of moves; `Game.push` checks.

>>> from ttt_tui.engine import Geometry, Position, squares_of
>>> position = Position(Geometry(3, 3, 3), players=2)
>>> for name in ("a1", "b2", "b1"):
...     position.play(position.geometry.parse(name))
>>> print(position)
   a b c
 1 0 0 ·
 2 · 1 ·
 3 · · ·
Stones are numbered by player; 1 is to move.
>>> [position.geometry.name(square) for square in squares_of(position.completing(player=0))]
['c1']
>>> position.undo()
>>> position
<Position on 3×3, 3 in a row: 0 has a1; 1 has b2; 0 is to move>
"""

import math
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import cycle, repeat
from operator import attrgetter
from typing import Self

from ttt_tui.engine.diagram import diagram
from ttt_tui.engine.geometry import Geometry, Mask, Placement, Square, mask_of, squares_of
from ttt_tui.engine.openings import OpeningStage, stage
from ttt_tui.engine.outcome import Outcome, Termination
from ttt_tui.engine.rules import TWO_A_TURN, Choice, LineRule, Marks, Opening
from ttt_tui.errors import FloatingStone, ForbiddenPoint, IllegalMove, InvalidStart

_CHOICES = frozenset(Choice)
_MARKS = {Marks.OWN: (), Marks.SHARED: (0,), Marks.WILD: (0, 1)}

_FACTS = attrgetter("geometry", "stones", "to_move", "active", "stage")
"""Returns what equal positions have in common."""

ELIMINATED = -1
"""Marks, in the past, the line that put a player out of a misère game."""


class Position:
    """A board with stones on it, the players still in the game, and the one to move.

    This class plays k in a row. Positions of other games are subclasses, and `game.start_position` makes the
    right one for a board.

    `stones[player]` is the mask of a player's stones, `occupied` the mask of all; players count from 0. Where
    marks are not the players' own, `stones[mark]` is the mask of a mark's stones: mark 0 alone if marks are
    shared, marks 0 and 1 by the rule of `WILD`.

    A game with an opening begins with its stages (see `engine.openings`), while `stage` is not None. Searches
    start after the opening; so `geometry` is the board without it.
    """

    __slots__ = (
        "_drops", "_is_double", "_is_free", "_is_misere", "_is_plain", "_is_renju", "_marks", "_past",
        "_successor", "active", "boards", "first", "geometry", "occupied", "opening", "stage", "stones",
        "to_move",
    )  # fmt: skip

    def __init__(self, geometry: Geometry, players: int, first: int = 0) -> None:
        self.opening = geometry.rules.opening
        """How the game begins; `geometry` has no opening."""
        if self.opening is not Opening.FREE:
            geometry = geometry.without_opening
        self.geometry = geometry
        self.stones: list[Mask] = [0] * players
        self.occupied: Mask = 0
        self.first = first
        """The player of the first side, who began; to this one the bans of renju apply."""
        self.to_move = first
        self.active: tuple[int, ...] = tuple(range(players))
        """The players who have not resigned, nor completed a line in a misère game, in turn order."""
        self._is_misere = geometry.rules.misere
        self._drops = geometry.rules.drop
        self._is_renju = geometry.rules.line is LineRule.RENJU
        self.boards: tuple[Geometry, ...] = (geometry,) * players
        """For each player the board with the player's lines; boards differ in renju only."""
        if self._is_renju:
            self.boards = tuple(geometry.exact if player == first else geometry for player in range(players))
        self._marks = _MARKS[geometry.rules.marks]  # none: each player has one
        self._is_double = geometry.rules.per_turn > 1
        self._successor = self._turn_order()
        self._past: list[tuple[int, Square | None, int]] = []  # whose stone or act, and who was to move
        self._enter_stage()

    def _enter_stage(self) -> None:
        """Determine the next step of the opening and its player, or its end."""
        chosen = tuple(Choice(act) for _, act, _ in self._past if act in _CHOICES)
        self.stage: OpeningStage | None = stage(self.opening, self.ply, chosen)
        """The next step of the opening, None if it is over."""
        if self.opening is not Opening.FREE:
            is_first_to_move = self.stage is not None and self.stage.is_first_to_move
            self.to_move = self.first if is_first_to_move else 1 - self.first
        self._is_plain = not (
            self.stage or self._is_misere or self._marks or self._is_renju or self._is_double
        )
        self._is_free = not (self.stage or self._drops or self.geometry.is_wild or self._is_renju)

    def set_up(self, stones: Sequence[Sequence[Square]], to_move: int, board: int | None) -> None:
        """Put each player's or mark's stones on the empty board.

        `board` is the small board to play on, None for any or where there are none. Raises `InvalidStart` if
        the rules do not allow the stones; `start.start_position` checks what holds by all rules.
        """
        geometry = self.geometry
        self.stones = [mask_of(squares) for squares in stones]
        self.occupied = mask_of(square for squares in stones for square in squares)
        self.to_move = to_move
        if board is not None:
            raise InvalidStart("only Ultimate has small boards to play on")
        floating = self.occupied & self.empty >> geometry.stride
        if self._drops and floating:
            name = geometry.name(next(squares_of(floating)))
            raise InvalidStart(f"the stone on {name} would fall: the square below is empty")
        if any(board.has_line(stones) for board, stones in zip(self.boards, self.stones, strict=True)):
            raise InvalidStart("a player has a line, so the game would be over")

    def copy(self) -> Self:
        """Return an independent copy, whose moves can be undone as well."""
        twin = copy(self)
        twin.stones = self.stones.copy()
        twin._past = self._past.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return _FACTS(self) == _FACTS(other)

    __hash__ = None  # type: ignore[assignment]  # a position changes; mypy wants a method here

    @property
    def key(self) -> tuple[object, ...]:
        """The part of the position that identifies it in its game, given the player to move."""
        return tuple(self.stones)

    def __str__(self) -> str:
        """The board as lines of text, with the players' numbers as their stones, and who is to move."""
        numbers = [str(player) for player in range(len(self.stones))]
        board = diagram(self.geometry, self.stones, numbers)
        whose = "mark" if self._marks else "player"
        return f"{board}\nStones are numbered by {whose}; {self._turn()}."

    def __repr__(self) -> str:
        """The position in one line: each player's squares, and the player to move."""
        names = [" ".join(map(self.geometry.name, squares_of(stones))) for stones in self.stones]
        stones = "; ".join(f"{player} has {squares or 'nothing'}" for player, squares in enumerate(names))
        return (
            f"<Position on {self.geometry}, {self.geometry.line_length} in a row: {stones}; {self._turn()}>"
        )

    def _turn(self) -> str:
        resigned = "".join(f"{p} has resigned; " for p in range(len(self.stones)) if p not in self.active)
        return f"{resigned}{self.to_move} is to move"

    # --- moving ------------------------------------------------------------------------------------------

    def play(self, square: Placement) -> None:
        """Place a stone of the player to move on a square of `legal`. The caller ensures legality.

        By the rule of misère a player who completes a line is out, like a player who resigns. In an opening
        the move may be a choice, and a stone belongs to the side whose turn it is.
        """
        mover = self.to_move
        self._past.append((mover, square, mover))
        self.to_move = self._successor[mover]
        if self._is_plain:
            bit = 1 << square
            self.stones[mover] |= bit
            self.occupied |= bit
        elif square < 0:
            if square == Choice.SWAP:
                self._exchange_sides()
            self._enter_stage()
        else:
            self._place(mover, square)

    def _place(self, mover: int, square: Placement) -> None:
        """Place a stone, which the past has already, by rules that are not the usual ones."""
        mark = mover
        if self.stage is not None:
            mark = self.next_owner
        elif self._marks:
            mark, square = self.geometry.mark_of(square) or 0, self.geometry.square_of(square)
        self._past[-1] = (mark, square, mover)
        self.stones[mark] |= 1 << square
        self.occupied |= 1 << square
        if self.stage is not None:
            self._enter_stage()
            return
        if self._is_double and not self.occupied.bit_count() & 1:  # one stone, then two and two
            self.to_move = mover
        if self._is_misere and self.geometry.has_line(self.stones[mark]):
            self._past.append((mover, ELIMINATED, self.to_move))
            self._leave(mover)

    def _exchange_sides(self) -> None:
        self.stones.reverse()
        self.boards = self.boards[::-1]
        self.first = 1 - self.first

    def resign(self, player: int) -> None:
        """Take a player out of the turn order; the stones stay where they are."""
        self._past.append((player, None, self.to_move))
        self._leave(player)

    def _leave(self, player: int) -> None:
        if self.to_move == player:
            self.to_move = self._successor[player]
        self.active = tuple(other for other in self.active if other != player)
        self._successor = self._turn_order()

    def undo(self) -> None:
        """Undo the latest stone, choice or resignation. There has to be one."""
        mark, square, mover = self._past.pop()
        if square is not None and square >= 0:
            bit = 1 << square
            self.stones[mark] ^= bit
            self.occupied ^= bit
            if self.stage is not None:
                self._enter_stage()
        elif square in _CHOICES:
            if square == Choice.SWAP:
                self._exchange_sides()
            self._enter_stage()
        else:
            self.active = tuple(sorted((*self.active, mark)))
            self._successor = self._turn_order()
            if square == ELIMINATED:
                self.undo()
                return
        self.to_move = mover

    def _turn_order(self) -> dict[int, int]:
        order = self.active  # resigned players are left out: no turn leads to them
        return dict(zip(order, order[1:] + order[:1], strict=True))

    # --- looking -----------------------------------------------------------------------------------------

    @property
    def has_marks(self) -> bool:
        """Whether stones belong to marks, not to players."""
        return bool(self._marks)

    def squares_by_owner(self) -> tuple[tuple[Square, ...], ...]:
        """Return the squares of each player's or mark's stones."""
        return tuple(tuple(squares_of(stones)) for stones in self.stones)

    @property
    def ply(self) -> int:
        """Number of stones on the board."""
        return self.occupied.bit_count()

    @property
    def empty(self) -> Mask:
        """The squares without a stone."""
        return self.geometry.board & ~self.occupied

    @property
    def squares_left(self) -> int:
        """Number of squares where a stone can still be placed."""
        return self.empty.bit_count()

    @property
    def legal(self) -> Mask:
        """The squares where a stone can be placed: empty ones, of each column the lowest if stones fall.

        If marks are chosen, a mask of placements. A square stays legal until a stone is placed there, so
        players who move later can count on it; in renju, points `forbidden` to the player to move are left
        out. While a side is chosen no stone can be placed: see `choices`.
        """
        empty = self.geometry.board & ~self.occupied
        if self._is_free:
            return empty
        if self.choices:
            return 0
        if self._is_renju:
            return empty & ~self.forbidden
        if self._drops:
            empty &= ~(empty >> self.geometry.stride)
        return self.geometry.placing(empty, empty) if self.geometry.is_wild else empty

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of the player to move in the opening; empty if a stone is to be placed."""
        return () if self.stage is None else self.stage.choices

    @property
    def board_due(self) -> int | None:
        """The only small board where the player to move may play, None if there is more than one, or none."""
        return None

    @property
    def next_owner(self) -> int:
        """The owner of the next stone: in an opening the player of the side whose turn it is."""
        if self.stage is None:
            return self.to_move
        return 1 - self.first if self.ply & 1 else self.first

    @property
    def forbidden(self) -> Mask:
        """The empty squares that the bans of renju forbid to the player to move; else none."""
        if not self._is_renju or self.to_move != self.first:
            return 0
        return self.geometry.renju.forbidden(self.stones[self.first], self.empty)

    @property
    def moves(self) -> list[Placement]:
        """The legal moves: squares in reading order, squares with each mark, or choices."""
        return [*self.choices] or list(squares_of(self.legal))

    def landing(self, square: Placement) -> Placement:
        """Return where a stone placed on a square of the board comes to rest.

        Where stones fall, the lowest empty square of its column; for a full column the square itself, and for
        a choice the choice.
        """
        if square < 0:
            return square
        base = self.geometry.square_of(square)
        landing = self.geometry.landing(base, self.occupied)
        return square if landing is None else square + landing - base  # with the same mark

    @property
    def digit_choices(self) -> int:
        """Number of digits, from 1, that each name a square alone: on 3×3, or columns where stones fall."""
        geometry = self.geometry
        count = geometry.columns if geometry.rules.drop else len(geometry.squares)
        return count if count <= 9 else 0

    def parse_choice(self, text: str) -> Placement:
        """Return the square that the player to move typed; raises `NotASquare`.

        Where the game began with an opening, the text may be one of its choices, due or not.
        """
        choice = None if self.opening is Opening.FREE else Choice.named(text)
        return self.geometry.parse_choice(text) if choice is None else choice

    def refusal(self, placement: Placement) -> IllegalMove | None:
        """Return why a stone cannot be placed on an empty square, None if it can."""
        geometry, square = self.geometry, self.geometry.square_of(placement)
        if self._is_renju:  # only this square is examined: a reader of records asks nothing else
            is_first = self.to_move == self.first
            what = geometry.renju.reason(self.stones[self.first], self.empty, square) if is_first else ""
            return ForbiddenPoint(f"{geometry.shown(square)} is forbidden: it makes {what}") if what else None
        if not self.legal >> placement & 1:
            lowest = geometry.shown(self.landing(square))
            return FloatingStone(f"a stone cannot stay on {geometry.shown(square)}: it falls to {lowest}")
        return None

    @property
    def last_square(self) -> Square | None:
        """The square of the latest stone, None on an empty board."""
        squares = (square for _, square, _ in reversed(self._past) if square is not None and square >= 0)
        return next(squares, None)

    def nearest_empty(self, square: Square) -> Square | None:
        """Return the square of `legal` nearest to a square, of several the one nearest to the middle."""
        column, row = self.geometry.column(square), self.geometry.row(square)
        middle_column, middle_row = (self.geometry.columns - 1) / 2, (self.geometry.rows - 1) / 2

        def distance(empty: Square) -> tuple[float, float]:
            x, y = self.geometry.column(empty), self.geometry.row(empty)
            return math.dist((x, y), (column, row)), math.dist((x, y), (middle_column, middle_row))

        squares = squares_of(self.legal or self.empty)
        return min(map(self.geometry.square_of, squares), key=distance, default=None)

    def owner(self, square: Square) -> int | None:
        """Return the owner, or the mark, of the stone on the square, None if it is empty."""
        return next((player for player, stones in enumerate(self.stones) if stones >> square & 1), None)

    def in_turn(self) -> tuple[int, ...]:
        """Return the players still in the game in the order in which they move next."""
        start = self.active.index(self.to_move)
        return self.active[start:] + self.active[:start]

    def completing(self, player: int) -> Mask:
        """Return the squares of `legal` where one stone of the player completes a line.

        In renju, the squares legal for that player, at any turn: a line beats bans.
        """
        if self._marks:
            lacking = [self.geometry.completing(self.stones[mark]) for mark in self._marks]
            return (self.geometry.placing(*lacking) if len(lacking) > 1 else lacking[0]) & self.legal
        allowed = self.empty if self._is_renju else self.legal
        return self.boards[player].completing(self.stones[player]) & allowed

    def winner_by_line(self, mover: int) -> int | None:
        """Return the winner after `mover` has placed the latest stone, None if nobody has won."""
        if self._is_misere:
            return self.active[0] if len(self.active) == 1 else None
        if self._marks:
            return mover if any(map(self.geometry.has_line, self.stones)) else None
        return mover if self.boards[mover].has_line(self.stones[mover]) else None

    def winning_squares(self, mover: int, placement: Placement) -> Mask:
        """Return the squares of every line that the latest stone has completed."""
        square = self.geometry.square_of(placement)
        mark = self.owner(square)
        assert mark is not None, "the stone was just placed"
        return self.boards[mover].winning_squares(self.stones[mark], square)

    def outcome_after(self, mover: int, placement: Placement | None) -> Outcome | None:
        """Return the outcome after `mover` has made the latest move, None if the game goes on."""
        if placement is None:
            if len(self.active) == 1:
                return Outcome(Termination.RESIGNATION, self.active[0])
        elif placement >= 0 and (winner := self.winner_by_line(mover)) is not None:
            return Outcome(Termination.LINE, winner, self.winning_squares(mover, placement))
        if self.has_no_move():
            return Outcome(Termination.NO_MOVE)
        if self.is_dead():
            return Outcome(Termination.DEAD_BOARD if self.empty else Termination.FULL_BOARD)
        return None

    @property
    def stones_left(self) -> int:
        """Number of stones that the player to move still places in this turn."""
        return 1 + (self.ply & 1) if self._is_double else 1

    def has_no_move(self) -> bool:
        """Return whether squares are empty, but every one of them is forbidden to the player to move."""
        if not self._is_renju or self.to_move != self.first:
            return False
        empty = self.empty
        return empty != 0 and not self.geometry.renju.has_legal(self.stones[self.first], empty)

    def turns_left(self, player: int) -> int:
        """Return how many stones an active player can still place before the board is full."""
        empty, waits = self.empty.bit_count(), self.in_turn().index(player)
        if not self._is_double:
            return max(0, (empty - waits + len(self.active) - 1) // len(self.active))
        turn = min(empty, self.stones_left)  # the next turns have two stones each
        rounds, rest = divmod(empty - turn, 4)
        theirs = 2 * rounds + min(rest, 2)
        return theirs if waits else empty - theirs

    def is_dead(self) -> bool:
        """Return whether no player can complete a line any more, unless one resigns.

        A player needs a line without anybody else's stone, and without one of its own that makes it too long,
        and as many turns as the line has empty squares; the others can then always place elsewhere. So the
        result is exact, except where stones fall or points are forbidden: there a line that counts as
        possible here may have no way to be filled, and such a game goes on. A draw is always certain. A full
        board is dead as well, and one where every empty square is forbidden to the player to move.

        Where marks are not the players' own, the lines of a mark belong to everybody, and all turns count.
        """
        if self.stage is not None:
            return False  # too few stones to decide
        if self._is_renju and self.has_no_move():
            return True
        return not any(map(self._has_line_left, self._marks or self.active))

    def _has_line_left(self, mark: int) -> bool:
        """Return whether a line of a mark's stones may still be completed, as `is_dead` says."""
        empty, k = self.empty.bit_count(), self.geometry.line_length
        board, mine = self.boards[mark], self.stones[mark]
        room = board.board & ~(self.occupied ^ mine)
        if not board.has_run(room):
            return False
        has_turns = empty >= k * len(self.active) + 2 * self._is_double  # for a line, whoever moves next
        turns = k if has_turns else empty if self._marks else self.turns_left(mark)
        if turns >= k and not board.is_exact:
            return True
        others = ~room
        return any(
            not line & others
            and (line & ~mine).bit_count() <= turns
            and not (board.is_exact and board.line_ends[line] & mine)
            for line in board.lines
        )

    def can_win(self, player: int) -> bool:
        """Return whether a player may still win, if only with the help of the others.

        True in an opening, and where no line of the player's own wins.
        """
        if self.stage is not None or self._is_misere or self._marks:
            return True
        return self._has_line_left(player)

    @property
    def live(self) -> Mask:
        """The empty squares on lines that somebody may still complete, whatever turns are left for that."""
        found = 0
        for mark in self._marks or self.active:
            board, mine = self.boards[mark], self.stones[mark]
            taken = self.occupied ^ mine
            for line in board.lines:
                if not (line & taken or (board.is_exact and board.line_ends[line] & mine)):
                    found |= line
        return found & self.empty

    # --- turns -------------------------------------------------------------------------------------------

    @property
    def is_turn_start(self) -> bool:
        """Whether the player to move has not placed a stone of this turn yet."""
        return not self._is_double or self.stage is not None or self.ply % 2 == 1 or self.ply == 0

    def movers(self) -> Iterator[int]:
        """Yield the players of the next moves without end, unless somebody leaves the game."""
        order = self.in_turn()
        if not self._is_double or self.stage is not None:
            yield from cycle(order)
        yield from repeat(self.to_move, self.stones_left)
        for player in cycle((*order[1:], order[0])):
            yield from repeat(player, TWO_A_TURN)
