"""What visitors may use of a server: how many may come, from where, how often, and for how long."""

from collections import Counter, deque
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from ttt_tui.errors import VisitRefused
from ttt_tui.multiplayer.limits import TokenBucket
from ttt_tui.process.terminal import MOST_CELLS

MOST_ADDRESSES = 10_000
"""Addresses whose logins are counted."""

MINUTE, DAY = 60.0, 86_400.0

PACES = {
    "greetings": (0.2, 5.0),
    "challenges": (0.2, 10.0),
    "codes": (1 / MINUTE, 5.0),
    "other names": (1 / DAY, 3.0),
    "looks at the leaderboard": (0.5, 5.0),
}
"""What a person may do how often: a second, and at once."""

NETWORK_BITS = 64
"""Bits of an IPv6 address that one household shares; it may choose the others as often as it wants."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; times are in seconds."""

    visitors: int = 100
    guests: int = 20
    from_address: int = 10
    """Visitors from one address."""
    logins: int = 20
    """Connections a minute from one address."""
    accounts: int = 50
    """New accounts a day from one address."""
    idle: float = 30 * MINUTE
    """Time without a key until a visit ends."""
    warning: float = MINUTE
    """How long before that the visitor is warned."""


class Admission:
    """Decides who may come in; times are monotonic."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._logins: dict[str, deque[float]] = {}
        self._accounts: dict[str, TokenBucket] = {}
        self._open: Counter[str] = Counter()  # connections

    def connect(self, address: str, now: float) -> None:
        """Count a connection. Raises `VisitRefused` if there are too many, in all or of this address."""
        address = network_of(address)
        if address not in self._logins and len(self._logins) >= MOST_ADDRESSES:
            self._logins.clear()
        times = self._logins.setdefault(address, deque(maxlen=self.limits.logins + 1))
        times.append(now)
        if len(times) > self.limits.logins and now - times[0] < MINUTE:
            raise VisitRefused("too many logins from your address: wait a minute")
        if self._open[address] >= 2 * self.limits.from_address:
            raise VisitRefused("too many connections from your address")
        if self._open.total() >= 2 * self.limits.visitors:
            raise VisitRefused("too many connections: come later")
        self._open[address] += 1

    def disconnect(self, address: str) -> None:
        """Note the end of a connection that was counted."""
        address = network_of(address)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def create_account(self, address: str, now: float) -> None:
        """Count a new account. Raises `VisitRefused` if there are too many of this address."""
        address, most = network_of(address), self.limits.accounts
        if address not in self._accounts and len(self._accounts) >= MOST_ADDRESSES:
            self._accounts.clear()
        bucket = self._accounts.setdefault(address, TokenBucket(most / DAY, most, now))
        if not bucket.takes(1, now):
            raise VisitRefused("too many new accounts from your address: come without a key, as a guest")

    def enter(self, address: str, *, is_guest: bool, inside: Collection[tuple[str, bool]]) -> None:
        """Raise `VisitRefused` unless somebody may come in.

        `inside` are the addresses of those who are there, each with whether it is a guest.
        """
        if len(inside) >= self.limits.visitors:
            raise VisitRefused(f"the server is full: {self.limits.visitors} people are here")
        if is_guest and sum(guest for _, guest in inside) >= self.limits.guests:
            raise VisitRefused(f"{self.limits.guests} guests are here: come with an SSH key, or later")
        network = network_of(address)
        if sum(network_of(there) == network for there, _ in inside) >= self.limits.from_address:
            raise VisitRefused(f"{self.limits.from_address} people are here from your address")


def terminal_size(columns: int, lines: int) -> tuple[int, int]:
    """Return a size that a terminal can have; 0 is what clients send that do not know it."""
    width, height = columns or 80, lines or 24
    return min(max(width, 1), MOST_CELLS), min(max(height, 1), MOST_CELLS)


class Paces:
    """Counts what people do by `PACES`; times are monotonic."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[Hashable, str], TokenBucket] = {}

    def check(self, who: Hashable, what: str, now: float) -> None:
        """Count one of `PACES`. Raises `VisitRefused` if it is one too many."""
        if (who, what) not in self._buckets and len(self._buckets) >= MOST_ADDRESSES:
            self._buckets.clear()
        if not self._buckets.setdefault((who, what), TokenBucket(*PACES[what], now)).takes(1, now):
            raise VisitRefused(f"too many {what}: wait a while")


def network_of(address: str) -> str:
    """Return what is counted as one address: the network of a household, for IPv4 the address."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(number, IPv6Address):
        return address
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(IPv6Address(int(number) >> NETWORK_BITS << NETWORK_BITS))
