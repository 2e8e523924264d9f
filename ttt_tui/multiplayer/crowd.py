"""How many may come to a host, and how often: what one user does costs the others nothing."""

import os
from collections import Counter
from collections.abc import Iterable

from ttt_tui.multiplayer.wire import TokenBucket

KNOCKS, MOST_KNOCKS = 50.0, 10.0
"""How many connections are made in a second in the long run, and how many at once, of users who may come."""

REFUSALS, MOST_REFUSALS = 5000.0, 200.0
"""How many who come too often are refused in a second, and how many at once: that costs a fifth of a core."""

VISITS, MOST_VISITS = 0.5, 30.0
"""The same of one user: who is shown out again and again has to wait."""

COST_OF_LOOK = 0.1
"""As how much of a visit it counts to look only what is played: a class that shares one login may do so."""

MOST_USERS = 1000
"""Whose visits are counted."""

MOST_GUESTS = 64

MOST_OF_A_USER = 4
"""Guests who are the same user: one plays, perhaps at two terminals, and looks on. The host's own user is not
counted, who could end the game anyway, and may be a class that shares one login."""


class ConnectionLimiter:
    """Counts how often each user comes. Times are in seconds."""

    def __init__(self) -> None:
        self._allowed: dict[int, TokenBucket] = {}  # by the numbers of users

    def are_too_many(self, user: int, now: float) -> bool:
        """Count one more of this user, and return whether they come too often."""
        if user not in self._allowed:
            if len(self._allowed) >= MOST_USERS:
                self._allowed.clear()
            self._allowed[user] = TokenBucket(VISITS, MOST_VISITS, now)
        return not self._allowed[user].takes(1, now)

    def was_a_look(self, user: int, now: float) -> None:
        """Count the latest of this user as a look."""
        if user in self._allowed:
            self._allowed[user].takes(COST_OF_LOOK - 1, now)


def is_too_large(here: Iterable[int], user: int) -> bool:
    """Whether there are too many guests, or too many of this user; `here` is the user of each of them."""
    count = Counter(here)
    return count.total() > MOST_GUESTS or (count[user] > MOST_OF_A_USER and user != os.geteuid())
