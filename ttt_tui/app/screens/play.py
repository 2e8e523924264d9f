"""The game: the board, who plays, what was played, and what the computer thinks.

Everything that can be done is an action with a binding. `refusal` says why one is not possible just now; the
footer greys it out by that, and pressing its key shows the reason.
"""

import time

from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import Worker

from ttt_tui import wording
from ttt_tui.app.screens.confirm import ConfirmScreen
from ttt_tui.app.screens.play_bindings import PLAY_BINDINGS
from ttt_tui.app.screens.refusing import RefusingScreen
from ttt_tui.app.search import Search
from ttt_tui.app.view import BoardView, new_stones
from ttt_tui.app.widgets.board_and_panel import NARROW, BoardAndPanel
from ttt_tui.app.widgets.board_grid import BoardGrid
from ttt_tui.app.widgets.go_to import GoTo
from ttt_tui.app.widgets.key_line import KeyLine
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.scoreboard import Scoreboard, ScoreLine
from ttt_tui.app.widgets.thinking import ThinkingPanel
from ttt_tui.engine import IllegalMove, Match, Move, Player, Square
from ttt_tui.seating import Computers
from ttt_tui.session import Session

DELAYS = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0)
"""Seconds that a computer's stone stays before the next one, to choose from."""

CHANGES_GAME = ("place", "next_game", "rematch", "digit", "go_to", "undo", "redo", "resign", "move_now")
"""What is not to be done by accident while the board shows the past."""

WATCHING = ("pause", "step", "delay(1)", "delay(-1)")
PLAYING = ("place", "go_to", "move_now", "resign")
"""What the line of keys shows only, or does not show, in a game among computers."""

NEXT_GAME_PAUSE = 2.0
"""Seconds between two games among computers."""

THINKING_INTERVAL = 0.5
"""Seconds between two looks at what a computer has found so far."""


class PlayScreen(RefusingScreen[None]):
    """Plays a match. The match is the one truth; the screen shows it and passes the moves on."""

    BINDING_GROUP_TITLE = "Playing"
    AUTO_FOCUS = ""  # the one thing that can have the focus is the line in which squares are typed
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-usual")]
    BINDINGS = PLAY_BINDINGS

    def __init__(self, session: Session, match: Match) -> None:
        super().__init__()
        self.session = session
        self.match = match
        self.scores, self.move_log, self.thinking = Scoreboard(), MoveLog(), ThinkingPanel()
        panel = (self.scores, self.move_log, self.thinking)
        self.middle = BoardAndPanel(match.setup.geometry, match.setup.players, panel)
        self.board = self.middle.board
        self.go_to = GoTo(match.setup.geometry)
        self.search = Search(self, session.screen_is_idle)
        self.computers = Computers()
        self.paused = False
        self._failed = False  # whether the pause is because a computer failed
        self.delay = session.settings.delay
        self._latest_answer = 0.0  # when a computer's stone was placed last
        self._result_painted: float | None = None
        self._next_game_timer: Timer | None = None
        self._bindings_shown: object = None
        self._past: int | None = None  # how many moves the board shows, None for all
        self._past_left = 0.0  # when the key or click arrived that returned from the past

    # --- composition and painting ------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Give the top line, the board, the panel beside it, the status line and the footer."""
        yield ScoreLine(id="top")
        yield self.middle
        yield Static(id="status", markup=False)
        yield self.go_to
        yield KeyLine(self._shows)

    def on_mount(self) -> None:
        """Start with the match as it is."""
        self.spell(self.match.setup.players)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show_scores())
        last = self.match.game.position.last_square
        if last is not None:
            self.board.cursor = last
        computers = [player for player in self.match.setup.players if not player.is_human]
        self.thinking.display = bool(computers)
        if len(computers) == 1:
            self.thinking.seat(computers[0])
        self.set_interval(THINKING_INTERVAL, self._show_thinking)
        self._go_on()

    def on_screen_resume(self) -> None:
        """The terminal's own cursor may have been elsewhere."""
        if self.is_mounted:
            self.board.place_hardware_cursor()

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more."""
        self.search.drop()
        self.computers.close()

    def on_resize(self) -> None:
        """The scores may need the panel now, or no longer."""
        self._show_scores()

    def _show(self) -> None:
        """Paint the match as it is now. Widgets paint only what differs."""
        match, game = self.match, self.match.game
        winning = game.outcome.squares if game.outcome else 0
        if self._past is None:
            self.board.show(BoardView.of(game.position, new_stones(match), winning))
        self.board.previewed = game.position.to_move if self._is_human_turn and self._past is None else None
        self.move_log.show(game)
        self._show_scores()
        self.show_status()
        self._show_thinking()
        self.tell(self.session.take_troubles())
        state = (
            game.outcome is None,
            self._is_human_turn,
            bool(game.moves),
            match.is_over,
            self.paused,
            self._past is None,
        )
        if state != self._bindings_shown:
            self._bindings_shown = state
            self.refresh_bindings()

    def _show_scores(self) -> None:
        all_fit = self.query_one(ScoreLine).show(self.match, self.app.size.width)
        self.scores.display = not all_fit
        if not all_fit:
            self.scores.show(self.match)

    def show_status(self) -> None:
        """Say why the latest input was refused, else how things stand."""
        status = self.query_one("#status", Static)
        text = self.notice or self._state_of_play()
        if text != status.content:
            status.update(text, layout=False)
        status.set_class(bool(self.notice), "-refusal")

    def _state_of_play(self) -> str:
        if self._past is not None:
            return f"The past. {wording.place_in_game(self.match.game, self._past)}"
        outcome = self.match.game.outcome
        if outcome is not None:
            held = " — paused" if self.paused and self._only_computers and not self.match.is_over else ""
            return wording.game_result(self.match, outcome) + held
        if self.paused and not self._is_human_turn and not self.search.is_running:
            return "Paused — p goes on, . plays one move"
        return wording.whose_turn(self.match)

    def _show_thinking(self) -> None:
        if not self.search.is_running:
            return
        mover = self.match.game.position.to_move
        self._show_thought(self.match.setup.players[mover])

    def _show_thought(self, player: Player) -> None:
        thought, seconds = self.search.latest, self.search.seconds
        self.thinking.show(player, thought, seconds, self.match.setup.geometry)

    # --- whose turn --------------------------------------------------------------------------------------

    @property
    def _is_human_turn(self) -> bool:
        game = self.match.game
        return game.outcome is None and self.match.setup.players[game.position.to_move].is_human

    @property
    def _only_computers(self) -> bool:
        return not any(player.is_human for player in self.match.setup.players)

    def _go_on(self) -> None:
        """After every change: paint it, and let a computer think if it is one's turn."""
        self.notice = ""
        self._result_painted = None
        if self._next_game_timer is not None:
            self._next_game_timer.stop()
            self._next_game_timer = None
        game = self.match.game
        if game.outcome is not None:
            self.call_after_refresh(self._result_is_painted)
        elif not self._is_human_turn and not self.paused:
            self._think()
        self._show()

    def _think(self) -> None:
        mover = self.match.game.position.to_move
        player = self.match.setup.players[mover]
        not_before = self._latest_answer + self.delay
        computer = self.computers.seated(self.match, mover)
        self.search.start(computer, self.match.game.position, player.limit, not_before)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A computer has its answer: play it, if the game still waits for it."""
        answer = self.search.answer(event)
        if answer is None:
            return
        mover = self.match.game.position.to_move
        player = self.match.setup.players[mover]
        reason = repr(answer.error)
        if answer.thought is not None:
            self._show_thought(player)
            self._latest_answer = time.monotonic()
            try:
                self._push(Move(mover, answer.thought.move))
                return
            except IllegalMove as refusal:
                reason = str(refusal)
        self.paused = self._failed = True
        self._show()
        self.refuse(f"{player.name} failed: {reason}"[:200])

    def _push(self, move: Move) -> None:
        """Make a move: the way in for every one, whoever chose it. Raises `IllegalMove`."""
        self.match.push(move)
        self._go_on()

    def refuse(self, reason: str) -> None:
        """Show why something was not done, until the next key, and ring the bell if it is wished for."""
        super().refuse(reason)
        if self.session.settings.bell:
            self.app.bell()

    def _result_is_painted(self) -> None:
        """Only a key pressed from now on can mean the next game."""
        if self.match.game.outcome is None:
            return
        self._result_painted = time.monotonic()
        if self._only_computers and not self.match.is_over and not self.paused:
            self._next_game_timer = self.set_timer(NEXT_GAME_PAUSE, self._start_next_game)

    def _start_next_game(self) -> None:
        self.on_move_log_left()
        self.search.drop()
        self.computers.close()
        if self.match.is_over:
            self.match = self.session.new_match(self.match.setup)
            self.spell(self.match.setup.players)
            self.board.seat(self.match.setup.players)
        else:
            self.match.next_game()
        self.thinking.clear()
        self._go_on()

    def _shows(self, binding: Binding) -> bool:
        """Whether a key is shown: among computers those of somebody who watches are."""
        if not self._only_computers:
            return binding.show
        return binding.action in WATCHING or (binding.show and binding.action not in PLAYING)

    # --- what is possible --------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what makes no sense in this state, grey out what is not possible in it."""
        if self.go_to.display:
            return False  # what is typed belongs to the line in which it is typed
        if action in CHANGES_GAME and self.focused is self.move_log:
            return False
        is_over = self.match.game.outcome is not None
        match_is_over = self.match.is_over
        hidden = {
            "place": is_over,
            "next_game": not is_over or match_is_over,
            "rematch": not match_is_over,
        }
        if hidden.get(action):
            return False
        return super().check_action(action, parameters)

    def refusal(self, action: str) -> str:
        """Return why an action is not possible now, nothing if it is."""
        game = self.match.game
        if self._past is not None and action in CHANGES_GAME:
            return "the board shows the past: Enter goes on from here, Tab returns"
        match action:
            case "walk" if not game.moves:
                return "there is no move to go back to yet"
            case "place" | "resign" | "go_to" if game.outcome is not None:
                return "the game is over"
            case "resign" if self._who_resigns() is None:
                return "only the player whose turn it is can resign"
            case "undo" if not game.moves:
                return "there is no move to take back"
            case "redo" if not game.undone:
                return "there is no move to play again"
            case "move_now" if game.outcome is not None or self._is_human_turn:
                return "no computer is thinking"
            case "step" if game.outcome is not None or self._is_human_turn:
                return "it is no computer's turn"
        return ""

    def _who_resigns(self) -> int | None:
        """Return the human to move, or the only human still playing."""
        position, players = self.match.game.position, self.match.setup.players
        if players[position.to_move].is_human:
            return position.to_move
        humans = [player for player in position.active if players[player].is_human]
        return humans[0] if len(humans) == 1 else None

    # --- actions -----------------------------------------------------------------------------------------

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self._see_board()
        self.board.move_cursor(columns, rows)

    def action_place(self) -> None:
        """Place at the cursor."""
        self._place(self.board.cursor)

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """A square was clicked: the cursor follows, and the stone is placed."""
        self._close_go_to()
        if self._past is not None:
            self.on_move_log_left()
        if self._past_left == self.session.key_pressed:  # who clicked still saw the past
            self.refuse("the board showed the past: click again to place")
            return
        self.board.cursor = event.square
        self._place(event.square)

    def _place(self, square: Square) -> None:
        """Place for the human to move, or say why not."""
        self._see_board()
        game = self.match.game
        if self._past is not None:
            self.refuse(self.refusal("place"))
            return
        if game.outcome is None and not self._is_human_turn:
            self.refuse(f"it is {self.match.setup.players[game.position.to_move].name}'s turn")
            return
        try:
            self._push(Move(game.position.to_move, square))
        except IllegalMove as refusal:
            self.refuse(str(refusal))

    def action_digit(self, digit: int) -> None:
        """Place on that square of a 3×3 board; on others start to type a square."""
        geometry = self.match.setup.geometry
        if len(geometry.squares) == 9:
            self.board.cursor = geometry.squares[self.session.settings.square_number(digit) - 1]
            self.action_place()
        elif reason := self.refusal("go_to"):
            self.refuse(reason)
        else:
            self._open_go_to(str(digit))

    def action_panel(self) -> None:
        """Hide the panel, or bring it; where there is only room for one it takes the board's place."""
        self.middle.turn(not self.middle.is_turned)

    def _see_board(self) -> None:
        """Bring the board back if the panel has taken its place: the cursor has to be where the eye is."""
        if not self.board.region:
            self.middle.turn(False)

    def action_go_to(self) -> None:
        """Ask for a square to be typed."""
        self._open_go_to("")

    def _open_go_to(self, text: str) -> None:
        self._see_board()
        self.query_one("#status").display = False
        self.go_to.open(text)
        self.refresh_bindings()

    def _close_go_to(self) -> None:
        self.go_to.close()
        self.query_one("#status").display = True
        self.set_focus(None)
        self.refresh_bindings()

    def on_go_to_aimed(self, event: GoTo.Aimed) -> None:
        """The typed square lights up."""
        self.board.cursor = event.square

    def on_go_to_entered(self, event: GoTo.Entered) -> None:
        """Place on the typed square, or say what is wrong with it."""
        self._close_go_to()
        try:
            square = self.match.setup.geometry.parse(event.text)
        except IllegalMove as refusal:
            self.refuse(str(refusal))
        else:
            self.board.cursor = square
            self._place(square)

    def on_go_to_left(self) -> None:
        """Nothing was typed after all."""
        self._close_go_to()

    def action_walk(self) -> None:
        """Go to the list of moves, in which the game is walked back and forth, or return from there."""
        if self.focused is self.move_log:
            self.on_move_log_left()
        else:
            self.set_focus(self.move_log)

    def on_move_log_walked(self, event: MoveLog.Walked) -> None:
        """Show a position of the past; the game itself goes on."""
        self._past = event.ply
        self.notice = ""
        self.query_one("#table").add_class("-past")
        self.board.show(BoardView.after(self.match.game, event.ply))
        square = self.match.game.moves[event.ply - 1].square if event.ply else None
        if square is not None:
            self.board.cursor = square
        self._show()

    def on_move_log_left(self) -> None:
        """Show the present again."""
        self.query_one("#table").remove_class("-past")
        if self.focused is self.move_log:
            self.set_focus(None)
        if self._past is not None:
            self._past = None
            self._past_left = self.session.key_pressed
            self.notice = ""
            self._show()

    def on_move_log_continued(self, event: MoveLog.Continued) -> None:
        """Go on from a position of the past, after asking; redo still has what is taken back."""
        back = len(self.match.game.moves) - event.ply
        if not back:
            self.on_move_log_left()
            return

        def decided(yes: bool | None) -> None:
            if not yes:
                return
            self.search.drop()
            self.match.undo_to(event.ply)
            self.thinking.clear()
            self.paused = self.paused or self._only_computers
            self.on_move_log_left()
            self._go_on()

        question = f"Go on from here and take back {wording.plural(back, 'move')}?"
        self.app.push_screen(ConfirmScreen(question), decided)

    def action_undo(self) -> None:
        """Take back to before the latest human move; among computers one ply, and pause."""
        try:
            taken = self.match.undo()
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return
        self.search.drop()
        self.thinking.clear()  # what it shows may be the thought behind a move that is taken back
        self.paused = self._only_computers or (self.paused and not self._failed)
        self._failed = False
        if taken[-1].square is not None:
            self.board.cursor = taken[-1].square
        self._go_on()

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self.search.drop()
        for move in self.match.redo():
            if move.square is not None:
                self.board.cursor = move.square
        self._go_on()

    def action_move_now(self) -> None:
        """Take the best that the computer has."""
        if self.search.is_running:
            self.search.hurry()
        else:
            self.action_step()

    def action_pause(self) -> None:
        """Stop the computers after dropping the move that one is thinking about, or let them go on."""
        self.paused = not self.paused
        if self.paused:
            self.search.drop()
        self._go_on()

    def action_step(self) -> None:
        """Let a computer make one move, and stay paused."""
        self.paused = True
        if not self.search.is_running:
            self._think()
        self.notice = ""
        self._show()

    def action_delay(self, by: int) -> None:
        """Let computers' stones stay for a longer or shorter time."""
        nearest = min(range(len(DELAYS)), key=lambda i: abs(DELAYS[i] - self.delay))
        self.delay = DELAYS[min(max(nearest + by, 0), len(DELAYS) - 1)]
        self.notice = f"A computer's stone stays {self.delay:g} s before the next"
        self.show_status()

    def action_resign(self) -> None:
        """Give the game up; undo takes that back."""
        who = self._who_resigns()
        if who is not None:
            self.search.drop()
            self._push(Move(who, None))

    def action_next_game(self) -> None:
        """Go on to the next game or a rematch, unless the key was pressed before the result could be read."""
        if self._result_painted is not None and self.session.key_pressed >= self._result_painted:
            self._start_next_game()

    def action_rematch(self) -> None:
        """Play another match with the same players."""
        self.action_next_game()

    def action_new_game(self) -> None:
        """Start a new game; ask first if one is running."""
        if self.match.game.outcome is not None or not self.match.game.moves:
            self._start_next_game()
            return

        def decided(yes: bool | None) -> None:
            if yes:
                self._start_next_game()

        self.app.push_screen(ConfirmScreen("Drop the running game and start it anew?"), decided)

    def action_leave(self) -> None:
        """Leave to the setup screen; the game is kept."""
        self.search.drop()
        self.leave()
