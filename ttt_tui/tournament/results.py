"""What a match among computers has come to: its games, and what each player has reached."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ttt_tui.engine import Player
from ttt_tui.tournament.elo import Elo, Encounter, dispersion, elo
from ttt_tui.tournament.plan import Plan
from ttt_tui.tournament.played import Played
from ttt_tui.tournament.ratings import EloRating, ratings
from ttt_tui.tournament.sprt import Sprt


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

    @property
    def points(self) -> float:
        """A game won is a point, one drawn half a point."""
        return sum(self.wins) + self.draws / 2


class Results:
    """The games of a match that count so far.

    They are added in the order of their numbers; that of a match which was interrupted may have gaps.
    """

    def __init__(self, plan: Plan, sprt: Sprt | None = None) -> None:
        self.plan = plan
        self.sprt = sprt
        self.trouble: str | None = None
        """What kept the match from going on, in a sentence."""
        self.games: list[Played] = []
        seats = plan.seats
        self.standings = [Standing(player, [0] * seats, [0] * seats) for player in plan.setup.players]
        self._encounters: dict[int, Encounter] = {}
        self._whole: list[Encounter] = []
        self._has_gap = False

    def add(self, played: Played) -> None:
        """Count a game."""
        self._has_gap = self._has_gap or played.number != len(self.games)
        self.games.append(played)
        for seat, number in enumerate(played.seats):
            standing = self.standings[number]
            standing.games[seat] += 1
            standing.wins[seat] += number == played.winner
            standing.draws += played.winner is None
            standing.slowest = max(standing.slowest, played.slowest[seat])
        for failure in played.failures:
            if failure.fault is None:
                self.standings[failure.player].crashes += 1
            else:
                self.standings[failure.player].faults[failure.fault] += 1
        if self.plan.seats == 2:
            first, second = sorted(played.seats)
            group, _ = self.plan.place_of(played.number)
            score = 0.5 if played.winner is None else float(played.winner == first)
            before = self._encounters.get(group, Encounter(first, second, ()))
            met = self._encounters[group] = Encounter(first, second, (*before.scores, score))
            if not self._has_gap and len(met.scores) == self.plan.games_of(group):
                self._whole.append(met)

    @property
    def failures(self) -> list[str]:
        """A sentence for each time that a computer failed or a brain was at fault; it resigned then."""
        return [sentence for played in self.games for sentence in failures_of(self.plan, played)]

    @property
    def encounters(self) -> Sequence[Encounter]:
        """What two players made of each opening; none if more sit at a board."""
        return tuple(self._encounters.values())

    @property
    def whole_encounters(self) -> Sequence[Encounter]:
        """Those of which strength can be told: complete, and before the first game that is missing.

        An interrupted match leaves openings that were played from one seat only, which favours its player,
        and of the games that were played at the same time those that ended sooner.
        """
        return self._whole

    def last_encounter(self) -> Encounter:
        """Return that of the game which was added last."""
        return self._encounters[self.plan.place_of(self.games[-1].number)[0]]

    @property
    def elo(self) -> Elo | None:
        """The first player's Elo difference from the second, None unless there are two of whom it is known.

        Only whole encounters count. A fault counts like a loss: whoever relies on that player has lost the
        game.
        """
        if len(self.standings) != 2 or not self._whole:
            return None
        scores = [score for met in self._whole for score in met.scores]
        mean = sum(scores) / len(scores)
        spread = dispersion(self._whole, lambda first, second: mean)
        return elo(scores.count(1.0), scores.count(0.5), scores.count(0.0), spread)

    @property
    def rated_games(self) -> int | None:
        """How many games Elo differences and ratings are from, None where there are none of them."""
        return sum(len(met.scores) for met in self._whole) if self.plan.seats == 2 else None

    @property
    def ratings(self) -> list[EloRating] | None:
        """The players' ratings, None unless more than two met in pairs."""
        if not self.plan.format.is_in_pairs or len(self.standings) < 3:
            return None
        return ratings(len(self.standings), self.whole_encounters)

    def points(self, player: int, other: int) -> tuple[float, int]:
        """Return how many points a player got of another, and of how many games."""
        points, games = 0.0, 0
        for met in self.encounters:
            if (met.first, met.second) in ((player, other), (other, player)):
                points += sum(met.scores) if met.first == player else len(met.scores) - sum(met.scores)
                games += len(met.scores)
        return points, games


def failures_of(plan: Plan, played: Played) -> list[str]:
    """Return the failures of a game in sentences: the player, the moves before, and the reason."""
    sentences = []
    for failure in played.failures:
        player = plan.setup.players[failure.player]
        place = f"game {played.number + 1} after {' '.join(played.moves[: failure.ply]) or 'no moves'}"
        sentences.append(f"{player.name} ({player.level}) failed in {place}: {failure.reason}")
    return sentences
