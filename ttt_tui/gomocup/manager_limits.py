"""The limits and the rules that a manager sets by INFO, as limits of a search.

>>> limits = ManagerLimits()
>>> limits.inform("timeout_turn", "500")
>>> round(limits.limit(used=0.2).seconds, 2)
0.27
"""

from dataclasses import dataclass, field

from ttt_tui.engine import Limit, Rules
from ttt_tui.errors import CommandImpossible
from ttt_tui.gomocup.protocol import RULE_VALUES, UNLIMITED
from ttt_tui.process.memory import memory_in_use

TO_SPARE = 0.03
"""Seconds between an answer and its deadline."""

USUAL_TURN = 1.0
"""Seconds for a move unless the manager has set them."""

SHORTEST_TURN = 0.001
"""Seconds for a move when no time is left, or when the manager requests the fastest move."""

MOVES_TO_COME = 15
"""Moves among which the rest of a match's time is divided."""

NODE_BYTES = 600
"""The most bytes kept for each searched position."""

ENOUGH_MEMORY = 300_000_000
"""Bytes from which on the computer's own bounds suffice."""

FEWEST_NODES = 20_000
"""A memory limit with room for fewer nodes is refused."""


@dataclass(slots=True)
class ManagerLimits:
    """The limits that a manager sets by INFO. Times are in milliseconds, memory in bytes."""

    timeout_turn: int | None = None
    match: int | None = None
    """The time left for the match as last set by the manager, None for no limit."""
    max_memory: int = 0
    """The memory limit, 0 for none."""
    rule: int = 0
    base_memory: int = field(default_factory=memory_in_use)
    """The memory in use before the first search."""
    _spent: float = 0.0  # seconds, since the manager has set `match`

    def inform(self, key: str, value: str) -> None:
        """Apply an INFO; ignore unknown keys and values that are no numbers."""
        try:
            number = int(value) if len(value) < 16 else UNLIMITED
        except ValueError:
            return
        match key:
            case "timeout_turn":
                self.timeout_turn = max(0, number)
            case "timeout_match" | "time_left":
                # A manager that limits the match's time sends the rest before every move.
                is_limited = number < UNLIMITED and (number > 0 or key == "time_left")
                self.match, self._spent = number if is_limited else None, 0.0
            case "max_memory":
                self.max_memory = max(0, number)
            case "rule":
                self.rule = number

    def check(self) -> Rules:
        """Return the rules; raises `CommandImpossible` if no game can be played within these limits."""
        rules = next((rules for rules, value in RULE_VALUES.items() if value == self.rule), None)
        if rules is None:
            raise CommandImpossible(
                f"rule {self.rule} is not supported; use rule 0 (five or more in a row win)"
                ", 1 (exactly five in a row win) or 4 (renju)"
            )
        if self.max_memory and self._room < FEWEST_NODES:
            least = self.base_memory + FEWEST_NODES * NODE_BYTES
            raise CommandImpossible(f"max_memory is too small; use at least {least} bytes")
        return rules

    @property
    def most_nodes(self) -> int | None:
        """Positions that the computer may keep within the memory limit, None for any number."""
        return self._room if 0 < self.max_memory < ENOUGH_MEMORY else None

    @property
    def _room(self) -> int:
        return (self.max_memory - self.base_memory) // NODE_BYTES

    def limit(self, used: float) -> Limit:
        """Return the limit of a move that has already used `used` seconds."""
        turn = USUAL_TURN if self.timeout_turn is None else self.timeout_turn / 1000 - TO_SPARE
        if self.match is not None:
            left = self.match / 1000 - self._spent - TO_SPARE
            turn = min(turn, left / MOVES_TO_COME)
        return Limit(seconds=max(SHORTEST_TURN, turn - used), nodes=self.most_nodes)

    def spend(self, seconds: float) -> None:
        """Deduct the time of a move from the match's."""
        self._spent += seconds

    def begin(self) -> None:
        """Start a match."""
        self._spent = 0.0
