"""The contract between the app and its screens, which do not import it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ttt_tui.app.terminal.patches import CoverableApp
from ttt_tui.engine import Game, Match, Setup
from ttt_tui.process.clipboard import Clipboard
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.session.puzzle_service import AssignedPuzzle


class BaseApp(CoverableApp):
    """An app that shows matches and puzzles, and can leave them again."""

    session: Session
    """The state that outlives the screens."""
    sizes_seen = 0
    """How often the terminal reported its size, also if it was the same as before."""

    has_explained_layout = False
    """Whether the note on keyboard layouts has been shown."""

    def check_size(self) -> None:
        """Cover the screen while the terminal is too small for it, and uncover it afterwards."""
        raise NotImplementedError

    def play(self, setup: Setup, *, matches_strength: bool = False) -> None:
        """Start a match from any screen; `matches_strength` is as in `Session.new_match`."""
        raise NotImplementedError

    def play_from(self, game: Game, plies: int) -> None:
        """Start a match from the position after `plies` moves of a game."""
        raise NotImplementedError

    def show_puzzle(self, assigned: "AssignedPuzzle") -> None:
        """Show a puzzle from any screen."""
        raise NotImplementedError

    def host(self, setup: Setup, resume: Callable[[], Match] | None = None) -> None:
        """Wait for players at other terminals. Raises `ConnectionUnavailable`.

        With `resume` they play the match that it returns, else a new one.
        """
        raise NotImplementedError

    def join(self, host: str, *, watches: bool = False) -> None:
        """Join or watch the game that the user of this login hosts. Raises `ConnectionUnavailable`."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the screen for the one below, or for the setup if there is none."""
        raise NotImplementedError

    def copy(self, text: str) -> Clipboard:
        """Copy a text to the terminal's clipboard, and return its kind; `NONE` copies nothing."""
        raise NotImplementedError

    def show_settings(self) -> None:
        """Open the settings."""
        raise NotImplementedError

    def choose_theme(self, name: str) -> None:
        """Set a theme, also for later runs of the program."""
        raise NotImplementedError
