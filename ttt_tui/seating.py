"""The computers that sit at the table: made from their levels when they first move."""

from random import Random

from ttt_tui.computer import LEVELS, Computer
from ttt_tui.engine import Match


class Computers:
    """The computers of one game, made when they first move; they may keep what they learn."""

    def __init__(self) -> None:
        self._seated: dict[int, Computer] = {}

    def seated(self, match: Match, seat: int) -> Computer:
        """Return the computer that moves for a seat; each game and seat has dice of its own."""
        if seat not in self._seated:
            seed = Random(f"{match.seed} {match.game_number} {seat}").getrandbits(32)
            self._seated[seat] = LEVELS[match.setup.players[seat].level].make(seed)
        return self._seated[seat]

    def close(self) -> None:
        """Let go of all of them; the next game makes its own."""
        for computer in self._seated.values():
            computer.close()
        self._seated.clear()
