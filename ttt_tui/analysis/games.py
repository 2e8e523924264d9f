"""The games that are analysed otherwise than k in a row, in one table: `other_game` returns one.

>>> from ttt_tui.engine import Geometry, Rules, start_position
>>> other_game(start_position(Geometry(3, 3, 3))) is None
True
>>> game = other_game(start_position(Geometry(9, 9, 3, Rules.parse("ultimate"))))
>>> type(game).__name__
'Ultimate'
"""

from functools import cache
from typing import TYPE_CHECKING, Protocol

from ttt_tui.engine import GameName, Position, Rules, Square

if TYPE_CHECKING:
    from ttt_tui.analysis.chances import Scale
    from ttt_tui.analysis.hint_writer import HintWriter
    from ttt_tui.analysis.move_proofs import MoveProofs
    from ttt_tui.analysis.reason_kinds import Reason


class OtherGame(Protocol):
    """What verdicts, reasons, hints and the log say of a game of two other than k in a row.

    What its next two moves decide is in `sight`.
    """

    widest: int
    """The most cells of a phrase in the log."""
    hint_writer: "type[HintWriter]"
    """Words hints."""

    def winner_moves_last(self, rules: Rules) -> bool:
        """Whether the game is known to be won only by a move of the winner's."""

    def scale(self, rules: Rules) -> "Scale | None":
        """Return how the expert's scores become chances, None if they mean nothing."""

    def facts(self, before: Position, square: Square) -> "tuple[Reason, ...]":
        """Return the effects of a stone of the player to move, in the order of `FACTS`."""

    def reasons(self, proofs: "MoveProofs") -> "list[Reason]":
        """Return the reasons for and against a move, the most important first."""

    def log_ways(self, fact: "Reason", who: str) -> tuple[str, ...]:
        """Return wordings of a fact for the log, the fullest first; none if all games word it alike.

        `who` is the name of the fact's player.
        """

    def phrase(self, reason: "Reason", player: tuple[str, str], names: str) -> str | None:
        """Return a reason as a phrase after the move's name; None if all games word it alike.

        `player` is the name and the possessive of the reason's player, `names` are its squares: `c4 or e5`.
        """


def other_game(position: Position) -> OtherGame | None:
    """Return what is known of the position's game, None for games analysed like k in a row."""
    return of_rules(position.geometry.rules)


def of_rules(rules: Rules) -> OtherGame | None:
    """Return what is known of the game with these rules, None if it is analysed like k in a row."""
    return None if rules.game is GameName.IN_A_ROW else _game(rules.game)


@cache
def _game(name: GameName) -> OtherGame:
    match name:
        case GameName.ULTIMATE:
            from ttt_tui.analysis.ultimate.game import Ultimate  # no other game waits for its tables

            return Ultimate()
        case GameName.VANISHING:
            from ttt_tui.analysis.vanishing import Vanishing

            return Vanishing()
    raise ValueError(f"{name} is not in the table")
