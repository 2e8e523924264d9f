"""Proves the value of a position in the background, and words it."""

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ttt_tui.analysis.words import length
from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Limit, Position
from ttt_tui.errors import OutOfTime
from ttt_tui.session.session import Session

SOLVING_LIMIT = Limit(seconds=30.0)
"""The limit of a proof; walking on ends it before."""

FOR_TWO = "Only positions of two players can be proved"


class Solving:
    """Solves one position at a time, as a worker of a screen; another position ends that."""

    def __init__(self, session: Session) -> None:
        self._work: BackgroundWork[tuple[Value, int | None]] = BackgroundWork(session.screen_is_idle)
        self._position: Position | None = None
        self._symbol = ""
        self.words = ""
        """What is known of the position on the board, empty if nothing was asked."""

    def start(self, host: Widget, game: Game) -> None:
        """Start to prove the value of the position of a game that is not over."""
        position = game.position
        self._symbol = game.setup.players[position.to_move].symbol
        self._position = copied = position.copy()
        if len(position.active) != 2:
            self.words = FOR_TWO
            return

        def solve(stop: YieldingStopEvent) -> tuple[Value, int | None]:
            from ttt_tui.computer.budget import Budget
            from ttt_tui.computer.solving import make_solver

            found = make_solver(copied.geometry).solve(copied.copy(), Budget(SOLVING_LIMIT, stop))
            return found.value, found.plies

        self.words = "Proving…"
        self._work.start(host, solve)

    def follow(self, position: Position) -> None:
        """End the proof and forget its answer if the board shows another position."""
        if self._position is not None and self._position != position:
            self._work.end()
            self._position, self.words = None, ""

    def take(self, event: Worker.StateChanged) -> bool:
        """Note the answer if a worker's event brings it; return whether it does."""
        if not self._work.is_news(event) or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return False
        position = self._position
        assert position is not None, "it is the latest work"
        if event.state is WorkerState.ERROR:
            is_late = isinstance(event.worker.error, OutOfTime)
            self.words = "Not proved in time" if is_late else f"The proof failed: {event.worker.error!r:.80}"
            return True
        assert event.worker.result is not None, "it has succeeded"
        value, plies = event.worker.result
        match value:
            case Value.DRAW:
                self.words = "A draw, proved"
            case Value.WIN:
                self.words = f"{self._symbol} wins in {length(plies, is_exact=False)}, proved"
            case _:
                self.words = f"{self._symbol} to move loses, proved"
        return True

    def close(self) -> None:
        """End the proof."""
        self._work.end()
