"""Which seat of a match needs another player: that of a computer that failed, or of an unknown engine."""

from typing import NamedTuple

from ttt_tui.engine import ENGINE_PREFIX, Game, Player
from ttt_tui.session.controller import Controller
from ttt_tui.session.engines import Engines


class VacantSeat(NamedTuple):
    """A seat whose player cannot go on."""

    player: Player
    reason: str
    """Why the player cannot go on, in a sentence."""
    engines: tuple[str, ...]
    """The levels of the engines that may take the seat."""
    can_try_again: bool


class SeatReplacement:
    """Keeps which seat is vacant, and gives it to the player that is chosen. One question is open at most."""

    def __init__(self, controller: Controller, brains: Engines) -> None:
        self._controller = controller
        self._brains = brains
        self._failed: tuple[int, str] | None = None  # the seat still to be asked about, and why
        self._open: tuple[int, Game] | None = None  # the seat of the open question, and its game
        self._is_postponed = False  # whether unknown engines are to be asked about later

    def note_failure(self, failure: str) -> None:
        """Note that the computer to move has failed, and why."""
        self._failed = self._controller.match.game.position.to_move, failure

    def next_question(self) -> VacantSeat | None:
        """Return the seat to ask about now, each once; None if there is none or a question is open."""
        if self._open is not None:
            return None
        (failed, self._failed), match = (self._failed, None), self._controller.match
        if failed is not None and self._is_waited_for(failed[0]):
            return self._ask(*failed)
        if not self._is_postponed and (seat := self._controller.failed_seat) is not None:
            name = match.setup.players[seat].level.removeprefix(ENGINE_PREFIX)
            return self._ask(seat, f"unknown engine {name!r}")
        return None

    def _is_waited_for(self, seat: int) -> bool:
        """Return whether the game still waits for this computer: meanwhile others may have changed it."""
        controller = self._controller
        is_its_turn = controller.match.game.position.to_move == seat and controller.is_computer_turn
        return is_its_turn and controller.is_paused and not controller.is_thinking

    def _ask(self, seat: int, reason: str) -> VacantSeat:
        match, known = self._controller.match, self._brains.levels
        player = match.setup.players[seat]
        self._open = seat, match.game
        engines = tuple(level for level in known if level != player.level)
        return VacantSeat(player, reason, engines, player.level in known or not player.is_engine)

    def decide(self, level: str | None) -> bool:
        """Give the seat of the open question to a player of this level, and return whether that was done.

        The player's own level lets them try again; None decides later. Raises `ValueError` if such a player
        cannot sit there.
        """
        assert self._open is not None, "a question was asked"
        (seat, game), self._open = self._open, None
        self._is_postponed = level is None
        if self._failed is not None and self._failed[0] == seat:
            self._failed = None  # it was what was asked about: who is not there fails when they are to move
        if level is None or self._controller.match.game is not game or game.outcome is not None:
            return False
        try:
            self._controller.give_seat(seat, level)
        except ValueError:
            self._is_postponed = True
            raise
        return True
