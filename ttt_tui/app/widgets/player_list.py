"""The players of a set-up in turn order, one of them marked, to be removed, changed or moved."""

from random import Random

from rich.cells import cell_len
from rich.text import Text
from textual.theme import Theme

from ttt_tui.app.widgets.choice_list import ChoiceList
from ttt_tui.app.widgets.scoreboard import symbol_text
from ttt_tui.computer import LEVELS
from ttt_tui.engine import HUMAN, MOST_PLAYERS, Player, Setup, most_players
from ttt_tui.session.presets import fair_times, new_player

Players = tuple[Player, ...]


class PlayerList(ChoiceList):
    """Shows the players and marks one; gives what they would be after a change, which its owner makes."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.border_title = "Players"
        self.players: Players = ()
        """The players that are shown."""

    def show(self, setup: Setup) -> None:
        """Show the players of this set-up; the mark stays where it was, as far as somebody is there."""
        marked = self.highlighted or 0
        self.players = setup.players
        count, theme = len(setup.players), self.app.current_theme
        options = [player_line(player, theme) for player in setup.players]
        if count < MOST_PLAYERS:
            options.append(Text("+ add", "dim"))
        self.border_subtitle = f"{count} of {most_players(setup.geometry)}"
        self.set_options(options)
        self.highlighted = min(marked, count - 1)

    @property
    def marked(self) -> int:
        """The seat of the marked player."""
        return min(self.highlighted or 0, len(self.players) - 1)

    def added(self, names: Random) -> Players:
        """Return the players with a computer more; its level can be changed."""
        players = self.players
        return fair_times((*players, new_player("expert", players, len(players) + 1, names)), len(players))

    def others(self) -> Players:
        """Return the players without the marked one."""
        return self.players[: self.marked] + self.players[self.marked + 1 :]

    def removed(self) -> Players:
        """Return the players after the marked one has gone."""
        return fair_times(self.others(), len(self.players))

    def swapped(self, seat: int) -> Players:
        """Return the players after the marked one has changed places with the one in another seat."""
        players, marked = list(self.players), self.marked
        players[marked], players[seat] = players[seat], players[marked]
        return tuple(players)

    def edited(self, player: Player) -> Players:
        """Return the players with this one in the marked one's place."""
        return (*self.players[: self.marked], player, *self.players[self.marked + 1 :])


def player_line(player: Player, theme: Theme) -> Text:
    """Return one line of the list of players."""
    line = Text(no_wrap=True) + symbol_text(player, theme)
    line.append(" " * (3 - cell_len(player.symbol)))
    line.append(player.name + " " * (17 - cell_len(player.name)))
    line.append(f" {level_text(player)}")
    return line


def level_text(player: Player) -> str:
    """Return who moves for a player and what it may use, as `negamax · 0.5 s`."""
    if player.level == HUMAN or not LEVELS[player.level].looks_ahead:
        return player.level
    limit = player.limit
    parts = [player.level]
    if limit.seconds is not None:
        parts.append(f"{limit.seconds:g} s")
    if limit.depth is not None:
        parts.append(f"depth {limit.depth}")
    return " · ".join(parts)
