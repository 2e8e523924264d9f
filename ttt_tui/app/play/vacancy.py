"""Asks who goes on for a computer that cannot: one that has failed, or a brain that is not known here."""

from collections.abc import Callable
from typing import NamedTuple

from textual.screen import Screen

from ttt_tui.engine import BRAIN, Player
from ttt_tui.session.controller import Controller
from ttt_tui.session.engines import Engines

Decided = Callable[[str | None], None]
"""Takes the level of who goes on, that of the player to let them try again, None to decide later."""


class Vacant(NamedTuple):
    """A seat whose player cannot go on."""

    player: Player
    reason: str
    """What is wrong with them, in a sentence."""
    brains: tuple[str, ...]
    """The levels of the brains that may take it."""
    can_try_again: bool


class SeatReplacement:
    """Asks by `ask` when nothing else lies on `screen`.

    `show` is called when somebody goes on, `refuse` with the reason if they cannot.
    """

    def __init__(
        self,
        screen: Screen[None],
        controller: Controller,
        brains: Engines,
        *,
        ask: Callable[[Vacant, Decided], None],
        show: Callable[[], None],
        refuse: Callable[[str], None],
    ) -> None:
        self._screen = screen
        self._controller = controller
        self._brains = brains
        self._put = ask
        self._show = show
        self._refuse = refuse
        self._failed: tuple[int, str] | None = None  # the seat still to be asked about, and why
        self._is_asking = False
        self._is_put_off = False  # whether brains that are not known are to be asked about later

    def ask(self, failure: str) -> None:
        """Ask about the computer to move, which has failed, as soon as that can be."""
        self._failed = self._controller.match.game.position.to_move, failure
        self.look()

    def look(self) -> None:
        """Ask if there is anything to be asked, each thing once."""
        if not self._screen.is_active or self._is_asking:
            return
        (failed, self._failed), match = (self._failed, None), self._controller.match
        if failed is not None and self._waits_for(failed[0]):
            self._ask(*failed)
        elif not self._is_put_off and (seat := self._controller.failed_seat) is not None:
            name = match.setup.players[seat].level.removeprefix(BRAIN)
            self._ask(seat, f"unknown engine {name!r}")

    def _waits_for(self, seat: int) -> bool:
        """Whether the game still waits for this computer: meanwhile others may have changed it."""
        controller = self._controller
        is_its_turn = controller.match.game.position.to_move == seat and controller.is_computer_turn
        return is_its_turn and controller.is_paused and not controller.is_thinking

    def _ask(self, seat: int, reason: str) -> None:
        self._is_asking = True
        game = self._controller.match.game
        player, known = self._controller.match.setup.players[seat], self._brains.levels
        levels = tuple(level for level in known if level != player.level)

        def decided(level: str | None) -> None:
            self._is_asking, self._is_put_off = False, level is None
            if self._failed is not None and self._failed[0] == seat:
                self._failed = (
                    None  # it was what was asked about: who is not there fails when they are to move
                )
            if level is not None and self._controller.match.game is game and game.outcome is None:
                self._give(seat, level)
            self.look()

        can_try_again = player.level in known or not player.is_brain
        self._put(Vacant(player, reason, levels, can_try_again), decided)

    def _give(self, seat: int, level: str) -> None:
        try:
            self._controller.give_seat(seat, level)
        except ValueError as problem:
            self._is_put_off = True
            self._refuse(str(problem))
        else:
            self._show()
