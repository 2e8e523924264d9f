"""The game on the screen: turns keys and clicks into calls of the controller, and shows the results.

The match is the single source of truth, and only its controller changes it. The possible actions are computed
as `availability` after every change: the footer greys out the others, and their keys say why.
"""

import time
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.geometry import Size
from textual.worker import Worker

from ttt_tui.app.look.room import LOW
from ttt_tui.app.play.analysis_mode import AnalysisMode
from ttt_tui.app.play.availability import ActionContext, Availability
from ttt_tui.app.play.chances import GameChances
from ttt_tui.app.play.computer_search import MOVE_NOW, ComputerPace, EnginePanel, Search
from ttt_tui.app.play.earlier_moves import EarlierMoves
from ttt_tui.app.play.hints import Advice, Hints
from ttt_tui.app.play.multiplayer import Multiplayer, listen
from ttt_tui.app.play.opening_choice import OpeningChoice
from ttt_tui.app.play.placing import Placing
from ttt_tui.app.play.reading_time import CursorJump
from ttt_tui.app.play.state_of_play import PAUSED, state_of_play
from ttt_tui.app.play.step_offer import StepOffers
from ttt_tui.app.play.turn_notice import TurnNotice
from ttt_tui.app.screens.base import part_action
from ttt_tui.app.screens.board_screen import (
    BoardScreen,
    arrow_bindings,
    digit_bindings,
    go_to_binding,
    mark_bindings,
    numbers_binding,
    panel_binding,
    share_binding,
)
from ttt_tui.app.screens.match_progress import MatchProgress
from ttt_tui.app.screens.seat_replacement import SeatReplacement
from ttt_tui.app.screens.sharing import Shareable, shared_game
from ttt_tui.app.terminal.patches import bindings_of
from ttt_tui.app.widgets.bars import TopLine
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.match_view import MatchView
from ttt_tui.engine import IllegalMove, Match, Placement, Position
from ttt_tui.errors import PlayerFailed
from ttt_tui.session import opening_words, wording
from ttt_tui.session.clocks import shown_clocks
from ttt_tui.session.controller import Controller
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.multiplayer.session import MultiplayerSession

CLOCK_SECONDS = 0.25
"""Seconds between two updates of the time that a computer has been thinking."""

DEADLINE_SECONDS = 0.5
"""Seconds between two checks whether a request to the other players has expired."""

BUTTONS = ("next_game", "rematch", "review", "accept_step", "share")
"""Actions that follow a game."""

LINES_AROUND = 3
"""Lines above and below board and panel: the top line, the status, which may have one more, and the keys."""


class PlayScreen(BoardScreen):
    """Plays a match or shows one that is watched.

    Its parts have keys of their own: the `placing` of chosen stones, `hints` and `analysis`, which `advice`
    coordinates, `multiplayer`, the `pace` of computers, the choices of an `opening`, the way back to
    `earlier` moves, the `progress` from game to game, and `offers` of another step of the ladder.
    `seat_replacement` asks by itself.
    """

    board_area: MatchView

    BINDING_GROUP_TITLE = "Playing"
    BINDINGS = [
        Binding("enter,space", "place", "place", key_display="↵", id="play.place",
                tooltip="Place a stone at the cursor"),
        *OpeningChoice.BINDINGS,
        Binding("enter,space", "next_game", "next game", key_display="↵", id="play.next",
                tooltip="After a game: start the next one of the match"),
        *Multiplayer.BINDINGS,
        Binding("enter,space", "rematch", "rematch", key_display="↵", id="play.rematch",
                tooltip="After a match: play another one with the same players"),
        MOVE_NOW,
        Binding("v", "review", "review", id="play.review",
                tooltip="Review the finished game: mistakes and better moves"),
        Binding("e", "study", "study", show=False, id="play.study",
                tooltip="Study the finished game: add variations, comments and signs"),
        *StepOffers.BINDINGS,
        share_binding("play"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u", id="play.undo",
                tooltip="Undo your latest move and the replies to it"),
        Binding("u,ctrl+z", "takeback", "takeback", key_display="u", id="play.takeback",
                tooltip="In a shared game: ask the others to take back your latest move"),
        Binding("question_mark", "app.help", "help", key_display="?", id="play.help",
                tooltip="Help: keys, rules and levels"),
        *Placing.BINDINGS,
        Binding("q,escape", "leave", "leave", key_display="q", id="play.leave",
                tooltip="Return to the main menu; the game is saved"),
        *Hints.BINDINGS,
        *AnalysisMode.BINDINGS,
        Binding("R", "resign", "resign", key_display="R", id="play.resign", tooltip="Resign the game"),
        Binding("D", "offer_draw", "offer a draw", show=False, key_display="D", id="play.draw",
                tooltip="Offer the other players a draw"),
        *mark_bindings("play"),
        *arrow_bindings("play"),
        Binding("home", "move(-20, 0)", "first column", show=False, id="play.home",
                tooltip="Move the cursor to the first column"),
        Binding("end", "move(20, 0)", "last column", show=False, id="play.end",
                tooltip="Move the cursor to the last column"),
        Binding("pageup", "move(0, -20)", "top row", show=False, id="play.top",
                tooltip="Move the cursor to the top row"),
        Binding("pagedown", "move(0, 20)", "bottom row", show=False, id="play.bottom",
                tooltip="Move the cursor to the bottom row"),
        *digit_bindings("play", "place at", also="in an opening: choose"),
        Binding("U,ctrl+y", "redo", "redo", show=False, key_display="U", id="play.redo",
                tooltip="Redo the moves that you undid"),
        Binding("tab", "walk", "moves", show=False, key_display="Tab", priority=True, id="play.walk",
                tooltip="Go to the move list; ↑ and ↓ step through the game"),
        go_to_binding("play", is_shown=False),
        *ComputerPace.BINDINGS,
        panel_binding("play"),
        numbers_binding("play"),
        Binding("n", "new_game", "new game", show=False, id="play.new",
                tooltip="Start a new game; ask first if one is running"),
    ]  # fmt: skip

    on_choice_bar_chosen = part_action("opening", OpeningChoice.on_choice_bar_chosen)
    on_choice_card_moved = part_action("opening", OpeningChoice.on_choice_card_moved)
    action_pick = part_action("opening", OpeningChoice.action_pick)
    action_take_off = part_action("placing", Placing.action_take_off)
    action_next_game = part_action("progress", MatchProgress.action_next_game)
    action_rematch = part_action("progress", MatchProgress.action_rematch)
    action_new_game = part_action("progress", MatchProgress.action_new_game)
    action_review = part_action("progress", MatchProgress.action_review)
    action_study = part_action("progress", MatchProgress.action_study)
    on_move_log_continued = part_action("progress", MatchProgress.on_move_log_continued)
    action_resign = part_action("progress", MatchProgress.action_resign)
    action_offer_draw = part_action("progress", MatchProgress.action_offer_draw)
    action_leave = part_action("progress", MatchProgress.action_leave)
    action_undo = action_takeback = part_action("earlier", EarlierMoves.action_undo)
    action_redo = part_action("earlier", EarlierMoves.action_redo)
    action_walk = part_action("earlier", EarlierMoves.action_walk)
    on_move_log_walked = part_action("earlier", EarlierMoves.on_move_log_walked)
    on_move_log_returned_to_game = part_action("earlier", EarlierMoves.leave)
    action_move_now = part_action("pace", ComputerPace.action_move_now)
    action_pause = part_action("pace", ComputerPace.action_pause)
    action_resume = part_action("pace", ComputerPace.action_pause)
    action_step = part_action("pace", ComputerPace.action_step)
    action_delay = part_action("pace", ComputerPace.action_delay)
    action_figures = part_action("pace", ComputerPace.action_figures)
    action_hint = part_action("hints", Hints.action_hint)
    on_analysis_panel_pointed = part_action("analysis", AnalysisMode.on_analysis_panel_pointed)
    action_analysis = part_action("analysis", AnalysisMode.action_analysis)
    action_opinion = part_action("analysis", AnalysisMode.action_opinion)
    action_threats = part_action("analysis", AnalysisMode.action_threats)
    action_line = part_action("analysis", AnalysisMode.action_line)
    action_candidate = part_action("analysis", AnalysisMode.action_candidate)
    on_remote_update = part_action("multiplayer", Multiplayer.on_remote_update)
    action_agree = part_action("multiplayer", Multiplayer.action_agree)
    action_rejoin = part_action("multiplayer", Multiplayer.action_rejoin)
    on_store_answered = part_action("offers", StepOffers.on_store_answered)
    action_accept_step = part_action("offers", StepOffers.action_accept_step)

    def __init__(
        self, session: Session, match: Match, shared_match: "MultiplayerSession | None" = None
    ) -> None:
        match.show_by(session.settings.coordinates)
        view = MatchView(match, self.button_words)
        super().__init__(session, view)
        self.shared_match = shared_match
        """The network side of a match with players at other terminals, None for other matches."""
        self.search = Search(self, session.screen_is_idle)
        if shared_match is None:
            self.controller = Controller(session, match, self.search)
        else:
            self.controller = shared_match.controller(match, self.search)
        self.engine_panel = EnginePanel(self)
        self.pace = ComputerPace(self)
        self.advice = Advice(self)
        self.placing = Placing(self, self.advice.advisor)
        self.hints, self.analysis = self.advice.hints, self.advice.analysis
        self.chances = GameChances(self)
        self.multiplayer = None if shared_match is None else Multiplayer(self, shared_match)
        self.seat_replacement = SeatReplacement(self)
        self.offers = StepOffers(self)
        self.progress = MatchProgress(self)
        self.opening = OpeningChoice(self)
        self.earlier = EarlierMoves(self)
        self.turn_notice = TurnNotice(self)
        self._jump = CursorJump(self)
        self.availability = Availability.of(self.context)
        """The possible actions in the latest `context`."""
        view.hides_panel = session.preferences.hides_panel
        view.thinking.shows_figures = session.preferences.shows_figures
        if self.multiplayer is not None:
            view.show_around(self.multiplayer.around)

    @property
    def match(self) -> Match:
        return self.controller.match

    def compose(self) -> ComposeResult:
        """Yield the top line, the board, the panel beside it, the status line and the footer."""
        yield TopLine()
        yield self.board_area
        yield self.status
        yield self.opening.bar
        yield self.go_to
        yield KeyHints(self.is_in_footer, lambda binding: self.availability.words(binding))

    def is_in_footer(self, binding: Binding) -> bool:
        """Return whether a key is in the footer; in a narrow window the status line has an offer's key.

        The panel has the keys that follow a game where it has room for them. The key that brings the moves is
        named where a summary has their place.
        """
        if binding.action == "walk":
            return self.board_area.replaces_moves
        is_offer = binding.action == "accept_step"
        is_elsewhere = (is_offer and self.board_area.is_narrow) or bool(self.button_words(binding))
        is_possible = self.availability.is_in_footer(binding) and self.analysis.is_in_footer(binding.action)
        return is_possible and not is_elsewhere

    def button_words(self, binding: Binding) -> str:
        """Return the words of a key's button in the panel, empty for none."""
        is_over = self.availability.context.is_over
        if binding.action not in BUTTONS or not (is_over and self.board_area.has_buttons):
            return ""
        if binding.action == "accept_step" and (offer := self.offers.offer) is not None:
            return offer.short
        return self.availability.words(binding)

    def on_mount(self) -> None:
        """Show the match in its final layout, so that the first paint is the right one."""
        width, height = self.app.size
        has_two = self.board_area.is_narrow and height >= LOW
        self.board_area.share(Size(width, height - LINES_AROUND - has_two))
        self.show_symbols(self.match.setup.players)
        position = self.match.game.position
        if (last := position.last_square) is not None:
            empty = position.nearest_empty(last)  # where the eye is, and Enter can place
            self.board.cursor = last if empty is None else empty
        self.set_interval(CLOCK_SECONDS, self._show_clock)
        self.controller.request_move()
        self.show_change()
        if self.multiplayer is not None:
            listen(self, self.multiplayer.shared_match)
            self.set_interval(DEADLINE_SECONDS, self.multiplayer.on_remote_update)
        self.call_after_refresh(self.seat_replacement.ask)  # a stored game may have an engine unknown here

    @property
    def shown_game(self) -> Match:
        return self.match

    def show_anew(self) -> None:
        self.hints.close()
        self.board_area.seat(self.match.setup)
        self.show_match()
        self.progress.ending.show()

    def on_screen_resume(self) -> None:
        """Resume the work that rested or waited while another screen covered this one."""
        if self.is_mounted:
            self.board.place_hardware_cursor()  # it may have been elsewhere
            self.progress.ending.resume()
            self.seat_replacement.ask()
            self.show_advice()
            self.progress.ending.show()

    def on_screen_suspend(self) -> None:
        """Pause the analysis and the review of chances while another screen covers this one."""
        if self.is_mounted:
            self.show_advice()
            self.chances.stop()

    def on_unmount(self) -> None:
        self.turn_notice.end()
        self.placing.close()
        self.advice.close()
        self.chances.close()
        self.controller.close()
        if self.shared_match is not None:
            self.shared_match.close()

    def on_resize(self) -> None:
        """Show in the top line and the status line what no longer fits in the panel."""
        self.show_scores()
        self.show_status()
        self.refresh_bindings()  # a narrow footer has no room for all
        if self.match.game.outcome is not None:  # the panel, when it is divided anew, may have keys or not
            self.call_after_refresh(self.refresh_bindings)

    # --- display -----------------------------------------------------------------------------------------

    def show_match(self) -> None:
        """Paint the match as it is now. Widgets paint only what differs."""
        self.advice.update()
        cursor = self.board.cursor
        self.board_area.show(self.match, self.controller.is_human_turn)
        if self.board.cursor != cursor:
            self._jump.begin()
        self.show_scores()
        self.show_status()
        self.engine_panel.show()
        self.chances.show()
        self.show_warnings(self.session.take_warnings())
        self._update_bindings()

    def show_change(self) -> None:
        """Paint the game after a change, and wait for what can follow its end."""
        self.notice = ""
        self.hints.end()
        self.placing.follow()
        if self.multiplayer is not None:
            self.multiplayer.note_shown()
            self.announcements.hasten_notices()
        self.progress.ending.stop()
        self.board_area.show_result(None)
        if self.match.game.outcome is not None:
            self.board_area.show(self.match, False)
            is_still = self.app.animation_level == "none"
            self.progress.ending.begin(0.0 if is_still else self.board.result_seconds())
            self.offers.ask()
        self.turn_notice.note_change()
        if chosen := self.opening.announcement():
            self.announce(chosen, is_news=True)
        self.show_match()
        self.progress.ending.show()

    def show_scores(self) -> None:
        """Show the players' points, and what time they have left."""
        mode = "Analysis" if self.analysis.is_on else ""
        clocks = shown_clocks(self.controller.clock, len(self.match.setup.players), time.monotonic())
        self.query_one(TopLine).show(self.match, not self.board_area.shows_panel, mode, clocks)
        self.board_area.scores.show(self.match, self.progress.ending.unlit, clocks)

    def show_status(self) -> None:
        """Show why the latest input was refused or what is announced, else the state of the game.

        A result stays beside either; another state does so where there is room for both. A due choice of the
        opening replaces the line.
        """
        if self.opening.is_due and self.go_to.display:
            self.close_go_to()  # no square is asked for any more
        if self.opening.show():
            return
        state, message = self.analysis.status(state_of_play(self)), self.status_message
        is_result = self.match.game.outcome is not None and self.board_area.past is None
        both = state._replace(more=message, is_notice=True)
        if message and (is_result or state.statement == PAUSED):
            self.status.show_with(state, message)
        elif message and not self.notice and self.status.has_room_for(both):
            self.status.show(both)
        else:
            self.status.show(self.hints.status(message) if message else state)

    def close_go_to(self) -> None:
        super().close_go_to()
        self.opening.show()

    @property
    def hides_announcement(self) -> bool:
        """Whether something was refused, or a choice is asked for."""
        return super().hides_announcement or self.opening.is_due

    def key(self, key: str) -> str:
        """Return how a key of this screen is written."""
        return self.app.get_key_display(bindings_of(self, key)[0])

    def _show_clock(self) -> None:
        """Show how long a computer has been thinking, what it has found, and what time is left."""
        self.turn_notice.check()
        if self.controller.check_clock():
            self.show_change()
        elif self.controller.clock is not None and self.controller.clock.runs:
            self.show_scores()
        if self.controller.is_thinking:
            self.engine_panel.show()
            self._update_bindings()
            self.hints.show()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Play the answer of a computer, or show why a hint or an analysis failed."""
        if self.advice.take_failure(event):
            self.on_search_update()
        self.placing.take_finding(event)
        answer = self.search.answer(event)
        if answer is None:
            return
        if answer.error is None:
            self.engine_panel.keep()
            self.chances.note(self.search.latest)
        else:
            self.engine_panel.forget()
        try:
            self.controller.accept(answer)
        except PlayerFailed as failure:
            self.show_match()
            self.refuse(str(failure))
            self.seat_replacement.ask_after_failure(str(failure))
        else:
            self.show_change()

    def refuse(self, reason: str) -> None:
        """Show why something was not done, instead of a hint, until the next key; ring the bell."""
        if self.hints.is_open:
            self.hints.end()
            self.show_advice()
        if self.controller.runs_by_itself:  # the next move would replace a notice before it is read
            self.announce(wording.sentence(reason))
        else:
            super().refuse(reason)
        self.ring()

    # --- availability ------------------------------------------------------------------------------------

    @property
    def context(self) -> ActionContext:
        """The context that decides which actions are possible."""
        return ActionContext(self)

    def _update_bindings(self) -> None:
        """Update the footer if the possible actions have changed."""
        if self.context != self.availability.context:
            self.refresh_bindings()

    def refresh_bindings(self) -> None:
        """Recompute the possible actions: Textual calls this whenever the focus changes."""
        if (context := self.context) != self.availability.context:
            self.availability = Availability.of(context)
        super().refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide actions that make no sense in this state, grey out those that are not possible."""
        return self.availability.state(action)

    def check_possible(self, action: str) -> None:
        self.availability.check(action)

    @property
    def unused_settings(self) -> Mapping[str, str]:
        return self.availability.unused_settings

    def begin_key(self, actions: Collection[str]) -> None:
        """Close a hint, unless the key asks for its next step."""
        if self.hints.is_open and "hint" not in actions:
            self.hints.end()
            self.show_advice()
        super().begin_key(actions)

    def shareable(self) -> Shareable:
        is_stored = self.session.match is self.match
        played_on = self.session.started()[: len("2026-11-26")] if is_stored else ""
        game, theme = self.match.game, self.app.current_theme
        return shared_game(game, theme, played_on=played_on, is_ascii=self.is_ascii)

    # --- moves -------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.match.game.position

    def choose(self, square: Placement) -> None:
        game = self.match.game
        is_watched = self.shared_match is not None and self.shared_match.is_spectator
        is_player = not (self.controller.has_only_computers or self.controller.is_out or is_watched)
        if self.board_area.past is not None or not is_player:
            self.check_possible("place")
        if game.outcome is None and not self.controller.is_human_turn:
            if self.placing.may_mark:
                self.placing.mark(square)
                return
            raise IllegalMove(f"it is {self.controller.mover.name}'s turn")
        if square >= 0 and self.opening.is_due:
            raise IllegalMove(f"no stone now: choose {opening_words.keys_of(self.match)}")
        self.placing.choose(square)

    def action_place(self) -> None:
        """Choose the square at the cursor, unless the cursor was elsewhere when the key was pressed."""
        if self._jump.is_unseen_by(self.session.key_pressed):
            self.refuse(f"the cursor has moved: press {self.key('enter')} again to place")
        else:
            super().action_place()

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """Return from the past first; whoever clicked while it was shown did not see the present."""
        if self.board_area.past is not None:
            self.earlier.leave()
        if self.earlier.left_at == self.session.key_pressed:
            event.prevent_default()
            self.close_go_to()
            self.refuse("back at the current position: click again to place")

    @property
    def is_typing(self) -> bool:
        """Whether keys are meant for a text field or the list of moves, not for the board."""
        return super().is_typing or self.focused is self.board_area.move_log

    def action_digit(self, digit: int) -> None:
        """Make a choice in an opening, else choose a square or column as on all boards."""
        if self.opening.is_due:
            self.begin_key(())
            self.opening.take_digit(digit)
        else:
            super().action_digit(digit)

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor, or highlight the next choice of an opening."""
        if self.opening.is_due and abs(columns) == 1:
            self.opening.highlight(columns)
        else:
            super().action_move(columns, rows)

    def action_panel(self) -> None:
        """Hide or show the panel, also in the next match."""
        super().action_panel()
        self.session.preferences.hides_panel = self.board_area.hides_panel
        self.show_scores()
        self.refresh_bindings()  # the footer names what the panel does not

    def on_search_update(self) -> None:
        self.hints.show()
        self.show_advice()
        self.chances.show()

    def show_advice(self) -> None:
        """Show the results of hints and analysis."""
        self.advice.show()
        self.show_status()
        self._update_bindings()

    def show_next_game(self) -> None:
        """Show another game, perhaps of another match or with another player."""
        self.progress.close_summary()
        self.earlier.leave()
        self.advice.close()
        self.show_symbols(self.match.setup.players)
        self.board_area.seat(self.match.setup)
        self.chances.close()
        self.engine_panel.forget()
        self.show_change()
