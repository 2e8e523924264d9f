"""The user's ratings in games: read from the store in the background, and kept up to date while games end."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from ttt_tui.analysis.rating import LEAST_SHOWN, Rating
from ttt_tui.computer.ladder.kinds import Kind
from ttt_tui.engine import Match
from ttt_tui.session.rated_games import FIRST_STEP, RatedGame, Ratings, RatingTrack
from ttt_tui.store.games import History
from ttt_tui.store.query import Query
from ttt_tui.store.rated_games import DuelResult, duel_of
from ttt_tui.store.recorder import Recorder
from ttt_tui.store.thread import StoreThread


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
        return self.is_on and self._game(match, "", 0.5) is not None

    def counts(self, match: Match, recorder: Recorder) -> bool:
        """Whether the current game of a match is rated, as far as it was played."""
        return recorder.is_rated and self.would_count(match)

    def follow(self, match: Match, recorder: Recorder) -> None:
        """Update the ratings after a change of the match's current game that the recorder has received."""
        self.latest_change = None
        if not self.is_on or not recorder.started:
            return
        uid, outcome = recorder.row_uid, match.game.outcome
        if outcome is None or not self.counts(match, recorder):
            self.forget(uid)
            return
        duel = duel_of(match.setup)
        assert duel is not None, "other games do not count"
        score = 0.5 if outcome.winner is None else float(outcome.winner == duel.human)
        game = self._game(match, uid, score)
        assert game is not None, "it counts"
        ratings = self._known()
        self._new[uid] = game
        if uid in ratings.uids or not self._is_loaded:
            return
        track = ratings.track(game.kind)
        before = track.rating_on(self._today())
        ratings.add(game, self._today())
        self.latest_change = RatingChange(before, track.rating_on(self._today()), len(track.games))

    def forget(self, uid: str) -> None:
        """Remove a game from the ratings: play was resumed, or the game was deleted."""
        if uid in self._new or uid in self._known().uids:
            self._new[uid] = None
            self._add_new()

    def _game(self, match: Match, uid: str, score: float) -> RatedGame | None:
        """Return the current game with a score, None if it cannot rate anybody."""
        duel = duel_of(match.setup)
        if duel is None or match.setup.players[duel.human].name not in self._own_names:
            return None
        result = DuelResult(uid, self._today(), match.setup.geometry, duel.level, score)
        return RatedGame.of(result)


def ratings_in(history: History, names: Sequence[str], today: date) -> Ratings:
    """Return the ratings that follow from the stored games of the person with these names."""
    games = (RatedGame.of(result) for result in history.rated_games(names))
    return Ratings(filter(None, games), today)
