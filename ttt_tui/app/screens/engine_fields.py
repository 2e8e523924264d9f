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
from ttt_tui.store.brain_shelf import LONGEST_COMMAND, BrainCommand

ANOTHER = ""
"""Stands for a brain that has no name yet."""

ANOTHER_NOTE = "enter its command"
SET_NOTE = "from the settings file"
KNOWN_NOTE = "clear Command to remove it"
ASKING = "Starting the engine to read its name …"


class EngineFields(VerticalGroup):
    """Names a brain that is known, or what starts another, which is asked for its name when it is kept."""

    DEFAULT_CSS = """
    EngineFields Input { max-width: 100%; }
    """

    class Told(Message):
        """Something has become of a brain."""

        def __init__(self, text: str, *, is_known: bool = False) -> None:
            super().__init__()
            self.text = text
            """What there is to say of it, nothing if nothing is wrong."""
            self.is_known = is_known
            """Whether it has told its name, so that it can play."""

    def __init__(self, session: Session, chosen: str | None = None) -> None:
        """Show the brain of this name, without one the first that is known."""
        super().__init__(id="brain-fields")
        self._brains = session.brains
        self._first = next(iter(self._brains.names), ANOTHER) if chosen is None else chosen
        self._naming: BackgroundWork[str] = BackgroundWork(session.screen_is_idle)
        self._asked = BrainCommand("")  # what was started to be asked for its name

    def compose(self) -> ComposeResult:
        """Give a line for each part."""
        yield Stepper("Engine", self._choices(), self._first, id="brain")
        with HorizontalGroup():
            yield Label("Command")
            yield widgets.Input(max_length=LONGEST_COMMAND, compact=True, id="command")
        with HorizontalGroup():
            yield Label("Folder")
            yield widgets.Input(max_length=LONGEST_COMMAND, compact=True, id="folder")

    def on_mount(self) -> None:
        """Show what is known of the one that is chosen."""
        self.offer(self._first)

    def offer(self, chosen: str) -> None:
        """Offer the brains that are known now, with this one chosen."""
        known = self._brains.command(chosen)
        note = ANOTHER_NOTE if known is None else SET_NOTE if self._brains.is_set(chosen) else KNOWN_NOTE
        self._stepper.offer(self._choices(), chosen, note)
        typed = known or BrainCommand("")
        for field, text in zip(self._inputs, (typed.command, typed.directory), strict=True):
            field.value = text
            field.cursor_position = 0
            field.disabled = self._brains.is_set(chosen)

    @property
    def chosen(self) -> str:
        """The name of the brain, `ANOTHER` for one that has to be asked for it."""
        return str(self._stepper.value)

    def settle(self) -> bool:
        """Make the brain that is chosen and typed a known one; return whether it is one already.

        If not, `Told` comes as soon as there is something to say: that it has become one, or what is wrong.
        """
        name, typed = self.chosen, self._typed
        if self._naming.is_busy:
            return False
        if typed == self._brains.command(name):
            return True
        try:
            if name != ANOTHER and not typed.command:
                self._brains.forget(name)
                self.offer(next(iter(self._brains.names), ANOTHER))
                self._tell(f"{name} removed")
            elif name != ANOTHER:
                self._brains.add(name, typed)
                return True
            else:
                self._brains.check(typed)
                self._asked = typed
                self._naming.start(self, lambda stop: self._brains.ask_name(typed, stop))
                self._tell(ASKING)
        except ValueError as reason:
            self._tell(sentence(str(reason)))
        return False

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A brain has said its name, or it is known what it did instead."""
        event.stop()
        if not self._naming.is_news(event) or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return
        self._naming.end()
        name, error = event.worker.result, event.worker.error
        if isinstance(error, ValueError):
            self._tell(sentence(str(error)))
            return
        if error is not None:
            raise error
        assert name is not None
        try:
            self._brains.add(name, self._asked)
        except ValueError as reason:
            self._tell(sentence(str(reason)))
            return
        self.offer(name)
        self.post_message(self.Told("", is_known=True))

    def on_unmount(self) -> None:
        """Nobody waits for a name any more."""
        self._naming.end()

    def _tell(self, text: str) -> None:
        self.post_message(self.Told(text))

    @property
    def _typed(self) -> BrainCommand:
        """What starts it, as it is typed."""
        command, folder = (field.value.strip() for field in self._inputs)
        return BrainCommand(command, folder)

    @property
    def _stepper(self) -> Stepper:
        return self.query_one("#brain", Stepper)

    @property
    def _inputs(self) -> Iterator[widgets.Input]:
        yield self.query_one("#command", widgets.Input)
        yield self.query_one("#folder", widgets.Input)

    def _choices(self) -> list[tuple[str, str]]:
        return [*((name, name) for name in self._brains.names), (ANOTHER, "new")]
