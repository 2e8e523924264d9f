"""The program of a worker: plays games of a match, one after the other, for the process that started it.

Each line on standard input is a pickle in base 64, first the match and then one game after the other; each
game is answered by a line of JSON on standard output. The end of input ends it like SIGTERM, in the middle of
a game too.
"""

import base64
import json
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from queue import SimpleQueue
from typing import Any

from ttt_tui.errors import EndedBySignal
from ttt_tui.process.child import end_all
from ttt_tui.process.exit_status import FAILED
from ttt_tui.process.gc_policy import looking_seldom
from ttt_tui.process.signals import Signals
from ttt_tui.session.engines import Engines
from ttt_tui.tournament.one_game import play
from ttt_tui.tournament.plan import Fixture, Plan
from ttt_tui.tournament.played import to_data

ENDS_WITHIN = 5.0
"""Seconds that a worker may take to end its brains, and then itself, after SIGTERM."""

TRACEBACK = "traceback"
"""The field of an answer to a game in which something unforeseen happened."""

Told = tuple[Plan, Engines] | Fixture


def line_of(told: Told) -> str:
    """Return the line that tells a worker of its match or of a game."""
    return base64.b64encode(pickle.dumps(told)).decode() + "\n"


def main() -> int:
    """Play until the input ends, or a signal comes, and return the exit status."""
    signals = Signals()
    heard: SimpleQueue[Any] = SimpleQueue()
    # A second SIGTERM must not interrupt its end. This is no SIG_IGN: `heard` leaves ignored signals ignored.
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    with signals.heard(), looking_seldom():
        threading.Thread(target=_hear, args=(heard,), name="input", daemon=True).start()
        try:
            plan, brains = _next(heard, signals)
            while True:
                _answer(to_data(play(plan, _next(heard, signals), signals, brains)))
        except EndedBySignal as ended:
            return ended.status
        except Exception:
            _answer({TRACEBACK: traceback.format_exc()})
            return FAILED
        finally:
            end_all()


def _hear(heard: "SimpleQueue[Any]") -> None:
    with open(0, "rb", buffering=0, closefd=False) as told:  # a thread that waits must hold no buffer's lock
        while line := told.readline():
            heard.put(pickle.loads(base64.b64decode(line)))
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(ENDS_WITHIN)  # nobody is left who would kill it
    os.kill(os.getpid(), signal.SIGKILL)


def _next(heard: "SimpleQueue[Any]", signals: Signals) -> Any:
    with signals.waiting():
        return heard.get()


def _answer(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()
