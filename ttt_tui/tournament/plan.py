"""What a match among computers is to be: the players, seats, opening and dice of each game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from random import Random

from ttt_tui.engine import Game, Setup
from ttt_tui.engine.records import read_move
from ttt_tui.tournament.openings import (
    NONE_KNOWN,
    SEARCHED_CANDIDATES,
    Choices,
    Opening,
    by_search,
    ignore,
    openings,
)


class Format(StrEnum):
    """Who plays whom."""

    ONE_GAME = "one game"
    """All players sit at the board together."""
    ROUND_ROBIN = "round robin"
    """Each two players meet."""
    GAUNTLET = "gauntlet"
    """The first player meets each other one."""

    @property
    def is_in_pairs(self) -> bool:
        """Whether two of the players sit at a board, however many there are."""
        return self is not Format.ONE_GAME


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game that is to be played."""

    number: int
    """From 0, in the order in which games count."""
    group: int
    """Games of the same players with the same opening have the same one."""
    seats: tuple[int, ...]
    """The players, by their number in the match, in turn order."""
    opening: Opening


@dataclass(frozen=True, slots=True)
class Plan:
    """A match among computers."""

    setup: Setup
    """The board, and the players in the order of their numbers, who need not all fit on it in pairs."""
    games: int
    """How many games the players of a table play."""
    seed: int
    format: Format = Format.ONE_GAME

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """Who sits at a board together, by number."""
        players = range(len(self.setup.players))
        match self.format:
            case Format.ROUND_ROBIN:
                return tuple(combinations(players, 2))
            case Format.GAUNTLET:
                return tuple((0, other) for other in players[1:])
        return (tuple(players),)

    @property
    def seats(self) -> int:
        """How many sit at a board."""
        return len(self.tables[0])

    @property
    def rotations(self) -> int:
        """How many games of a table have the same opening: one for each seating that can change how it goes.

        Among more than two, players of the same level and limit are interchangeable. Two always change seats,
        since the two games of a pair count together.
        """
        if self.seats == 2:
            return 2
        players = [(player.level, player.limit) for player in self.setup.players]
        return next(n for n in range(1, self.seats + 1) if players[n:] + players[:n] == players)

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.tables)

    def fixtures(
        self, known: Mapping[int, Choices] = NONE_KNOWN, note: Callable[[int, Choices], None] = ignore
    ) -> Iterator[Fixture]:
        """Give the games in the order in which they count.

        All tables play an opening before the next one comes, once for each of the `rotations` of its seats,
        so that it favours nobody. `known` and `note` are those of `openings`.
        """
        setup = self.setup_of(self.tables[0])
        supply = openings(setup, self.seed, by_search(), SEARCHED_CANDIDATES, known=known, note=note)
        a_round = self.rotations * len(self.tables)
        opening: Opening = ()
        for number in range(self.total):
            if number % a_round == 0:
                opening = next(supply)
            yield Fixture(number, *self.place_of(number), opening)

    def place_of(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return the group of a game, and who sits where."""
        tables = self.tables
        round_, left = divmod(number, self.rotations * len(tables))
        before = round_ * self.rotations
        place, rotation = divmod(left, min(self.rotations, self.games - before))
        table, rotation = tables[place], (before + rotation) % self.seats
        return round_ * len(tables) + place, (*table[rotation:], *table[:rotation])

    def opening_of(self, number: int) -> int:
        """Return the index of a game's opening."""
        return number // (self.rotations * len(self.tables))

    def opening_words(self, opening: Opening) -> str:
        """Return an opening as words that `opening` reads."""
        return " ".join(map(self.setup.geometry.name, opening))

    def opening(self, words: str) -> Opening:
        """Return the opening that such words mean; raises `TypeError` or `NotASquare`."""
        if not isinstance(words, str):
            raise TypeError(words)
        return tuple(map(self.setup.geometry.parse, words.split()))

    def games_of(self, group: int) -> int:
        """Return how many games a group has: one for each of the `rotations`, perhaps fewer in the end."""
        return min(self.rotations, self.games - group // len(self.tables) * self.rotations)

    def setup_of(self, seats: Sequence[int]) -> Setup:
        """Return how a game is set up that these players play, in turn order."""
        return Setup(self.setup.geometry, [self.setup.players[number] for number in seats])

    def dice(self, number: int) -> Random:
        """Return what decides the seeds of a game's computers, seat by seat."""
        return Random(f"match {self.seed} {number}")

    def game(self, seats: Sequence[int], words: Sequence[str]) -> Game:
        """Return a game with these moves; raises `IllegalMove`."""
        game = Game(self.setup_of(seats))
        for word in words:
            game.push(read_move(game, word))
        return game
