"""The user's ratings in games: what rated games say, read in the background and kept up to date as games end.

A rating period is one game; days without a game make a rating less certain. The constants were tuned with
simulated players: `python -m tests.session.simulated_players` prints how close their ratings come.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from ttt_tui.analysis.rating import LEAST_SHOWN, RatedResult, Rating
from ttt_tui.computer.ladder.kinds import STEPS, Kind, kind_of, step_rating
from ttt_tui.computer.levels import STEP_NAMES, strength_of
from ttt_tui.engine import Match
from ttt_tui.store.games import History
from ttt_tui.store.query import Query
from ttt_tui.store.rated_games import DuelResult, duel_of
from ttt_tui.store.recorder import Recorder
from ttt_tui.store.thread import StoreThread

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
    def shown(self) -> tuple[tuple[date, float], ...]:
        """The rating after each game, from the first one on after which it is shown."""
        return tuple((day, rating.rating) for day, rating in self._ratings[LEAST_SHOWN - 1 :])

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


class RatingChange(NamedTuple):
    """The effect of a game on a rating."""

    before: Rating
    after: Rating
    games: int
    """The rated games of its kind so far, with this one."""


class PlayerRatings:
    """The ratings of one person, by kind of game.

    `store` is None where nothing is stored: then there are no ratings. `is_on` is the user's setting; if it
    is off, nothing is rated or offered. `names` returns all names of the person, `today` the local date.
    """

    def __init__(
        self,
        store: StoreThread | None,
        names: Callable[[], Sequence[str]],
        today: Callable[[], date] = date.today,
        *,
        is_on: bool = True,
    ) -> None:
        self.is_on = is_on and store is not None
        self._store = store
        self._names = names
        self._own_names = frozenset[str]()
        self._today = today
        self._ratings = Ratings()
        self._is_loaded = False
        self._query = Query[Ratings]()
        self._new: dict[str, RatedGame | None] = {}
        """The games that ended in this run by uid; None for one that no longer counts."""
        self.latest_change: RatingChange | None = None
        """The effect on its rating of the game that has just ended, None if it was not rated."""
        self._begun: tuple[Match, Kind, Rating] | None = None
        """The match of the latest rated game, its kind, and the rating before its first one of this run."""

    # --- loading -----------------------------------------------------------------------------------------

    def request(self, when_done: Callable[[], object] | None = None) -> None:
        """Ask the store for the rated games without waiting.

        The store's thread calls `when_done` after the answer.
        """
        if self._store is None or not self.is_on:
            return
        names, today = self._names(), self._today()
        self._own_names = frozenset(names)
        self._query.ask(self._store, lambda history: ratings_in(history, names, today), when_done)

    def load(self) -> None:
        """Request the rated games unless they were requested since the user's name changed."""
        if self.is_on and self._own_names != frozenset(self._names()):
            self.request()

    @property
    def is_loading(self) -> bool:
        return self._query.is_open

    def _known(self) -> Ratings:
        """Return the ratings as far as they are known."""
        if self._query.take() and (loaded := self._query.answer) is not None:
            self._ratings, self._is_loaded = loaded, True
            self._add_new()
        return self._ratings

    def _add_new(self) -> None:
        """Add the games of this run to the ratings loaded from the store."""
        if any(game is None and uid in self._ratings.uids for uid, game in self._new.items()):
            games = [game for game in self._ratings.games if self._new.get(game.uid, game) is not None]
            self._ratings = Ratings(games, self._today())
        for game in self._new.values():
            if game is not None and game.uid not in self._ratings.uids:
                self._ratings.add(game, self._today())

    # --- what is known -----------------------------------------------------------------------------------

    def rating_of(self, kind: Kind) -> Rating | None:
        """Return today's rating, None without a rated game of the kind."""
        track = self._known().tracks.get(kind)
        return None if track is None else track.rating_on(self._today())

    def games(self, kind: Kind) -> int:
        """Return the number of rated games of a kind."""
        return len(self.recent_results(kind))

    def recent_results(self, kind: Kind) -> Sequence[RatedGame]:
        """Return the rated games of a kind, the latest one last."""
        track = self._known().tracks.get(kind)
        return () if track is None else track.games

    def can_match(self, kind: Kind) -> bool:
        """Whether enough rated games of a kind were played to offer an opponent as strong as the user."""
        return self.is_on and self.games(kind) >= LEAST_SHOWN

    def suggested_step(self, kind: Kind) -> int:
        """Return the step for the next game of a kind, from 1."""
        track = self._known().tracks.get(kind)
        return FIRST_STEP if track is None else track.suggested_step

    @property
    def tracks(self) -> Sequence[RatingTrack]:
        """The games and ratings of each kind, those with the most games first."""
        tracks = [track for track in self._known().tracks.values() if track.games]
        return sorted(tracks, key=lambda track: -len(track.games))

    # --- what happens ------------------------------------------------------------------------------------

    def would_count(self, match: Match) -> bool:
        """Whether the current game of a match is between the user and a step of the ladder."""
        return self.is_on and self.can_rate(match)

    def can_rate(self, match: Match) -> bool:
        """Whether the current game of a match would count if ratings were on."""
        return self._game(match, "") is not None

    def counts(self, match: Match, recorder: Recorder) -> bool:
        """Whether the current game of a match is rated, as far as it was played."""
        return recorder.is_rated and self.would_count(match)

    def follow(self, match: Match, recorder: Recorder) -> None:
        """Update the ratings after a change of the match's current game that the recorder has received."""
        self.latest_change = None
        if not self.is_on or not recorder.started:
            return
        uid, is_over = recorder.row_uid, match.game.outcome is not None
        game = self._game(match, uid) if is_over and recorder.is_rated else None
        if game is None:
            self.forget(uid)
            return
        ratings = self._known()
        self._new[uid] = game
        if uid in ratings.uids or not self._is_loaded:
            return
        track = ratings.track(game.kind)
        before = track.rating_on(self._today())
        ratings.add(game, self._today())
        if self._begun is None or self._begun[0] is not match:
            self._begun = match, game.kind, before
        self.latest_change = RatingChange(before, track.rating_on(self._today()), len(track.games))

    def change_in(self, match: Match) -> RatingChange | None:
        """Return the effect of the games of a match that were rated in this run, None if none was."""
        if self._begun is None or self._begun[0] is not match:
            return None
        _, kind, before = self._begun
        track = self._known().track(kind)
        return RatingChange(before, track.rating_on(self._today()), len(track.games))

    def forget(self, uid: str) -> None:
        """Remove a game from the ratings: play was resumed, or the game was deleted."""
        if uid in self._new or uid in self._known().uids:
            self._new[uid] = None
            self._add_new()

    def _game(self, match: Match, uid: str) -> RatedGame | None:
        """Return the current game, a draw until it is over; None if it cannot rate anybody."""
        duel, outcome = duel_of(match.setup), match.game.outcome
        if duel is None or match.setup.players[duel.human].name not in self._own_names:
            return None
        winner = None if outcome is None else outcome.winner
        score = 0.5 if winner is None else float(winner == duel.human)
        result = DuelResult(uid, self._today(), match.setup.geometry, duel.level, score)
        return RatedGame.of(result)


def ratings_in(history: History, names: Sequence[str], today: date) -> Ratings:
    """Return the ratings that follow from the stored games of the person with these names."""
    games = (RatedGame.of(result) for result in history.rated_games(names))
    return Ratings(filter(None, games), today)
