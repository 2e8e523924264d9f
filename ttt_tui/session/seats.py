"""The computers that sit at the table: made from their levels when they first move."""

from random import Random

from ttt_tui.computer import LEVELS, Computer, megabytes_each
from ttt_tui.engine import Match
from ttt_tui.process.gc_policy import look_now


class Computers:
    """The computers of one game, made when they first move; they may keep what they learn.

    `guests` are computers beside them that use the same memory, such as one that is asked for hints.
    """

    def __init__(self, guests: int = 0) -> None:
        self._seated: dict[int, Computer] = {}
        self._guests = guests

    def seated(self, match: Match, seat: int) -> Computer:
        """Return the computer that moves for a seat; each game and seat has dice of its own."""
        if seat not in self._seated:
            seed = Random(f"{match.seed} {match.game_number} {seat}").getrandbits(32)
            level = LEVELS[match.setup.players[seat].level]
            self._seated[seat] = level.make(seed, self.share(match))
        return self._seated[seat]

    def share(self, match: Match) -> float:
        """Return how many megabytes each computer of a match may remember."""
        return megabytes_each(match.setup.players, self._guests)

    def close(self) -> None:
        """Let go of all of them; the next game makes its own.

        What a game between two experts leaves is gone within some hundredths of a second, and what else the
        program left lying about since the last game is looked for: another hundredth.
        """
        if not self._seated:
            return
        for computer in self._seated.values():
            computer.close()
        self._seated.clear()
        look_now()
