"""Wins, draws, losses and hints, counted from the stored games: by player, by level, by board."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ttt_tui.store.stored_game import Entry


@dataclass(slots=True)
class Tally:
    """How often somebody won, drew and lost, and how often of these it moved first."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    first_wins: int = 0
    first_draws: int = 0
    first_losses: int = 0

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.wins + self.draws + self.losses

    def count(self, won: bool | None, first: bool) -> None:
        """Count a game; `won` is None for a draw."""
        result = "draws" if won is None else "wins" if won else "losses"
        setattr(self, result, getattr(self, result) + 1)
        if first:
            setattr(self, f"first_{result}", getattr(self, f"first_{result}") + 1)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The tallies of all finished games, and the hints."""

    players: dict[str, Tally]
    """By the name of a person."""
    levels: dict[str, Tally]
    """By the level of a computer."""
    boards: dict[str, Tally]
    """By the board and line, of people only: `3×3 · 3`."""
    hints: dict[str, int]
    """By the name of a person: for how many positions they asked for one, if they did.

    Those of games with one person only: of several, it is not known who asked.
    """


def statistics(entries: Iterable[Entry]) -> Statistics:
    """Count the finished games among these entries."""
    players: dict[str, Tally] = defaultdict(Tally)
    levels: dict[str, Tally] = defaultdict(Tally)
    boards: dict[str, Tally] = defaultdict(Tally)
    hints: dict[str, int] = defaultdict(int)
    for entry in entries:
        if not entry.is_finished:
            continue
        geometry = entry.setup.geometry
        for seat, player in enumerate(entry.setup.players):
            won = None if entry.winner is None else entry.winner == seat
            first = seat == entry.first
            if not player.is_computer:
                players[player.name].count(won, first)
                boards[f"{geometry} · {geometry.line_length}"].count(won, first)
            else:
                levels[player.level].count(won, first)
        people = [player.name for player in entry.setup.players if not player.is_computer]
        if entry.hints and len(people) == 1:
            hints[people[0]] += entry.hints
    return Statistics(dict(players), dict(levels), dict(boards), dict(hints))
