"""The way of a chosen stone to the board: at once, or first as a ghost.

A ghost is to be confirmed, waits for its player's turn as a premove, or is a blunder of which its player is
warned once. There is at most one. It is drawn on its square like the stones that a hint names; another square
takes its place, and a change of the game drops it, unless that is the turn of a premove.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.availability import Availability
from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.app.widgets.board.motion import may_move
from ttt_tui.app.widgets.board.view import Label, held_label
from ttt_tui.engine import Game, IllegalMove, Limit, Move, Placement, Square
from ttt_tui.errors import SquareTaken
from ttt_tui.session import opening_words
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.wording import only_human, sentence

if TYPE_CHECKING:
    from ttt_tui.analysis.warning import MoveWarning
    from ttt_tui.app.screens.play import PlayScreen

ANSWER_SECONDS = 0.25
"""The least time between a human's stone and a computer's answer: an instant one cannot be followed."""

CHECK_LIMIT = Limit(seconds=0.15)
"""The limit of the search in each of two positions: before a stone that is checked, and after it."""

MOST_CHECK_SECONDS = 0.6
"""Seconds after which a stone whose check has not ended is placed without one."""


class Waiting(Enum):
    """What a held stone waits for."""

    CONFIRMATION = auto()
    TURN = auto()
    """The turn of the human here: the stone is marked as the next move."""
    CHECK = auto()
    """The answer of a search whether it is a blunder."""
    SECOND_THOUGHT = auto()
    """Its player, who has been warned, to choose it again or another one."""


class Placing:
    """Places the stones that humans choose, and holds one back where a setting wants that."""

    BINDINGS = (
        Binding("q,escape", "take_off", "take off", key_display="Esc", id="play.take_off",
                tooltip="While a stone is not placed yet: take it off"),
    )  # fmt: skip

    def __init__(self, screen: "PlayScreen", advisor: Advisor) -> None:
        self._screen = screen
        self._advisor = advisor
        self._controller = screen.controller
        self._view = screen.board_area
        self.held: Placement | None = None
        """Where the held stone is to be placed, None without one."""
        self._waits_for = Waiting.CONFIRMATION
        self._chosen_in: tuple[Game, list[Move]] = self._controller.match.game, []
        self._work: BackgroundWork[MoveWarning | None] = BackgroundWork(screen.session.screen_is_idle)
        self._checked: Placement | None = None  # that the latest check is or was about
        self._findings: dict[
            Placement, MoveWarning | None
        ] = {}  # what the checks in this position have found
        self._warned: set[Placement] = set()  # whose warnings were shown

    @property
    def _game(self) -> Game:
        return self._controller.match.game

    def _uses(self, setting: str) -> bool:
        """Return whether a setting is on and the game follows it."""
        if not getattr(self._screen.session.settings, setting):
            return False
        return setting not in Availability.of(self._screen.context).unused_settings

    # --- choosing ----------------------------------------------------------------------------------------

    def choose(self, square: Placement) -> None:
        """Place a stone of the human to move, or hold it; raises `IllegalMove`.

        `square` may be a `Choice` of an opening.
        """
        square = self._game.position.landing(square)
        if square < 0:
            self._place(square)
            return
        if refusal := self._game.check(square):
            raise refusal
        waits_for = self._has_to_wait(square, must_confirm=self._uses("confirm_moves"))
        if waits_for is None:
            self._place(square)
        else:
            self._hold(square, waits_for)
            self._screen.show_match()

    def _has_to_wait(self, square: Placement, *, must_confirm: bool) -> Waiting | None:
        """Return what a chosen stone of the player to move has to wait for, None if it is placed at once."""
        is_checked = self._game.position.stage is None and self._uses("blunder_warnings")
        is_known = square in self._findings or not is_checked
        if square == self.held:
            return None if is_known else Waiting.CHECK
        if self._findings.get(square) is not None:
            return Waiting.SECOND_THOUGHT
        if not is_known:
            self._check(square)
        return Waiting.CONFIRMATION if must_confirm else None if is_known else Waiting.CHECK

    def _hold(self, square: Placement, waits_for: Waiting) -> None:
        self.held, self._waits_for = square, waits_for
        self._chosen_in = self._game, [*self._game.moves]

    def _place(self, square: Placement) -> None:
        """Place a stone for the player to move, and show that."""
        self._push(square)
        self._screen.show_change()

    def _push(self, square: Placement) -> None:
        if may_move(self._screen.app):
            self._screen.search.hold_answer(ANSWER_SECONDS)
        ignored = square in self._warned
        self._game.warnings_ignored += ignored
        self._game.warnings_heeded += len(self._warned) - ignored
        self._controller.place(square)
        self.held = None

    @property
    def may_mark(self) -> bool:
        """Whether a human here may mark the next move while another player is to move."""
        context = self._screen.context
        is_off = context.is_over or context.is_opening or context.is_out or context.is_disconnected
        return not is_off and self._uses("premoves")

    def mark(self, square: Placement) -> None:
        """Mark a square for the next move of the only human here; raises `SquareTaken`.

        Whether the stone is legal is known only when its turn comes.
        """
        position, geometry = self._game.position, self._game.setup.geometry
        square = position.landing(square)
        if position.occupied >> geometry.square_of(square) & 1:
            raise SquareTaken(f"{geometry.shown(square)} is taken")
        self._hold(square, Waiting.TURN)
        self._screen.show_match()

    def action_take_off(self) -> None:
        self._work.end()
        self.held = None
        self._screen.show_match()

    def follow(self) -> None:
        """After a change of the game, place the stone whose turn has come; drop one of another position."""
        held, (game, moves) = self.held, self._chosen_in
        if (game, moves) == (self._game, self._game.moves):
            return
        self.close()
        goes_on = game is self._game and game.outcome is None and game.moves[: len(moves)] == moves
        if held is None or self._waits_for is not Waiting.TURN or not goes_on:
            return
        if not self._controller.is_human_turn:
            self.held = held
        elif refusal := game.check(held):
            self._tell_of_dropped(held, refusal)
        elif (waits_for := self._has_to_wait(held, must_confirm=False)) is None:
            self._push(held)
        else:
            self._hold(held, waits_for)

    def close(self) -> None:
        """Drop the held stone, and what is known of others in this position."""
        self._work.end()
        self.held = None
        self._findings.clear()
        self._warned.clear()

    def _tell_of_dropped(self, square: Placement, refusal: IllegalMove) -> None:
        """Say that a mark was dropped: where stones fall, another one may have taken its place."""
        geometry = self._game.setup.geometry
        (name,) = geometry.worded(square)
        why = f"another stone fell in {name}" if geometry.rules.drop else str(refusal)
        self._screen.refuse(f"mark dropped: {why}")

    # --- checking ----------------------------------------------------------------------------------------

    @property
    def is_checking(self) -> bool:
        """Whether a search looks whether a stone is a blunder."""
        return self._work.is_busy

    def _check(self, square: Placement) -> None:
        """Look whether a stone of the player to move is a blunder."""
        screen, game, viewer = self._screen, self._game, only_human(self._controller.match)
        setup, first, moves = game.setup, game.first, [*game.moves, Move(game.position.to_move, square)]

        def check(stop: YieldingStopEvent) -> "MoveWarning | None":
            tried = Game(setup, first)
            for move in moves:
                tried.push(move)
            return self._advisor.warning(tried, CHECK_LIMIT, stop, viewer)

        screen.hints.end()  # its search would have to end first
        self._checked = square
        worker = self._work.start(screen, check)
        screen.set_timer(MOST_CHECK_SECONDS, lambda: self._give_up(worker))

    def _give_up(self, worker: "Worker[MoveWarning | None]") -> None:
        """Go on without the finding of a check that takes too long."""
        if self._work.is_current(worker) and not worker.is_finished:
            self._note_finding(None)

    def take_finding(self, event: Worker.StateChanged) -> None:
        """Go on with the checked stone if a worker's event brings the answer."""
        if self._work.is_news(event) and event.state is WorkerState.SUCCESS:
            self._note_finding(event.worker.result)
        elif self._work.is_news(event) and event.state is WorkerState.ERROR:
            self._screen.announce(sentence(f"the check of a move failed: {event.worker.error!r:.100}"))
            self._note_finding(None)

    def _note_finding(self, found: "MoveWarning | None") -> None:
        self._work.end()
        assert self._checked is not None, "a check was about it"
        square = self._checked
        self._findings[square] = found
        if square == self.held and found is not None:
            self._warned.add(square)
            self._waits_for = Waiting.SECOND_THOUGHT
            self._screen.show_match()
        elif square == self.held and self._waits_for is Waiting.CHECK:
            self._place(square)

    # --- display -----------------------------------------------------------------------------------------

    @property
    def _owner(self) -> int:
        """The player whose stone is held; in an opening not always the player to move."""
        if self._waits_for is Waiting.TURN and (you := only_human(self._controller.match)) is not None:
            return you
        return self._game.position.next_owner

    @property
    def labels(self) -> Mapping[Square, Label]:
        """The ghost of the held stone, none while the board shows the past."""
        if self.held is None or self._view.past is not None:
            return {}
        geometry, players = self._game.setup.geometry, self._game.setup.drawn_players
        mark = geometry.mark_by(self._owner, self.held)
        return {geometry.square_of(self.held): held_label(mark, players[mark].symbol)}

    @property
    def status(self) -> StatusText | None:
        """What can be done with the held stone, None without one."""
        if self.held is None:
            return None
        match, enter = self._controller.match, self._screen.key("enter")
        (name,) = match.setup.geometry.worded(self.held)
        match self._waits_for:
            case Waiting.TURN:
                more = f"{name} is marked, Esc takes it off"
                return StatusText(opening_words.turn_text(match), more, less=f"{name} marked", keys=("Esc",))
            case Waiting.CHECK:
                return StatusText(f"Checking {name}", "Esc takes it off", keys=("Esc",))
            case Waiting.SECOND_THOUGHT if (warning := self._findings.get(self.held)) is not None:
                again, less = "again to place it, u to think again", "again places, u takes off"
                whole = StatusText(sentence(warning.text), again, less=less, is_notice=True)
                has_room = self._screen.status.has_room_for(whole._replace(more=less))
                return whole if has_room else whole._replace(statement=sentence(warning.brief))
        verb = "Drop in" if match.setup.geometry.rules.drop else "Place on"
        more = f"{enter} or a click again places, Esc takes it off"
        return StatusText(f"{verb} {name}?", more, less=f"{enter} places, Esc takes off", keys=(enter, "Esc"))
