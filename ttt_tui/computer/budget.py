"""The budget of a search: nodes and seconds, counted in one place, and the request to stop."""

import time
from math import inf

from ttt_tui.computer.base import Stop
from ttt_tui.engine import Limit
from ttt_tui.errors import OutOfTime

UNTIMED_NODES = 100_000
"""The nodes that shares refer to, where neither nodes nor seconds are limited."""


class Budget:
    """The rest of a limit: a search counts its nodes here, and is interrupted here.

    Every few nodes it checks whether to stop; there a search also pauses while the screen of the same process
    needs the interpreter.
    """

    __slots__ = ("_deadline", "_most_nodes", "_most_seconds", "_started", "_stop", "nodes")

    def __init__(self, limit: Limit, stop: Stop) -> None:
        """The seconds of the limit begin now; its plies are the search's affair."""
        self.nodes = 0
        self._stop = stop
        self._grant(
            inf if limit.nodes is None else limit.nodes, inf if limit.seconds is None else limit.seconds
        )

    def _grant(self, nodes: float, seconds: float) -> None:
        self._started = time.perf_counter()
        self._most_nodes = nodes
        self._most_seconds = seconds
        self._deadline = self._started + seconds

    @property
    def seconds(self) -> float:
        """The seconds since the budget was created."""
        return time.perf_counter() - self._started

    @property
    def is_limited(self) -> bool:
        """Whether nodes or seconds are limited."""
        return self._most_nodes < inf or self._most_seconds < inf

    @property
    def used(self) -> float:
        """The used part of the budget, of the seconds if they are limited; 0 if nothing is limited."""
        if self._most_seconds < inf:
            return self.seconds / self._most_seconds
        return self.nodes / self._most_nodes

    def tick(self) -> None:
        """Count a node. Raises `OutOfTime` when the search has to end."""
        self.nodes = nodes = self.nodes + 1
        if nodes > self._most_nodes or (not nodes & 7 and self.is_up()):
            raise OutOfTime

    def check(self) -> None:
        """Raise `OutOfTime` if the search has to end: for nodes that take long, and when a part was spent."""
        if self.nodes > self._most_nodes or self.is_up():
            raise OutOfTime

    def is_up(self) -> bool:
        """Whether the time is over or a stop was requested."""
        return time.perf_counter() >= self._deadline or self._stop.is_set()

    def part(self, share: float, seconds: float = inf, untimed: int = UNTIMED_NODES) -> "Budget":
        """Return a budget for a part of this one; the part's use counts here too.

        When the part is used up, `check` of this budget tells whether the whole is, too. `seconds` is the
        most for the part, if seconds are limited; `untimed` are the nodes that the share refers to where
        nothing is.
        """
        if not self.is_limited:
            return _PartBudget(self, untimed * share)
        if self._most_seconds == inf:
            return _PartBudget(self, self._most_nodes * share)
        return _PartBudget(self, self._most_nodes * share, min(self._most_seconds * share, seconds))

    def some(self, nodes: int) -> "Budget":
        """Return a part of this budget with `nodes` nodes, as `part` does."""
        return _PartBudget(self, nodes)

    def without_end(self) -> "Budget":
        """Return a budget for work that always completes; its use counts here too."""
        return _WithoutEnd(self, inf)


class _PartBudget(Budget):
    """A part of another budget."""

    __slots__ = ("_whole",)

    def __init__(self, whole: Budget, nodes: float, seconds: float = inf) -> None:
        self.nodes = 0
        self._whole = whole
        self._grant(nodes, seconds)

    def tick(self) -> None:
        self._whole.tick()
        self.nodes = nodes = self.nodes + 1
        if nodes > self._most_nodes or (not nodes & 7 and time.perf_counter() >= self._deadline):
            raise OutOfTime

    def check(self) -> None:
        super().check()
        self._whole.check()

    def is_up(self) -> bool:
        return time.perf_counter() >= self._deadline or self._whole.is_up()


class _WithoutEnd(_PartBudget):
    """A part that never ends, but rests where the whole does."""

    __slots__ = ()

    def tick(self) -> None:
        self.nodes += 1
        self._whole.nodes += 1
        if not self._whole.nodes & 7:
            self._whole.is_up()

    def check(self) -> None:
        self.is_up()

    def is_up(self) -> bool:
        self._whole.is_up()
        return False
