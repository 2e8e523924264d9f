"""The games that are hosted on this machine, one of which is joined or watched."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.widgets.name_list import NameList
from ttt_tui.session.remote import meeting

LOOKING_SECONDS = 2.0
"""Between two looks who hosts."""

JOIN = Binding("enter", "join", "join", key_display="↵", id="join.join")
WATCH = Binding("w", "watch", "look on", id="join.watch")
LEAVE = Binding("escape,q", "leave", "back", key_display="Esc", id="join.leave")

NOBODY = "Nobody hosts a game on this machine. To host one, give a player's seat away: e, and Plays: open."


class JoinScreen(Dialog[tuple[str, bool] | None]):
    """Is dismissed with who hosts the game that was chosen and whether it is only watched, or with None."""

    WIDTH = 44
    AUTO_FOCUS = "NameList"
    BINDINGS = [JOIN, WATCH, LEAVE]

    def __init__(self) -> None:
        super().__init__("Join a game")
        self.hosts: list[str] | None = None
        """Who hosts one, None until that is known."""

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
            self.run_worker(meeting.hosts, thread=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The hosts are known: show them."""
        event.stop()
        if event.state is WorkerState.SUCCESS:
            self.show(event.worker.result or [])
        elif event.state is WorkerState.ERROR:
            self.show([])

    def show(self, hosts: list[str]) -> None:
        """Show who hosts."""
        if hosts == self.hosts:
            return
        names = self.query_one(NameList)
        chosen = self._chosen
        self.hosts = hosts
        names.clear_options()
        names.add_options(Option(host, id=str(number)) for number, host in enumerate(hosts))
        if hosts:
            names.highlighted = hosts.index(chosen) if chosen in hosts else 0
        instead = self.query_one("#instead", Static)
        instead.display, names.display = not hosts, bool(hosts)
        instead.update(meeting.refusal() or NOBODY)
        self.fit()

    @property
    def _chosen(self) -> str:
        """Who hosts the game that is chosen, nothing if none is."""
        at = self.query_one(NameList).highlighted
        return "" if self.hosts is None or at is None or at >= len(self.hosts) else self.hosts[at]

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
