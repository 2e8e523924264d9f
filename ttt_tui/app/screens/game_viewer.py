"""A game shown after any of its moves: stepped through, jumped through, or playing by itself."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from ttt_tui.analysis.words import time_text
from ttt_tui.app.look.room import NARROW
from ttt_tui.app.screens.board_screen import STEP_SECONDS, BoardScreen, panel_binding
from ttt_tui.app.screens.sharing import Shareable, shared_game
from ttt_tui.app.widgets.bars import BAR, ScreenHeader, StatusText, mode, quiet
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.lines import Line, TextStyle, fitted
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.engine import Game, Player
from ttt_tui.session import wording
from ttt_tui.session.history_tables import LONGEST_NAME, READABLE_NAME
from ttt_tui.session.session import Session

BETWEEN = " · "
"""The separator between the parts of a title."""


def walking_bindings(group: str, play: str = "space,enter,p") -> list[BindingType]:
    """Return the keys that step through a game, with ids of this group; `play` are the keys that play it."""
    return [
        Binding(play, "play", "play", key_display="Space", id=f"{group}.play",
                tooltip="Play or pause the replay"),
        Binding("right,down,l,j,full_stop", "step(1)", "next", key_display="→", id=f"{group}.on",
                tooltip="Go to the next move"),
        Binding("left,up,h,k,u", "step(-1)", "back", key_display="←", id=f"{group}.back",
                tooltip="Go to the previous move"),
        Binding("home,pageup,0", "jump(0)", "first", key_display="Home", id=f"{group}.start",
                tooltip="Go to the start of the game"),
        Binding("end,pagedown", "jump(-1)", "last", key_display="End", id=f"{group}.end",
                tooltip="Go to the end of the game"),
        panel_binding(group),
        Binding("question_mark", "app.help", "help", key_display="?", id=f"{group}.help",
                tooltip="Help: keys, rules and levels"),
    ]  # fmt: skip


class GameViewerScreen(BoardScreen):
    """Shows a game after a number of its moves, `ply`. Derived screens decide what is beside the board."""

    CHOOSES_SQUARES = False
    MODE: ClassVar[str]
    """The word at the right of the top line."""

    def __init__(
        self, session: Session, game: Game, title: str, board_area: BoardAndPanel, move_log: MoveLog
    ) -> None:
        """`board_area` has the board and the parts beside it, with `move_log`."""
        game.show_by(session.settings.coordinates)
        super().__init__(session, board_area)
        self.game = game
        self.board.show_by(game.setup.geometry)
        self.go_to.show_by(game.setup.geometry)
        self.title_text = title
        self.header = ScreenHeader()
        self.move_log = move_log
        self.move_log.can_focus = False  # the screen's own keys step
        self.ply = 0
        """The number of moves on the board."""
        self.first_ply = 0
        """The number of moves on the board at the start."""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the title, the board, the parts beside it, the status line and the footer."""
        yield self.header
        yield self.board_area
        yield self.status
        yield KeyHints(self.is_in_footer)

    @property
    def titles(self) -> Sequence[Line]:
        """Variants of the title in the top line, the longest first.

        Names are cut before the first part after them is omitted. The names of more than two players are in
        the list of moves. A narrow window has no room for more than the players.
        """
        if self.app.size.width < NARROW:
            return self.players_titles
        parts = self.title_text.split(BETWEEN)
        rests = [BETWEEN.join(parts[:count]) for count in range(len(parts), 0, -1)]
        if len(self.game.setup.players) > 2:
            return [*map(quiet, rests), ()]
        ways = [(rest, LONGEST_NAME) for rest in rests]
        ways += [(rests[-1], most) for most in range(LONGEST_NAME - 1, READABLE_NAME - 1, -1)]
        titles = [(*self._names(most), *quiet(f"{BETWEEN}{rest}")) for rest, most in ways if rest]
        return [*titles, *self.players_titles]

    @property
    def players_titles(self) -> Sequence[Line]:
        """Two players with their names, shortened step by step; of more players only the symbols."""
        players = self.game.setup.players
        if len(players) > 2:
            return [tuple(run for player in players for run in _symbol(player)), ()]
        return [self._names(most) for most in range(LONGEST_NAME, 0, -1)]

    def _names(self, most: int) -> Line:
        """Return two players' symbols and names, each name in at most `most` cells."""
        first, second = (
            (*_symbol(player), *quiet(f" {fitted(player.name, most)}")) for player in self.game.setup.players
        )
        return (*first, *quiet(" – "), *second)

    def show_top(self) -> None:
        """Show the top line for the present window."""
        self.header.show(self.titles, [mode(self.MODE)])

    def on_resize(self) -> None:
        self.show_top()
        self.show_status()

    @property
    def shown_game(self) -> Game:
        return self.game

    def show_anew(self) -> None:
        self.move_log.show(self.game)
        self.show_ply(self.ply)

    def on_mount(self) -> None:
        """Start with the empty board, or where a derived screen starts."""
        self.show_symbols(self.game.setup.players)
        self.move_log.show(self.game)
        self.show_top()
        self.show_ply(self.first_ply)

    # --- stepping ----------------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        self.go(self.ply + by)

    def action_jump(self, end: int) -> None:
        """Go to the start (0) or the end (-1)."""
        self.go(0 if end == 0 else len(self.game.moves))

    def action_play(self) -> None:
        """Play the game move by move, from its start if it is at its end; or stop playing."""
        if self._timer is not None:
            self.go(self.ply)
            return
        if self.ply == len(self.game.moves):
            self.go(0)
        self._timer = self.set_interval(STEP_SECONDS, self._play_next)

    def _play_next(self) -> None:
        if self.ply + 1 >= len(self.game.moves):
            self.stop()
        self.show_ply(self.ply + 1)

    def stop(self) -> None:
        """Stop playing the game."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def go(self, ply: int) -> None:
        """Stop playing, and show the game after `ply` moves, or as many as there are."""
        self.stop()
        self.show_ply(ply)

    def show_ply(self, ply: int) -> None:
        """Show the game after `ply` moves, or as many as there are."""
        moves = self.game.moves
        self.ply = min(max(ply, 0), len(moves))
        self.board.show(self.view())
        if self.ply and (stone := moves[self.ply - 1].stone) is not None:
            self.board.cursor = self.board.geometry.square_of(stone)
        self.move_log.mark(self.ply)
        self.show_status()

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """Go to the move that placed the stone that was clicked."""
        for number, move in reversed([*enumerate(self.game.moves[: self.ply], 1)]):
            if move.stone is not None and self.board.geometry.square_of(move.stone) == event.drawn:
                self.go(number)
                return

    def view(self) -> BoardView:
        """Return what the board shows."""
        return BoardView.after(self.game, self.ply)._replace(can_place=False)

    def shareable(self) -> Shareable:
        """Return the game, also at its start, else the position on the board."""
        ply = self.ply if 0 < self.ply < len(self.game.moves) else None
        return shared_game(self.game, self.app.current_theme, ply, is_ascii=self.is_ascii)

    # --- the status line ---------------------------------------------------------------------------------

    def state(self) -> StatusText:
        """Return the position's place in the game, with the time of the move if no panel shows it."""
        place = wording.place_in_game(self.game, self.ply)
        taken = self.game.moves[self.ply - 1].milliseconds if self.ply else None
        if taken is None or self.board_area.shows_panel:
            return StatusText(place)
        return StatusText(f"{place} · {time_text(taken)}", brief=place)

    def show_status(self) -> None:
        """Show a refusal, else the state and the current announcement."""
        state, message = self.state(), self.status_message
        if self.notice or (message and not state.more):
            both = state._replace(more=message, is_notice=True)
            state = StatusText(message) if self.notice or not self.status.has_room_for(both) else both
        self.status.show(state)

    @property
    def hides_announcement(self) -> bool:
        """Whether something was refused, or there is more to say about the move."""
        return super().hides_announcement or bool(self.state().more)


def _symbol(player: Player) -> Line:
    return ((player.symbol, TextStyle(player.colour, BAR, bold=True)),)
