"""Limits on traffic and connections: one user's flood costs the others nothing. Times are in seconds."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """The traffic that one side of a connection may cause: amounts a second, and at once.

    A connection that exceeds it is dropped, or read more slowly if it `is_slowed`.
    """

    lines: float
    most_lines: float
    bytes: float
    most_bytes: float
    is_slowed: bool = False


GUEST_PACE = Pace(20.0, 40.0, 64 * 1024.0, 256 * 1024.0)
"""The fastest typist makes some ten moves a second."""

HOST_PACE = Pace(500.0, 10_000.0, 512 * 1024.0, 4 * 1024 * 1024.0, is_slowed=True)
"""A host sends all games of a long match at once, and every stone of fast computers."""

CONNECTIONS, MOST_CONNECTIONS = 50.0, 10.0
"""Connections that are accepted in a second, and at once, of users who do not connect too often."""

REFUSALS, MOST_REFUSALS = 5000.0, 200.0
"""Connections of users who connect too often that are refused in a second, and at once: a fifth of a core."""

USER_CONNECTIONS, MOST_USER_CONNECTIONS = 0.5, 30.0
"""Connections of one user in a second, and at once: who is dropped again and again has to wait."""

DISCOVERY_COST = 0.1
"""The share of a connection charged to a user who only lists games: a class may share one login."""

MOST_USERS = 1000
"""Users whose connections are counted."""

MOST_GUESTS = 64

MOST_GUESTS_OF_A_USER = 4
"""A user plays, perhaps at two terminals, and watches. There is no limit for the host's own user, who could
end the game anyway, and may be a class that shares one login."""


class TokenBucket:
    """The token bucket of RFC 2697 with one rate: `rate` tokens a second, at most `most` in stock."""

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most = rate, most
        self._tokens, self._updated = most, now

    def takes(self, amount: float, now: float) -> bool:
        """Take `amount` tokens if there are enough, and return whether there were."""
        self._tokens = min(self._most, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        is_enough = amount <= self._tokens
        if is_enough:
            self._tokens -= amount
        return is_enough

    def owe(self, amount: float, now: float) -> float:
        """Take `amount` tokens in any case; return the seconds until the debt is paid, 0 without a debt."""
        if not self.takes(amount, now):
            self._tokens -= amount
        return max(0.0, -self._tokens / self._rate)


class ConnectionLimiter:
    """Counts how often each user connects."""

    def __init__(self) -> None:
        self._buckets: dict[int, TokenBucket] = {}  # by user numbers

    def refuses(self, user: int, now: float) -> bool:
        """Count a connection of this user, and return whether it exceeds the limit."""
        if user not in self._buckets:
            if len(self._buckets) >= MOST_USERS:
                self._buckets.clear()
            self._buckets[user] = TokenBucket(USER_CONNECTIONS, MOST_USER_CONNECTIONS, now)
        return not self._buckets[user].takes(1, now)

    def count_as_discovery(self, user: int, now: float) -> None:
        """Reduce the charge for this user's latest connection to `DISCOVERY_COST`."""
        if user in self._buckets:
            self._buckets[user].takes(DISCOVERY_COST - 1, now)


def is_too_many(connected: Iterable[int], user: int, unlimited_user: int | None) -> bool:
    """Return whether there are too many guests, or too many of this user, among these users of guests."""
    count = Counter(connected)
    is_one_user_too_often = count[user] > MOST_GUESTS_OF_A_USER and user != unlimited_user
    return count.total() > MOST_GUESTS or is_one_user_too_often
