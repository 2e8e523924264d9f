"""Ultimate as the analysis knows it."""

from ttt_tui.analysis.hint_writer import HintWriter
from ttt_tui.analysis.move_proofs import MoveProofs
from ttt_tui.analysis.reason_kinds import Reason
from ttt_tui.analysis.ultimate import reasons, sight, words
from ttt_tui.analysis.ultimate.hint import UltimateHintWriter
from ttt_tui.computer import Value
from ttt_tui.engine import Mask, Position, Rules, Square


class Ultimate:
    """The answers are those of the modules beside it."""

    widest = words.WIDEST
    hint_writer: type[HintWriter] = UltimateHintWriter

    def winner_moves_last(self, rules: Rules) -> bool:
        return not rules.most_boards

    def winning_moves(self, position: Position) -> Mask:
        return sight.winning_moves(sight.checked(position))

    def lasting_moves(self, position: Position) -> Mask:
        return sight.lasting_moves(sight.checked(position))

    def safe_moves(self, position: Position) -> Mask:
        return sight.safe_moves(sight.checked(position))

    def is_shortest(self, position: Position, value: Value, plies: int) -> bool:
        return sight.is_shortest(sight.checked(position), value, plies)

    def facts(self, before: Position, square: Square) -> tuple[Reason, ...]:
        return reasons.facts_of_move(before, square)

    def reasons(self, proofs: MoveProofs) -> list[Reason]:
        return reasons.reasons_of(proofs)

    def log_ways(self, fact: Reason, who: str) -> tuple[str, ...]:
        return words.log_ways(fact, who)

    def phrase(self, reason: Reason, player: tuple[str, str], names: str) -> str | None:
        return words.phrase(reason, player, names)
