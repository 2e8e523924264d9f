"""A match on the screen as its controller leaves it: board, panel and status, the past and the end of a game.

What can be done just now is worked out whenever something changes. `availability` says it; the footer greys
out the rest, and pressing the key of that shows the reason.
"""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.geometry import Size
from textual.worker import Worker

from ttt_tui.app.play.availability import ActionContext, Availability, facts_of
from ttt_tui.app.play.ending import GameEndSequence
from ttt_tui.app.play.search_worker import Search
from ttt_tui.app.play.state_of_play import state_of_play
from ttt_tui.app.play.thoughts import EnginePanel
from ttt_tui.app.screens.square_screen import BoardScreen
from ttt_tui.app.terminal.patches import bindings_of
from ttt_tui.app.widgets.bars import StatusText, TopLine
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.views import MatchView
from ttt_tui.engine import IllegalMove, Match, Square
from ttt_tui.session.controller import Controller
from ttt_tui.session.results import result_of
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.multiplayer.company import MultiplayerSession

THINKING_INTERVAL = 0.25
"""Seconds between two looks at what a computer has found so far."""

LINES_AROUND = 3
"""Above and below board and panel: the top line, the status, which has one more if narrow, and the keys."""


class MatchScreen(BoardScreen):
    """Shows a match. The match is the one truth; its controller alone changes it.

    Derived screens say what is done: they change the match by the controller, and call `show_change`.
    """

    def __init__(self, session: Session, match: Match, company: "MultiplayerSession | None" = None) -> None:
        self.middle = MatchView(match)
        super().__init__(session, self.middle)
        self.search = Search(self, session.screen_is_idle)
        self.company = company
        """Whom the match is played with at other terminals, None for nobody."""
        if company is None:
            self.controller = Controller(session, match, self.search, guests=1)
        else:
            self.controller = company.controller(match, self.search, guests=1)
        self.middle.hides_panel = session.preferences.hides_panel
        self.middle.thinking.shows_figures = session.preferences.shows_figures
        self.availability = Availability.of(facts_of(self.controller, company))
        """What can be done as the game stands."""
        self.thoughts = EnginePanel(self.controller, self.search, self.middle)
        self.ending = GameEndSequence(
            self,
            self.controller,
            show=self._show_ending,
            tell=self.tell_of_match,
            next_game=self.start_next_game,
        )
        self._past_left = 0.0  # when the key or click arrived that returned from the past

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.controller.match

    def tell_of_match(self) -> None:
        """Tell how the match went: it is over."""
        raise NotImplementedError

    def tell_of_failure(self, failure: str) -> None:
        """Tell that the computer to move has failed, and why: the match waits."""
        raise NotImplementedError

    def start_next_game(self) -> None:
        """Go on to the next game, or to another match of the same players."""
        raise NotImplementedError

    # --- composition and painting ------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Give the top line, the board, the panel beside it, the status line and the footer."""
        yield TopLine()
        yield self.middle
        yield self.status
        yield self.go_to
        yield KeyHints(lambda binding: self.availability.is_in_line(binding))

    def on_mount(self) -> None:
        """Start with the match as it is, in the room that there will be: the first paint is the right one."""
        width, height = self.app.size
        self.middle.share(Size(width, height - LINES_AROUND - self.middle.is_narrow))
        self.spell(self.match.setup.players)
        position = self.match.game.position
        if (last := position.last_square) is not None:
            empty = position.nearest_empty(last)  # where the eye is, and Enter can place
            self.board.cursor = last if empty is None else empty
        self.set_interval(THINKING_INTERVAL, self.tick)
        self.controller.go_on()
        self.show_change()

    def on_screen_resume(self) -> None:
        """The terminal's own cursor may have been elsewhere."""
        if self.is_mounted:
            self.board.place_hardware_cursor()
            self.ending.resume()

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more."""
        self.controller.close()

    def on_resize(self) -> None:
        """The scores may need the top line now, or no longer."""
        self._show_scores()

    def show_match(self) -> None:
        """Paint the match as it is now. Widgets paint only what differs."""
        self.middle.show(self.match, self.controller.is_human_turn)
        self._show_scores()
        self.show_status()
        self._show_thoughts()
        self.tell(self.session.take_troubles())
        if self.facts != self.availability.facts:
            self.refresh_bindings()

    def _show_scores(self) -> None:
        self.query_one(TopLine).show(self.match, not self.middle.shows_panel, self._mode)
        self.middle.scores.show(self.match, self.ending.unlit)

    def _show_ending(self) -> None:
        """Show the card of the game's result, and whether its point is lit."""
        outcome = self.match.game.outcome
        if outcome is not None:
            self.middle.show_result(result_of(self.match, outcome) if self.ending.has_card else None)
            self.middle.scores.show(self.match, self.ending.unlit)

    def show_status(self) -> None:
        """Say why the latest input was refused or what is announced, else how things stand.

        A result stays beside either; how things stand does where there is room for it and what is announced.
        """
        told, said = self.told(), self.said
        is_result = self.match.game.outcome is not None and self.middle.past is None
        both = told._replace(more=said, is_notice=True)
        if said and is_result:
            self.status.show_with(told, said)
        elif said and not self.notice and self.status.has_room_for(both):
            self.status.show(both)
        else:
            self.status.show(StatusText(said) if said else told)

    def told(self) -> StatusText:
        """Return how things stand."""
        return state_of_play(self.controller, self.middle.past, self._key("enter"), self.company)

    def _key(self, key: str) -> str:
        """Return how a key of this screen is written."""
        return self.app.get_key_display(bindings_of(self, key)[0])

    def tick(self) -> None:
        """Look what a computer has found so far; called every now and then."""
        if self.controller.is_thinking:
            self._show_thoughts()

    @property
    def _mode(self) -> str:
        """What the top line says instead of the number of the game, nothing for that."""
        return ""

    def _show_thoughts(self) -> None:
        self.thoughts.show()
        if self.thoughts.are_long != self.availability.facts.is_waiting:
            self.refresh_bindings()

    # --- after every change ------------------------------------------------------------------------------

    def show_change(self) -> None:
        """Paint the game after a change of it, and wait for what can follow its end."""
        self.notice = ""
        self.ending.stop()
        self.middle.show_result(None)
        if self.match.game.outcome is not None:
            self.middle.show(self.match, False)
            is_still = self.app.animation_level == "none"
            self.ending.begin(0.0 if is_still else self.board.result_seconds())
        self.show_match()
        self._show_ending()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A computer has its answer: play it, if the game still waits for it."""
        answer = self.search.answer(event)
        if answer is None:
            return
        if answer.error is None:
            self.thoughts.keep()
        else:
            self.thoughts.forget()
        if failure := self.controller.take(answer):
            self.show_match()
            self.refuse(failure)
            self.tell_of_failure(failure)
        else:
            self.show_change()

    def refuse(self, reason: str) -> None:
        """Show why something was not done, until the next key, and ring the bell if it is wished for."""
        super().refuse(reason)
        self.ring()

    # --- squares -----------------------------------------------------------------------------------------

    def choose(self, square: Square) -> str:
        """Place for the human to move."""
        game = self.match.game
        if self.middle.past is not None or self.controller.only_computers:
            return self.refusal("place")
        if game.outcome is None and not self.controller.is_human_turn:
            return f"it is {self.controller.mover.name}'s turn"
        try:
            self.controller.place(square)
        except IllegalMove as refusal:
            return str(refusal)
        self.show_change()
        return ""

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """Return from the past first; who clicked while it was shown did not see the present."""
        if self.middle.past is not None:
            self.on_move_log_returned_to_game()
        if self._past_left == self.session.key_pressed:
            event.prevent_default()
            self.close_go_to()
            self.refuse("back at the current position: click again to place")

    @property
    def is_playing_by_key(self) -> bool:
        """Whether keys are meant for the board, not for a line that is typed or the list of moves."""
        return super().is_playing_by_key and self.focused is not self.middle.move_log

    # --- what is possible --------------------------------------------------------------------------------

    @property
    def facts(self) -> ActionContext:
        """What decides just now what can be done."""
        return facts_of(
            self.controller,
            self.company,
            is_waiting=self.thoughts.are_long,
            is_past=self.middle.past is not None,
            is_walking=self.focused is self.middle.move_log,
            is_typing=self.go_to.display,
        )

    def refresh_bindings(self) -> None:
        """Work out anew what can be done, if that has changed, and tell who shows it.

        It is called whenever the game changes, and by Textual whenever keys go somewhere else.
        """
        facts = self.facts
        if facts != self.availability.facts:
            self.availability = Availability.of(facts)
        super().refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what makes no sense in this state, grey out what is not possible in it."""
        return self.availability.state(action)

    def refusal(self, action: str) -> str:
        """Return why an action is not possible now, nothing if it is."""
        return self.availability.refusal(action)

    # --- the past and the panel --------------------------------------------------------------------------

    def action_walk(self) -> None:
        """Go to the list of moves, in which the game is walked back and forth, or return from there."""
        self.forget_refusal()
        if self.focused is self.middle.move_log:
            self.on_move_log_returned_to_game()
        else:
            self.set_focus(self.middle.move_log)

    def on_move_log_walked(self, event: MoveLog.Walked) -> None:
        """Show a position of the past; the game itself goes on."""
        self.notice = ""
        self.middle.walk(self.match.game, event.ply)
        self.show_match()

    def on_move_log_returned_to_game(self) -> None:
        """Show the present again."""
        was_past = self.middle.past is not None
        self.middle.leave_past()
        if self.focused is self.middle.move_log:
            self.set_focus(None)
        if was_past:
            self._past_left = self.session.key_pressed
            self.notice = ""
            self.show_match()

    def action_panel(self) -> None:
        """Hide the panel, or bring it; where there is only room for one it takes the board's place."""
        self.middle.turn(not self.middle.is_turned)
        self.session.preferences.hides_panel = self.middle.hides_panel
        self._show_scores()

    def action_figures(self) -> None:
        """Tell a computer's search in figures, or in words again."""
        shows = not self.session.preferences.shows_figures
        self.session.preferences.shows_figures = self.middle.thinking.shows_figures = shows
        self.middle.share(self.middle.size)
        self._show_thoughts()
