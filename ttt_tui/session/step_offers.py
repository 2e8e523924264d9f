"""Offers of another step of the ladder: one down after three losses in a row, one up after three wins.

A run counts games of one kind against one step, so another step starts a new run. It is read from the stored
games: it survives a restart, and a game that was taken back does not count.

>>> offer = offered_step([LadderResult("expert 4", won=False)] * 3)
>>> offer.level, offer.sentence, offer.short
('expert 3', '3 losses in a row against medium 4', 'one step down: easy 3')
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from ttt_tui.computer.ladder.kinds import Kind, kind_of
from ttt_tui.computer.levels import STEPS, screen_name, strength_of
from ttt_tui.engine import Match, Setup, start_position
from ttt_tui.store.games import History
from ttt_tui.store.rated_games import duel_of, seats_of_duel
from ttt_tui.store.stored_game import Entry

RUN = 3
"""The losses or wins in a row after which a step is offered, and after as many more again."""

MOST_GAMES = 60
"""The latest stored games against the ladder among which a run is looked for."""


class LadderResult(NamedTuple):
    """The result of a game between a human and a step of the ladder."""

    level: str
    """The step."""
    won: bool | None
    """Whether the human won, None for a draw."""


class StepOffer(NamedTuple):
    """An offer to play against the next step up or down."""

    level: str
    """The step that is offered."""
    against: str
    """The step of the games that were lost or won."""
    games: int
    """The number of these games."""

    @property
    def is_up(self) -> bool:
        """Whether the step is a stronger one."""
        return STEPS.index(self.level) > STEPS.index(self.against)

    @property
    def name(self) -> str:
        """The name of the step on screen."""
        return screen_name(self.level)

    @property
    def sentence(self) -> str:
        """The reason: `3 losses in a row against medium 4`."""
        results = "wins" if self.is_up else "losses"
        return f"{self.games} {results} in a row against {screen_name(self.against)}"

    @property
    def short(self) -> str:
        """The offer in few words: `one step down: easy 3`."""
        return f"one step {'up' if self.is_up else 'down'}: {self.name}"


def ladder_step(setup: Setup) -> str | None:
    """Return the step that one human at this terminal plays, None for any other set-up."""
    duel = duel_of(setup)
    return duel.level if duel is not None and duel.level in STEPS else None


def next_step(level: str, by: int) -> str | None:
    """Return the step `by` above `level` (below, if negative), None past the ends of the ladder."""
    strength = strength_of(level)
    assert strength is not None, "it is a step"
    return STEPS[strength + by - 1] if 1 <= strength + by <= len(STEPS) else None


def lost_seat(match: Match) -> int | None:
    """Return the seat of the human here whose losing move a review can look for, None if there is none.

    The human lost to a computer, by rules that value every position.
    """
    duel, game = seats_of_duel(match.setup), match.game
    if duel is None or game.outcome is None or game.outcome.winner in (None, duel.human):
        return None
    from ttt_tui.analysis.chances import can_be_judged  # knows the searches, which a lost game has loaded
    from ttt_tui.computer.solving import can_be_solved

    geometry = match.setup.geometry.without_opening
    start = start_position(geometry, len(match.setup.players), start=match.setup.start)
    has_values = can_be_judged(geometry, len(match.setup.players)) or can_be_solved(start)
    return duel.human if has_values else None


def promises_losing_move(match: Match) -> bool:
    """Whether a review of a lost game most likely names the losing move, so that the offer may promise it.

    False where a losing move has to be proved and the board is too large to solve.
    """
    if lost_seat(match) is None:
        return False
    from ttt_tui.analysis.chances import scale_of
    from ttt_tui.computer.solving import can_be_solved

    geometry = match.setup.geometry.without_opening
    scale = scale_of(geometry)
    start = start_position(geometry, 2, start=match.setup.start)
    return can_be_solved(start) or scale is None or not scale.needs_proof


def offered_step(results: Iterable[LadderResult]) -> StepOffer | None:
    """Return the offer after these results of one kind of game, the latest first."""
    latest = next(iter(results := [*results]), None)
    if latest is None or latest.won is None:
        return None
    games = len([*takewhile(lambda result: result == latest, results)])
    level = next_step(latest.level, 1 if latest.won else -1)
    return None if level is None or games % RUN else StepOffer(level, latest.level, games)


def stored_offer(history: History, setup: Setup) -> StepOffer | None:
    """Return the offer after the latest stored game of a set-up; runs in the thread of the store."""
    if ladder_step(setup) is None:
        return None
    kind = kind_of(setup.geometry)
    return offered_step(_results(history.latest_against(STEPS, MOST_GAMES), kind))


def _results(entries: Iterable[Entry], kind: Kind) -> Iterable[LadderResult]:
    """Yield the results of the games of a kind; games with an analysis do not count, those with hints do."""
    for entry in entries:
        level = ladder_step(entry.setup)
        if level is None or entry.analysed or kind_of(entry.setup.geometry) != kind:
            continue
        won = None if entry.winner is None else entry.setup.players[entry.winner].is_human
        yield LadderResult(level, won)
