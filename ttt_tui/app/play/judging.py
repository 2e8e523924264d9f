"""A judge behind the screen."""

from ttt_tui.analysis.judge import AnyJudge
from ttt_tui.app.play.answering import TaskQueue
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.session.advisor import judge_by
from ttt_tui.session.session import Session

SEARCHES = 2
"""What a judge has, each of which remembers something."""

Judging = TaskQueue[AnyJudge]
"""Asks a judge."""


def judging(session: Session, by: str = "") -> Judging:
    """Return the judge of this name to ask, our own for none, who rests while the screen is not idle."""
    return TaskQueue(judge_by(session.engines, by, MEGABYTES / SEARCHES), session.screen_is_idle)
