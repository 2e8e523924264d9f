"""The game on the screen: keys and clicks become calls of the controller, and what comes of them is shown.

Everything that can be done is an action with a binding.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ttt_tui.app.play.bindings import PLAY_BINDINGS
from ttt_tui.app.play.vacancy import Decided, SeatReplacement, Vacant
from ttt_tui.app.screens.shared_screen import SharedScreen
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.engine import IllegalMove, Match
from ttt_tui.errors import CannotMoveNow
from ttt_tui.session import wording
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.app.screens.match_over import After, MatchOverScreen
    from ttt_tui.multiplayer.session import MultiplayerSession


class PlayScreen(SharedScreen):
    """Lets people play a match or watch one."""

    BINDING_GROUP_TITLE = "Playing"
    BINDINGS = PLAY_BINDINGS

    def __init__(self, session: Session, match: Match, company: "MultiplayerSession | None" = None) -> None:
        super().__init__(session, match, company)
        self._summary: MatchOverScreen | None = None  # of the match that ended last
        self.vacancy = SeatReplacement(
            self,
            self.controller,
            session.engines,
            ask=self._ask_who_plays,
            show=self._show_successor,
            refuse=self.refuse,
        )

    # --- moves -------------------------------------------------------------------------------------------

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
        self.thoughts.forget()
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
            self.thoughts.forget()
            self.on_move_log_returned_to_game()
            self.show_change()

        question = f"Undo {wording.plural(back, 'move')} and play from here?"
        self._confirm(decided, question, "U redoes them.", yes="play from here", no="cancel")

    def action_resign(self) -> None:
        """Give the game up, after asking if more than one person plays, here or elsewhere.

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
        """Ask, and tell `decided` the answer."""
        from ttt_tui.app.screens.confirm import ConfirmScreen  # the first paint does not wait for dialogs

        self.app.push_screen(ConfirmScreen(question, consequence, yes, no), decided)

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
        """Stop the computers after dropping the move that one is thinking about, or let them go on."""
        self.controller.pause()
        self.show_change()

    def action_resume(self) -> None:
        """Let the computers go on."""
        self.action_pause()

    def action_step(self) -> None:
        """Let a computer make one move, and stay paused."""
        self.controller.step()
        self.notice = ""
        self.show_match()

    def action_delay(self, by: int) -> None:
        """Let computers' stones stay for a longer or shorter time."""
        self.controller.change_delay(by)
        self.notice = f"Speed: {self.controller.delay:g} s per move"
        self.show_status()

    # --- who goes on -------------------------------------------------------------------------------------

    def tell_of_failure(self, failure: str) -> None:
        """Ask who goes on for the computer to move, which has failed."""
        self.vacancy.ask(failure)

    def on_screen_resume(self) -> None:
        """Ask what could not be asked while something lay on the screen."""
        if self.is_mounted:
            self.vacancy.look()

    def on_mount(self) -> None:
        """A game of an earlier day may have a brain that is not known here."""
        self.call_after_refresh(self.vacancy.look)

    def _ask_who_plays(self, vacant: Vacant, decided: Decided) -> None:
        from ttt_tui.app.screens.vacant_seat import VacantSeatScreen  # the first paint waits for no dialog

        self.app.push_screen(VacantSeatScreen(self.session, vacant), decided)

    def _show_successor(self) -> None:
        """Show that somebody else goes on."""
        self.show_next_game()
        self.show_change()

    # --- games -------------------------------------------------------------------------------------------

    def tell_of_match(self) -> None:
        """Tell how the match went: it is over."""
        from ttt_tui.app.screens.match_over import ACTIONS, MatchOverScreen

        began = self.session.match_began
        seconds = None if began is None else time.monotonic() - began
        self._summary = MatchOverScreen(
            self.session,
            self.match,
            seconds,
            is_shared=self.company is not None,
            impossible=[after for after, action in ACTIONS.items() if self.refusal(action)],
            request=lambda: (
                "" if self.company is None or self.company.is_spectator else self.company.incoming_request
            ),
        )
        self.app.push_screen(self._summary, self._follow_match)

    def show_request(self) -> None:
        """Show what the others request on the summary of the match, too."""
        if self._summary is not None and self._summary.is_active:
            self._summary.show_request()

    def _follow_match(self, after: "After | None") -> None:
        """Do what was chosen after a match."""
        from ttt_tui.app.screens.match_over import After

        match after:
            case After.REMATCH:
                self.start_next_game()
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

        self.hinting.close()
        if self.controller.has_only_computers and not self.controller.is_paused:
            self.action_pause()
        game, recorder = self.match.game, self.session.recorder
        title = wording.board_title(game.setup.geometry)
        stored = None
        if recorder is not None and self.session.match is self.match:  # not what is only watched
            stored = recorder.uid
        self.app.push_screen(ReviewScreen(self.session, game, title, stored))

    def start_next_game(self) -> None:
        """Go on to the next game, or to another match of the same players."""
        before = self.match.game
        try:
            self.controller.next_game()
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return
        if self.match.game is before:  # the others are asked
            self.show_match()
            return
        self.show_next_game()
        self.show_change()

    def show_next_game(self) -> None:
        """Let everything be about another game, perhaps of another match."""
        if self._summary is not None:
            self._summary.dismiss()  # another player went on
            self._summary = None
        self.on_move_log_returned_to_game()
        self.end_advice()
        self.spell(self.match.setup.players)
        self.board.seat(self.match.setup.players)
        self.middle.analysis.seat(self.match.setup)
        self.thoughts.forget()

    def action_next_game(self) -> None:
        """Go on to the next game or a rematch, unless the key was pressed before the result could be read."""
        if self.ending.could_be_read(self.session.key_pressed):
            self.start_next_game()

    def action_rematch(self) -> None:
        """Play another match with the same players, once it was told how this one went."""
        if self.ending.is_told:
            self.action_next_game()
        elif self.ending.could_be_read(self.session.key_pressed):
            self.ending.tell()

    def action_new_game(self) -> None:
        """Start a new game; ask first if one is running."""
        if self.match.game.outcome is not None:
            self.action_next_game()
            return
        if not self.match.game.moves:
            self.start_next_game()
            return

        def decided(yes: bool | None) -> None:
            if yes:
                self.start_next_game()

        question = "Abandon this game and start over?"
        self._confirm(decided, question, yes="start over", no="keep playing")

    def action_leave(self) -> None:
        """Leave to the setup screen; the game is kept. Guests are not sent home by one key."""

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
