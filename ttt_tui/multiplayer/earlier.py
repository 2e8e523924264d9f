"""The games of a match before its current one, as a host tells them: each is made to a line once, and kept.

Who plays adds a game; the thread of the door, which answers for all guests, makes the lines.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ttt_tui.engine import Game
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import to_data
from ttt_tui.multiplayer.messages import Finished, write

MOST_EARLIER = 100
"""Games that are told at once to who asks for earlier ones."""

MOST_GAMES = 2000
"""Games of a match that a guest follows: all of them are in memory. People play some hundred at most."""

GAMES_PER_SECOND = 1.0
"""How fast a guest stores new games in the long run."""


@dataclass(frozen=True, slots=True)
class Past:
    """A game of the match, and when it was started, as the store writes it."""

    started: str
    game: Game
    game_id: str | None = None
    """The id that its host and all guests share, None if it is not stored anywhere."""

    @property
    def record(self) -> Record:
        """The game and its id."""
        return Record(self.game, game_id=self.game_id)


class FinishedGames:
    """Games that are over, in order."""

    def __init__(self, games: Iterable[Past] = ()) -> None:
        self._games = [*games]
        self._lines: dict[int, bytes] = {}

    def __len__(self) -> int:
        return len(self._games)

    def add(self, past: Past) -> None:
        """Add the next game."""
        self._games.append(past)

    def answer(self, first: int) -> list[int]:
        """Return the numbers of the games that are told to who asks for those from this one on."""
        first = max(1, first)
        return [*range(first, min(first + MOST_EARLIER, len(self._games) + 1))]

    def line(self, number: int) -> bytes:
        """Return what tells the game of this number, from 1; for the thread of the door alone."""
        if number not in self._lines:
            past = self._games[number - 1]
            self._lines[number] = write(Finished(number, past.started, to_data(past.record)))
        return self._lines[number]
