"""Seats of a match that need another player: a failed computer's, or an unknown engine's."""

from typing import TYPE_CHECKING, NamedTuple

from ttt_tui.engine import Game, Player
from ttt_tui.session.engines import unknown_engine

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen


class VacantSeat(NamedTuple):
    """A seat whose player cannot go on."""

    player: Player
    reason: str
    """Why the player cannot go on, in a sentence."""
    engines: tuple[str, ...]
    """The levels of the engines that may take the seat."""
    can_try_again: bool


class SeatReplacement:
    """Asks for the player of a vacant seat, and replaces the vacant player. At most one question is open."""

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._controller = screen.controller
        self._engines = screen.session.engines
        self._failed: tuple[int, str] | None = None  # the seat still to be asked about, and why
        self._open: tuple[int, Game] | None = None  # the seat of the open question, and its game
        self._is_postponed = False  # whether unknown engines are to be asked about later

    def note_failure(self, failure: str) -> None:
        """Note that the computer to move has failed, and why."""
        self._failed = self._controller.match.game.position.to_move, failure

    def ask(self) -> None:
        """Ask about a vacant seat, once nothing covers the screen."""
        if self._screen.is_active and (vacant := self._next_question()) is not None:
            self._screen.ask_for_seat(vacant, self._take_answer)

    def _take_answer(self, level: str | None) -> None:
        try:
            is_replaced = self._decide(level)
        except ValueError as refusal:
            self._screen.refuse(str(refusal))
        else:
            if is_replaced:
                self._screen.show_next_game()
        self.ask()

    def _next_question(self) -> VacantSeat | None:
        """Return the next seat to ask about, each once; None if there is none or a question is open."""
        if self._open is not None:
            return None
        (failed, self._failed), match = (self._failed, None), self._controller.match
        if failed is not None and self._is_waited_for(failed[0]):
            return self._vacant(*failed)
        if not self._is_postponed and (seat := self._controller.failed_seat) is not None:
            return self._vacant(seat, unknown_engine(match.setup.players[seat].level))
        return None

    def _is_waited_for(self, seat: int) -> bool:
        """Return whether the game still waits for this computer, which others may have changed meanwhile."""
        controller = self._controller
        is_its_turn = controller.match.game.position.to_move == seat and controller.is_computer_turn
        return is_its_turn and controller.is_paused and not controller.is_thinking

    def _vacant(self, seat: int, reason: str) -> VacantSeat:
        match, known = self._controller.match, self._engines.levels
        player = match.setup.players[seat]
        self._open = seat, match.game
        engines = tuple(level for level in known if level != player.level)
        return VacantSeat(player, reason, engines, player.level in known or not player.is_engine)

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
