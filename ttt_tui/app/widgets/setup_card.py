"""The card of a set-up: what is chosen, as a page of rows that each change one thing."""

from collections.abc import Iterator, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, Vertical
from textual.widgets import Static

from ttt_tui.analysis.words import in_a_row
from ttt_tui.app.widgets import setup_rows as offered
from ttt_tui.app.widgets.player_list import PlayerList
from ttt_tui.app.widgets.stepper import Stepper
from ttt_tui.engine import Setup

LABEL_WIDTH = 11
"""Cells from the beginning of a label to the left arrow."""

ABREAST = 46
"""Cells in which the steppers of a row stand side by side, else below one another."""

TINY = 26
"""Below so many cells labels take no more than they need."""

PADDING = 3
"""Cells on the left of a row, where there is room."""


class SetupCard(Vertical):
    """Shows a set-up, and for each thing that can be changed a stepper with the id that `stepped` knows."""

    DEFAULT_CSS = """
    SetupCard {
        height: auto;
        background: $role-panel;
        color: $muted;
        border-top: block $role-panel;
        border-bottom: block $role-panel;
        & > .row { width: 1fr; padding-left: 3; }
        & > .row:focus-within { background: $raised; }
        & .row > Stepper:focus { background: transparent; }
        &:nocolor > .row:focus-within { background: transparent; } /* its value is marked */
        & #title, & #theory { padding-left: 3; }
        & > #title { margin-bottom: 1; }
        & > .card--title { color: $role-text; text-style: bold; }
        & #theory { color: $faint; height: 1; }
        &.-roomy #theory { height: 2; }
        &.-roomy #title { margin-bottom: 2; }
        &.-roomy #board, &.-roomy #players { margin-top: 2; }
        &.-roomy #match { margin-top: 1; }
        & HorizontalGroup:focus-within > Stepper > .stepper--arrow { color: $muted; }
        & HorizontalGroup:focus-within > Stepper:focus > .stepper--arrow { color: $role-accent; }
        & #board, & #players { margin-top: 1; }
        & #players { padding: 0 3; }
        & HorizontalGroup > .-later { margin-left: 2; }
        & #rows-stepper, & #draws { margin-left: 1; }
        &.-stacked > HorizontalGroup { layout: vertical; }
        &.-stacked HorizontalGroup > Stepper, &.-stacked #rows-stepper, &.-stacked #draws { margin-left: 0; }
        &.-games > * { display: none; }
        &.-games > #title { display: block; }
    }
    """

    COMPONENT_CLASSES = {"card--title"}

    def __init__(self, setup: Setup) -> None:
        super().__init__(id="card")
        geometry, rules = setup.geometry, setup.rules
        self.player_list = PlayerList(id="players")
        self.title = Static(id="title")
        self.theory = Static(id="theory")
        self.level = Stepper(
            "Level", offered.levels(setup, ()), offered.level(setup), id="level", classes="row"
        )
        self.side = Stepper(
            "You play", [(offered.BY_LOT, "random")], offered.BY_LOT, id="side", classes="row"
        )
        self.first = Stepper("First move", offered.starts(setup), rules.first, id="first", classes="row")
        self.columns = Stepper("Board", offered.SIDES, geometry.columns, id="columns-stepper")
        self.rows = Stepper("×", offered.SIDES, geometry.rows, id="rows-stepper")
        self.line = Stepper(
            "",
            offered.lines(geometry),
            geometry.line_length,
            id="line-stepper",
            note="in a row",
            classes="-later",
        )
        self.points = Stepper("Match", offered.POINTS, rules.points or offered.NO_END, id="points")
        self.draws = Stepper("", offered.DRAWS, rules.draws or offered.NO_END, id="draws")
        board = HorizontalGroup(self.columns, self.rows, self.line, id="board", classes="row")
        match = HorizontalGroup(self.points, self.draws, id="match", classes="row")
        self._parts = (
            *(self.title, self.level, self.side, self.first, board, self.theory, match),
            self.player_list,
        )

    def compose(self) -> ComposeResult:
        """Give what is changed most first."""
        yield from self._parts

    @property
    def steppers(self) -> Iterator[Stepper]:
        """All of them, in their order."""
        yield from (self.level, self.side, self.first)
        yield from (self.columns, self.rows, self.line)
        yield from (self.points, self.draws)

    def show(self, title: str, setup: Setup, brains: Sequence[str] = ()) -> None:
        """Show a set-up under its title; `brains` are the levels of known engines."""
        self.remove_class("-games")
        geometry, rules = setup.geometry, setup.rules
        self._show_title(title, f"{geometry}, {in_a_row(geometry.line_length)}")
        self.level.display = any(player.is_computer for player in setup.players)
        self.level.offer(offered.levels(setup, brains), offered.level(setup), offered.level_note(setup))
        side = offered.side(setup)
        self.side.label = side.label
        self.side.offer(side.choices, side.value, side.note)
        self.first.offer(offered.starts(setup), rules.first, offered.start_note(setup))
        self.columns.offer(offered.SIDES, geometry.columns)
        self.rows.offer(offered.SIDES, geometry.rows)
        self.line.offer(offered.lines(geometry), geometry.line_length)
        self.points.offer(offered.POINTS, rules.points or offered.NO_END)
        self.draws.offer(offered.DRAWS, rules.draws or offered.NO_END)
        self.theory.update(offered.theory(setup), layout=False)
        self.player_list.show(setup)

    def show_games(self) -> None:
        """Show that games played are chosen instead of one to be played."""
        what = "Resume, replay, review, export or delete a game, or see statistics"
        self._show_only("History", what)

    def show_join(self) -> None:
        """Show that a game of others is chosen instead of one to be played here."""
        what = "Play with people at other terminals of this machine, or watch their games"
        self._show_only("Join a game", what)

    def show_puzzles(self) -> None:
        """Show that puzzles are chosen instead of a game."""
        what = (
            "Find the only move that wins or draws; every solution is proved. One a day, hundreds more, "
            "and your own mistakes"
        )
        self._show_only("Puzzles", what)

    def _show_only(self, title: str, what: str) -> None:
        self.add_class("-games")
        self.level.display = False  # it is shown by the same means
        self._show_title(title, what)

    def _show_title(self, title: str, what: str) -> None:
        separator = "\n" if self.has_class("-roomy") or self.has_class("-games") else " · "
        self.title.update(
            Text.assemble((title, self.get_component_rich_style("card--title")), separator, what)
        )

    def fit(self, width: int, most_players: int) -> None:
        """Fit into so many cells, with at most so many lines of players."""
        is_stacked, is_tiny = width < ABREAST, width < TINY
        self.set_class(is_stacked, "-stacked")
        padding = 0 if is_tiny else 1 if is_stacked else PADDING
        for part in self._parts:
            part.styles.padding = (0, 0, 0, padding)
        self.player_list.styles.padding = (0, padding)
        self.theory.styles.padding = (0, 0, 0, padding + (0 if is_tiny else LABEL_WIDTH + 2))
        for stepper in self.steppers:
            is_later = stepper in (self.rows, self.line, self.draws)
            stepper.fit(0 if is_tiny or (is_later and not is_stacked) else LABEL_WIDTH)
        self.player_list.fit(width - 2 * padding)
        self.player_list.styles.max_height = most_players
