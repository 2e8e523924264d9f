"""Wins by threats on a board of any size: a search that the width of the board does not slow down.

After at most one free move the attacker makes nothing but threats to win by continuous fours, with a number
of stones that grows (L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku solved by new search
techniques", 1996). The search only finds wins: if it finds none, nothing is proved.

Each win has a *zone*: it stays a win if the defender gets one more stone anywhere outside. So a reply outside
the zone is refuted without a search, and nothing is searched far from the stones. Why zones are right:

- An untried reply to a threat is a stone outside the zone of the fours that refute it. Together with the
  extra stone it matters only on a line that needs both, and two stones make a four only of a line that needs
  three at most. The squares of these lines are in the zone too: see `Fours.zone`.
- After a move of the attacker's, the extra stone could turn a line that needs two into a four. These lines
  are in the zone after every stone of the attacker's.
- The attacker looks for threats on lines with a stone of his own. One such line is in the zone, so that the
  same threat is found with the extra stone on the board, and the same number of stones is enough.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.residuals import Reach
from ttt_tui.computer.expert.solver.symmetry import Symmetries, common, united
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes
from ttt_tui.engine import Mask, Square

_FREE_MOVES = 6  # moves that are tried, the most promising ones
_MANY_OF_THE_LINES = 0.6  # share of the most open lines that meet on a square
_STONES_BITS = 9  # a number of stones, more than half a board has


class ThreatWin(NamedTuple):
    """A win that was found."""

    plies: int
    """The most that the attacker needs."""
    pv: tuple[Square, ...]
    """The principal variation, from the next move to the end of the game: at most `plies` moves."""
    zone: Mask
    """Squares outside of which one more stone of the defender's changes nothing."""
    spoilers: Mask | None = None
    """The squares where one stone of the defender's can spoil a win by continuous fours; None for others."""


class ThreatSearch:
    """Searches for wins by threats on one geometry, and remembers within `megabytes` where there is none."""

    def __init__(self, symmetries: Symmetries, fours: Fours, megabytes: float) -> None:
        self.symmetries = symmetries
        self.lines = lines = symmetries.lines
        self.fours = fours
        self._with_stones: Reach = (1 << (lines.line_length - 1) * lines.width) - 1
        # How many stones were not enough:
        key_bits = 2 * lines.width + lines.squares
        self._failed: TwoGenerationCache[int, int] = TwoGenerationCache(
            megabytes, int_bytes(key_bits) + int_bytes(_STONES_BITS)
        )
        self._refuted = [0] * lines.squares  # how many replies a stone on each square has refuted
        geometry = lines.geometry

        def distance(square: Square) -> int:
            across = 2 * geometry.column(square) - geometry.columns + 1
            down = 2 * geometry.row(square) - geometry.rows + 1
            return across * across + down * down

        self._from_centre = sorted(geometry.squares, key=distance)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._failed.bytes

    # --- with a free move --------------------------------------------------------------------------------

    def attack(
        self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget
    ) -> ThreatWin | None:
        """Return a win with at most `stones` stones of the attacker, who has `mine` and is to move.

        Raises `OutOfTime` if the budget is used up.
        """
        if found := self._attack(mine, theirs, empty, stones, budget):
            return found
        if stones < 3 or self.lines.fours(theirs, empty):
            return None
        spread = self.lines.spread
        images = self.symmetries.quickly_keeping((mine, theirs), empty)
        worth_trying = empty
        for square in self._free_moves(mine, theirs, empty):
            stone = 1 << square
            if worth_trying & stone:
                worth_trying &= ~united(images, stone)
                after = self.lines.gain(mine, square), theirs & ~spread[square], empty ^ stone
                if found := self.defend(*after, stones - 1, budget):
                    return ThreatWin(found.plies + 1, (square, *found.pv), empty)
        return None

    def defend(
        self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget
    ) -> ThreatWin | None:
        """Return a win with at most `stones` stones of the attacker, who has `mine`, against every reply.

        The defender is to move. Raises `OutOfTime` if the budget is used up.
        """
        if theirs & self.lines.field:
            return None
        if self.lines.fours(mine, empty):
            return self._defend(mine, theirs, empty, stones, budget)
        after_pass = self._attack(mine, theirs, empty, stones, budget)
        if after_pass is None:
            return None
        images = self.symmetries.quickly_keeping((mine, theirs), empty)
        worth_trying = common(images, after_pass.zone & empty)
        longest = 0
        pv: tuple[Square, ...] = ((empty & -empty).bit_length() - 1,)
        for square in self._replies(mine, theirs, worth_trying):
            if worth_trying >> square & 1:
                replied = self._replied(mine, theirs, empty, square)
                # As few stones as possible first: deep searches of wrong moves cost most.
                tries = (self._attack(*replied, enough, budget) for enough in range(1, stones + 1))
                found = next(filter(None, tries), None)
                if found is None:
                    return None
                self._refuted[found.pv[0]] += 1
                worth_trying &= common(images, found.zone)
                if found.plies > longest:
                    longest, pv = found.plies, (square, *found.pv)
        return ThreatWin(max(longest, after_pass.plies) + 1, pv, empty)

    def _free_moves(self, mine: Reach, theirs: Reach, empty: Mask) -> list[Square]:
        """Return the most promising moves, some near stones and some near the centre, all on many lines."""
        rows, through = self.lines.open(mine), self.lines.through
        on_lines = {square: (rows & through[square]).bit_count() for square in self.lines.listed(empty)}
        enough = _MANY_OF_THE_LINES * max(on_lines.values(), default=0)
        near_stones, near_centre = (
            [square for square in squares if on_lines.get(square, 0) >= enough]
            for squares in (self._near_stones(mine, theirs, empty), self._from_centre)
        )
        return list(dict.fromkeys((*near_stones[: _FREE_MOVES // 2], *near_centre)))[:_FREE_MOVES]

    def _replies(self, mine: Reach, theirs: Reach, squares: Mask) -> list[Square]:
        """Return the squares, the defender's best replies first."""
        return list(dict.fromkeys((*self._near_stones(mine, theirs, squares), *self.lines.listed(squares))))

    def _near_stones(self, mine: Reach, theirs: Reach, squares: Mask) -> list[Square]:
        """Return the squares on lines with stones, the most important ones first."""
        mine &= self._with_stones
        return self.lines.by_chances((mine, mine, theirs & self._with_stones), squares)

    def _replied(self, mine: Reach, theirs: Reach, empty: Mask, square: Square) -> tuple[Reach, Reach, Mask]:
        """Return the players' reaches after a stone of the defender's, and the empty squares."""
        return mine & ~self.lines.spread[square], self.lines.gain(theirs, square), empty ^ 1 << square

    # --- by threats alone --------------------------------------------------------------------------------

    def _attack(
        self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget
    ) -> ThreatWin | None:
        """Return a win of the attacker, to move, with `stones` stones."""
        lines = self.lines
        if stones < 1:
            return None
        if rows := mine & lines.field:
            square = next(lines.left(rows & -rows, empty))
            return ThreatWin(1, (square.bit_length() - 1,), square, square)
        threat = lines.fours(theirs, empty)
        if stones < 2 or threat & (threat - 1):
            return None
        if variation := self.fours.win(mine, theirs, empty, budget, stones - 1):
            zone, spoilers = (self.fours.zone(variation, theirs, empty, extra) for extra in (2, 1))
            return ThreatWin(len(variation), variation, zone, spoilers)
        if threat:
            return self._after(mine, theirs, empty, threat.bit_length() - 1, stones, budget)
        if stones < 3:
            return None
        key = (lines.open(mine) << lines.width | lines.open(theirs)) << lines.squares | empty
        if (self._failed.get(key) or 0) >= stones:
            return None
        budget.tick()
        for square, line in self._threats(mine, theirs, empty):
            if found := self._after(mine, theirs, empty, square, stones, budget):
                return found._replace(zone=found.zone | line)
        self._failed.keep(key, stones)
        return None

    def _threats(self, mine: Reach, theirs: Reach, empty: Mask) -> Iterator[tuple[Square, Mask]]:
        """Yield the squares where a stone may be a threat, each with a line through it that has a stone.

        Squares that refuted the most replies so far come first.
        """
        lines = self.lines
        mine &= self._with_stones
        rows = lines.open(mine)
        squares = lines.by_chances((mine, theirs & self._with_stones), empty & lines.squares_of(rows))
        squares.sort(key=lambda square: -self._refuted[square])
        for square in squares:
            tightest = mine & lines.spread[square]
            while not tightest & lines.field:
                tightest >>= lines.width
            yield square, lines.lines[(tightest & lines.field).bit_length() - 1]

    def _after(
        self, mine: Reach, theirs: Reach, empty: Mask, square: Square, stones: int, budget: Budget
    ) -> ThreatWin | None:
        """Return a win of the attacker with `stones` stones, the first of them on this square."""
        lines = self.lines
        after = lines.gain(mine, square), theirs & ~lines.spread[square], empty ^ 1 << square
        found = self._defend(*after, stones - 1, budget)
        return found and ThreatWin(found.plies + 1, (square, *found.pv), found.zone | 1 << square)

    def _defend(
        self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget
    ) -> ThreatWin | None:
        """Return a win of the attacker with `stones` more stones; the defender is to move after a threat."""
        lines = self.lines
        if stones < 1 or theirs & lines.field:
            return None
        zone = lines.squares_of(theirs >> lines.width & lines.field) & empty
        if fours := lines.fours(mine, empty):
            square = fours.bit_length() - 1
            found = self._attack(*self._replied(mine, theirs, empty, square), stones, budget)
            return found and ThreatWin(found.plies + 1, (square, *found.pv), zone | found.zone | fours)
        budget.tick()
        variation = self.fours.win(mine, theirs, empty, budget, stones - 1)
        if variation is None:
            return None
        zone |= self.fours.zone(variation, theirs, empty, 2)
        worth_trying = self.fours.zone(variation, theirs, empty)
        longest, pv = 0, variation
        for square in self._replies(mine, theirs, worth_trying & empty):
            if worth_trying >> square & 1:
                found = self._attack(*self._replied(mine, theirs, empty, square), stones, budget)
                if found is None:
                    return None
                zone |= found.zone
                if found.spoilers is not None:
                    worth_trying &= found.spoilers
                if found.plies > longest:
                    longest, pv = found.plies, (square, *found.pv)
        return ThreatWin(max(longest, len(variation)) + 1, pv, zone)
