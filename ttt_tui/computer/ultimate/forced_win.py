"""Whether a player of Ultimate can force a win, and in how many plies.

The search goes to the end and evaluates nothing. For each position it remembers within how many plies a win
is proved and within how many it is refuted. The key omits what is irrelevant: stones on closed boards, and
the stones' owners on boards that can change hands no more. A win is also refuted where the attacker lacks too
many stones for a line of boards within the plies.
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.computer.ultimate.search_board import PLACES, Code, SearchBoard, order, with_first
from ttt_tui.engine.nine_boards import EVERY, HAS_LINE, NINE_LINES

NO_WIN = 1000
"""More plies than a game can have: a search that finds no win in time returns this or more."""

ANY = NO_WIN - 1
"""Any number of plies: it does not count down."""

Entry = tuple[int, int, Code]
"""The plies within which a win is proved, the plies within which it is refuted, and the move to try first."""

ENTRY_BYTES = int_bytes(205) + tuple_bytes(3) + 2 * int_bytes(20)

UNKNOWN: Entry = (NO_WIN, -1, -1)

STONES = tuple(sum(EVERY << 9 * board for board in range(9) if nine >> board & 1) for nine in range(512))
"""Nine of boards → all their places, as moves."""

FULL_LINE = 4
"""More stones than a line lacks: a line that cannot be had."""


class StonesLacking(dict[int, int]):
    """The stones that a player lacks for a line, by the nine of one's own, times 512, plus the other's."""

    def __missing__(self, both: int) -> int:
        mine, theirs = both >> 9, both & EVERY
        lacking = [3 - (line & mine).bit_count() for line in NINE_LINES if not line & theirs]
        self[both] = least = min(lacking, default=FULL_LINE)
        return least


LACKING = StonesLacking()


def _less(most: int) -> int:
    return most if most == ANY else most - 1


class ForcedWins:
    """Searches for forced wins by one kind of rules, and keeps its results in a table of `megabytes`."""

    def __init__(self, megabytes: float) -> None:
        self._table: TwoGenerationCache[int, Entry] = TwoGenerationCache(megabytes, ENTRY_BYTES)
        self._goodness = [[0] * 81, [0] * 81]
        """For each player, how often each move has decided a search so far."""

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._table.bytes

    def clear(self) -> None:
        """Forget everything."""
        self._table.clear()
        self._goodness = [[0] * 81, [0] * 81]

    def plies(self, board: SearchBoard, attacker: int, most: int, budget: Budget) -> int:
        """Return in how many plies, `most` or fewer, the attacker wins by force; `NO_WIN` if not by then.

        `most` can be `ANY`. The win may be possible in fewer plies. Raises `OutOfTime`, and leaves the board
        as it was.
        """
        ply = board.ply
        try:
            if board.mover == attacker:
                return self._attack(board, most, budget)
            return self._defend(board, most, budget)
        finally:
            while board.ply > ply:
                board.undo()

    def move(self, board: SearchBoard, most: int, budget: Budget) -> tuple[Code, int] | None:
        """Return a move by which the player to move wins in at most `most` plies, and the plies it takes.

        None without such a move. Raises `OutOfTime`; the board is unchanged then.
        """
        attacker = board.mover
        for move in board.moves() if board.can_win() else self._attacks(board, -1):
            if (plies := self.plies_after(board, move, attacker, most, budget)) <= most:
                return move, plies
        return None

    def resistance(self, board: SearchBoard, most: int, budget: Budget) -> tuple[Code, int]:
        """Return the move that delays a loss within `most` plies the longest, and the most plies it takes."""
        attacker = 1 - board.mover
        longest = board.moves()[0], 0
        for move in board.moves():
            plies = self.plies_after(board, move, attacker, most - 1, budget)
            if plies >= most:
                return move, most
            longest = max(longest, (move, plies), key=lambda found: found[1])
        return longest

    def plies_after(self, board: SearchBoard, move: Code, attacker: int, most: int, budget: Budget) -> int:
        """Return the result of `plies` for the position after a move, counting the move."""
        mover = board.mover
        result = board.play(move)
        try:
            if result is not None:
                has_won = result == (1 if mover == attacker else -1)
                return 1 if has_won and most > 0 else NO_WIN
            return 1 + self.plies(board, attacker, _less(most), budget)
        finally:
            board.undo()

    def _attack(self, board: SearchBoard, most: int, budget: Budget) -> int:
        """Return the plies in which the player to move wins."""
        budget.tick()
        if board.can_win():
            return 1 if most > 0 else NO_WIN
        if self._is_too_far(board, board.mover, most):
            return NO_WIN
        key = self._key(board) << 1
        proved, refuted, known = self._table.get(key) or UNKNOWN
        if proved <= most:
            return proved
        if refuted >= most:
            return NO_WIN
        for move in self._attacks(board, known):
            result = board.play(move)
            if result is None:
                plies = self._defend(board, _less(most), budget) + 1
            else:
                plies = 1 if result > 0 else NO_WIN
            board.undo()
            if plies <= most:
                self._goodness[board.mover][move] += 1
                self._table.keep(key, (plies, refuted, move))
                return plies
        self._table.keep(key, (proved, most, known))
        return NO_WIN

    def _defend(self, board: SearchBoard, most: int, budget: Budget) -> int:
        """Return the plies in which the player not to move wins, whatever the other one does."""
        budget.tick()
        if most <= 0 or board.can_win() or self._is_too_far(board, 1 - board.mover, most):
            return NO_WIN
        key = self._key(board) << 1 | 1
        proved, refuted, known = self._table.get(key) or UNKNOWN
        if proved <= most:
            return proved
        if refuted >= most:
            return NO_WIN
        longest = 0
        for move in self._in_order(board, board.moves(), known):
            result = board.play(move)
            if result is None:
                plies = self._attack(board, _less(most), budget) + 1
            else:
                plies = 1 if result < 0 else NO_WIN
            board.undo()
            if plies > most:
                self._goodness[board.mover][move] += 1
                self._table.keep(key, (proved, most, move))
                return NO_WIN
            longest = max(longest, plies)
        self._table.keep(key, (longest, refuted, known))
        return longest

    def _attacks(self, board: SearchBoard, known: Code) -> list[Code]:
        """Return the moves that the attacker tries, the most promising first."""
        return self._in_order(board, board.moves(), known)

    def _is_too_far(self, board: SearchBoard, attacker: int, most: int) -> bool:
        """Whether the attacker cannot win within `most` plies even if the other player never blocks."""
        won, reach = board.won[attacker], board.reach[attacker]
        if board.is_by_majority:
            theirs = board.won[1 - attacker].bit_count()
            return most <= 0 or (not HAS_LINE[reach] and reach.bit_count() <= theirs)
        cells, others = board.cells[attacker], board.cells[1 - attacker]
        stones = (most + (board.mover == attacker)) // 2
        least = NO_WIN
        for line in NINE_LINES:
            if not line & ~reach:
                lacking = 0
                for each in PLACES[line & ~won]:
                    lacking += LACKING[cells[each] << 9 | others[each]]
                least = min(least, lacking)
        return least > stones

    def _key(self, board: SearchBoard) -> int:
        """Return all that matters for the rest of the game."""
        first, second = board.won
        closed = board.closed
        idle = EVERY & ~((board.reach[0] | board.reach[1]) & ~(first | second))
        stones = board.stones
        mine, theirs = stones & STONES[EVERY], stones >> 81
        still = STONES[EVERY & ~idle]
        filled = (mine | theirs) & STONES[idle & ~closed]
        return (
            (mine & still | filled)
            | (theirs & still | filled) << 81
            | (first | second << 9 | closed << 18 | board.sent << 27 | board.mover << 31) << 162
        )

    def _in_order(self, board: SearchBoard, moves: list[Code], known: Code) -> list[Code]:
        """Return the moves, the most promising first."""
        order(moves, board, self._goodness[board.mover])
        return with_first(moves, known)
