"""A screen with a board and a panel, on which squares are chosen: by cursor, click, number or name."""

from collections.abc import Collection
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from ttt_tui.app.look.room import LARGE, LOW, NARROW
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.screens.sharing import Shareable, Sharing
from ttt_tui.app.widgets.bars import StatusLine
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.go_to import GoTo
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.engine import Game, IllegalMove, Match, Placement, Position
from ttt_tui.engine.coordinates import LETTERS
from ttt_tui.errors import ActionUnavailable, UnfinishedSquare
from ttt_tui.session import wording
from ttt_tui.session.session import Session
from ttt_tui.session.typed_squares import typed_square
from ttt_tui.store.settings import Bell

STEP_SECONDS = 0.8
"""Seconds that each position is shown when moves are played out."""

BELOW = 2
"""Cells that the lines below a board leave free at both sides of their own accord."""


def arrow_bindings(group: str) -> list[BindingType]:
    """Return the keys that move the cursor by a square, with ids of this group."""
    return [
        Binding("left,h", "move(-1, 0)", "left", show=False, id=f"{group}.left",
                tooltip="Move the cursor left"),
        Binding("down,j", "move(0, 1)", "down", show=False, id=f"{group}.down",
                tooltip="Move the cursor down"),
        Binding("up,k", "move(0, -1)", "up", show=False, id=f"{group}.up", tooltip="Move the cursor up"),
        Binding("right,l", "move(1, 0)", "right", show=False, id=f"{group}.right",
                tooltip="Move the cursor right"),
    ]  # fmt: skip


def digit_bindings(group: str, does: str, also: str = "") -> list[BindingType]:
    """Return the digit keys, with ids of this group; `does` says what is done with a square: `place at`.

    `also` says what else the keys do.
    """
    tooltip = (
        f"On 3×3 or the small board due: {does} that square; where stones fall: in that column; "
        "else: type a square"
    )
    tooltip = "; ".join(filter(None, (tooltip, also)))
    return [
        Binding(str(digit), f"digit({digit})", "square", show=False, id=f"{group}.digit{digit}",
                priority=True, tooltip=tooltip)
        for digit in range(1, 10)
    ]  # fmt: skip


def mark_bindings(group: str) -> list[BindingType]:
    """Return the keys that place a mark where players choose one, with ids of this group."""
    return [
        Binding("x,X", "mark(0)", "place X", show=False, key_display="x", id=f"{group}.x",
                tooltip="With rules wild: place X at the cursor"),
        Binding("o,O", "mark(1)", "place O", show=False, key_display="o", id=f"{group}.o",
                tooltip="With rules wild: place O at the cursor"),
    ]  # fmt: skip


def go_to_binding(group: str, *, is_shown: bool = True) -> BindingType:
    """Return the key for typing a square, with an id of this group; in the footer if `is_shown`."""
    return Binding("colon", "go_to", "go to", show=is_shown, key_display=":", id=f"{group}.goto",
                   priority=True,
                   tooltip="Type a square, such as h8 or 113; a to g begin one at once")  # fmt: skip


def panel_binding(group: str) -> BindingType:
    """Return the panel's key, with an id of this group."""
    return Binding("s", "panel", "side panel", show=False, id=f"{group}.panel",
                   tooltip="Show or hide the side panel")  # fmt: skip


def numbers_binding(group: str, *, is_shown: bool = False) -> BindingType:
    """Return the key of the move numbers, with an id of this group; in the footer if `is_shown`."""
    return Binding("M", "numbers", "move numbers", show=is_shown, key_display="M", id=f"{group}.numbers",
                   tooltip="Show or hide the move numbers on the stones")  # fmt: skip


def share_binding(group: str) -> BindingType:
    """Return the key that shares a game, with an id of this group."""
    return Binding("C", "share", "share", key_display="C", id=f"{group}.share",
                   tooltip="Copy the game as text; again: save a picture, then show the text")  # fmt: skip


def square_bindings(group: str) -> list[BindingType]:
    """Return the keys of screens on which squares are tried, with ids of this group."""
    keys = arrow_bindings(group), digit_bindings(group, "try")
    return [*keys[0], *keys[1], panel_binding(group), numbers_binding(group)]


class BoardScreen(BaseScreen[Any]):
    """Shows a board with a panel and a status line. What a chosen square does is up to `choose`.

    Most are dismissed without a result.
    """

    AUTO_FOCUS = ""  # only the line in which squares are typed can have the focus
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-usual")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW, "-high")]
    SHOWS_STATUS = True
    CHOOSES_SQUARES: ClassVar[bool] = True
    """Whether clicks, letters and digits choose squares."""

    def __init__(self, session: Session, board_area: BoardAndPanel) -> None:
        super().__init__()
        self.session = session
        self.board_area = board_area
        board_area.divided = self._begin_lines
        self._lines_begin = 0
        self.board = board_area.board
        self.board.show_numbers(session.preferences.shows_numbers)
        self.status = StatusLine(id="status")
        self.status.cut_off = lambda: board_area.cut_off
        self.go_to = GoTo(board_area.board.geometry, self.typed_square)
        self.sharing = Sharing(self)
        board_area.when_divided = self._align_below

    def _align_below(self, left: int, right: int) -> None:
        """In a large window, begin and end the lines below the board where board and panel do.

        `left` and `right` are the blank columns beside these.
        """
        self.status.follow()  # which has the edge of the board
        is_large = self.app.size.width >= LARGE
        before, after = max(left - BELOW, 0), max(right - BELOW, 0)
        for line in self.query("#status, ChoiceBar, GoTo, KeyHints"):
            own = 0 if isinstance(line, (GoTo, KeyHints)) else BELOW  # these have theirs inside
            line.styles.padding = (0, own + after, 0, own + before) if is_large else None

    def _begin_lines(self, left: int) -> None:
        """Begin the lines below the board where it begins, after `left` columns, or as usual for 0."""
        if left == self._lines_begin:
            return
        self._lines_begin = left
        for line in self.query("StatusLine, ChoiceBar, GoTo, KeyHints"):
            if left:
                indent = 2 if isinstance(line, KeyHints) else 0  # its own padding
                line.styles.padding = (0, 2 - indent, 0, left - indent)
            else:
                line.styles.clear_rule("padding")
                line.refresh(layout=True)

    def action_panel(self) -> None:
        """Hide or show the panel; where there is room for only one, it takes the board's place."""
        self.board_area.turn(not self.board_area.is_turned)
        self.show_status()  # which may say what the panel does not

    def action_numbers(self) -> None:
        """Show or hide the move numbers on the stones, from now on on all boards."""
        preferences = self.session.preferences
        preferences.shows_numbers = shows = not preferences.shows_numbers
        self.board.show_numbers(shows)
        self.show_notice("Move numbers shown" if shows else "Move numbers hidden")

    def on_screen_resume(self) -> None:
        """Apply the choice of move numbers and coordinates, which another screen may have changed."""
        self.board.show_numbers(self.session.preferences.shows_numbers)
        self.follow_coordinates()

    def follow_coordinates(self) -> None:
        """Call squares by the user's coordinates on the whole screen, if these have changed."""
        coordinates = self.session.settings.coordinates
        if self.board.geometry.coordinates is coordinates:
            return
        self.shown_game.show_by(coordinates)
        self.board.show_by(self.shown_game.setup.geometry)
        self.go_to.show_by(self.shown_game.setup.geometry)
        self.show_anew()

    @property
    def shown_game(self) -> Game | Match:
        """The game on the board, or its match."""
        raise NotImplementedError

    def show_anew(self) -> None:
        """Show everything that names squares, since these have other names now."""
        raise NotImplementedError

    def action_leave(self) -> None:
        """Leave for the screen below."""
        self.leave()

    # --- sharing -----------------------------------------------------------------------------------------

    def shareable(self) -> Shareable:
        """Return the content to share, on screens with a key for it."""
        raise NotImplementedError

    def action_share(self) -> None:
        """Copy the game as text; if repeated, save a picture, then show the text."""
        self.sharing.share(self.shareable())

    def begin_key(self, actions: Collection[str]) -> None:
        """Reset the steps of sharing if another key is pressed."""
        if "share" not in actions:
            self.sharing.step = 0
        super().begin_key(actions)

    # --- choosing squares --------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position in which squares are chosen."""
        raise NotImplementedError

    def typed_square(self, text: str) -> Placement:
        """Return the square of a typed text; raises `NotASquare` and `WrongBoard`."""
        return typed_square(self.position, text, self.session.settings)

    def choose(self, square: Placement) -> None:
        """Process a chosen square, which has a mark if players choose one.

        Raises `IllegalMove` and `ActionUnavailable`.
        """
        raise NotImplementedError

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.board_area.see_board()
        self.board.move_cursor(columns, rows)

    def action_place(self) -> None:
        """Choose the square at the cursor."""
        self._choose_or_refuse(self.board.cursor)

    def action_mark(self, mark: int) -> None:
        """Choose the square at the cursor with this mark, which the next stones get, too."""
        self.board.choose_mark(mark)
        self._choose_or_refuse(self.board.cursor)

    def on_status_line_clicked(self) -> None:
        """Switch the next mark where players choose one, for those without a keyboard."""
        if self.board.geometry.is_wild:
            self.board.choose_mark(1 - self.board.mark)
            self.show_status()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide all keys while a square is typed, and those for marks where each player has one mark."""
        is_typing = self.CHOOSES_SQUARES and self.go_to.display
        if is_typing or (action == "mark" and not self.board.geometry.is_wild):
            return False
        return super().check_action(action, parameters)

    def is_in_footer(self, binding: Binding) -> bool:
        """Return whether the footer names a key; while a square is typed only the one that stops that."""
        if self.CHOOSES_SQUARES and self.go_to.display:
            return binding.id == "goto.leave"
        return super().is_in_footer(binding)

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """Move the cursor to a square that was clicked, and choose it."""
        if self.CHOOSES_SQUARES:
            self.close_go_to()
            self.board.cursor = event.square
            self._choose_or_refuse(event.square)

    def _choose_or_refuse(self, chosen: Placement) -> None:
        self.board_area.see_board()
        try:
            self.choose(self.board.placement(chosen))
        except (IllegalMove, ActionUnavailable) as refusal:
            self.refuse(str(refusal))

    # --- typing a square ---------------------------------------------------------------------------------

    def take_free_key(self, key: str) -> bool:
        """Begin to type a square with the letter of its column."""
        geometry = self.board.geometry
        is_column = key in (geometry.style.letters or LETTERS)[: geometry.columns]
        if not is_column or not self.CHOOSES_SQUARES or self.is_typing:
            return False
        self._open_or_refuse(key)
        return True

    @property
    def takes_digits(self) -> bool:
        return self.CHOOSES_SQUARES and not self.is_typing and bool(self.position.digit_choices)

    @property
    def is_typing(self) -> bool:
        """Whether keys are meant for a text field or a list, not for the board."""
        return bool(self.go_to.display)

    def action_digit(self, digit: int) -> None:
        """Choose the square or column that a digit names by itself; else begin to type a square.

        Where the digit names a board of Ultimate, the next digit chooses the square.
        """
        text = str(digit)
        try:
            square = self.typed_square(text)
        except UnfinishedSquare:
            self._open_or_refuse(text, enters_at_once=True)
        except IllegalMove as refusal:
            self.refuse(str(refusal))
        else:
            if not self.position.digit_choices:
                self._open_or_refuse(text)
                return
            self.board.cursor = square
            self._choose_or_refuse(self.board.cursor)

    def action_go_to(self) -> None:
        """Ask for a square to be typed."""
        self.open_go_to("")

    def _open_or_refuse(self, text: str, *, enters_at_once: bool = False) -> None:
        try:
            self.check_possible("go_to")
        except ActionUnavailable as refusal:
            self.refuse(str(refusal))
        else:
            self.open_go_to(text, enters_at_once=enters_at_once)

    def open_go_to(self, text: str, *, enters_at_once: bool = False) -> None:
        """Open the line for typing a square, with `text`; with `enters_at_once` digits need no Enter."""
        self.begin_key(())  # keys that go before all others, as digits do, have not been noted
        self.board_area.see_board()
        self.status.display = False
        self.go_to.open(text, enters_at_once=enters_at_once)
        self.refresh_bindings()

    def close_go_to(self) -> None:
        """Close the line in which a square is typed."""
        self.go_to.close()
        self.status.display = True
        if self.focused is not None and self.go_to in self.focused.ancestors:
            self.set_focus(None)
        self.refresh_bindings()

    def on_go_to_aimed(self, event: GoTo.Aimed) -> None:
        """Light up the typed square."""
        self.board.cursor = self.board.geometry.square_of(event.square)

    def on_go_to_entered(self, event: GoTo.Entered) -> None:
        """Choose the typed square, or refuse it; a text that is not a square can be corrected."""
        if not event.text:
            self.close_go_to()
            return
        try:
            square = self.typed_square(event.text)
        except IllegalMove as refusal:
            self.go_to.complain(wording.sentence(str(refusal)))
            self.ring()
            return
        if square >= 0:  # not a choice of an opening
            self.board.cursor = self.board.geometry.square_of(square)
        self.close_go_to()
        self._choose_or_refuse(square)

    def on_go_to_closed(self) -> None:
        """Close the line without a square."""
        self.close_go_to()

    def ring(self) -> None:
        """Ring the bell if the settings say so."""
        if self.session.settings.bell is not Bell.OFF:
            self.app.bell()
