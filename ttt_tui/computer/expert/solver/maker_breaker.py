"""The maker-breaker game: one player wants a line, the other only wants to prevent it.

It ignores the breaker's own lines. So if the breaker holds, then the maker cannot win the real game either,
and that is how most draws are proved (J. Beck, "Combinatorial Games: Tic-Tac-Toe Theory", 2008). If the maker
wins, nothing is said about the real game.

Each answer comes with a *zone*. A breaker who holds does so on the zone alone and can let the maker have any
stones elsewhere; a maker who wins does so on the zone alone, whatever stones the breaker has elsewhere. So of
the moves of the side that failed only those inside the zones of all refutations so far are worth a look
(after the relevancy zones of W.-Y. Hsu, C.-L. Ko and others, "On solving the 7,7,5-game and the 8,8,5-game",
2020).
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.pairing import Pairing
from ttt_tui.computer.expert.solver.reductions import Rest, Verdict, reduced
from ttt_tui.computer.expert.solver.residuals import Reach, Residuals, Rows
from ttt_tui.computer.expert.solver.symmetry import Keys, Symmetries, Turn, apply, common, united
from ttt_tui.computer.memory import Memory, int_bytes, room, rounded
from ttt_tui.engine import Mask, Square, mask_of

_VERDICTS = 0.8  # of the megabytes; the rest is for zones
_MANY_LINES = 100  # more than 8x8 has for k = 5
_HOPELESS = 2  # sum of 2^-missing in one part of the board
_ZONES = 20  # that are remembered for the same open lines
_MOST_FOURS = 2  # in a row, of the maker's, that are looked for: the search finds what takes more
_BEFORE_FOURS = 2  # answers tried before a search for continuous fours, since most of the time one holds
_AT_ONCE = 10  # answers looked at before any of them is searched
_DEEPEST = 120  # plies; deeper searches are given up, since Python's stack is not endless


def tick(lines: Residuals, budget: Budget) -> None:
    """Count a node. Raises `OutOfTime` when the search has to end.

    On a board with many lines a node takes up to a few milliseconds, so that each looks at the time.
    """
    budget.tick()
    if lines.width > _MANY_LINES:
        budget.look()


class _Spent(Exception):
    """Unwinds a search that used up its nodes."""


class MakerBreaker:
    """Plays maker-breaker games on one geometry and remembers in so many megabytes how they ended."""

    def __init__(self, lines: Residuals, fours: Fours, megabytes: float) -> None:
        self.lines = lines
        self.fours = fours
        self.symmetries = Symmetries(lines)
        self.pairing = Pairing(lines)
        # With the maker to move and without a four:
        self._keys = Keys(self.symmetries, 1)
        self._bits = lines.squares
        megabytes = room(megabytes, self._keys.bytes)
        mask = int_bytes(lines.squares)
        self._verdicts: Memory[int, int] = Memory(_VERDICTS * megabytes, int_bytes(self._keys.bits) + mask)
        self._zones: Memory[int, list[Mask]] = Memory(
            (1 - _VERDICTS) * megabytes, int_bytes(lines.width) + rounded(56 + 8 * _ZONES) + mask * _ZONES
        )
        """Where the breaker holds, by open lines."""
        self._left = 0

    @property
    def bytes(self) -> int:
        """How many bytes it remembers, tables included."""
        return self._verdicts.bytes + self._zones.bytes + self._keys.bytes

    def verdict(
        self, reach: Reach, empty: Mask, breaker_first: bool, nodes: int, budget: Budget
    ) -> Verdict | None:
        """Return how the game for this reach ends.

        None if that takes more than so many of the maker's turns, or if the breaker has next to no hope.
        """
        if not breaker_first and self._is_hopeless(reach, empty):
            return None
        self._left = nodes
        pieces = self.lines.pieces(self.lines.open(reach), empty)
        try:
            if breaker_first:
                return self._breaker(reach, pieces, empty, _DEEPEST, budget)
            return self._maker(reach, pieces, empty, _DEEPEST, budget)
        except _Spent:
            return None

    def _is_hopeless(self, reach: Reach, empty: Mask) -> bool:
        """Whether the maker, to move, has so many chances in one part that he nearly always wins."""
        lines = self.lines
        enough = _HOPELESS * lines.certain
        if lines.chances(reach) < enough:
            return False
        reach, rows, empty, _, _ = reduced(lines, reach, lines.pieces(lines.open(reach), empty), empty)
        while rows:
            part = self._connected(rows, empty)
            rows ^= part
            if lines.chances(lines.only(reach, part)) >= enough:
                return True
        return False

    def _at_once(self, reach: Reach, rows: Rows, empty: Mask) -> Verdict | None:
        """Return what is known without a search, the maker being to move and nothing being decided.

        `rows` are the open lines of the reach, `empty` their empty squares.
        """
        if not rows:
            return Verdict(True, 0)
        if four := reach & self.lines.field:
            return Verdict(False, next(self.lines.left(four & -four, empty)))
        key, turn = self._keys.key(rows << self._bits | empty)
        known = self._known(key, turn)
        if not known and (zone := self.pairing.zone(reach, empty)) is not None:
            known = self._keep(key, turn, Verdict(True, zone))
        return known

    def _maker(self, reach: Reach, pieces: list[int], empty: Mask, depth: int, budget: Budget) -> Verdict:
        """The maker is to move."""
        lines = self.lines
        if rows := reach & lines.field:
            return Verdict(False, next(lines.left(rows & -rows, empty)))
        tick(lines, budget)
        rest = reduced(lines, reach, pieces, empty)
        verdict = self._at_once(rest.reach, rest.rows, rest.empty)
        return rest.whole(verdict or self._by_parts(rest.reach, rest.rows, rest.empty, depth, True, budget))

    def _by_parts(
        self, reach: Reach, rows: Rows, empty: Mask, depth: int, fours: bool, budget: Budget
    ) -> Verdict:
        """The maker is to move, and no strategy is seen for the breaker: search the board part by part.

        No line leads from one part to another, so the breaker answers in the part where the maker moved.
        `fours` is false if it is known already that continuous fours win nothing.
        """
        lines = self.lines
        zone = 0
        every = rows
        while rows:
            part = self._connected(rows, empty)
            rows ^= part
            here, squares = lines.only(reach, part), empty & lines.squares_of(part)
            verdict = None if part == every else self._at_once(here, part, squares)
            if verdict is None:
                verdict = self._every_move(here, part, squares, depth, fours, budget)
            if not verdict.held:
                return verdict
            zone |= verdict.zone
        return Verdict(True, zone)

    def _connected(self, rows: Rows, empty: Mask) -> Rows:
        """Return one of these lines and all that it is connected with by empty squares."""
        lines = self.lines
        through = lines.through
        part = rows & -rows
        seen = 0
        while new := lines.squares_of(part) & empty & ~seen:
            seen |= new
            for square in lines.listed(new):
                part |= through[square] & rows
        return part

    def _every_move(
        self, reach: Reach, rows: Rows, empty: Mask, depth: int, fours: bool, budget: Budget
    ) -> Verdict:
        """The maker is to move, and all lines hang together: try the maker's moves."""
        key, turn = self._keys.key(rows << self._bits | empty)
        if known := self._known(key, turn):
            return known
        self._left -= 1
        if self._left < 0 or not depth:
            raise _Spent
        lines = self.lines
        if fours and (variation := self.fours.win(reach, 0, empty, budget, _MOST_FOURS)):
            return self._keep(key, turn, Verdict(False, mask_of(variation)))
        images = self.symmetries.keeping((reach,), empty)
        worth_trying = empty
        zone = 0
        pieces = lines.pieces(rows, empty)
        for square in lines.by_chances((reach,), empty):
            if worth_trying >> square & 1:
                stone = 1 << square
                after = self._breaker(
                    lines.gain(reach, square),
                    [piece & ~stone for piece in pieces],
                    empty ^ stone,
                    depth - 1,
                    budget,
                )
                if not after.held:
                    return self._keep(key, turn, Verdict(False, after.zone | stone))
                zone |= united(images, after.zone)
                worth_trying &= common(images, after.zone)
        return self._keep(key, turn, Verdict(True, zone))

    def _known(self, key: int, turn: Turn | None) -> Verdict | None:
        """Return what is remembered of a position that has this key by this symmetry.

        A breaker who holds on a zone does so wherever else the maker has stones: it takes the same open lines
        and the zone being empty, no more.
        """
        known = self._verdicts.get(key)
        if known is None:
            for zone in self._zones.get(key >> self._bits) or ():
                if not zone & ~key:
                    known = zone << 1 | 1
                    break
            else:
                return None
        zone = known >> 1
        return Verdict(known & 1 == 1, apply(turn.back, zone) if turn else zone)

    def _keep(self, key: int, turn: Turn | None, verdict: Verdict) -> Verdict:
        """Remember a verdict, for all images of the position, and return it."""
        zone = apply(turn.there, verdict.zone) if turn else verdict.zone
        self._verdicts.keep(key, zone << 1 | verdict.held)
        if verdict.held:
            rows = key >> self._bits
            others = self._zones.get(rows) or ()
            self._zones.keep(rows, [zone, *[other for other in others if zone & ~other]][:_ZONES])
        return verdict

    def _breaker(self, reach: Reach, pieces: list[int], empty: Mask, depth: int, budget: Budget) -> Verdict:
        """The breaker is to move."""
        lines = self.lines
        spread = lines.spread
        if fours := lines.fours(reach, empty):
            if fours & (fours - 1):
                return Verdict(False, fours)
            square = fours.bit_length() - 1
            left = [piece for piece in pieces if not piece & fours]
            after = self._maker(reach & ~spread[square], left, empty ^ fours, depth, budget)
            return Verdict(after.held, after.zone | fours, square)
        worth_trying = empty
        zone = 0
        order = lines.by_lines(reach, empty)
        variation = None
        # To see through many answers costs more than to search a good one.
        for first, some in ((0, order[:_AT_ONCE]), (_AT_ONCE, order[_AT_ONCE:])):
            open_questions: list[tuple[Square, Rest]] = []
            for number, square in enumerate(some, first):
                if number == _BEFORE_FOURS and (
                    variation := self.fours.win(reach, 0, empty, budget, _MOST_FOURS)
                ):
                    zone |= mask_of(variation)
                    worth_trying &= mask_of(variation)
                if worth_trying >> square & 1:
                    tick(lines, budget)
                    stone = 1 << square
                    left = [piece for piece in pieces if not piece & stone]
                    rest = reduced(lines, reach & ~spread[square], left, empty)
                    verdict = self._at_once(rest.reach, rest.rows, rest.empty)
                    if verdict is None:
                        open_questions.append((square, rest))
                        continue
                    verdict = rest.whole(verdict)
                    if verdict.held:
                        return Verdict(True, verdict.zone | stone, square)
                    zone |= verdict.zone
                    worth_trying &= verdict.zone
            for square, rest in open_questions:
                if worth_trying >> square & 1:
                    after = rest.whole(
                        self._by_parts(
                            rest.reach, rest.rows, rest.empty, depth, variation is not None, budget
                        )
                    )
                    if after.held:
                        return Verdict(True, after.zone | 1 << square, square)
                    zone |= after.zone
                    worth_trying &= after.zone
        return Verdict(not reach, zone)
