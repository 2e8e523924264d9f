"""The progress from game to game in a match: ends, next games, and exits that ask first."""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from ttt_tui.analysis.words import counted
from ttt_tui.app.look.room import USUAL
from ttt_tui.app.play.reading_time import ReadingTime
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.engine import IllegalMove, Outcome
from ttt_tui.session import wording
from ttt_tui.session.results import ResultText, result_of
from ttt_tui.session.step_offers import lost_seat

if TYPE_CHECKING:
    from ttt_tui.app.screens.match_over import After, MatchOverScreen
    from ttt_tui.app.screens.play import PlayScreen

POINT_SECONDS = 0.15
"""Seconds after the card at which the new point is lit: so it is seen to come."""

NEXT_GAME_PAUSE = 2.0
"""Seconds between two games of computers."""


class MatchProgress:
    """Ends games, starts the next ones, and leaves the match.

    Its dialogs are imported only when needed: the first paint does not wait for them.
    """

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._session = screen.session
        self._controller = screen.controller
        self._multiplayer = screen.multiplayer
        self._summary: MatchOverScreen | None = None  # of the match that ended last
        self.ending = GameEndSequence(screen)

    def _confirm(
        self, decided: Callable[[], None], question: str, consequence: str = "", *, yes: str, no: str
    ) -> None:
        from ttt_tui.app.screens.dialog import confirm

        confirm(self._screen, decided, question, consequence, yes=yes, no=no)

    # --- after a game ------------------------------------------------------------------------------------

    def action_next_game(self) -> None:
        """Start the next game or a rematch, unless the key was pressed before the result could be read."""
        if self.ending.could_be_read(self._session.key_pressed):
            self.start_next_game()

    def action_rematch(self) -> None:
        """Play another match with the same players, once the summary of this one was shown."""
        if self.ending.is_summary_shown:
            self.action_next_game()
        elif self.ending.could_be_read(self._session.key_pressed):
            self.ending.show_summary()

    def action_new_game(self) -> None:
        """Start a new game; ask first if one is running."""
        game = self._controller.match.game
        if game.outcome is not None:
            self.action_next_game()
        elif not game.moves:
            self.start_next_game()
        else:
            question = "Abandon this game and start over?"
            self._confirm(self.start_next_game, question, yes="start over", no="keep playing")

    def start_next_game(self) -> None:
        """Start the next game, or another match of the same players."""
        before, setup = self._controller.match.game, self._controller.match.setup
        try:
            self._controller.next_game()
        except IllegalMove as refusal:
            self._screen.refuse(str(refusal))
            return
        if self._controller.match.game is before:  # the others are asked
            self._screen.show_match()
        else:
            self._screen.show_next_game()
            if text := wording.next_opponent(setup, self._controller.match.setup):
                self._screen.announce(text, is_news=True)

    def action_review(self) -> None:
        """Review the finished game, at the losing move if a human here lost it to a computer.

        Between computers the next game waits.
        """
        from ttt_tui.app.screens.review import ReviewScreen  # the searches are imported by the first review

        self._rest()
        match = self._controller.match
        title = wording.board_title(match.setup.geometry)
        review = ReviewScreen(self._session, match.game, title, self._stored, loser=lost_seat(match))
        self._screen.app.push_screen(review)

    def action_study(self) -> None:
        """Study the finished game. Between computers the next game waits."""
        self._rest()
        game = self._controller.match.game
        self._screen.study_game(game, self._stored, len(game.moves))

    def _rest(self) -> None:
        """Close the hint, and let the next game of computers wait."""
        self._screen.hints.close()
        if self._controller.has_only_computers and not self._controller.is_paused:
            self._controller.pause()
            self._screen.show_change()

    @property
    def _stored(self) -> str | None:
        """The uid of the current game in the store, None for a match that is only watched."""
        recorder = self._session.recorder
        is_own = recorder is not None and self._session.match is self._controller.match
        return recorder.uid if recorder is not None and is_own else None

    # --- after the match ---------------------------------------------------------------------------------

    def show_summary(self) -> None:
        """Show the summary of the finished match."""
        from ttt_tui.app.screens.match_over import MatchOverScreen

        self._summary = MatchOverScreen(self._screen)
        self._screen.app.push_screen(self._summary, self._follow_match)

    def _follow_match(self, after: "After | None") -> None:
        """Execute the action that was chosen after a match."""
        from ttt_tui.app.screens.match_over import After

        match after:
            case After.REMATCH:
                self.start_next_game()
            case After.REVIEW:
                self.action_review()
            case After.STEP:
                self._screen.offers.accept()
            case After.SHARE:
                self._screen.action_share()
            case After.UNDO:
                self._screen.action_undo()
            case After.LEAVE:
                self.action_leave()
            case After.ACCEPT | After.DECLINE if self._multiplayer is not None:
                self._multiplayer.action_agree(after is After.ACCEPT)

    def show_request(self) -> None:
        """Update the request or the offer on the summary, if the summary is on top."""
        if self._summary is not None and self._summary.is_active:
            self._summary.show_request()

    def close_summary(self) -> None:
        """Close the summary: another player has continued."""
        if self._summary is not None:
            self._summary.dismiss()
            self._summary = None

    # --- going back, giving up and leaving ---------------------------------------------------------------

    def on_move_log_continued(self, event: MoveLog.Continued) -> None:
        """After asking, continue from the chosen move; redo still has the moves taken back."""
        back = len(self._controller.match.game.moves) - event.ply
        if not back:
            self._screen.earlier.leave()
            return
        if self._multiplayer is not None:
            self._screen.refuse("shared games go back one move at a time: u requests a takeback")
            return

        def go_on() -> None:
            self._controller.undo_to(event.ply)
            self._screen.engine_panel.forget()
            self._screen.earlier.leave()
            self._screen.show_change()

        question = f"Undo {counted(back, 'move')} and play from here?"
        self._confirm(go_on, question, "U redoes them.", yes="play from here", no="cancel")

    def action_resign(self) -> None:
        """Resign, after asking if more than one human plays, here or elsewhere.

        Undo takes the resignation back, in a shared match only if the others agree.
        """
        controller = self._controller
        match, who = controller.match, controller.resigning_seat
        if who is None:
            return

        def resign() -> None:
            if controller.resigning_seat == who and "resign" not in self._screen.availability.disabled:
                controller.resign(who)
                self._screen.show_change()

        if sum(not player.is_computer for player in match.setup.players) < 2:
            resign()
            return
        consequence = wording.resigning(match, who)
        if self._multiplayer is not None:
            other = self._multiplayer.only_other
            agree = f"{other} agrees" if other else "the others agree"
            consequence = f"{consequence} You can undo this only if {agree}."
        is_you = who == wording.only_human(match)
        question = "Resign?" if is_you else f"Resign for {match.setup.players[who].name}?"
        self._confirm(resign, question, consequence, yes="resign", no="keep playing")

    def action_offer_draw(self) -> None:
        """Offer a draw: to the players at other terminals, to computers, else to the other people here."""
        controller = self._controller
        players, game = controller.match.setup.players, controller.match.game
        humans = [seat for seat in game.position.in_turn() if players[seat].is_human]

        def offer() -> None:
            plies = len(game.moves)
            try:
                controller.offer_draw()
            except IllegalMove as refusal:
                self._screen.refuse(str(refusal))
                return
            if game.outcome is not None or len(game.moves) != plies:  # the time may have been up
                self._screen.show_change()
            else:  # the others are asked
                self._screen.show_match()

        if self._multiplayer is not None or len(humans) < 2:
            offer()
            return
        asked = "Do the others accept?" if len(humans) > 2 else f"Does {players[humans[1]].name} accept?"
        question = f"{wording.capitalised(players[humans[0]].name)} offers a draw"
        self._confirm(offer, question, asked, yes="draw", no="keep playing")

    def action_leave(self) -> None:
        """Leave to the setup screen; the game is saved. Ask before guests are disconnected."""

        def leave() -> None:
            self._controller.cancel()
            self._screen.leave()

        multiplayer = self._multiplayer
        if multiplayer is None or not multiplayer.shared_match.has_guests:
            leave()
            return
        other = "" if multiplayer.shared_match.spectators else multiplayer.only_other
        consequence = (
            f"{other or 'The others'} will see that you left. r on the main menu hosts the game again."
        )
        self._confirm(leave, "Leave the hosted game?", consequence, yes="leave", no="keep playing")


class GameEndSequence:
    """The end of a game on the screen, step by step: the board's motion, the card of the result, the point.

    It has the screen show the ending whenever `has_card` or `unlit` changes. After the match its summary
    appears with the card, or follows as a dialog in a small window; between computers another game starts.
    """

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._controller = screen.controller
        self._timers: list[Timer] = []
        self._seconds = 0.0
        self._reading = ReadingTime()
        self._is_painted = False
        self._summarised: Outcome | None = None
        self.has_card = False
        """Whether the card of the result is shown."""
        self.unlit: int | None = None
        """The player whose latest point is unlit at the moment, None if none is."""

    @property
    def _outcome(self) -> Outcome | None:
        return self._controller.match.game.outcome

    def begin(self, seconds: float) -> None:
        """Begin after a game whose motion on the board takes `seconds`, 0 for no motion."""
        self.stop()
        self._seconds = seconds
        self._turn(not seconds, not seconds)
        if seconds:
            self._after(seconds, partial(self._change, True, False))
            self._after(seconds + POINT_SECONDS, partial(self._change, True, True))
        self._screen.call_after_refresh(self._note_painted)

    def stop(self) -> None:
        """Cancel the pending steps: the game is another one, or goes on."""
        for timer in self._timers:
            timer.stop()
        self._timers = []
        self._reading.reset()
        self._is_painted = False
        self.has_card, self.unlit = False, None

    def _turn(self, has_card: bool, is_lit: bool) -> None:
        self.has_card = has_card
        self.unlit = None if is_lit or self._outcome is None else self._outcome.winner

    def _change(self, has_card: bool, is_lit: bool) -> None:
        self._turn(has_card, is_lit)
        self.show()

    def result(self, outcome: Outcome) -> ResultText:
        """Return the result of the finished game, with the change of the user's rating if it was rated."""
        match, ratings = self._controller.match, self._screen.session.ratings
        change = ratings.change_in(match) if match.is_over else ratings.latest_change
        rating = wording.rating_change(*change) if change else ""
        if match.is_over:
            return result_of(match, outcome)._replace(match_rating=rating)
        return result_of(match, outcome, rating)

    @property
    def match_seconds(self) -> float | None:
        """The duration of the match so far, None if unknown."""
        began = self._screen.session.match_began
        return None if began is None else time.monotonic() - began

    def show(self) -> None:
        """Show the card of the result with the keys that can follow, and whether its point is lit."""
        if self._outcome is None:
            return
        screen = self._screen
        result = self.result(self._outcome) if self.has_card else None
        screen.board_area.show_result(result, self.match_seconds)
        screen.show_status()  # which says what the panel does not
        screen.show_scores()
        if self.has_card and screen.is_active:
            screen.chances.review()

    def _after(self, seconds: float, do: Callable[[], None]) -> None:
        timers = self._timers

        def fire() -> None:
            if timers is self._timers:  # else it fired just before it was stopped
                do()

        timers.append(self._screen.set_timer(seconds, fire))

    def _note_painted(self) -> None:
        if self._outcome is None:
            return
        self._is_painted = True
        self._reading.start(self._seconds)
        controller = self._controller
        if controller.has_only_computers and not controller.match.is_over and not controller.is_paused:
            self._after(NEXT_GAME_PAUSE, self._screen.progress.start_next_game)
        if self._seconds:
            self._after(self._seconds, self.show_summary)
        else:
            self.show_summary()

    def could_be_read(self, pressed: float) -> bool:
        """Return whether the result could be read when a key was pressed at `pressed`."""
        return self._reading.has_passed(pressed)

    @property
    def is_summary_shown(self) -> bool:
        """Whether the summary of the match is or was shown, in the panel or as a dialog."""
        return self._screen.app.size.width >= USUAL or self._summarised is self._outcome

    def show_summary(self) -> None:
        """Show the summary of a finished match as a dialog, unless it is in the panel or has been shown."""
        if self._outcome is None or self.is_summary_shown or not self._controller.match.is_over:
            return
        if self._screen.is_active:
            self._summarised = self._outcome
            self._screen.progress.show_summary()

    def resume(self) -> None:
        """Show the summary that had to wait while something covered the screen."""
        if self._is_painted:
            self._screen.call_after_refresh(self.show_summary)
