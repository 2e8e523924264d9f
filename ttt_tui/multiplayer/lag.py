"""How long messages travel between a host and a player, and what of it the player's clock does not lose.

Only what the host measures counts. A player who answers late on purpose wins `MOST_CREDIT` a move at most,
and only by being late each time: of the `RECENT` latest round trips the shortest counts.

>>> trips = RoundTrips()
>>> for now, travelled in ((10.0, 0.3), (20.0, 0.12), (30.0, 0.9)):
...     ping = trips.ping(now)
...     trips.answered(ping.number, now + travelled)
>>> round(trips.shortest, 3)
0.12
"""

import socket
import struct
import sys
from collections import deque

from ttt_tui.multiplayer.protocol import Ping

MOST_CREDIT = 0.5
"""The most seconds of a move that a player gets back."""

RECENT = 8
"""The round trips of which the shortest counts."""

LONGEST_TRIP = 60.0
"""Seconds of a longer round trip; none can be too long for arithmetic."""

TCP_INFO_BYTES = 72
TCP_RTT = struct.Struct("68xI")
"""The smoothed round trip in Linux's `tcp_info`, in microseconds."""


class RoundTrips:
    """The round trips of pings to one player, in seconds; times are monotonic."""

    def __init__(self) -> None:
        self.shortest = 0.0
        """The shortest of the latest round trips, 0 before the first; any thread may read it."""
        self._number, self._sent = 0, 0.0
        self._is_awaited = False
        self._recent: deque[float] = deque(maxlen=RECENT)

    def ping(self, now: float) -> Ping:
        """Return the next ping; an answer to an earlier one no longer counts."""
        self._number, self._sent, self._is_awaited = self._number + 1, now, True
        return Ping(self._number)

    def answered(self, number: int, now: float) -> None:
        """Count the answer to the ping of this number, once."""
        if self._is_awaited and number == self._number:
            self._is_awaited = False
            self._recent.append(min(max(0.0, now - self._sent), LONGEST_TRIP))
            self.shortest = min(self._recent)


def round_trip_of(connected: socket.socket) -> float:
    """Return the seconds of a round trip over a TCP connection, 0 where the kernel knows none."""
    if sys.platform != "linux":
        return 0.0
    try:
        found = connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
        (microseconds,) = TCP_RTT.unpack(found)
    except (OSError, struct.error):  # it has ended, or is no TCP connection
        return 0.0
    return min(float(microseconds) / 1e6, LONGEST_TRIP)
