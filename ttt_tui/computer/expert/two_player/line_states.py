"""The lines of a board with stones on them: their threats and strengths, computed on demand and kept.

A `LineState` is a line with stones on it, with its `patterns` laid out as whole-board masks; indexed by a
stone's code it returns the state with that stone, so that after a while a search only follows references.
"""

from sys import getsizeof
from weakref import ref

from ttt_tui.computer.expert.two_player.patterns import Description, LineKind, Patterns
from ttt_tui.computer.memory import SLOT, TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Geometry, LineRule, Mask, Square

Path = tuple[int, int, int, int, int, int, int, int]
"""The four lines through a square, each by its number and by the code of a player's stone there."""

Stones = tuple[Mask, Mask]
"""The stones of the first and of the second player on a line; bit i is its i-th square."""

Step = tuple["LineState", Mask, int]
"""The effect of a stone on a line: its new state, what changes in `planes` (to XOR) and in
`strengths` (to add)."""

_DESCRIBED = 0.2  # share of the megabytes, for descriptions shared by all lines of a kind
_FORGOTTEN = 1 / 32  # share of the states, at a time: a few milliseconds
_HALF = 8  # bytes that the allocator adds to a block, on average
_STATE = SLOT + tuple_bytes(2) + 2 * int_bytes(20) + 3 * _HALF  # bytes of a state besides its own
_STEP = tuple_bytes(3) + 2 * _HALF


class LineState(dict[int, Step]):
    """A line with stones on it. `state[code]` is the step to the state with one stone more, where a stone's
    code is 2 × its place in the line + its player.

    `planes` has the threats of both players: plane i of player p starts at bit (p × PLANES + i) × the board's
    bits. `strengths` is made to be added up over lines: a byte for each square of the board with its strength
    for the first player, above them as many for the second. The null line, for squares with fewer than four
    lines through them, has no squares and no other state.
    """

    # All states of a line are in its dict, which is the lines' that they would refer to: a circle.
    __slots__ = ("_lines", "number", "planes", "stones", "strengths")

    def __init__(
        self, lines: "ref[LineStates]", number: int, stones: Stones, planes: int, strengths: int
    ) -> None:
        super().__init__()
        self._lines = lines
        self.number = number
        """The number of the line."""
        self.stones = stones
        self.planes = planes
        self.strengths = strengths

    def __missing__(self, code: int) -> Step:
        lines = self._lines()
        assert lines is not None, "who plays on lines holds them"
        return lines.step(self, code)


class LineStates:
    """All rows, columns and diagonals of a board that can win; all boards of threats share them.

    When there is no more room, the states of one line after another are discarded, except those in use by a
    board.
    """

    def __init__(self, geometry: Geometry, megabytes: float = 40.0) -> None:
        self.geometry = geometry
        self.most_bytes = int(megabytes * 1_000_000 * (1 - _DESCRIBED))
        """The most bytes of the states."""
        self.state_bytes = 0
        """The bytes of the states."""
        bits = geometry.stride * geometry.rows
        self._described: TwoGenerationCache[tuple[LineKind, Stones], Description] = TwoGenerationCache(
            megabytes * _DESCRIBED,
            3 * tuple_bytes(2) + 3 * int_bytes(30) + int_bytes(10 * bits) + int_bytes(16 * bits),
        )
        self._self = ref(self)
        is_renju = geometry.rules.line is LineRule.RENJU
        usual, exact = (Patterns(geometry.line_length, is_exact) for is_exact in (False, True))
        second = exact if geometry.rules.line is LineRule.EXACTLY else usual
        patterns = exact if is_renju else second, second
        self.planes = [0, 0, 0, 0]
        """The threats along each of the four directions on the empty board: there are some if k = 3."""
        kinds: dict[tuple[int, int], LineKind] = {}
        self._lines: list[tuple[LineKind, Square]] = []  # the kind of each line, and its first square
        through: dict[Square, list[tuple[int, int] | None]] = {s: [None] * 4 for s in geometry.squares}
        for direction, step in enumerate(geometry.directions):
            for square in geometry.squares:
                if square - step in geometry:
                    continue
                squares = [square]
                while squares[-1] + step in geometry:
                    squares.append(squares[-1] + step)
                if len(squares) >= geometry.line_length:
                    for place, each in enumerate(squares):
                        through[each][direction] = (len(self._lines), place)
                    length = len(squares)
                    kind = kinds.setdefault((length, step), LineKind(length, step, bits, patterns, is_renju))
                    self._lines.append((kind, square))
                    self.planes[direction] |= kind.describe((0, 0))[0] << square
        nowhere = (len(self._lines), 0)
        self._lines.append((LineKind(0, 0, bits, patterns), 0))
        self.empty = [self._state(number, (0, 0)) for number in range(len(self._lines))]
        """Every line without a stone."""
        self._known: list[dict[Stones, LineState]] = [{} for _ in self._lines]
        self._bytes = [0] * len(self._lines)
        self._oldest = 0  # the line whose states are forgotten next
        self.paths: tuple[dict[Square, Path], dict[Square, Path]] = ({}, {})
        for square, places in through.items():
            numbers, spots = zip(*(place or nowhere for place in places), strict=True)
            for player in (0, 1):
                self.paths[player][square] = (*numbers, *(2 * spot + player for spot in spots))

    @property
    def bytes(self) -> int:
        """The bytes of everything computed."""
        return self.state_bytes + self._described.bytes

    def step(self, state: LineState, code: int) -> Step:
        """Compute the effect of a stone with this code on a line, and keep it."""
        number = state.number
        if number == len(self._lines) - 1:
            return state, 0, 0
        place, player = divmod(code, 2)
        first, second = state.stones
        bit = 1 << place
        stones = (first, second | bit) if player else (first | bit, second)
        more = 0
        known = self._known[number]
        after = known.get(stones)
        if after is None:
            after = known[stones] = self._state(number, stones)
            more += _STATE + getsizeof(after) + getsizeof(after.planes) + getsizeof(after.strengths)
        step = after, state.planes ^ after.planes, after.strengths - state.strengths
        before = getsizeof(state)
        state[code] = step
        more += getsizeof(state) - before + _STEP + getsizeof(step[1]) + getsizeof(step[2])
        self._bytes[number] += more
        self.state_bytes += more
        if self.state_bytes > self.most_bytes:
            self._make_room()
        return step

    def _state(self, number: int, stones: Stones) -> LineState:
        kind, first = self._lines[number]
        described = self._described.get((kind, stones))
        if described is None:
            described = self._described.keep((kind, stones), kind.describe(stones))
        planes, strengths = described
        return LineState(self._self, number, stones, planes << first, strengths << 8 * first)

    def _make_room(self) -> None:
        enough = self.most_bytes * (1 - _FORGOTTEN)
        for _ in self._lines:
            if self.state_bytes <= enough:
                break
            number = self._oldest
            self._oldest = (number + 1) % len(self._lines)
            known, self._known[number] = self._known[number], {}
            self.state_bytes -= self._bytes[number]
            self._bytes[number] = 0
            self.empty[number].clear()
            for state in known.values():
                state.clear()
