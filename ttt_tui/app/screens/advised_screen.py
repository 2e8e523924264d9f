"""A match with advice: hints in the status line and on the board, and an analysis beside it.

Both are asked of one advisor, one at a time: a hint makes the analysis rest, and so does a computer that
thinks in a game with people, which is to lose no time by it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import events
from textual.worker import Worker

from ttt_tui.analysis.standing import standing
from ttt_tui.app.play.analysing import Analysing
from ttt_tui.app.play.availability import ActionContext
from ttt_tui.app.play.hinting import Hinting
from ttt_tui.app.screens.match_screen import MatchScreen
from ttt_tui.app.terminal.patches import bindings_of
from ttt_tui.app.widgets.analysis_panel import AnalysisPanel, AnalysisShown
from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.app.widgets.board.view import FOUR, LINE, THREE, Label
from ttt_tui.engine import Match, Position, Square, brain_problem
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.opinions import next_opinion, opinion_on, opinion_problem
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.multiplayer.company import MultiplayerSession

NO_BRAIN = "none is set up; add one in a player's dialog"


class AdvisedScreen(MatchScreen):
    """Gives hints, and analyses what the board shows."""

    def __init__(self, session: Session, match: Match, company: "MultiplayerSession | None" = None) -> None:
        super().__init__(session, match, company)
        self._advisor = Advisor(self.controller.seats.megabytes, session.brains)
        self.hinting = Hinting(self, session, self.controller, self.search, self._advisor)
        self.analysing = Analysing(self, session, self._advisor)
        self.analysing.by = opinion_on(session, match.setup)
        self.analysing.is_on = self._remembers_analysis and session.preferences.analyses

    # --- after every change ------------------------------------------------------------------------------

    def show_match(self) -> None:
        """Paint the match and the advice as they are now."""
        self._show_advice(is_shown_later=self.middle.past is None)
        super().show_match()

    def show_change(self) -> None:
        """Paint the game after a change of it: a hint is over."""
        self.hinting.end()
        super().show_change()

    def tick(self) -> None:
        """Look what was found so far."""
        super().tick()
        if self.hinting.is_open:
            self._tell_hint()
        if self.hinting.is_open or self.analysing.is_on:
            self._show_advice()

    def refuse(self, reason: str) -> None:
        """Show why something was not done, instead of a hint."""
        self.hinting.end()
        super().refuse(reason)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """News of a hint or an analysis: show it."""
        self.analysing.on_worker(event)
        if self.hinting.on_worker(event):
            self._tell_hint()
            self._show_advice()

    def end_advice(self) -> None:
        """The game is over, or was left: let go of what hints and analyses hold."""
        self.hinting.close()
        self.analysing.close()
        self._advisor.close()

    def on_unmount(self) -> None:
        """Nobody waits for advice any more."""
        self.end_advice()

    @property
    def facts(self) -> ActionContext:
        """What decides just now what can be done."""
        return super().facts._replace(is_analysing=self.analysing.is_on)

    # --- what the board shows ----------------------------------------------------------------------------

    @property
    def seen_position(self) -> Position:
        """The position that the board shows."""
        past, game = self.middle.past, self.match.game
        return game.position if past is None else game.position_after(past)

    def _show_advice(self, is_shown_later: bool = False) -> None:
        """Let the analysis follow what the board shows, and show what it and a hint have found.

        With `is_shown_later` the board is about to be shown anyway.
        """
        analysing, game, past = self.analysing, self.match.game, self.middle.past
        position = self.seen_position
        is_end = game.outcome is not None and past in (None, len(game.moves))
        rests = self.controller.is_thinking and not self.controller.only_computers
        if analysing.is_on and game.outcome is None:
            self.controller.note_analysis()
        is_on_top = self.is_active  # no dialog or review lies on it
        may_search = analysing.is_on and is_on_top and not (is_end or rests or self.hinting.is_open)
        analysing.follow(position if may_search else None)
        labels: Mapping[Square, Label] = {}
        if analysing.is_on:
            if is_end:
                shown = AnalysisShown(None, "Game over; Tab steps back")
            else:
                resting = f"Paused while {self.controller.mover.name} thinks" if rests else ""
                instead = analysing.failure or resting or "Analysing the position"
                shown = AnalysisShown(
                    analysing.about(position), instead, analysing.shows_threats, analysing.by
                )
                labels = analysing.labels(position)
            self.middle.analysis.show(shown)
        self.middle.show_analysis(analysing.is_on)
        if self.hinting.is_open:
            labels = {**labels, **self.hinting.labels}
        if is_shown_later:
            self.middle.labels = labels
        else:
            self.middle.write(labels)
            self.show_status()

    def told(self) -> StatusText:
        """Return how things stand: without a panel also what the analysis says, else what it can be asked."""
        told, position = super().told(), self.seen_position
        found = self.analysing.about(position) if self.analysing.is_on else None
        if found is None or found.verdict is None or self.match.game.outcome is not None:
            return told
        if self.middle.shows_panel:
            keys = (("ctrl+n", "next best"), ("w", "line"), ("t", "threats"))
            return told._replace(more="   ".join(f"{self._key(key)} {what}" for key, what in keys))
        if self.analysing.shows_threats:
            k = position.geometry.line_length
            return told._replace(more=f"{LINE} line   {FOUR} {k - 1} of {k}   {THREE} open {k - 2}")
        player, words = standing(position, found.verdict, found.chances)
        symbol = "" if player is None else f"{self.match.setup.players[player].symbol} "
        return told._replace(more=symbol + words)

    # --- hints -------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Any other key ends a hint."""
        if not any(binding.action == "hint" for binding in bindings_of(self, event.key)):
            self.end_hint()

    def action_hint(self) -> None:
        """Say what to look for; asked again which square, then why."""
        self.hinting.ask()
        self._tell_hint()
        self._show_advice()

    def _tell_hint(self) -> None:
        """Show a hint in the status line, until the next key that asks for no more."""
        if self.hinting.told != self.notice:
            self.notice = self.hinting.told
            self.show_status()

    def end_hint(self) -> None:
        """Say no more of a hint. `on_key` is not told of keys that go before all others."""
        if self.hinting.is_open:
            self.hinting.end()
            self._show_advice()

    def open_go_to(self, text: str) -> None:
        """Let a square be typed, and say no more of a hint."""
        self.end_hint()
        super().open_go_to(text)

    def action_walk(self) -> None:
        """Go to the list of moves, and say no more of a hint."""
        self.end_hint()
        super().action_walk()

    # --- the analysis ------------------------------------------------------------------------------------

    @property
    def _remembers_analysis(self) -> bool:
        """Whether the analysis stays on from one match to the next: no person plays a computer."""
        return self.company is None and len({player.is_computer for player in self.match.setup.players}) == 1

    @property
    def _mode(self) -> str:
        return "Analysis" if self.analysing.is_on else ""

    def action_analysis(self) -> None:
        """Show an analysis of what the board shows, or no longer."""
        analysing, session = self.analysing, self.session
        analysing.is_on = not analysing.is_on
        if analysing.is_on:
            analysing.ask_another(opinion_on(session, self.match.setup))
        else:
            analysing.close()
        if self._remembers_analysis:
            session.preferences.analyses = analysing.is_on
        self.show_match()
        wanted = session.preferences.opinion
        if analysing.is_on and analysing.by != wanted:
            reason = opinion_problem(session.brains, wanted, self.match.setup)
            self.notice = f"Can't use {wanted}: {reason}"
            self.show_status()

    def action_opinion(self) -> None:
        """Ask a brain, or the next one, instead of our own search; after the last one that again."""
        brains, setup, name = self.session.brains, self.match.setup, self.analysing.by
        for _ in range(len(brains.names) + 1):
            name = next_opinion(brains, name)
            if not name or opinion_problem(brains, name, setup) is None:
                break
        if name == self.analysing.by:
            reason = brain_problem(setup.geometry, len(setup.players)) or NO_BRAIN
            self.refuse(f"can't switch engine: {reason}")
            return
        self.session.preferences.opinion = name
        self.analysing.ask_another(name)
        self.show_match()
        self.notice = f"Analysis by {name or 'the expert'}"
        self.show_status()

    def action_threats(self) -> None:
        """Show what both sides threaten, or no longer."""
        self.analysing.shows_threats = not self.analysing.shows_threats
        self._show_advice()

    def action_line(self) -> None:
        """Show what is expected after the move at the cursor, or the best one; once more: no longer."""
        self.analysing.turn_line(self.seen_position, self.board.cursor)
        self._show_advice()

    def action_candidate(self) -> None:
        """Move the cursor to the next of the best moves."""
        squares = self.analysing.squares(self.seen_position)
        if squares:
            self.middle.see_board()
            here = squares.index(self.board.cursor) + 1 if self.board.cursor in squares else 0
            self.board.cursor = squares[here % len(squares)]

    def on_analysis_panel_pointed(self, event: AnalysisPanel.Pointed) -> None:
        """The cursor goes to the move that was clicked."""
        self.middle.see_board()
        self.board.cursor = event.square
