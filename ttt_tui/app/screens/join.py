"""The dialogs before a shared game: a list of the hosted ones to join or watch, and the wait for players."""

import socket
from collections.abc import Sequence
from functools import partial
from textwrap import wrap

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.strip import Strip
from textual.widgets import Static
from textual.widgets.option_list import Option

from ttt_tui.app.play.game_finder import GameFinder, GamesFound
from ttt_tui.app.play.multiplayer import listen
from ttt_tui.app.screens.dialog import AnswerButton, Dialog, ListDialog
from ttt_tui.app.themes import roles_of
from ttt_tui.app.widgets.game_table import BAR
from ttt_tui.app.widgets.inputs import NameList
from ttt_tui.app.widgets.lines import LineStyles, TextStyle
from ttt_tui.app.widgets.pictures import symbol_text
from ttt_tui.engine import Player
from ttt_tui.multiplayer.discovery import DiscoveredGame, Discovery
from ttt_tui.multiplayer.session import MultiplayerSession, display_name
from ttt_tui.multiplayer.sockets import own_login
from ttt_tui.session import wording
from ttt_tui.session.layout import fitted, fitting, watching
from ttt_tui.session.presets import YOU

DISCOVER_SECONDS = 5.0
"""Seconds between two searches for games. Hosts limit them, and all who share a login count as one."""

INDENT = "  "
"""The indentation of lines about a game."""

AROUND = 2
"""Columns beside an option: a blank, and the scrollbar."""

SYMBOL = 4
"""Cells of a player's symbol, with blanks."""

JOIN = Binding("enter", "take", "join", key_display="↵", id="join.join")
WATCH = Binding("w", "watch", "watch", id="join.watch")
BACK = Binding("escape,q", "leave", "back", key_display="Esc", id="join.leave")
LEAVE = Binding("escape,q", "leave", "leave", key_display="Esc", id="waiting.leave")

NO_GAMES = "No games are hosted on this machine. To host one, press Esc, then H."


class OfferList(NameList):
    """The list of games; a bar stands before all lines of the game at the cursor."""

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        options = [style.meta.get("option") for _, style, _ in strip if style is not None]
        if options[:1] == [None]:  # between two games
            return Strip.blank(strip.cell_length, next(iter(strip)).style)
        if self.highlighted is None or options[:1] != [self.highlighted]:
            return strip
        ground = next(iter(strip)).style or Style()
        bar = Segment(BAR, ground + Style(color=roles_of(self.app.current_theme).accent, bold=False))
        return Strip.join([Strip([bar], 1), strip.crop(1)])


class JoinScreen(ListDialog[tuple[str, bool] | None]):
    """Is dismissed with the host of the chosen game and whether it is only watched, or with None."""

    WIDTH = 60
    BINDINGS = [JOIN, WATCH, BACK]

    def __init__(self) -> None:
        super().__init__("Join a game")
        self.found: list[Discovery] | None = None
        """The games, None until they are known."""
        self._finder = GameFinder(self)

    def compose_body(self) -> ComposeResult:
        """Yield the list of games, and the text in its place."""
        yield Static("Looking for games", markup=False, id="instead")
        yield OfferList(markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        answers = AnswerButton(JOIN, is_default=True), AnswerButton(WATCH), AnswerButton(BACK)
        for answer in answers[:2]:
            answer.display = False  # until there is a game
        return answers

    def on_mount(self) -> None:
        self._finder.start()
        self.set_interval(DISCOVER_SECONDS, self._finder.start)

    def on_games_found(self, event: GamesFound) -> None:
        self.show(event.found, event.problem)

    def show(self, found: list[Discovery], problem: str = "") -> None:
        """Show these games, or why there are none."""
        if found == self.found:
            return
        names, marked = self.names, self._marked
        self.found = found
        instead = self.query_one("#instead", Static)
        instead.display, names.display = not found, bool(found)
        instead.update(problem or NO_GAMES)
        for answer in self.query(AnswerButton):
            answer.display = bool(found) or answer.binding is BACK
        self.fit()
        if found:
            same = [one for one in found if marked is not None and one.host == marked.host]
            possible = [one for one in found if isinstance(one, DiscoveredGame)]
            names.highlighted = found.index([*same, *possible, *found][0])

    def fit(self) -> None:
        """List the games, with blank lines between them where there is room."""
        super().fit()
        names, marked = self.names, self.names.highlighted
        between = [] if self.has_class("-low") else [None]
        entries = [entry for one in self.found or () for entry in (Option(self._lines_of(one)), *between)]
        names.clear_options()
        names.add_options(entries[: len(entries) - len(between)])
        names.highlighted = marked

    def _lines_of(self, found: Discovery) -> Content:
        """Return the host of a game, and below it the board, the free seats and the participants."""
        room = self.inner_width - AROUND - len(INDENT)
        can_join = isinstance(found, DiscoveredGame)
        host = fitted(found.host, room)
        text = Content.assemble(INDENT, (host, "bold $role-text" if can_join else "bold $muted"))
        if isinstance(found, DiscoveredGame):
            below = [f"{found.game} · {found.seats}"]
            if cell_len(below[0]) > room:
                below = [found.game, found.seats]
            below.append(fitting(found.people, len(found.here), room))
        else:
            below = [wording.sentence(str(found))]
        for part in below:
            for line in wrap(part, max(room, 1)):
                text = Content.assemble(text, (f"\n{INDENT}{line}", "$muted"))
        return text

    @property
    def _marked(self) -> Discovery | None:
        """The game at the cursor, None if there is none."""
        at, found = self.names.highlighted, self.found or []
        return found[at] if at is not None and at < len(found) else None

    @property
    def _chosen(self) -> str:
        """The host of the game at the cursor, empty if the game cannot be joined."""
        marked = self._marked
        return marked.host if isinstance(marked, DiscoveredGame) else ""

    def action_take(self) -> None:
        """Join the game at the cursor."""
        if self._chosen:
            self.dismiss((self._chosen, False))

    def action_watch(self) -> None:
        if self._chosen:
            self.dismiss((self._chosen, True))


class WatchScreen(JoinScreen):
    """The list of hosted games in which Enter watches the one at the cursor; `found` are the first games."""

    def __init__(self, found: list[Discovery]) -> None:
        super().__init__()
        self.heading = "Watch a game"
        self._first = found

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(JOIN, "watch", is_default=True), AnswerButton(BACK)

    def on_mount(self) -> None:
        self.show(self._first)

    action_take = JoinScreen.action_watch


class WaitingScreen(Dialog[bool]):
    """Shows who has joined and how others can; returns true once the match can begin, false after Esc."""

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
        self.show_symbols(setup.players)
        lines = [Text(f"{wording.board_title(setup.geometry)}{wording.start_note(setup)}")]
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
        name = player.name
        if player.is_human and name == own_login():  # to the others "You" is somebody else
            name = display_name(YOU, name)
        text.append(name, style(TextStyle("muted" if is_away else "text", "panel")))
        room = self.inner_width - 2 - cell_len(where)  # a blank, and the scrollbar
        text.truncate(room - 1, overflow="ellipsis")
        text.append(" " * (room - text.cell_len))
        return text.append(where, style(TextStyle("accent" if is_away else "muted", "panel", bold=is_away)))
