"""Plays a match: games end in any order, count in that of their numbers, and are kept as they end."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress

from ttt_tui.errors import EndedBySignal, GameNotSaved, WorkerGone
from ttt_tui.process.signals import Signals
from ttt_tui.session.engines import Engines
from ttt_tui.tournament.folder import Folder
from ttt_tui.tournament.plan import Fixture, Plan
from ttt_tui.tournament.played import Played
from ttt_tui.tournament.results import Results
from ttt_tui.tournament.sprt import Hypotheses, Sprt
from ttt_tui.tournament.workers import play_at_once, play_here

Progress = Callable[[Results, int], None]
"""Takes the results, and how many games have been played."""


def nobody(results: Results, played: int) -> None:
    """Take how far a match is for nobody."""


def play_match(
    plan: Plan,
    brains: Engines,
    signals: Signals,
    *,
    jobs: int = 1,
    hypotheses: Hypotheses | None = None,
    folder: Folder | None = None,
    progress: Progress = nobody,
) -> Results:
    """Play a match, so many games at once, and return its results.

    With `hypotheses` it ends as soon as one of them is decided for; what has been played beyond that does not
    count. With a `folder`, in which this match has begun, games that it has are not played again. A signal
    ends the match, and so does what keeps it from going on, which `Results.trouble` says.
    """
    results = Results(plan, None if hypotheses is None else Sprt(hypotheses))
    known: Mapping[int, Played] = {} if folder is None else folder.games
    count = _Count(results)
    for number in sorted(known):
        count.add(known[number])
    if not count.is_decided:
        missing = _missing(plan, known, signals, folder)
        progress(results, len(known))
        games = (
            play_here(plan, missing, brains, signals)
            if jobs == 1
            else play_at_once(plan, missing, brains, signals, jobs)
        )
        with closing(games), suppress(EndedBySignal):
            try:
                for number, played in enumerate(games, len(known) + 1):
                    if folder is not None:
                        folder.add(plan, played)
                    count.add(played)
                    progress(results, number)
                    if count.is_decided:
                        break
            except (GameNotSaved, WorkerGone) as error:
                results.trouble = str(error)
    count.finish()
    return results


def _missing(
    plan: Plan, known: Mapping[int, Played], signals: Signals, folder: Folder | None
) -> Iterator[Fixture]:
    """Give the games that are not known yet. Raises `EndedBySignal`: many openings take a while to find."""
    fixtures = plan.fixtures() if folder is None else plan.fixtures(folder.openings, folder.note_opening)
    for fixture in fixtures:
        signals.check()
        if fixture.number not in known:
            yield fixture


class _Count:
    """Hands games to the results in the order of their numbers, whichever way they come."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._waiting: dict[int, Played] = {}
        self._next = 0

    @property
    def is_decided(self) -> bool:
        """Whether the match has come to its verdict, after which nothing counts."""
        return self._results.sprt is not None and self._results.sprt.verdict is not None

    def add(self, played: Played) -> None:
        """Count a game as soon as all before it have come."""
        self._waiting[played.number] = played
        while self._next in self._waiting and not self.is_decided:
            self._results.add(self._waiting.pop(self._next))
            self._next += 1
            self._look()

    def _look(self) -> None:
        """Let the test see a pair of games when both have come."""
        results = self._results
        if results.sprt is not None:
            met = results.last_encounter()
            if len(met.scores) == results.plan.seats:
                results.sprt.add(sum(met.scores))

    def finish(self) -> None:
        """Count what has ended while a game before it had not; the test would take that for chosen."""
        if not self.is_decided:
            for number in sorted(self._waiting):
                self._results.add(self._waiting[number])
