"""Whether a player of Ultimate can force a win, and in how many plies.

The search goes to the end and evaluates nothing. For each position it remembers within how many plies a win
is proved and within how many it is refuted. The key omits what is irrelevant: stones on closed boards, and
the stones' owners on boards that can change hands no more. A win is also refuted where the attacker lacks too
many stones for a line of boards within the plies.

Where boards are open until full, the first player has a forced win by way of the middle board. The attacker
opens in its centre, and answers each stone there with the centre of the board that it leads to, which sends
the other player back, until the middle board is full. The other player has then won that board, but the
attacker has the centres of all boards except the last one. From there on the attacker places stones only on
the line of that board's place through the centre: at the place of the last board, then at the one opposite,
which sends the other player to the same two boards until most of the others are won.

The idea is due to G. Bertholon, R. Géraud-Stewart, A. Kugelmann, T. Lenoir and D. Naccache, "At Most 43
Moves, At Least 29" (arXiv 2006.02353, 2020). Only the idea is used: the search tries those one to four moves
for the attacker and every reply of the other player, and so proves or disproves the win by this way. From the
empty board it proves 43 plies, as many as the paper. A shorter win by other moves is not excluded.
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.computer.ultimate.search_board import ANYWHERE, PLACES, Code, SearchBoard, order, with_first
from ttt_tui.engine.nine_boards import EVERY, HAS_LINE, NINE_LINES, SIDE

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


MIDDLE = 4
"""The middle among nine, boards or places."""

CENTRE = 9 * MIDDLE + MIDDLE
"""The move to the centre of the middle board."""

FEW_STONES = 17
"""The most stones with which positions are compared with their images: most of them are images."""


def _images() -> list[tuple[int, ...]]:
    """Return the turns and reflections of nine places: for each, the image of every place."""
    turn = [place % SIDE * SIDE + SIDE - 1 - place // SIDE for place in range(9)]
    mirror = [place // SIDE * SIDE + SIDE - 1 - place % SIDE for place in range(9)]
    image, found = list(range(9)), []
    for _ in range(4):
        found += [tuple(image), tuple(image[place] for place in mirror)]
        image = [turn[place] for place in image]
    return found


IMAGES = _images()

NINE_IMAGES = [
    [sum(1 << image[place] for place in range(9) if nine >> place & 1) for nine in range(512)]
    for image in IMAGES
]
"""Image → nine → its image."""


def way(board: SearchBoard) -> list[Code]:
    """Return the moves of the player to move that go this way, the most promising first."""
    places = _places(board, board.mover)
    moves = board.moves()
    if CENTRE in moves:
        return [CENTRE]
    found = [move for place in places for move in moves if move % 9 == place]
    if board.sent == ANYWHERE:  # where a board is nearly won
        mine, others = board.cells[board.mover], board.cells[1 - board.mover]
        owned = board.won[0] | board.won[1]

        def distance(move: Code) -> tuple[int, int]:
            each = move // 9
            return owned >> each & 1, LACKING[mine[each] << 9 | others[each]]

        found.sort(key=distance)
    return found


def is_on_the_way(board: SearchBoard) -> bool:
    """Whether all stones of the player to move are where this way leads, which does not prove a win."""
    return bool(way(board)) and _has_kept_to_it(board, board.mover)


def faces_it(board: SearchBoard) -> bool:
    """Whether the other player has begun this way and kept to it, which does not prove a win."""
    other = 1 - board.mover
    return bool(board.cells[other][MIDDLE] >> MIDDLE & 1) and _has_kept_to_it(board, other)


def _has_kept_to_it(board: SearchBoard, player: int) -> bool:
    """Whether all stones of a player are where this way leads."""
    strays = EVERY & ~sum(1 << place for place in {MIDDLE, *_places(board, player)})
    return not any(stones & strays for stones in board.cells[player])


def _places(board: SearchBoard, player: int) -> tuple[int, ...]:
    """Return the places where a player continues, the most promising first."""
    if not board.closed >> MIDDLE & 1:
        return (MIDDLE,)
    stones = board.cells[player]
    rest = [each for each in range(9) if each != MIDDLE and not stones[each] >> MIDDLE & 1]
    return (rest[0], 8 - rest[0]) if len(rest) == 1 else ()


class MiddleFirstWins(ForcedWins):
    """Searches for wins by way of the middle board, where boards are open until full."""

    def _attacks(self, board: SearchBoard, known: Code) -> list[Code]:
        return way(board)

    def _in_order(self, board: SearchBoard, moves: list[Code], known: Code) -> list[Code]:
        return moves  # each reply is lost, so that any order will do

    def _is_too_far(self, board: SearchBoard, attacker: int, most: int) -> bool:
        return most != ANY and super()._is_too_far(board, attacker, most)

    def _key(self, board: SearchBoard) -> int:
        if board.stones.bit_count() > FEW_STONES:
            return board.key
        return min(_key_of_image(board, *image) for image in zip(IMAGES, NINE_IMAGES, strict=True))


def _key_of_image(board: SearchBoard, image: tuple[int, ...], nines: list[int]) -> int:
    """Return the key of a position that was turned or reflected."""
    stones = 0
    for player in (0, 1):
        for each, nine in enumerate(board.cells[player]):
            stones |= nines[nine] << 81 * player + 9 * image[each]
    sent = board.sent if board.sent == ANYWHERE else image[board.sent]
    return stones | (sent << 10 | board.mover << 9 | nines[board.won[0]]) << 162
