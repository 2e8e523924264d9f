"""A computer's turn where all waits for it."""

from ttt_tui.computer import Computer
from ttt_tui.errors import EndedBySignal
from ttt_tui.process.signals import Signals
from ttt_tui.session.seats import Answer, Question


class BlockingThinker:
    """The controller's thinker in plain mode: a computer thinks when the dialogue lets it, and all waits.

    `signals` end that early.
    """

    def __init__(self, signals: Signals) -> None:
        self._signals = signals
        self._waiting: tuple[Computer, Question] | None = None

    def start(self, computer: Computer, question: Question) -> None:
        """Note who is to think."""
        self._waiting = computer, question

    def move_now(self) -> None:
        """Nothing: nobody can type while a computer thinks."""

    def log(self, text: str) -> None:
        """Nothing: figures in the middle of a dialogue help nobody."""

    def cancel(self) -> None:
        """Let nobody think."""
        self._waiting = None

    def answer(self) -> Answer:
        """Let the computer that was asked think, and return its answer. Raises `EndedBySignal`."""
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
