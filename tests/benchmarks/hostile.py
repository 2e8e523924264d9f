"""A guest who behaves as badly as it can: `python -m tests.benchmarks.hostile ADDRESS`.

It connects anew whenever it is shown out: says nonsense, floods, asks for what is dear, leaves lines
unfinished, reads nothing.
"""

import itertools
import socket
import sys
from contextlib import suppress

from ttt_tui.multiplayer.protocol import VERSION, Discover, Earlier, Hello, Place, Proposal, write

HELLO = write(Hello(VERSION, "Eve", "", watches=True))

PLAYS = write(Hello(VERSION, "Eve", "", watches=False))
"""To take a seat, or one's own again."""

PLACES = b"".join(write(Place(1, ply, "a1")) for ply in range(400))
"""A stone at each ply there can be."""

ATTACKS = (
    b"nonsense\n" * 1000,
    b"x" * 5_000_000,
    HELLO + PLACES * 50,
    HELLO + write(Proposal(1, 0, "undo")) * 20_000,
    HELLO + write(Earlier(1)) * 19,
    HELLO + write(Earlier(1)) * 20_000,
    HELLO + b'{"say": "place", "game": 1, ' * 2000,
    b"[" * 60_000 + b"\n",
    b"\n" * 200_000,
    HELLO * 1000,
    PLAYS,
    PLAYS + PLACES * 50,
    PLAYS + write(Proposal(1, 0, "undo")) * 20_000,
    write(Discover(VERSION)) * 10_000,
)
"""What is said after one connection was made, all at once."""


def attack(address: str, said: bytes) -> None:
    """Connect, and say this until the other side has enough of it."""
    with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
        line.settimeout(0.5)
        line.connect(address)
        line.sendall(said)
        line.recv(65536)


if __name__ == "__main__":
    for said in itertools.cycle(ATTACKS):
        attack(sys.argv[1], said)
