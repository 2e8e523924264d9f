"""Hints in three steps: what to look for, which square, then why."""

from dataclasses import dataclass

from ttt_tui.analysis.by_rules import lines_win, must_avoid_lines, safe_squares
from ttt_tui.analysis.forced_wins import FoursSearch
from ttt_tui.analysis.games import other_game
from ttt_tui.analysis.hint_drawing import (
    NOTHING_DRAWN,
    HintDrawing,
    PlannedMove,
    completed,
    drawing_of_lost,
)
from ttt_tui.analysis.hint_writer import HintWriter
from ttt_tui.analysis.move_proofs import Values
from ttt_tui.analysis.reason_kinds import ReasonKind
from ttt_tui.analysis.reasons import facts_of_stone
from ttt_tui.analysis.threats import answers, threatened_gaps, turn_answers, winning_gaps
from ttt_tui.analysis.words import MOST_SPELLED, both, by_fours, either, spelled
from ttt_tui.computer.base import Thought
from ttt_tui.engine import Mask, Position, Setup, Square, mask_of, squares_of

MOST_NAMED = 5
"""Threats that are named; more are counted."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Three sentences for the player to move, each saying more than the one before."""

    look_for: str
    """The theme, without a square: `You can win by force`."""
    where: str
    """The square: `Look at c2`."""
    why: str
    """The reason, with the moves that follow: `c2 makes two threats at once: then a3 or c3`."""
    square: Square
    """The square of the move."""
    drawing: HintDrawing = NOTHING_DRAWN
    """The squares and lines that the reason means, for the board."""

    @property
    def steps(self) -> tuple[str, str, str]:
        """The three in their order."""
        return self.look_for, self.where, self.why


def hint(position: Position, setup: Setup, thought: Thought, values: Values | None = None) -> Hint:
    """Return the hint for a position in which nobody has won and somebody can move.

    `thought` is about the position; the hint is about its move. `values` are the moves' proved values, as far
    as known. The sentences address the player to move.
    """
    game = other_game(position)
    writer_class = InARowHintWriter if game is None else game.hint_writer
    writer = writer_class(position, setup, thought, values)
    why, drawing = writer.why()
    if why.startswith("column"):  # other names of squares begin a sentence as they are
        why = f"C{why[1:]}"
    return Hint(writer.look_for(), writer.where(), why, thought.move, drawing)


class InARowHintWriter(HintWriter):
    """Words a hint about k in a row."""

    def __init__(self, position: Position, setup: Setup, thought: Thought, values: Values | None) -> None:
        super().__init__(position, setup, thought, values)
        self.k = setup.geometry.line_length
        self.lacked = position.completing(self.next_player) if lines_win(position) else 0
        """Where the next player would complete a line, and win."""
        self.is_doomed = must_avoid_lines(position) and not safe_squares(position)
        """Whether the player has to complete a line, which loses."""
        can_win = winning_gaps(position)
        self.wins = [gap for gap in can_win if gap >> thought.move & 1]
        """The gaps with the move in them that the player can fill in a turn of two stones to win."""
        self.threats = [] if can_win else threatened_gaps(position)
        """The gaps that the next player could fill in such a turn to win."""

    # --- what to look for --------------------------------------------------------------------------------

    def look_for(self) -> str:
        """Return the theme."""
        merits = self.merits
        if ReasonKind.WINS in merits:
            return "You can win at once"
        if self.wins:
            return "You can win in this turn"
        if self.threats:
            return f"{self.other} threatens to complete a line"
        if self.lacked and self.position.turns_left(self.next_player):
            count = self.lacked.bit_count()
            places = f"{spelled(count) if count <= MOST_SPELLED else count} places"
            where = f" in {places}" if count > 1 else ""
            return f"{self.other} threatens to complete a line{where}"
        if ReasonKind.FORKS in merits:
            return "Look for two threats at once"
        if ReasonKind.WINS_BY_FOURS in merits:
            return f"You can win {by_fours(self.k)}"
        if self.is_doomed:
            return "Every move completes a line"
        if ReasonKind.ONLY_SAFE in merits:
            return "Every move but one completes a line"
        return self.proved() or self._judged()

    def _judged(self) -> str:
        """Return the theme where nothing is proved."""
        if not lines_win(self.position):
            must_avoid = must_avoid_lines(self.position) and self.position.completing(self.mover)
            return "Do not complete a line" if must_avoid else "Nothing is proved here"
        fours = FoursSearch(self.position.geometry)
        if self.is_duel and (threat := fours.win(self.position, self.next_player)):
            how = f"win {by_fours(self.k)}" if len(threat) > 1 else "make two threats at once"
            return f"{self.other} threatens to {how}"
        if ReasonKind.STOPS_RUN in self.merits:
            player = self.setup.players[self.merits[ReasonKind.STOPS_RUN].player].symbol
            return f"Stop {player}'s open {spelled(self.k - 2)}"
        if ReasonKind.MAKES_RUN in self.merits:
            return f"You can make an open {spelled(self.k - 2)}"
        if ReasonKind.THREATENS_FOURS in self.merits:
            line = self.merits[ReasonKind.THREATENS_FOURS].squares
            how = f"to win {by_fours(self.k)}" if len(line) > 1 else "to make two threats at once"
            return f"You can threaten {how}"
        if ReasonKind.THREATENS_LINE in self.merits:
            return "You can threaten to complete a line"
        match facts_of_stone(self.position, self.thought.move)[:1]:
            case [fact] if fact.kind is ReasonKind.EXTENDS:
                return f"You can line up {spelled(self.k - 2)} of {spelled(self.k)}"
            case [fact] if fact.kind is ReasonKind.CENTRE:
                return "The centre is free"
            case [fact] if fact.kind is ReasonKind.CORNER:
                return "A corner is free"
        return "No forced win found for either side"

    # --- why ---------------------------------------------------------------------------------------------

    def why(self) -> tuple[str, HintDrawing]:
        """Return the reason and its drawing."""
        merits = self.merits
        if turn := self._why_in_turn():
            return turn
        if answers(self.position) == 0:
            names = self._names(self.lacked)
            threats = f"{len(names)} threats" if len(names) > MOST_NAMED else both(names)
            return f"You can stop only one of {threats}", drawing_of_lost(self.position, self.thought.move)
        if ReasonKind.FORKS in merits:
            fork = merits[ReasonKind.FORKS]
            text = f"{self.sentence(fork)}: then {either(self._names(mask_of(fork.squares)))}"
            return text, self.drawing(fork)
        for kind in (ReasonKind.WINS, ReasonKind.WINS_BY_FOURS):
            if kind in merits:
                return self.sentence(merits[kind]), self.drawing(merits[kind])
        if ReasonKind.BLOCKS in merits:
            needed = ": every other move loses at once" * (ReasonKind.ONLY_ANSWER in merits)
            blocked = merits[ReasonKind.BLOCKS]
            return f"{self.sentence(blocked)}{needed}", self.drawing(blocked)
        if self.is_doomed:
            return f"{self.name} completes a line, as every move does", self.drawing(None)
        if ReasonKind.ONLY_SAFE in merits:
            return self.with_line(self.sentence(merits[ReasonKind.ONLY_SAFE]))
        if by_value := self.why_by_value():
            return by_value
        if not (best := self.best_merits()):
            return self.with_line(f"{self.name} looks best to the search")
        return self.with_line(self.sentence(best[0]), best[0])

    def _why_in_turn(self) -> tuple[str, HintDrawing] | None:
        """Return the reason and its drawing where a turn of two stones wins or stops threats."""
        if self.wins:
            gap = min(self.wins, key=int.bit_count)
            second = [square for square in squares_of(gap) if square != self.thought.move]
            names = both(self.setup.geometry.worded(self.thought.move, *second))
            moves = (self.thought.move, *second)
            planned = tuple(PlannedMove(square, self.mover, n) for n, square in enumerate(moves, 1))
            lines = completed(self.position, self.mover, self.thought.move, gap)
            return f"{names} complete{'s' * (not second)} a line", HintDrawing(planned, tuple(lines))
        if turn_answers(self.position) == 0:
            return f"You can't stop all that {self.other} threatens", self.drawing(None)
        count = len(self.threats)
        stopped = sum(gap >> self.thought.move & 1 for gap in self.threats)
        if stopped < count:
            ways = f"{stopped} of the {count} ways {self.other} can complete a line"
            return (f"{self.name} stops {ways}", self.drawing(None)) if stopped else None
        return (f"{self.name} stops {self.other}'s line", self.drawing(None)) if count else None

    def _names(self, squares: Mask) -> list[str]:
        return self.setup.geometry.worded(*squares_of(squares))
