"""A match that waits for players at other terminals: who has joined, and how the others can join."""

import socket
from collections.abc import Sequence
from functools import partial

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.play.multiplayer import listen
from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.widgets.lines import LineStyles, TextStyle
from ttt_tui.app.widgets.pictures import symbol_text
from ttt_tui.engine import Player
from ttt_tui.multiplayer.session import MultiplayerSession
from ttt_tui.session import wording
from ttt_tui.session.layout import fitting, watching

LEAVE = Binding("escape,q", "leave", "leave", key_display="Esc", id="waiting.leave")

SYMBOL = 4
"""Cells of a player's symbol, with blanks."""


class WaitingScreen(Dialog[bool]):
    """Waits until the match can begin. It is dismissed with whether the match can begin: Esc cancels."""

    WIDTH = 60
    AUTO_FOCUS = ""  # the Enter that began it, pressed twice, does not end it
    BINDINGS = [LEAVE]

    def __init__(self, shared_match: MultiplayerSession) -> None:
        super().__init__(
            "Waiting for players" if shared_match.is_host else f"Joining {shared_match.host}'s game"
        )
        self.shared_match = shared_match
        self.news = ""
        """The latest event."""

    def compose_body(self) -> ComposeResult:
        yield Static(id="how", markup=False)
        yield Static(id="players", markup=False)
        yield Static(id="news", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return (AnswerButton(LEAVE, "cancel" if self.shared_match.is_host else "leave", is_default=True),)

    def on_mount(self) -> None:
        self.show()
        listen(self, self.shared_match)

    def on_remote_update(self) -> None:
        """Show who came or went; close when the match can begin."""
        self.shared_match.receive()
        if said := self.shared_match.take_notices():
            self.news = said[-1]
        if self.shared_match.end_reason is not None:
            self.news = wording.connection_end_text(self.shared_match.host_name, self.shared_match.end_reason)
        self.show()
        if self.shared_match.end_reason is None and self.shared_match.is_ready:
            self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)

    def show_colours(self) -> None:
        self.show()

    def fit(self) -> None:
        super().fit()
        self.show()

    def show(self) -> None:
        """Show how to join, who has joined, and the latest event."""
        blank = "" if self.has_class("-low") or self.has_class("-slim") else "\n"
        how, players, news = (self.query_one(f"#{id}", Static) for id in ("how", "players", "news"))
        if not self.shared_match.is_host and self.shared_match.setup is not None:
            self.query_one(".heading", Static).update(f"{self.shared_match.host_name}'s game")
        watchers = self.shared_match.spectators
        how.display = self.shared_match.is_host
        news.display = self.news not in ("", watching(watchers, len(watchers)))  # which is said above it
        if self.shared_match.is_host:
            how.update(self._commands().append(blank))
        players.update(self._players())
        news.update(f"{blank}{self.news}")

    def _commands(self) -> Text:
        """Return the commands that the others have to type."""
        strong = LineStyles(self.app).style(TextStyle("text", "panel", bold=True))
        command = f"ttt-tui --join {self.shared_match.host}"
        text = Text("To join on this machine:\n").append(f"  {command}\n", strong)
        return text.append("To join from another machine:\n").append(
            f"  ssh -t {socket.gethostname()} {command}", strong
        )

    def _players(self) -> Text:
        """Return the board and the players; empty if they are not known."""
        setup = self.shared_match.setup
        if setup is None:
            return Text()
        self.spell(setup.players)
        lines = [Text(wording.board_title(setup.geometry))]
        lines += [self._line(seat, player) for seat, player in enumerate(setup.players)]
        watchers = self.shared_match.spectators
        if watchers:
            spectators = partial(watching, watchers)
            lines.append(Text(fitting(spectators, len(watchers), self.inner_width - 1)))
        return Text("\n").join(lines)

    def _line(self, seat: int, player: Player) -> Text:
        """Return the line of a player, with whether they have joined."""
        style = LineStyles(self.app).style
        is_away = seat in self.shared_match.away
        where = "waiting" if is_away else "computer" if player.is_computer else "joined"
        text = Text().append_text(symbol_text(player, self.app.current_theme))
        text.append(" " * (SYMBOL - text.cell_len))
        text.append(player.name, style(TextStyle("muted" if is_away else "text", "panel")))
        room = self.inner_width - 1 - cell_len(where)  # one is the scrollbar's
        text.truncate(room - 1, overflow="ellipsis")
        text.append(" " * (room - text.cell_len))
        return text.append(where, style(TextStyle("accent" if is_away else "muted", "panel", bold=is_away)))
