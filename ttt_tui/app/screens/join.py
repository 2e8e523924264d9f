"""The games that are hosted on this machine, one of which is joined or watched."""

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.widgets.name_list import NameList
from ttt_tui.session.listing import fitting
from ttt_tui.session.remote import meeting
from ttt_tui.session.remote.looking import Found, look_around
from ttt_tui.session.wording import sentence

LOOKING_SECONDS = 5.0
"""Between two looks who hosts. Hosts count them, and whoever shares a login is counted as one."""

INDENT = "  "
"""Before what is told of a game, below who hosts it."""

JOIN = Binding("enter", "join", "join", key_display="↵", id="join.join")
WATCH = Binding("w", "watch", "look on", id="join.watch")
LEAVE = Binding("escape,q", "leave", "back", key_display="Esc", id="join.leave")

NOBODY = "Nobody hosts a game on this machine. To host one, give a player's seat away: e, and Plays: open."


class JoinScreen(Dialog[tuple[str, bool] | None]):
    """Is dismissed with who hosts the game that was chosen and whether it is only watched, or with None."""

    WIDTH = 60
    AUTO_FOCUS = "NameList"
    BINDINGS = [JOIN, WATCH, LEAVE]

    def __init__(self) -> None:
        super().__init__("Join a game")
        self.found: list[Found] | None = None
        """The games, None until they are known."""

    def compose_body(self) -> ComposeResult:
        """Give the names, and what there is instead."""
        yield Static("Looking", markup=False, id="instead")
        yield NameList(markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        """Return what can be done with a game."""
        return AnswerButton(JOIN, is_default=True), AnswerButton(WATCH), AnswerButton(LEAVE)

    def on_mount(self) -> None:
        """Look who hosts, now and then again."""
        self._look()
        self.set_interval(LOOKING_SECONDS, self._look)

    def _look(self) -> None:
        """Ask every host whether they are there: one that hangs keeps nobody but this thread waiting."""
        if not any(worker.is_running for worker in self.workers if worker.node is self):
            self.run_worker(look_around, thread=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The hosts are known: show them."""
        event.stop()
        if event.state is WorkerState.SUCCESS:
            self.show(event.worker.result or [])
        elif event.state is WorkerState.ERROR:
            self.show([])

    def show(self, found: list[Found]) -> None:
        """Show who hosts what."""
        if found == self.found:
            return
        names, chosen = self.query_one(NameList), self._chosen
        self.found = found
        names.clear_options()
        names.add_options(Option(self._told(one), disabled=bool(one.why_not)) for one in found)
        hosts = [one.host for one in found if not one.why_not]
        if hosts:
            host = chosen if chosen in hosts else hosts[0]
            names.highlighted = next(number for number, one in enumerate(found) if one.host == host)
        instead = self.query_one("#instead", Static)
        instead.display, names.display = not found, bool(found)
        instead.update(meeting.refusal() or NOBODY)
        super().fit()

    def fit(self) -> None:
        """Tell as much of each game in a line as there is room for."""
        super().fit()
        names = self.query_one(NameList)
        for number, one in enumerate(self.found or ()):
            names.replace_option_prompt_at_index(number, self._told(one))

    def _told(self, found: Found) -> Text:
        """Return what is told of a game: who hosts it, and below what, the free seats, and who is here."""
        room = self.inner_width - 1 - len(INDENT)  # one is the scrollbar's
        text = Text(found.host, "bold")
        below = [f"{found.game} · {found.seats}"]
        if cell_len(below[0]) > room:
            below = [found.game, found.seats]
        below.append(fitting(found.people, len(found.here), room))
        for line in wrap(sentence(found.refusal), room) if found.why_not else below:
            text.append(f"\n{INDENT}{line}", "not bold")
        return text

    @property
    def _chosen(self) -> str:
        """Who hosts the game that is chosen, nothing if none is."""
        at, found = self.query_one(NameList).highlighted, self.found or []
        return found[at].host if at is not None and at < len(found) else ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click joins a game."""
        event.stop()
        self.action_join()

    def action_join(self) -> None:
        """Join the game that is chosen."""
        if self._chosen:
            self.dismiss((self._chosen, False))

    def action_watch(self) -> None:
        """Look on in the game that is chosen."""
        if self._chosen:
            self.dismiss((self._chosen, True))

    def action_leave(self) -> None:
        """Join none."""
        self.dismiss(None)
