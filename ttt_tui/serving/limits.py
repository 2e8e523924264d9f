"""What visitors may use of a server: how many may come, from where, how often, and for how long."""

from collections import Counter, deque
from collections.abc import Collection
from dataclasses import dataclass

from ttt_tui.errors import VisitRefused

MOST_ADDRESSES = 10_000
"""Addresses whose logins are counted."""

MINUTE = 60.0

MOST_CELLS = 1000
"""The most columns, and lines, of a terminal."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; times are in seconds."""

    visitors: int = 100
    guests: int = 20
    from_address: int = 10
    """Visitors from one address."""
    logins: int = 20
    """Connections a minute from one address."""
    idle: float = 30 * MINUTE
    """Time without a key until a visit ends."""
    warning: float = MINUTE
    """How long before that the visitor is warned."""


class Admission:
    """Decides who may come in; times are monotonic."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._logins: dict[str, deque[float]] = {}

    def connect(self, address: str, now: float) -> None:
        """Count a connection. Raises `VisitRefused` if there are too many of this address."""
        if address not in self._logins and len(self._logins) >= MOST_ADDRESSES:
            self._logins.clear()
        times = self._logins.setdefault(address, deque(maxlen=self.limits.logins + 1))
        times.append(now)
        if len(times) > self.limits.logins and now - times[0] < MINUTE:
            raise VisitRefused("too many logins from your address: wait a minute")

    def enter(self, address: str, *, is_guest: bool, inside: Collection[tuple[str, bool]]) -> None:
        """Raise `VisitRefused` unless somebody may come in.

        `inside` are the addresses of those who are there, each with whether it is a guest.
        """
        if len(inside) >= self.limits.visitors:
            raise VisitRefused(f"the server is full: {self.limits.visitors} people are here")
        if is_guest and sum(guest for _, guest in inside) >= self.limits.guests:
            raise VisitRefused(f"{self.limits.guests} guests are here: come with an SSH key, or later")
        if Counter(there for there, _ in inside)[address] >= self.limits.from_address:
            raise VisitRefused(f"{self.limits.from_address} people are here from your address")


def terminal_size(columns: int, lines: int) -> tuple[int, int]:
    """Return a size that a terminal can have; 0 is what clients send that do not know it."""
    return min(max(columns, 1), MOST_CELLS) if columns else 80, min(
        max(lines, 1), MOST_CELLS
    ) if lines else 24
