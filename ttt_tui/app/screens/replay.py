"""A stored game, shown move by move."""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.widgets import Static

from ttt_tui.app.screens.base import SteadyScreen
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.app.widgets.board_and_panel import NARROW, BoardAndPanel
from ttt_tui.app.widgets.footer import KeyLine
from ttt_tui.app.widgets.lines import Heading
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.stone_text import symbol_text
from ttt_tui.engine import Game
from ttt_tui.engine.record import Record, result_text
from ttt_tui.session import wording

STEP_SECONDS = 0.8
"""How long a position stays when the game plays by itself."""


class ReplayScreen(SteadyScreen[None]):
    """Steps through a game, jumps to its ends, or lets it play by itself."""

    BINDING_GROUP_TITLE = "Replaying"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-usual")]
    AUTO_FOCUS = ""
    BINDINGS = [
        Binding("space,enter,p", "play", "play", key_display="Space", id="replay.play",
                tooltip="Let the game play by itself, or stop it"),
        Binding("right,down,l,j,full_stop", "step(1)", "on", key_display="→", id="replay.on",
                tooltip="One move on"),
        Binding("left,up,h,k,u", "step(-1)", "back", key_display="←", id="replay.back",
                tooltip="One move back"),
        Binding("home,pageup,0", "jump(0)", "start", key_display="Home", id="replay.start",
                tooltip="To the start of the game"),
        Binding("end,pagedown", "jump(-1)", "end", key_display="End", id="replay.end",
                tooltip="To the end of the game"),
        Binding("s", "panel", "side panel", show=False, id="replay.panel",
                tooltip="Hide the list of moves, or bring it"),
        Binding("question_mark", "app.help", "help", key_display="?", id="replay.help",
                tooltip="Help: the keys, the rules, the levels"),
        Binding("q,escape", "leave", "leave", key_display="q", id="replay.leave", tooltip="Leave the replay"),
    ]  # fmt: skip

    def __init__(self, game: Game, title: str) -> None:
        super().__init__()
        self.game = game
        self.title_text = title
        self.ply = 0
        """How many moves have been made on the board."""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Give the title, the board, the moves beside it, where it stands, and the keys."""
        yield Static(self._titled(), id="top")
        yield BoardAndPanel(self.game.setup.geometry, self.game.setup.players, (Heading("Moves"), MoveLog()))
        yield Static(id="status", markup=False)
        yield KeyLine()

    def show_colours(self) -> None:
        """Show the players in their colours of this theme."""
        self.query_one("#top", Static).update(self._titled())

    def _titled(self) -> Text:
        """Return who plays, if that are two, and the title; of more the list of moves has the names."""
        players, theme = self.game.setup.players, self.app.current_theme
        title = Text(self.title_text, no_wrap=True, overflow="ellipsis")
        if len(players) > 2:
            return title
        names = Text(" – ").join(symbol_text(p, theme).append(f" {p.name}", "not bold") for p in players)
        return Text("  ·  ", no_wrap=True, overflow="ellipsis").join([names, title])

    def on_mount(self) -> None:
        """Start with the empty board. The screen's own keys walk here, so the list needs no focus."""
        self.spell(self.game.setup.players)
        log = self.query_one(MoveLog)
        log.can_focus = False
        log.show(self.game)
        self.action_jump(0)

    def action_step(self, by: int) -> None:
        """Go a move on or back, as far as there is one."""
        self._stop()
        self._go(self.ply + by)

    def action_jump(self, end: int) -> None:
        """Go to the start (0) or the end (-1)."""
        self._stop()
        self._go(0 if end == 0 else len(self.game.moves))

    def action_play(self) -> None:
        """Let the game play by itself, from its start if it is at its end; or stop it."""
        if self._timer is not None:
            self._stop()
            self._go(self.ply)
            return
        if self.ply == len(self.game.moves):
            self._go(0)
        self._timer = self.set_interval(STEP_SECONDS, self._tick)

    def action_panel(self) -> None:
        """Hide the list of moves, or bring it."""
        middle = self.query_one(BoardAndPanel)
        middle.turn(not middle.is_turned)

    def action_leave(self) -> None:
        """Leave the replay."""
        self.leave()

    def _tick(self) -> None:
        if self.ply + 1 >= len(self.game.moves):
            self._stop()
        self._go(self.ply + 1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go(self, ply: int) -> None:
        moves = self.game.moves
        self.ply = min(max(ply, 0), len(moves))
        board = self.query_one(BoardGrid)
        board.show(BoardView.after(self.game, self.ply))
        square = moves[self.ply - 1].square if self.ply else None
        if square is not None:
            board.cursor = square
        self.query_one(MoveLog).mark(self.ply)
        self.query_one("#status", Static).update(wording.place_in_game(self.game, self.ply))


def replay_of(record: Record) -> ReplayScreen:
    """Return the replay of a record, with what is known of it above."""
    game = record.game
    parts = (record.date, wording.board_title(game.setup.geometry), result_text(game))
    return ReplayScreen(game, " · ".join(part for part in parts if part))
