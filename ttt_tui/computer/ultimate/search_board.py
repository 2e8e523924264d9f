"""The position for the expert's search: two lists of nines, and the players' chances on each small board.

It plays like `UltimatePosition`, as tests check, but a move here is `9 * board + place`, and the data of the
evaluation is kept up to date.

The chance of a player on a small board grows with the lines there in which the other player has no stone,
more the fuller they are. It is higher on the board where the player has to move now. A line of boards is
worth the product of its three chances, and each board adds a little, so that the sum shows how likely each
player is to win. The constants were fitted by maximum likelihood to the results of games of the expert
against itself. At equal nodes they scored 0.69 in 80 games against guessed constants.
"""

from collections.abc import Sequence

from ttt_tui.engine import Square
from ttt_tui.engine.nine_boards import BOARD_OF, COMPLETING, EVERY, HAS_LINE, NINE_LINES, PLACE_OF, square_at
from ttt_tui.engine.ultimate import UltimatePosition

LINE_WORTH = (0.03, 0.105, 0.375)
"""The worth of a line of a small board by the stones of one player in it; the other has none there."""

UNWON = 0.8
"""The weight of a draw on a small board."""

DUE = 2.0
"""The factor for the lines of the player who has to move on a small board."""

TAKEN, LEFT = 0.65, 0.18
"""The chances of the two players on the board that is due, if the player to move can win it at once.

They do not add up to 1, since the move may be needed elsewhere or give away more than it gains.
"""

DRAWN = 1.15
"""The weight of a drawn game, where a complete line of boards counts 1."""

MIDDLE, CORNER, EDGE = 0.047, 0.025, 0.014
"""The worth of a small board besides the lines of boards through it."""

MAJORITY = 0.12
"""The worth of each small board besides, where more boards win."""

SCALE = 1000
"""The value of a game that is nearly won."""

Pair = tuple[float, float]
"""A player's chances on a small board, and the other player's."""


class BoardChances(dict[int, Pair]):
    """The chances on a small board, by the nine of one's own stones times 512 plus the other's nine."""

    def __init__(self, is_due: bool) -> None:
        super().__init__()
        self._is_due = is_due
        """Whether the player of the first chance has to move there."""

    def __missing__(self, both: int) -> Pair:
        pair = self[both] = self._chances(both >> 9, both & EVERY)
        return pair

    def _chances(self, mine: int, theirs: int) -> Pair:
        if HAS_LINE[mine] or HAS_LINE[theirs]:
            return float(HAS_LINE[mine]), float(HAS_LINE[theirs])
        hopes, fears = _hopes(mine, theirs), _hopes(theirs, mine)
        if self._is_due:
            if COMPLETING[mine] & ~theirs:
                return TAKEN, LEFT
            hopes *= DUE
        total = hopes + fears + UNWON
        return hopes / total, fears / total


def _hopes(mine: int, theirs: int) -> float:
    return sum(LINE_WORTH[(line & mine).bit_count()] for line in NINE_LINES if not line & theirs)


CHANCES, CHANCES_DUE = BoardChances(False), BoardChances(True)


def whole_value(mine: list[float], theirs: list[float], is_by_majority: bool) -> int:
    """Return the worth of chances on the nine boards to the player of `mine`, up to `SCALE`."""
    a, b, c, d, e, f, g, h, i = mine
    hopes = (
        a * (b * c + d * g + e * i + CORNER) + e * (b * h + c * g + d * f + MIDDLE)
        + i * (g * h + c * f + CORNER) + (c + g) * CORNER + (b + d + f + h) * EDGE
    )  # fmt: skip
    a, b, c, d, e, f, g, h, i = theirs
    fears = (
        a * (b * c + d * g + e * i + CORNER) + e * (b * h + c * g + d * f + MIDDLE)
        + i * (g * h + c * f + CORNER) + (c + g) * CORNER + (b + d + f + h) * EDGE
    )  # fmt: skip
    if is_by_majority:
        hopes += MAJORITY * sum(mine)
        fears += MAJORITY * sum(theirs)
    return int(SCALE * (hopes - fears) / (hopes + fears + DRAWN))


Code = int
"""A move: nine times its small board plus its place there."""

PLACES = tuple(tuple(place for place in range(9) if nine >> place & 1) for nine in range(512))
"""Nine → its places."""

MOVES = tuple(
    tuple(tuple(9 * board + place for place in PLACES[nine]) for nine in range(512)) for board in range(9)
)
"""Board → nine → the moves there."""

TEMPO = 100
"""The worth of the choice among all boards to the player who has it."""

ANYWHERE = 9
"""Stands in keys for the choice among all boards."""


def code_of(square: Square) -> Code:
    """Return a square as a move of the search."""
    return 9 * BOARD_OF[square] + PLACE_OF[square]


def square_of(move: Code) -> Square:
    """Return a move of the search as a square."""
    return square_at(*divmod(move, 9))


TAKES, LURE = 1000, 300
"""The gain of a move in the order for winning a board, and its loss if the other wins or chooses one then."""


class SearchBoard:
    """A position that a search moves on."""

    __slots__ = (
        "_is_until_full", "_past", "cells", "chances", "closed", "is_by_majority", "mover", "ply", "reach",
        "sent", "stones", "won",
    )  # fmt: skip

    def __init__(self, position: UltimatePosition) -> None:
        rules = position.geometry.rules
        self._is_until_full = rules.until_full
        self.is_by_majority = rules.most_boards
        self.cells = (position.cells[0].copy(), position.cells[1].copy())
        self.won = position.won.copy()
        self.reach = position.reach.copy()
        self.closed = position.closed
        self.sent = ANYWHERE if position.sent is None else position.sent
        self.mover = position.to_move
        self.ply = position.ply
        self.stones = sum(
            self.cells[player][board] << 81 * player + 9 * board for player in (0, 1) for board in range(9)
        )
        """Both players' stones: one bit for each move of each."""
        self.chances = ([0.0] * 9, [0.0] * 9)
        for board in range(9):
            won, lost = (bool(won >> board & 1) for won in self.won)
            if won or lost:
                chances = float(won), float(lost)
            else:
                chances = CHANCES[self.cells[0][board] << 9 | self.cells[1][board]]
            self.chances[0][board], self.chances[1][board] = chances
        self._past: list[tuple[int, int, int, int, int, int, int, float, float]] = []

    @property
    def key(self) -> int:
        """Everything that distinguishes this position from others under the same rules."""
        return self.stones | (self.sent << 10 | self.mover << 9 | self.won[0]) << 162

    def play(self, move: Code) -> int | None:
        """Make a move. Return None if the game goes on, else its result for the mover: 1, 0 or −1."""
        mover = self.mover
        other = 1 - mover
        board, place = divmod(move, 9)
        won, reach, closed = self.won, self.reach, self.closed
        mine_on, theirs_on = self.chances[mover], self.chances[other]
        self._past.append(
            (move, self.sent, closed, won[0], won[1], reach[0], reach[1], mine_on[board], theirs_on[board])
        )
        cells = self.cells[mover]
        mine = cells[board] = cells[board] | 1 << place
        theirs = self.cells[other][board]
        self.stones |= 1 << 81 * mover + move
        self.ply += 1
        self.mover = other
        it = 1 << board
        result = None
        if not (won[0] | won[1]) & it:
            if HAS_LINE[mine]:
                won[mover] |= it
                reach[other] &= ~it
                if not self._is_until_full:
                    closed |= it
                mine_on[board], theirs_on[board] = 1.0, 0.0
                result = self._result(mover)
            else:
                mine_on[board], theirs_on[board] = CHANCES[mine << 9 | theirs]
                if reach[other] & it and not HAS_LINE[EVERY ^ mine]:
                    reach[other] &= ~it
                    result = self._result(mover)
        if mine | theirs == EVERY:
            closed |= it
        self.closed = closed
        self.sent = ANYWHERE if closed >> place & 1 else place
        return result

    def undo(self) -> None:
        """Undo the latest move."""
        move, self.sent, self.closed, won, lost, reach, their_reach, mine_on, theirs_on = self._past.pop()
        board, place = divmod(move, 9)
        other = self.mover
        mover = self.mover = 1 - other
        self.won[:] = won, lost
        self.reach[:] = reach, their_reach
        self.cells[mover][board] ^= 1 << place
        self.stones ^= 1 << 81 * mover + move
        self.chances[mover][board] = mine_on
        self.chances[other][board] = theirs_on
        self.ply -= 1

    def _result(self, mover: int) -> int | None:
        """Return the result for the mover, None if the game goes on."""
        won, reach = self.won, self.reach
        if HAS_LINE[won[mover]]:
            return 1
        if HAS_LINE[reach[0]] or HAS_LINE[reach[1]]:
            return None
        if not self.is_by_majority:
            return 0
        lead = won[mover].bit_count() - won[1 - mover].bit_count()
        left = ((reach[0] | reach[1]) & ~(won[0] | won[1])).bit_count()
        if abs(lead) > left:
            return 1 if lead > 0 else -1
        return 0 if not left else None

    def boards(self) -> tuple[int, ...]:
        """Return the boards on which the mover may play."""
        return PLACES[EVERY & ~self.closed] if self.sent == ANYWHERE else (self.sent,)

    def moves(self) -> list[Code]:
        """Return the legal moves, those first that win a small board."""
        mover = self.mover
        cells, others, owned = self.cells[mover], self.cells[1 - mover], self.won[0] | self.won[1]
        taking: list[Code] = []
        rest: list[Code] = []
        for board in self.boards():
            mine, theirs = cells[board], others[board]
            free = EVERY ^ (mine | theirs)
            wins = 0 if owned >> board & 1 else COMPLETING[mine] & free
            if wins:
                taking += MOVES[board][wins]
                free ^= wins
            rest += MOVES[board][free]
        return taking + rest

    def can_win(self) -> bool:
        """Whether the mover completes a line of boards with one move."""
        boards = COMPLETING[self.won[self.mover]]
        if not boards:
            return False
        mine, theirs = self.cells[self.mover], self.cells[1 - self.mover]
        boards &= ~(self.closed | self.won[1 - self.mover])
        if self.sent != ANYWHERE:
            boards &= 1 << self.sent
        return any(COMPLETING[mine[board]] & ~theirs[board] for board in PLACES[boards])

    def value(self) -> int:
        """Return the estimated value of the position to the mover."""
        mover, sent = self.mover, self.sent
        mine_on, theirs_on = self.chances[mover], self.chances[1 - mover]
        if sent == ANYWHERE:
            return whole_value(mine_on, theirs_on, self.is_by_majority) + TEMPO
        before = mine_on[sent], theirs_on[sent]
        if before[0] == 1.0 or before[1] == 1.0:
            return whole_value(mine_on, theirs_on, self.is_by_majority)
        mine_on[sent], theirs_on[sent] = CHANCES_DUE[
            self.cells[mover][sent] << 9 | self.cells[1 - mover][sent]
        ]
        value = whole_value(mine_on, theirs_on, self.is_by_majority)
        mine_on[sent], theirs_on[sent] = before
        return value


def order(moves: list[Code], board: SearchBoard, goodness: Sequence[int]) -> None:
    """Sort the moves of the player to move, the most promising first; `goodness` adds to a move's promise."""
    if len(moves) < 2:
        return
    mine, theirs = board.cells[board.mover], board.cells[1 - board.mover]
    closed, owned = board.closed, board.won[0] | board.won[1]
    free = [not owned >> each & 1 for each in range(9)]
    lures = [
        LURE if closed >> to & 1 or (free[to] and COMPLETING[theirs[to]] & ~mine[to]) else 0
        for to in range(9)
    ]
    takes = {move for move in moves if free[move // 9] and COMPLETING[mine[move // 9]] >> move % 9 & 1}
    moves.sort(
        key=lambda move: goodness[move] - lures[move % 9] + (TAKES if move in takes else 0), reverse=True
    )


def with_first(moves: list[Code], first: Code) -> list[Code]:
    """Return the moves, with this one before all others if it is among them."""
    if first in moves:
        moves.remove(first)
        moves.insert(0, first)
    return moves
