"""The game on the screen: keys and clicks become calls of the controller, and what comes of them is shown.

The match is the one truth, and its controller alone changes it. What can be done just now is worked out
whenever something changes: `availability` says it, the footer greys out the rest, and its keys say why not.
"""

import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.geometry import Size
from textual.worker import Worker

from ttt_tui.app.base_app import BaseApp
from ttt_tui.app.play.analysis_mode import AnalysisMode
from ttt_tui.app.play.availability import ActionContext, Availability, context_of
from ttt_tui.app.play.computer_search import EnginePanel, Search
from ttt_tui.app.play.game_end import GameEndSequence
from ttt_tui.app.play.hints import Hints
from ttt_tui.app.play.multiplayer import Multiplayer, listen
from ttt_tui.app.play.seat_replacement import SeatReplacement
from ttt_tui.app.play.state_of_play import state_of_play
from ttt_tui.app.screens.board_screen import BoardScreen
from ttt_tui.app.terminal.patches import bindings_of
from ttt_tui.app.widgets.analysis_panel import AnalysisPanel
from ttt_tui.app.widgets.bars import StatusText, TopLine
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.views import MatchView
from ttt_tui.engine import IllegalMove, Match, Square
from ttt_tui.errors import CannotMoveNow, ConnectionUnavailable, NoOtherEngine, PlayerFailed
from ttt_tui.session import wording
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.controller import Controller
from ttt_tui.session.results import result_of
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.app.screens.match_over import After, MatchOverScreen
    from ttt_tui.multiplayer.session import MultiplayerSession

CLOCK_SECONDS = 0.25
"""Seconds between two updates of the time that a computer has been thinking."""

DEADLINE_SECONDS = 0.5
"""Seconds between two looks whether a request to the other players has expired."""

LINES_AROUND = 3
"""Above and below board and panel: the top line, the status, which has one more if narrow, and the keys."""


class PlayScreen(BoardScreen):
    """Lets people play a match or watch one.

    It owns what helps and connects them: `hints`, `analysis`, `multiplayer` and `seat_replacement`. Hints and
    analysis share one advisor and search one at a time: a hint pauses the analysis, and so does a computer
    that thinks in a game with people, which is to lose no time by it.
    """

    middle: MatchView

    BINDING_GROUP_TITLE = "Playing"
    BINDINGS = [
        Binding("enter,space", "place", "place", key_display="↵", id="play.place",
                tooltip="Place a stone at the cursor"),
        Binding("enter,space", "next_game", "next game", key_display="↵", id="play.next",
                tooltip="Start the next game of the match"),
        Binding("enter,space", "rejoin", "rejoin", key_display="↵", id="play.rejoin",
                tooltip="Rejoin the game after the host disconnected"),
        Binding("y", "agree(True)", "accept", id="play.agree", tooltip="Accept another player's request"),
        Binding("n", "agree(False)", "decline", id="play.refuse",
                tooltip="Decline another player's request"),
        Binding("enter,space", "rematch", "rematch", key_display="↵", id="play.rematch",
                tooltip="Play another match with the same players"),
        Binding("m", "move_now", "move now", id="play.now",
                tooltip="Make the computer play the best move it has found"),
        Binding("v", "review", "review", id="play.review",
                tooltip="Review the finished game: mistakes and better moves"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u", id="play.undo",
                tooltip="Undo your latest move and the replies to it"),
        Binding("u,ctrl+z", "takeback", "takeback", key_display="u", id="play.takeback",
                tooltip="In a shared game: ask the others to take back your latest move"),
        Binding("question_mark", "app.help", "help", key_display="?", id="play.help",
                tooltip="Help: keys, rules and levels"),
        Binding("q,escape", "leave", "leave", key_display="q", id="play.leave",
                tooltip="Return to the main menu; the game is saved"),
        Binding("i", "hint", "hint", key_display="i", id="play.hint",
                tooltip="Get a hint; press again for the square, then for the reason"),
        Binding("A", "analysis", "analyse", key_display="A", id="play.analysis",
                tooltip="Turn analysis on or off: the best moves and their values"),
        Binding("R", "resign", "resign", key_display="R", id="play.resign", tooltip="Resign the game"),
        Binding("t", "threats", "threats", show=False, id="play.threats",
                tooltip="In analysis: show or hide both sides' threats"),
        Binding("ctrl+n", "candidate", "next best", show=False, key_display="Ctrl+N", id="play.candidate",
                tooltip="In analysis: go to the next best move"),
        Binding("w", "line", "show line", show=False, id="play.line",
                tooltip="In analysis: show or hide the line after the best move or the move at the cursor"),
        Binding("b", "opinion", "switch engine", show=False, id="play.opinion",
                tooltip="In analysis: switch between the expert and your engines"),
        Binding("left,h", "move(-1, 0)", "left", show=False, id="play.left", tooltip="Move the cursor left"),
        Binding("down,j", "move(0, 1)", "down", show=False, id="play.down", tooltip="Move the cursor down"),
        Binding("up,k", "move(0, -1)", "up", show=False, id="play.up", tooltip="Move the cursor up"),
        Binding("right,l", "move(1, 0)", "right", show=False, id="play.right",
                tooltip="Move the cursor right"),
        Binding("home", "move(-20, 0)", "first column", show=False, id="play.home",
                tooltip="Move the cursor to the first column"),
        Binding("end", "move(20, 0)", "last column", show=False, id="play.end",
                tooltip="Move the cursor to the last column"),
        Binding("pageup", "move(0, -20)", "top row", show=False, id="play.top",
                tooltip="Move the cursor to the top row"),
        Binding("pagedown", "move(0, 20)", "bottom row", show=False, id="play.bottom",
                tooltip="Move the cursor to the bottom row"),
        *(
            Binding(str(digit), f"digit({digit})", "square", show=False, id=f"play.digit{digit}",
                    priority=True, tooltip="On 3×3: place at that square; on larger boards: type a square")
            for digit in range(1, 10)
        ),
        Binding("U,ctrl+y", "redo", "redo", show=False, key_display="U", id="play.redo",
                tooltip="Redo the moves that you undid"),
        Binding("tab", "walk", "moves", show=False, priority=True, id="play.walk",
                tooltip="Go to the move list; ↑ and ↓ step through the game"),
        Binding("colon", "go_to", "go to", key_display=":", id="play.goto", priority=True,
                tooltip="Type a square, such as h8 or 113; columns a to g start without it"),
        Binding("p", "pause", "pause", show=False, id="play.pause",
                tooltip="Pause or resume the computers"),
        Binding("p", "resume", "resume", show=False, id="play.resume",
                tooltip="Pause or resume the computers"),
        Binding("full_stop", "step", "one move", show=False, key_display=".", id="play.step",
                tooltip="While paused: let a computer play one move"),
        Binding("plus", "delay(-1)", "faster", show=False, key_display="+", id="play.faster",
                tooltip="Faster: shorten the pause after each computer move"),
        Binding("minus", "delay(1)", "slower", show=False, key_display="-", id="play.slower",
                tooltip="Slower: lengthen the pause after each computer move"),
        Binding("F", "figures", "figures", show=False, key_display="F", id="play.figures",
                tooltip="Show or hide the figures of a computer's search"),
        Binding("s", "panel", "side panel", show=False, id="play.panel",
                tooltip="Show or hide the side panel"),
        Binding("n", "new_game", "new game", show=False, id="play.new",
                tooltip="Start a new game; ask first if one is running"),
    ]  # fmt: skip

    def __init__(self, session: Session, match: Match, company: "MultiplayerSession | None" = None) -> None:
        view = MatchView(match)
        super().__init__(session, view)
        self.company = company
        """The network side of a match with people at other terminals, None for none."""
        self.search = Search(self, session.screen_is_idle)
        if company is None:
            self.controller = Controller(session, match, self.search, guests=1)
        else:
            self.controller = company.controller(match, self.search, guests=1)
        controller = self.controller
        self._advisor = Advisor(controller.seats.megabytes, session.engines)
        self.engine_panel = EnginePanel(controller, self.search, view)
        self.hints = Hints(self, session, controller, self.search, self._advisor)
        self.analysis = AnalysisMode(
            self, session, controller, self._advisor, view, is_shared=company is not None
        )
        self.multiplayer = None if company is None else Multiplayer(company, controller)
        self.seat_replacement = SeatReplacement(controller, session.engines)
        self.ending = GameEndSequence(
            self,
            controller,
            show=self._show_ending,
            show_summary=self._show_summary,
            next_game=self._start_next_game,
        )
        self.availability = Availability.of(context_of(controller, company))
        """The possible actions in the latest `context`."""
        self._summary: MatchOverScreen | None = None  # of the match that ended last
        self._past_left = 0.0  # when the key or click arrived that returned from the past
        view.hides_panel = session.preferences.hides_panel
        view.thinking.shows_figures = session.preferences.shows_figures
        if self.multiplayer is not None:
            view.show_around(self.multiplayer.around)

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.controller.match

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
        self.set_interval(CLOCK_SECONDS, self._show_clock)
        self.controller.request_move()
        self.show_change()
        if self.company is not None:
            listen(self, self.company)
            self.set_interval(DEADLINE_SECONDS, self.on_remote_update)
        self.call_after_refresh(self._ask_for_replacement)  # a stored game may have an engine unknown here

    def on_screen_resume(self) -> None:
        """Go on with what rested or had to wait while something lay on the screen."""
        if self.is_mounted:
            self.board.place_hardware_cursor()  # it may have been elsewhere
            self.ending.resume()
            self._ask_for_replacement()
            self._show_advice()

    def on_screen_suspend(self) -> None:
        """Pause the analysis while something lies on the screen."""
        if self.is_mounted:
            self._show_advice()

    def on_unmount(self) -> None:
        """Discard pending answers, and disconnect."""
        self._end_advice()
        self.controller.close()
        if self.company is not None:
            self.company.close()

    def on_resize(self) -> None:
        """Show in the top line and the status line what the panel has no room for any more."""
        self._show_scores()
        self.show_status()

    # --- what is shown -----------------------------------------------------------------------------------

    def show_match(self) -> None:
        """Paint the match as it is now. Widgets paint only what differs."""
        self._update_advice()
        self.middle.show(self.match, self.controller.is_human_turn)
        self._show_scores()
        self.show_status()
        self.engine_panel.show()
        self.report_troubles(self.session.take_warnings())
        self._update_bindings()

    def show_change(self) -> None:
        """Paint the game after a change of it, and wait for what can follow its end."""
        self.notice = ""
        self.hints.end()
        if self.multiplayer is not None:
            self.multiplayer.note_shown()
            self._announcements.hasten_news()
        self.ending.stop()
        self.middle.show_result(None)
        if self.match.game.outcome is not None:
            self.middle.show(self.match, False)
            is_still = self.app.animation_level == "none"
            self.ending.begin(0.0 if is_still else self.board.result_seconds())
        self.show_match()
        self._show_ending()

    def _show_scores(self) -> None:
        mode = "Analysis" if self.analysis.is_on else ""
        self.query_one(TopLine).show(self.match, not self.middle.shows_panel, mode)
        self.middle.scores.show(self.match, self.ending.unlit)

    def _show_ending(self) -> None:
        """Show the card of the game's result, and whether its point is lit."""
        outcome = self.match.game.outcome
        if outcome is not None:
            self.middle.show_result(result_of(self.match, outcome) if self.ending.has_card else None)
            self.middle.scores.show(self.match, self.ending.unlit)

    def show_status(self) -> None:
        """Show why the latest input was refused or what is announced, else the state of the game.

        A result stays beside either; another state does where there is room for it and the announcement.
        """
        state, message = self._state(), self.status_message
        is_result = self.match.game.outcome is not None and self.middle.past is None
        both = state._replace(more=message, is_notice=True)
        if message and is_result:
            self.status.show_with(state, message)
        elif message and not self.notice and self.status.has_room_for(both):
            self.status.show(both)
        else:
            self.status.show(StatusText(message) if message else state)

    def _state(self) -> StatusText:
        """Return the state of the game, with the analysis or its keys."""
        state = state_of_play(self.controller, self.middle.past, self._key("enter"), self.company)
        if not self.analysis.is_on or self.match.game.outcome is not None:
            return state
        summary = self.analysis.summary
        if summary and self.middle.shows_panel:
            keys = (("ctrl+n", "next best"), ("w", "line"), ("t", "threats"))
            summary = "   ".join(f"{self._key(key)} {what}" for key, what in keys)
        return state._replace(more=summary) if summary else state

    def _key(self, key: str) -> str:
        """Return how a key of this screen is written."""
        return self.app.get_key_display(bindings_of(self, key)[0])

    def _show_clock(self) -> None:
        """Show how long a computer has been thinking, and what it has found."""
        if self.controller.is_thinking:
            self.engine_panel.show()
            self._update_bindings()
            if self.hints.is_open:
                self._show_hint()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Play the answer of a computer, or show why a hint or an analysis failed."""
        self.hints.take_failure(event)
        if self.analysis.take_failure(event) or self.hints.is_open:
            self.on_search_update()
        answer = self.search.answer(event)
        if answer is None:
            return
        if answer.error is None:
            self.engine_panel.keep()
        else:
            self.engine_panel.forget()
        try:
            self.controller.accept(answer)
        except PlayerFailed as failure:
            self.show_match()
            self.refuse(str(failure))
            self.seat_replacement.note_failure(str(failure))
            self._ask_for_replacement()
        else:
            self.show_change()

    def refuse(self, reason: str) -> None:
        """Show why something was not done, instead of a hint, until the next key; ring the bell."""
        self.hints.end()
        super().refuse(reason)
        self.ring()

    # --- what is possible --------------------------------------------------------------------------------

    @property
    def context(self) -> ActionContext:
        """The context that decides which actions are possible."""
        return context_of(
            self.controller,
            self.company,
            is_waiting=self.engine_panel.is_long,
            is_past=self.middle.past is not None,
            is_walking=self.focused is self.middle.move_log,
            is_typing=bool(self.go_to.display),
            is_analysing=self.analysis.is_on,
        )

    def _update_bindings(self) -> None:
        """Work out anew what can be done, and show it if that has changed."""
        if (context := self.context) != self.availability.context:
            self.availability = Availability.of(context)
            super().refresh_bindings()

    def refresh_bindings(self) -> None:
        """Work out anew what can be done: Textual calls this whenever keys go somewhere else."""
        if (context := self.context) != self.availability.context:
            self.availability = Availability.of(context)
        super().refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what makes no sense in this state, grey out what is not possible in it."""
        return self.availability.state(action)

    def refusal(self, action: str) -> str:
        """Return why an action is not possible now, nothing if it is."""
        return self.availability.refusal(action)

    def begin_key(self, actions: Collection[str]) -> None:
        """Close a hint, unless the key asks for more of it."""
        if self.hints.is_open and "hint" not in actions:
            self.hints.end()
            self._show_advice()
        super().begin_key(actions)

    # --- moves -------------------------------------------------------------------------------------------

    def choose(self, square: Square) -> None:
        """Place for the human to move."""
        game = self.match.game
        if self.middle.past is not None or self.controller.has_only_computers:
            raise IllegalMove(self.refusal("place"))
        if game.outcome is None and not self.controller.is_human_turn:
            raise IllegalMove(f"it is {self.controller.mover.name}'s turn")
        self.controller.place(square)
        self.show_change()

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """Return from the past first; whoever clicked while it was shown did not see the present."""
        if self.middle.past is not None:
            self.on_move_log_returned_to_game()
        if self._past_left == self.session.key_pressed:
            event.prevent_default()
            self.close_go_to()
            self.refuse("back at the current position: click again to place")

    @property
    def is_typing(self) -> bool:
        """Whether keys are meant for a line that is typed or the list of moves, not for the board."""
        return super().is_typing or self.focused is self.middle.move_log

    def action_undo(self) -> None:
        """Take back to before the latest human move; among computers one ply, and pause."""
        try:
            taken = self.controller.undo()
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return
        if not taken:  # the others are asked
            self.show_match()
            return
        self.engine_panel.forget()
        if taken[-1].square is not None:
            self.board.cursor = taken[-1].square
        self.show_change()

    def action_takeback(self) -> None:
        """Ask the others to take back the latest move of somebody here."""
        self.action_undo()

    def action_redo(self) -> None:
        """Play again what was taken back."""
        for move in self.controller.redo():
            if move.square is not None:
                self.board.cursor = move.square
        self.show_change()

    def action_resign(self) -> None:
        """Resign, after asking if more than one human plays, here or elsewhere.

        Undo takes that back, elsewhere only if the others agree.
        """
        who = self.controller.resigning_seat
        if who is None:
            return

        def decided(yes: bool | None) -> None:
            if yes and self.controller.resigning_seat == who and not self.refusal("resign"):
                self.controller.resign(who)
                self.show_change()

        if sum(not player.is_computer for player in self.match.setup.players) < 2:
            decided(True)
            return
        consequence = wording.resigning(self.match, who)
        if self.company is not None:
            agree = f"{self._only_other} agrees" if self._only_other else "the others agree"
            consequence = f"{consequence} You can undo this only if {agree}."
        is_you = who == wording.only_human(self.match)
        question = "Resign?" if is_you else f"Resign for {self.match.setup.players[who].name}?"
        self._confirm(decided, question, consequence, yes="resign", no="keep playing")

    @property
    def _only_other(self) -> str:
        """The name of the one player at another terminal; nothing if there are several."""
        names = [player.name for player in self.match.setup.players if player.is_open]
        return names[0] if len(names) == 1 else ""

    def _confirm(
        self,
        decided: Callable[[bool | None], None],
        question: str,
        consequence: str = "",
        *,
        yes: str,
        no: str,
    ) -> None:
        """Ask, and call `decided` with the answer."""
        from ttt_tui.app.screens.dialog import ConfirmScreen  # the first paint does not wait for dialogs

        self.app.push_screen(ConfirmScreen(question, consequence, yes, no), decided)

    # --- the past and the panel --------------------------------------------------------------------------

    def action_walk(self) -> None:
        """Go to the list of moves, in which the game is walked back and forth, or return from there."""
        self.begin_key(())  # keys that go before all others have not been noted
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

    def on_move_log_continued(self, event: MoveLog.Continued) -> None:
        """Go on from a position of the past, after asking; redo still has what is taken back."""
        back = len(self.match.game.moves) - event.ply
        if not back:
            self.on_move_log_returned_to_game()
            return
        if self.company is not None:
            self.refuse("shared games go back one move at a time: u requests a takeback")
            return

        def decided(yes: bool | None) -> None:
            if not yes:
                return
            self.controller.undo_to(event.ply)
            self.engine_panel.forget()
            self.on_move_log_returned_to_game()
            self.show_change()

        question = f"Undo {wording.plural(back, 'move')} and play from here?"
        self._confirm(decided, question, "U redoes them.", yes="play from here", no="cancel")

    def action_panel(self) -> None:
        """Hide the panel, or show it, also in the next match."""
        super().action_panel()
        self.session.preferences.hides_panel = self.middle.hides_panel
        self._show_scores()

    def action_figures(self) -> None:
        """Show a computer's search in figures, or in words again."""
        shows = not self.session.preferences.shows_figures
        self.session.preferences.shows_figures = self.middle.thinking.shows_figures = shows
        self.middle.share(self.middle.size)
        self.engine_panel.show()

    # --- computers ---------------------------------------------------------------------------------------

    def action_move_now(self) -> None:
        """Take the best that the computer has."""
        if self.controller.is_thinking:
            try:
                self.controller.move_now()
            except CannotMoveNow as error:
                self.refuse(f"{self.controller.mover.name} can't move now: {error}")
        else:
            self.action_step()

    def action_pause(self) -> None:
        """Pause the computers, discarding the move that one is thinking about, or resume."""
        self.controller.pause()
        self.show_change()

    def action_resume(self) -> None:
        """Resume the computers."""
        self.action_pause()

    def action_step(self) -> None:
        """Let a computer make one move, and stay paused."""
        self.controller.step()
        self.notice = ""
        self.show_match()

    def action_delay(self, by: int) -> None:
        """Make the pause after each computer's move longer or shorter."""
        self.controller.change_delay(by)
        self.notice = f"Speed: {self.controller.delay:g} s per move"
        self.show_status()

    def _ask_for_replacement(self) -> None:
        """Ask which player takes a vacant seat, as soon as nothing else lies on the screen."""
        if self.is_active and (vacant := self.seat_replacement.next_question()) is not None:
            from ttt_tui.app.screens.vacant_seat import VacantSeatScreen  # not needed to paint

            self.app.push_screen(VacantSeatScreen(self.session, vacant), self._replace_player)

    def _replace_player(self, level: str | None) -> None:
        try:
            is_replaced = self.seat_replacement.decide(level)
        except ValueError as refusal:
            self.refuse(str(refusal))
        else:
            if is_replaced:
                self._show_next_game()
        self._ask_for_replacement()

    # --- hints and analysis ------------------------------------------------------------------------------

    def on_search_update(self) -> None:
        """Show what a hint or the analysis has found."""
        if self.hints.is_open:
            self._show_hint()
        self._show_advice()

    def action_hint(self) -> None:
        """Say what to look for; asked again which square, then why."""
        self.hints.ask()
        self._show_hint()
        self._show_advice()

    def _show_hint(self) -> None:
        """Show a hint in the status line, until the next key that asks for no more."""
        if (text := self.hints.text) != self.notice:
            self.notice = text
            self.show_status()

    def _show_advice(self) -> None:
        """Show what hints and analysis have found."""
        self._update_advice()
        self.middle.write(self.middle.labels)
        self.show_status()

    def _update_advice(self) -> None:
        """Let the analysis follow the board; the board shows all advice with the next paint."""
        self.analysis.update(may_search=self.is_active and not self.hints.is_open)
        self.middle.labels = {**self.analysis.labels, **self.hints.labels}

    def _end_advice(self) -> None:
        """Free what hints and analyses hold: the game is over, or was left."""
        self.hints.close()
        self.analysis.close()
        self._advisor.close()

    def action_analysis(self) -> None:
        """Turn the analysis of what the board shows on or off."""
        notice = self.analysis.toggle()
        self.show_match()
        if notice:
            self.notice = notice
            self.show_status()

    def action_opinion(self) -> None:
        """Analyse with the next engine instead, or after the last one with our own search again."""
        try:
            notice = self.analysis.switch_engine()
        except NoOtherEngine as refusal:
            self.refuse(str(refusal))
            return
        self.show_match()
        self.notice = notice
        self.show_status()

    def action_threats(self) -> None:
        """Show what both sides threaten, or stop showing it."""
        self.analysis.toggle_threats()
        self._show_advice()

    def action_line(self) -> None:
        """Show what is expected after the move at the cursor, or the best one; once more: no longer."""
        self.analysis.toggle_line()
        self._show_advice()

    def action_candidate(self) -> None:
        """Move the cursor to the next of the best moves."""
        self.analysis.go_to_next_candidate()

    def on_analysis_panel_pointed(self, event: AnalysisPanel.Pointed) -> None:
        """Move the cursor to the move that was clicked."""
        self.middle.see_board()
        self.board.cursor = event.square

    # --- people at other terminals -----------------------------------------------------------------------

    def on_remote_update(self) -> None:
        """Take what other terminals have sent, and show what has become of the match."""
        assert self.multiplayer is not None
        changes = self.multiplayer.receive()
        self.middle.show_around(self.multiplayer.around)
        if changes.has_moved:
            self.engine_panel.forget()
            if changes.is_other_game:
                self._begin_game()
            self.show_change()
        elif changes.is_other_state or self.context != self.availability.context:
            self.show_match()
            if self._summary is not None and self._summary.is_active:
                self._summary.show_request()
        for news in changes.news:
            self.announce(news, is_news=True)
        for reason in changes.refusals:
            self.refuse(reason)
        if changes.has_ended:
            self._announcements.drop_news()
            self.clear_notice()

    def action_agree(self, yes: bool) -> None:
        """Answer another player's request."""
        if self.company is not None:
            self.company.vote(yes)
            self.on_remote_update()

    def action_rejoin(self) -> None:
        """Rejoin the host, as soon as they are there again."""
        if self.company is None or not isinstance(self.app, BaseApp):
            return
        try:
            self.app.join(self.company.host, watches=self.company.is_spectator)
        except ConnectionUnavailable as refusal:
            self.refuse(str(refusal))

    # --- games -------------------------------------------------------------------------------------------

    def _show_summary(self) -> None:
        """Show how the match went: it is over."""
        from ttt_tui.app.screens.match_over import ACTIONS, MatchOverScreen

        began, multiplayer = self.session.match_began, self.multiplayer
        self._summary = MatchOverScreen(
            self.session,
            self.match,
            None if began is None else time.monotonic() - began,
            is_shared=multiplayer is not None,
            impossible=[after for after, action in ACTIONS.items() if self.refusal(action)],
            request=lambda: "" if multiplayer is None else multiplayer.request,
        )
        self.app.push_screen(self._summary, self._follow_match)

    def _follow_match(self, after: "After | None") -> None:
        """Do what was chosen after a match."""
        from ttt_tui.app.screens.match_over import After

        match after:
            case After.REMATCH:
                self._start_next_game()
            case After.REVIEW:
                self.action_review()
            case After.UNDO:
                self.action_undo()
            case After.LEAVE:
                self.action_leave()
            case After.ACCEPT | After.DECLINE:
                self.action_agree(after is After.ACCEPT)

    def action_review(self) -> None:
        """Review the game that is over; among computers the next one waits."""
        from ttt_tui.app.screens.review import ReviewScreen  # the searches are imported by the first review

        self.hints.close()
        if self.controller.has_only_computers and not self.controller.is_paused:
            self.action_pause()
        game, recorder = self.match.game, self.session.recorder
        title = wording.board_title(game.setup.geometry)
        stored = None
        if recorder is not None and self.session.match is self.match:  # not what is only watched
            stored = recorder.uid
        self.app.push_screen(ReviewScreen(self.session, game, title, stored))

    def _start_next_game(self) -> None:
        """Go on to the next game, or to another match of the same players."""
        before = self.match.game
        try:
            self.controller.next_game()
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return
        if self.match.game is before:  # the others are asked
            self.show_match()
        else:
            self._show_next_game()

    def _show_next_game(self) -> None:
        """Show another game, perhaps of another match or with another player."""
        self._begin_game()
        self.show_change()

    def _begin_game(self) -> None:
        """Let everything be about another game, before it is shown."""
        if self._summary is not None:
            self._summary.dismiss()  # another player went on
            self._summary = None
        self.on_move_log_returned_to_game()
        self._end_advice()
        self.spell(self.match.setup.players)
        self.board.seat(self.match.setup.players)
        self.middle.analysis.seat(self.match.setup)
        self.engine_panel.forget()

    def action_next_game(self) -> None:
        """Go on to the next game or a rematch, unless the key was pressed before the result could be read."""
        if self.ending.could_be_read(self.session.key_pressed):
            self._start_next_game()

    def action_rematch(self) -> None:
        """Play another match with the same players, once the summary of this one was shown."""
        if self.ending.is_summary_shown:
            self.action_next_game()
        elif self.ending.could_be_read(self.session.key_pressed):
            self.ending.show_summary()

    def action_new_game(self) -> None:
        """Start a new game; ask first if one is running."""
        if self.match.game.outcome is not None:
            self.action_next_game()
            return
        if not self.match.game.moves:
            self._start_next_game()
            return

        def decided(yes: bool | None) -> None:
            if yes:
                self._start_next_game()

        question = "Abandon this game and start over?"
        self._confirm(decided, question, yes="start over", no="keep playing")

    def action_leave(self) -> None:
        """Leave to the setup screen; the game is saved. Ask before guests are disconnected."""

        def decided(yes: bool | None) -> None:
            if yes:
                self.controller.cancel()
                self.leave()

        if self.company is None or not self.company.has_guests:
            decided(True)
            return
        sees = "The others" if self.company.spectators else self._only_other or "The others"
        consequence = f"{sees} will see that you left. r on the main menu hosts the game again."
        self._confirm(decided, "Leave the hosted game?", consequence, yes="leave", no="keep playing")
