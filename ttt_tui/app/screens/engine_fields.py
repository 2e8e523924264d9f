"""Fields of a dialog for an engine: a known one, or another one by the command that starts it."""

from collections.abc import Iterator

from textual import widgets
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.message import Message
from textual.widgets import Label
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.session.session import Session
from ttt_tui.session.wording import sentence
from ttt_tui.store.engines import LONGEST_COMMAND, EngineCommand

ANOTHER = ""
"""The value for an engine that has no name yet."""


class EngineFields(VerticalGroup):
    """Chooses a known engine, or takes the command of another, which is started to read its name."""

    DEFAULT_CSS = """
    EngineFields Input { max-width: 100%; }
    """

    class StatusChanged(Message):
        """The state of the chosen engine changed."""

        def __init__(self, text: str, *, is_ready: bool = False) -> None:
            super().__init__()
            self.text = text
            """A sentence to show, empty if nothing is wrong."""
            self.is_ready = is_ready
            """Whether the engine's name is known now, so that it can play."""

    def __init__(self, session: Session, chosen: str | None = None) -> None:
        """Show the engine named `chosen`, by default the first known one."""
        super().__init__(id="brain-fields")
        self._engines = session.engines
        self._first = next(iter(self._engines.names), ANOTHER) if chosen is None else chosen
        self._name_query: BackgroundWork[str] = BackgroundWork(session.screen_is_idle)
        self._queried = EngineCommand("")  # the command whose name is read

    def compose(self) -> ComposeResult:
        yield Stepper("Engine", self._choices(), self._first, id="brain")
        with HorizontalGroup():
            yield Label("Command")
            yield widgets.Input(max_length=LONGEST_COMMAND, compact=True, id="command")
        with HorizontalGroup():
            yield Label("Folder")
            yield widgets.Input(max_length=LONGEST_COMMAND, compact=True, id="folder")

    def on_mount(self) -> None:
        self.offer(self._first)

    def offer(self, chosen: str) -> None:
        """Offer the known engines, with this one chosen."""
        known = self._engines.command(chosen)
        is_set = self._engines.is_set(chosen)
        note = "from the settings file" if is_set else "clear Command to remove it"
        self._stepper.offer(self._choices(), chosen, "enter its command" if known is None else note)
        typed = known or EngineCommand("")
        for field, text in zip(self._inputs, (typed.command, typed.directory), strict=True):
            field.value = text
            field.cursor_position = 0
            field.disabled = is_set

    @property
    def chosen(self) -> str:
        """The name of the engine, `ANOTHER` for one whose name has to be read."""
        return str(self._stepper.value)

    def save(self) -> bool:
        """Save the chosen engine as typed; return whether it can play now.

        If not, `StatusChanged` follows: once it can, or with the problem.
        """
        name, typed = self.chosen, EngineCommand(*(field.value.strip() for field in self._inputs))
        if self._name_query.is_busy:
            return False
        if typed == self._engines.command(name):
            return True
        try:
            if name != ANOTHER and not typed.command:
                self._engines.forget(name)
                self.offer(next(iter(self._engines.names), ANOTHER))
                self._report(f"{name} removed")
            elif name != ANOTHER:
                self._engines.add(name, typed)
                return True
            else:
                self._engines.check(typed)
                self._queried = typed
                self._name_query.start(self, lambda stop: self._engines.ask_name(typed, stop))
                self._report("Starting the engine to read its name …")
        except ValueError as reason:
            self._report(sentence(str(reason)))
        return False

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Save the engine whose name was read, or show what failed."""
        event.stop()
        if not self._name_query.is_news(event) or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return
        self._name_query.end()
        name, error = event.worker.result, event.worker.error
        if isinstance(error, ValueError):
            self._report(sentence(str(error)))
            return
        if error is not None:
            raise error
        assert name is not None
        try:
            self._engines.add(name, self._queried)
        except ValueError as reason:
            self._report(sentence(str(reason)))
            return
        self.offer(name)
        self.post_message(self.StatusChanged("", is_ready=True))

    def on_unmount(self) -> None:
        self._name_query.end()

    def _report(self, text: str) -> None:
        self.post_message(self.StatusChanged(text))

    @property
    def _stepper(self) -> Stepper:
        return self.query_one("#brain", Stepper)

    @property
    def _inputs(self) -> Iterator[widgets.Input]:
        yield self.query_one("#command", widgets.Input)
        yield self.query_one("#folder", widgets.Input)

    def _choices(self) -> list[tuple[str, str]]:
        return [*((name, name) for name in self._engines.names), (ANOTHER, "new")]
