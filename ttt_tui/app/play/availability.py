"""The actions that are possible in a game, and why others are not: computed once after each change.

The footer, the command palette, the refusals in the status line and the tests all read it from here.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding

from ttt_tui.app.widgets.footer import key_words
from ttt_tui.errors import ActionUnavailable
from ttt_tui.multiplayer.session import NO_REDO, ONLY_WATCHES
from ttt_tui.session.opening_words import NO_ADVICE
from ttt_tui.session.step_offers import promises_losing_move
from ttt_tui.session.wording import IS_OUT

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen
    from ttt_tui.multiplayer.session import MultiplayerSession


class MultiplayerRole(Enum):
    """The role of this terminal in a match with others."""

    NONE = "everybody sits here"
    GUESTS = "guests play here"
    HOST = "another terminal hosts the match"
    WATCHED = "this terminal only watches"
    DISCONNECTED = "the host disconnected"

    @classmethod
    def of(cls, shared_match: "MultiplayerSession | None") -> "MultiplayerRole":
        if shared_match is None:
            return cls.NONE
        if shared_match.end_reason is not None:
            return cls.DISCONNECTED
        if shared_match.is_host:
            return cls.GUESTS
        return cls.WATCHED if shared_match.is_spectator else cls.HOST


class ActionContext:
    """The facts that decide which actions are possible, as they are when it is made."""

    def __init__(self, screen: "PlayScreen") -> None:
        controller, match, game = screen.controller, screen.match, screen.match.game
        players, position = match.setup.players, game.position
        self.is_over: bool = game.outcome is not None
        """Whether the game is over."""
        self.is_match_over: bool = match.is_over
        self.has_moves: bool = bool(game.moves)
        self.has_undone: bool = bool(game.undone)
        """Whether moves were taken back that can be played again."""
        self.is_human_turn: bool = controller.is_human_turn
        self.is_guests_turn: bool = not self.is_over and controller.mover.is_open
        """Whether the game goes on and a player at another terminal is to move."""
        self.can_resign: bool = controller.resigning_seat is not None
        self.has_only_computers: bool = controller.has_only_computers
        """Whether no human plays."""
        self.has_computers: bool = any(player.is_computer for player in players)
        self.has_own_moves: bool = self.has_only_computers or any(
            players[m.player].is_human for m in game.moves
        )
        """Whether somebody at this terminal has moved, if anybody plays here."""
        self.is_paused: bool = controller.is_paused
        """Whether the computers are paused."""
        self.is_out: bool = controller.is_out
        """Whether the humans at this terminal are out of a game that goes on."""
        self.is_lost: bool = promises_losing_move(match)
        """Whether a human here has lost the game to a computer, and a review names the losing move."""
        self.stones_fall: bool = match.setup.geometry.rules.drop
        self.chooses_marks: bool = match.setup.geometry.is_wild
        """Whether players choose the marks that they place."""
        self.role: MultiplayerRole = MultiplayerRole.of(screen.shared_match)
        """This terminal's role in the match."""
        self.is_asked: bool = screen.multiplayer is not None and bool(screen.multiplayer.request)
        """Whether another player requests something that has to be answered here."""
        self.is_past: bool = screen.board_area.past is not None
        """Whether the board shows the past."""
        self.is_opening: bool = position.stage is not None and not self.is_over
        """Whether the players are in the opening, in which they place stones or choose."""
        is_here = self.role not in (MultiplayerRole.WATCHED, MultiplayerRole.DISCONNECTED)
        is_shown = not (self.is_past or self.is_asked)
        self.is_choosing: bool = (
            self.is_opening and is_here and is_shown and self.is_human_turn and bool(position.choices)
        )
        """Whether a human at this terminal, who sees the present, has to choose in the opening."""
        self.is_waiting: bool = screen.engine_panel.is_long
        """Whether a computer has been thinking so long that `move now` makes sense."""
        self.is_walking: bool = screen.focused is screen.board_area.move_log
        """Whether keys go to the list of moves."""
        self.are_several_here: bool = sum(player.is_human for player in players) > 1
        """Whether several humans play at this terminal."""
        self.is_rated: bool = screen.session.may_be_rated
        """Whether the game is rated, as far as it was played."""
        self.is_holding: bool = screen.placing.held is not None
        """Whether a stone is chosen and not placed yet."""
        self.is_typing: bool = bool(screen.go_to.display)
        """Whether keys go to the line in which a square is typed."""
        self.is_analysing: bool = screen.analysis.is_on
        """Whether the analysis is shown."""
        self.hint_step: int = screen.hints.step
        """The shown step of a hint, 0 for none."""
        self.can_go_back: bool = screen.offers.can_go_back
        """Whether `undo` returns to the match before an offer was accepted."""
        offer = screen.offers.offer
        self.offered_step: str = "" if offer is None else offer.name
        """The name of the offered step of the ladder, empty if none is offered."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionContext) and vars(self) == vars(other)

    @property
    def is_computer_turn(self) -> bool:
        return not (self.is_over or self.is_human_turn or self.is_guests_turn)

    @property
    def is_shared(self) -> bool:
        return self.role is not MultiplayerRole.NONE

    @property
    def is_disconnected(self) -> bool:
        return self.role is MultiplayerRole.DISCONNECTED


Condition = Callable[[ActionContext], bool]


class DisabledReason(NamedTuple):
    """A reason why an action is not possible, shown whenever `holds`. The constants below are all reasons."""

    holds: Condition
    text: str
    """A sentence without a capital and a full stop."""


class Rule(NamedTuple):
    """The conditions of an action."""

    makes_sense: Condition = lambda context: True
    """Whether the action exists in this context: Enter means one of three actions."""
    reasons: tuple[DisabledReason, ...] = ()
    """The reasons why the action may not be possible; the first that holds is shown."""
    is_of_present: bool = False
    """Whether the action is about the present position, and not possible while the board shows the past."""

    def is_hidden(self, context: ActionContext) -> bool:
        """Return whether the action is hidden in a context."""
        return (self.is_of_present and context.is_walking) or not self.makes_sense(context)

    def disabled_reason(self, context: ActionContext) -> DisabledReason | None:
        """Return the first reason that holds in a context, None if the action is possible."""
        reasons = (PAST, *self.reasons) if self.is_of_present else self.reasons
        return next((reason for reason in reasons if reason.holds(context)), None)


PAST = DisabledReason(lambda f: f.is_past, "viewing an earlier move: Enter plays on from here, Tab returns")
OVER = DisabledReason(lambda f: f.is_over, "the game is over")
NOTHING_TO_WALK = DisabledReason(lambda f: not f.has_moves, "no moves yet")
NOTHING_TO_UNDO = DisabledReason(
    lambda f: not (f.has_moves or f.can_go_back or f.is_holding), "nothing to undo"
)
NOTHING_TO_REDO = DisabledReason(lambda f: not f.has_undone, "nothing to redo")
NOT_OVER = DisabledReason(lambda f: not f.is_over, "reviews are available after the game")
NOT_SHAREABLE = DisabledReason(lambda f: not f.is_over, "games can be shared once they are over")
NOT_RESIGNABLE = DisabledReason(lambda f: not f.can_resign, "only the player to move can resign")
NOT_THINKING = DisabledReason(lambda f: not f.is_computer_turn, "no computer is thinking")
NO_COMPUTER = DisabledReason(lambda f: not f.is_computer_turn, "it is not a computer's turn")
NO_COMPUTERS = DisabledReason(lambda f: not f.has_computers, "this game has no computer players")
NOTHING_OF_YOURS = DisabledReason(
    lambda f: not (f.has_own_moves or f.can_go_back or f.is_holding), "you have no move to undo"
)
NOTHING_TO_TAKE_BACK = DisabledReason(
    lambda f: not (f.has_own_moves or f.is_holding), "you have no move to take back"
)
REQUESTED = DisabledReason(lambda f: f.is_asked, "answer the request first: y accepts, n declines")
NOTHING_TO_DRAW = DisabledReason(lambda f: not f.has_moves, "a draw can be offered after the first move")
NOT_YOUR_TURN = DisabledReason(
    lambda f: f.is_computer_turn and not f.is_shared, "offer a draw at your own turn"
)
OUT = DisabledReason(lambda f: f.is_out, IS_OUT)
NO_SEAT = DisabledReason(lambda f: f.has_only_computers, "only computers play in this game")
NOT_ANALYSING = DisabledReason(lambda f: not f.is_analysing, "analysis is off; A turns it on")
MATCH_OVER = DisabledReason(lambda f: f.is_match_over, "the match is over")

IN_OPENING = DisabledReason(lambda f: f.is_opening, NO_ADVICE)
NOT_YET = DisabledReason(lambda f: f.is_opening and not f.is_analysing, NO_ADVICE)
TO_CHOOSE = DisabledReason(lambda f: f.is_choosing, "no stone now: choose with 1, 2 or 3")

DISCONNECTED = DisabledReason(lambda f: f.is_disconnected, "the host disconnected")
WATCHED = DisabledReason(lambda f: f.role is MultiplayerRole.WATCHED, ONLY_WATCHES)
HELPED = DisabledReason(lambda f: f.is_shared and not f.is_over, "hints and analysis are off in shared games")
AGREED = DisabledReason(lambda f: f.is_shared, NO_REDO)
UNFINISHED = DisabledReason(lambda f: f.is_shared and not f.is_over, "finish the shared game first")
ELSEWHERE = DisabledReason(
    lambda f: f.is_shared and f.role is not MultiplayerRole.GUESTS,
    "only the host controls the computers",
)


RULES = {
    "place": Rule(
        lambda f: not (f.is_over or f.is_choosing or f.is_disconnected),
        (OVER, WATCHED, NO_SEAT, OUT),
        is_of_present=True,
    ),
    "pick": Rule(lambda f: f.is_choosing, is_of_present=True),
    "mark": Rule(
        lambda f: f.chooses_marks and not f.is_over and not f.is_disconnected,
        (OVER, WATCHED, NO_SEAT, OUT),
        is_of_present=True,
    ),
    "next_game": Rule(
        lambda f: f.is_over and not f.is_match_over and not f.is_disconnected,
        (WATCHED,),
        is_of_present=True,
    ),
    "rematch": Rule(lambda f: f.is_match_over and not f.is_disconnected, (WATCHED,), is_of_present=True),
    "rejoin": Rule(lambda f: f.is_disconnected, is_of_present=True),
    "new_game": Rule(lambda f: not f.is_asked, (DISCONNECTED, WATCHED, UNFINISHED)),
    "agree": Rule(lambda f: f.is_asked),
    "digit": Rule(is_of_present=True),
    "go_to": Rule(reasons=(DISCONNECTED, OVER, WATCHED, NO_SEAT, OUT, TO_CHOOSE), is_of_present=True),
    "take_off": Rule(lambda f: f.is_holding, is_of_present=True),
    "undo": Rule(
        lambda f: not f.is_shared,
        (NOTHING_TO_UNDO, NOTHING_OF_YOURS),
        is_of_present=True,
    ),
    "takeback": Rule(
        lambda f: f.is_shared,
        (DISCONNECTED, WATCHED, NOTHING_TO_TAKE_BACK, REQUESTED),
        is_of_present=True,
    ),
    "redo": Rule(reasons=(AGREED, NOTHING_TO_REDO), is_of_present=True),
    "resign": Rule(reasons=(DISCONNECTED, OVER, WATCHED, OUT, NOT_RESIGNABLE), is_of_present=True),
    "offer_draw": Rule(
        reasons=(DISCONNECTED, OVER, WATCHED, NO_SEAT, OUT, NOTHING_TO_DRAW, REQUESTED, NOT_YOUR_TURN),
        is_of_present=True,
    ),
    "move_now": Rule(reasons=(NOT_THINKING, ELSEWHERE), is_of_present=True),
    "pause": Rule(lambda f: not f.is_paused, (ELSEWHERE, NO_COMPUTERS, MATCH_OVER)),
    "resume": Rule(lambda f: f.is_paused, (ELSEWHERE, NO_COMPUTERS, MATCH_OVER)),
    "delay": Rule(reasons=(ELSEWHERE, NO_COMPUTERS)),
    "step": Rule(reasons=(ELSEWHERE, NO_COMPUTER)),
    "hint": Rule(lambda f: not f.is_over, (OVER, HELPED, OUT, IN_OPENING), is_of_present=True),
    "analysis": Rule(reasons=(HELPED, NOT_YET)),
    "threats": Rule(lambda f: f.is_analysing, (HELPED, NOT_ANALYSING)),
    "candidate": Rule(lambda f: f.is_analysing, (HELPED, NOT_ANALYSING)),
    "line": Rule(lambda f: f.is_analysing, (HELPED, NOT_ANALYSING)),
    "opinion": Rule(lambda f: f.is_analysing),
    "review": Rule(lambda f: f.is_over, (NOT_OVER,)),
    "study": Rule(lambda f: f.is_over),
    "accept_step": Rule(lambda f: f.is_over and bool(f.offered_step), is_of_present=True),
    "share": Rule(lambda f: f.is_over, (NOT_SHAREABLE,)),
    "walk": Rule(reasons=(NOTHING_TO_WALK,)),
}
"""The actions with conditions; all others are always possible, except while a square is typed."""

NO_PLAYER = DisabledReason(lambda f: f.role is MultiplayerRole.WATCHED, "you are watching")
NO_PEOPLE = DisabledReason(lambda f: f.has_only_computers, "only computers play")
SEVERAL = DisabledReason(lambda f: f.are_several_here, "several humans play here")

SHARED = DisabledReason(lambda f: f.is_shared, "not in shared games")
RATED = DisabledReason(lambda f: f.is_rated, "not in rated games")

SETTINGS = {
    "confirm_moves": (NO_PLAYER, NO_PEOPLE),
    "premoves": (NO_PLAYER, NO_PEOPLE, SEVERAL),
    "blunder_warnings": (NO_PLAYER, NO_PEOPLE, SHARED, RATED),
}
"""The settings that not every game follows, with reasons that are brief enough for the settings' screen."""

LOSING_MOVE = "losing move"
"""The word of the key for the review of a lost game, which begins there."""

HINT_WORDS = ("which square", "why")
"""The words of the key for a hint after its first step and after its second."""

WATCHING = ("pause", "resume", "step", "delay(1)", "delay(-1)")
PLAYING = ("place", "pick", "mark(0)", "mark(1)", "go_to", "move_now", "resign", "hint", "analysis")
"""Actions that the footer shows only while computers play on alone, and only while a human plays."""


class Availability(NamedTuple):
    """The possible actions in a context. An action is named like its method, without `action_`."""

    context: ActionContext
    """The context that the availability was computed from."""
    hidden: frozenset[str]
    """The hidden actions."""
    disabled: Mapping[str, DisabledReason]
    """The actions that are not possible, each with the reason."""

    @classmethod
    def of(cls, context: ActionContext) -> "Availability":
        """Compute the availability in a context."""
        hidden = frozenset(action for action, rule in RULES.items() if rule.is_hidden(context))
        reasons = ((action, rule.disabled_reason(context)) for action, rule in RULES.items())
        return cls(context, hidden, {action: reason for action, reason in reasons if reason is not None})

    @property
    def unused_settings(self) -> Mapping[str, str]:
        """The settings that the game does not follow, each with the reason."""
        first = {
            name: next((reason for reason in reasons if reason.holds(self.context)), None)
            for name, reasons in SETTINGS.items()
        }
        return {name: reason.text for name, reason in first.items() if reason is not None}

    def check(self, action: str) -> None:
        """Raise `ActionUnavailable` if an action is not possible."""
        if (reason := self.disabled.get(action)) is not None:
            raise ActionUnavailable(reason.text)

    def state(self, action: str) -> bool | None:
        """Return the answer for Textual's `check_action`: False hides an action, None greys it out.

        While a square is typed, all are hidden.
        """
        if self.context.is_typing or action in self.hidden:
            return False
        return None if action in self.disabled else True

    def words(self, binding: Binding) -> str:
        """Return the footer's words for a key, which depend on the next step."""
        if binding.action == "hint":
            return key_words(self.context.hint_step, HINT_WORDS)
        if binding.action == "place" and self.context.stones_fall:
            return "drop"
        if binding.action == "analysis" and self.context.is_analysing:
            return "stop"
        if binding.action == "review" and self.context.is_lost:
            return LOSING_MOVE
        return self.context.offered_step if binding.action == "accept_step" else binding.description

    def is_in_footer(self, binding: Binding) -> bool:
        """Return whether a key belongs in the footer; among computers only keys for watching do.

        The footer shows either the key that places a stone or `move now`, never both. In a shared match it
        omits what players here or the host do not allow. While a stone is held, Esc takes it off.
        """
        if self.context.is_holding and binding.action == "leave":
            return False
        if self.context.is_shared:
            chooses = binding.action.startswith(("place", "pick", "mark", "go_to"))
            if binding.action in self.disabled or (chooses and not self.context.is_human_turn):
                return False
        if self.context.has_only_computers and self.context.is_match_over:
            return binding.show and binding.action not in PLAYING
        if self.context.has_only_computers or self.context.is_out:
            return binding.action in WATCHING or (binding.show and binding.action not in PLAYING)
        if self.context.is_over:
            return binding.show and binding.action not in PLAYING
        return binding.show and binding.action != ("place" if self.context.is_waiting else "move_now")
