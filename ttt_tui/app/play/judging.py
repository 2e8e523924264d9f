"""A judge behind the screen."""

import threading

from ttt_tui.app.play.answering import Answering
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.review.judge import Judge

SEARCHES = 2
"""What a judge has, each of which remembers something."""

Judging = Answering[Judge]
"""Asks a judge."""


def judging(screen_is_idle: threading.Event) -> Judging:
    """Return a judge to ask, who rests while the screen is not idle."""
    return Answering(Judge(megabytes=MEGABYTES / SEARCHES), screen_is_idle)
