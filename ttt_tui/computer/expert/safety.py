"""Which moves let the other side win by force: a look at the other side's fours and threes after each.

A stone more of one's own never helps the other side to win by force. So if it could not even win by moving
twice in a row, every move is safe. If it could, that is a threat: most moves lose to it, and a search of all
replies to all moves would notice that too late. So each move is tried against it, with more and more effort,
and only those are searched that stand.
"""

from collections.abc import Callable

from ttt_tui.computer.expert.field import Field
from ttt_tui.computer.expert.proof_numbers import ProofNumberSearch
from ttt_tui.computer.expert.threats import Forced
from ttt_tui.engine import Square

Share = Callable[[float], tuple[int, float]]
"""Returns how many positions and seconds a part of the limit is."""

LOOK, SIFT = 0.06, 0.12
"""Parts of the limit: for the threat, and for all moves together once there is one."""

FIRST_NODES = 50
"""How many positions each move is tried with at first."""


class Safety:
    """What is known of the moves of one position: `refutations` has those that lose, and how."""

    def __init__(self, field: Field, me: int, threes: ProofNumberSearch, share: Share) -> None:
        self.refutations: dict[Square, Forced] = {}
        self.threat: Forced | None = None
        """How the other side would win if it could move now."""
        self._safe: set[Square] = set()
        self._all_safe = False
        self._field = field
        self._me = me
        self._threes = threes
        self._share = share

    def look(self) -> None:
        """See whether the other side threatens to win by force. It must not threaten to complete a line."""
        self.threat = self._threes.by_threes(1 - self._me, *self._share(LOOK))
        self._all_safe = self.threat is None and self._threes.exhausted

    def sift(self, moves: list[Square]) -> list[Square]:
        """Return the moves that stand, in the order given; all if none does."""
        most, seconds = self._share(SIFT)
        until = self._threes.clock.seconds + seconds
        effort = FIRST_NODES
        unknown = [*moves]
        while unknown and most > 0 and (left := until - self._threes.clock.seconds) > 0:
            for move in unknown:
                self.try_out(move, min(effort, most), left)
                most -= effort
            unknown = [move for move in unknown if move not in self._safe and move not in self.refutations]
            effort *= 3
        return [move for move in moves if move not in self.refutations] or moves

    @property
    def is_doubtful(self) -> bool:
        """Whether there may be moves that lose by force and are not known."""
        return not self._all_safe

    def check(self, move: Square, part: float) -> Forced | None:
        """Return how the other side wins after a move, if that is found in a part of the limit."""
        if not self._all_safe:
            self.try_out(move, *self._share(part))
        return self.refutations.get(move)

    def try_out(self, move: Square, nodes: int, seconds: float) -> None:
        """Look at no more than so many positions, and for no longer, for a win of the other side."""
        if move in self._safe or move in self.refutations:
            return
        self._field.play(move, self._me)
        try:
            forced = self._threes.by_threes(1 - self._me, nodes, seconds)
        finally:
            self._field.undo()
        if forced is not None:
            self.refutations[move] = forced
        elif self._threes.exhausted:
            self._safe.add(move)
