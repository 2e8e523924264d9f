"""Calls a user who looks elsewhere: at their turn, and when their clock runs out.

At a turn for which they had to wait, the setting `bell = turns` rings the bell, notifies and sets the title
of the window, once no key was pressed for a while, unless the window has the focus. The title stays until a
key is pressed, the window gets the focus, or the turn is over.
"""

import time
from typing import TYPE_CHECKING

from ttt_tui.app.terminal.driver import terminal_driver
from ttt_tui.engine import Game
from ttt_tui.store.settings import Bell

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen

QUIET_SECONDS = 10.0
"""Seconds without a key after which a user may look elsewhere."""

LONG_WAIT = 5.0
"""Seconds of a computer's thought after which a user may look elsewhere; a person is always waited for."""

LITTLE_TIME = 10_000
"""Milliseconds on the user's clock at which the bell rings."""


class TurnNotice:
    """Watches the turns of a match and the clock of the user to move."""

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._waits_since: float | None = None  # since when others have been to move
        self._waits_for_people = False
        self._is_due = False  # whether the user's turn has begun, and was not seen
        self._is_calling = False
        self._latest_key = 0.0  # when the user had last pressed one before being called
        self._ample: object = None  # the turn at which there was more than little time
        self._warned: list[tuple[Game, int]] = []  # the seats that were warned, each in the latest game

    @property
    def _bell(self) -> Bell:
        return self._screen.session.settings.bell

    def note_change(self) -> None:
        """Note whose turn it is after a change of the game."""
        controller, now = self._screen.controller, time.monotonic()
        if controller.match.game.outcome is not None:
            self._waits_since, self._is_due = None, False
        elif not controller.is_human_turn:
            if self._waits_since is None:
                self._waits_since, self._waits_for_people = now, False
            self._waits_for_people |= controller.mover.is_open
            self._is_due = False
        elif self._waits_since is not None:
            self._is_due = self._waits_for_people or now - self._waits_since >= LONG_WAIT
            self._waits_since = None
        self.check()

    def check(self) -> None:
        """Call the user when it is time, and end a call that was answered; called several times a second."""
        self._watch_clock()
        pressed, has_focus = self._screen.session.key_pressed, self._screen.app.window_has_focus
        if self._is_calling and (pressed != self._latest_key or has_focus or not self._is_due):
            self.end()
        if has_focus and not self._is_calling:
            self._is_due = False  # the move was seen
        is_quiet = time.monotonic() - pressed >= QUIET_SECONDS
        if self._is_due and is_quiet and not self._is_calling and self._bell is Bell.TURNS:
            self._call()

    def _call(self) -> None:
        self._is_calling, self._latest_key = True, self._screen.session.key_pressed
        match, driver = self._screen.match, terminal_driver(self._screen.app)
        mover = match.setup.players[match.game.moves[-1].player].name
        if driver is not None:
            sign = "*" if self._screen.is_ascii else "●"
            driver.call_user(f"{mover} has moved", f"{sign} your move")

    def end(self) -> None:
        """End the call, if there is one: the user is back, or the game is left."""
        self._is_calling = self._is_due = False
        if (driver := terminal_driver(self._screen.app)) is not None:
            driver.end_call()

    def _watch_clock(self) -> None:
        """Ring the bell once a game when the time of the user to move gets short."""
        controller, game = self._screen.controller, self._screen.match.game
        if controller.clock is None or not (controller.clock.runs and controller.is_human_turn):
            return
        seat = game.position.to_move
        turn = game, seat, len(game.moves)
        if controller.clock.left(seat, time.monotonic()).shown > LITTLE_TIME:
            self._ample = turn
        elif self._ample == turn and (game, seat) not in self._warned and self._bell is not Bell.OFF:
            self._warned = [*(each for each in self._warned if each[0] is game), (game, seat)]
            self._screen.app.bell()
