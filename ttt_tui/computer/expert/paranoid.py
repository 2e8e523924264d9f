"""More than two players: everybody else counts as one opponent.

So the plain alpha-beta of two players does (N. Sturtevant and R. Korf, "On pruning techniques for multi-player
games", 2000), over the most promising squares of each position. What is certain needs no search: a line is
completed; if the player next in turn could complete one, that is stopped.

Values are whole numbers for the one who thinks: `WIN - n` for its win that is complete with n stones on the
board, `n - WIN` for that of anybody else, else the worth of its open lines less that of the others'.
"""

from collections.abc import Iterator
from dataclasses import replace

from ttt_tui.computer.base import Clock, OutOfTime, RankedMove, Report, Thought
from ttt_tui.engine import Geometry, Limit, Mask, Position, Square, squares_of

WIN = 1_000_000
INFINITE = WIN + 1

MOST_PROMISING = 8
"""How many squares of a position are looked at."""

ALL_SQUARES = 9
"""With so few left every square is looked at."""

NOBODY, DEAD = -1, -2
"""Owners of a line without stones, and of one with stones of two players or of one who has resigned."""

_FIELD = 16  # bits for each square's weight: more than all lines through it can sum up to


def weights(line_length: int) -> tuple[int, ...]:
    """Return what a line with so many stones of one player is worth; the more so the fewer are missing."""
    missing = [200, 60, 16, 5, 2]
    return (1, *(missing[min(line_length - count, 5) - 1] for count in range(1, line_length)))


class OpenLines:
    """A position of any number of players, with the lines that are still open kept up to date."""

    def __init__(self, position: Position) -> None:
        geometry: Geometry = position.geometry
        self.board = geometry.board
        self.occupied = position.occupied
        self.players = position.in_turn()
        self.lines = geometry.lines
        self.worth = dict.fromkeys(self.players, 0)
        """What each player's lines are worth."""
        self.ready: dict[int, Mask] = dict.fromkeys(self.players, 0)
        """The numbers of each player's lines that lack one stone, as bits."""
        self.weight = 0
        """How much there is to gain or stop on each square, added up, _FIELD bits for each."""
        self._k = geometry.line_length
        self._weights = (*weights(self._k), 0)
        self._bytes = _FIELD // 8 * geometry.stride * geometry.rows
        self._owner: list[int] = []
        self._count: list[int] = []
        self._spread: list[int] = []
        self._through: dict[Square, list[int]] = {square: [] for square in geometry.squares}
        self._past: list[tuple[object, ...]] = []
        for number, line in enumerate(self.lines):
            self._spread.append(sum(1 << _FIELD * square for square in squares_of(line)))
            for square in squares_of(line):
                self._through[square].append(number)
            self._claim(number, line, position)

    def _claim(self, number: int, line: Mask, position: Position) -> None:
        owners = [player for player, stones in enumerate(position.stones) if stones & line]
        owner, count = NOBODY, 0
        if owners:
            owner = owners[0] if len(owners) == 1 and owners[0] in self.worth else DEAD
            count = (line & self.occupied).bit_count()
        self._owner.append(owner)
        self._count.append(count)
        if owner == DEAD:
            return
        weight = self._weights[count]
        self.weight += weight * self._spread[number]
        if owner != NOBODY:
            self.worth[owner] += weight
            if count == self._k - 1:
                self.ready[owner] |= 1 << number

    def play(self, square: Square, player: int) -> None:
        """Put a stone on an empty square where the player does not complete a line."""
        owners, counts, weights, spread = self._owner, self._count, self._weights, self._spread
        numbers = self._through[square]
        self._past.append(
            (
                square,
                [owners[number] for number in numbers],
                [counts[number] for number in numbers],
                self.worth,
                self.ready,
                self.weight,
            )
        )
        worth, ready, weight = self.worth.copy(), self.ready.copy(), self.weight
        for number in numbers:
            owner, count = owners[number], counts[number]
            if owner == player or owner == NOBODY:
                more = weights[count + 1] - weights[count]
                weight += more * spread[number]
                worth[player] += more if owner == player else weights[1]
                owners[number] = player
                counts[number] = count + 1
                if count + 2 == self._k:
                    ready[player] |= 1 << number
            elif owner != DEAD:
                weight -= weights[count] * spread[number]
                worth[owner] -= weights[count]
                owners[number] = DEAD
                if count + 1 == self._k:
                    ready[owner] ^= 1 << number
        self.worth, self.ready, self.weight = worth, ready, weight
        self.occupied |= 1 << square

    def undo(self) -> None:
        """Take the latest stone back."""
        square, owners, counts, self.worth, self.ready, self.weight = self._past.pop()  # type: ignore[assignment]
        for number, owner, count in zip(self._through[square], owners, counts, strict=True):  # type: ignore[index,call-overload]
            self._owner[number] = owner
            self._count[number] = count
        self.occupied ^= 1 << square  # type: ignore[operator]

    def completing(self, player: int) -> Mask:
        """Return the squares where the player completes a line."""
        found = 0
        for number in squares_of(self.ready[player]):
            found |= self.lines[number]
        return found & ~self.occupied

    def promising(self, most: int) -> list[Square]:
        """Return the squares with most to gain or stop, no more than so many unless few are left."""
        weight = memoryview(self.weight.to_bytes(self._bytes, "little")).cast("H")
        empty = list(squares_of(self.board & ~self.occupied))
        empty.sort(key=weight.__getitem__, reverse=True)
        return empty if len(empty) <= ALL_SQUARES else empty[:most]

    def share(self, player: int) -> float:
        """Return the player's part of what all open lines are worth, from 0 to 1."""
        return self.worth[player] / (sum(self.worth.values()) or 1)


class ParanoidSearch:
    """Searches one position of any number of players."""

    def __init__(self, position: Position, clock: Clock) -> None:
        self.lines = OpenLines(position)
        self.clock = clock
        self.me = position.to_move
        self.players = position.in_turn()
        self.saw_everything = True
        """Whether the latest depth met no horizon and left no square out."""

    def moves(self) -> list[Square]:
        """Return the squares to look at in the position itself, the most promising first."""
        lines = self.lines
        if own := lines.completing(self.me):
            return list(squares_of(own))
        for player in self.players[1:]:
            stopping = lines.completing(player)
            if stopping and player == self.players[1]:
                return list(squares_of(stopping))
        moves = lines.promising(MOST_PROMISING)
        for player in self.players[2:]:
            moves += [square for square in squares_of(lines.completing(player)) if square not in moves]
        return moves

    def values(self, moves: list[Square], depth: int) -> Iterator[tuple[Square, int]]:
        """Give each move's value, `depth` plies ahead. Raises `OutOfTime`.

        A value below the highest so far may be too high, but not as high as that.
        """
        self.saw_everything = True
        best = -INFINITE
        for square in moves:
            value = self._after(square, 0, depth - 1, best - 1, INFINITE)
            best = max(best, value)
            yield square, value

    def share_after(self, square: Square) -> float:
        """Return the part of all open lines' worth that the move leaves its player with."""
        if self.lines.completing(self.me) >> square & 1:
            return 1.0
        self.lines.play(square, self.me)
        try:
            return self.lines.share(self.me)
        finally:
            self.lines.undo()

    def _after(self, square: Square, seat: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a stone of the player in this seat, counted from the one who thinks."""
        self.clock.tick()
        lines = self.lines
        player = self.players[seat]
        if lines.ready[player] and lines.completing(player) >> square & 1:
            value = WIN - lines.occupied.bit_count() - 1
            return -value if seat else value
        lines.play(square, player)
        try:
            return self._node((seat + 1) % len(self.players), depth, alpha, beta)
        finally:
            lines.undo()

    def _node(self, seat: int, depth: int, alpha: int, beta: int) -> int:
        lines = self.lines
        stones = lines.occupied.bit_count()
        if lines.ready[self.players[seat]]:
            value = WIN - stones - 1
            return -value if seat else value
        follower = (seat + 1) % len(self.players)
        must = 0
        if lines.ready[self.players[follower]]:
            must = lines.completing(self.players[follower])
            friends = seat and follower
            if friends or must & must - 1:
                if stones + 1 < lines.board.bit_count():
                    value = WIN - stones - 2
                    return -value if follower else value
        left = lines.board.bit_count() - stones
        if not left:
            return 0
        if depth <= 0 and not must:
            self.saw_everything = False
            return self._evaluate()
        moves = list(squares_of(must)) if must else lines.promising(MOST_PROMISING)
        if not must and len(moves) < left:
            self.saw_everything = False
        best = INFINITE if seat else -INFINITE
        for square in moves:
            value = self._after(square, seat, depth - 1, alpha, beta)
            if seat:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _evaluate(self) -> int:
        worth = self.lines.worth
        mine = worth[self.me]
        others = [each for player, each in worth.items() if player != self.me]
        return mine - max(others)


def think(position: Position, limit: Limit, clock: Clock, report: Report) -> Thought:
    """Return the move of the highest value, of equal ones that with the largest share, then the first."""
    search = ParanoidSearch(position, clock)
    moves = search.moves()
    share = {square: search.share_after(square) for square in moves}
    moves.sort(key=lambda square: (-share[square], square))
    thought = Thought(moves[0], line=(moves[0],))
    deepest = min(limit.depth or position.ply + 400, len(position.moves))
    try:
        for depth in range(1, deepest + 1):
            values = dict(search.values(moves, depth))
            moves.sort(key=lambda square: (-values[square], -share[square], square))
            thought = Thought(
                moves[0],
                values[moves[0]],
                depth=depth,
                nodes=clock.nodes,
                seconds=clock.seconds,
                line=(moves[0],),
                ranked=tuple(RankedMove(square, values[square]) for square in moves),
            )
            report(thought)
            if search.saw_everything or len(moves) == 1 or abs(values[moves[0]]) > WIN - 1000:
                break
    except OutOfTime:
        pass
    return replace(thought, nodes=clock.nodes, seconds=clock.seconds)
