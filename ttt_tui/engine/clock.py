"""Clocks: how much time each player has, and what is left after the moves of a game.

What is left follows from the times of the moves, so undoing a move gives its time back, and a record has all
that a clock needs. All times are whole milliseconds.

>>> control = TimeControl.parse("3m+2s")
>>> control, str(control)
(TimeControl(main=180000, increment=2000, periods=0, period=0), '3m+2s')
>>> [str(TimeControl.parse(text)) for text in ("5+3", "10s/move", "5m:3x20s", "3d/move", "90s")]
['5m+3s', '10s/move', '5m:3x20s', '3d/move', '90s']
>>> left = control.initial.after(60_000, control)
>>> left, left.shown
(TimeLeft(main=122000, periods=0, period=0), 122000)
>>> TimeControl.parse("soon")
Traceback (most recent call last):
ttt_tui.errors.InvalidClock: unknown clock “soon”; write it like 3m+2s, 10s/move, 5m:3x20s or 3d/move
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ttt_tui.engine.names import shown
from ttt_tui.errors import InvalidClock

if TYPE_CHECKING:
    from ttt_tui.engine.game import Move

UNITS = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000}
"""Milliseconds of each unit, the longest first."""

LONGEST = 10 * UNITS["d"]
"""The longest main time or period; a move can have taken a day more, see `records.LONGEST_TIME`."""

LONGEST_INCREMENT = UNITS["h"]

MOST_PERIODS = 99

_TIME = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([dhms])"
_FORMS = tuple(
    map(
        re.compile,
        (
            rf"(?P<main>{_TIME})(\+(?P<increment>{_TIME}))?",
            r"(?P<minutes>[0-9]{1,4})\+(?P<seconds>[0-9]{1,4})",
            rf"(?P<period>{_TIME})/move",
            rf"(?P<main>{_TIME}):(?P<periods>[0-9]{{1,2}})x(?P<period>{_TIME})",
        ),
    )
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A main time that grows by an increment after each turn, or that is followed by periods.

    A period (byo-yomi) is there again in the next turn unless it ran out. A time a move is one period without
    a main time.
    """

    main: int = 0
    increment: int = 0
    periods: int = 0
    period: int = 0

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Return the time control of a text: `3m+2s`, `3+2`, `10s/move`, `5m:3x20s`.

        Raises `InvalidClock`.
        """
        for form in _FORMS:
            if found := form.fullmatch(text.strip().lower()):
                break
        else:
            raise InvalidClock(
                f"unknown clock {shown(text)}; write it like 3m+2s, 10s/move, 5m:3x20s or 3d/move"
            )
        parts = {name: part for name, part in found.groupdict().items() if part is not None}
        if "minutes" in parts:
            parts = {"main": f"{parts['minutes']}m", "increment": f"{parts['seconds']}s"}
        periods = int(parts.pop("periods", "period" in parts))
        control = cls(periods=periods, **{name: _milliseconds(part) for name, part in parts.items()})
        control.check()
        return control

    def check(self) -> None:
        """Raise `InvalidClock` unless nobody's time is up before the first move, and no time is too long."""
        if self.total <= 0:
            raise InvalidClock("a clock needs some time to begin with")
        if max(self.main, self.period) > LONGEST:
            raise InvalidClock(f"a clock can have at most {_text(LONGEST)}")
        if self.increment > LONGEST_INCREMENT:
            raise InvalidClock(f"at most {_text(LONGEST_INCREMENT)} can be added after a turn")
        if self.periods > MOST_PERIODS or (self.periods > 0) != (self.period > 0):
            raise InvalidClock(f"choose 1 to {MOST_PERIODS} periods of more than 0 s")

    @property
    def initial(self) -> "TimeLeft":
        return TimeLeft(self.main, self.periods, self.period)

    @property
    def total(self) -> int:
        """Main time and periods."""
        return self.main + self.periods * self.period

    @property
    def is_correspondence(self) -> bool:
        """Whether nobody has to be there: a move may take a day or longer."""
        return max(self.main, self.period) >= UNITS["d"]

    def __str__(self) -> str:
        if not self.periods:
            return _text(self.main) + (f"+{_text(self.increment)}" if self.increment else "")
        if not self.main and self.periods == 1:
            return f"{_text(self.period)}/move"
        return f"{_text(self.main)}:{self.periods}x{_text(self.period)}"


class TimeLeft(NamedTuple):
    """What a player has left at the beginning of a turn, or during one."""

    main: int
    periods: int
    """Periods left, the one that runs included."""
    period: int
    """What is left of the period that runs; a whole one while the main time runs."""

    @property
    def is_up(self) -> bool:
        return self.main <= 0 and self.periods <= 0

    @property
    def shown(self) -> int:
        """The time that runs: the main time, then that of the period."""
        return self.main if self.main > 0 else self.period if self.periods > 0 else 0

    def during(self, used: int, control: TimeControl) -> "TimeLeft":
        """Return what is left after so much of a turn that began with this."""
        if used < self.main:
            return self._replace(main=self.main - used)
        if not control.period:
            return TimeLeft(0, 0, 0)
        ended, over = divmod(used - self.main, control.period)
        left = self.periods - ended
        return TimeLeft(0, left, control.period - over) if left > 0 else TimeLeft(0, 0, 0)

    def after(self, used: int, control: TimeControl) -> "TimeLeft":
        """Return what is left after a turn that took this time."""
        left = self.during(used, control)
        if left.is_up:
            return left
        return left._replace(main=left.main + control.increment if left.main else 0, period=control.period)


def times_left(
    control: TimeControl, players: int, moves: Sequence["Move"], to_move: int | None
) -> tuple[list[TimeLeft], int]:
    """Return what each player has left, and what `to_move` has used of its turn so far.

    Moves of the same player without another's between them are one turn. The first move of a game takes
    nothing, and neither does one whose time is unknown.
    """
    left = [control.initial] * players
    mover, used = None, 0
    for ply, move in enumerate(moves):
        if mover != move.player:
            if mover is not None:
                left[mover] = left[mover].after(used, control)
            mover, used = move.player, 0
        if ply:
            used += move.milliseconds or 0
    if mover is not None and mover != to_move:
        left[mover], used = left[mover].after(used, control), 0
    return left, used


class Clock:
    """The clock of a running game; `now` is a monotonic time in seconds, which is passed in."""

    def __init__(self, control: TimeControl, players: int) -> None:
        self.control, self._players = control, players
        self._left = [control.initial] * players
        self._used = 0  # by the player to move, with earlier moves of the turn
        self._mover: int | None = None
        self._since: float | None = None  # when the move that is awaited began; None while nothing runs
        self._before = 0  # milliseconds of this move before `_since`
        self._is_due = False  # whether somebody's time runs out unless the clock is paused

    @property
    def runs(self) -> bool:
        """Whether somebody's time is running out."""
        return self._since is not None

    def update(self, moves: Sequence["Move"], to_move: int | None, now: float, *, elapsed: int = 0) -> None:
        """Follow a change of the game: moves that were made or taken back.

        The time of `to_move`, None after the game, runs from `elapsed` milliseconds before `now` on; before
        the first move nobody's does.
        """
        self._left, self._used = times_left(self.control, self._players, moves, to_move)
        self._mover, self._before = to_move, elapsed
        self._is_due = bool(moves) and to_move is not None
        self._since = now if self._is_due else None

    def pause(self, now: float) -> None:
        """Stop until `resume`."""
        if self._since is not None:
            self._before, self._since = self.elapsed(now), None

    def resume(self, now: float) -> None:
        """Go on after `pause`; before the first move and after the game nothing runs."""
        if self._is_due and self._since is None:
            self._since = now

    def elapsed(self, now: float) -> int:
        """Return the milliseconds since the move that is awaited began, 0 before the first move."""
        return self._before + (0 if self._since is None else max(0, round((now - self._since) * 1000)))

    def left(self, player: int, now: float) -> TimeLeft:
        """Return what a player has left."""
        if player != self._mover:
            return self._left[player]
        return self._left[player].during(self._used + self.elapsed(now), self.control)

    def flagged(self, now: float) -> int | None:
        """Return the player whose time is up, None if nobody's is."""
        mover = self._mover
        return mover if self.runs and mover is not None and self.left(mover, now).is_up else None

    def seconds_to_flag(self, now: float) -> float | None:
        """Return the seconds until the time of the player to move is up, None while nothing runs."""
        if self._since is None or self._mover is None:
            return None
        left = self.left(self._mover, now)
        return max(0, left.main + left.period + max(0, left.periods - 1) * self.control.period) / 1000


def _milliseconds(text: str) -> int:
    return round(float(text[:-1]) * UNITS[text[-1]])


def _text(milliseconds: int) -> str:
    """Return a time in the longest unit in which it is a whole number, else in seconds; `90s` stays so."""
    for unit, size in UNITS.items():
        if milliseconds and milliseconds % size == 0:
            return f"{milliseconds // size}{unit}"
    return f"{milliseconds / 1000:g}s"
