"""The way of a chosen stone to the board: at once, or first as a ghost.

A ghost is to be confirmed, or waits for its player's turn as a premove. There is at most one. It is drawn on
its square like the stones that a hint names; another square takes its place, and a change of the game drops
it, unless that is the turn of a premove.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING

from textual.binding import Binding

from ttt_tui.app.play.availability import Availability
from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.app.widgets.board.motion import may_move
from ttt_tui.app.widgets.board.view import Label, held_label
from ttt_tui.engine import Game, IllegalMove, Move, Placement, Square
from ttt_tui.errors import SquareTaken
from ttt_tui.session import opening_words
from ttt_tui.session.wording import only_human

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen

ANSWER_SECONDS = 0.25
"""The least time between a human's stone and a computer's answer: an instant one cannot be followed."""


class Waiting(Enum):
    """What a held stone waits for."""

    CONFIRMATION = auto()
    TURN = auto()
    """The turn of the human here: the stone is marked as the next move."""


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

    @property
    def may_mark(self) -> bool:
        """Whether a human here may mark the next move while another player is to move."""
        screen, context = self._screen, self._screen.context
        is_off = context.is_over or context.is_opening or context.is_out or context.is_disconnected
        is_used = "premoves" not in Availability.of(context).unused_settings
        return screen.session.settings.premoves and is_used and not is_off

    def mark(self, square: Placement) -> None:
        """Mark a square for the next move of the only human here; raises `SquareTaken`.

        Whether the stone is legal is known only when its turn comes.
        """
        position, geometry = self._game.position, self._game.setup.geometry
        square = position.landing(square)
        if position.occupied >> geometry.square_of(square) & 1:
            raise SquareTaken(f"{geometry.shown(square)} is taken")
        self._hold(square, Waiting.TURN)

    def action_take_off(self) -> None:
        self.held = None
        self._screen.show_match()

    def follow(self) -> None:
        """After a change of the game, place the stone whose turn has come; drop one of another position."""
        held, (game, moves) = self.held, self._chosen_in
        if held is None or (game, moves) == (self._game, self._game.moves):
            return
        goes_on = game is self._game and game.outcome is None and game.moves[: len(moves)] == moves
        if self._waits_for is not Waiting.TURN or not goes_on:
            self.held = None
        elif self._controller.is_human_turn:
            self.held = None
            if (refusal := game.check(held)) is None:
                self._place(held)
            else:
                self._tell_of_dropped(held, refusal)

    def _tell_of_dropped(self, square: Placement, refusal: IllegalMove) -> None:
        """Say that a mark was dropped: where stones fall, another one may have taken its place."""
        geometry = self._game.setup.geometry
        (name,) = geometry.worded(square)
        why = f"another stone fell in {name}" if geometry.rules.drop else str(refusal)
        self._screen.refuse(f"mark dropped: {why}")

    # --- display -----------------------------------------------------------------------------------------

    @property
    def _owner(self) -> int:
        """The player whose stone is held; in an opening not always the player to move."""
        if self._waits_for is Waiting.TURN and (you := only_human(self._controller.match)) is not None:
            return you
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
        if self._waits_for is Waiting.TURN:
            turn = opening_words.turn_text(self._controller.match)
            return StatusText(
                turn, f"{name} is marked, Esc takes it off", less=f"{name} marked", keys=("Esc",)
            )
        question = f"Drop in {name}?" if geometry.rules.drop else f"Place on {name}?"
        more = f"{enter} or a click again places, Esc takes it off"
        return StatusText(question, more, less=f"{enter} places, Esc takes off", keys=(enter, "Esc"))
