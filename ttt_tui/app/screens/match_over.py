"""The summary of a finished match in a small window: the winner, the games, and what can follow."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup, VerticalGroup
from textual.widgets import Static

from ttt_tui.analysis.words import counted
from ttt_tui.app.look.room import LOW_FOR_CARDS, USUAL
from ttt_tui.app.play.availability import LOSING_MOVE
from ttt_tui.app.play.reading_time import ReadingTime
from ttt_tui.app.roles import in_style_sheets
from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.match_summary import MatchSummary
from ttt_tui.app.widgets.pictures import stone_text, symbol_text
from ttt_tui.session import wording
from ttt_tui.session.step_offers import promises_losing_move

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen

STONE_SIZE = (9, 4)
"""Columns and lines of the winner's stone."""

WITH_STONE = 20
"""Lines of the window from which it is shown."""


class After(StrEnum):
    """The actions that can follow a match."""

    REMATCH = "rematch"
    REVIEW = "review"
    STEP = "step"
    SHARE = "share"
    UNDO = "undo"
    LEAVE = "leave"
    ACCEPT = "accept"
    DECLINE = "decline"


ACTIONS = {After.REMATCH: "rematch", After.REVIEW: "review", After.UNDO: "undo"}
"""Those that are actions of the play screen, which may not be possible."""

REMATCH = Binding("enter,space", "answer('rematch')", "rematch", key_display="↵", id="match_over.rematch")
STEP = Binding("y", "answer('step')", "other step", id="match_over.step")
REVIEW = Binding("v", "answer('review')", "review", id="match_over.review")
SHARE = Binding("C", "answer('share')", "share", key_display="C", id="match_over.share")
UNDO = Binding("u,ctrl+z", "answer('undo')", "undo", key_display="u", id="match_over.undo")
ACCEPT = Binding("y", "answer('accept')", "accept", id="match_over.accept")
DECLINE = Binding("n", "answer('decline')", "decline", id="match_over.decline")
LEAVE = Binding("q,s", "answer('leave')", "leave", key_display="q", id="match_over.leave")
BOARD = Binding("escape", "look", "board", key_display="Esc", id="match_over.look")


class MatchOverScreen(Dialog[After | None]):
    """Shows how a match went. It is dismissed with the next action, or with None to look at the board.

    It appears by itself: a key that was pressed before it could be read does not answer it.
    """

    WIDTH = 72
    APART_FROM = LOW_FOR_CARDS
    BINDINGS = [ACCEPT, DECLINE, REMATCH, REVIEW, STEP, SHARE, UNDO, LEAVE, BOARD]
    DEFAULT_CSS = """
    MatchOverScreen .stone { width: 10; height: 4; }
    MatchOverScreen .result { width: 1fr; }
    MatchOverScreen .heading { margin: 0; }
    MatchOverScreen MatchSummary { margin-top: 1; }
    MatchOverScreen .request { margin-top: 1; color: $role-text; text-style: bold; }
    MatchOverScreen.-low MatchSummary, MatchOverScreen.-low .request { margin: 0; }
    MatchOverScreen.-short .stone, MatchOverScreen.-slim .stone { display: none; }
    """

    def __init__(self, game: "PlayScreen") -> None:
        """Summarise the match on the screen of a game."""
        super().__init__(wording.match_winner(game.match))
        self._game = game
        disabled = game.availability.disabled
        self._impossible = [after for after, action in ACTIONS.items() if action in disabled]
        self.session = game.session
        self.match = game.match
        self.summary = MatchSummary(ground="panel", indent=0)
        self._reading = ReadingTime()

    @property
    def _request(self) -> str:
        """The request of another player, empty if there is none."""
        return "" if self._game.multiplayer is None else self._game.multiplayer.request

    def compose_heading(self) -> ComposeResult:
        with HorizontalGroup():
            if self.match.winner is not None:
                winner, theme = self.match.setup.players[self.match.winner], self.app.current_theme
                stone = stone_text(winner.symbol, winner.colour, *STONE_SIZE, theme, is_ascii=self.is_ascii)
                yield Static(stone, classes="stone")
            with VerticalGroup(classes="result"):
                yield Static(self.heading, markup=False, classes="heading")
                yield Static(self._score())

    def compose_body(self) -> ComposeResult:
        yield self.summary
        yield Static(markup=False, classes="request")

    def compose_answers(self) -> Sequence[AnswerButton]:
        """Return the actions that can follow."""
        answers = {
            After.REMATCH: AnswerButton(REMATCH, is_default=True),
            After.REVIEW: AnswerButton(REVIEW, LOSING_MOVE if promises_losing_move(self.match) else ""),
            After.SHARE: AnswerButton(SHARE),
            After.UNDO: AnswerButton(UNDO, "" if self._game.multiplayer is None else "takeback"),
            After.LEAVE: AnswerButton(LEAVE),
        }
        possible = [button for after, button in answers.items() if after not in self._impossible]
        board = AnswerButton(BOARD, is_default=After.REMATCH in self._impossible)
        return AnswerButton(ACCEPT), AnswerButton(DECLINE), *possible, AnswerButton(STEP), board

    def show_request(self) -> None:
        """Update the request of another player or the offer."""
        if self.is_mounted:  # else it is still being composed, and shows that anyway
            self.fit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the answers that are not possible."""
        if action != "answer":
            return True
        after = After(str(parameters[0]))
        if after in (After.ACCEPT, After.DECLINE):
            return bool(self._request)
        if after is After.STEP:
            return self._game.offers.offer is not None
        return after not in self._impossible

    def on_mount(self) -> None:
        """Colour the bar by the winner, and start the reading time with the first paint."""
        if (winner := self.match.winner) is not None:
            self.query_one(".card").styles.border_left = ("outer", in_style_sheets(self._colour(winner)))
        self.call_after_refresh(self._reading.start)

    def fit(self) -> None:
        """Fit the summary to the window, and show another player's request or an offer."""
        request, offer, line = self._request, self._game.offers.offer, self.query_one(".request", Static)
        words = request or (offer.sentence if offer is not None else "")
        line.update(words)
        line.display = bool(words)
        for button in self.query(AnswerButton):
            if button.binding in (ACCEPT, DECLINE):
                button.display = bool(request)
            elif button.binding is STEP:
                button.display = offer is not None
                button.say("" if offer is None else offer.short)
        is_short = self.app.size.height < WITH_STONE
        self.set_class(is_short, "-short")
        least = self.app.size.height if is_short else 0
        self.query_one(".card").styles.min_height = least  # so that the line of keys names none of its keys
        super().fit()
        body, blank = self.query_one(".body").styles.max_height, 0 if self.has_class("-low") else 1
        if body is not None and (outcome := self.match.game.outcome) is not None:
            above = 2 if is_short or self.match.winner is None else STONE_SIZE[1]
            self.summary.most_lines = int(body.value) - above - blank - (1 + blank) * bool(words)
            ending = self._game.progress.ending
            self.summary.show(self.match, ending.match_seconds, ending.result(outcome).match_rating)

    def on_resize(self) -> None:
        """Fit the card; a larger window has the summary in the panel."""
        if self.app.size.width >= USUAL:
            self.dismiss()
        else:
            super().on_resize()

    def action_answer(self, after: str) -> None:
        """Continue, unless the key was pressed before the result could be read."""
        if self._reading.has_passed(self.session.key_pressed):
            self.dismiss(After(after))

    def action_look(self) -> None:
        """Show the board again, unless the key was pressed before the result could be read."""
        if self._reading.has_passed(self.session.key_pressed):
            self.dismiss(None)

    def _colour(self, seat: int) -> str:
        return player_colour(self.app.current_theme, self.match.setup.players[seat].colour)

    def _score(self) -> Text:
        """Return the score in seat order; of more than two players the winner's points come first."""
        players, points, winner = self.match.setup.players, self.match.points, self.match.winner
        roles = roles_of(self.app.current_theme)
        if len(players) == 2:
            one, two = (symbol_text(player, self.app.current_theme) for player in players)
            return Text.assemble(one, (f" {wording.score(points)} ", Style(color=roles.text, bold=True)), two)
        if winner is None:
            return Text(self._scores(range(len(players))), roles.text)
        style = Style(color=self._colour(winner), bold=True)
        others = sorted((s for s in range(len(players)) if s != winner), key=lambda seat: -points[seat])
        score = counted(points[winner], "point")
        return Text.assemble((score, style), (f"  {self._scores(others)}", roles.muted))

    def _scores(self, seats: Iterable[int]) -> str:
        """Return the points of these players, without those who have none."""
        players, points = self.match.setup.players, self.match.points
        return ", ".join(f"{players[seat].name} {points[seat]}" for seat in seats if points[seat])
