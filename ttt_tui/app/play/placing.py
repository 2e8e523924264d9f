"""The way of a chosen stone to the board: at once, or first as a ghost that is to be confirmed.

At most one stone is held. It is drawn on its square like the stones that a hint names; another square takes
its place, and a change of the game drops it.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING

from textual.binding import Binding

from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.app.widgets.board.motion import may_move
from ttt_tui.app.widgets.board.view import Label, held_label
from ttt_tui.engine import Game, Move, Placement, Square

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen

ANSWER_SECONDS = 0.25
"""The least time between a human's stone and a computer's answer: an instant one cannot be followed."""


class Waiting(Enum):
    """What a held stone waits for."""

    CONFIRMATION = auto()


class Placing:
    """Places the stones that humans choose, and holds one back where a setting wants that."""

    BINDINGS = (
        Binding("q,escape", "take_off", "take off", key_display="Esc", id="play.take_off",
                tooltip="While a stone is not placed yet: take it off"),
    )  # fmt: skip

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._controller = screen.controller
        self._view = screen.board_area
        self.held: Placement | None = None
        """Where the held stone is to be placed, None without one."""
        self._waits_for = Waiting.CONFIRMATION
        self._chosen_in: tuple[Game, list[Move]] = self._controller.match.game, []

    @property
    def _game(self) -> Game:
        return self._controller.match.game

    # --- choosing ----------------------------------------------------------------------------------------

    def choose(self, square: Placement) -> None:
        """Place a stone of the human to move, or hold it; raises `IllegalMove`.

        `square` may be a `Choice` of an opening.
        """
        square = self._game.position.landing(square)
        if square >= 0 and self._screen.session.settings.confirm_moves and square != self.held:
            if refusal := self._game.check(square):
                raise refusal
            self._hold(square, Waiting.CONFIRMATION)
        else:
            self._place(square)
            self._screen.show_change()

    def _place(self, square: Placement) -> None:
        if may_move(self._screen.app):
            self._screen.search.hold_answer(ANSWER_SECONDS)
        self._controller.place(square)
        self.held = None

    def _hold(self, square: Placement, waits_for: Waiting) -> None:
        self.held, self._waits_for = square, waits_for
        self._chosen_in = self._game, [*self._game.moves]
        self._screen.show_match()

    def action_take_off(self) -> None:
        self.held = None
        self._screen.show_match()

    def follow(self) -> None:
        """Drop the held stone if the game has changed since it was chosen."""
        if self._chosen_in != (self._game, self._game.moves):
            self.held = None

    # --- display -----------------------------------------------------------------------------------------

    @property
    def _owner(self) -> int:
        """The player whose stone is held; in an opening not always the player to move."""
        return self._game.position.next_owner

    @property
    def labels(self) -> Mapping[Square, Label]:
        """The ghost of the held stone, none while the board shows the past."""
        if self.held is None or self._view.past is not None:
            return {}
        geometry, players = self._game.setup.geometry, self._game.setup.drawn_players
        mark = geometry.mark_by(self._owner, self.held)
        return {geometry.square_of(self.held): held_label(mark, players[mark].symbol)}

    @property
    def status(self) -> StatusText | None:
        """What can be done with the held stone, None without one."""
        if self.held is None:
            return None
        geometry, enter = self._game.setup.geometry, self._screen.key("enter")
        (name,) = geometry.worded(self.held)
        question = f"Drop in {name}?" if geometry.rules.drop else f"Place on {name}?"
        more = f"{enter} or a click again places, Esc takes it off"
        return StatusText(question, more, less=f"{enter} places, Esc takes off", keys=(enter, "Esc"))
