"""Can one side force a line? The search behind every proof.

One side, the attacker, wants a line; the other, the defender, wants to prevent one, or to complete one first.
The search deepens by *effort*: fours and forced answers cost the attacker nothing, a quiet move that
threatens a win by continuous fours costs one, any other costs more. After a threat the defender tries only
moves that can spoil it, as in L. V. Allis's threat-space search ("Searching for Solutions in Games and
Artificial Intelligence", 1994). A position held in the maker-breaker game (`maker_breaker`) is held here.
"""

from enum import Enum
from operator import itemgetter
from typing import NamedTuple

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.fours import Fours, Variation
from ttt_tui.computer.expert.solver.maker_breaker import MakerBreaker, tick
from ttt_tui.computer.expert.solver.residuals import Reach, Residuals
from ttt_tui.computer.expert.solver.symmetry import Image, Keys, apply, common, united
from ttt_tui.computer.memory import SLOT, TwoGenerationCache, int_bytes, room, tuple_bytes
from ttt_tui.engine import Mask, Square

QUICK = 5
"""The most effort at which the search only looks for wins, and never proves that there is none."""

ENDLESS = 10_000
"""More effort than any game can take."""

_THREAT, _QUIET = 1, 3  # the costs of moves
_MAKER_TURNS = 3000  # of a maker-breaker game at each position where a proof is looked for
_UNTRIED = 1000  # more moves than a board has
_RESULTS_SHARE, _MAKER_BREAKER_SHARE, _FOURS_SHARE = 0.4, 0.45, 0.15  # shares of the megabytes
_MOST_OPEN = 2_000  # answers OPEN of which there is one object each
_OPEN = SLOT + tuple_bytes(3) + tuple_bytes(7) + 2 * int_bytes(30)  # bytes of one of these


class AttackState(Enum):
    """The state of knowledge about an attack."""

    WON = "won"
    HELD = "held"
    OPEN = "open"


class AttackResult(NamedTuple):
    """The result of an attack."""

    fate: AttackState
    plies: int = 0
    """WON: the most plies that the attacker needs."""
    zone: Mask = 0
    """HELD: squares where the defender plays, who can let the attacker have any stones elsewhere. WON:
    squares where one stone of the defender's could spoil the win."""
    move: Square | None = None
    """WON: the attacker's move that wins, or the defender's that lasts longest. HELD: the defender's move
    that holds, None if all do or it is the attacker's turn."""
    effort: int = 0
    """OPEN: the effort that was not enough."""
    doubts: int = 0
    """OPEN: how many of the attacker's moves have no answer; if none was tried, more than there are moves."""
    proving: bool = False
    """OPEN: whether the maker-breaker game gave no proof either."""


def _moved(answer: AttackResult, image: Image) -> AttackResult:
    """Return the image of an answer under a symmetry."""
    if answer.fate is AttackState.OPEN:
        return answer
    move = None if answer.move is None else image[answer.move].bit_length() - 1
    return answer._replace(zone=apply(image, answer.zone), move=move)


class _Defences:
    """The defender's moves in a position, as long as none of them is known to hold."""

    __slots__ = ("empty", "lasting", "mine", "plies", "theirs", "undecided", "worth_trying")

    def __init__(self, mine: Reach, theirs: Reach, empty: Mask) -> None:
        self.mine = mine
        self.theirs = theirs
        self.empty = empty
        self.worth_trying = empty
        self.plies = 0
        """The most that the attacker needs."""
        self.lasting: Square | None = None
        """The move that lasts longest."""
        self.undecided: list[tuple[int, Square]] = []
        """Moves with the doubts about them."""

    def fail(self, square: Square, won: AttackResult) -> None:
        """Note a move after which the attacker wins."""
        self.worth_trying &= won.zone
        if won.plies >= self.plies or self.lasting is None:
            self.lasting = square
        self.plies = max(self.plies, won.plies + 1)


class Attack:
    """Searches attacks on one geometry and remembers the results within `megabytes`."""

    def __init__(self, lines: Residuals, megabytes: float) -> None:
        self.lines = lines
        self.fours = Fours(lines, _FOURS_SHARE * megabytes)
        self.maker_breaker = MakerBreaker(lines, self.fours, _MAKER_BREAKER_SHARE * megabytes)
        self.proving = False
        """Whether the search looks for proofs that there is no win, too."""
        # With the attacker to move:
        self.keys = Keys(self.maker_breaker.symmetries, 2)
        self._results: TwoGenerationCache[int, AttackResult] = TwoGenerationCache(
            room(_RESULTS_SHARE * megabytes, self.keys.bytes),
            int_bytes(self.keys.bits) + tuple_bytes(7) + int_bytes(lines.squares),
        )
        self._open: dict[tuple[int, int, bool], AttackResult] = {}  # the answers OPEN, one object each

    @property
    def bytes(self) -> int:
        """The bytes in use, tables included."""
        own = self._results.bytes + len(self._open) * _OPEN + self.keys.bytes
        return own + self.fours.bytes + self.maker_breaker.bytes

    def attack(
        self, mine: Reach, theirs: Reach, empty: Mask, effort: int, budget: Budget, fours: bool = True
    ) -> AttackResult:
        """Return the result for an attacker to move who has `mine`; the defender has `theirs`.

        `fours` is false if continuous fours are known to win nothing.
        """
        lines = self.lines
        if rows := mine & lines.field:
            return AttackResult(AttackState.WON, 1, empty, lines.fours(rows, empty).bit_length() - 1)
        if not mine:
            return AttackResult(AttackState.HELD)
        my_rows, their_rows = lines.open(mine), lines.open(theirs)
        empty &= lines.squares_of(my_rows | their_rows)
        key, turn = self.keys.key((my_rows << lines.width | their_rows) << lines.squares | empty)
        known = self._results.get(key)
        if known and (known.fate is not AttackState.OPEN or known.effort >= effort):
            return _moved(known, turn.back) if turn else known
        tick(lines, budget)
        prove = self.proving and not (known and known.proving)
        answer = self._attack(mine, theirs, empty, effort, budget, fours and not known, prove)
        self._results.keep(key, _moved(answer, turn.there) if turn else answer)
        return answer

    def _attack(
        self, mine: Reach, theirs: Reach, empty: Mask, effort: int, budget: Budget, fours: bool, prove: bool
    ) -> AttackResult:
        lines = self.lines
        spread = lines.spread
        threat = lines.fours(theirs, empty)
        if threat & (threat - 1):
            return AttackResult(AttackState.HELD, zone=self._guarding(threat, mine, empty, 2))
        if fours and (variation := self.fours.win(mine, theirs, empty, budget)):
            return AttackResult(
                AttackState.WON, len(variation), self.fours.zone(variation, theirs, empty), variation[0]
            )
        if threat:
            square = threat.bit_length() - 1
            found = self.defend(
                lines.gain(mine, square), theirs & ~spread[square], empty ^ threat, effort, budget
            )
            if found.fate is AttackState.OPEN:
                return self._open_at(effort, found.doubts)
            if found.fate is AttackState.HELD:
                return AttackResult(
                    AttackState.HELD, zone=self._guarding(found.zone | threat, mine, empty, 2)
                )
            return AttackResult(AttackState.WON, found.plies + 1, empty, square)
        if prove:
            verdict = self.maker_breaker.verdict(mine, empty, False, _MAKER_TURNS, budget)
            if verdict and verdict.held:
                return AttackResult(AttackState.HELD, zone=verdict.zone)
        if effort < _THREAT:
            return self._open_at(effort, _UNTRIED + lines.chances(mine))
        return self._every_move(mine, theirs, empty, effort, budget)

    def _guarding(self, zone: Mask, mine: Reach, empty: Mask, least: int) -> Mask:
        """Return the zone extended to at least `least` squares of each open line of the attacker's.

        So a defender who threatens to win instead of answering on each line is faster.
        """
        for residual in self.lines.left(self.lines.open(mine), empty):
            while (residual & zone).bit_count() < least:
                outside = residual & ~zone
                zone |= outside & -outside
        return zone

    def _open_at(self, effort: int, doubts: int) -> AttackResult:
        key = effort, doubts, self.proving
        if len(self._open) >= _MOST_OPEN:
            self._open.clear()
        return self._open.setdefault(
            key, AttackResult(AttackState.OPEN, effort=effort, doubts=doubts, proving=self.proving)
        )

    def _every_move(
        self, mine: Reach, theirs: Reach, empty: Mask, effort: int, budget: Budget
    ) -> AttackResult:
        lines = self.lines
        spread = lines.spread
        images = self.maker_breaker.symmetries.quickly_keeping((mine, theirs), empty)
        worth_trying = empty
        zone = 0
        doubts = 0
        for square in lines.by_chances((mine, theirs), empty):
            if worth_trying >> square & 1:
                stone = 1 << square
                found = self.defend(
                    lines.gain(mine, square), theirs & ~spread[square], empty ^ stone, effort, budget
                )
                if found.fate is AttackState.WON:
                    return AttackResult(AttackState.WON, found.plies + 1, empty, square)
                if found.fate is AttackState.HELD:
                    zone |= united(images, found.zone)
                    worth_trying &= common(images, found.zone)
                else:
                    worth_trying &= ~united(images, stone)
                    doubts += 1
        if not doubts:
            return AttackResult(AttackState.HELD, zone=zone)
        return self._open_at(effort, doubts)

    def defend(self, mine: Reach, theirs: Reach, empty: Mask, effort: int, budget: Budget) -> AttackResult:
        """Answer for an attacker who has `mine` and just moved: the defender, with `theirs`, is to move."""
        lines = self.lines
        if rows := theirs & lines.field:
            square = lines.fours(rows, empty).bit_length() - 1
            return AttackResult(
                AttackState.HELD, zone=self._guarding(1 << square, mine, empty, 1), move=square
            )
        if not mine:
            return AttackResult(AttackState.HELD)
        if fours := lines.fours(mine, empty):
            square = fours.bit_length() - 1
            if fours & (fours - 1):
                return AttackResult(AttackState.WON, 2, empty, square)
            found = self.attack(
                mine & ~lines.spread[square], lines.gain(theirs, square), empty ^ fours, effort, budget
            )
            return AttackResult(found.fate, found.plies + 1, found.zone | fours, square)
        tick(lines, budget)
        variation = self.fours.win(mine, theirs, empty, budget)
        effort -= _THREAT if variation else _QUIET
        if effort < 0:
            return AttackResult(AttackState.OPEN)
        return self._every_defence(mine, theirs, empty, variation, effort, budget)

    def _every_defence(
        self,
        mine: Reach,
        theirs: Reach,
        empty: Mask,
        variation: Variation | None,
        effort: int,
        budget: Budget,
    ) -> AttackResult:
        """The defender is to move; `variation` is how the attacker wins by continuous fours after a pass."""
        defences = _Defences(mine, theirs, empty)
        if variation:
            defences.worth_trying = self.fours.zone(variation, theirs, empty)
            defences.plies = len(variation) + 1
        # Holding is worth more than winning.
        squares = self.lines.by_chances((mine, mine, theirs), defences.worth_trying)
        for reply_effort in (0, effort):  # first the replies decided at once
            if found := self._try(defences, squares, reply_effort, effort, variation is not None, budget):
                return found
            squares = [square for _, square in sorted(defences.undecided, key=itemgetter(0))]
            if not squares:
                break
        return AttackResult(AttackState.WON, defences.plies, empty, defences.lasting)

    def _try(
        self,
        defences: _Defences,
        squares: list[Square],
        reply_effort: int,
        effort: int,
        fours: bool,
        budget: Budget,
    ) -> AttackResult | None:
        """Try moves of the defender; return the result once one holds, or once more effort cannot decide.

        `fours` is false if continuous fours are known to win nothing.
        """
        lines = self.lines
        defences.undecided = []
        for square in squares:
            if not defences.worth_trying >> square & 1:
                continue
            stone = 1 << square
            mine = defences.mine & ~lines.spread[square]
            theirs = lines.gain(defences.theirs, square)
            found = self.attack(mine, theirs, defences.empty ^ stone, reply_effort, budget, fours)
            if found.fate is AttackState.HELD:
                return AttackResult(AttackState.HELD, zone=found.zone | stone, move=square)
            if found.fate is AttackState.WON:
                defences.fail(square, found)
            elif reply_effort == effort:
                return AttackResult(AttackState.OPEN)
            else:
                defences.undecided.append((found.doubts, square))
        return None
