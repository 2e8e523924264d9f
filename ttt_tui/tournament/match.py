"""A match among computers: plays the games of a plan, counts them, and estimates strength from them.

Games end in any order, are counted in the order of their numbers, and are saved as they end.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field

from ttt_tui.computer.levels import screen_name
from ttt_tui.engine import Player
from ttt_tui.errors import EndedBySignal, GameNotSaved, WorkerEnded
from ttt_tui.process.signals import Signals
from ttt_tui.session.engines import Engines
from ttt_tui.tournament.folder import Folder
from ttt_tui.tournament.game import PlayedGame
from ttt_tui.tournament.pairs import PairStatistics
from ttt_tui.tournament.plan import Fixture, Plan
from ttt_tui.tournament.ratings import Elo, EloRating, Encounter, dispersion, elo_difference, elo_ratings
from ttt_tui.tournament.sprt import PAIR_SCORES, Hypotheses, Sprt
from ttt_tui.tournament.workers import play_here, play_in_workers


@dataclass(slots=True)
class Standing:
    """The results of one player so far."""

    player: Player
    wins: list[int]
    """Wins by seat, in turn order."""
    games: list[int]
    """Games played, by seat."""
    draws: int = 0
    crashes: int = 0
    """Crashes of a computer; those games count as lost."""
    faults: Counter[str] = field(default_factory=Counter)
    """Faults of an engine, by kind; those games do not count as lost."""
    opened_for: int = 0
    """Games that a computer of this program opened for an engine that does not know the opening."""
    slowest: float = 0.0
    """The longest time for a move, in seconds."""
    times: list[int] = field(default_factory=list)
    """Milliseconds of the moves whose times are known."""
    nodes: int = 0
    """Positions searched in these moves."""

    @property
    def mean(self) -> float:
        """Seconds of a move on average, 0 without one."""
        return sum(self.times) / 1000 / max(1, len(self.times))

    @property
    def p99(self) -> float:
        """Seconds that 99 of 100 moves take at most, 0 without one."""
        return sorted(self.times)[-(-99 * len(self.times) // 100) - 1] / 1000 if self.times else 0.0

    @property
    def speed(self) -> float | None:
        """Positions a second, None if they are not counted or no time was taken."""
        return self.nodes / (sum(self.times) / 1000) if self.nodes and sum(self.times) else None

    @property
    def losses(self) -> int:
        """Games neither won nor drawn, nor resigned for an engine's fault."""
        return sum(self.games) - sum(self.wins) - self.draws - self.faults.total()

    @property
    def points(self) -> float:
        """One for a win, a half for a draw."""
        return sum(self.wins) + self.draws / 2


class Results:
    """The games of a match that count so far.

    They are added in the order of their numbers, with gaps after an interruption.
    """

    def __init__(self, plan: Plan, sprt: Sprt | None = None) -> None:
        self.plan = plan
        self.sprt = sprt
        self.error: str | None = None
        """The reason why the match could not continue."""
        self.games: list[PlayedGame] = []
        seats = plan.seats
        self.standings = [Standing(player, [0] * seats, [0] * seats) for player in plan.setup.players]
        self._encounters: dict[int, Encounter] = {}  # by group; none if more than two sit at a board
        self.whole_encounters: list[Encounter] = []
        """The encounters from which strength is estimated: complete, and before the first missing game.

        An interruption leaves openings played from one seat only, which favours that seat's player, and of
        simultaneous games the shorter ones.
        """
        self._has_gap = False

    def add(self, played: PlayedGame) -> None:
        """Count a game."""
        self._has_gap = self._has_gap or played.number != len(self.games)
        self.games.append(played)
        for seat, number in enumerate(played.seats):
            standing = self.standings[number]
            standing.games[seat] += 1
            standing.wins[seat] += number == played.winner
            standing.draws += played.winner is None
            standing.slowest = max(standing.slowest, played.slowest[seat])
        for seat, nodes in enumerate(played.nodes):
            self.standings[played.seats[seat]].nodes += nodes
        for number, milliseconds in zip(played.movers, played.times, strict=False):
            if milliseconds is not None:
                self.standings[number].times.append(milliseconds)
        for number in played.opened_for:
            self.standings[number].opened_for += 1
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
                self.whole_encounters.append(met)

    @property
    def failures(self) -> list[str]:
        """A sentence for each crash of a computer and each fault of an engine."""
        sentences = []
        for played in self.games:
            for failure in played.failures:
                player = self.plan.setup.players[failure.player]
                who = f"{player.name} ({screen_name(player.level)})"
                moves = " ".join(played.moves[: failure.ply]) or "no moves"
                sentences.append(f"{who} failed in game {played.number + 1} after {moves}: {failure.reason}")
        return sentences

    @property
    def is_decided(self) -> bool:
        """Whether the SPRT has a verdict, after which nothing counts."""
        return self.sprt is not None and self.sprt.verdict is not None

    def last_encounter(self) -> Encounter:
        """Return the encounter of the game that was added last."""
        return self._encounters[self.plan.place_of(self.games[-1].number)[0]]

    @property
    def elo(self) -> Elo | None:
        """The first player's Elo difference from the second; None if unknown, or without exactly two players.

        Only whole encounters count. A fault counts like a loss, as it does for a user of that engine.
        """
        if len(self.standings) != 2 or not self.whole_encounters:
            return None
        scores = [score for met in self.whole_encounters for score in met.scores]
        mean = sum(scores) / len(scores)
        spread = dispersion(self.whole_encounters, lambda first, second: mean)
        return elo_difference(scores.count(1.0), scores.count(0.5), scores.count(0.0), spread)

    @property
    def pairs(self) -> PairStatistics | None:
        """What whole pairs tell of exactly two players, None without one."""
        scores = [met.scores for met in self.whole_encounters if len(met.scores) == 2]
        if len(self.standings) != 2 or not scores:
            return None
        counts = Counter(round(2 * sum(pair)) for pair in scores)
        return PairStatistics([counts[result] for result in range(len(PAIR_SCORES))])

    @property
    def rated_games(self) -> int | None:
        """The number of games from which strength is estimated, None if there is no estimate."""
        return sum(len(met.scores) for met in self.whole_encounters) if self.plan.seats == 2 else None

    @property
    def ratings(self) -> list[EloRating] | None:
        """The players' ratings; None unless more than two players met in pairs."""
        if not self.plan.pairing.is_in_pairs or len(self.standings) < 3:
            return None
        return elo_ratings(len(self.standings), self.whole_encounters)

    def points(self, player: int, other: int) -> tuple[float, int]:
        """Return a player's points against another one, and the number of their games."""
        points, games = 0.0, 0
        for met in self._encounters.values():
            if (met.first, met.second) in ((player, other), (other, player)):
                points += sum(met.scores) if met.first == player else len(met.scores) - sum(met.scores)
                games += len(met.scores)
        return points, games


# --- playing ------------------------------------------------------------------------------------------------


Progress = Callable[[Results, int], None]
"""Called with the results and the number of games played."""


def ignore_progress(results: Results, played: int) -> None:
    """Ignore the progress of a match."""


def play_match(
    plan: Plan,
    engines: Engines,
    signals: Signals,
    *,
    jobs: int = 1,
    hypotheses: Hypotheses | None = None,
    folder: Folder | None = None,
    progress: Progress = ignore_progress,
) -> Results:
    """Play a match, `jobs` games at once, and return its results.

    With `hypotheses` the match ends as soon as one of them is accepted; later games do not count. Games
    already in the `folder`, in which this match has begun, are not played again. A signal ends the match, and
    so does a game that cannot be saved or a worker that ends; `Results.error` then has the reason.
    """
    results = Results(plan, None if hypotheses is None else Sprt(hypotheses))
    known: Mapping[int, PlayedGame] = {} if folder is None else folder.games
    ordered = _OrderedGames(results)
    for number in sorted(known):
        ordered.add(known[number])
    if not results.is_decided:
        missing = _missing(plan, known, signals, folder)
        progress(results, len(known))
        games = (
            play_here(plan, missing, engines, signals)
            if jobs == 1
            else play_in_workers(plan, missing, engines, signals, jobs)
        )
        with closing(games), suppress(EndedBySignal):
            try:
                for number, played in enumerate(games, len(known) + 1):
                    if folder is not None:
                        folder.add(plan, played)
                    ordered.add(played)
                    progress(results, number)
                    if results.is_decided:
                        break
            except (GameNotSaved, WorkerEnded) as error:
                results.error = str(error)
    ordered.finish()
    return results


def _missing(
    plan: Plan, known: Mapping[int, PlayedGame], signals: Signals, folder: Folder | None
) -> Iterator[Fixture]:
    """Yield the games still to be played. Raises `EndedBySignal`: finding openings may take a while."""
    for fixture in plan.fixtures(None if folder is None else folder.openings):
        signals.check()
        if fixture.number not in known:
            yield fixture


class _OrderedGames:
    """A queue that adds games to the results by their numbers, and complete pairs to the SPRT."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._waiting: dict[int, PlayedGame] = {}
        self._next = 0

    def add(self, played: PlayedGame) -> None:
        """Count a game as soon as all games before it are counted."""
        self._waiting[played.number] = played
        while self._next in self._waiting and not self._results.is_decided:
            self._results.add(self._waiting.pop(self._next))
            self._next += 1
            if (sprt := self._results.sprt) is not None:
                met = self._results.last_encounter()
                if len(met.scores) == self._results.plan.seats:
                    sprt.add(sum(met.scores))

    def finish(self) -> None:
        """Count games after a missing one, except in the SPRT, for which they would be a biased selection."""
        if not self._results.is_decided:
            for number in sorted(self._waiting):
                self._results.add(self._waiting[number])
