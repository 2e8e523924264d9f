"""The offer of another step of the ladder after a game: queried from the store, and accepted by one key."""

from typing import TYPE_CHECKING

from textual.binding import Binding

from ttt_tui.app.play.store_answers import answering
from ttt_tui.engine import Game, Match
from ttt_tui.session.session import LeftMatch
from ttt_tui.session.setup_changes import with_level
from ttt_tui.session.step_offers import StepOffer, ladder_step, stored_offer
from ttt_tui.store.query import Query

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen


class StepOffers:
    """Keeps the step that is offered after the current game."""

    BINDINGS = (
        Binding("y", "accept_step", "other step", id="play.accept_step",
                tooltip="Accept the offer after three losses or wins: a new match, one step down or up"),
    )  # fmt: skip

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._session = screen.session
        self._controller = screen.controller
        self._asked = Query[StepOffer | None]()
        self._game: Game | None = None  # the game that was asked about
        self._offer: StepOffer | None = None
        self._left: LeftMatch | None = None  # before an offer was accepted
        self._begun: Match | None = None  # the match that was begun by it

    @property
    def offer(self) -> StepOffer | None:
        """The offer, None while the game goes on or the store has not answered."""
        game = self._controller.match.game
        return self._offer if game is self._game and game.outcome is not None else None

    def ask(self) -> None:
        """Ask the store whether a step is offered after the finished game.

        An opponent that matches the user's strength changes by itself, without an offer.
        """
        match, history = self._controller.match, self._session.history
        self._offer, self._game = None, match.game
        if history is None or match is not self._session.match or ladder_step(match.setup) is None:
            return
        if self._session.matches_strength:
            return
        setup = match.setup
        self._asked.ask(
            history, lambda store: stored_offer(store, setup), answering(self._screen), after_writes=True
        )

    def on_store_answered(self) -> None:
        """Show the offer of the store's answer, if there is one."""
        if not self._asked.take():  # the store reports its own errors
            return
        self._offer = self._asked.answer
        if self.offer is not None:
            self._screen.refresh_bindings()
            self._screen.progress.ending.show()
            self._screen.show_status()
            self._screen.progress.show_request()

    def action_accept_step(self) -> None:
        """Accept the offer, unless the key was pressed before the result could be read."""
        if self._screen.progress.ending.could_be_read(self._session.key_pressed):
            self.accept()

    def accept(self) -> None:
        """Start a match against the offered step, from 0–0: its points are against one opponent."""
        if (offer := self.offer) is None:
            return
        setup = with_level(self._controller.match.setup, offer.level)
        self._session.profile.record_level(setup)
        self._left = self._session.left_behind()
        self._controller.start_match(setup)
        self._begun = self._controller.match
        self._screen.show_next_game()
        self._screen.show_notice(f"New match against {offer.name}; u undoes it")

    @property
    def can_go_back(self) -> bool:
        """Whether an offer was accepted, and no human has moved since."""
        match = self._controller.match
        if self._left is None or match is not self._begun or match.game_number > 1:
            return False
        return not any(match.setup.players[move.player].is_human for move in match.game.moves)

    def go_back(self) -> None:
        """Undo the acceptance of an offer: return to the previous match, and to its result."""
        assert self._left is not None, "it was accepted"
        left, self._left = self._left, None
        self._controller.go_back(left)
        self._session.profile.record_level(left.match.setup)
        self._screen.show_next_game()
