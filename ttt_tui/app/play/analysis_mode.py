"""Analysis in a match: it follows the position on the board, with at most one search at a time."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.worker import Worker, WorkerState

from ttt_tui.analysis.threats import have_threats, threats_of
from ttt_tui.analysis.verdict import in_own_moves, standing
from ttt_tui.analysis.words import percentage
from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.app.widgets.analysis_panel import AnalysisPanel, AnalysisShown, brief
from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.app.widgets.board.view import FOUR, LINE, THREE, Label, labels_of, line_labels, threat_labels
from ttt_tui.app.widgets.lines import Line, TextStyle, cells_of, longest_fitting
from ttt_tui.computer import ComputerFault
from ttt_tui.engine import Position, Setup, Square, check_engines_can_play
from ttt_tui.errors import NoOtherEngine, NotForEngines
from ttt_tui.session import wording
from ttt_tui.session.advisor import Advisor, can_give_opinion, check_opinion, next_opinion, opinion_on

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis
    from ttt_tui.app.screens.play import PlayScreen

OTHER_KEYS = ("undo", "hint", "resign")
"""The actions whose keys the footer names during an analysis only if there is room for all."""

ROOM_FOR_ALL = 112
"""Columns from which there is."""

NARROW_MARGINS = 2
"""Columns beside the status line of a narrow window."""


class AnalysisMode:
    """Analyses the position that the board shows, and shows what it finds beside it.

    The search is a worker of the screen that reports by `SearchUpdate`.

    Shared matches, and those of a human against a computer, begin without an analysis; in others it
    is on if it was on in the last of them.
    """

    BINDINGS = (
        Binding("A", "analysis", "analyse", key_display="A", id="play.analysis",
                tooltip="Turn analysis on or off: the best moves and their values"),
        Binding("t", "threats", "threats", id="play.threats",
                tooltip="In analysis: show or hide both sides' threats"),
        Binding("ctrl+n", "candidate", "next best", key_display="Ctrl+N", id="play.candidate",
                tooltip="In analysis: go to the next best move"),
        Binding("w", "line", "line", id="play.line",
                tooltip="In analysis: show or hide the line after the best move or the move at the cursor"),
        Binding("b", "opinion", "switch engine", show=False, id="play.opinion",
                tooltip="In analysis: switch between the expert and your engines"),
    )  # fmt: skip

    def __init__(self, screen: "PlayScreen", advisor: Advisor) -> None:
        self._screen = screen
        self._session = session = screen.session
        self._controller = controller = screen.controller
        self._advisor = advisor
        self._view = screen.board_area
        self._work: BackgroundWork[None] = BackgroundWork(session.screen_is_idle)
        self._position: Position | None = None  # that the worker analyses, or has analysed
        self._found: Analysis | None = None
        self._failure = ""
        self._line: tuple[Square, ...] = ()  # shown on the board instead of the values of squares, if any
        self._is_shared = screen.shared_match is not None
        self._engine = opinion_on(session, controller.match.setup)
        self._shows_threats = False
        self.is_on = self._is_remembered and session.preferences.analyses
        """Whether the analysis is shown, also while it is paused."""

    @property
    def _setup(self) -> Setup:
        return self._controller.match.setup

    @property
    def _is_remembered(self) -> bool:
        return not self._is_shared and len({player.is_computer for player in self._setup.players}) == 1

    # --- searching ---------------------------------------------------------------------------------------

    def update(self, *, may_search: bool) -> None:
        """Analyse the position on the board, unless the search has to pause, and show the results.

        Without `may_search` it pauses for something else. It also pauses while a computer thinks in a game
        with humans, so that the computer loses no time.
        """
        controller, view = self._controller, self._view
        if not self.is_on:
            view.show_analysis(False)
            return
        if controller.match.game.outcome is None:
            controller.match.note_analysis()
        is_paused = controller.is_thinking and not controller.has_only_computers
        position = self._position_on_board
        is_opening = position.stage is not None
        if not may_search or is_paused or is_opening or self._is_at_end:
            self._work.end()
        elif not self._work.was_started or position != self._position:
            self._start(position.copy())
        paused = f"Paused while {controller.mover.name} thinks" if is_paused else ""
        instead = self._failure or paused or "Analysing the position"
        if is_opening:
            instead = "Begins after the opening"
        if self._is_at_end:
            view.analysis.show(AnalysisShown(None, "Game over; Tab steps back"))
        else:
            view.analysis.show(AnalysisShown(self.found, instead, self._shows_threats, self._engine))
        view.show_analysis(True)

    @property
    def _position_on_board(self) -> Position:
        game, past = self._controller.match.game, self._view.past
        return game.position if past is None else game.position_after(past)

    @property
    def _is_at_end(self) -> bool:
        game = self._controller.match.game
        return game.outcome is not None and self._view.past in (None, len(game.moves))

    def _start(self, position: Position) -> None:
        self._work.end()  # before anything is reset: it could still report what it found of another position
        if self._position != position:
            self._position, self._found, self._line, self._failure = position, None, (), ""
        engine = self._engine

        def analyse(stop: YieldingStopEvent) -> None:
            def report(found: "Analysis") -> None:
                is_less = self._found is not None and self._found.candidates and not found.candidates
                if not stop.is_set() and not is_less:
                    self._found = found
                    self._work.post_update()

            self._advisor.analyse(position, stop, report, engine)

        self._work.start(self._screen, analyse)

    def take_failure(self, event: Worker.StateChanged) -> bool:
        """Note why the analysis failed, if a worker's event says so; return whether it does."""
        if not (self._work.is_news(event) and event.state is WorkerState.ERROR):
            return False
        error = event.worker.error
        reason = f"{self._engine} {error}" if isinstance(error, ComputerFault) else repr(error)
        self._failure = wording.sentence(f"the analysis failed: {reason:.100}")
        return True

    def close(self) -> None:
        """End the search and free its results."""
        self._work.end()
        self._position = self._found = None
        self._line = ()

    # --- display -----------------------------------------------------------------------------------------

    @property
    def found(self) -> "Analysis | None":
        """The analysis of the position on the board, None if there is none yet."""
        found = self._found
        is_current = self.is_on and found is not None and found.position == self._position_on_board
        return found if is_current else None

    @property
    def is_about_game(self) -> bool:
        """Whether the analysis is on, has not failed, and is about the present position of the game."""
        is_present = self._view.past in (None, len(self._controller.match.game.moves))
        return self.is_on and is_present and not self._failure and self._position_on_board.stage is None

    @property
    def labels(self) -> Mapping[Square, Label]:
        """The labels of the board: the values of squares, a line, or threats."""
        if not self.is_on or self._is_at_end:
            return {}
        found, position = self.found, self._position_on_board
        if position.stage is not None:
            return {}
        if self._line and found is not None:
            return line_labels(position, self._line)
        labels = {} if found is None else labels_of(found)
        return {**labels, **threat_labels(threats_of(position))} if self._shows_threats else labels

    @property
    def _has_threats(self) -> bool:
        return have_threats(self._controller.match.game.position)

    @property
    def summary(self) -> str:
        """The text for the status line where there is no panel, empty while there is no result."""
        found = self.found
        if found is None or found.verdict is None:
            return ""
        if self._shows_threats:
            k = found.position.geometry.line_length
            return f"{LINE} line   {FOUR} {k - 1} of {k}   {THREE} open {k - 2}"
        player, words = standing(found.position, found.verdict, found.chances)
        symbol = "" if player is None else f"{self._setup.players[player].symbol} "
        if counted := in_own_moves(found.position, found.verdict, self._setup):
            words = brief(f"wins {counted}, proved", self._room - len(symbol), is_ascii=self._screen.is_ascii)
        if found.chances and not (found.verdict.is_proved or found.verdict.is_unknown):
            share = max(found.chances)
            best = f"{self._setup.players[found.chances.index(share)].symbol} "
            words += f", {'' if symbol == best else best}{percentage(share)} %"
        return symbol + words

    @property
    def _room(self) -> int:
        """The cells of the status line in a narrow window."""
        return self._screen.app.size.width - NARROW_MARGINS

    def status(self, state: StatusText) -> StatusText:
        """Return a status with the summary added, unless the panel shows it.

        In a narrow window the line of the best move stands below the summary, instead of whose turn it is.
        """
        if not self.is_on or self._controller.match.game.outcome is not None or self._view.shows_panel:
            return state
        if not (summary := self.summary):
            return state
        best = self._best_line
        if not best or not self._view.is_narrow or self._shows_threats or self._view.past is not None:
            return state._replace(more=summary)
        return StatusText(summary, best, mark=self._mover)

    @property
    def _mover(self) -> Line:
        """The symbol of the player to move, before the best line."""
        player = self._setup.players[self._position_on_board.to_move]
        return ((f"{player.symbol} ", TextStyle(player.colour, bold=True)),)

    @property
    def _best_line(self) -> str:
        """The best move and as many expected replies as fit beside the mover's symbol; "" for none yet."""
        found = self.found
        if found is None or not (moves := found.candidates[0].line if found.candidates else found.best[:1]):
            return ""
        best, *replies = map(self._setup.geometry.shown, moves)
        texts = [f"{best}, then {' '.join(replies[:count])}" for count in range(len(replies), 0, -1)]
        return longest_fitting([*texts, best], self._room - cells_of(self._mover))

    def is_in_footer(self, action: str) -> bool:
        """Return whether the footer names the key of an action: the own keys come before some others."""
        if not self.is_on:
            return True
        if action == "threats" and not self._has_threats:
            return False
        if action in ("threats", "candidate", "line"):
            return not self._view.is_narrow
        return action not in OTHER_KEYS or self._screen.app.size.width >= ROOM_FOR_ALL

    # --- choices -----------------------------------------------------------------------------------------

    def action_analysis(self) -> None:
        self.is_on = not self.is_on
        if self._is_remembered:
            self._session.preferences.analyses = self.is_on
        self.close()
        if self.is_on:
            self._engine = opinion_on(self._session, self._setup)
        self._screen.show_match()
        if self.is_on:
            self._note_missing_engine()

    def _note_missing_engine(self) -> None:
        """Say why the engine chosen for analyses does not analyse this match."""
        chosen = self._session.preferences.opinion
        if self._engine != chosen:
            try:
                check_opinion(self._session.engines, chosen, self._setup)
            except ValueError as error:
                self._screen.show_notice(f"Can't use {chosen}: {error}")

    def action_opinion(self) -> None:
        """Switch to the next engine, or after the last one back to our own search."""
        try:
            name = self._next_engine()
        except NoOtherEngine as refusal:
            self._screen.refuse(str(refusal))
            return
        self.close()
        self._engine = self._session.preferences.opinion = name
        self._screen.show_match()
        self._screen.show_notice(f"Analysis by {name or 'the expert'}")

    def _next_engine(self) -> str:
        """Return the next engine, "" for our own search. Raises `NoOtherEngine`."""
        engines, name = self._session.engines, self._engine
        for _ in range(len(engines.names) + 1):
            name = next_opinion(engines, name)
            if not name or can_give_opinion(engines, name, self._setup):
                break
        if name == self._engine:
            reason = "none is set up; add one in a player's dialog"
            try:
                check_engines_can_play(self._setup.geometry, len(self._setup.players))
            except NotForEngines as error:
                reason = str(error)
            raise NoOtherEngine(f"can't switch engine: {reason}")
        return name

    def action_threats(self) -> None:
        if not self._has_threats:
            self._screen.refuse("these rules have no threats to show")
            return
        self._shows_threats = not self._shows_threats
        self._screen.show_advice()

    def action_line(self) -> None:
        """Show the line of the move at the cursor, or of the best move; if a line is shown, hide it."""
        lines: dict[Square, tuple[Square, ...]] = {}
        for move in () if self.found is None else self.found.candidates:
            lines.setdefault(self._setup.geometry.square_of(move.square), move.line)
        first = next(iter(lines.values()), ())
        self._line = () if self._line else lines.get(self._view.board.cursor, first)
        self._screen.show_advice()

    def on_analysis_panel_pointed(self, event: AnalysisPanel.Pointed) -> None:
        self._view.see_board()
        self._view.board.cursor = event.square

    def action_candidate(self) -> None:
        """Move the cursor to the next of the best moves, if any are known."""
        if (found := self.found) is None:
            return
        moves = found.best if found.is_mapped else tuple(move.square for move in found.candidates)
        squares = [*dict.fromkeys(map(self._setup.geometry.square_of, moves))]
        if squares:
            board = self._view.board
            self._view.see_board()
            here = squares.index(board.cursor) + 1 if board.cursor in squares else 0
            board.cursor = squares[here % len(squares)]
