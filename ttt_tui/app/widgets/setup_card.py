"""The card of a set-up: the rows of `setup_rows`, and the players; and the line of keys below it."""

from collections.abc import Callable, Mapping, Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup, Vertical
from textual.widget import Widget
from textual.widgets import Static

from ttt_tui.analysis.words import counted, deciding_words, line_words
from ttt_tui.app.look.room import NARROW
from ttt_tui.app.widgets.lists import GAMES_PLAYED, JOIN, MORE, PUZZLES, ChoiceList
from ttt_tui.app.widgets.pictures import symbol_text
from ttt_tui.app.widgets.setup_rows import AROUND, LINES, ROWS, SetupView, theory_text
from ttt_tui.engine import MOST_PLAYERS, Player, Setup, most_players
from ttt_tui.session import wording
from ttt_tui.session.presets import default_limit
from ttt_tui.session.wording import level_name

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
        & #line-stepper { margin-left: 2; }
        & #rows-stepper, & #draws { margin-left: 1; }
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
        self.theory = Static(id="theory")
        self.expected = Static(id="expected", markup=False)
        """What the user can expect of the opponent, where the rows have room for it."""
        self.steppers = {id: row.stepper("", (), "", id=id) for id, row in ROWS.items()}
        """Id of a row → what changes its value."""
        self.view = SetupView(setup)
        """What was shown last."""
        self._heading = "", ""
        self._theory_room = 0
        """Cells for what is unusual about the rules, in all lines."""
        self._parts: list[Widget] = [self.title]
        for id, rows in LINES.items():
            line = [self.steppers[row.id] for row in rows]
            self._parts.append(HorizontalGroup(*line, id=id) if len(line) > 1 else line[0])
            self._parts[-1].add_class("row")
            self._parts += {"level": [self.expected], "rules": [self.theory]}.get(id, [])
        self._parts.append(self.player_list)

    def compose(self) -> ComposeResult:
        yield from self._parts

    def show(self, title: str, view: SetupView) -> None:
        """Show a set-up under its title."""
        self.remove_class("-games")
        geometry = view.setup.geometry
        deciding = deciding_words(geometry) if geometry.rules.only_board else line_words(geometry)
        self._heading = title, f"{geometry}, {deciding}"
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
        self.expected.display = bool(view.expectation) and not view.is_narrow
        self.expected.update(view.expectation, layout=False)
        self.theory.update(theory_text(view.setup, self._theory_room), layout=False)

    def keys(self, focused: Widget) -> Mapping[str, str]:
        """Return the keys of the focused row with their descriptions."""
        if focused is self.player_list:
            return self.player_list.keys
        return ROWS[str(focused.id)].keys(self.view, self.app.size.width)

    def show_entry(self, entry: int) -> None:
        """Show what an entry below the games is for."""
        self.add_class("-games")
        for widget in (*self.steppers.values(), self.expected):  # they are shown by the same means
            widget.display = False
        self._heading = MORE[entry][1], ABOUT[entry]
        self._show_heading()

    def _show_heading(self) -> None:
        title, what = self._heading
        separator = "\n" if self.has_class("-roomy") or self.has_class("-games") else " · "
        self.title.update(
            Text.assemble((title, self.get_component_rich_style("card--title")), separator, what)
        )

    def fit(self, width: int, most_players: int) -> None:
        """Fit into `width` cells, with at most `most_players` lines of players."""
        is_stacked, is_tiny = width < ABREAST, width < TINY
        self.set_class(is_stacked, "-stacked")
        if self._heading[0]:  # something has been shown
            self._show_heading()
        padding = 0 if is_tiny else 1 if is_stacked else PADDING
        for part in self._parts:
            part.styles.padding = (0, 0, 0, padding)
        self.player_list.styles.padding = (0, padding)
        indent = padding + (0 if is_tiny else LABEL_WIDTH + 2)
        self.theory.styles.padding = self.expected.styles.padding = (0, 0, 0, indent)
        room = width - indent if not self.has_class("-roomy") else 2 * (width - indent - MARGIN)
        if (is_stacked, room) != (self.view.is_narrow, self._theory_room):
            self.view, self._theory_room = self.view._replace(is_narrow=is_stacked), room
            if self.is_attached and not self.has_class("-games"):
                self._show_rows()
        for rows in LINES.values():
            for place, row in enumerate(rows):
                is_aligned = not is_tiny and (place == 0 or is_stacked)
                self.steppers[row.id].fit(LABEL_WIDTH if is_aligned else 0)
        self.player_list.fit(width - 2 * padding)
        self.player_list.styles.max_height = most_players


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
        self.players: tuple[Player, ...] = ()
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

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys of a player, or of the line that adds one, with their descriptions."""
        if self.adds:
            return {"a": "add a player", "↑": "select one", "x": "random symbols"}
        return {"e": "edit", "a": "add", "d": "remove", "< >": "reorder", "x": "random symbols"}


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


# --- the line of keys ------------------------------------------------------------------------------------

ENTER = Binding("enter", "start", key_display="↵")

PLAYS, OPENS, JOINS, HOSTS = "play", "open", "join", "host"
"""Effects of Enter: on a game, puzzles or history, the entry for joining, a game with an open seat."""

WAITS = " and wait for players"
"""The addition to `HOSTS` where there is room."""


class SetupStatus(Static):
    """Shows one text at a time, with keys in a colour of their own."""

    COMPONENT_CLASSES = {"setup--key"}
    DEFAULT_CSS = """
    SetupStatus {
        background: $ground;
        color: $muted;
        & > .setup--key { color: $role-accent; text-style: bold; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="status", markup=False)

    def fit(self, *, is_low: bool) -> None:
        """Use two lines, or one if `is_low`; a refusal may take two even then."""
        self.styles.height = "auto"
        self.styles.min_height, self.styles.max_height = 1 if is_low else 2, 2

    def refuse(self, reason: str) -> None:
        self._update(Text(wording.sentence(reason)), is_refusal=True)

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Show keys with their descriptions."""
        width = self.app.size.width
        parts = [Text.assemble((sign, self._key), f" {what}") for sign, what in keys.items()]
        self._update(_in_lines(parts, width - AROUND if width < NARROW else None))

    def show_list(
        self, effect: str, resumable: Callable[[int], str], *, has_details: bool, note: str = ""
    ) -> None:
        """Show the effect of Enter on the chosen entry, and the game that `r` resumes.

        `resumable` returns the text about that game for a number of cells. If it is empty, show how to choose
        another entry and, if the entry has details, how to go to them. A `note` is on a line of its own.
        """
        key, width = self._key, self.app.size.width
        is_roomy = width >= NARROW
        enter = f"{self.app.get_key_display(ENTER)} {effect}"
        room = width - AROUND - cell_len(enter) - 3
        game = resumable(room)
        if effect == HOSTS and (cell_len(game) + len(WAITS) <= room if game else is_roomy):
            enter += WAITS
        text = Text.assemble((enter, key), "   ")
        if game:
            text.append_text(Text.assemble(("r", key), game.removeprefix("r")))
        else:
            text.append_text(Text.assemble(("↑ ↓", key), " choose a game" if is_roomy else " choose"))
            if has_details:
                text.append_text(Text.assemble("   ", ("→", key), " details"))
        self._update(text.append(f"\n{note}") if note else text)

    @property
    def _key(self) -> Style:
        return self.get_component_rich_style("setup--key")

    def _update(self, text: Text, is_refusal: bool = False) -> None:
        self.set_class(is_refusal, "-refusal")
        self.update(text)


def _in_lines(parts: Sequence[Text], room: int | None) -> Text:
    """Return the parts side by side, wrapped between them to `room` cells."""
    text = Text()
    used = 0
    for part in parts:
        if used and room is not None and used + 3 + part.cell_len > room:
            text.append("\n")
            used = 0
        elif used:
            text.append("   ")
            used += 3
        text.append_text(part)
        used += part.cell_len
    return text
