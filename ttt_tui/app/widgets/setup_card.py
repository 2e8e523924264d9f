"""The card of a set-up: the rows of `setup_rows`, the players, and the buttons that start."""

from collections.abc import Mapping

from rich.cells import cell_len
from rich.text import Text
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, Vertical
from textual.widget import Widget
from textual.widgets import Static

from ttt_tui.analysis.words import counted, deciding_words, line_words
from ttt_tui.app.widgets.lists import GAMES_PLAYED, JOIN, MORE, PUZZLES, ChoiceList
from ttt_tui.app.widgets.pictures import symbol_text
from ttt_tui.app.widgets.setup_ladder import Ladder
from ttt_tui.app.widgets.setup_rows import LINES, ROWS, SetupView, theory_text
from ttt_tui.app.widgets.setup_start import StartButtons
from ttt_tui.engine import MOST_PLAYERS, Player, Setup, most_players
from ttt_tui.session.presets import default_limit
from ttt_tui.session.wording import FROM_A_POSITION, level_name

LABEL_WIDTH = 11
"""Cells from the beginning of a label to the left arrow."""

ABREAST = 46
"""Cells from which the steppers of a row stand side by side."""

TINY = 26
"""Cells below which labels are not aligned."""

PADDING = 2
"""Cells on either side of a text, where there is room."""

MARGIN = 6
"""Cells of the first of two lines that may stay blank, since words are not divided."""

BORDERS = 2
"""Lines of the card above and below its text."""

WITH_BUTTONS, PARTED, WITH_WORDS, ROOMY = 17, 18, 21, 27
"""Lines of text from which a card beside the list has buttons, a blank line before the match, a ladder with
words below it, and more blank lines."""


ABOUT = {
    PUZZLES: "Find the only move that wins or draws; every solution is proved. One a day, hundreds more, "
    "and your own mistakes",
    GAMES_PLAYED: "Resume, replay, review, export or delete a game, or see statistics",
    JOIN: "Play with people at other terminals of this machine, or watch their games",
}
"""Entry below the games → what it is for."""


class SetupCard(Vertical):
    """Shows a set-up, with a stepper for each of the `ROWS`."""

    DEFAULT_CSS = """
    SetupCard {
        height: auto;
        background: $role-panel;
        color: $muted;
        border-top: block $role-panel;
        border-bottom: block $role-panel;
        & > .row { width: 1fr; padding-left: 2; }
        & > .row:focus-within { background: $raised; }
        & .row > Stepper:focus { background: transparent; }
        & Stepper:focus > .stepper--value, & Stepper:focus > .stepper--arrow {
            background: $role-accent;
            color: $ink;
        }
        &:nocolor > .row:focus-within { background: transparent; } /* its value is marked */
        &:nocolor Stepper:focus > .stepper--arrow { background: transparent; }
        & > #title { margin-bottom: 1; }
        & > .card--title { color: $role-text; text-style: bold; }
        & #theory { color: $faint; height: 1; }
        & #board, & #players, &.-parted > #match { margin-top: 1; }
        & #line-stepper, & #rows-stepper, & #draws { margin-left: 1; }
        & > #buttons { dock: bottom; }
        &.-buttons > #players { margin-bottom: 1; }
        &.-words > #players { margin: 1 0; }
        &.-words > #ladder, &.-words > #buttons { height: 3; }
        &.-roomy > #title { margin-bottom: 2; }
        &.-roomy > #side, &.-roomy > #match { margin-top: 1; }
        &.-roomy > #theory { height: 2; }
        &.-roomy > #buttons { height: 4; }
        &.-stacked > HorizontalGroup { layout: vertical; }
        &.-stacked #line-stepper, &.-stacked #rows-stepper, &.-stacked #draws { margin-left: 0; }
        &.-games > * { display: none; }
        &.-games > #title { display: block; }
    }
    """

    COMPONENT_CLASSES = {"card--title"}

    def __init__(self, setup: Setup) -> None:
        super().__init__(id="card")
        self.player_list = PlayerList(id="players")
        self.title = Static(id="title")
        self.theory = Static(id="theory", markup=False)
        self.ladder = Ladder()
        """The level's place and what it does, where there is room for it."""
        self.buttons = StartButtons()
        self.steppers = {id: row.stepper("", (), "", id=id) for id, row in ROWS.items()}
        """Id of a row → what changes its value."""
        self.view = SetupView(setup)
        """What was shown last."""
        self._heading = "", ""
        self._theory_room = 0
        """Cells for what is unusual about the rules, in all lines."""
        self._parts: list[Widget] = [self.title]
        below: dict[str, Widget] = {"level": self.ladder, "rules": self.theory}
        for id, rows in LINES.items():
            line = [self.steppers[row.id] for row in rows]
            self._parts.append(HorizontalGroup(*line, id=id) if len(line) > 1 else line[0])
            self._parts[-1].add_class("row")
            self._parts += [part for row, part in below.items() if row == id]
        self._parts += [self.player_list, self.buttons]

    def compose(self) -> ComposeResult:
        yield from self._parts

    def show(self, title: str, view: SetupView) -> None:
        """Show a set-up under its title."""
        self.remove_class("-games")
        geometry = view.setup.geometry
        deciding = deciding_words(geometry) if geometry.rules.only_board else line_words(geometry)
        what = deciding if view.setup.start is None else FROM_A_POSITION  # a row has the line length
        self._heading = title, f"{geometry}, {what}"
        self._show_heading()
        self.view = view._replace(is_narrow=self.view.is_narrow)
        self._show_rows()
        self.player_list.show(view.setup)

    def _show_rows(self) -> None:
        view = self.view
        for id, stepper in self.steppers.items():
            shown = ROWS[id].show(view)
            stepper.label, stepper.display = shown.label, shown.is_shown
            stepper.offer(shown.choices, shown.value, shown.note)
        self.ladder.display = not view.is_narrow and self.steppers["level"].display
        self.ladder.show(view)
        self.theory.update(theory_text(view.setup, self._theory_room), layout=False)

    def keys(self, focused: Widget) -> Mapping[str, str]:
        """Return the bindings that the focused row names, with their descriptions."""
        if focused is self.player_list:
            return self.player_list.keys
        return ROWS[str(focused.id)].keys

    def about(self, focused: Widget) -> str:
        """Return what the focused row's value means, if the card has no room for it."""
        row = ROWS.get(str(focused.id))
        shown = {"level": self.has_class("-words"), "rules": self.has_class("-roomy")}
        return "" if row is None or shown.get(row.id, False) else row.about(self.view)

    def show_entry(self, entry: int) -> None:
        """Show what an entry below the games is for."""
        self.add_class("-games")
        for widget in (*self.steppers.values(), self.ladder):  # they are shown by the same means
            widget.display = False
        self._heading = MORE[entry][1], ABOUT[entry]
        self._show_heading()

    def _show_heading(self) -> None:
        title, what = self._heading
        separator = "\n" if self.has_class("-roomy") or self.has_class("-games") else " · "
        self.title.update(
            Text.assemble((title, self.get_component_rich_style("card--title")), separator, what)
        )

    def fit(self, width: int, lines: int | None) -> None:
        """Fit into `width` cells with `lines` lines of text, None for as many as needed below the list."""
        is_stacked, is_tiny = width < ABREAST, width < TINY
        self.set_class(is_stacked, "-stacked")
        for name, least in (
            ("-buttons", WITH_BUTTONS), ("-parted", PARTED), ("-words", WITH_WORDS), ("-roomy", ROOMY)
        ):  # fmt: skip
            self.set_class(lines is not None and lines >= least, name)
        if self._heading[0]:  # something has been shown
            self._show_heading()
        padding = 0 if is_tiny else 1 if is_stacked else PADDING
        for part in self._parts:
            has_room = not isinstance(part, HorizontalGroup)  # the last value may end at the edge
            part.styles.padding = (0, padding if has_room else 0, 0, padding)
        self.buttons.display = self.has_buttons
        indent = padding + (0 if is_tiny else LABEL_WIDTH + 2)
        self.theory.styles.padding = self.ladder.styles.padding = (0, padding, 0, indent)
        theory_lines = 2 if self.has_class("-roomy") else 1
        room = theory_lines * (width - indent - padding) - MARGIN * (theory_lines - 1)
        if (is_stacked, room) != (self.view.is_narrow, self._theory_room):
            self.view, self._theory_room = self.view._replace(is_narrow=is_stacked), room
            if self.is_attached and not self.has_class("-games"):
                self._show_rows()
        for rows in LINES.values():
            for place, row in enumerate(rows):
                is_aligned = not is_tiny and (place == 0 or is_stacked)
                self.steppers[row.id].fit(LABEL_WIDTH if is_aligned else 0)
        self.player_list.styles.padding = 0
        self.player_list.fit(width - 2 * padding, padding)
        self.styles.height = "auto" if lines is None else lines + BORDERS
        self.player_list.styles.height = "auto" if lines is None else "1fr"

    @property
    def has_buttons(self) -> bool:
        """Whether the card names the keys that start and resume a game."""
        return self.has_class("-buttons")


# --- the players -------------------------------------------------------------------------------------------

SEPARATOR = " · "
"""The separator of a computer's properties, the most important first."""

INDENT = 13
"""Cells before a player if the label is beside the players."""

SYMBOL = 3
"""Cells of a symbol with the blanks after it."""

SIGN = 2
"""Cells of the sign that the list continues, with a blank before it."""


class PlayerList(ChoiceList):
    """Shows the players, and a line that adds one; one of them is selected."""

    COMPONENT_CLASSES = {"players--label", "players--name", "players--level", "players--add"}
    DEFAULT_CSS = """
    PlayerList {
        height: auto;
        & > .players--label { color: $muted; }
        & > .players--name { color: $role-text; text-style: bold; }
        & > .players--level { color: $muted; }
        & > .players--add { color: $faint; }
        &:focus > .players--label { color: $role-text; }
    }
    """

    SHOWS_CHOICE = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.players: tuple[Player, ...] = ()
        self._most = MOST_PLAYERS
        self._is_stacked = False
        self._width = self._margin = 0

    def show(self, setup: Setup) -> None:
        """Show the players of a set-up; the selected seat stays if it exists."""
        self.players = setup.players
        self._most = most_players(setup.geometry)
        self._arrange()
        self.highlighted = min(self.highlighted, len(self.players) - 1)
        self.refresh()

    def fit(self, width: int, margin: int) -> None:
        """Fit into `width` cells between margins, with the label above the players if needed."""
        if (width, margin) != (self._width, self._margin):
            self._width, self._margin = width, margin
            self._arrange()

    def _arrange(self) -> None:
        count = len(self.players)
        needed = (
            INDENT + SYMBOL + cell_len(player.name) + 2 + cell_len(level_text(player, count))
            for player in self.players
        )
        self._is_stacked = max(needed, default=INDENT) > self._width
        entries = range(count + (count < MOST_PLAYERS and count != self._most))  # too many are counted there
        self.list_entries([None, *entries] if self._is_stacked else [*entries])

    def draw(self, line: int, width: int) -> Text:
        width -= self._margin + max(self._margin, SIGN if self.scrolls else 0)
        return Text(" " * self._margin).append_text(self._line(line, width))

    def _line(self, line: int, width: int) -> Text:
        style = self.get_component_rich_style
        entry = self._entries[line]
        label = "Players" if line == 0 else ""
        if entry is None:
            return Text().append(label, style("players--label"))
        indent = 0 if self._is_stacked else INDENT
        text = Text().append(label.ljust(indent)[:indent], style("players--label"))
        if entry == len(self.players):
            kind = style("players--add")
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

    @property
    def keys(self) -> Mapping[str, str]:
        """The bindings for a player, or for the line that adds one, with their descriptions."""
        if self.adds:
            return {"setup.add": "add a player", "setup.lot": "random symbols"}
        return {
            "setup.edit": "edit", "setup.add": "add", "setup.remove": "remove", "setup.earlier": "reorder",
            "setup.lot": "random symbols",
        }  # fmt: skip


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
        parts.append(counted(limit.nodes, "position") if limit.nodes > 1 else "no lookahead")
    return SEPARATOR.join(parts)
