"""Clocks in words: what is left, and whether that is little.

>>> from ttt_tui.engine.clock import TimeControl, TimeLeft
>>> [clock_text(TimeLeft(left, 0, 0)) for left in (167_400, 9_430, 0, 3_723_000, 90_000_000)]
['2:48', '9.4', '0.0', '1:02:03', '1 d 1 h']
>>> clock_text(TimeLeft(0, 3, 18_000))
'0:18 ×3'
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ttt_tui.analysis.words import clock_time
from ttt_tui.engine import Limit
from ttt_tui.engine.clock import UNITS, Clock, TimeControl, TimeLeft

CLOCKS = [TimeControl.parse(text) for text in ("1+1", "3+2", "5+3", "10+5", "10s/move")]
"""The usual clocks of games whose players are all there."""

SLOW_CLOCKS = [TimeControl.parse(text) for text in ("1d/move", "3d/move")]
"""Those of games whose players come when they like."""

TENTHS = 10_000
"""Milliseconds below which tenths of a second are shown."""

SHORT = 10
"""The part of the main time, or of a period, below which the time is short."""


class ShownClock(NamedTuple):
    """A player's clock on screen."""

    text: str
    is_short: bool


def clock_text(left: TimeLeft) -> str:
    """Return what is left, with the periods behind the one that runs: `2:47`, `9.4`, `0:18 ×3`, `2 d 4 h`."""
    time = left.shown
    if time >= UNITS["d"]:
        days, rest = divmod(time, UNITS["d"])
        text = f"{days} d {rest // UNITS['h']} h"
    elif time < TENTHS:
        text = f"{time // 100 / 10:.1f}"
    else:
        text = clock_time(-(-time // 1000))  # a clock says 3:00 at first
    return f"{text} ×{left.periods}" if left.main <= 0 and left.periods > 1 else text


def is_short(left: TimeLeft, control: TimeControl) -> bool:
    """Return whether a player should hurry: a tenth of the main time is left, or of the last period."""
    if control.periods:
        return left.main <= 0 and left.periods <= 1 and left.period * SHORT < control.period
    return left.main * SHORT < control.main


FEWEST, MOST = 8, 40
"""The turns for which a computer keeps its main time, at least and at most."""

TO_SPARE = 0.1
"""Seconds of each turn that a computer leaves for everything else than thinking."""


def by_clock(limit: Limit, left: TimeLeft, control: TimeControl, turns: int) -> Limit:
    """Return a computer's limit for a move with this much time on its clock.

    `turns` are the moves that it can still make.
    """
    if left.main > 0:
        share = left.main / min(max(turns, FEWEST), MOST) + control.increment * 0.8 + control.period * 0.5
        milliseconds = min(share, left.main * 0.5 + left.periods * control.period * 0.5)
    else:
        milliseconds = left.period * 0.8
    seconds = max(0.01, milliseconds / 1000 - TO_SPARE)
    return replace(limit, seconds=seconds if limit.seconds is None else min(limit.seconds, seconds))


def clock_words(control: TimeControl) -> str:
    """Return a time control in words: `3 min + 2 s`, `10 s a move`, `5 min, then 3 × 20 s`."""
    main, period = _duration(control.main), _duration(control.period)
    if not control.periods:
        return f"{main} + {_duration(control.increment)}" if control.increment else main
    if not control.main:
        return f"{period} a move" if control.periods == 1 else f"{control.periods} × {period}"
    return f"{main}, then {control.periods} × {period}"


def _duration(milliseconds: int) -> str:
    for unit, word in (("d", "d"), ("h", "h"), ("m", "min")):
        if milliseconds and milliseconds % UNITS[unit] == 0:
            return f"{milliseconds // UNITS[unit]} {word}"
    return f"{milliseconds / 1000:g} s"


def shown_clocks(clock: Clock | None, players: int, now: float) -> Sequence[ShownClock]:
    """Return the clocks of all players, none without clocks; `now` is a monotonic time in seconds."""
    if clock is None:
        return ()
    lefts = [clock.left(player, now) for player in range(players)]
    return [ShownClock(clock_text(left), is_short(left, clock.control)) for left in lefts]
