"""What fails while the program ends."""

from textual.css.query import NoMatches
from textual.worker import WorkerFailed

from ttt_tui.app.app import TttApp
from ttt_tui.process.signals import FAILED

HANGUP = 129


def test_a_worker_that_finds_its_widgets_gone_while_the_program_ends_is_no_failure() -> None:
    app = TttApp(seed=1)
    app.exit(return_code=HANGUP)
    app.caught(WorkerFailed(NoMatches("the list has gone")))
    assert app.crash is None
    assert app.return_code == HANGUP


def test_the_same_before_and_any_other_failure_then_ends_it_with_a_crash() -> None:
    before, other = TttApp(seed=1), TttApp(seed=1)
    before.caught(WorkerFailed(NoMatches("the list has gone")))
    other.exit(return_code=HANGUP)
    other.caught(WorkerFailed(RuntimeError("broken")))
    for app in (before, other):
        assert app.crash is not None
        assert app.return_code == FAILED
