"""The computers of plain mode, which think while nothing else happens."""

from ttt_tui.computer import Computer
from ttt_tui.errors import EndedBySignal
from ttt_tui.process.signals import Signals
from ttt_tui.session.seats import Answer, Question


class BlockingThinker:
    """The controller's thinker in plain mode: nothing else happens while a computer thinks.

    `signals` end that early.
    """

    def __init__(self, signals: Signals) -> None:
        self._signals = signals
        self._waiting: tuple[Computer, Question] | None = None

    def start(self, computer: Computer, question: Question) -> None:
        """Note which computer is to think."""
        self._waiting = computer, question

    def move_now(self) -> None:
        """Do nothing: no line is read while a computer thinks."""

    def log(self, text: str) -> None:
        """Do nothing: the figures of a search are no sentences."""

    def cancel(self) -> None:
        """Forget the computer that was to think."""
        self._waiting = None

    def answer(self) -> Answer:
        """Let the computer think, and return its answer. Raises `EndedBySignal`."""
        assert self._waiting is not None, "the controller has asked"
        computer, question = self._waiting
        try:
            thought = question.ask(computer, self._signals)
        except EndedBySignal:
            raise
        except Exception as error:  # a computer's fault must not cost the game
            return Answer(question, error=error)
        self._signals.check()
        return Answer(question, thought.move)
