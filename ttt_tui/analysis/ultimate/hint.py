"""Hints in Ultimate: which board can be won or has to be kept, and where the other player is sent."""

from ttt_tui.analysis.hint_drawing import HintDrawing
from ttt_tui.analysis.hint_writer import WIDEST, HintWriter
from ttt_tui.analysis.move_proofs import Values
from ttt_tui.analysis.reason_kinds import Reason, ReasonKind
from ttt_tui.analysis.sight import lasting_moves, safe_moves
from ttt_tui.analysis.ultimate.words import SENT, any_board
from ttt_tui.computer.base import Thought
from ttt_tui.engine import Position, Setup
from ttt_tui.engine.diagram import cells
from ttt_tui.engine.nine_boards import BOARD_OF
from ttt_tui.engine.ultimate import as_ultimate

THEMES = {
    ReasonKind.DENIES_GAME: "{other} needs one more board to win the game",
    ReasonKind.TAKES_BOARD: "You can win a board",
    ReasonKind.ONLY_QUIET: "Every move but one lets {other} win a board",
    ReasonKind.ONLY_SENDING: "Every move but one lets {other} win or choose a board",
    ReasonKind.KEEPS_BOARD: "{other} lacks one square to win a board",
    ReasonKind.BLOCKS_ON_BOARD: "{other} lacks one square to win a board",
    **dict.fromkeys(SENT, "Think about where you send {other}"),
    ReasonKind.THREATENS_BOARD: "You can threaten to win a board",
}
"""The themes by the most important of these merits."""

BEFORE_SENDING = frozenset({ReasonKind.DENIES_GAME, ReasonKind.TAKES_BOARD, ReasonKind.KEEPS_BOARD})
"""The merits that a hint names together with the board where the other player is sent, if there is room."""


class UltimateHintWriter(HintWriter):
    """Words a hint about Ultimate."""

    def __init__(self, position: Position, setup: Setup, thought: Thought, values: Values | None) -> None:
        super().__init__(position, setup, thought, values)
        self.is_doomed = ReasonKind.WINS not in self.merits and not safe_moves(position)
        """Whether every move loses at once."""
        self.can_last = lasting_moves(position) != 0
        """Whether there is a move after which the other player has not won yet."""
        self.can_choose = as_ultimate(position).playable.bit_count() > 1

    def look_for(self) -> str:
        """Return the theme."""
        if ReasonKind.WINS in self.merits:
            return "You can win at once"
        if self.is_doomed:
            return (
                f"Every move lets {self.other} win at once" if self.can_last else "Every move ends the game"
            )
        if ReasonKind.ONLY_ANSWER in self.merits:
            return f"Every move but one lets {self.other} win at once"
        if proved := self.proved():
            return proved
        theme = next((THEMES[reason.kind] for reason in self.best_merits() if reason.kind in THEMES), "")
        return theme.format(other=self.other) or "No forced win found for either side"

    def where(self) -> str:
        """Return the square, with the board where there is a choice."""
        step = super().where()
        return f"{step}, on {any_board(1 << BOARD_OF[self.thought.move])}" if self.can_choose else step

    def why(self) -> tuple[str, HintDrawing]:
        """Return the reason and its drawing."""
        if ReasonKind.WINS in self.merits:
            wins = self.merits[ReasonKind.WINS]
            return self.sentence(wins), self.drawing(wins)
        if self.is_doomed:
            how = "with the next move" if self.can_last else "by more boards"
            return f"{self.other} wins {how}, whatever you play", self.drawing(None)
        if by_value := self.why_by_value():
            return by_value
        if not (best := self.best_merits()):
            return self.with_line(f"{self.name} looks best to the search")
        return self.with_line(self._both(best), best[0])

    def _both(self, best: list[Reason]) -> str:
        """Return the most important merit, and where the other player is sent if that has room."""
        text = self.sentence(best[0])
        sent = next((reason for reason in best if reason.kind in SENT), None)
        if sent is None or best[0].kind not in BEFORE_SENDING:
            return text
        longer = f"{text} and {self.sentence(sent).removeprefix(f'{self.name} ')}"
        return longer if cells(longer) <= WIDEST else text
