"""Rated games and what follows from them: the rating of each kind of game, and an opponent as strong.

A rating period is one game; days without a game make a rating less certain. The constants were tuned with
simulated players: `python -m tests.session.simulated_players` prints how close their ratings come.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from ttt_tui.analysis.rating import LEAST_SHOWN, RatedResult, Rating
from ttt_tui.computer.ladder.kinds import STEPS, Kind, kind_of, step_rating
from ttt_tui.computer.levels import STEP_NAMES, strength_of
from ttt_tui.store.rated_games import DuelResult

NEW_PLAYER = Rating(deviation=500.0, volatility=0.06)
"""Before the first game: the ladder is wide, and the volatility is that of a learner, 10 points a game."""

FIRST_STEP = STEP_NAMES.index("medium") + 1
"""The opponent of a player without any rated game."""


class RatedGame(NamedTuple):
    """A game that counts for a rating."""

    uid: str
    """The game's id in the store."""
    day: date
    kind: Kind
    strength: int
    """The step of the opponent, from 1."""
    score: float
    """1 for a win, .5 for a draw, 0 for a loss."""

    @classmethod
    def of(cls, result: DuelResult) -> "RatedGame | None":
        """Return a stored result as a rated game, None if the opponent is not a step of the ladder."""
        strength = strength_of(result.level)
        if strength is None:
            return None
        return cls(result.uid, result.day, kind_of(result.geometry), strength, result.score)


class RatingTrack:
    """The rated games of one kind in their order, and the rating after each."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.games: list[RatedGame] = []
        self._ratings: list[tuple[date, Rating]] = []
        self._steps = [step_rating(kind, step) for step in range(1, STEPS + 1)]

    def add(self, game: RatedGame, today: date) -> None:
        """Add a game; a date out of order or in the future is clamped to the nearest possible one."""
        day = max(min(game.day, today), self._ratings[-1][0] if self._ratings else date.min)
        step = self._steps[game.strength - 1]
        result = RatedResult(step.rating, game.score, step.deviation)
        self._ratings.append((day, self.rating_on(day).after([result])))
        self.games.append(game)

    def rating_on(self, day: date) -> Rating:
        """Return the rating on a day, less certain by the days since the latest game."""
        if not self._ratings:
            return NEW_PLAYER
        last, rating = self._ratings[-1]
        return rating.rested((day - last).days)

    @property
    def curve(self) -> tuple[tuple[date, float], ...]:
        """The rating at the end of each day with a game."""
        days = groupby(self._ratings, key=lambda dated: dated[0])
        return tuple((day, list(group)[-1][1].rating) for day, group in days)

    @property
    def left(self) -> int:
        """The number of games until the rating is shown, 0 if it is."""
        return max(0, LEAST_SHOWN - len(self.games))

    @property
    def suggested_step(self) -> int:
        """The opponent for the next game, from 1.

        The step nearest to the rating, where either player scores half of the points; one step up after a win
        against a stronger step, one step down after a loss against a weaker one.
        """
        if not self.games:
            return FIRST_STEP
        step = nearest_step(self.kind, self._ratings[-1][1].rating)
        before = self._ratings[-2][1].rating if len(self._ratings) > 1 else NEW_PLAYER.rating
        latest = self.games[-1]
        stronger_by = self._steps[latest.strength - 1].rating - before
        if latest.score == 1 and stronger_by >= 0:
            step += 1
        elif latest.score == 0 and stronger_by <= 0:
            step -= 1
        return min(max(step, 1), STEPS)


class Ratings:
    """The ratings that follow from rated games."""

    def __init__(self, games: Iterable[RatedGame] = (), today: date = date.max) -> None:
        """`games` are in the order of play; none is dated after `today`."""
        self.tracks: dict[Kind, RatingTrack] = {}
        self.uids: set[str] = set()
        for game in games:
            self.add(game, today)

    def add(self, game: RatedGame, today: date) -> None:
        """Add the latest game."""
        self.track(game.kind).add(game, today)
        self.uids.add(game.uid)

    def track(self, kind: Kind) -> RatingTrack:
        """Return the track of a kind, adding it if it is missing."""
        return self.tracks.setdefault(kind, RatingTrack(kind))

    @property
    def games(self) -> Sequence[RatedGame]:
        """All games, in their order within each kind."""
        return [game for track in self.tracks.values() for game in track.games]


def nearest_step(kind: Kind, rating: float) -> int:
    """Return the step whose rating is nearest, from 1."""
    return min(range(1, STEPS + 1), key=lambda step: abs(step_rating(kind, step).rating - rating))
