"""A hint's words and drawing as far as every game has them; each game has a writer that knows the rest."""

from collections.abc import Sequence

from ttt_tui.analysis.hint_drawing import HintDrawing, drawing_of
from ttt_tui.analysis.move_proofs import Values
from ttt_tui.analysis.reason_kinds import Reason, ReasonKind
from ttt_tui.analysis.reasons import reasons
from ttt_tui.analysis.sentences import sentence
from ttt_tui.computer.base import Thought, Value
from ttt_tui.engine import Position, Setup, Square
from ttt_tui.engine.diagram import cells

WIDEST = 60
"""Cells of a step; a line has as many moves as there is room for."""


class HintWriter:
    """Words a hint about one position and the best move in it."""

    def __init__(self, position: Position, setup: Setup, thought: Thought, values: Values | None) -> None:
        self.position, self.setup, self.thought = position, setup, thought
        (self.name,) = setup.geometry.worded(thought.move)
        self.mover, *others = position.in_turn()
        self.next_player = others[0]
        self.is_duel = len(others) == 1
        self.other = setup.players[others[0]].symbol
        found = reasons(position, thought.move, before=thought, values=values)
        self.merits = {reason.kind: reason for reason in reversed(found) if not reason.kind.is_fault}
        """The most important merit of each kind."""
        self.value = thought.proof.value if thought.proof and self.is_duel else None

    def look_for(self) -> str:
        """Return the theme, `Hint.look_for`."""
        raise NotImplementedError

    def where(self) -> str:
        """Return the square, `Hint.where`."""
        return f"Look at {self.name}"

    def why(self) -> tuple[str, HintDrawing]:
        """Return the reason, `Hint.why`, and its drawing."""
        raise NotImplementedError

    # --- for all writers ---------------------------------------------------------------------------------

    def proved(self) -> str:
        """Return the theme by proofs, empty if they are not enough."""
        match self.value:
            case Value.WIN:
                return "You can win by force"
            case Value.LOSS:
                return f"{self.other} can win by force: hold out as long as you can"
        if ReasonKind.ONLY_DRAW in self.merits:
            return "Only one move holds the draw"
        if ReasonKind.OTHERS_LOSE in self.merits:
            return "Every move but one is proved to lose"
        return "This is a proven draw; keep it" if self.value is Value.DRAW else ""

    def why_by_value(self) -> tuple[str, HintDrawing] | None:
        """Return the reason and its drawing where nothing can be won, so that the value is the reason."""
        match self.value:
            case Value.LOSS:
                return self.with_line(f"{self.name} seems to hold out longest")
            case Value.DRAW if ReasonKind.ONLY_DRAW not in self.merits:
                return self.with_line(f"{self.name} holds the draw")
        return None

    def best_merits(self) -> list[Reason]:
        """Return the merits of the move, the most important first."""
        return [reason for kind in ReasonKind if (reason := self.merits.get(kind))]

    def sentence(self, reason: Reason) -> str:
        return sentence(reason, self.thought.move, self.setup, viewer=self.mover)

    def drawing(self, reason: Reason | None, expected: Sequence[Square] = ()) -> HintDrawing:
        return drawing_of(self.position, self.thought.move, reason, expected)

    def with_line(self, text: str, reason: Reason | None = None) -> tuple[str, HintDrawing]:
        """Return a sentence with the moves that are expected to follow, as many as there is room for."""
        expected: list[Square] = []
        if self.thought.pv[:1] == (self.thought.move,):
            joint = "; expected:"
            for player, square in [*zip(self.position.movers(), self.thought.pv, strict=False)][1:]:
                symbol = self.setup.players[player].symbol
                longer = f"{text}{joint} {symbol} {self.setup.geometry.shown(square)}"
                if cells(longer) > WIDEST:
                    break
                text, joint = longer, ","
                expected.append(square)
        return text, self.drawing(reason, expected)
