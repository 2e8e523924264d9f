"""The card of a set-up: rows that each change one value, and the players.

`setup_rows` has the choices of the rows.
"""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, Vertical
from textual.widgets import Static

from ttt_tui.analysis.words import deciding_words, line_words
from ttt_tui.app.widgets.inputs import BoardStepper, Stepper
from ttt_tui.app.widgets.lists import ChoiceList
from ttt_tui.app.widgets.pictures import symbol_text
from ttt_tui.app.widgets.setup_rows import (
    BY_LOT,
    DRAWS,
    NO_END,
    NO_OPPONENT,
    POINTS,
    SIDES,
    Opponent,
    chosen_level,
    first_mover_choices,
    first_mover_note,
    level_choices,
    level_note,
    line_choices,
    symbol_choice,
    theory_text,
)
from ttt_tui.engine import MOST_PLAYERS, Geometry, Player, Setup, most_players
from ttt_tui.engine.rules import USUAL
from ttt_tui.session.presets import MEDIUM, default_limit, fair_times, new_player
from ttt_tui.session.rule_choices import fitting_rules
from ttt_tui.session.strength import MATCHED
from ttt_tui.session.wording import level_name, plural

LABEL_WIDTH = 11
"""Cells from the beginning of a label to the left arrow."""

ABREAST = 46
"""Cells from which the steppers of a row stand side by side."""

TINY = 26
"""Cells below which labels are not aligned."""

PADDING = 3
"""Cells on the left of a row, where there is room."""

MARGIN = 6
"""Cells of the first of two lines that may stay blank, since words are not divided."""


class SetupCard(Vertical):
    """Shows a set-up with a stepper for each value; `setup_rows.with_stepper` knows their ids."""

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
        & #expected { color: $faint; height: 1; display: none; }
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
        self.expected = Static(id="expected", markup=False)
        """What the user can expect of the opponent, where the rows have room for it."""
        self.level = Stepper(
            "Level", level_choices(setup, ()), chosen_level(setup), id="level", classes="row"
        )
        self.side = Stepper("You play", [(BY_LOT, "random")], BY_LOT, id="side", classes="row")
        self.first = Stepper("First move", first_mover_choices(setup), rules.first, id="first", classes="row")
        self.columns = BoardStepper("Board", SIDES, geometry.columns, id="columns-stepper")
        self.rows = BoardStepper("×", SIDES, geometry.rows, id="rows-stepper")
        self.line = BoardStepper(
            "",
            line_choices(geometry),
            geometry.line_length,
            id="line-stepper",
            note="in a row",
            classes="-later",
        )
        self.rules = Stepper("Rules", [(USUAL, "usual")], USUAL, id="rules", classes="row")
        self.points = Stepper("Match", POINTS, rules.points or NO_END, id="points")
        self.draws = Stepper("", DRAWS, rules.draws or NO_END, id="draws")
        board = HorizontalGroup(self.columns, self.rows, self.line, id="board", classes="row")
        match = HorizontalGroup(self.points, self.draws, id="match", classes="row")
        self._setup = setup
        self._opponent = Opponent()
        self._engine_levels: Sequence[str] = ()
        self._is_narrow = False
        self._theory_room = 0
        """Cells for what is unusual about the rules, in all lines."""
        self._parts = (
            *(
                self.title,
                self.level,
                self.expected,
                self.side,
                self.first,
                board,
                self.rules,
                self.theory,
                match,
            ),
            self.player_list,
        )

    def compose(self) -> ComposeResult:
        yield from self._parts

    @property
    def steppers(self) -> Iterator[Stepper]:
        yield from (self.level, self.side, self.first)
        yield from (self.columns, self.rows, self.line)
        yield from (self.rules, self.points, self.draws)

    def show(
        self,
        title: str,
        setup: Setup,
        engine_levels: Sequence[str] = (),
        opponent: Opponent = NO_OPPONENT,
    ) -> None:
        """Show a set-up under its title; `engine_levels` are the levels of known engines."""
        self.remove_class("-games")
        geometry, rules = setup.geometry, setup.rules
        deciding = line_words(geometry) if geometry.block_side is None else deciding_words(geometry)
        self._show_title(title, f"{geometry}, {deciding}")
        self._engine_levels, self._opponent = engine_levels, opponent
        self._show_level(setup)
        side = symbol_choice(setup)
        self.side.label = side.label
        self.side.offer(side.choices, side.value, side.note)
        self.first.offer(first_mover_choices(setup), rules.first, first_mover_note(setup))
        self._show_board(geometry)
        self.points.offer(POINTS, rules.points or NO_END)
        self.draws.offer(DRAWS, rules.draws or NO_END)
        choices = [(choice.rules, choice.title) for choice in fitting_rules(setup)]
        self.rules.offer(choices, geometry.rules)
        self._show_theory(setup)
        self.player_list.show(setup)

    def _show_board(self, geometry: Geometry) -> None:
        """Show the numbers of the board, or the only possible board."""
        is_fixed = geometry.block_side is not None
        self.rows.display = self.line.display = not is_fixed
        if is_fixed:
            self.columns.fix(geometry.columns, str(geometry), "nine small boards")
            return
        self.columns.offer(SIDES, geometry.columns, "")
        self.rows.offer(SIDES, geometry.rows)
        self.line.offer(line_choices(geometry), geometry.line_length)

    def _show_level(self, setup: Setup) -> None:
        opponent = self._opponent
        self.level.display = any(player.is_computer for player in setup.players)
        choices = level_choices(setup, self._engine_levels, opponent.suggested, is_narrow=self._is_narrow)
        self.level.offer(choices, MATCHED if opponent.is_matched else chosen_level(setup), level_note(setup))
        self.expected.display = bool(opponent.expectation) and not self._is_narrow
        self.expected.update(opponent.expectation, layout=False)

    def _show_theory(self, setup: Setup) -> None:
        self._setup = setup
        self.theory.update(theory_text(setup, self._theory_room), layout=False)

    def show_games(self) -> None:
        what = "Resume, replay, review, export or delete a game, or see statistics"
        self._show_only("History", what)

    def show_join(self) -> None:
        what = "Play with people at other terminals of this machine, or watch their games"
        self._show_only("Join a game", what)

    def show_puzzles(self) -> None:
        what = (
            "Find the only move that wins or draws; every solution is proved. One a day, hundreds more, "
            "and your own mistakes"
        )
        self._show_only("Puzzles", what)

    def _show_only(self, title: str, what: str) -> None:
        self.add_class("-games")
        self.level.display = self.expected.display = False  # they are shown by the same means
        self._show_title(title, what)

    def _show_title(self, title: str, what: str) -> None:
        separator = "\n" if self.has_class("-roomy") or self.has_class("-games") else " · "
        self.title.update(
            Text.assemble((title, self.get_component_rich_style("card--title")), separator, what)
        )

    def fit(self, width: int, most_players: int) -> None:
        """Fit into `width` cells, with at most `most_players` lines of players."""
        is_stacked, is_tiny = width < ABREAST, width < TINY
        self.set_class(is_stacked, "-stacked")
        padding = 0 if is_tiny else 1 if is_stacked else PADDING
        for part in self._parts:
            part.styles.padding = (0, 0, 0, padding)
        self.player_list.styles.padding = (0, padding)
        indent = padding + (0 if is_tiny else LABEL_WIDTH + 2)
        self.theory.styles.padding = self.expected.styles.padding = (0, 0, 0, indent)
        if is_stacked != self._is_narrow:
            self._is_narrow = is_stacked
            if self.level.display:
                self._show_level(self._setup)
        room = width - indent if not self.has_class("-roomy") else 2 * (width - indent - MARGIN)
        if room != self._theory_room:
            self._theory_room = room
            self._show_theory(self._setup)
        for stepper in self.steppers:
            is_later = stepper in (self.rows, self.line, self.draws)
            stepper.fit(0 if is_tiny or (is_later and not is_stacked) else LABEL_WIDTH)
        self.player_list.fit(width - 2 * padding)
        self.player_list.styles.max_height = most_players


# --- the players -------------------------------------------------------------------------------------------

SEPARATOR = " · "
"""The separator of a computer's properties, the most important first."""

Players = tuple[Player, ...]

INDENT = 13
"""Cells before a player if the label is beside the players."""

SYMBOL = 3
"""Cells of a symbol with the blanks after it."""

SIGN = 2
"""Cells of the sign that the list continues, with a blank before it."""


class PlayerList(ChoiceList):
    """Shows the players and selects one; returns the players after a change, which its owner applies."""

    COMPONENT_CLASSES = {
        "players--label", "players--name", "players--level", "players--add", "players--marked",
    }  # fmt: skip
    DEFAULT_CSS = """
    PlayerList {
        height: auto;
        & > .players--label { color: $muted; }
        & > .players--name { color: $role-text; text-style: bold; }
        & > .players--level { color: $muted; }
        & > .players--add { color: $faint; }
        & > .players--marked { background: $raised; }
        &:focus > .players--label { color: $role-text; }
    }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.players: Players = ()
        self._most = MOST_PLAYERS
        self._is_stacked = False
        self._width = 0

    def show(self, setup: Setup) -> None:
        """Show the players of a set-up; the selected seat stays if it exists."""
        self.players = setup.players
        self._most = most_players(setup.geometry)
        self._arrange()
        self.highlighted = min(self.highlighted, len(self.players) - 1)
        self.refresh()

    def fit(self, width: int) -> None:
        """Fit into `width` cells, with the label above the players if needed."""
        if width != self._width:
            self._width = width
            self._arrange()

    def _arrange(self) -> None:
        count = len(self.players)
        needed = (
            INDENT + SYMBOL + cell_len(player.name) + 2 + cell_len(level_text(player, count))
            for player in self.players
        )
        self._is_stacked = max(needed, default=INDENT) > self._width
        entries = range(count + (count < MOST_PLAYERS))
        self.list_entries([None, *entries] if self._is_stacked else [*entries])

    def draw(self, line: int, width: int) -> Text:
        whole = width
        width -= SIGN if self.scrolls else 0
        style = self.get_component_rich_style
        entry = self._entries[line]
        label = "Players" if line == 0 else ""
        if entry is None:
            return Text().append(label, style("players--label"))
        indent = 0 if self._is_stacked else INDENT
        text = Text().append(label.ljust(indent)[:indent], style("players--label"))
        if entry == len(self.players):
            is_marked = entry == self.highlighted and self.has_focus
            kind = style("players--level" if is_marked else "players--add")
            text.append("+  add a player", kind)
            most = f"{self._most} at most"
            longer = f"{len(self.players)} players, {most}"
            if (room := width - text.cell_len - 2) >= len(most):
                count = longer if room >= len(longer) else most
                text.append(" " * (width - text.cell_len - len(count)) + count, kind)
        else:
            player = self.players[entry]
            text.append_text(symbol_text(player, self.app.current_theme))
            text.append(" " * (SYMBOL - cell_len(player.symbol)))
            level = level_text(player, len(self.players))
            room = width - text.cell_len - 1
            while cell_len(player.name) + 1 + cell_len(level) > room and SEPARATOR in level:
                level = level.rpartition(SEPARATOR)[0]
            name = Text(player.name, style("players--name"))
            name.truncate(max(room - 1 - cell_len(level), room // 2), overflow="ellipsis")
            text.append_text(name)
            blanks = " " * max(1, width - text.cell_len - cell_len(level))
            text.append(blanks + level, style("players--level"))
        if entry == self.highlighted and self.has_focus:
            text.pad_right(max(0, whole - text.cell_len))
            text.stylize(Style(bgcolor=style("players--marked").bgcolor))
        return text

    def action_cursor_up(self) -> None:
        """Select the previous player; at the first one, leave the key to the screen."""
        if self.highlighted == 0:
            raise SkipAction
        super().action_cursor_up()

    @property
    def marked(self) -> int:
        """The seat of the selected player; the last one on the line that adds one."""
        return min(self.highlighted, len(self.players) - 1)

    @property
    def adds(self) -> bool:
        """Whether the line that adds a player is selected instead of a player."""
        return self.has_focus and self.highlighted >= len(self.players)

    def added(self) -> Players:
        """Return the players with an additional computer."""
        players = self.players
        return fair_times((*players, new_player(MEDIUM, players, len(players) + 1)), len(players))

    def others(self) -> Players:
        """Return the players without the selected one."""
        return self.players[: self.marked] + self.players[self.marked + 1 :]

    def removed(self) -> Players:
        """Return the players after the selected one is removed."""
        return fair_times(self.others(), len(self.players))

    def swapped(self, seat: int) -> Players:
        """Return the players after the selected one is swapped with another seat."""
        players, marked = list(self.players), self.marked
        players[marked], players[seat] = players[seat], players[marked]
        return tuple(players)

    def edited(self, player: Player) -> Players:
        """Return the players with the selected one replaced."""
        return (*self.players[: self.marked], player, *self.players[self.marked + 1 :])


def level_text(player: Player, players: int) -> str:
    """Return the level of one of `players` players, with unusual limits: `negamax · 0.3 s`."""
    if not player.is_computer or player.limit == default_limit(players):
        return level_name(player)
    limit = player.limit
    parts = [level_name(player)]
    if limit.seconds is not None:
        parts.append(f"{limit.seconds:g} s")
    if limit.depth is not None:
        parts.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        parts.append(plural(limit.nodes, "position") if limit.nodes > 1 else "no lookahead")
    return SEPARATOR.join(parts)
