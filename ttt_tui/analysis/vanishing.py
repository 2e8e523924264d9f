"""Vanishing as the analysis knows it: its reasons and hints are about the stones that vanish next.

Of three stones the oldest leaves with the next one, so two stay, and there is one square at most where a
player's next stone completes a line. The other player can take it if it is empty. If that player's own oldest
stone is on it, nothing stops the line: the square opens with any reply.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ttt_tui.analysis import sight
from ttt_tui.analysis.hint_drawing import HintDrawing, MeantLine, PlannedMove
from ttt_tui.analysis.hint_writer import HintWriter
from ttt_tui.analysis.move_proofs import MoveProofs, Values
from ttt_tui.analysis.reason_kinds import FACTS, IMPORTANCE, Reason, ReasonKind
from ttt_tui.analysis.reasons import facts_of_place
from ttt_tui.analysis.sentences import WIDEST
from ttt_tui.computer.base import Thought, Value
from ttt_tui.engine import Mask, Position, Rules, Setup, Square, squares_of
from ttt_tui.engine.vanishing import VanishingPosition, as_vanishing


class Threat(NamedTuple):
    """A line that a player completes with the next stone, unless the other player prevents it."""

    square: Square
    line: Mask
    """The square and the two stones that stay."""
    opens: bool
    """Whether the other player's oldest stone is still on the square, and leaves with that player's next."""


def threat_of_other(position: Position) -> Threat | None:
    """Return the threat of the player who is not to move, None without one."""
    position, mover = as_vanishing(position), position.to_move
    opened, leaving = (_mask(position.leaving(player)) for player in (mover, 1 - mover))
    staying = position.stones[1 - mover] & ~leaving
    if found := position.geometry.completing(staying) & (position.empty | opened):
        return Threat(found.bit_length() - 1, staying | found, found == opened)
    return None


def _mask(square: Square | None) -> Mask:
    return 0 if square is None else 1 << square


# --- reasons ---------------------------------------------------------------------------------------------


def facts_of_move(before: Position, square: Square) -> tuple[Reason, ...]:
    """Return the effects of a stone of the player to move on a legal square, in the order of `FACTS`."""
    found = [*_effects(as_vanishing(before), square)] or facts_of_place(before, square)
    return tuple(sorted(found, key=lambda fact: FACTS.index(fact.kind)))


def reasons_of(proofs: MoveProofs) -> list[Reason]:
    """Return the reasons for and against a move, the most important first."""
    before, square = proofs.before, proofs.square
    found = [*_effects(as_vanishing(before), square)]
    kinds = {fact.kind for fact in found}
    if ReasonKind.WINS not in kinds:
        could_win, threat = ReasonKind.MISSES_LINE in kinds, threat_of_other(before)
        if threat is not None and threat.square == square:
            found.append(Reason(ReasonKind.BLOCKS, proofs.following, (square,), line=threat.line))
        if not could_win and sight.safe_moves(before) == 1 << square != before.legal:
            found.append(proofs.of_next(ReasonKind.ONLY_ANSWER, square))
        found += proofs.missed(wins=proofs.value is Value.WIN, could_win=could_win)
        found += proofs.cost_plies()
        found += () if ReasonKind.LETS_COMPLETE in kinds else proofs.lets_win()
        found += () if ReasonKind.OPENS_LINE in kinds else proofs.wins_by_force()
        found += proofs.only()
    return sorted(found, key=lambda reason: IMPORTANCE[reason.kind])


def _effects(before: VanishingPosition, square: Square) -> Iterator[Reason]:
    """Yield the effects of a move, each kind once; if it wins, only that."""
    mover, after, wins = before.to_move, before.copy(), sight.winning_moves(before)
    after.play(square)
    if wins >> square & 1:
        yield Reason(ReasonKind.WINS, mover, (square,), line=after.winning_squares(mover, square))
        return
    if wins:
        yield Reason(ReasonKind.MISSES_LINE, mover, tuple(squares_of(wins)))
    if after.is_dead():
        return
    if theirs := sight.winning_moves(after):
        yield Reason(ReasonKind.LETS_COMPLETE, 1 - mover, tuple(squares_of(theirs)))
    threat = threat_of_other(after)
    if threat is not None and not wins >> threat.square & 1:
        kind = ReasonKind.OPENS_LINE if threat.opens else ReasonKind.THREATENS_LINE
        yield Reason(kind, mover, (threat.square,), line=threat.line)


# --- hints -----------------------------------------------------------------------------------------------


class VanishingHintWriter(HintWriter):
    """Words a hint about Vanishing."""

    def __init__(self, position: Position, setup: Setup, thought: Thought, values: Values | None) -> None:
        super().__init__(position, setup, thought, values)
        is_lost = ReasonKind.WINS not in self.merits and not sight.safe_moves(position)
        self.fatal = threat_of_other(position) if is_lost else None
        """The other player's threat that nothing stops."""

    def look_for(self) -> str:
        """Return the theme."""
        if ReasonKind.WINS in self.merits:
            return "You can win at once"
        if self.fatal:
            return f"Your oldest stone vanishes next, which opens {self.other}'s line"
        if ReasonKind.BLOCKS in self.merits:
            return f"{self.other} threatens to complete a line"
        if ReasonKind.OPENS_LINE in self.merits:
            return f"Look where {self.other}'s oldest stone vanishes next"
        return self.proved() or "No forced win found for either side"

    def why(self) -> tuple[str, HintDrawing]:
        """Return the reason and its drawing."""
        merits, name, other = self.merits, self.name, self.other
        if self.fatal:
            line = MeantLine(self.fatal.line, self.next_player)
            opened, named = self.setup.geometry.shown(self.fatal.square), self._joined(line.squares)
            text = f"{opened} vanishes next, which opens {other}'s line {named}"
            return text, self.drawing(None)._replace(lines=(line,))
        if wins := merits.get(ReasonKind.WINS):
            return self.sentence(wins), self.drawing(wins)
        if opens := merits.get(ReasonKind.OPENS_LINE):
            opened, named = self.setup.geometry.shown(*opens.squares), self._joined(opens.line)
            stone, proof = f"{other}'s {opened} vanishes next", self.thought.proof
            if proof and (proof.value, proof.plies) == (Value.WIN, 3):
                return f"{name} wins in 3 moves: {stone}, opening {named}", self.drawing(opens)
            return f"{name}: {stone}, which opens your line {named}", self.drawing(opens)
        if blocks := merits.get(ReasonKind.BLOCKS):
            return f"{self.sentence(blocks)}{self._why_needed(blocks)}", self.drawing(blocks)
        threatens = merits.get(ReasonKind.THREATENS_LINE)
        if threatens and self.value is Value.DRAW and ReasonKind.ONLY_DRAW not in merits:
            threat = self.sentence(threatens).removeprefix(name)
            return f"{name} holds the draw and{threat}", self.drawing(threatens)
        if by_value := self.why_by_value():
            return by_value
        if not (best := self.best_merits()):
            return self.with_line(f"{name} looks best to the search")
        return self.with_line(self.sentence(best[0]), best[0])

    def _why_needed(self, blocks: Reason) -> str:
        """Return which stones of the line stay, if one leaves, and whether every other move loses."""
        is_only = ReasonKind.ONLY_ANSWER in self.merits
        if as_vanishing(self.position).leaving(self.next_player) is None:
            return ": every other move loses at once" * is_only
        stones = self._joined(blocks.line & self.position.occupied, " and ")
        return f": {stones} stay{', all else loses at once' * is_only}"

    def _joined(self, squares: Mask, joint: str = "–") -> str:
        return joint.join(map(self.setup.geometry.shown, squares_of(squares)))

    def drawing(self, reason: Reason | None, expected: Sequence[Square] = ()) -> HintDrawing:
        """Return the drawing with the moves up to one on a square that is not free now."""
        drawn, shown = super().drawing(reason, expected), dict[Square, PlannedMove]()
        for move in drawn.moves:
            if move.square in shown or self.position.occupied >> move.square & 1:
                break
            shown[move.square] = move
        return drawn._replace(moves=tuple(shown.values()))


class Vanishing:
    """The answers are those of the functions above."""

    widest = WIDEST
    hint_writer: type[HintWriter] = VanishingHintWriter
    facts = staticmethod(facts_of_move)
    reasons = staticmethod(reasons_of)

    def winner_moves_last(self, rules: Rules) -> bool:
        return True

    def scale(self, rules: Rules) -> None:
        """Return None: everything can be proved, and scores mean nothing."""

    def log_ways(self, fact: Reason, who: str) -> tuple[str, ...]:
        return ()

    def phrase(self, reason: Reason, player: tuple[str, str], names: str) -> str | None:
        is_opened = reason.kind is ReasonKind.OPENS_LINE
        return f"threatens a line at {names}, whose stone vanishes next" if is_opened else None
