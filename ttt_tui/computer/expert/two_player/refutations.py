"""Which moves let the other side win by force: a look at the other side's fours and threes after each.

A stone more of one's own never helps the other side to win by force. So if it could not even win by moving
twice in a row, every move is safe. If it could, that is a threat: most moves lose to it, and a search of all
replies to all moves would notice that too late.
"""

from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vcf import ForcedWin
from ttt_tui.computer.expert.two_player.vct import VCTSearch
from ttt_tui.engine import Square

LOOK_SHARE = 0.06
"""The share of the budget in which a threat is looked for."""


class Refutations:
    """What is known of the moves of one position: `found` has those that lose, and how."""

    def __init__(self, board: ThreatBoard, me: int, threes: VCTSearch) -> None:
        self.found: dict[Square, ForcedWin] = {}
        self.threat: ForcedWin | None = None
        """How the other side would win if it could move now."""
        self._safe: set[Square] = set()
        self._all_safe = False
        self._board = board
        self._me = me
        self._threes = threes

    def look(self) -> None:
        """See whether the other side threatens to win by force. It must not threaten to complete a line."""
        self.threat = self._threes.by_threes(1 - self._me, LOOK_SHARE)
        self._all_safe = self.threat is None and self._threes.exhausted

    def check(self, move: Square, share: float) -> None:
        """Look for a win of the other side after a move, in such a share of the budget."""
        if self._all_safe or move in self._safe or move in self.found:
            return
        self._board.play(move, self._me)
        try:
            forced = self._threes.by_threes(1 - self._me, share)
        finally:
            self._board.undo()
        if forced is not None:
            self.found[move] = forced
        elif self._threes.exhausted:
            self._safe.add(move)
