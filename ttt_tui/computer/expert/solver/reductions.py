"""Decisions in a maker-breaker game without a search: twins, free squares, dominated moves and pairs.

Most positions of a search are decided by these rules alone, applied one after another.

A square *dominates* another one if all lines through the other one also contain it: a stone there does
everything that a stone here does. Exchange the two squares in any strategy after the stone here; the lines
after the stone there are the same or shorter, and more. So a breaker who holds against the better stone holds
against this one, with the squares exchanged. (Dominated moves are left out so in Hex by P. Henderson,
"Playing and solving the game of Hex", 2010.) The same holds after the breaker's answer, which spoils lines: a
stone is refuted by the answer that refutes another one if of its lines only those are left that lead through
that one too.

If every line holds two squares of its own, the breaker answers a stone on one by a stone on the other, and no
line is ever filled: a *pairing strategy* (A. W. Hales and R. I. Jewett, "Regularity and positional games",
1963). Lines that overlap can share a pair. Lines left over, seen only on the squares that no pair uses, are
held as well if the sum of 2^-squares over them is below 1/2 (P. Erdős and J. L. Selfridge, "On a
combinatorial game", 1973), since the breaker answers each stone in the part of the board where it fell.
"""

from typing import NamedTuple

from ttt_tui.computer.expert.solver.residuals import Reach, Residuals, Rows
from ttt_tui.engine import Mask, Square


class MakerBreakerVerdict(NamedTuple):
    """The winner of a maker-breaker game, and the squares that matter."""

    held: bool
    """Whether the breaker holds."""
    zone: Mask
    move: Square | None = None
    """The breaker's move that holds, if it is the breaker's turn and not every move does."""


class Rest(NamedTuple):
    """The undecided rest of a position."""

    reach: Reach
    rows: Rows
    """The open lines of the reach."""
    empty: Mask
    """Their empty squares."""
    held: Mask
    """To be added to the zone if the breaker holds the rest."""
    lost: Mask
    """To be added to the zone if the maker wins the rest."""

    def whole(self, verdict: MakerBreakerVerdict) -> MakerBreakerVerdict:
        """Return the verdict about the position that this is the rest of."""
        more = self.held if verdict.held else self.lost
        return MakerBreakerVerdict(verdict.held, verdict.zone | more) if more else verdict


def reduced(lines: Residuals, reach: Reach, rows: Rows, empty: Mask) -> Rest:
    """Return the rest to be searched, with the maker to move.

    `rows` are the open lines of the reach. None needs just one stone.
    A square is a line's *own* if no other line passes through it. A line with two of these is held: the
    breaker answers a stone on one by a stone on the other. So are all lines through two squares that
    share all their lines. If a line needs two stones and one of the squares is its own, then the maker
    has the other one for nothing: the answer to his stone there spoils no other line.
    """
    twins = given = 0
    while True:
        once, shared = lines.shared(rows)
        own = once & ~shared & empty
        held, with_own, own_twins = _by_own_squares(lines, rows, own)
        twins |= own_twins
        rows &= ~held
        if tight := reach >> lines.width & lines.field & with_own & rows:
            row = tight & -tight
            left = lines.lines[row.bit_length() - 1] & empty
            answer = left & own
            free = left ^ answer
            given |= left
            empty ^= free
            rows ^= row
            reach &= ~lines.spread[answer.bit_length() - 1]
            reach = lines.gain(reach, free.bit_length() - 1)
            if reach & lines.field:  # now a stone wins
                once = lines.squares_of(rows)
                break
        elif not held:
            held, shared_twins = _by_shared_lines(lines, rows, shared & empty)
            if not held:
                break
            twins |= shared_twins
            rows &= ~held
    return Rest(lines.only(reach, rows), rows, once & empty, twins | given, given)


def _by_own_squares(lines: Residuals, rows: Rows, own: Mask) -> tuple[Rows, Rows, Mask]:
    """Return the lines with two own squares, those with any, and the twins that hold the former."""
    through = lines.through
    held = with_own = twins = 0
    for square in lines.listed(own):
        row = through[square] & rows
        if not row & with_own:
            with_own |= row
        elif not row & held:
            held |= row
            mine = lines.lines[row.bit_length() - 1] & own
            more = mine & (mine - 1)
            twins |= mine ^ more | more & -more
    return held, with_own, twins


def _by_shared_lines(lines: Residuals, rows: Rows, shared: Mask) -> tuple[Rows, Mask]:
    """Return the lines through two squares that share all their lines, and these twins.

    `shared` are the empty squares with more than one line: no line has two of the others.
    """
    through = lines.through
    squares = lines.listed(shared)
    last = {through[square] & rows: square for square in squares}
    held = twins = 0
    if len(last) < len(squares):
        for square in squares:
            here = through[square] & rows
            if last[here] != square:
                held |= here
                twins |= 1 << square | 1 << last[here]
    return held, twins


def dominated(lines: Residuals, rows: Rows, empty: Mask) -> dict[Square, Square]:
    """Return the squares that another one dominates, with that one, which none dominates in turn.

    `rows` are the maker's open lines. Of squares with the same lines one is left.
    """
    through = lines.through
    crossing = [(rows & through[square], square) for square in lines.listed(empty)]
    crossing.sort(key=lambda entry: -entry[0].bit_count())
    found = {}
    best: list[tuple[Rows, Square]] = []
    for here, square in crossing:
        for there, better in best:
            if not here & ~there:
                found[square] = better
                break
        else:
            best.append((here, square))
    return found


def refuted_alike(lines: Residuals, rows: Rows, empty: Mask, stone: Square, answer: Square) -> Mask:
    """Return the other squares where a stone of the maker's is refuted by the answer that refutes this one.

    `rows` are the open lines before the stone. A zone on which the breaker holds against this stone is
    one against theirs if the stone's square is added: he plays there instead of on the square of theirs.
    """
    through = lines.through
    more = rows & ~(through[stone] | through[answer])
    return empty & ~(lines.squares_of(more) | 1 << stone | 1 << answer)


def closure(zone: Mask, better: dict[Square, Square]) -> Mask:
    """Return a breaker's zone with which he also answers stones on dominated squares.

    Where he would play on a square that the maker took instead of a better one, he plays on the better one.
    """
    found = zone
    for square, other in better.items():
        if zone >> square & 1:
            found |= 1 << other
    return found


# --- pairing strategies ----------------------------------------------------------------------------------

_TRIES = 30  # pairs chosen, not forced, before giving up
_BRANCHES = 4  # pairs tried on one line
_MOST_CHANCES = (
    4 / 7
)  # sum of 2^-squares, per square of a line that its pair leaves, beyond which none is found


class Pairing:
    """Looks for such strategies on one geometry."""

    def __init__(self, lines: Residuals) -> None:
        self.lines = lines
        self._tries = 0

    def zone(self, reach: Reach, empty: Mask) -> Mask | None:
        """Return the squares of a strategy for the breaker, the maker moving first; None if none is found.

        The breaker plays on these squares only: the maker may have any stone elsewhere. `reach` is the
        maker's and has no line that needs just one stone.
        """
        lines = self.lines
        chances = lines.chances(reach)
        if chances > _MOST_CHANCES * (lines.line_length - 2) * lines.certain:
            return None
        self._tries = _TRIES
        found = self._pair(reach, empty, 0)
        if found is None and 2 * chances < lines.certain:
            return lines.squares_of(lines.open(reach)) & empty
        return found

    def _pair(self, reach: Reach, free: Mask, used: Mask) -> Mask | None:
        # A line with one square of a pair, but not the other, loses that square for its own pair: just as if
        # the maker had a stone there.
        lines = self.lines
        spread = lines.spread
        while reach:
            if reach & lines.field:
                return None
            tight = reach >> lines.width & lines.field
            if not tight:
                found = self._choose(reach, free, used)
                if found is None and 2 * lines.chances(reach) < lines.certain:
                    return used | lines.squares_of(lines.open(reach)) & free
                return found
            pair = lines.lines[tight.bit_length() - 1] & free
            one, other = pair.bit_length() - 1, (pair & -pair).bit_length() - 1
            reach &= ~(spread[one] & spread[other])
            reach = lines.gain(reach, one)
            if reach & lines.field:
                return None
            reach = lines.gain(reach, other)
            used |= pair
            free ^= pair
        return used

    def _choose(self, reach: Reach, free: Mask, used: Mask) -> Mask | None:
        # The best pair covers many lines and uses squares that few other lines want.
        lines = self.lines
        through = lines.through
        spread = lines.spread
        rows = lines.open(reach)
        tightest = reach
        while not tightest & lines.field:
            tightest >>= lines.width
        tightest &= lines.field
        options = []
        earlier: list[tuple[Square, Rows]] = []
        for square in lines.listed(lines.lines[tightest.bit_length() - 1] & free):
            here = through[square] & rows
            for other, there in earlier:
                worth = 4 * (here & there).bit_count() - here.bit_count() - there.bit_count()
                options.append((-worth, square, other))
            earlier.append((square, here))
        options.sort()
        for _, square, other in options[:_BRANCHES]:
            if not self._tries:
                return None
            self._tries -= 1
            left = lines.gain(reach & ~(spread[square] & spread[other]), square)
            if left & lines.field:
                continue
            left = lines.gain(left, other)
            pair = 1 << square | 1 << other
            found = self._pair(left, free ^ pair, used | pair)
            if found is not None:
                return found
        return None
