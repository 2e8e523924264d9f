"""The players of a set-up in turn order, one of them selected, to be edited, removed or moved."""

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.actions import SkipAction

from ttt_tui.app.widgets.lists import ChoiceList
from ttt_tui.app.widgets.pictures import symbol_text
from ttt_tui.engine import MOST_PLAYERS, Player, Setup, most_players
from ttt_tui.session.presets import MEDIUM, default_limit, fair_times, new_player
from ttt_tui.session.wording import level_name, plural

SEPARATOR = " · "
"""The separator of a computer's properties, the most important first."""

Players = tuple[Player, ...]

LABEL = "Players"
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
        widest = max((_width(player, len(self.players)) for player in self.players), default=0)
        self._is_stacked = INDENT + widest > self._width
        can_add = len(self.players) < MOST_PLAYERS
        entries = list(range(len(self.players) + can_add))
        self.list_entries([None, *entries] if self._is_stacked else [*entries])

    def draw(self, line: int, width: int) -> Text:
        whole = width
        width -= SIGN if self.scrolls else 0
        style = self.get_component_rich_style
        entry = self._entries[line]
        label = LABEL if line == 0 else ""
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


def _width(player: Player, players: int) -> int:
    """Return the cells of a player with the whole level text."""
    return SYMBOL + cell_len(player.name) + 2 + cell_len(level_text(player, players))
