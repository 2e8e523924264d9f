"""The ratings of people: Glicko-2, a rating in each kind of game."""

from datetime import date

from ttt_tui.analysis.rating import RatedResult, Rating
from ttt_tui.computer.ladder.kinds import kind_of
from ttt_tui.engine import Game
from ttt_tui.errors import Unrated
from ttt_tui.multiplayer.lobby_messages import Rank
from ttt_tui.session.wording import rating_change
from ttt_tui.store.accounts import Account, Accounts, StoredRating

NEW_PERSON = Rating()
"""Before the first rated game."""

CERTAIN = 110.0
"""The deviation, in points, below which a rating is on the leaderboard."""

RANKED = 20
"""People of each kind of game on the leaderboard."""

MOST_RATED = 10
"""Rated games of the same two people that count in a day: more would lift one account by another."""


class PeopleRatings:
    """The ratings of the accounts of a server."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def rating(self, account: Account | None, kind: str) -> Rating:
        """Return the rating of an account, or of a guest, in a kind of game today."""
        stored = None if account is None else self._accounts.rating(account, kind)
        return NEW_PERSON if stored is None else _rested(stored)

    def have_played_enough(self, one: int, two: int) -> bool:
        """Return whether no more rated games of these two users count today."""
        return self._accounts.rated_today(one, two) >= MOST_RATED

    def count(self, game: Game, uid: str, users: tuple[int, int]) -> list[str]:
        """Count a finished game for the ratings of both users, in turn order, once, and say what changed.

        Raises `Unrated` with the reason if it does not count.
        """
        outcome, (one, two) = game.outcome, map(self._accounts.by_id, users)
        if outcome is None or one is None or two is None or self._accounts.is_rated(uid):
            return []
        if len({move.player for move in game.moves if move.is_stone}) < len(users):  # somebody never came
            raise Unrated("a game counts once both have moved")
        if self.have_played_enough(*users):
            raise Unrated(f"{MOST_RATED} rated games a day with the same person count")
        kind = str(kind_of(game.setup.geometry))
        before = [self.rating(account, kind) for account in (one, two)]
        score = 0.5 if outcome.winner is None else float(outcome.winner == 0)
        today = date.today().isoformat()
        after, changes = [], []
        for account, mine, other, points in zip(
            (one, two), before, reversed(before), (score, 1 - score), strict=True
        ):
            known = self._accounts.rating(account, kind)
            new = mine.after([RatedResult(other.rating, points, other.deviation)])
            games = 1 + (0 if known is None else known.games)
            after.append((account, StoredRating(new.rating, new.deviation, new.volatility, games, today)))
            changes.append(f"{account.name}: {rating_change(mine, new, games)}")
        self._accounts.rate(uid, kind, after)
        return changes

    def ranking(self) -> list[Rank]:
        """Return the leaderboard."""
        return [
            Rank(kind, place, name, round(rating.rating), round(rating.deviation), rating.games)
            for kind, ranked in self._accounts.leaderboard(CERTAIN, RANKED).items()
            for place, (name, rating) in enumerate(ranked, 1)
        ]


def _rested(stored: StoredRating) -> Rating:
    """Return a rating as it is today: less certain after days without a game."""
    days = (date.today() - date.fromisoformat(stored.day)).days
    return Rating(stored.rating, stored.deviation, stored.volatility).rested(days)
