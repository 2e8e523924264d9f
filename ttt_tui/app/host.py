"""What screens and the palette ask of the app, so that they need not know it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ttt_tui.app.terminal.patches import CoverableApp
from ttt_tui.engine import Game, Match, Setup
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.session.puzzle_desk import AssignedPuzzle


class BaseApp(CoverableApp):
    """An app that plays games and can be gone back in."""

    session: Session
    """What outlives its screens."""
    sizes_heard = 0
    """How often the terminal's size was told, also if it was what it had been."""

    def check_size(self) -> None:
        """Cover the screen while the terminal is too small for it, and uncover it afterwards."""
        raise NotImplementedError

    def play(self, setup: Setup) -> None:
        """Start a match from wherever the user is."""
        raise NotImplementedError

    def play_from(self, game: Game, plies: int) -> None:
        """Start a match from the position of a game after so many moves."""
        raise NotImplementedError

    def show_puzzle(self, handed: "AssignedPuzzle") -> None:
        """Show a puzzle to be tried, from wherever the user is."""
        raise NotImplementedError

    def host(self, setup: Setup, resume: Callable[[], Match] | None = None) -> str:
        """Wait for people at other terminals; return why nobody can come, or nothing.

        With `resume` it is not a new match that they play, but that which this returns.
        """
        raise NotImplementedError

    def join(self, host: str, *, watches: bool = False) -> str:
        """Go to the game that the user of this login hosts; return why that is not possible, or nothing."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the screen for the one below: for the setup if there is none."""
        raise NotImplementedError

    def choose_theme(self, name: str) -> None:
        """Show a theme from now on, also when the program starts again."""
        raise NotImplementedError
