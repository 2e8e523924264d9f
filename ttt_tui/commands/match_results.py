"""What a match among computers has come to: its games, and what each player has reached."""

from collections import Counter
from dataclasses import dataclass, field

from ttt_tui.commands.elo import Elo, elo
from ttt_tui.engine import Player, Setup


@dataclass(frozen=True, slots=True)
class Played:
    """One game: who sat where, and how it went."""

    seats: tuple[int, ...]
    """The players, by their number in the match, in turn order."""
    opening: int
    """How many of the moves were the opening's."""
    moves: tuple[str, ...]
    winner: int | None
    """The player who won, by number in the match; None for a draw."""
    termination: str
    fault: str | None = None
    """What a brain did wrong, as `BrainFault.kind`; its player resigned then."""


@dataclass(slots=True)
class Standing:
    """What one player has reached so far."""

    player: Player
    wins: list[int]
    """By seat, the one who moves first at the start."""
    games: list[int]
    """Played, by seat."""
    draws: int = 0
    crashes: int = 0
    """Of a computer; those games are among the lost ones."""
    faults: Counter[str] = field(default_factory=Counter)
    """Of a brain, by kind; those games are not among the lost ones."""
    slowest: float = 0.0
    """The longest that it took for a move, in seconds."""

    @property
    def losses(self) -> int:
        """Games that were neither won nor drawn, nor given up for a brain's fault."""
        return sum(self.games) - sum(self.wins) - self.draws - self.faults.total()


@dataclass(slots=True)
class Results:
    """A match among computers."""

    setup: Setup
    seed: int
    wanted: int
    standings: list[Standing]
    games: list[Played] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    """A sentence for each time that a computer failed or a brain was at fault; it resigned then."""

    @property
    def elo(self) -> Elo | None:
        """The first player's Elo difference from the second, None unless there are two who have played.

        A fault counts like a loss: whoever relies on that player has lost the game.
        """
        if len(self.standings) != 2 or not self.games:
            return None
        first = self.standings[0]
        return elo(sum(first.wins), first.draws, first.losses + first.faults.total())
