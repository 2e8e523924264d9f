"""The game on the screen: keys and clicks become calls of the controller, and what comes of them is shown.

Everything that can be done is an action with a binding. `availability` says which are possible just now; the
footer greys out the others, and pressing the key of one shows the reason.
"""

import time
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer
from textual.worker import Worker

from ttt_tui.app.play.availability import Availability, Facts, facts_of
from ttt_tui.app.play.bindings import PLAY_BINDINGS
from ttt_tui.app.play.ending import Ending
from ttt_tui.app.play.search_worker import Search
from ttt_tui.app.play.state_of_play import state_of_play
from ttt_tui.app.screens.confirm import ConfirmScreen
from ttt_tui.app.screens.match_over import After, MatchOverScreen
from ttt_tui.app.screens.status_screen import RefusingScreen
from ttt_tui.app.textual_hooks.bindings import bindings_of
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board_and_panel import NARROW
from ttt_tui.app.widgets.footer import KeyLine
from ttt_tui.app.widgets.go_to import GoTo
from ttt_tui.app.widgets.match_view import MatchView
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.status_line import StatusLine, Told
from ttt_tui.app.widgets.thinking import Progress
from ttt_tui.app.widgets.top_line import TopLine
from ttt_tui.engine import IllegalMove, Match, Outcome, Square, column_letter
from ttt_tui.session import wording
from ttt_tui.session.controller import Controller
from ttt_tui.session.results import result_of
from ttt_tui.session.session import Session

NEXT_GAME_PAUSE = 2.0
"""Seconds between two games among computers."""

NOTICE_SECONDS = 4.0
"""How long a notice is shown that finds no room beside the result of a game."""

THINKING_INTERVAL = 0.25
"""Seconds between two looks at what a computer has found so far."""

LONG_THOUGHT = 0.4
"""Seconds from which on it is shown that a computer thinks: what flashes up cannot be read."""


class PlayScreen(RefusingScreen[None]):
    """Lets people play a match or watch one. The match is the one truth; its controller alone changes it."""

    BINDING_GROUP_TITLE = "Playing"
    AUTO_FOCUS = ""  # the one thing that can have the focus is the line in which squares are typed
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-usual")]
    BINDINGS = PLAY_BINDINGS

    def __init__(self, session: Session, match: Match) -> None:
        super().__init__()
        self.session = session
        self.search = Search(self, session.screen_is_idle)
        self.controller = Controller(session, match, self.search)
        self.middle = MatchView(match)
        self.middle.hides_panel = session.preferences.hides_panel
        self.middle.thinking.shows_figures = session.preferences.shows_figures
        self.board = self.middle.board
        self.go_to = GoTo(match.setup.geometry)
        self._result_painted: float | None = None
        self._next_game_timer: Timer | None = None
        self._told_of: Outcome | None = None  # the end of the match that has been told of
        self.availability = Availability.of(facts_of(self.controller))
        """What can be done as the game stands."""
        self._latest_notice = ("", 0.0)  # what was said last above the result, and when
        self._is_waiting = False  # whether a computer has been thinking for a while
        self._knows_search = False  # whether the latest search led to the latest move of a computer
        self._ending = Ending(self, self._show_ending)
        self._unlit: int | None = None  # the player whose latest point is not shown, or just now not
        self._past_left = 0.0  # when the key or click arrived that returned from the past

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.controller.match

    # --- composition and painting ------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Give the top line, the board, the panel beside it, the status line and the footer."""
        yield TopLine()
        yield self.middle
        yield StatusLine(id="status")
        yield self.go_to
        yield KeyLine(lambda binding: self.availability.is_in_line(binding))

    def on_mount(self) -> None:
        """Start with the match as it is."""
        self.spell(self.match.setup.players)
        last = self.match.game.position.last_square
        if last is not None:
            self.board.cursor = last
        self.set_interval(THINKING_INTERVAL, self._tick)
        self.controller.go_on()
        self._show_change()

    def on_screen_resume(self) -> None:
        """The terminal's own cursor may have been elsewhere."""
        if self.is_mounted:
            self.board.place_hardware_cursor()
            if self._result_painted is not None:
                self.call_after_refresh(self._tell_of_match)

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more."""
        self.controller.close()

    def on_resize(self) -> None:
        """The scores may need the top line now, or no longer."""
        self._show_scores()

    def _show(self) -> None:
        """Paint the match as it is now. Widgets paint only what differs."""
        self.middle.show(self.match, self.controller.is_human_turn)
        self._show_scores()
        self.show_status()
        self._show_computer()
        self.tell(self.session.take_troubles())
        if self.facts != self.availability.facts:
            self.refresh_bindings()

    def _show_scores(self) -> None:
        self.query_one(TopLine).show(self.match, not self.middle.shows_panel)
        self.middle.scores.show(self.match, self._unlit)

    def _show_ending(self, has_card: bool, is_lit: bool) -> None:
        """Show the card of the game's result, and whether its point is lit."""
        outcome = self.match.game.outcome
        if outcome is None:
            return
        self._unlit = None if is_lit else outcome.winner
        self.middle.show_result(result_of(self.match, outcome) if has_card else None)
        self.middle.scores.show(self.match, self._unlit)

    def show_status(self) -> None:
        """Say why the latest input was refused, else how things stand."""
        status, past = self.query_one(StatusLine), self.middle.past
        told = state_of_play(self.controller, past, self._place_key)
        if self.notice and self.match.game.outcome is not None and past is None:
            noticed = replace(told, more=self.notice, is_notice=True)  # how the game ended stays to be seen
            if status.has_room_for(noticed):
                told = noticed
            else:
                self._notify_once(self.notice)
                self.notice = ""
        elif self.notice:
            told = Told(self.notice)
        status.show(told)

    @property
    def _place_key(self) -> str:
        """How the key that places is written here."""
        return self.app.get_key_display(bindings_of(self, "enter")[0])

    def _notify_once(self, notice: str) -> None:
        """Show a notice for a while, but not above itself: a key may be pressed again and again."""
        now = time.monotonic()
        if self._latest_notice[0] != notice or now - self._latest_notice[1] >= NOTICE_SECONDS:
            self._latest_notice = notice, now
            self.notify(notice, timeout=NOTICE_SECONDS, markup=False)

    def _tick(self) -> None:
        if self.controller.is_thinking:
            self._show_computer()

    def _show_computer(self) -> None:
        """Show what a computer is thinking, if it does so for a while, else what its latest move did."""
        search, is_running = self.search, self.controller.is_thinking
        progress = Progress(search.latest, search.seconds, self.match.setup.geometry, is_running)
        self._is_waiting = is_running and search.seconds >= LONG_THOUGHT
        if self._is_waiting:
            self.middle.show_progress(self.controller.mover, progress)
        else:
            self.middle.show_said(progress if self._knows_search and not is_running else None)
        if self._is_waiting != self.availability.facts.is_waiting:
            self.refresh_bindings()

    # --- after every change ------------------------------------------------------------------------------

    def _show_change(self) -> None:
        """Paint the game after a change of it, and wait for what can follow its end."""
        self.notice = ""
        self._result_painted = self._unlit = None
        self._ending.stop()
        self.middle.show_result(None)
        if self._next_game_timer is not None:
            self._next_game_timer.stop()
            self._next_game_timer = None
        outcome = self.match.game.outcome
        if outcome is not None:
            self.call_after_refresh(self._result_is_painted)
            self.middle.show(self.match, False)
            self._unlit = outcome.winner if self._result_seconds else None
        self._show()
        if outcome is not None:
            self._ending.begin(self._result_seconds)

    @property
    def _result_seconds(self) -> float:
        """Seconds until the board's motion at the end of a game is over, 0 for no motion."""
        return 0.0 if self.app.animation_level == "none" else self.board.result_seconds()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A computer has its answer: play it, if the game still waits for it."""
        answer = self.search.answer(event)
        if answer is None:
            return
        self._knows_search = answer.error is None
        if failure := self.controller.take(answer):
            self._show()
            self.refuse(failure)
        else:
            self._show_change()

    def refuse(self, reason: str) -> None:
        """Show why something was not done, until the next key, and ring the bell if it is wished for."""
        super().refuse(reason)
        self._ring()

    def _ring(self) -> None:
        """Ring the bell if that is wished for."""
        if self.session.settings.bell:
            self.app.bell()

    def _result_is_painted(self) -> None:
        """Only a key pressed from now on can mean the next game."""
        if self.match.game.outcome is None:
            return
        self._result_painted = time.monotonic()
        if self.controller.only_computers and not self.match.is_over and not self.controller.paused:
            self._next_game_timer = self.set_timer(NEXT_GAME_PAUSE, self._start_next_game)
        if self._result_seconds:
            self.set_timer(self._result_seconds, self._tell_of_match)
        else:
            self._tell_of_match()

    def _tell_of_match(self) -> None:
        """Tell how the match went, once it is over and nothing else lies on the board: once for each end."""
        outcome = self.match.game.outcome
        if outcome is None or outcome is self._told_of or not self.match.is_over or not self.is_active:
            return
        self._told_of = outcome
        began = self.session.match_began
        seconds = None if began is None else time.monotonic() - began
        self.app.push_screen(MatchOverScreen(self.session, self.match, seconds), self._follow_match)

    def _follow_match(self, after: After | None) -> None:
        """Do what was chosen after a match."""
        match after:
            case After.REMATCH:
                self._start_next_game()
            case After.UNDO:
                self.action_undo()
            case After.LEAVE:
                self.action_leave()

    def _start_next_game(self) -> None:
        self.on_move_log_left()
        before = self.match
        self.controller.next_game()
        if self.match is not before:
            self.spell(self.match.setup.players)
            self.board.seat(self.match.setup.players)
        self._knows_search = False
        self._show_change()

    # --- what is possible --------------------------------------------------------------------------------

    @property
    def facts(self) -> Facts:
        """What decides just now what can be done."""
        return facts_of(
            self.controller,
            is_waiting=self._is_waiting,
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

    # --- actions -----------------------------------------------------------------------------------------

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.middle.see_board()
        self.board.move_cursor(columns, rows)

    def action_place(self) -> None:
        """Place at the cursor."""
        self._place_or_refuse(self.board.cursor)

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """A square was clicked: the cursor follows, and the stone is placed."""
        self._close_go_to()
        if self.middle.past is not None:
            self.on_move_log_left()
        if self._past_left == self.session.key_pressed:  # who clicked still saw the past
            self.refuse("the board showed the past: click again to place")
            return
        self.board.cursor = event.square
        self._place_or_refuse(event.square)

    def _place_or_refuse(self, square: Square) -> None:
        """Place for the human to move, or say why not."""
        self.middle.see_board()
        if reason := self._place(square):
            self.refuse(reason)

    def _place(self, square: Square) -> str:
        """Place for the human to move. Return why that is not possible, nothing if it was."""
        game = self.match.game
        if self.middle.past is not None:
            return self.refusal("place")
        if game.outcome is None and not self.controller.is_human_turn:
            return f"it is {self.controller.mover.name}'s turn"
        try:
            self.controller.place(square)
        except IllegalMove as refusal:
            return str(refusal)
        self._show_change()
        return ""

    def on_key(self, event: events.Key) -> None:
        """Start to type a square with the letter of its column, unless the letter means something else."""
        columns = self.match.setup.geometry.columns
        is_column = event.key in map(column_letter, range(columns))
        if not is_column or bindings_of(self, event.key) or not self.is_playing_by_key:
            return
        event.stop()
        event.prevent_default()  # the base class would take back what is said here
        self.forget_refusal()
        if reason := self.refusal("go_to"):
            self.refuse(reason)
        else:
            self._open_go_to(event.key)

    @property
    def is_playing_by_key(self) -> bool:
        """Whether keys are meant for the board, not for a line that is typed or the list of moves."""
        return not self.go_to.display and self.focused is not self.middle.move_log

    def action_digit(self, digit: int) -> None:
        """Place on that square of a 3×3 board; on others start to type a square."""
        geometry = self.match.setup.geometry
        if len(geometry.squares) == 9:
            self.board.cursor = geometry.squares[self.session.settings.square_number(digit) - 1]
            self.action_place()
        elif reason := self.refusal("go_to"):
            self.refuse(reason)
        else:
            self._open_go_to(str(digit))

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
        self._show_computer()

    def action_go_to(self) -> None:
        """Ask for a square to be typed."""
        self._open_go_to("")

    def _open_go_to(self, text: str) -> None:
        self.middle.see_board()
        self.query_one("#status").display = False
        self.go_to.open(text)
        self.refresh_bindings()

    def _close_go_to(self) -> None:
        self.go_to.close()
        self.query_one("#status").display = True
        if self.focused is not None and self.go_to in self.focused.ancestors:
            self.set_focus(None)
        self.refresh_bindings()

    def on_go_to_aimed(self, event: GoTo.Aimed) -> None:
        """The typed square lights up."""
        self.board.cursor = event.square

    def on_go_to_entered(self, event: GoTo.Entered) -> None:
        """Place on the typed square, or say what is wrong with it and let another one be typed."""
        if not event.text:
            self._close_go_to()
            return
        try:
            square = self.match.setup.geometry.parse(event.text)
        except IllegalMove as refusal:
            reason = str(refusal)
        else:
            self.board.cursor = square
            reason = self._place(square)
        if reason:
            self.go_to.complain(wording.sentence(reason))
            self._ring()
        else:
            self._close_go_to()

    def on_go_to_left(self) -> None:
        """Nothing was typed after all."""
        self._close_go_to()

    def action_walk(self) -> None:
        """Go to the list of moves, in which the game is walked back and forth, or return from there."""
        if self.focused is self.middle.move_log:
            self.on_move_log_left()
        else:
            self.set_focus(self.middle.move_log)

    def on_move_log_walked(self, event: MoveLog.Walked) -> None:
        """Show a position of the past; the game itself goes on."""
        self.notice = ""
        self.middle.walk(self.match.game, event.ply)
        self._show()

    def on_move_log_left(self) -> None:
        """Show the present again."""
        was_past = self.middle.past is not None
        self.middle.leave_past()
        if self.focused is self.middle.move_log:
            self.set_focus(None)
        if was_past:
            self._past_left = self.session.key_pressed
            self.notice = ""
            self._show()

    def on_move_log_continued(self, event: MoveLog.Continued) -> None:
        """Go on from a position of the past, after asking; redo still has what is taken back."""
        back = len(self.match.game.moves) - event.ply
        if not back:
            self.on_move_log_left()
            return

        def decided(yes: bool | None) -> None:
            if not yes:
                return
            self.controller.undo_to(event.ply)
            self._knows_search = False
            self.on_move_log_left()
            self._show_change()

        question = f"Go on from here and take back {wording.plural(back, 'move')}?"
        self.app.push_screen(ConfirmScreen(question, "U plays them again.", "go on", "look on"), decided)

    def action_undo(self) -> None:
        """Take back to before the latest human move; among computers one ply, and pause."""
        try:
            taken = self.controller.undo()
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return
        self._knows_search = False
        if taken[-1].square is not None:
            self.board.cursor = taken[-1].square
        self._show_change()

    def action_redo(self) -> None:
        """Play again what was taken back."""
        for move in self.controller.redo():
            if move.square is not None:
                self.board.cursor = move.square
        self._show_change()

    def action_move_now(self) -> None:
        """Take the best that the computer has."""
        if self.controller.is_thinking:
            self.controller.hurry()
        else:
            self.action_step()

    def action_pause(self) -> None:
        """Stop the computers after dropping the move that one is thinking about, or let them go on."""
        self.controller.pause()
        self._show_change()

    def action_step(self) -> None:
        """Let a computer make one move, and stay paused."""
        self.controller.step()
        self.notice = ""
        self._show()

    def action_delay(self, by: int) -> None:
        """Let computers' stones stay for a longer or shorter time."""
        self.controller.change_delay(by)
        self.notice = f"A computer's stone stays {self.controller.delay:g} s before the next"
        self.show_status()

    def action_resign(self) -> None:
        """Give the game up, after asking if more than one person is at the board; undo takes that back."""
        who = self.controller.who_resigns
        if who is None:
            return

        def decided(yes: bool | None) -> None:
            if yes and self.controller.who_resigns == who and not self.refusal("resign"):
                self.controller.resign(who)
                self._show_change()

        if sum(player.is_human for player in self.match.setup.players) < 2:
            decided(True)
            return
        consequence = wording.resigning(self.match, who)
        self.app.push_screen(ConfirmScreen("Give this game up?", consequence, "resign", "play on"), decided)

    def action_next_game(self) -> None:
        """Go on to the next game or a rematch, unless the key was pressed before the result could be read."""
        if self._result_painted is not None and self.session.key_pressed >= self._result_painted:
            self._start_next_game()

    def action_rematch(self) -> None:
        """Play another match with the same players, once it was told how this one went."""
        if self._told_of is self.match.game.outcome:
            self.action_next_game()
        elif self._result_painted is not None and self.session.key_pressed >= self._result_painted:
            self._tell_of_match()

    def action_new_game(self) -> None:
        """Start a new game; ask first if one is running."""
        if self.match.game.outcome is not None or not self.match.game.moves:
            self._start_next_game()
            return

        def decided(yes: bool | None) -> None:
            if yes:
                self._start_next_game()

        question = "Drop the running game and start it anew?"
        self.app.push_screen(ConfirmScreen(question, yes="new game", no="play on"), decided)

    def action_leave(self) -> None:
        """Leave to the setup screen; the game is kept."""
        self.controller.drop()
        self.leave()
