"""A match that waits for people at other terminals: who is here, and what the others have to type."""

import socket
from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.play.news import listen
from ttt_tui.app.screens.dialog import Answer, Dialog
from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets.lines import Inks, Look
from ttt_tui.app.widgets.stone_text import symbol_text
from ttt_tui.engine import Player
from ttt_tui.session import wording
from ttt_tui.session.remote.company import Company, why_ended

LEAVE = Binding("escape,q", "leave", "leave", key_display="Esc", id="waiting.leave")

SYMBOL = 4
"""Cells that a player's symbol takes, with blanks."""


class WaitingScreen(Dialog[bool]):
    """Waits until the match can begin. It is dismissed with whether it can: Esc waits no longer."""

    WIDTH = 60
    BINDINGS = [LEAVE]

    def __init__(self, company: Company) -> None:
        super().__init__("Waiting for players" if company.is_host else f"Joining {company.host}'s game")
        self.company = company
        self.news = ""
        """What happened last."""

    def compose_body(self) -> ComposeResult:
        """Give what is played, who is here, how to join, and what happened last."""
        yield Static(id="players", markup=False)
        yield Static(id="how", markup=False)
        yield Static(id="news", markup=False)

    def compose_answers(self) -> Sequence[Answer]:
        """Return the one answer."""
        return (Answer(LEAVE, "wait no longer" if self.company.is_host else "leave", is_default=True),)

    def on_mount(self) -> None:
        """Hear who comes."""
        self.show()
        listen(self, self.company)

    def on_news(self) -> None:
        """Somebody came or went, or the match can begin, or there is none."""
        self.company.hear()
        if said := self.company.take_said():
            self.news = said[-1]
        if self.company.ended is not None:
            self.news = why_ended(self.company)
        self.show()
        if self.company.ended is None and self.company.is_ready:
            self.dismiss(True)

    def action_leave(self) -> None:
        """Wait no longer."""
        self.dismiss(False)

    def show_colours(self) -> None:
        """Show the players in the colours of this theme."""
        self.show()

    def fit(self) -> None:
        """Show as much as there is room for."""
        super().fit()
        self.show()

    def show(self) -> None:
        """Show who is here, and how the others come."""
        setup, style = self.company.setup, Inks(self.app).style
        players = Text()
        if setup is not None:
            self.spell(setup.players)
            players.append(wording.board_title(setup.geometry) + "\n", style(Look("muted", "panel")))
            for seat, player in enumerate(setup.players):
                players.append("\n").append_text(self._line(seat, player))
        self.query_one("#players", Static).update(players)
        how = self.query_one("#how", Static)
        how.display = self.company.is_host
        if self.company.is_host:
            strong = style(Look("text", "panel", bold=True))
            command = f"ttt-tui --join {self.company.host}"
            far = f"ssh -t {socket.gethostname()} {command}"
            how.update(
                Text("\nOn this machine others type\n")
                .append(f"  {command}\n", strong)
                .append("and on other machines\n")
                .append(f"  {far}", strong)
            )
        news = self.query_one("#news", Static)
        news.display = bool(self.news)
        news.update(f"\n{self.news}")

    def _line(self, seat: int, player: Player) -> Text:
        """Return a player, and where they are."""
        is_away = seat in self.company.away
        where = "the seat is open" if is_away else "computer" if player.is_computer else "here"
        theme = self.app.current_theme
        text = symbol_text(player, theme)
        text.pad_right(SYMBOL - text.cell_len)
        text.append(player.name, "" if is_away else player_colour(theme, player.colour))
        room = self.inner_width - cell_len(where) - 1
        text.truncate(room, overflow="ellipsis")
        text.append(" " * max(1, self.inner_width - text.cell_len - cell_len(where)) + where)
        return text
