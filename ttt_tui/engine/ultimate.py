"""A position of Ultimate: nine small boards, of which three in a line win.

The square of a stone, in its small board, is the place of the board where the other player has to play next.
A player who is sent to a board that is closed may play on any open one. A small board belongs to the player
who first has three in a row there. It is closed then, or by the rule `open-until-full` when it is full.

>>> from ttt_tui.engine import Game, Geometry, Rules, Setup
>>> game = Game(Setup(Geometry(9, 9, 3, Rules.parse("ultimate"))))
>>> game.place("e5")
>>> game.place("f6")  # the square of the middle board that leads to the bottom right one
>>> game.place("e5")
Traceback (most recent call last):
ttt_tui.errors.SquareTaken: e5 is taken
>>> game.place("a1")
Traceback (most recent call last):
ttt_tui.errors.WrongBoard: a1 is not on the bottom right board, where you have to play
"""

import re
from collections.abc import Sequence
from typing import Self

from ttt_tui.engine.geometry import Geometry, Mask, Placement, Square
from ttt_tui.engine.nine_boards import (
    BOARD_NAMES,
    BOARD_OF,
    BOARD_SQUARES,
    COMPLETING,
    EVERY,
    HAS_LINE,
    NINE_LINES,
    OPEN_SQUARES,
    PLACE_OF,
    boards_mask,
    square_at,
    squares_at,
)
from ttt_tui.engine.outcome import Outcome, Termination
from ttt_tui.engine.position import Position
from ttt_tui.errors import IllegalMove, InvalidStart, UnfinishedSquare, WrongBoard


class UltimatePosition(Position):
    """A position with the owners of its small boards and the board to play on.

    Sets of boards are nines (see `nine_boards`). `cells[player][board]` is the nine of a player's stones in a
    small board.
    """

    __slots__ = ("_before", "_is_by_majority", "_is_until_full", "cells", "closed", "reach", "sent", "won")

    def __init__(self, geometry: Geometry, players: int = 2, first: int = 0) -> None:
        super().__init__(geometry, players, first)
        self._is_until_full = geometry.rules.until_full
        self._is_by_majority = geometry.rules.most_boards
        self.cells: tuple[list[int], list[int]] = ([0] * 9, [0] * 9)
        self.won = [0, 0]
        """The boards that each player has won."""
        self.reach = [EVERY, EVERY]
        """The boards that each player has won or can still win: some line there has no stone of the other."""
        self.closed = 0
        """The boards where no stone can be placed any more."""
        self.sent: int | None = None
        """The board on which the player to move has to play, None for any open one."""
        self._before: list[tuple[int | None, int, int, int, int, int]] = []  # what each stone changed

    def set_up(self, stones: Sequence[Sequence[Square]], to_move: int, board: int | None) -> None:
        """Put each player's stones on the empty board; the owners of small boards follow from them.

        `board` is the small board to play on, None for any open one. Raises `InvalidStart`.
        """
        for player, squares in enumerate(stones):
            for square in squares:
                self.to_move = player
                self.play(square)
        self.to_move, self.sent = to_move, board
        self._past.clear()
        self._before.clear()
        for each, name in enumerate(BOARD_NAMES):
            if all(HAS_LINE[cells[each]] for cells in self.cells):
                raise InvalidStart(f"both players have three in a row on the {name} board")
        if board is not None and (board not in range(9) or self.closed >> board & 1):
            raise InvalidStart("the board to play on has to be open")
        if any(self.winner_by_line(player) is not None for player in (0, 1)):
            raise InvalidStart("a player has won enough boards, so the game would be over")

    def copy(self) -> Self:
        """Return an independent copy, whose moves can be undone as well."""
        twin = super().copy()
        twin.cells = (self.cells[0].copy(), self.cells[1].copy())
        twin.won = self.won.copy()
        twin.reach = self.reach.copy()
        twin._before = self._before.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UltimatePosition):
            return NotImplemented
        return super().__eq__(other) is True and (self.sent, self.won) == (other.sent, other.won)

    __hash__ = None  # as for every position

    @property
    def key(self) -> tuple[Mask, Mask, int | None, int]:
        """The part of the position that identifies it in its game; the player to move follows from it."""
        return self.stones[0], self.stones[1], self.sent, self.won[0]

    # --- moving ------------------------------------------------------------------------------------------

    def play(self, square: Placement) -> None:
        """Place a stone of the player to move on a square of `legal`. The caller ensures legality."""
        mover = self.to_move
        other = 1 - mover
        board, place = BOARD_OF[square], PLACE_OF[square]
        won, reach, closed = self.won, self.reach, self.closed
        self._past.append((mover, square, mover))
        self._before.append((self.sent, closed, won[0], won[1], reach[0], reach[1]))
        self.to_move = other
        bit = 1 << square
        self.stones[mover] |= bit
        self.occupied |= bit
        cells = self.cells[mover]
        mine = cells[board] = cells[board] | 1 << place
        it = 1 << board
        if not (won[0] | won[1]) & it:
            if HAS_LINE[mine]:
                won[mover] |= it
                reach[other] &= ~it
                if not self._is_until_full:
                    closed |= it
            elif not HAS_LINE[EVERY ^ mine]:
                reach[other] &= ~it
        if mine | self.cells[other][board] == EVERY:
            closed |= it
        self.closed = closed
        self.sent = None if closed >> place & 1 else place

    def undo(self) -> None:
        """Undo the latest stone or resignation. There has to be one."""
        player, square, mover = self._past[-1]
        if square is None:
            super().undo()
            return
        self._past.pop()
        self.to_move = mover
        bit = 1 << square
        self.stones[player] ^= bit
        self.occupied ^= bit
        self.cells[player][BOARD_OF[square]] ^= 1 << PLACE_OF[square]
        won, reach = self.won, self.reach
        self.sent, self.closed, won[0], won[1], reach[0], reach[1] = self._before.pop()

    # --- looking -----------------------------------------------------------------------------------------

    @property
    def legal(self) -> Mask:
        """The empty squares of the board to play on, or of every open one."""
        squares = OPEN_SQUARES[self.closed] if self.sent is None else BOARD_SQUARES[self.sent]
        return squares & ~self.occupied

    @property
    def squares_left(self) -> int:
        """How many squares can still get a stone: the empty ones on boards that are open."""
        return (OPEN_SQUARES[self.closed] & ~self.occupied).bit_count()

    @property
    def owned(self) -> int:
        """The boards that either player has won."""
        return self.won[0] | self.won[1]

    @property
    def drawn(self) -> int:
        """The full boards without an owner."""
        return self.closed & ~self.owned

    @property
    def playable(self) -> int:
        """The boards on which the player to move may play."""
        return EVERY & ~self.closed if self.sent is None else 1 << self.sent

    @property
    def board_due(self) -> int | None:
        """The only small board where the player to move may play, None if there is more than one, or none."""
        if self.sent is not None:
            return self.sent
        playable = self.playable
        return playable.bit_length() - 1 if playable.bit_count() == 1 else None

    def board_owner(self, board: int) -> int | None:
        """Return the owner of a small board, None if it has none."""
        return 0 if self.won[0] >> board & 1 else 1 if self.won[1] >> board & 1 else None

    @property
    def digit_choices(self) -> int:
        """How many digits name a square by themselves: all nine where one board is due."""
        return 0 if self.board_due is None else 9

    def parse_choice(self, text: str) -> Placement:
        """Return the square that a player typed; one digit is a square of the board due.

        Raises `UnfinishedSquare` for one digit where any open board is due, and `WrongBoard` if the board of
        that digit is not open.
        """
        if not re.fullmatch("[1-9]", text.strip(), re.ASCII):
            return super().parse_choice(text)
        digit, due = int(text) - 1, self.board_due
        if due is not None:
            return square_at(due, digit)
        if self.closed >> digit & 1:
            raise self._closed_refusal(digit)
        raise UnfinishedSquare(f"{BOARD_NAMES[digit]} board: type its square as well", square_at(digit, 4))

    def refusal(self, placement: Placement) -> IllegalMove | None:
        """Return why a stone cannot be placed on an empty square, None if it can."""
        board, name = BOARD_OF[placement], self.geometry.shown(placement)
        if self.sent is not None and board != self.sent:
            due = BOARD_NAMES[self.sent]
            return WrongBoard(f"{name} is not on the {due} board, where you have to play")
        return self._closed_refusal(board) if self.closed >> board & 1 else None

    def _closed_refusal(self, board: int) -> WrongBoard:
        """Return why nothing can be placed on a closed board, short enough for two lines of 38 cells."""
        is_full = not BOARD_SQUARES[board] & ~self.occupied
        first = [name for each, name in enumerate(BOARD_NAMES) if not self.closed >> each & 1]
        rest = first[2:]
        more = f" and {len(rest)} more" if rest else ""
        state = "full" if is_full else "won"
        return WrongBoard(f"the {BOARD_NAMES[board]} board is {state}; open: {', '.join(first[:2])}{more}")

    def taking(self, player: int) -> Mask:
        """Return the squares of `legal` where one stone of the player wins a small board."""
        found, unowned = 0, self.playable & ~self.owned
        for board in range(9):
            if unowned >> board & 1:
                places = COMPLETING[self.cells[player][board]] & ~self.cells[1 - player][board]
                found |= squares_at(board, places)
        return found

    def completing(self, player: int) -> Mask:
        """Return the squares of `legal` where one stone of the player completes a line of boards."""
        boards = COMPLETING[self.won[player]]
        return self.taking(player) & boards_mask(boards) if boards else 0

    def winner_by_line(self, mover: int) -> int | None:
        """Return the winner after `mover` has placed the latest stone, None if nobody has won.

        By the rule `most-boards`, a player who is certain to have more boards also wins when no line of
        boards is possible any more.
        """
        if HAS_LINE[self.won[mover]]:
            return mover
        if not self._is_by_majority or self._has_any_line_left():
            return None
        lead = self._lead()
        return None if abs(lead) <= self._boards_left() else int(lead < 0)

    def is_dead(self) -> bool:
        """Whether the game is certainly drawn, by the state of each small board alone.

        The game is drawn when each line of boards has, for either player, a board that the other has won or
        in which every line has a stone of the other; by the rule `most-boards` also when no board can be won
        any more and both players have won equally many. Reachability within the remaining turns is ignored,
        so a game may go on although it cannot be won.
        """
        if self._has_any_line_left():
            return False
        return not self._is_by_majority or (self._boards_left() == 0 and self._lead() == 0)

    @property
    def live(self) -> Mask:
        """The empty squares of the boards that somebody may still win."""
        return boards_mask((self.reach[0] | self.reach[1]) & ~(self.owned | self.closed)) & ~self.occupied

    def can_win(self, player: int) -> bool:
        return self._is_by_majority or HAS_LINE[self.reach[player]]

    def _has_any_line_left(self) -> bool:
        return HAS_LINE[self.reach[0]] or HAS_LINE[self.reach[1]]

    def _lead(self) -> int:
        """Return how many boards the first player has won more than the second."""
        return self.won[0].bit_count() - self.won[1].bit_count()

    def _boards_left(self) -> int:
        """Return how many boards can still be won."""
        return ((self.reach[0] | self.reach[1]) & ~self.owned).bit_count()

    def outcome_after(self, mover: int, placement: Placement | None) -> Outcome | None:
        """Return the outcome after `mover` has made the latest move, None if the game goes on."""
        winner = None if placement is None else self.winner_by_line(mover)
        if winner is not None and not HAS_LINE[self.won[winner]]:
            return Outcome(Termination.MOST_BOARDS, winner)
        return super().outcome_after(mover, placement)

    def winning_squares(self, mover: int, placement: Placement) -> Mask:
        """Return the squares of the boards in the lines of boards that the latest stone has completed."""
        won, board = self.won[mover], 1 << BOARD_OF[placement]
        boards = 0
        for line in NINE_LINES:
            if line & board and won & line == line:
                boards |= line
        return boards_mask(boards)

    def turns_left(self, player: int) -> int:
        """Return the most stones that a player may still place."""
        return (self.squares_left + (self.to_move == player)) // 2


def as_ultimate(position: Position) -> UltimatePosition:
    """Return the position, typed as one of Ultimate; raises `TypeError` for another game."""
    if not isinstance(position, UltimatePosition):
        raise TypeError(f"{position!r} is not a position of Ultimate")
    return position
