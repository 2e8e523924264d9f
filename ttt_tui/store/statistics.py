"""Wins, draws, losses and hints, counted from the stored games: by player, by level, by board."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ttt_tui.engine import Player, Setup
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


class Names:
    """Tells which people are one person: whoever is at this terminal, under all names that they have had."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        """`names` are theirs, first what they are called now."""
        self._ranks = {name: rank for rank, name in enumerate(names)}
        self._now = names[0] if names else ""

    def of(self, player: Player) -> str:
        """Return what a player is called now."""
        return self._now if self._is_own(player) else player.name

    def seats(self, setup: Setup) -> dict[int, str]:
        """Return the people of a set-up by their seats, each of them once, by what they are called now.

        Of two seats that bear names of theirs the one with the later name is theirs.
        """
        people = {seat: player for seat, player in enumerate(setup.players) if not player.is_computer}
        own = [seat for seat, player in people.items() if self._is_own(player)]
        theirs = min(own, key=lambda seat: self._ranks[people[seat].name], default=None)
        return {seat: self.of(player) for seat, player in people.items() if seat not in own or seat == theirs}

    def _is_own(self, player: Player) -> bool:
        return player.is_human and player.name in self._ranks


def statistics(entries: Iterable[Entry], names: Sequence[str] = ()) -> Statistics:
    """Count the finished games among these entries; `names` are all those of the person at this terminal."""
    known = Names(names)
    players: dict[str, Tally] = defaultdict(Tally)
    levels: dict[str, Tally] = defaultdict(Tally)
    boards: dict[str, Tally] = defaultdict(Tally)
    hints: dict[str, int] = defaultdict(int)
    for entry in _once(entry for entry in entries if entry.is_finished):
        geometry = entry.setup.geometry
        people = known.seats(entry.setup)
        for seat, player in enumerate(entry.setup.players):
            won = None if entry.winner is None else entry.winner == seat
            first = seat == entry.first
            if player.is_computer:
                levels[player.level].count(won, first)
            elif seat in people:
                players[people[seat]].count(won, first)
                boards[f"{geometry} · {geometry.line_length}"].count(won, first)
        humans = [player for player in entry.setup.players if not player.is_computer]
        if entry.hints and len(humans) == 1:
            hints[known.of(humans[0])] += entry.hints
    return Statistics(dict(players), dict(levels), dict(boards), dict(hints))


def _once(entries: Iterable[Entry]) -> Iterable[Entry]:
    """Return each game once: who hosts and joins with one account has it and a guest's copy, or several."""
    games: dict[str, Entry] = {}
    for entry in entries:
        known = games.setdefault(entry.game_id, entry)
        if known.host is not None and entry.host is None:
            games[entry.game_id] = entry
    return games.values()
