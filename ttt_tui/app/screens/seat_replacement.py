"""Seats of a match that need another player: a failed computer's, or an unknown engine's."""

from typing import TYPE_CHECKING

from ttt_tui.engine import Game
from ttt_tui.session.engines import unknown_engine

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen


class SeatReplacement:
    """Asks for the player of a vacant seat, and replaces the vacant player. At most one question is open."""

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._controller = screen.controller
        self._engines = screen.session.engines
        self._failed: tuple[int, str] | None = None  # the seat still to be asked about, and why
        self._open: tuple[int, Game] | None = None  # the seat of the open question, and its game
        self._is_postponed = False  # whether unknown engines are to be asked about later

    def ask_after_failure(self, failure: str) -> None:
        """Ask about the computer to move, which has failed."""
        self._failed = self._controller.match.game.position.to_move, failure
        self.ask()

    def ask(self) -> None:
        """Ask about a vacant seat, once nothing covers the screen."""
        if not self._screen.is_active or (vacant := self._next_vacant()) is None:
            return
        from ttt_tui.app.screens.vacant_seat import VacantSeatScreen  # not needed to paint

        (seat, reason), match, known = vacant, self._controller.match, self._engines.levels
        player = match.setup.players[seat]
        self._open = seat, match.game
        others = [level for level in known if level != player.level]
        can_try_again = player.level in known or not player.is_engine
        question = VacantSeatScreen(self._screen.session, player, reason, others, can_try_again=can_try_again)
        self._screen.app.push_screen(question, self._take_answer)

    def _take_answer(self, level: str | None) -> None:
        try:
            is_replaced = self._decide(level)
        except ValueError as refusal:
            self._screen.refuse(str(refusal))
        else:
            if is_replaced:
                self._screen.show_next_game()
        self.ask()

    def _next_vacant(self) -> tuple[int, str] | None:
        """Return the next seat to ask about, each once, and why its player cannot go on.

        None if there is none or a question is open.
        """
        if self._open is not None:
            return None
        (failed, self._failed), match = (self._failed, None), self._controller.match
        if failed is not None and self._is_waited_for(failed[0]):
            return failed
        if not self._is_postponed and (seat := self._controller.failed_seat) is not None:
            return seat, unknown_engine(match.setup.players[seat].level)
        return None

    def _is_waited_for(self, seat: int) -> bool:
        """Return whether the game still waits for this computer, which others may have changed meanwhile."""
        controller = self._controller
        is_its_turn = controller.match.game.position.to_move == seat and controller.is_computer_turn
        return is_its_turn and controller.is_paused and not controller.is_thinking

    def _decide(self, level: str | None) -> bool:
        """Assign the seat of the open question to a player of this level, and return whether that was done.

        The vacant player's own level makes them try again; None postpones the decision. Raises `ValueError`
        if such a player cannot take the seat.
        """
        assert self._open is not None, "a question was asked"
        (seat, game), self._open = self._open, None
        self._is_postponed = level is None
        if self._failed is not None and self._failed[0] == seat:
            self._failed = None  # a missing player fails again at their turn
        if level is None or self._controller.match.game is not game or game.outcome is not None:
            return False
        try:
            self._controller.give_seat(seat, level)
        except ValueError:
            self._is_postponed = True
            raise
        return True
