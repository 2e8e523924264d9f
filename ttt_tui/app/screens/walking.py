"""A game on the screen that is walked move by move, jumped through, or plays by itself."""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from ttt_tui.app.screens.status_screen import StatusScreen
from ttt_tui.app.widgets.bars import StatusLine, StatusText
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.pictures import symbol_text
from ttt_tui.app.widgets.views import NARROW, BoardAndPanel
from ttt_tui.engine import Game
from ttt_tui.session import wording
from ttt_tui.session.history_list import LONGEST_NAME, READABLE_NAME
from ttt_tui.session.listing import fitted

BETWEEN = " · "
"""Between the parts of a title."""

STEP_SECONDS = 0.8
"""How long a position stays when the game plays by itself."""


def walking_bindings(group: str, play: str = "space,enter,p") -> list[BindingType]:
    """Return the keys that walk, with ids of this group; the keys of `play` let the game play by itself."""
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
        Binding("s", "panel", "side panel", show=False, id=f"{group}.panel",
                tooltip="Show or hide the side panel"),
        Binding("question_mark", "app.help", "help", key_display="?", id=f"{group}.help",
                tooltip="Help: keys, rules and levels"),
    ]  # fmt: skip


class GameViewerScreen(StatusScreen[None]):
    """Shows a game after so many of its moves. Derived screens say what stands beside the board."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-usual")]
    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    GameViewerScreen #top {
        height: 1;
        padding: 0 1;
        background: $role-panel;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """

    def __init__(self, game: Game, title: str, middle: BoardAndPanel, move_log: MoveLog) -> None:
        """`middle` has the board and what is beside it, with the list of moves."""
        super().__init__()
        self.game = game
        self.title_text = title
        self.middle = middle
        self.move_log = move_log
        self.move_log.can_focus = False  # the screen's own keys walk
        self.status = StatusLine(id="status")
        self.ply = 0
        """How many moves have been made on the board."""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Give the title, the board, what is beside it, where it stands, and the keys."""
        yield Static(self._titled(), id="top")
        yield self.middle
        yield self.status
        yield KeyHints(self.is_in_line)

    def is_in_line(self, binding: Binding) -> bool:
        """Return whether a key belongs into the line of keys."""
        return binding.show

    def show_colours(self) -> None:
        """Show the players in their colours of this theme."""
        self.query_one("#top", Static).update(self._titled())

    def on_resize(self) -> None:
        """Show as much of the title as there is room for."""
        self.query_one("#top", Static).update(self._titled())

    def _titled(self) -> Text:
        """Return who plays, if that are two, and the parts of the title for which there is room.

        Names are cut before the first part is left out. Of more players the list of moves has the names.
        """
        parts = self.title_text.split(BETWEEN)
        rests = [BETWEEN.join(parts[:count]) for count in range(len(parts), 0, -1)]
        room = self.app.size.width - 2
        if len(self.game.setup.players) > 2:
            titles = [Text(rest) for rest in rests]
        else:
            ways = [(rest, LONGEST_NAME) for rest in rests]
            ways += [(rests[-1], most) for most in range(LONGEST_NAME - 1, READABLE_NAME - 1, -1)]
            ways += [("", most) for most in range(LONGEST_NAME, 0, -1)]
            titles = [self._names(most).append(f"  ·  {rest}" if rest else "") for rest, most in ways]
        title = next((title for title in titles if title.cell_len <= room), titles[-1])
        title.no_wrap, title.overflow = True, "ellipsis"
        return title

    def _names(self, most: int) -> Text:
        """Return who plays, each name in so many cells at most."""
        players, theme = self.game.setup.players, self.app.current_theme
        return Text(" – ").join(
            symbol_text(player, theme).append(f" {fitted(player.name, most)}", "not bold")
            for player in players
        )

    def on_mount(self) -> None:
        """Start with the empty board."""
        self.spell(self.game.setup.players)
        self.move_log.show(self.game)
        self.go(0)

    # --- walking -----------------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go a move on or back, as far as there is one."""
        self.go(self.ply + by)

    def action_jump(self, end: int) -> None:
        """Go to the start (0) or the end (-1)."""
        self.go(0 if end == 0 else len(self.game.moves))

    def action_play(self) -> None:
        """Let the game play by itself, from its start if it is at its end; or stop it."""
        if self._timer is not None:
            self.go(self.ply)
            return
        if self.ply == len(self.game.moves):
            self.go(0)
        self._timer = self.set_interval(STEP_SECONDS, self._tick)

    def _tick(self) -> None:
        if self.ply + 1 >= len(self.game.moves):
            self._stop()
        self.show_ply(self.ply + 1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def go(self, ply: int) -> None:
        """Show the game after so many moves, as far as there are so many; it stands still from now on."""
        self._stop()
        self.show_ply(ply)

    def show_ply(self, ply: int) -> None:
        """Show the game after so many moves, as far as there are so many."""
        moves = self.game.moves
        self.ply = min(max(ply, 0), len(moves))
        self.middle.board.show(self.view())
        square = moves[self.ply - 1].square if self.ply else None
        if square is not None:
            self.middle.board.cursor = square
        self.move_log.mark(self.ply)
        self.show_status()

    def view(self) -> BoardView:
        """Return what the board shows."""
        return BoardView.after(self.game, self.ply)

    def told(self) -> StatusText:
        """Return where it stands."""
        return StatusText(wording.place_in_game(self.game, self.ply))

    def show_status(self) -> None:
        """Say why something was refused, else where it stands and what is announced."""
        told, said = self.told(), self.said
        if self.notice or (said and not told.more):
            both = told._replace(more=said, is_notice=True)
            told = StatusText(said) if self.notice or not self.status.has_room_for(both) else both
        self.status.show(told)

    @property
    def hides_announcement(self) -> bool:
        """Whether something was refused, or there is more to be said of the move."""
        return super().hides_announcement or bool(self.told().more)

    # --- what can be done --------------------------------------------------------------------------------

    def refusal(self, action: str) -> str:
        """Return why an action is not possible now: walking always is."""
        return ""

    def action_panel(self) -> None:
        """Hide what is beside the board, or bring it."""
        self.middle.turn(not self.middle.is_turned)

    def action_leave(self) -> None:
        """Leave for the screen below."""
        self.leave()
