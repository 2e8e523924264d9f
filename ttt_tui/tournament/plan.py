"""The plan of a match among computers: the players, seats, opening and random seeds of each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, cycle
from random import Random

from ttt_tui.engine import Game, Setup
from ttt_tui.engine.records import read_move
from ttt_tui.tournament.openings import (
    SEARCHED_CANDIDATES,
    Opening,
    OpeningChoices,
    by_search,
    random_openings,
)


class PairingSystem(StrEnum):
    """Which players meet."""

    ONE_GAME = "one game"
    """All players sit at the board together."""
    ROUND_ROBIN = "round robin"
    """Each two players meet."""
    GAUNTLET = "gauntlet"
    """The first player meets each other one."""

    @property
    def is_in_pairs(self) -> bool:
        """Whether two of the players sit at a board, whatever their number."""
        return self is not PairingSystem.ONE_GAME


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played."""

    number: int
    """The game's place in the counting order, from 0."""
    group: int
    """A number shared by games of the same players with the same opening."""
    seats: tuple[int, ...]
    """The players, by their number in the match, in turn order."""
    opening: Opening


@dataclass(frozen=True, slots=True)
class Plan:
    """A match among computers."""

    setup: Setup
    """The board, and the players in the order of their numbers; in pairs they need not all fit on it."""
    games: int
    """Games at each table."""
    seed: int
    pairing: PairingSystem = PairingSystem.ONE_GAME
    openings: tuple[Opening, ...] = ()
    """Openings to play in turn and then again, none for random ones."""

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The players at each table, by number."""
        players = range(len(self.setup.players))
        match self.pairing:
            case PairingSystem.ROUND_ROBIN:
                return tuple(combinations(players, 2))
            case PairingSystem.GAUNTLET:
                return tuple((0, other) for other in players[1:])
        return (tuple(players),)

    @property
    def seats(self) -> int:
        """Players at a board."""
        return len(self.tables[0])

    @property
    def rotations(self) -> int:
        """Games of a table with the same opening: one for each seating that can change the course of a game.

        Among more than two, players of the same level and limit are interchangeable. Two always exchange
        seats, since the two games of a pair count together.
        """
        if self.seats == 2:
            return 2
        players = [(player.level, player.limit) for player in self.setup.players]
        return next(n for n in range(1, self.seats + 1) if players[n:] + players[:n] == players)

    @property
    def total(self) -> int:
        """Games of all tables."""
        return self.games * len(self.tables)

    def fixtures(self, known: dict[int, OpeningChoices] | None = None) -> Iterator[Fixture]:
        """Yield the games in the order in which they count.

        All tables play an opening before the next one, once for each of the `rotations` of its seats, so that
        it favours no player. `known` is passed to `random_openings`.
        """
        setup = self.setup_of(self.tables[0])
        supply: Iterator[Opening] = cycle(self.openings)
        if not self.openings:
            supply = random_openings(setup, self.seed, by_search(), SEARCHED_CANDIDATES, known=known)
        a_round = self.rotations * len(self.tables)
        opening: Opening = ()
        for number in range(self.total):
            if number % a_round == 0:
                opening = next(supply)
            yield Fixture(number, *self.place_of(number), opening)

    def place_of(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return the group of a game, and its players in turn order."""
        tables = self.tables
        round_, left = divmod(number, self.rotations * len(tables))
        before = round_ * self.rotations
        place, rotation = divmod(left, min(self.rotations, self.games - before))
        table, rotation = tables[place], (before + rotation) % self.seats
        return round_ * len(tables) + place, (*table[rotation:], *table[:rotation])

    def opening_of(self, number: int) -> int:
        """Return the index of a game's opening."""
        return number // (self.rotations * len(self.tables))

    def opening_text(self, opening: Opening) -> str:
        """Return an opening as text for `opening`."""
        return " ".join(map(self.setup.geometry.name, opening))

    def opening(self, text: str) -> Opening:
        """Parse the text of an opening; raises `TypeError` or `NotASquare`."""
        if not isinstance(text, str):
            raise TypeError(text)
        return tuple(map(self.setup.geometry.parse, text.split()))

    def games_of(self, group: int) -> int:
        """Return the number of games of a group: one for each of the `rotations`, fewer in the last round."""
        return min(self.rotations, self.games - group // len(self.tables) * self.rotations)

    def setup_of(self, seats: Sequence[int]) -> Setup:
        """Return the set-up of a game of these players in turn order."""
        players = [self.setup.players[number] for number in seats]
        return Setup(self.setup.geometry, players, start=self.setup.start)

    def random(self, number: int) -> Random:
        """Return the generator of the seeds of a game's computers, seat by seat."""
        return Random(f"match {self.seed} {number}")

    def game(self, seats: Sequence[int], moves: Sequence[str]) -> Game:
        """Return a game with these moves; raises `IllegalMove`."""
        game = Game(self.setup_of(seats))
        for move in moves:
            game.push(read_move(game, move))
        return game
