"""From where matches are begun, taken up and joined."""

from collections.abc import Callable

from ttt_tui.app.base_app import BaseApp
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.engine import Match, Setup
from ttt_tui.errors import ConnectionUnavailable
from ttt_tui.errors import TttError
from ttt_tui.session.resuming import ResumableGame
from ttt_tui.session.resuming import resume_entry
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat
from ttt_tui.store.stored_game import Entry

UNCUT = 1000
"""Cells in which everything is said of the game that was left."""


class StartScreen(BaseScreen[None], inherit_bindings=False):
    """Begins matches, here and with people at other terminals."""

    SHOWS_STATUS = True

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.left = ResumableGame(session)
        self.was_played = False
        """Whether a game lay on this screen since it was last in front."""

    def begin(self, setup: Setup) -> None:
        """Begin a match; where a seat is open its player is waited for."""
        if has_open_seat(setup):
            self._host(setup)
        else:
            self.play(self.session.new_match(setup))

    def _host(self, setup: Setup, resume: Callable[[], Match] | None = None) -> None:
        if not isinstance(self.app, BaseApp):
            return
        try:
            self.app.host(setup, resume)
        except ConnectionUnavailable as refusal:
            self.refuse(str(refusal))
        else:
            self.was_played = True

    def action_join(self) -> None:
        """Choose a game that somebody else hosts."""
        from ttt_tui.app.screens.join import JoinScreen

        def chosen(game: tuple[str, bool] | None) -> None:
            if game is not None and isinstance(self.app, BaseApp):
                host, watches = game
                self.was_played = True
                try:
                    self.app.join(host, watches=watches)
                except ConnectionUnavailable as refusal:
                    self.refuse(str(refusal))

        self.app.push_screen(JoinScreen(), chosen)

    def play(self, match: Match) -> None:
        """Play a match."""
        from ttt_tui.app.screens.play import PlayScreen

        if has_open_seat(match.setup):
            self._host(match.setup, lambda: match)
        else:
            self.was_played = True
            self.app.push_screen(PlayScreen(self.session, match))

    def action_resume(self) -> None:
        """Return to the game that was left, unless it is another one by now: then show which first."""
        before = self.left.summary(UNCUT)
        self.left.refresh()
        if self.left.summary(UNCUT) == before:
            self._play(self.left.resume)
        else:
            self.refresh_bindings()
            self.refuse("the game was changed at another terminal: check what r resumes now")

    def resume(self, entry: Entry) -> None:
        """Take up a stored game, or say why that is not possible."""
        self._play(lambda: resume_entry(self.session, entry))

    def _play(self, taken_up: Callable[[], Match]) -> None:
        """Play the match that is returned, or show why it cannot be resumed."""
        try:
            match = taken_up()
        except TttError as error:
            self.refuse(str(error))
        else:
            self.play(match)

    def action_history(self) -> None:
        """Show the stored games; the one chosen there is taken up."""
        from ttt_tui.app.screens.history import HistoryScreen

        def chosen(entry: Entry | None) -> None:
            if entry is not None:
                self.call_later(self.resume, entry)  # once this screen is back, which forgets what was said

        self.app.push_screen(HistoryScreen(self.session), chosen)

    def action_puzzle(self) -> None:
        """Show today's puzzle, or if that is solved another one."""
        from ttt_tui.app.screens.puzzle import PuzzleScreen

        self.was_played = True
        self.app.push_screen(PuzzleScreen(self.session, self.session.puzzles.next()))
