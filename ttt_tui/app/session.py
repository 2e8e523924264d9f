"""What outlives a screen: the match that is played, the seed, and when a key was pressed last."""

import time
from random import Random

from ttt_tui.engine import Match, Setup


class Session:
    """One run of the program. `seed` decides names, lots and ties."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.names = Random(f"names {seed}")
        """Picks the names of new computers."""
        self.match: Match | None = None
        """The match that is played, or was left and can be returned to."""
        self.key_pressed = time.monotonic()
        """When the latest key or click arrived, by the monotonic clock."""

    def new_match(self, setup: Setup) -> Match:
        """Return a new match, which is the current one from now on. The set-up must have no problem."""
        self.match = Match(setup, self.seed)
        self.seed += 1
        return self.match
