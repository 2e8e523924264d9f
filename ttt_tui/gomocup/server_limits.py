"""What a Gomocup manager says by INFO: how long a move may take, how much memory, and which rule."""

import resource
import sys
from dataclasses import dataclass, field
from pathlib import Path

from ttt_tui.engine import Limit

TO_SPARE = 0.03
"""Seconds by which an answer comes before it is too late."""

USUAL_TURN = 1.0
"""Seconds for a move as long as the manager has set none."""

SHORTEST_TURN = 0.001
"""Seconds for a move when the time is over, or when the manager wants it as fast as can be."""

MOVES_TO_COME = 15
"""Among how many moves the rest of a match's time is shared."""

UNLIMITED = 2_147_483_647
"""What managers send as `time_left` when there is no limit. Milliseconds."""

NODE_BYTES = 600
"""What is remembered of a position that was looked at takes at most so much."""

ENOUGH_MEMORY = 300_000_000
"""With so many bytes the computer's own bounds do."""

FEWEST_NODES = 20_000
"""With room for fewer than these a limit of memory is refused."""


def memory_in_use() -> int:
    """Return how much memory this process uses, in bytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:  # only Linux has that; what others tell is a peak, which starts with that of the parent
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return pages * resource.getpagesize()


@dataclass(slots=True)
class BrainLimits:
    """The limits of a game. Times are in milliseconds, as managers give them, memory in bytes."""

    timeout_turn: int | None = None
    match: int | None = None
    """What was left for the whole match when the manager said so last, None for no limit."""
    max_memory: int = 0
    """0 for no limit."""
    rule: int = 0
    base_memory: int = field(default_factory=memory_in_use)
    """What the process takes before it thinks."""
    _spent: float = 0.0  # seconds, since the manager said what is left

    def inform(self, key: str, value: str) -> None:
        """Take an INFO; keys that are not known and values that are no numbers mean nothing."""
        try:
            number = int(value) if len(value) < 16 else UNLIMITED
        except ValueError:
            return
        match key:
            case "timeout_turn":
                self.timeout_turn = max(0, number)
            case "timeout_match" | "time_left":
                # A manager that limits the match's time sends what is left before every move.
                is_limited = number < UNLIMITED and (number > 0 or key == "time_left")
                self.match, self._spent = number if is_limited else None, 0.0
            case "max_memory":
                self.max_memory = max(0, number)
            case "rule":
                self.rule = number

    @property
    def complaint(self) -> str | None:
        """Why nothing can be played as things are, None if it can."""
        if self.rule != 0:
            return f"rule {self.rule} is not supported; use rule 0 (five or more in a row win)"
        if self.max_memory and self._room < FEWEST_NODES:
            least = self.base_memory + FEWEST_NODES * NODE_BYTES
            return f"max_memory is too small; use at least {least} bytes"
        return None

    @property
    def most_nodes(self) -> int | None:
        """How many positions the computer may remember in the memory allowed, None for any number."""
        return self._room if 0 < self.max_memory < ENOUGH_MEMORY else None

    @property
    def _room(self) -> int:
        return (self.max_memory - self.base_memory) // NODE_BYTES

    def limit(self, used: float) -> Limit:
        """Return the limit of a move of whose time `used` seconds are gone already."""
        turn = USUAL_TURN if self.timeout_turn is None else self.timeout_turn / 1000 - TO_SPARE
        if self.match is not None:
            left = self.match / 1000 - self._spent - TO_SPARE
            turn = min(turn, left / MOVES_TO_COME)
        return Limit(seconds=max(SHORTEST_TURN, turn - used), nodes=self.most_nodes)

    def spend(self, seconds: float) -> None:
        """Note the time of a move."""
        self._spent += seconds

    def begin(self) -> None:
        """Begin a match: none of its time is spent."""
        self._spent = 0.0
